"""What `summarize --detail` adds to the summary: rows of reports under keys that do not change.

SECTIONS is the layout, and all of it: which report fills which key, with which of its columns, in order.
nsys_duck.contract makes the JSON Schema of it and of the reports' headers. Nothing is computed here.
"""

from dataclasses import dataclass

from nsys_duck import __version__
from nsys_duck.catalog.files import catalog
from nsys_duck.catalog.params import default_of
from nsys_duck.trace.trace import Trace

# Raised with every change of a key, a type, a unit or a meaning: the second number where keys were only
# added, the first for all else. tests/contracts has what each version promised.
SCHEMA_VERSION = "1.1"


@dataclass(frozen=True)
class Section:
    """A key of the summary (`a.b`: b inside a) and the report whose rows it has.

    `columns` are those of the report's columns that are shown, in order. `?` behind the key or a column:
    it may be null. `is_one` for a report of one row, which is an object and no list.
    """

    place: str
    report: str
    columns: str
    is_one: bool = False

    @property
    def key(self) -> str:
        """The key without the mark."""
        return self.place.rstrip("?")

    @property
    def may_be_null(self) -> bool:
        """Whether an export may lack the data."""
        return self.place.endswith("?")

    @property
    def fields(self) -> list[tuple[str, bool]]:
        """(column, whether it may be null)."""
        return [(name.rstrip("?"), name.endswith("?")) for name in self.columns.split()]


SECTIONS = (
    Section(
        "capture",
        "detail_capture",
        "nsys_version? export_schema_version? start_utc? start_utc_ns? duration_ns? hostname? driver_version? "
        "cuda_version? graph_tracing? window_from_ns? window_to_ns? only_gpu_id?",
        is_one=True,
    ),
    Section("processes", "detail_processes", "pid? process_name? mpi_rank? gpu_ids gpu_operation_count "
            "api_call_count nvtx_event_count"),
    Section("gpus?", "detail_gpus", "gpu_id? gpu_name? chip_name? compute_capability? sm_count? memory_bytes? "
            "memory_bytes_per_s? clock_hz?"),
    Section(
        "capabilities",
        "detail_capabilities",
        "has_kernels has_graph_nodes has_whole_graphs has_memcpy has_memset has_cuda_api has_sync_records "
        "has_nvtx has_os_runtime has_cpu_samples has_thread_scheduling has_mpi has_gpu_metrics "
        "has_memory_usage has_network_metrics graph_mode? multi_device multi_process gpu_count process_count",
        is_one=True,
    ),
    Section("not_captured", "detail_not_captured", "key reason how_to_capture?"),
    Section("gpu_time?", "gpu_utilization", "gpu_id? gpu_name? first_ns? span_ns? busy_ns? busy_pct? idle_ns? "
            "kernel_only_ns? copy_only_ns? both_ns? kernel_count? copy_count? untimed_count"),
    Section("idle_causes?", "gpu_idle_summary", "gpu_id? cause gap_count idle_ns idle_pct? median_ns max_ns "
            "blocked_ns?"),
    Section("memory_operations?", "detail_memory_operations", "gpu_id? operation copy_kind? operation_count "
            "untimed_count total_bytes? sum_ns union_ns gb_per_s? gbps?"),
    Section("api_classes?", "detail_api_classes", "api_class call_count untimed_count sum_ns"),
    Section("syncs?", "sync_summary", "gpu_id? sync_kind api_name? call_count sum_ns? median_ns? max_ns? "
            "busy_ns? idle_ns?"),
    Section(
        "dispatch_steps?",
        "dispatch_summary",
        "dispatch_name mode? step_count open_count duration_sum_ns? duration_median_ns? duration_p95_ns? "
        "busy_sum_ns? busy_median_ns? busy_p95_ns? idle_sum_ns? idle_median_ns? idle_p95_ns? kernel_median? "
        "actual_sum? padded_sum?",
    ),
    Section(
        "communication?",
        "comm_overlap_summary",
        "gpu_id? span_ns compute_only_ns both_ns comm_only_ns idle_ns comm_kernel_count graph_ns "
        "exposed_comm_pct? unmatched_kernel_count unmatched_kernel_pct?",
    ),
    Section(
        "data_quality",
        "detail_quality",
        "untimed_kernel_count? untimed_operation_count? untimed_call_count? open_range_count? "
        "whole_graph_count? is_newer_than_tested?",
        is_one=True,
    ),
    Section("data_quality.absent_tables", "detail_absent_tables", "table_name data_name reason "
            "how_to_capture?"),
    Section("data_quality.silent_processes?", "detail_silent_processes", "pid? process_name? launch_count"),
    Section("data_quality.diagnostics?", "detail_diagnostics", "severity? message? is_about_loss "
            "message_count"),
    Section("data_quality.unread_tables", "detail_unread_tables", "table_name row_count"),
    Section("data_quality.warnings", "summary_warnings", "rank warning"),
)  # fmt: skip


def detail(
    trace: Trace,
    *,
    top: int,
    dispatch: str | None,
    nvtx: str | None,
    nvtx_exclude: str | None = None,
    communication: str | None,
) -> dict:
    """The keys that follow those of the plain summary; parameters as there, `communication` as --communication."""
    params = {
        "gpu_idle_summary": {"by_range": False, "by_activity": False},
        "dispatch_summary": {"pattern": dispatch},
        "comm_overlap_summary": {"pattern": communication},
    }
    result = {
        "schema_version": SCHEMA_VERSION,
        "generator": {"name": "nsys-duck", "version": __version__},
        "options": {
            "top": top,
            "dispatch": dispatch or _default("dispatch_summary"),
            "nvtx": nvtx,
            "nvtx_exclude": nvtx_exclude,
            "communication": communication or "kernel_class_patterns",
        },
    }
    missing = {key for key, *_ in trace.report("detail_not_captured").rows}
    for section in SECTIONS:
        *above, key = section.key.split(".")
        place = result[above[0]] if above else result
        rows = None if section.key in missing else _rows(trace, section, params.get(section.report, {}))
        place[key] = rows[0] if rows and section.is_one else rows
    # known only now that everything was read; a converted trace was made without such values
    result["data_quality"]["has_unfit_values"] = trace.input.schema.checked
    return result


def _rows(trace: Trace, section: Section, params: dict[str, object]) -> list[dict]:
    found = trace.report(section.report, **params)
    places = [(name, found.columns.index(name)) for name, _ in section.fields]
    return [{name: row[place] for name, place in places} for row in found.rows]


def _default(report: str) -> object:
    (pattern,) = (param for param in catalog()[report].params if param.name == "pattern")
    return default_of(pattern)
