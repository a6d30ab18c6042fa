"""Measurements of what is made of several traces: the folder of pages, and the comparison."""

import shutil
from collections.abc import Iterator

from measurements import Figure, measurement
from processes import in_turn, nsys_duck
from traces import Traces

LAB = 20  # traces of a morning
KERNELS = 50_000  # in each: about 10 MB


@measurement
def pages(traces: Traces, size: int) -> Iterator[Figure]:
    """A page for each of many traces: against their summaries, and the largest page there can be."""
    one = traces.of(KERNELS)
    lab = traces.folder / "lab"
    lab.mkdir()
    many = [shutil.copyfile(one, lab / f"{number}.sqlite") for number in range(LAB)]
    out = traces.folder / "pages"
    all_pages, one_page, summary = in_turn(
        nsys_duck("html", *many, "-o", out),
        nsys_duck("html", one, "-o", out),
        nsys_duck("summarize", one, "-o", traces.folder / "summary.json"),
        times=1,
        warm_up=False,
    )
    megabytes = one.stat().st_size / 1e6
    yield Figure(f"{LAB} pages of {megabytes:.0f} MB traces, each", all_pages.median_s / LAB, " s")
    yield Figure("each / summarize of one", all_pages.median_s / LAB / summary.median_s)
    yield Figure("the first page / each of many", one_page.median_s / (all_pages.median_s / LAB))
    (page,) = in_turn(nsys_duck("html", traces.of(size), "-o", out), times=1, warm_up=False)
    largest = max(file.stat().st_size for file in out.glob("*.html")) / 1e6
    yield Figure(f"page of {size:,} kernels", page.median_s, " s")
    yield Figure("the same, peak memory", page.median_mb, " MB")
    yield Figure("largest page", largest, " MB", at_most=5)


@measurement
def comparison(traces: Traces, size: int) -> Iterator[Figure]:
    """Two traces compared: about two summaries and a little."""
    base, new = traces.of(size), traces.of(size - 1000)
    compared, summary = in_turn(
        nsys_duck("compare", base, new, "-o", traces.folder / "compared.json"),
        nsys_duck("summarize", base, "-o", traces.folder / "summary.json"),
        times=1,
        warm_up=False,
    )
    yield Figure("compare / summarize of one side", compared.median_s / summary.median_s)
    yield Figure("compare, peak memory", compared.median_mb, " MB")
