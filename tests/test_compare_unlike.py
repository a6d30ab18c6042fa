"""compare does not judge what one side does not show: kernels inside whole graphs, GPUs of other ids."""

from tracebuilder import write_trace

from nsys_duck import compare

KERNEL, GRAPH = "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"
GPUS = [{"id": 0, "name": "RTX", "uuid": "a"}, {"id": 1, "name": "RTX", "uuid": "b"}]


def kernels(count: int, length: int, device: int = 0) -> dict:
    rows = [
        {"start": 2000 * n, "end": 2000 * n + length, "shortName": 1, "demangledName": 1, "deviceId": device,
         "correlationId": n + 1, "globalPid": 1 << 24}
        for n in range(count)
    ]  # fmt: skip
    return {KERNEL: rows}


def graphs(graph_id: int, length: int = 5000) -> dict:
    rows = [
        {"start": 10000 * n, "end": 10000 * n + length, "deviceId": 0, "correlationId": n + 1,
         "globalPid": 1 << 24, "graphId": graph_id}
        for n in range(10)
    ]  # fmt: skip
    return {GRAPH: rows, **kernels(1, 100)}


def test_another_gpu_is_matched_by_order(tmp_path):
    base = write_trace(tmp_path / "a.sqlite", {**kernels(100, 1000, 0), "TARGET_INFO_GPU": GPUS})
    new = write_trace(tmp_path / "b.sqlite", {**kernels(100, 1500, 1), "TARGET_INFO_GPU": GPUS})
    found = compare(base, new)
    (row,) = [row for row in found["sections"]["kernels"] if row["name"] == "k"]
    assert (row["base_count"], row["new_count"], row["status"]) == (100, 100, "changed")
    assert any("takes 1.50 us each, was 1.00 us" in text for text in found["findings"])
    assert any("GPU 1 of NEW is compared with GPU 0 of BASE" in note for note in found["notes"])


def test_whole_graphs_are_one_name(tmp_path):
    """Their ids differ from run to run."""
    base = write_trace(tmp_path / "a.sqlite", graphs(4))
    new = write_trace(tmp_path / "b.sqlite", graphs(7))
    rows = {row["name"]: row for row in compare(base, new)["sections"]["kernels"]}
    assert (rows["graph"]["base_count"], rows["graph"]["new_count"], rows["graph"]["status"]) == (
        10,
        10,
        "same",
    )


def test_kernels_inside_whole_graphs_are_not_judged(tmp_path):
    """Neither in the findings nor by a gate, which has no verdict; the whole is compared all the same."""
    base = write_trace(tmp_path / "a.sqlite", kernels(1000, 1000))
    new = write_trace(tmp_path / "b.sqlite", graphs(7))
    found = compare(base, new, fail_if=["gpu_span_per_kernel_ns > +5%", "gpu_busy_union_s > +900%"])
    assert [gate["verdict"] for gate in found["gates"]] == ["no verdict", "pass"]
    assert "kernels are not compared" in found["gates"][0]["reason"]
    assert found["exit_status"] == 3
    assert found["different_work"] is None
    assert not any("same work" in text for text in found["findings"])
