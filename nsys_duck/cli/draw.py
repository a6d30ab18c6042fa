"""The command that hands a trace to another program's drawing."""

import sys
from typing import Annotated

import typer

from nsys_duck.cli.options import OutputPath, on_trace
from nsys_duck.errors import UsageError
from nsys_duck.output.messages import say


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
