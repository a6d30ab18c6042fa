"""The command line. Data go to standard output, everything else to standard error.

Each file beside this one has a group of commands. Heavy modules are imported by the commands that need them, so that help
answers at once.
"""

from typing import Annotated

import typer

from nsys_duck import __version__
from nsys_duck.cli import ask, compare, explore, export, reports
from nsys_duck.cli.grouping import KEEP, LEARN, TRACE, Grouped

COMMANDS = (
    ("summarize", ask.summarize, TRACE),
    ("report", reports.report, TRACE),
    ("stats", reports.stats, TRACE),
    ("query", ask.query, TRACE),
    ("shell", ask.shell, TRACE),
    ("compare", compare.compare, TRACE),
    ("trend", compare.trend, TRACE),
    ("html", export.html, KEEP),
    ("convert", export.convert, KEEP),
    ("perfetto", export.perfetto, KEEP),
    ("doctor", export.doctor, KEEP),
    ("check", export.check, KEEP),
    ("list", explore.list_, LEARN),
    ("reports", reports.reports, LEARN),
    ("describe", explore.describe, LEARN),
    ("show", explore.show, LEARN),
    ("demo", explore.demo, LEARN),
)

app = typer.Typer(
    name="nsys-duck",
    cls=Grouped,
    help="""SQL for GPU traces: exact figures from Nsight Systems exports.

    Data go to standard output, notes and errors to standard error. Exit status: 0 answered, 1 failed,
    2 wrong usage, 3 no verdict (of compare alone, of which 1 is a failed gate), 130 interrupted,
    141 the pipe was closed.

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


for name, function, panel in COMMANDS:
    app.command(name, rich_help_panel=panel)(function)
