"""The command line. Data go to standard output, everything else to standard error.

Heavy modules are imported by the commands that need them, so that help answers at once.
"""

from pathlib import Path
from typing import Annotated

import typer

from nsys_duck import __version__
from nsys_duck.grouping import LEARN, TRACE, Grouped
from nsys_duck.options import Format, OutputPath, command, on_trace, say

app = typer.Typer(
    name="nsys-duck",
    cls=Grouped,
    help="""SQL for GPU traces: exact figures from Nsight Systems exports.

    Data go to standard output, notes and errors to standard error. Exit status: 0 answered, 1 failed,
    2 wrong usage, 130 interrupted.

    Example: nsys-duck demo demo.sqlite; nsys-duck query demo.sqlite "FROM gpu_kernels LIMIT 5"
    """,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"nsys-duck {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take the options of the program itself."""


@app.command(rich_help_panel=TRACE)
@on_trace()
def summarize(
    opened,
    top: Annotated[
        int, typer.Option(min=0, metavar="N", help="API calls and kernels to list; 0 for all.")
    ] = 20,
    dispatch: Annotated[
        str, typer.Option(metavar="REGEX", help="Texts of the NVTX events that mark dispatched steps.")
    ] = "^CG_DISPATCH",
    nvtx: Annotated[
        str | None, typer.Option(metavar="REGEX", help="Keep NVTX ranges with such a text.")
    ] = None,
    output: OutputPath = None,
) -> None:
    """Print a summary of the trace as JSON.

    Busy and idle GPU time, kernels, API calls, NVTX ranges and dispatch steps.
    Times are seconds, exact to the nanosecond. What the export did not capture is null.

    Example: nsys-duck summarize trace.sqlite --top 5
    """
    from nsys_duck import output as out
    from nsys_duck.summary import summary, warnings

    out.refuse_trace(output, opened.path)
    opened.check_pattern("--dispatch", dispatch)
    opened.check_pattern("--nvtx", nvtx)
    text = out.to_json(summary(opened, top=top, dispatch=dispatch, nvtx=nvtx))
    for line in warnings(opened):
        say(f"warning: {line}")
    out.write(text, output)


@app.command(rich_help_panel=TRACE)
@on_trace()
def query(
    opened,
    sql: Annotated[
        str | None, typer.Argument(metavar="SQL", help="One SELECT; - reads it from standard input.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-f", "--file", metavar="FILE", help="Read the SQL from there.")
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="Value for $NAME in the SQL; repeatable."),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(help="Else by the ending of FILE; a table on a terminal, CSV in a pipe."),
    ] = None,
    output: OutputPath = None,
) -> None:
    """Ask one question in SQL.

    The views are those that nsys-duck list names; the export's own tables are raw.<TABLE>. One SELECT (or
    FROM, WITH, VALUES, DESCRIBE, SHOW, SUMMARIZE, EXPLAIN) that only reads: no file is written or changed.
    Values that look like numbers are bound as numbers. Integers are exact in every format. Exit status 2
    also for SQL that does not parse or would write.

    Example: nsys-duck query trace.sqlite "SELECT sum(duration_ns) FROM gpu_kernels WHERE gpu_id = $g" -p g=0
    """
    from nsys_duck import answering
    from nsys_duck import output as out
    from nsys_duck.questions import Question, named_values

    out.refuse_trace(output, opened.path)
    question = Question(opened, answering.sql_from(sql, file), named_values(param or []))
    notes = answering.write_answer(question, format, output)
    for line in [*opened.notes, *notes]:
        say(line)


@app.command(rich_help_panel=LEARN)
@command
def demo(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The trace to write, as in demo.sqlite.")],
) -> None:
    """Write a demo trace, to try everything without a GPU.

    It is of a small decode server.

    Example: nsys-duck demo demo.sqlite
    """
    from nsys_duck.demo import write_demo

    write_demo(target)
    say(f"wrote {target}; try: nsys-duck summarize {target} --top 5")
