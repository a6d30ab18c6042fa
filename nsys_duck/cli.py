"""The command line. Data go to standard output, everything else to standard error.

Exit status: 0 answered, 1 failed, 2 wrong usage. Heavy modules are imported by the commands that
need them, so that help answers at once.
"""

import functools
import sys
from pathlib import Path
from typing import Annotated

import typer

from nsys_duck import __version__
from nsys_duck.errors import NsysDuckError

app = typer.Typer(
    name="nsys-duck",
    help="SQL for GPU traces: exact figures from Nsight Systems exports.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

TracePath = Annotated[Path, typer.Argument(metavar="TRACE", help="A file written by nsys export --type sqlite.")]
OutputPath = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write there, not to standard output.")
]


def say(text: str) -> None:
    """One line to the person at the terminal."""
    print(f"nsys-duck: {text}", file=sys.stderr)


def command(function):
    """Turn what can go wrong into one line on standard error and an exit status."""

    @functools.wraps(function)
    def run(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except NsysDuckError as error:
            say(f"error: {error}")
            raise typer.Exit(error.exit_code) from None
        except KeyboardInterrupt:
            say("interrupted")
            raise typer.Exit(130) from None

    return run


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
    pass


@app.command()
@command
def summarize(
    trace: TracePath,
    top: Annotated[
        int, typer.Option(min=0, metavar="N", help="API calls and kernels to list; 0 for all.")
    ] = 20,
    dispatch: Annotated[
        str, typer.Option(metavar="REGEX", help="Texts of the NVTX events that mark dispatched steps.")
    ] = "^CG_DISPATCH",
    nvtx: Annotated[str | None, typer.Option(metavar="REGEX", help="Keep NVTX ranges with such a text.")] = None,
    device: Annotated[int | None, typer.Option(metavar="ID", help="Restrict device work to one GPU.")] = None,
    output: OutputPath = None,
) -> None:
    """Print a summary as JSON: busy and idle GPU time, kernels, API calls, NVTX ranges, dispatch steps.

    Times are seconds, exact to the nanosecond. What the export did not capture is null.

    Example: nsys-duck summarize trace.sqlite --top 5
    """
    from nsys_duck import output as out
    from nsys_duck.summary import summary, warnings
    from nsys_duck.trace import Trace

    out.refuse_trace(output, trace)
    with Trace(trace) as opened:
        opened.check_pattern("--dispatch", dispatch)
        opened.check_pattern("--nvtx", nvtx)
        if device is not None:
            opened.restrict_to_gpu(device)
        text = out.to_json(summary(opened, top=top, dispatch=dispatch, nvtx=nvtx))
        for line in warnings(opened):
            say(f"warning: {line}")
        out.write(text, output)


@app.command()
@command
def demo(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The trace to write, as in demo.sqlite.")],
) -> None:
    """Write a demo trace of a small decode server, to try everything without a GPU.

    Example: nsys-duck demo demo.sqlite
    """
    from nsys_duck.demo import write_demo

    write_demo(target)
    say(f"wrote {target}; try: nsys-duck summarize {target} --top 5")
