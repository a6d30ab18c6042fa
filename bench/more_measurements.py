"""More measurements: converted traces and nesting."""

from collections.abc import Iterator

from measurements import Figure, measurement
from processes import in_turn, nsys_duck, script
from traces import SPANNING, Traces


@measurement
def kept(traces: Traces, size: int) -> Iterator[Figure]:
    """The trace as a DuckDB file: what it takes to make, and what a question to it takes."""
    trace, target = traces.of(size), traces.folder / "kept.duckdb"
    making, scan = in_turn(
        nsys_duck("convert", trace, "-o", target), script("bare_scan.py", trace), times=1, warm_up=False
    )
    yield Figure("convert / bare scan", making.median_s / scan.median_s)
    yield Figure("convert, peak memory", making.median_mb, " MB")
    yield Figure("converted / export, size", target.stat().st_size / trace.stat().st_size)
    question = "SELECT short_name, count(*), sum(duration_ns) FROM gpu_kernels GROUP BY ALL ORDER BY ALL"
    kept, export, scan = in_turn(
        nsys_duck("query", target, question),
        nsys_duck("query", trace, question),
        script("bare_scan.py", trace),
    )
    yield Figure("a question to the converted trace", kept.median_s, " s", at_most=1)
    yield Figure("the same to the export / bare scan", export.median_s / scan.median_s)
    kept, export = in_turn(nsys_duck("summarize", target), nsys_duck("summarize", trace))
    yield Figure("summarize, converted / export", kept.median_s / export.median_s)


@measurement
def nesting(traces: Traces, size: int) -> Iterator[Figure]:
    """A million NVTX ranges: their nesting, and the work launched inside each."""
    trace = traces.of(size // 5, SPANNING, size // 2)
    nested, projected, scan = in_turn(
        nsys_duck("query", trace, "SELECT depth, count(*), sum(self_ns) FROM nvtx_ranges GROUP BY ALL"),
        nsys_duck(
            "query",
            trace,
            "SELECT depth, sum(kernel_count), sum(launched_busy_ns) FROM nvtx_gpu GROUP BY ALL",
        ),
        script("bare_scan.py", trace),
        times=1,
    )
    many = f"{size // 2_000:,}k ranges"
    yield Figure(f"nesting of {many} / bare scan", nested.median_s / scan.median_s)
    yield Figure(f"nesting of {many}, peak memory", nested.median_mb, " MB")
    yield Figure(f"work per range, {many} / bare scan", projected.median_s / scan.median_s)
    yield Figure(f"work per range, {many}, peak memory", projected.median_mb, " MB")
