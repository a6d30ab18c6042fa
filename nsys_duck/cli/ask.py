"""Commands that put a question to a trace."""

from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.cli.options import OutputPath, on_trace
from nsys_duck.errors import UsageError
from nsys_duck.output.formats import Format
from nsys_duck.output.messages import say


def _print_schema(wanted: bool) -> None:
    if wanted:
        from nsys_duck.output import files as out
        from nsys_duck.reports.json_schema import json_schema

        out.write(out.to_json(json_schema()), None)
        raise typer.Exit


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
    nvtx_exclude: Annotated[
        str | None, typer.Option(metavar="REGEX", help="Leave out NVTX ranges with such a text.")
    ] = None,
    fold_ids: Annotated[
        bool,
        typer.Option("--fold-ids", help="Fold numbers in NVTX texts: step 1 and step 2 are step #."),
    ] = False,
    detail: Annotated[
        bool,
        typer.Option("--detail", help="All figures that programs need, with a version; see --json-schema."),
    ] = False,
    communication: Annotated[
        str | None,
        typer.Option(
            metavar="REGEX",
            help="With --detail: names of kernels that communicate. [those of class communication]",
        ),
    ] = None,
    json_schema: Annotated[
        bool,
        typer.Option(
            "--json-schema",
            callback=_print_schema,
            is_eager=True,
            help="Print the JSON Schema of --detail, and exit.",
        ),
    ] = False,
    history: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Add the figures to the history there, for trend.")
    ] = None,
    label: Annotated[
        str | None, typer.Option(metavar="TEXT", help="With --history: what the run was, as a commit.")
    ] = None,
    output: OutputPath = None,
) -> None:
    """Print a summary of the trace as JSON.

    Busy and idle GPU time, kernels, API calls, NVTX ranges and dispatch steps.
    Times are seconds, exact to the nanosecond. What the export did not capture is null. --detail adds, behind
    these keys, the capture, the GPUs, what each did and waited for, copies, synchronisation, communication
    and what the data lack; names of keys there end in their unit.

    Example: nsys-duck summarize trace.sqlite --top 5
    """
    from nsys_duck.output import files as out
    from nsys_duck.reports.summary import summary, warnings
    from nsys_duck.trace.window import where_work_is

    out.refuse_trace(output, opened.path)
    opened.check_pattern("--dispatch", dispatch)
    opened.check_pattern("--nvtx", nvtx)
    opened.check_pattern("--nvtx-exclude", nvtx_exclude)
    opened.check_pattern("--communication", communication)
    if label is not None and history is None:
        raise UsageError("--label: a label is for a history; add --history DIR")
    if communication is not None and not detail:
        raise UsageError("--communication: only --detail tells of communication; add it")
    told = summary(
        opened,
        top=top,
        dispatch=dispatch,
        nvtx=nvtx,
        nvtx_exclude=nvtx_exclude,
        detail=detail,
        communication=communication,
        fold_ids=fold_ids,
    )
    text = out.to_json(told)
    for line in warnings(opened):
        say(f"warning: {line}")
    for line in [] if told["gpu_activity_span_s"] else where_work_is(opened):
        say(line)
    out.write(text, output)
    if history is not None:
        from nsys_duck.comparison.history import append

        say(append(opened, history, label, ", ".join(opened.scope.values()), dispatch))


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

    Example: nsys-duck query trace.sqlite 'SELECT sum(duration_ns) FROM gpu_kernels WHERE gpu_id = $g' -p g=0
    """
    from nsys_duck.output import files as out
    from nsys_duck.reports import answer as answering
    from nsys_duck.reports.names import told_of_query
    from nsys_duck.trace.query import Question, named_values

    out.refuse_trace(output, opened.path)
    question = Question(opened, answering.sql_from(sql, file), named_values(param or []))
    notes = [*answering.write_answer(question, format, output), *told_of_query(opened, question.sql)]
    for line in [*opened.notes, *notes]:
        say(line)


@on_trace()
def shell(
    opened,
    history: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the history there. [in memory only]")
    ] = None,
) -> None:
    """Ask questions in SQL, one after another.

    Statements end with ; and may take several lines. Tab completes names of views, columns and keywords.
    Ctrl-C stops a running query, Ctrl-D leaves. .help tells of .tables, .schema NAME and .show NAME. Reads
    statements from standard input where that is no terminal; the first that fails ends it, with exit
    status 1.

    Example: nsys-duck shell trace.sqlite
    """
    from nsys_duck.shell.prompt import run

    run(opened, history)
