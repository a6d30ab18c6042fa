"""What stands on the page of a trace, in its order: pictures and tables, each of a report.

A section with `only_with` is left out where that report has no rows; all others say why they are empty.
"""

from dataclasses import dataclass, field

from nsys_duck.page.answers import Ask


@dataclass(frozen=True)
class Chart:
    """A picture: a specification in nsys_duck/html/specs, and the report behind each of its data sets."""

    name: str
    title: str
    data: dict[str, Ask]


@dataclass(frozen=True)
class Table:
    """A table: the columns of a report that are shown, and the one that is drawn as a bar."""

    title: str
    ask: Ask
    columns: str
    bar: str | None = None
    shown: int = 20


@dataclass(frozen=True)
class Section:
    """A part of the page with a heading, and what must be known to read it."""

    id: str
    title: str
    lead: str
    parts: tuple[Chart | Table, ...] = field(default=())
    only_with: Ask | None = None


def per_gpu(total: int, gpus: int, most: int) -> int:
    """How many of `total` rows of a picture each GPU has, that a node with many makes no large page."""
    return min(most, max(total // max(gpus, 1), 10))


def sections(dispatch: str, communication: str | None, gpus: int) -> list[Section]:
    """The sections for a trace of so many GPUs; `dispatch` and `communication` are the patterns of the run."""
    comm = {} if communication is None else {"pattern": communication}
    gaps = Ask.of("idle_gaps", rows=0, per_gpu=per_gpu(1200, gpus, 150))
    return [
        Section(
            "timeline",
            "GPU busy over time",
            "Each GPU's strip is as high as the share of the bin in which it was at work: dark "
            "for kernels, pale for copies and memsets alone. Below it stand its longest idle gaps, coloured by cause. "
            "Above, the NVTX ranges that the host was in, of the threads whose ranges last longest, 12 levels of nesting "
            "in all; those shorter than a bin are drawn as one. In the overview a GPU is the darker, the busier it "
            "was. Drag over the overview to zoom, double-click it to see all.",
            (
                Chart(
                    "timeline",
                    "GPU busy and NVTX ranges over time",
                    {
                        "busy": Ask.of("gpu_utilization_over_time", bins=per_gpu(8000, gpus, 1000)),
                        "gaps": gaps,
                        "lanes": Ask.of("nvtx_lanes", bins=300),
                    },
                ),
                Table(
                    "Per GPU: what the span consists of",
                    Ask.of("gpu_utilization"),
                    "gpu_id gpu_name span_ns busy_ns busy_pct idle_ns kernel_only_ns copy_only_ns both_ns "
                    "kernel_count copy_count untimed_count",
                ),
            ),
        ),
        Section(
            "idle",
            "What the GPU waited for",
            "Idle is time between two operations of a GPU in which none ran, cut where the thread whose call ended it "
            "changes what it does; the parts of a GPU add up to its idle time. Code: the thread ran its own code. Sync, "
            "blocking copy, allocation, launch, other call: it was in such a CUDA call. Queued: the launch had "
            "returned, and the GPU did not run it yet. Unknown: the trace has no such call. Drained is time of gaps "
            "that began while the thread waited in a synchronize call or a blocking copy: the queue had run empty.",
            (
                Chart(
                    "idle",
                    "Idle time by what the launching thread did",
                    {"idle": Ask.of("gpu_idle_summary", by_range=False, by_cause=False)},
                ),
                Table(
                    "Longest gaps",
                    Ask.of("idle_gaps", rows=15),
                    "gpu_id rank duration_ns gap_pct activity activity_ns drained_by cause before_name after_name range_name "
                    "start_ns",
                    bar="duration_ns",
                ),
                Table(
                    "Idle by what the thread did and NVTX range",
                    Ask.of("gpu_idle_summary", strip_ids=True, rows=20, by_cause=False),
                    "gpu_id activity range_name gap_count idle_ns idle_pct drained_ns median_ns max_ns",
                    bar="idle_ns",
                ),
            ),
        ),
        Section(
            "kernels",
            "Kernels",
            "Ranked by summed time; kernels that run at once count each, so the sum may exceed the busy time.",
            (
                Table(
                    "Kernels by summed time",
                    Ask.of("cuda_gpu_kern_sum", name_kind="base", rows=20),
                    "kernel_name total_ns time_pct instances avg_ns med_ns min_ns max_ns",
                    bar="total_ns",
                ),
            ),
        ),
        Section(
            "launch",
            "Launch and queue",
            "Queue time is from the end of the launching call to the start of the kernel. Many kernels that began "
            "before their call returned, or queued for microseconds, mean that the host is the limit.",
            (
                Chart("queue", "How long kernels queued", {"queue": Ask.of("queue_histogram")}),
                Table(
                    "Queue and launch time by kernel",
                    Ask.of("launch_latency", rows=15),
                    "gpu_id kernel_name launched_count launch_bound_pct launch_latency_median_ns queue_median_ns queue_p95_ns queue_max_ns "
                    "api_sum_ns api_median_ns kernel_sum_ns",
                    bar="api_sum_ns",
                ),
            ),
        ),
        Section(
            "api",
            "CUDA API calls",
            "Time on the host, summed over threads; it overlaps GPU work and other threads.",
            (
                Table(
                    "Calls by summed time",
                    Ask.of("cuda_api_sum", rows=20),
                    "api_name total_ns time_pct calls avg_ns med_ns min_ns max_ns",
                    bar="total_ns",
                ),
                Table(
                    "Waits for the GPU, and whether it worked meanwhile",
                    Ask.of("sync_summary"),
                    "gpu_id sync_kind api_name call_count sum_ns busy_ns idle_ns idle_pct median_ns max_ns",
                    bar="sum_ns",
                    shown=12,
                ),
            ),
        ),
        Section(
            "copies",
            "Copies",
            "By direction and by kind of memory. Bandwidth is of bytes over the summed time of the copies.",
            (
                Table(
                    "Copies by kind",
                    Ask.of("memcpy_bandwidth"),
                    "gpu_id copy_kind src_kind dst_kind copy_count total_bytes sum_ns union_ns gb_per_s",
                    bar="sum_ns",
                ),
            ),
        ),
        Section(
            "nvtx",
            "NVTX ranges",
            "Wall time of the ranges of one name (their union), split into time with some GPU at work and time with "
            "none. Digits of the names are folded to #. Nested ranges each count their own time. GPU overlap is what ran "
            "meanwhile, whoever launched it; launched busy is the GPU time of what was launched inside, whenever it ran.",
            (
                Chart(
                    "nvtx",
                    "Wall time with and without GPU work",
                    {"ranges": Ask.of("nvtx_summary", strip_ids=True, rows=20)},
                ),
                Table(
                    "NVTX ranges by summed time",
                    Ask.of("nvtx_summary", strip_ids=True, rows=20),
                    "range_name domain range_count sum_ns union_ns gpu_overlap_ns launched_busy_ns kernel_count median_ns max_ns",
                    bar="sum_ns",
                ),
            ),
        ),
        Section(
            "dispatch",
            "Dispatch steps",
            "A step lasts from one dispatch event of a process to the next.",
            (
                Chart(
                    "dispatch",
                    "Duration of steps over time, by mode",
                    {"steps": Ask.of("dispatch_over_time", pattern=dispatch)},
                ),
                Table(
                    "Steps by kind",
                    Ask.of("dispatch_summary", pattern=dispatch),
                    "dispatch_name step_count duration_sum_ns duration_median_ns duration_p95_ns busy_pct busy_sum_ns "
                    "idle_sum_ns padding_pct",
                    bar="duration_sum_ns",
                ),
            ),
            only_with=Ask.of("dispatch_summary", pattern=dispatch),
        ),
        Section(
            "communication",
            "Communication and computation",
            "From unions per GPU: the four parts add up to its span. Exposed is communication that no computation "
            "hides.",
            (
                Chart(
                    "comm",
                    "Communication, computation, both, neither",
                    {"comm": Ask.of("comm_overlap_summary", **comm)},
                ),
                Table(
                    "Kernels that communicate",
                    Ask.of("nccl_summary", **comm),
                    "gpu_id kernel_name kernel_count sum_ns comm_pct median_ns max_ns union_ns exposed_ns exposed_pct",
                    bar="sum_ns",
                ),
            ),
            only_with=Ask.of("nccl_summary", **comm),
        ),
    ]
