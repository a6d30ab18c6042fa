"""Results to standard output or a file. A file appears whole or not at all."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nsys_duck.errors import NsysDuckError, UsageError


def to_json(value: object) -> str:
    """`value` as JSON text, integers exact, keys in their order; NaN and infinity are errors."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A new path beside `target` that takes its place when the block ends well, and goes when not.

    A link stays: what it points to is replaced.

    Raises NsysDuckError where the folder or the file cannot be written.
    """
    is_stream = target.exists() and not target.is_file() and not target.is_dir()
    if target.is_symlink() and not is_stream:
        target = target.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if target.is_dir():
            raise NsysDuckError(f"{target} is a folder: name a file")
        if is_stream:
            yield target  # a device or a pipe is written to, never replaced
            return
        yield part
        part.replace(target)
    except OSError as error:
        raise NsysDuckError(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            part.unlink()


def refuse_trace(target: Path | None, trace: Path) -> None:
    """Raise UsageError where the output would replace the trace itself."""
    if target is not None and target.exists() and trace.exists() and target.samefile(trace):
        raise UsageError(f"{target} is the trace itself: choose another name for the output")


def write(text: str, target: Path | None) -> None:
    """Write `text` as UTF-8 to `target`, or to standard output for None."""
    data = text.encode("utf-8", errors="backslashreplace")
    if target is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with replacing(target) as part:
        part.write_bytes(data)
