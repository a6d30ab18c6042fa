"""Options that commands share, declared once, and the opened trace that comes of them."""

import errno
import functools
import inspect
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nsys_duck.engine import interrupts as stops
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.messages import say

NOBODY_READS = 141  # what a shell makes of SIGPIPE

TracePath = Annotated[
    Path,
    typer.Argument(
        metavar="TRACE",
        help="What nsys export wrote (.sqlite, or a folder of Parquet files), what convert made of it, "
        "or a .nsys-rep where nsys is on the PATH.",
    ),
]
OutputPath = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write there, not to standard output.",
        callback=lambda path: None if path == Path("-") else path,
    ),
]  # fmt: skip
MemoryLimit = Annotated[
    str | None,
    typer.Option(metavar="SIZE", help="Memory to use, as in 2GB; more data than that spill. [60% of it]"),
]
Threads = Annotated[
    int | None, typer.Option(min=1, max=1024, metavar="N", help="Worker threads. [all cores]")
]
TempDir = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where data spill for a while. [the system's folder]")
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="TIME", help="Begin of the window: 1.5s, 200ms, 10us or 1234 (ns)."),
]
To = Annotated[str | None, typer.Option("--to", metavar="TIME", help="End of the window, itself outside.")]
During = Annotated[
    str | None,
    typer.Option(
        metavar="RANGE[@DOMAIN][/N]",
        help="Window: the time of the N-th NVTX range with that text, from 0.",
    ),
]
Device = Annotated[int | None, typer.Option(metavar="ID", help="Restrict device work to one GPU.")]
KernelClasses = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Classes of kernels of your own: CSV with the columns pattern (RE2) and class; they come before ours.",
    ),
]
RESOURCES = {"memory_limit": MemoryLimit, "threads": Threads, "temp_dir": TempDir}
WINDOW = {"from_": From, "to": To, "during": During}
DEVICE = {"device": Device}
KERNELS = {"kernel_classes": KernelClasses}


class Kind(StrEnum):
    """What our objects are."""

    view = "view"
    macro = "macro"
    report = "report"
    check = "check"


class TextOrJson(StrEnum):
    """For people or for programs."""

    text = "text"
    json = "json"


def command(function: Callable) -> Callable:
    """Turn what can go wrong into one line on standard error and an exit status."""

    @functools.wraps(function)
    def run(*args, **kwargs):
        stops.watch()  # all as Ctrl-C, so that nothing temporary stays behind
        try:
            if sys.stdout is None or sys.stderr is None:
                raise NsysDuckError("standard output or standard error is closed")
            return function(*args, **kwargs)
        except UnicodeEncodeError as error:
            say(f"error: {error.object!a} is not text in UTF-8: set a UTF-8 locale, or rename the file")
            raise typer.Exit(2) from None
        except NsysDuckError as error:
            say(f"error: {error}")
            raise typer.Exit(error.exit_code) from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read has enough; no status of an answer says so
                _drop_output()
                raise typer.Exit(NOBODY_READS) from None
            say(f"error: {error.filename or 'standard output'}: {error.strerror}")
            if error.filename is None:
                _drop_output()
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            say("interrupted")
            raise typer.Exit(130) from None

    return run


def _drop_output() -> None:
    """Let what standard output still holds go nowhere: else Python tries again as it ends, and says so."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def on_trace(*, window: bool = True, device: bool = True) -> Callable[[Callable], Callable]:
    """A command whose parameter `opened` is the open trace, with the options that all of these have.

    `window` and `device` say whether --from, --to and --during, and --device make sense for it.
    """
    shared = {**(WINDOW if window else {}), **(DEVICE if device else {}), **KERNELS, **RESOURCES}

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def run(trace: Path, **given):
            options = {name: given.pop(name) for name in shared}
            _require_order(function.__name__, trace, given.get("name"))
            with open_trace(trace, options) as opened:
                return function(opened=opened, **given)

        run = command(run)
        run.__signature__ = _with_options(inspect.signature(function), shared)
        run.__annotations__ = {name: p.annotation for name, p in run.__signature__.parameters.items()}
        return run

    return decorate


def _require_order(verb: str, trace: Path, name: str | None) -> None:
    """Raise UsageError where the name and the trace have changed places."""
    if name and not trace.exists() and Path(name).exists():
        raise UsageError(f"{trace}: no such file; the name comes first: nsys-duck {verb} {trace} {name}")


def _with_options(signature: inspect.Signature, shared: dict[str, object]) -> inspect.Signature:
    kind = inspect.Parameter.KEYWORD_ONLY
    own = [
        inspect.Parameter("trace", kind, annotation=TracePath) if name == "opened" else p.replace(kind=kind)
        for name, p in signature.parameters.items()
    ]
    added = [inspect.Parameter(name, kind, default=None, annotation=what) for name, what in shared.items()]
    return inspect.Signature([*own, *added])


def with_options(shared: dict[str, object]) -> Callable[[Callable], Callable]:
    """A command whose parameter `options` is a dict of the values of the options in `shared`."""

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def run(**given):
            return function(options={name: given.pop(name) for name in shared}, **given)

        kind = inspect.Parameter.KEYWORD_ONLY
        own = [p.replace(kind=kind) for p in inspect.signature(function).parameters.values()]
        added = [
            inspect.Parameter(name, kind, default=None, annotation=what) for name, what in shared.items()
        ]
        run.__signature__ = inspect.Signature([*(p for p in own if p.name != "options"), *added])
        run.__annotations__ = {name: p.annotation for name, p in run.__signature__.parameters.items()}
        return run

    return decorate


def open_trace(path: Path, options: dict[str, object]):
    """The trace with the values of the shared options; what its reader must be told is said."""
    import nsys_duck
    from nsys_duck.trace.window import parsed

    trace = nsys_duck.open(path, **parsed(options))
    for line in trace.notes:
        say(line)
    trace.notes.clear()
    return trace
