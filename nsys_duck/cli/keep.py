"""Commands that keep a trace, and that tell whether it and our figures can be trusted."""

from typing import Annotated

import typer

from nsys_duck.cli.options import OutputPath, TextOrJson, on_trace
from nsys_duck.output.messages import counted, say

ONE_LINE = 110
MARKS = {"ok": "ok     ", "missing": "missing", "warning": "WARNING", "note": "note   "}


@on_trace(window=False, device=False)
def doctor(
    opened,
    format: Annotated[TextOrJson, typer.Option(help="For people or for programs.")] = TextOrJson.text,
    output: OutputPath = None,
) -> None:
    """Tell what this export can answer and what not.

    Versions, which data are there, the nsys options that record what is not, how CUDA graphs were traced,
    processes whose kernels are missing, nsys's own warnings, and tables that no view reads.

    Example: nsys-duck doctor trace.sqlite
    """
    from nsys_duck.output import files as out

    out.refuse_trace(output, opened.path)
    found = opened.report("doctor")
    if format is TextOrJson.json:
        rows = [dict(zip(found.columns[1:], row[1:], strict=True)) for row in found.rows]
        return out.write(out.to_json(rows), output)
    width = max(len(topic) for _, _, topic, _, _ in found.rows)
    lines = []
    for _, status, topic, finding, advice in found.rows:
        line = f"{MARKS[status]}  {topic.ljust(width)}  {finding}"
        if advice and len(line) + len(advice) > ONE_LINE:
            line += f"\n{'':9}{'':{width}} "
        lines.append(f"{line} -> {advice}" if advice else line)
    out.write("\n".join(lines) + "\n", output)


@on_trace(device=False)
def check(opened) -> None:
    """Check on this trace what must always hold.

    Busy and idle time add up to the span, launches have each operation once, a call's time is counted
    once, no range is lost, and the like: each check is a SQL file that returns the offending rows. Exit
    status 1 where one has any; that is a defect of nsys-duck, please report it.

    Example: nsys-duck check trace.sqlite
    """
    from nsys_duck.catalog.files import catalog

    failed = 0
    for file in catalog().values():
        if file.kind == "check":
            found = opened.report(file.name)
            failed += bool(found.rows)
            print(f"{'FAILED' if found.rows else 'ok    '}  {file.name}: {file.summary}")
            for row in found.rows[:5]:
                print("        " + ", ".join(f"{n}={v}" for n, v in zip(found.columns, row, strict=True)))
            if len(found.rows) > 5:
                print(f"        and {counted(len(found.rows) - 5, 'row')} more")
    if failed:
        raise typer.Exit(1)


@on_trace(window=False, device=False)
def convert(
    opened,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            help="OUT.duckdb for a DuckDB file, OUT/ for a folder of Parquet.",
        ),
    ],
) -> None:
    """Keep the trace as a DuckDB file or as Parquet files.

    The events are stored sorted by time; a DuckDB file has all views and macros with their comments, so
    that any DuckDB client answers from it. nsys-duck takes either in place of the export. The export's
    own tables (raw.<TABLE>) do not come along. The result appears whole or not at all.

    Example: nsys-duck convert trace.sqlite -o trace.duckdb
    """
    from pathlib import Path

    from nsys_duck.export.convert import convert as write
    from nsys_duck.output import files as out

    out.refuse_trace(Path(output), opened.path)
    write(opened, output)
    for line in opened.notes:
        say(line)
    say(f'wrote {output}; try: nsys-duck query {output} "FROM gpu_kernels LIMIT 5"')
