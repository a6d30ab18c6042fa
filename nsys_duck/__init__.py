"""SQL for GPU traces: exact figures from Nsight Systems exports, each of them a SQL file."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from nsys_duck.errors import NsysDuckError, TraceError, UsageError
    from nsys_duck.result import Result
    from nsys_duck.trace import Trace

__version__ = "0.1.0"
__all__ = ["NsysDuckError", "Result", "Trace", "TraceError", "UsageError", "open"]


def open(
    path: "str | os.PathLike[str]",
    *,
    memory_limit: str | None = None,
    threads: int | None = None,
    temp_dir: "str | os.PathLike[str] | None" = None,
    from_: str | int | None = None,
    to: str | int | None = None,
    during: str | None = None,
    device: int | None = None,
) -> "Trace":
    """Open a trace for reading: an export, what nsys-duck converted, or a .nsys-rep where nsys is at hand.

    `from_` and `to` are the ends of a window, as in "1.5s" or in ns; `during` is the text of an NVTX range
    whose time is the window, as RANGE[@DOMAIN][/N]; `device` restricts device work to one GPU. What the
    window means is in the trace's `notes`. Use the trace as a context manager, or close() it.

    Raises TraceError where the file is no trace, UsageError for options that do not fit it.
    """
    from nsys_duck.trace import Trace
    from nsys_duck.window import restrict, window_end

    begin = window_end(from_, "from_")
    end = window_end(to, "to")
    trace = Trace(path, memory_limit=memory_limit, threads=threads, temp_dir=temp_dir)
    try:
        trace.notes += restrict(trace, from_ns=begin, to_ns=end, during=during, device=device)
    except BaseException:
        trace.close()
        raise
    return trace


def __getattr__(name: str) -> object:
    """The classes, imported when they are first asked for."""
    from importlib import import_module

    homes = {"Trace": "trace", "Result": "result"} | dict.fromkeys(
        ("NsysDuckError", "TraceError", "UsageError"), "errors"
    )
    if name not in homes:
        raise AttributeError(f"module 'nsys_duck' has no attribute {name!r}")
    return getattr(import_module(f"nsys_duck.{homes[name]}"), name)
