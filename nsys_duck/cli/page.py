"""The command that makes pages to look at."""

from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.cli.options import DEVICE, RESOURCES, WINDOW, command, with_options
from nsys_duck.output.messages import say

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
