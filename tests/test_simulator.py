"""Findings against the truth: programs are simulated with a planted cause and without it, and the saving is known."""

import itertools
import os
import random
import statistics
from pathlib import Path
from typing import NamedTuple

import pytest
from simulator.export import write
from simulator.machine import MAIN, Rank, run
from simulator.programs import CAUSES, SEVERAL_GPUS, Shape, program, without

from nsys_duck.trace.trace import Trace

# programs of each cause, of each pair and healthy ones, with marks and without; make simulate has 8: 336 traces
SEEDS = int(os.environ.get("SIMULATIONS", "1"))
PAIRS = [("launch_bound", "exposed_copy"), ("queue_drained", "small_grid"), ("queue_drained", "exposed_copy"),
         ("blocking_communication", "queue_drained"), ("pageable_copy", "small_grid")]  # fmt: skip
UNKNOWN_GAIN = {"dominant_kernel"}


class Case(NamedTuple):
    """A program to simulate."""

    causes: tuple[str, ...]
    seed: int
    marks: bool


class Told(NamedTuple):
    """What came of it."""

    case: Case
    expected: list[str]
    kinds: list[str]
    error_pct: float | None  # recoverable time less the saving, in % of a step
    boundaries: int
    boundaries_found: int


def starts(rank: Rank, marks: bool) -> list[int]:
    """Where the steps of a rank start: on the host where it marks them, else with the first work on the device."""
    if marks:
        return [start for start, _ in rank.steps]
    kernels = [row["start"] for row in rank.rows["KERNEL"] if row["shortName"] == "kernel_0"]
    copies = [row["start"] for row in rank.rows.get("MEMCPY", []) if row["streamId"] == MAIN]
    return copies or kernels


def lengths(rank: Rank, marks: bool) -> list[int]:
    """How long the steps of a rank last."""
    if marks:
        return [end - start for start, end in rank.steps]
    ends = [row["end"] for row in rank.rows["KERNEL"] if row["shortName"].startswith("kernel_")]
    bounds = [*starts(rank, marks), max(ends)]
    return [end - start for start, end in itertools.pairwise(bounds)]


def mean_length(ranks: list[Rank], marks: bool, counted: list[int]) -> float:
    """Mean length of these steps on the rank where it is longest."""
    return max(statistics.mean(lengths(rank, marks)[index] for index in counted) for rank in ranks)


def simulate(case: Case, causes: frozenset[str]) -> list[Rank]:
    """The ranks of the program with these causes."""
    several = 2 if SEVERAL_GPUS & set(case.causes) else 1
    shape = Shape.of(case.seed, several, case.marks)
    return run([program(shape, causes, rank, case.seed) for rank in range(several)])


def told(case: Case, path: Path) -> Told:
    """The findings of the program, beside the truth."""
    causes = frozenset(case.causes)
    ranks = simulate(case, causes)
    write(path, ranks)
    with Trace(path) as trace:
        trace.keep("findings")
        findings = trace.answer("SELECT kind, recoverable_ns FROM findings ORDER BY rank").rows
        found = trace.answer(
            "SELECT step_index, start_ns, is_steady FROM steps "
            "WHERE global_pid = (SELECT min(global_pid) FROM steps) ORDER BY step_id"
        ).rows
    counted = [index for index, _, steady in found if steady]
    if case.marks and len(counted) >= 5:
        counted = counted[1:-1]
    # on the host the first three are short while the queue fills, with the cause or without it
    first_counted = 3 if case.marks else 0
    counted = [index for index in counted if first_counted <= index < len(lengths(ranks[0], case.marks))]
    mean = mean_length(ranks, case.marks, counted)
    savings = {
        cause: mean - mean_length(simulate(case, without(causes, cause)), case.marks, counted)
        for cause in case.causes
    }
    known = sorted((cause for cause in case.causes if cause not in UNKNOWN_GAIN), key=lambda c: -savings[c])
    expected = known + [cause for cause in case.causes if cause in UNKNOWN_GAIN]
    bounds = starts(ranks[0], case.marks)
    hit = {start for _, start, _ in found}
    first = expected[0] if expected else None
    # the tolerance is a tenth of a step
    near = sum(any(abs(start - one) <= mean / 10 for one in hit) for start in bounds)
    return Told(
        case, expected, [kind for kind, _ in findings],
        100 * (findings[0][1] - savings[first]) / mean if first and findings and findings[0][1] else None,
        len(bounds), near,
    )  # fmt: skip


def cases() -> list[Case]:
    """One cause, two at once, none; with marks and without."""
    drawn = random.Random(7)
    planted = [(), (), (), *[(cause,) for cause in CAUSES], *PAIRS]
    return [Case(causes, drawn.randrange(10**6), marks) for causes in planted for marks in (True, False)
            for _ in range(SEEDS)]  # fmt: skip


def figures(results: list[Told]) -> dict[str, float]:
    """The shares that are promised."""
    sick = [result for result in results if result.expected]
    healthy = [result for result in results if not result.expected]
    measured = [
        result for result in sick if result.error_pct is not None and result.kinds[:1] == result.expected[:1]
    ]
    return {
        "traces": len(results),
        "first_pct": 100 * statistics.mean(result.kinds[:1] == result.expected[:1] for result in sick),
        "ceiling_within_2_pct": 100 * statistics.mean(
            abs(result.error_pct) <= 2 for result in measured),
        "healthy_with_finding": sum(bool(result.kinds) for result in healthy),
        "boundaries_marked_pct": share(result for result in results if result.case.marks),
        "boundaries_unmarked_pct": share(result for result in results if not result.case.marks),
    }  # fmt: skip


def share(results) -> float:
    """Boundaries found, in %."""
    results = list(results)
    return 100 * sum(r.boundaries_found for r in results) / sum(r.boundaries for r in results)


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> list[Told]:
    """All simulated traces, judged."""
    folder = tmp_path_factory.mktemp("simulated")
    return [told(case, folder / f"{number}.sqlite") for number, case in enumerate(cases())]


def test_findings_are_true(results):
    """The planted cause comes first, its ceiling is the saving, and a healthy program has no finding."""
    reached = figures(results)
    print(reached)
    assert reached["traces"] >= 42 * SEEDS
    assert reached["first_pct"] >= 95
    assert reached["ceiling_within_2_pct"] >= 95
    assert reached["healthy_with_finding"] == 0
    assert reached["boundaries_marked_pct"] == 100
    assert reached["boundaries_unmarked_pct"] >= 98
