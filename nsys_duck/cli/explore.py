"""Commands that tell what there is to ask."""

from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.cli.options import Kind, TextOrJson, command, on_trace
from nsys_duck.errors import UsageError
from nsys_duck.output.messages import say


@command
def list_(
    kind: Annotated[Kind | None, typer.Option(help="Only objects of this kind.")] = None,
) -> None:
    """List the views, macros and reports.

    In groups, with a line each: events, things, analysis, macros, reports and checks.

    Example: nsys-duck list --kind view
    """
    from nsys_duck.catalog import describe as learning
    from nsys_duck.output import table

    print(learning.listing(kind, table.terminal_width()), end="")


@command
def describe(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A view, macro, report or check.")],
    format: Annotated[TextOrJson, typer.Option(help="For people or for programs.")] = TextOrJson.text,
) -> None:
    """Tell what a view, macro or report has.

    Its columns with types, units and meaning, its parameters, and an example.

    Example: nsys-duck describe gpu_kernels
    """
    from nsys_duck.catalog import describe as learning
    from nsys_duck.output import table
    from nsys_duck.output.files import to_json

    file = learning.found(name)
    if format is TextOrJson.json:
        print(to_json(learning.as_data(file)), end="")
    else:
        print(learning.description(file, table.terminal_width()), end="")


@on_trace()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A view, macro, report or check.")],
    opened,
) -> None:
    """Show the SQL of a view, macro or report.

    It is the statement exactly as it runs on this export, within the window and the GPU if given.

    Example: nsys-duck show gpu_kernels trace.sqlite
    """
    from nsys_duck.catalog import describe as learning

    print(opened.script(learning.found(name)), end="")


@command
def demo(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The trace to write, as in demo.sqlite.")],
    force: Annotated[bool, typer.Option("--force", help="Also where a file is there already.")] = False,
    slower: Annotated[
        bool, typer.Option("--slower", help="The same server a day later, when it had become slower.")
    ] = False,
) -> None:
    """Write a demo trace, to try everything without a GPU.

    It is of a small decode server. With --slower there is a second one to compare it with.

    Example: nsys-duck demo demo.sqlite
    """
    from nsys_duck.demo import write_demo

    if target.is_file() and not force:
        raise UsageError(f"{target} is there already: choose another name, or add --force to replace it")
    write_demo(target, slower=slower)
    say(f"wrote {target}; try: nsys-duck summarize {target} --top 5")
