"""The commands that print reports: `report`, `reports` and `stats`."""

from typing import Annotated

import typer

from nsys_duck.cli.options import OutputPath, command, on_trace
from nsys_duck.output.formats import Format
from nsys_duck.output.messages import say

ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="Value of a parameter; repeatable."),
]
NsysHeaders = Annotated[
    bool, typer.Option("--nsys-headers", help="Headers, rounding and order of nsys stats --format csv.")
]
TimeUnit = Annotated[
    str | None,
    typer.Option("--time-unit", "--timeunit", metavar="UNIT", help="Times in nsec, usec, msec or sec."),
]


@on_trace()
def report(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A report, as nsys-duck reports lists them, or its name in nsys."
        ),
    ],
    opened,
    param: ParamOption = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="Else by the ending of FILE; table or CSV.")
    ] = None,
    nsys_headers: NsysHeaders = False,
    time_unit: TimeUnit = None,
    output: OutputPath = None,
) -> None:
    """Print one report.

    Parameters have the names that nsys-duck describe NAME tells; those of nsys stand behind the name too, as
    in cuda_gpu_kern_sum:base. Without --format: a table on a terminal, CSV in a pipe. Exit status 1 where
    the trace does not have the data.

    Example: nsys-duck report cuda_gpu_kern_sum:base trace.sqlite
    """
    from nsys_duck.output import files as out
    from nsys_duck.reports import names as reports
    from nsys_duck.reports import write as printing

    out.refuse_trace(output, opened.path)
    file, values = reports.resolved(name)
    values |= reports.given_values(file, param or [])
    notes = printing.write_report(opened, file, values, format, nsys_headers, time_unit, output)
    for line in [*opened.notes, *notes]:
        say(line)


@command
def reports() -> None:
    """List the reports, with a line each.

    The same as nsys-duck list --kind report.

    Example: nsys-duck reports
    """
    from nsys_duck.catalog import describe as learning
    from nsys_duck.output import table

    print(learning.listing("report", table.terminal_width()), end="")


@on_trace()
def stats(
    opened,
    report: Annotated[
        list[str] | None,
        typer.Option("--report", "-r", metavar="NAME[,NAME]", help="These reports; repeatable."),
    ] = None,
    format: Annotated[
        Format | None, typer.Option("--format", "-f", help="Else a table, and CSV in files.")
    ] = None,
    nsys_headers: NsysHeaders = False,
    time_unit: TimeUnit = None,
    top: Annotated[int, typer.Option(min=0, metavar="N", help="Rows of each table; 0 for all.")] = 20,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="BASE", help="A file BASE_REPORT.csv of each; . for the trace's name."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No notes on standard error.")] = False,
) -> None:
    """Print the reports that nsys stats prints.

    Its default set, or those named by --report. Reports whose data the trace does not have are skipped, with
    a word on what is missing and how to record it. Options of nsys stats are taken too: --filter-time S/E is
    --from and --to, --filter-nvtx is --during, --format column a table; --force-export and --force-overwrite
    change nothing, since the trace itself is read and files are written anew.

    Example: nsys-duck stats trace.sqlite --report cuda_api_sum,cuda_gpu_kern_sum:base
    """
    from nsys_duck.reports import names as known
    from nsys_duck.reports import write as printing

    names = [part.strip() for entry in report or [] for part in entry.split(",")]
    wanted = [(name, *known.resolved(name)) for name in names or known.default_set()]
    base = None if output == "-" else output
    notes = printing.write_stats(opened, wanted, format, nsys_headers, time_unit, top, base)
    for line in [] if quiet else notes:
        say(line)
