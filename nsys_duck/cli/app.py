"""The command line. Data go to standard output, everything else to standard error.

The commands stand in cli_*.py. Heavy modules are imported by the commands that need them, so that help
answers at once.
"""

from typing import Annotated

import typer

from nsys_duck import __version__
from nsys_duck.cli import ask as cli_ask
from nsys_duck.cli import compare as cli_compare
from nsys_duck.cli import draw as cli_draw
from nsys_duck.cli import explore as cli_learn
from nsys_duck.cli import keep as cli_keep
from nsys_duck.cli import page as cli_page
from nsys_duck.cli import reports as reporting
from nsys_duck.cli.grouping import KEEP, LEARN, TRACE, Grouped

COMMANDS = (
    ("summarize", cli_ask.summarize, TRACE),
    ("report", reporting.report, TRACE),
    ("stats", reporting.stats, TRACE),
    ("query", cli_ask.query, TRACE),
    ("shell", cli_ask.shell, TRACE),
    ("compare", cli_compare.compare, TRACE),
    ("trend", cli_compare.trend, TRACE),
    ("html", cli_page.html, KEEP),
    ("convert", cli_keep.convert, KEEP),
    ("perfetto", cli_draw.perfetto, KEEP),
    ("doctor", cli_keep.doctor, KEEP),
    ("check", cli_keep.check, KEEP),
    ("list", cli_learn.list_, LEARN),
    ("reports", reporting.reports, LEARN),
    ("describe", cli_learn.describe, LEARN),
    ("show", cli_learn.show, LEARN),
    ("demo", cli_learn.demo, LEARN),
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
