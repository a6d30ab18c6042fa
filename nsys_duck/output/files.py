"""Results to standard output or a file. A file appears whole or not at all."""

import glob
import json
import os
import re
import shutil
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
    forget_leavings(target)
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
        for left in (part, part.with_name(part.name + ".wal")):
            with suppress(OSError):
                left.unlink()


def forget_leavings(target: Path) -> None:
    """Delete what runs that were killed left beside `target`: parts whose process is gone."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.*.part*"):
        found = re.fullmatch(re.escape(f".{target.name}.") + r"(\d+)\.part(\.wal)?", left.name)
        if found and not _runs(int(found[1])):
            with suppress(OSError):
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def _runs(pid: int) -> bool:
    """Whether a process of that number may be there."""
    if os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


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
