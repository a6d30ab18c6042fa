"""`nsys-duck query`: where the SQL comes from, and in which format its result goes where."""

import sys
from itertools import chain, islice
from pathlib import Path
from typing import Any

from nsys_duck.errors import UsageError
from nsys_duck.output.formats import TEXT_FORMATS, Format, rows_of
from nsys_duck.output.messages import counted
from nsys_duck.output.sinks import sink
from nsys_duck.output.table import ON_SCREEN, lines_of, room, show, terminal_width
from nsys_duck.trace.query import Question
from nsys_duck.trace.window import where_work_is

ENDINGS = {
    ".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson",
    ".md": "markdown", ".txt": "table", ".parquet": "parquet", ".arrow": "arrow", ".arrows": "arrow",
    ".feather": "arrow",
}  # fmt: skip

WRITTEN_AT_ONCE = 1000  # rows


def sql_from(text: str | None, file: Path | None) -> str:
    """The SQL of the command line: the argument, `-` for standard input, or the file."""
    if (text is None) == (file is None):
        raise UsageError('give the SQL: "SELECT ...", or -f FILE.sql, or - to read it from standard input')
    if file is None and text != "-":
        return text
    try:
        if file is None and sys.stdin is None:
            raise UsageError("standard input is closed: give the SQL, or -f FILE.sql")
        data = sys.stdin.buffer.read() if file is None or str(file) == "-" else file.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file or 'standard input'}: the SQL is not UTF-8") from error


def format_of(wanted: Format | None, target: Path | None) -> Format:
    """The format asked for, else that of the file's ending, else a table for people and CSV for programs."""
    if wanted is not None:
        return wanted
    if target is not None:
        ending = target.suffix.lower()
        if ending not in ENDINGS:
            what = (
                f"no format has the ending {ending!r}"
                if ending
                else "the name has no ending to take the format from"
            )
            raise UsageError(f"{target}: {what}; add --format, or an ending such as .csv or .json")
        return Format(ENDINGS[ending])
    return Format.table if sys.stdout.isatty() else Format.csv


def write_answer(question: Question, wanted: Format | None, target: Path | None) -> list[str]:
    """Write the result of `question` to `target`, or to standard output; notes on what is not shown."""
    form = format_of(wanted, target)
    if target is None and form in (Format.parquet, Format.arrow) and sys.stdout.isatty():
        raise UsageError(f"{form} is no text for a terminal: add -o FILE, or pipe it on")
    if question.is_explain and wanted is None:
        _write_plan(question, target)
    elif form is Format.table:
        return _write_table(question, target)
    elif form in TEXT_FORMATS:
        _write_text(question, form, target)
    else:
        from nsys_duck.output import binary

        (binary.write_parquet if form is Format.parquet else binary.write_arrow)(question, target)
    return []


def _write_text(question: Question, form: str, target: Path | None) -> None:
    with sink(target) as out:

        def fetch(result: Any) -> None:
            out.restart()
            rows = rows_of(result)
            first = list(islice(rows, 1))
            question.is_empty = not first
            texts = TEXT_FORMATS[form](question.fields, chain(first, rows))
            while batch := "".join(islice(texts, WRITTEN_AT_ONCE)):
                out.write(_encoded(batch))

        question.as_text(fetch)


def _write_plan(question: Question, target: Path | None) -> None:
    rows = question.plain().rows
    with sink(target) as out:
        for _, text in rows:
            out.write(_encoded(str(text).rstrip() + "\n"))


def _write_table(question: Question, target: Path | None) -> list[str]:
    if target is not None or not sys.stdout.isatty():
        rows = question.as_text(lambda result: result.fetchall())
        layout = lines_of(question.fields, rows, None if target else room())
        with sink(target) as out:
            out.write(_encoded("\n".join(layout.lines) + "\n"))
        return layout.notes if rows else []
    return show_table(question)


def show_table(question: Question) -> list[str]:
    """Show the first rows and columns that a terminal has room for; notes on what is left out."""
    rows = question.as_text(lambda result: result.fetchmany(ON_SCREEN + 1))
    layout = lines_of(question.fields, rows[:ON_SCREEN], terminal_width())
    show(layout)
    notes = [] if rows else where_work_is(question.trace)
    if len(rows) > ON_SCREEN:
        notes.append(
            f"the first {ON_SCREEN} of {counted(question.row_count(), 'row')}; --format csv or -o FILE has all"
        )
    return notes + (layout.notes if rows else [])


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", errors="backslashreplace")
