"""The folder of pages: an index, and for each trace its page and its summary."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.html.templates import rendered
from nsys_duck.output import files as output
from nsys_duck.output.formats import cell
from nsys_duck.page.answers import shown_name
from nsys_duck.page.making import Run, lost, make
from nsys_duck.page.workers import Lost, in_order

LONGEST_NAME = 200  # bytes, so that there is room for what files in the making are called
MARK = '<meta name="generator" content="nsys-duck'


def write(run: Run, paths: list[Path], title: str, jobs: int, tell: Callable[[str], None]) -> int:
    """Write the folder of a run; the number of traces that failed, which the index lists with their reasons.

    `jobs` processes make pages at once; what they write does not depend on how many they are. `tell` gets
    a line for each trace, in their order. Raises PatternError.
    """
    rows = []
    tasks = list(zip(paths, names(paths), strict=True))
    for number, made in enumerate(in_order(partial(make, run), tasks, jobs), 1):
        if isinstance(made, Lost):
            made = lost(run, tasks[number - 1], str(made))
        for note in made.notes:
            tell(note)
        row = made.row
        told = f"failed: {row['reason']}" if row["reason"] else row["page"]
        tell(f"[{number}/{len(tasks)}] {cell(row['name'])}: {told} ({made.seconds:.1f} s)")
        if (against := row["compared"]) and against.reason:
            tell(f"{cell(row['name'])} against {cell(against.baseline)}: {against.verdict}: {against.reason}")
        rows.append(row)
    failed = sum(row["reason"] is not None for row in rows)
    against = next((row["compared"].baseline for row in rows if row["compared"]), None)
    text = rendered(
        "index.html.j2", title=title, rows=rows, failed=failed, scope=run.wishes.scope, baseline=against
    )
    output.write(text, run.folder / "index.html")
    _tell_of_earlier_pages(run.folder, {"index.html", *(row["page"] for row in rows)}, tell)
    return failed


def _tell_of_earlier_pages(folder: Path, written: set[str | None], tell: Callable[[str], None]) -> None:
    earlier = [
        file.name for file in sorted(folder.glob("*.html")) if file.name not in written and _is_ours(file)
    ]
    if earlier:
        listed = ", ".join(map(cell, earlier[:3])) + (" ..." if len(earlier) > 3 else "")
        tell(f"not in the index, of an earlier run: {listed} ({len(earlier)} in {folder})")


def _is_ours(file: Path) -> bool:
    return MARK in file.read_text(encoding="utf-8", errors="replace")[:2000]


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


def require(folder: Path, paths: list[Path], baseline: Path | None) -> None:
    """Refuse a folder that holds a trace or is in one, and one with pages that are not of our making."""
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
        if file.is_file() and not _is_ours(file):
            raise UsageError(f"{file} is not a page of nsys-duck and would be replaced: {another}")


@contextmanager
def made(folder: Path) -> Iterator[None]:
    """The folder made for the block; if that fails before anything is in it, it goes again."""
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NsysDuckError(f"{folder}: cannot be made: {error.strerror}") from error
    try:
        yield
    except BaseException:
        if is_new:
            with suppress(OSError):  # there is something in it
                folder.rmdir()
        raise
