"""SQL for GPU traces: exact figures from Nsight Systems exports, each of them a SQL file."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from nsys_duck.errors import NsysDuckError, TraceError, UsageError
    from nsys_duck.trace.result import Result
    from nsys_duck.trace.trace import Trace

__version__ = "0.1.0"
__all__ = ["NsysDuckError", "Result", "Trace", "TraceError", "UsageError", "compare", "open"]


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
    kernel_classes: "str | os.PathLike[str] | None" = None,
) -> "Trace":
    """Open a trace for reading: an export, what nsys-duck converted, or a .nsys-rep where nsys is at hand.

    `from_` and `to` are the ends of a window, as in "1.5s" or in ns; `during` is the text of an NVTX range
    whose time is the window, as RANGE[@DOMAIN][/N]; `device` restricts device work to one GPU.
    `kernel_classes` is a CSV file with the columns pattern and class, whose rows come before those of
    kernel_class_patterns. What the
    window means is in the trace's `notes`. Use the trace as a context manager, or close() it.

    Raises TraceError where the file is no trace, UsageError for options that do not fit it.
    """
    from nsys_duck.trace.trace import Trace
    from nsys_duck.trace.window import restrict, window_end

    begin = window_end(from_, "from_")
    end = window_end(to, "to")
    trace = Trace(path, memory_limit=memory_limit, threads=threads, temp_dir=temp_dir)
    try:
        if kernel_classes is not None:
            trace.use_kernel_classes(kernel_classes)
        trace.notes += restrict(trace, from_ns=begin, to_ns=end, during=during, device=device)
    except BaseException:
        trace.close()
        raise
    return trace


def compare(
    base: "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]",
    new: "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]",
    *,
    fail_if: "Sequence[str]" = (),
    fold_ids: bool = False,
    across_gpus: bool = False,
    top: int = 0,
    dispatch: str | None = None,
    from_: str | int | None = None,
    to: str | int | None = None,
    during: str | None = None,
    device: int | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
    temp_dir: "str | os.PathLike[str] | None" = None,
) -> dict:
    """What changed from `base` to `new`, as `nsys-duck compare --format json` prints it.

    Each side is a path, or several of repeated runs. `fail_if` are gates, whose verdicts are in the result;
    `top` limits the names of each section, 0 for all. The window and the GPU are of both sides, as in open().

    Raises UsageError for a gate that is none, TraceError where a file is no trace.
    """
    from pathlib import Path

    from nsys_duck.comparison.running import Wanted, run
    from nsys_duck.trace.window import window_end

    sides = [
        [Path(side)]
        if isinstance(side, str) or hasattr(side, "__fspath__")
        else [Path(path) for path in side]
        for side in (base, new)
    ]
    window = {
        "from_": window_end(from_, "from_"),
        "to": window_end(to, "to"),
        "during": during,
        "device": device,
    }
    wanted = Wanted(
        fail_if=fail_if,
        fold_ids=fold_ids,
        across_gpus=across_gpus,
        top=top,
        dispatch=dispatch,
        window=window,
        memory_limit=memory_limit,
        threads=threads,
        temp_dir=Path(temp_dir) if temp_dir else None,
    )
    return run(*sides, wanted)


def __getattr__(name: str) -> object:
    """The classes, imported when they are first asked for."""
    from importlib import import_module

    homes = {"Trace": "trace.trace", "Result": "trace.result"} | dict.fromkeys(
        ("NsysDuckError", "TraceError", "UsageError"), "errors"
    )
    if name not in homes:
        raise AttributeError(f"module 'nsys_duck' has no attribute {name!r}")
    return getattr(import_module(f"nsys_duck.{homes[name]}"), name)
