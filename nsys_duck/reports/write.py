"""Reports written: one, or several one after another as `nsys stats` does."""

import json
import os
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from nsys_duck.catalog.files import SqlFile
from nsys_duck.catalog.params import bind
from nsys_duck.errors import UsageError
from nsys_duck.output.files import refuse_trace
from nsys_duck.output.formats import TEXT_FORMATS, Format, rows_of
from nsys_duck.output.messages import counted
from nsys_duck.output.sinks import sink
from nsys_duck.output.table import ON_SCREEN, room, show
from nsys_duck.reports import nsys_csv
from nsys_duck.reports.answer import ENDINGS, format_of, write_answer
from nsys_duck.reports.names import ReportQuestion, absence, missing, require_data, told_absent, told_hidden
from nsys_duck.reports.table import lines_of
from nsys_duck.trace.trace import Trace
from nsys_duck.trace.window import where_work_is

LIMITS = ("gap", "threshold", "ticks_threshold")  # parameters below which a report has no row
UNITS = {"nsec": "ns", "usec": "us", "msec": "ms", "sec": "s"}
Wanted = tuple[str, SqlFile, dict[str, object]]


def unit_of(text: str | None) -> str:
    """The unit that --time-unit means, by the beginning of its name; UsageError for none."""
    found = [unit for name, unit in UNITS.items() if name.startswith((text or "nsec").lower())]
    if not found or text == "":
        raise UsageError(f"--time-unit: {text!r} is none of {', '.join(UNITS)}")
    return found[0]


def write_report(
    trace: Trace,
    file: SqlFile,
    values: dict[str, object],
    wanted: Format | None,
    nsys_headers: bool,
    time_unit: str | None,
    target: Path | None,
) -> list[str]:
    """Write one report; notes on what is not shown.

    Raises NsysDuckError where the trace does not have its data.
    """
    unit = unit_of(time_unit)
    if nsys_headers and wanted not in (None, Format.csv):
        raise UsageError(f"--nsys-headers prints CSV: leave --format {wanted} out")
    require_data(trace, file)
    if nsys_headers:
        _write_nsys(trace, file, values, unit, target)
        return told_hidden(trace, file)
    question = ReportQuestion(trace, file, values, unit)
    if target is None and format_of(wanted, target) is Format.table:
        return _show(question, ON_SCREEN if sys.stdout.isatty() else 0, "--format csv or -o FILE has all")
    notes = write_answer(question, wanted, target)
    return notes + (_about(question, False) if question.is_empty else told_hidden(trace, file))


def _write_nsys(trace: Trace, file: SqlFile, values: dict, unit: str, target: Path | None) -> None:
    file = nsys_csv.printed_as(file, trace)
    columns = nsys_csv.columns_of(file, trace)
    question = ReportQuestion(trace, file, values)
    with sink(target) as out:

        def fetch(result) -> None:
            out.restart()
            names = [field.name for field in question.fields]
            for line in nsys_csv.lines(names, rows_of(result), columns, unit):
                out.write(line.encode("utf-8", errors="backslashreplace"))

        question.plain(fetch)


def _show(question: ReportQuestion, top: int, rest: str) -> list[str]:
    rows = question.as_text(lambda result: result.fetchall())
    layout = lines_of(question.fields, question.file.columns, rows[:top] if top else rows, room())
    show(layout)
    notes = _about(question, bool(rows))
    if top and len(rows) > top:
        notes.append(f"the first {top} of {counted(len(rows), 'row')}; {rest}")
    return notes + (layout.notes if rows else [])


def _about(question: ReportQuestion, has_rows: bool) -> list[str]:
    """Why there is nothing, or not all."""
    trace, file = question.trace, question.file
    notes = [] if has_rows else [_nothing(question), *where_work_is(trace)]
    return notes + told_absent(trace, file, has_rows) + told_hidden(trace, file)


def _filled(text: str) -> str:
    """`text` in lines that the terminal has room for."""
    return textwrap.fill(text, room() or 10**6, subsequent_indent="    ", break_on_hyphens=False)


