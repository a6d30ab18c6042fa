"""--device: one GPU, by its physical number where the export tells it."""

from asking import gpu_ns, summarize, summary_of, told
from tracebuilder import CUDA_DEVICE, GPU, KERNEL, MEMCPY, MEMSET, NVTX, RUNTIME, at, push

ON_TWO = {KERNEL: [at(0, 10), at(5, 20, deviceId=1)], MEMCPY: [at(50, 60)], MEMSET: [at(70, 71, deviceId=1)]}


def test_device(lay_out):
    """--device restricts all device work to one GPU, and the overlap with it."""
    path = lay_out({**ON_TWO, NVTX: [push(0, 8, "f")], RUNTIME: [at(0, 3)]})
    zero, one = summary_of(path, device=0), summary_of(path, device=1)
    assert (gpu_ns(zero), gpu_ns(one)) == ((60, 20, 40), (66, 16, 50))
    assert (zero["kernel_count"], one["kernel_count"]) == (1, 1)
    assert one["top_kernels"] == [["k", [1, 1.5e-08]]]
    assert (zero["nvtx"]["f"]["gpu_overlap_s"], one["nvtx"]["f"]["gpu_overlap_s"]) == (8e-09, 3e-09)
    assert zero["api"] == one["api"] == {"k": [1, 3e-09]}
    assert told(path, device=1)[1] == []


def test_device_is_the_physical_gpu(lay_out):
    """Processes number their GPUs for themselves: TARGET_INFO_CUDA_DEVICE says which GPU each means."""
    first, second = 11 << 24, 12 << 24
    kernels = [
        at(0, 10, globalPid=first),
        at(20, 25, globalPid=second),
        at(30, 37, globalPid=second, deviceId=1),
    ]
    devices = [
        {"pid": 11, "cudaId": 0, "gpuId": 3},
        {"pid": 12, "cudaId": 0, "gpuId": 1},
        {"pid": 12, "cudaId": 1, "gpuId": 3},
    ]
    path = lay_out({KERNEL: kernels, CUDA_DEVICE: devices})
    assert gpu_ns(summary_of(path, device=3)) == (37, 17, 20)
    assert gpu_ns(summary_of(path, device=1)) == (5, 5, 0)
    assert summarize(path, "--device", 0).code == 2


def test_unknown_device(lay_out):
    """A GPU that the trace does not know is a mistake; the message lists those it knows."""
    done = summarize(lay_out({**ON_TWO, GPU: [{"id": 0}, {"id": 1}, {"id": 2}]}), "--device", 7)
    assert (done.code, done.stdout) == (2, "")
    assert "7" in done.stderr and "0, 1, 2" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_listed_device_without_work(lay_out):
    """A GPU that is listed and did nothing was idle: that is 0, not null."""
    summary = summary_of(lay_out({**ON_TWO, GPU: [{"id": 0}, {"id": 1}, {"id": 2}]}), device=2)
    assert gpu_ns(summary) == (0, 0, 0)
    assert (summary["kernel_count"], summary["top_kernels"]) == (0, [])


def test_device_without_processes(lay_out):
    """Exports of 2020 tell no process: the CUDA ordinal stands for the GPU."""
    path = lay_out({KERNEL: [at(0, 10), at(5, 20, deviceId=1)]}, drop={KERNEL: ("globalPid",)})
    assert gpu_ns(summary_of(path, device=1)) == (15, 15, 0)


def test_launches_of_other_devices_draw_no_warning(lay_out):
    """With one GPU chosen, launches without kernels on it say nothing: calls name no GPU."""
    path = lay_out(
        {KERNEL: [at(0, 10)], GPU: [{"id": 1}], RUNTIME: [at(0, 1, nameId=2)]},
        strings={1: "k", 2: "cudaLaunchKernel_v7000"},
    )
    assert told(path, device=1)[1] == []
    assert told(path)[1] == []
