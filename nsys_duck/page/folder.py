"""The folder of pages: an index, and for each trace its page and its summary."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from nsys_duck import output
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.formats import cell
from nsys_duck.page import charts
from nsys_duck.page.answers import Answers, shown_name
from nsys_duck.page.baseline import Compared
from nsys_duck.page.templates import rendered
from nsys_duck.page.trace_page import Links, Wishes, index_row, page
from nsys_duck.summary import summary
from nsys_duck.trace import Trace

Opener = Callable[[Path], AbstractContextManager[Trace]]
Comparer = Callable[[Path, str], Compared | None]
LONGEST_NAME = 200  # bytes, so that there is room for what files in the making are called
MARK = '<meta name="generator" content="nsys-duck'


def write(
    paths: list[Path],
    folder: Path,
    open_trace: Opener,
    wishes: Wishes,
    title: str,
    tell: Callable[[str], None],
    compare: Comparer | None = None,
    baseline: Path | None = None,
) -> int:
    """Write the folder; the number of traces that failed, which the index lists with their reasons.

    `open_trace` opens one trace with the options of the run; `tell` gets a line for each trace that is
    done; `compare` compares a trace with `baseline`, where there is one. Raises UsageError where the
    folder has files that are not ours, and for a pattern that is none.
    """
    charts.require_library()
    _prepare(folder, paths, baseline)
    rows = []
    for number, (path, name) in enumerate(zip(paths, names(paths), strict=True), 1):
        began = time.monotonic()
        row = {"name": shown_name(path), "page": f"{name}.html", "reason": None, "compared": None}
        row["summary_file"] = f"{name}/summary.json"
        try:
            with open_trace(path) as trace:
                _check(trace, wishes)
                row["compared"] = compare(path, name) if compare else None
                links = Links(row["summary_file"], "index.html", row["compared"])
                row |= _one(trace, folder, name, wishes, links)
        except _PatternError:
            raise
        except (NsysDuckError, OSError) as error:
            row["reason"] = str(error)
            _forget(folder, name)
        told = f"failed: {row['reason']}" if row["reason"] else row["page"]
        tell(f"[{number}/{len(paths)}] {cell(row['name'])}: {told} ({time.monotonic() - began:.1f} s)")
        rows.append(row)
    failed = sum(row["reason"] is not None for row in rows)
    against = next((row["compared"].baseline for row in rows if row["compared"]), None)
    text = rendered(
        "index.html.j2", title=title, rows=rows, failed=failed, scope=wishes.scope, baseline=against
    )
    output.write(text, folder / "index.html")
    return failed


class _PatternError(UsageError):
    """A pattern of the run is none: that is the user's mistake and no trace's failure."""


def _check(trace: Trace, wishes: Wishes) -> None:
    try:
        trace.check_pattern("--dispatch", wishes.dispatch)
        trace.check_pattern("--communication", wishes.communication)
    except UsageError as error:
        raise _PatternError(str(error)) from error


def _one(trace: Trace, folder: Path, name: str, wishes: Wishes, links: Links) -> dict:
    """Write the page and the summary of a trace; its row in the index."""
    (folder / name).mkdir(exist_ok=True)
    trace.keep("_idle_gaps", "gpu_idle", "launches")
    told = summary(trace, dispatch=wishes.dispatch, detail=True, communication=wishes.communication)
    output.write(output.to_json(told), folder / links.summary)
    answers = Answers(trace)
    output.write(page(answers, wishes, links), folder / f"{name}.html")
    return index_row(answers)


def names(paths: list[Path]) -> Iterator[str]:
    """A name for each trace's page and folder: its own without the ending, numbered where that is taken."""
    taken = {"index", "index.html"}
    for path in paths:
        stem = shown_name(path).split(".sqlite")[0]
        stem = stem.encode()[:LONGEST_NAME].decode(errors="ignore")
        if not stem.strip("."):
            stem = "trace"  # "." and ".." are folders that are there already
        name, number = stem, 1
        while taken & {name.casefold(), f"{name}.html".casefold()}:
            number += 1
            name = f"{stem}-{number}"
        taken |= {name.casefold(), f"{name}.html".casefold()}
        yield name


def _prepare(folder: Path, paths: list[Path], baseline: Path | None) -> None:
    """Make the folder; refuse one that holds a trace or is in one, and pages that are not of our making."""
    another = "name another folder with -o"
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: {another}")
    stems = list(names(paths))
    written = [place.resolve() for place in (folder, *(folder / name for name in stems))]
    for trace in [*paths, *([baseline] if baseline else [])]:
        trace = trace.resolve()
        if trace.parent in written or any(trace in (place, *place.parents) for place in written):
            raise UsageError(f"{folder} holds a trace, and nothing is written beside a trace: {another}")
    for file in (folder / f"{name}.html" for name in ("index", *stems)):
        if file.is_file() and MARK not in file.read_text(encoding="utf-8", errors="replace")[:2000]:
            raise UsageError(f"{file} is not a page of nsys-duck and would be replaced: {another}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NsysDuckError(f"{folder}: cannot be made: {error.strerror}") from error


def _forget(folder: Path, name: str) -> None:
    """Remove what an earlier run wrote for a trace that now fails: an old page would pass for today's."""
    for file in (folder / f"{name}.html", folder / name / "summary.json", folder / name / "compare.html"):
        with suppress(OSError):  # nothing there, or nothing that can be written to either
            file.unlink()
