"""The summary: reports of sql/reports/summary_*.sql laid out as one JSON object.

Nothing is computed here but the division of whole nanoseconds into the seconds that are printed.
"""

from nsys_duck.trace.trace import Trace

NOTES = (
    "GPU busy is interval union, not utilization counter. CPU/API/NVTX times overlap GPU work and each "
    "other; do not sum them as exclusive costs."
)


def _seconds(ns: int | None) -> float | None:
    return None if ns is None else ns / 1e9


def summary(
    trace: Trace,
    *,
    top: int = 20,
    dispatch: str | None = None,
    nvtx: str | None = None,
    detail: bool = False,
    communication: str | None = None,
    fold_ids: bool = False,
    nvtx_exclude: str | None = None,
) -> dict:
    """The summary of `trace`: keys in the order in which they are printed, times in seconds (float).

    `top` limits `api` and `top_kernels` (0 for all); `dispatch` and `nvtx` are regular expressions on
    the texts of NVTX events, `nvtx_exclude` one for texts of ranges to leave out; `fold_ids` folds numbers in the texts of ranges, so that those of one kind are
    one. What the export did not capture is None. `detail` adds the keys of nsys_duck.detail, with
    `communication` as the regular expression for kernels that communicate.
    """
    # The sweep that follows the device work keeps one core busy; the API calls are read meanwhile.
    trace.ahead("_api_totals", after=["_gpu_work"])
    ((span, busy, idle, kernels, graph_kernels, *_),) = trace.report("summary_gpu").rows
    calls = trace.report("summary_api", top=top).rows
    ranges = trace.report(
        "summary_nvtx", nvtx=nvtx, exclude=nvtx_exclude, dispatch=dispatch, strip_ids=fold_ids
    ).rows
    events = trace.report("summary_dispatch", dispatch=dispatch).rows
    counts = {}
    for _, text, count, _ in events:
        counts.setdefault(text, count)
    result = {
        "file": trace.path.name,
        "gpu_activity_span_s": _seconds(span),
        "gpu_busy_union_s": _seconds(busy),
        "gpu_idle_within_span_s": _seconds(idle),
        "kernel_count": kernels,
        "graph_node_kernel_count": graph_kernels,
        "api": {name: [count, _seconds(total)] for name, count, total in calls},
        "nvtx": {
            text: {
                "count": count,
                "sum_s": _seconds(total),
                "union_s": _seconds(union),
                "gpu_overlap_s": _seconds(overlap),
            }
            for text, count, total, union, overlap in ranges
        },
        "dispatch": counts,
        "dispatch_timeline": [{"start_ns": start, "name": text} for start, text, _, _ in events],
        "top_kernels": [
            [name, [count, _seconds(total)]]
            for name, count, total in trace.report("summary_kernels", top=top).rows
        ],
        "notes": NOTES,
    }
    if absent := [table for (table,) in trace.report("summary_absent").rows]:
        result["absent"] = absent
    if detail:
        from nsys_duck.reports import detail as more

        result |= more.detail(
            trace,
            top=top,
            dispatch=dispatch,
            nvtx=nvtx,
            nvtx_exclude=nvtx_exclude,
            communication=communication,
        )
    return result


def warnings(trace: Trace) -> list[str]:
    """What a reader of the summary must know about the data, a sentence each."""
    return [text for _, text in trace.report("summary_warnings").rows] + trace.notes
