"""Commands that keep or check a trace: doctor, check, convert, perfetto, html."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.cli.options import (
    DEVICE,
    RESOURCES,
    WINDOW,
    OutputPath,
    TextOrJson,
    command,
    on_trace,
    with_options,
)
from nsys_duck.errors import UsageError
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


@on_trace()
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


@on_trace()
def perfetto(
    opened,
    output: OutputPath = None,
    os_runtime: Annotated[
        bool, typer.Option("--os-runtime", help="Also calls into the operating system's libraries.")
    ] = False,
) -> None:
    """Write the trace for the Perfetto UI.

    Kernels and copies per process, GPU and stream, CUDA calls and NVTX ranges per thread, arrows from each
    call to what it launched, and whether each GPU is at work, as a counter. Open the file at
    https://ui.perfetto.dev, which reads it in the browser and sends it nowhere. Needs the extra
    nsys-duck[perfetto].

    Example: nsys-duck perfetto trace.sqlite -o trace.pftrace
    """
    from nsys_duck.export import perfetto as drawing
    from nsys_duck.output import files as out

    out.refuse_trace(output, opened.path)
    if output is None and sys.stdout.isatty():
        raise UsageError("a drawing is no text for a terminal: add -o FILE, or pipe it on")
    for line in [*drawing.write(opened, output, os_runtime=os_runtime), *opened.notes]:
        say(line)


TracePaths = Annotated[
    list[Path], typer.Argument(metavar="TRACE...", help="Exports of nsys, or what convert made of them.")
]


@with_options(WINDOW | DEVICE | RESOURCES)
@command
def html(
    traces: TracePaths,
    options,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder to write; made where there is none.")
    ],
    baseline: Annotated[
        Path | None, typer.Option(metavar="TRACE", help="Compare each trace with this one.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="Heading of the index.")] = "GPU traces",
    dispatch: Annotated[
        str, typer.Option(metavar="REGEX", help="Texts of the NVTX events that mark dispatched steps.")
    ] = "^CG_DISPATCH",
    communication: Annotated[
        str | None,
        typer.Option(metavar="REGEX", help="Names of the kernels that communicate. [NCCL and its kin]"),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Traces at once; they share threads and memory. [as there are cores]"
        ),
    ] = None,
) -> None:
    """Write a folder of pages: an index and a page for each trace.

    The pages need no network and no server: mail the folder, or put it on one. Each figure has the SQL
    behind it. A trace that fails is listed with its reason and does not stop the others; exit status 1
    tells that there was one.

    Example: nsys-duck html runs/*.sqlite -o report
    """
    from nsys_duck.page import running
    from nsys_duck.page.trace_page import Wishes
    from nsys_duck.trace.window import parsed, typed

    given = typed(options)
    scope = f"restricted by {', '.join(given)}" if given else ""
    wishes = Wishes(dispatch, communication, "".join(f" {option}" for option in given), scope)
    asked = running.Asked(output, wishes, parsed(options), title, baseline, jobs)
    failed = running.run(asked, traces, say)
    say(f"wrote {output / 'index.html'}")
    if failed:
        raise typer.Exit(1)
