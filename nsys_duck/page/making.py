"""All that a run of pages writes for one trace; it needs nothing of the others, so that many run at once."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nsys_duck
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output import files as output
from nsys_duck.page.answers import Answers, shown_name
from nsys_duck.page.baseline import Baseline, compared
from nsys_duck.page.trace_page import Links, Wishes, index_row, page
from nsys_duck.reports.summary import summary
from nsys_duck.trace.trace import Trace


@dataclass(frozen=True)
class Run:
    """What holds for every trace of a run, as plain data: `options` are those of nsys_duck.open."""

    folder: Path
    wishes: Wishes
    options: dict[str, object]
    library: Path
    baseline: Baseline | None = None


@dataclass
class Made:
    """The trace's row of the index, whose `reason` says why there is no page, and what its reader must know."""

    row: dict
    notes: list[str]
    seconds: float


class PatternError(UsageError):
    """A pattern of the run is none: that is the user's mistake and no trace's failure."""


def _new_row(path: Path, name: str) -> dict:
    row = {"name": shown_name(path), "page": f"{name}.html", "reason": None, "compared": None}
    return row | {"summary_file": f"{name}/summary.json"}


def make(run: Run, task: tuple[Path, str]) -> Made:
    """Write page, summary and comparison of the trace `task`, which is its path and its name in the folder.

    Raises PatternError; a trace that fails has its reason in the row.
    """
    path, name = task
    began = time.monotonic()
    row = _new_row(path, name)
    notes = []
    try:
        with nsys_duck.open(path, **run.options) as trace:
            notes += trace.notes
            _check(trace, run.wishes)
            row |= _written(trace, run, name, row)
    except PatternError:
        raise
    except (NsysDuckError, OSError) as error:
        return _failed(run, row, str(error), notes, began)
    return Made(row, notes, time.monotonic() - began)


def lost(run: Run, task: tuple[Path, str], reason: str) -> Made:
    """What there is of a trace where the process that was to make it ended."""
    return _failed(run, _new_row(*task), reason, [], time.monotonic())


def _check(trace: Trace, wishes: Wishes) -> None:
    try:
        trace.check_pattern("--dispatch", wishes.dispatch)
        trace.check_pattern("--communication", wishes.communication)
    except UsageError as error:
        raise PatternError(str(error)) from error


def _written(trace: Trace, run: Run, name: str, row: dict) -> dict:
    """Write the files of an open trace; what they add to its row."""
    trace.hold_tables("gpu_activity")
    trace.keep("_gap_candidates", "_idle_gaps", "launches", "_captured", "coverage")
    trace.remember()
    wishes = run.wishes
    against = compared(run.baseline, trace, run.folder, name) if run.baseline else None
    links = Links(row["summary_file"], "index.html", against)
    told = summary(trace, dispatch=wishes.dispatch, detail=True, communication=wishes.communication)
    (run.folder / name).mkdir(exist_ok=True)
    output.write(output.to_json(told), run.folder / links.summary)
    answers = Answers(trace)
    library = run.library.read_text(encoding="utf-8")
    output.write(page(answers, wishes, links, library), run.folder / f"{name}.html")
    return {"compared": against, **index_row(answers)}


def _failed(run: Run, row: dict, reason: str, notes: list[str], began: float) -> Made:
    """The trace as failed; what an earlier run wrote for it is removed, as it would pass for today's."""
    place = run.folder / Path(row["summary_file"]).parent
    for file in (run.folder / row["page"], place / "summary.json", place / "compare.html"):
        with suppress(OSError):  # nothing there, or nothing that can be written to either
            file.unlink()
    with suppress(OSError):  # not there, or with something else in it
        place.rmdir()
    return Made({**row, "reason": reason, "compared": None}, notes, time.monotonic() - began)
