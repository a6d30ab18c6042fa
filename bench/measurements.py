"""What is measured: one function each, in the order in which they are shown.

A function takes the traces and the size at hand and yields figures. To measure more, write another one
under @measurement.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from processes import Runs, in_turn, nsys_duck, run, script
from traces import LARGE, SMALL, Traces

MEASUREMENTS: list[Callable] = []


@dataclass
class Figure:
    """One line of the table; `at_most` or `at_least` is the goal, if there is one."""

    what: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def goal(self) -> str:
        """The goal in words."""
        if self.at_most is not None:
            return f"at most {self.at_most:g}{self.unit}"
        return f"at least {self.at_least:g}{self.unit}" if self.at_least is not None else ""

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.at_most is not None:
            return self.value <= self.at_most
        return self.value >= self.at_least if self.at_least is not None else None


def measurement(function: Callable) -> Callable:
    """Put `function` on the list."""
    MEASUREMENTS.append(function)
    return function


def _size(kernels: int) -> str:
    return f"{kernels // 1000:,}k kernels"


def differences(ours: object, theirs: object, at: str = "") -> Iterator[str]:
    """Where the figures of a script differ from ours; keys that only we have do not count."""
    if isinstance(theirs, dict):
        for key, value in theirs.items():
            yield from differences(ours.get(key), value, f"{at}/{key}")
        if at and list(ours) != list(theirs):
            yield f"{at}: not the same keys in the same order"
    elif isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{at}: {len(ours)} and {len(theirs)} items"
        for index, pair in enumerate(zip(ours, theirs, strict=False)):
            yield from differences(*pair, f"{at}/{index}")
    elif ours != theirs:
        yield f"{at}: {ours!r} and {theirs!r}"


@measurement
def start(traces: Traces, size: int) -> Iterator[Figure]:
    """How soon something stands on the screen."""
    demo = traces.folder / "demo.sqlite"
    run(nsys_duck("demo", demo), Runs())
    shown, summary = in_turn(nsys_duck("--help"), nsys_duck("summarize", demo))
    yield Figure("--help", shown.median_s, " s", at_most=0.3)
    megabytes = demo.stat().st_size / 1e6
    yield Figure(f"summarize, a trace of {megabytes:.1f} MB", summary.median_s, " s", at_most=0.8)


@measurement
def against_scan(traces: Traces, size: int) -> Iterator[Figure]:
    """The summary against one bare scan of the columns that it needs."""
    trace = traces.of(size)
    summary, scan = in_turn(nsys_duck("summarize", trace), script("bare_scan.py", trace))
    yield Figure(f"bare scan, {_size(size)}", scan.median_s, " s")
    yield Figure(f"summarize, {_size(size)}", summary.median_s, " s")
    full = size == LARGE
    yield Figure("summarize / bare scan", summary.median_s / scan.median_s, "", at_most=1.6 if full else None)
    yield Figure("summarize, peak memory", summary.median_mb, " MB", at_most=400)


@measurement
def against_plain_python(traces: Traces, size: int) -> Iterator[Figure]:
    """The summary against a script of the same figures in plain Python; they must agree."""
    trace = traces.of(size)
    commands = nsys_duck("summarize", trace), script("plain_python.py", trace)
    summary, plain = in_turn(*commands, times=3, warm_up=False)
    for line in differences(json.loads(summary.output), json.loads(plain.output)):
        raise RuntimeError(f"plain_python.py and summarize differ: {line}")
    yield Figure(f"plain Python, {_size(size)}", plain.median_s, " s")
    yield Figure("plain Python / summarize", plain.median_s / summary.median_s, "", at_least=25)


@measurement
def growth(traces: Traces, size: int) -> Iterator[Figure]:
    """Ten times the trace."""
    small, large = in_turn(*(nsys_duck("summarize", traces.of(kernels)) for kernels in (size // 10, size)))
    yield Figure(
        f"summarize, {_size(size)} / {_size(size // 10)}", large.median_s / small.median_s, "", at_most=11
    )


@measurement
def spanning_ranges(traces: Traces, size: int) -> Iterator[Figure]:
    """Thousands of ranges that reach over everything: pairs with the busy islands would be quadratic."""
    few, many = 2_000, 16_000
    commands = [nsys_duck("summarize", traces.of(SMALL, spanning)) for spanning in (few, many)]
    small, large = in_turn(*commands, times=3)
    yield Figure(
        f"{many:,} / {few:,} ranges over all of {_size(SMALL)}",
        large.median_s / small.median_s,
        "",
        at_most=many / few,
    )