def _nothing(question: ReportQuestion) -> str:
    """No rows, and the numbers that a row must reach: a limit is easily forgotten."""
    limits = [p for p in question.file.params if p.name in LIMITS]
    told = ", ".join(f"{p.name}={bind(p, question.params.get(p.name))} ({p.text})" for p in limits)
    return f"no rows with {told}; set others with -p {limits[0].name}=..." if limits else "no rows"


def write_stats(
    trace: Trace,
    wanted: list[Wanted],
    form: Format | None,
    nsys_headers: bool,
    time_unit: str | None,
    top: int,
    base: str | None,
) -> list[str]:
    """Write several reports, each where its data are there; notes on what was skipped and why."""
    unit = unit_of(time_unit)
    if nsys_headers and form not in (None, Format.csv):
        raise UsageError(f"--nsys-headers prints CSV: leave --format {form} out")
    form = form or (Format.csv if nsys_headers or base is not None else Format.table)
    if base is None and form in (Format.ndjson, Format.parquet, Format.arrow):
        raise UsageError(f"--format {form} of several reports needs files: add -o BASE")
    trace.remember()  # several reports lack the same data
    skipped, runnable = [], []
    for name, file, values in wanted:
        if lacking := missing(trace, file):
            how = f": {lacking.short}" if lacking.short else ""
            skipped.append(f"SKIPPED: {absence(trace, lacking)} ({name}{how})")
        else:
            runnable.append((name, file, values))
    told = []
    if base is not None:
        told.append(_write_files(trace, runnable, form, nsys_headers, unit, base))
    elif form is Format.json:
        _write_object(trace, runnable, unit)
    else:
        for place, (name, file, values) in enumerate(runnable):
            _section(trace, name, file, values, form, nsys_headers, unit, top, first=place == 0)
        if form is Format.table and skipped:
            print("\n" * bool(runnable) + "\n".join(map(_filled, skipped)))
            skipped = []
    if form is not Format.table:
        told += dict.fromkeys(note for _, file, _ in runnable for note in told_hidden(trace, file))
    return [*trace.notes, *told, *skipped]


def _section(trace, name, file, values, form, nsys_headers, unit, top, *, first) -> None:
    print(f"{'' if first else chr(10)} ** {file.title or file.name} ({name}):\n", flush=True)
    if nsys_headers and file.nsys:
        _write_nsys(trace, file, values, unit, None)
        return
    question = ReportQuestion(trace, file, values, unit)
    if form is not Format.table:
        write_answer(question, form, None)
        return
    if notes := _show(question, top, "--top 0 shows all"):
        print(_filled(f"({'; '.join(notes)})"))


def _write_object(trace: Trace, wanted: list[Wanted], unit: str) -> None:
    """One JSON object: the rows of every report under its name."""

    def text() -> Iterator[str]:
        before = "{\n"
        for name, file, values in wanted:
            question = ReportQuestion(trace, file, values, unit)
            rows = question.as_text(lambda result: result.fetchall())
            yield (
                f"{before}{json.dumps(name)}: "
                + "".join(TEXT_FORMATS["json"](question.fields, rows)).rstrip()
            )
            before = ",\n"
        yield "{}\n" if before == "{\n" else "\n}\n"

    with sink(None) as out:
        for part in text():
            out.write(part.encode("utf-8", errors="backslashreplace"))


def _write_files(trace, wanted, form, nsys_headers, unit, base) -> str:
    """Write a file for each report; a line on where they are."""
    ending = next(ending for ending, name in ENDINGS.items() if name == form)
    place = Path(trace.path.with_suffix("").name if base == "." else base)
    if base.endswith(("/", os.sep)) or place.is_dir():
        place = place / trace.path.with_suffix("").name
    for name, file, values in wanted:
        target = place.with_name(f"{place.name}_{name.replace(':', '_').replace('/', '_')}{ending}")
        refuse_trace(target, trace.path)
        if nsys_headers and file.nsys:
            _write_nsys(trace, file, values, unit, target)
        else:
            write_answer(ReportQuestion(trace, file, values, unit), form, target)
    return f"wrote {counted(len(wanted), 'file')}: {place}_*{ending}"
