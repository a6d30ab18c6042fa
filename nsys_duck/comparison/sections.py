"""The figures that are compared and kept in a history: which report has them, and under which names."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Section:
    """Figures of one kind: columns of a report, a row for each `name` (a column of it) and GPU.

    `figures` gives for each figure the report's column, `requires` the views of which one must have been
    captured. What a trace lacks of `counts_zero` is none, and 0. `also` has more figures of the same names,
    from another report.
    """

    name: str
    report: str
    figures: dict[str, str]
    key: str | None = None
    gpu: bool = False
    requires: tuple[str, ...] = ()
    counts_zero: bool = False
    values: dict[str, object] = field(default_factory=dict)
    also: "Section | None" = None

    def all_figures(self) -> dict[str, tuple[str, str]]:
        """(report, column) of every figure, those of `also` too."""
        own = {figure: (self.report, column) for figure, column in self.figures.items()}
        return own | (self.also.all_figures() if self.also else {})


def _same(*columns: str) -> dict[str, str]:
    return {column: column for column in columns}


def _lengths(name: str, **values: object) -> Section:
    return Section(name, "compare_lengths", _same("median_ns", "max_ns"), "name", values=values)


SECTIONS = (
    Section(
        "summary",
        "summary_gpu",
        {
            "gpu_activity_span_ns": "span_ns",
            "gpu_busy_union_ns": "busy_ns",
            "gpu_idle_within_span_ns": "idle_ns",
            "gpu_busy_per_kernel_ns": "busy_per_kernel_ns",
            "gpu_span_per_kernel_ns": "span_per_kernel_ns",
            **_same("kernel_count", "graph_node_kernel_count"),
        },
    ),
    Section(
        "gpus",
        "gpu_utilization",
        _same(
            "span_ns", "busy_ns", "idle_ns", "kernel_only_ns", "copy_only_ns", "both_ns", "kernel_count",
            "copy_count",
        ),
        gpu=True,
        requires=("gpu_activity",),
    ),
    Section(
        "kernels",
        "compare_work",
        _same("count", "total_ns", "share_ns"),
        "name",
        gpu=True,
        requires=("gpu_kernels", "gpu_graphs"),
        values={"is_kernel": True},
        also=_lengths("kernels", is_kernel=True),
    ),
    Section(
        "copies",
        "compare_work",
        _same("count", "total_ns", "share_ns", "bytes"),
        "name",
        gpu=True,
        requires=("gpu_memcpy", "gpu_memset"),
        values={"is_kernel": False},
        also=_lengths("copies", is_kernel=False),
    ),
    Section(
        "api",
        "compare_api",
        _same("count", "total_ns", "median_ns", "max_ns"),
        "name",
        requires=("cuda_api",),
    ),
    Section(
        "nvtx",
        "summary_nvtx",
        {"count": "range_count", **_same("sum_ns", "union_ns", "gpu_overlap_ns")},
        "text",
        requires=("nvtx_events",),
    ),
    Section(
        "idle",
        "gpu_idle_summary",
        _same("gap_count", "idle_ns"),
        "cause",
        gpu=True,
        requires=("gpu_activity",),
        counts_zero=True,
        values={"by_range": False, "by_activity": False},
    ),
    Section(
        "communication",
        "comm_overlap_summary",
        _same("comm_only_ns", "both_ns", "compute_only_ns", "comm_kernel_count"),
        gpu=True,
        requires=("gpu_activity",),
    ),
    Section(
        "dispatch",
        "dispatch_summary",
        _same(
            "step_count", "duration_sum_ns", "duration_median_ns", "duration_p95_ns", "busy_sum_ns",
            "idle_sum_ns", "actual_sum", "padded_sum",
        ),
        "dispatch_name",
        requires=("nvtx_events",),
    ),
)  # fmt: skip
BY_NAME = {section.name: section for section in SECTIONS}
# other words for a section: as in the summary's JSON, and in the singular
ALIASES = {"top_kernels": "kernels", "kernel": "kernels", "gpu": "gpus", "copy": "copies"}
