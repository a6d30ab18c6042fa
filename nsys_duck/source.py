"""The trace as a file: whether it can be read at all, told before the engine touches it.

SQLite only opens lazily, repairs what it finds and writes beside a file in WAL mode, so all that is
looked at here first. Each way in which a file is no trace has its own sentence.
"""

import os
import shutil
import struct
from pathlib import Path

from nsys_duck.errors import TraceError

MAGIC = b"SQLite format 3\0"
EXPORT_HINT = "nsys export --type sqlite"


def check(path: Path) -> None:
    """Raise TraceError unless `path` is a whole SQLite file that nobody is writing."""
    shown = str(path)
    try:
        if path.is_dir():
            raise TraceError(f"{shown} is a folder: name the .sqlite file that {EXPORT_HINT} wrote")
        if not path.exists():
            raise TraceError(f"{shown}: no such file")
        if not path.is_file():
            raise TraceError(f"{shown} is not a regular file: name the .sqlite file itself")
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise TraceError(f"{shown}: cannot be read: {error.strerror}") from error
    if path.suffix in (".nsys-rep", ".qdrep"):
        raise TraceError(
            f"{shown} is the report itself: export it with "
            f"'{EXPORT_HINT} {path.name}' and give the .sqlite file"
        )
    if size == 0:
        raise TraceError(f"{shown} is empty: the export did not finish; run {EXPORT_HINT} again")
    if not header.startswith(MAGIC):
        raise TraceError(
            f"{shown} is not a SQLite database (an interrupted export looks so too): "
            f"run {EXPORT_HINT} again"
        )
    _check_whole(shown, size, header)
    _check_alone(path)


def _check_whole(shown: str, size: int, header: bytes) -> None:
    """The header counts the file's pages; a shorter file was cut off."""
    if len(header) == 100:
        (page_size,) = struct.unpack(">H", header[16:18])
        change, pages = struct.unpack(">I", header[24:28])[0], struct.unpack(">I", header[28:32])[0]
        (valid_for,) = struct.unpack(">I", header[92:96])
        expected = pages * (65536 if page_size == 1 else page_size)
        if change != valid_for or size >= expected:
            return
        told = f"{size:,} of {expected:,} bytes are there"
    else:
        told = f"it has {size:,} bytes"
    raise TraceError(f"{shown} is truncated ({told}): copy it again, or run {EXPORT_HINT} again")


def _check_alone(path: Path) -> None:
    """What a log beside the file holds is not in the file, and reading would write there."""
    for place in {path.absolute(), path.resolve()}:
        for suffix, what in (("-wal", "write-ahead log"), ("-journal", "rollback journal")):
            log = place.with_name(place.name + suffix)
            if log.exists():
                raise TraceError(
                    f"{path} has a {what} beside it ({log.name}): an export is still running, another "
                    "program has the file open, or one was interrupted, so the file alone may be stale; "
                    f"close it there or run {EXPORT_HINT} again"
                )


def is_wal_mode(path: Path) -> bool:
    """Whether the file is in WAL mode, in which even readers write beside it."""
    with path.open("rb") as file:
        return 2 in file.read(20)[18:20]


def private_copy(path: Path, folder: Path) -> Path:
    """A copy of a WAL-mode file in `folder`, out of WAL mode: reading it writes nothing anywhere else."""
    copy = folder / "trace.sqlite"
    try:
        shutil.copyfile(path, copy)
        os.chmod(copy, 0o600)
        with copy.open("r+b") as file:
            file.seek(18)
            file.write(b"\x01\x01")
    except OSError as error:
        raise TraceError(
            f"{path} is in WAL mode and its copy in {folder} failed ({error.strerror}): free some space, "
            "or turn the mode off with: sqlite3 FILE 'PRAGMA journal_mode=DELETE'"
        ) from error
    return copy
