"""The trace as a file: whether it can be read at all, told before the engine touches it.

SQLite only opens lazily, repairs what it finds and writes beside a file in WAL mode, so all that is
looked at here first. Each way in which a file is no trace has its own sentence.
"""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

from nsys_duck.errors import EXPORT_HINT, TraceError
from nsys_duck.trace.schema import Schema

MAGIC = b"SQLite format 3\0"
DUCKDB_MAGIC = b"DUCK"
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
REPORTS = (".nsys-rep", ".qdrep")


def kind_of(path: Path) -> str:
    """sqlite, parquet, converted or report; TraceError, with what to do next, where it is none of them."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise TraceError(f"{str(path)!a}: the name is no text in UTF-8: rename the file") from None
    try:
        if path.is_dir():
            return _kind_of_folder(path)
        if not path.exists():
            raise TraceError(f"{path}: no such file")
        if not path.is_file():
            raise TraceError(f"{path} is not a regular file: name the .sqlite file itself")
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise TraceError(f"{path}: cannot be read: {error.strerror}") from error
    _check_content(path, header)
    if path.suffix in REPORTS:
        return "report"
    if size == 0:
        raise TraceError(f"{path} is empty: the export did not finish; run {EXPORT_HINT} again")
    if header[8:12] == DUCKDB_MAGIC:
        return "converted"
    if not header.startswith(MAGIC):
        raise TraceError(
            f"{path} is not a SQLite database (an interrupted export looks so too): run {EXPORT_HINT} again"
        )
    _check_whole(path, size, header)
    _check_alone(path)
    return "sqlite"


def _check_content(path: Path, header: bytes) -> None:
    if header.startswith(LFS_POINTER):
        raise TraceError(f"{path} is a Git LFS pointer, not the trace itself: fetch it with git lfs pull")


def _kind_of_folder(path: Path) -> str:
    names = {file.stem for file in path.glob("*.parquet")}
    for name in names:
        part = path / f"{name}.parquet"
        with part.open("rb") as file:
            _check_content(part, file.read(100))
    if "_captured" in names:
        return "converted"
    if names:
        return "parquet"
    raise TraceError(
        f"{path} is a folder without Parquet files: name the .sqlite file that {EXPORT_HINT} wrote"
    )


def require_export(path: Path, schema: Schema) -> None:
    """Raise TraceError where the tables are not those of an Nsight Systems export."""
    if not schema.is_export:
        raise TraceError(
            f"{path} is a database, but no Nsight Systems export: it has none of the tables that "
            f"{EXPORT_HINT} writes"
        )


def exported(path: Path, scratch: Path) -> Path:
    """The report at `path` as a SQLite export in `scratch`, made by the `nsys` on the PATH.

    Its progress and its messages go to standard error. Raises TraceError where there is no nsys, or it
    fails.
    """
    nsys = shutil.which("nsys")
    if nsys is None:
        raise TraceError(
            f"{path} is the report itself, and no nsys is on the PATH: export it with "
            f"'{EXPORT_HINT} {path.name}' and give the .sqlite file"
        )
    target = scratch / (path.stem + ".sqlite")
    call = [nsys, "export", "--type", "sqlite", "--output", str(target), str(path.absolute())]
    done = subprocess.run(call, stdout=sys.stderr.fileno(), check=False)
    if done.returncode != 0 or not target.exists():
        raise TraceError(
            f"{path}: nsys export failed with status {done.returncode}; its message stands above"
        )
    return target


def _check_whole(path: Path, size: int, header: bytes) -> None:
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
    raise TraceError(f"{path} is truncated ({told}): copy it again, or run {EXPORT_HINT} again")


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


def is_duckdb(path: Path) -> bool:
    """Whether the file is a DuckDB database."""
    with path.open("rb") as file:
        return file.read(12)[8:] == DUCKDB_MAGIC


def is_wal_mode(path: Path) -> bool:
    """Whether the file is in WAL mode, in which even readers write beside it."""
    with path.open("rb") as file:
        return 2 in file.read(20)[18:20]


def private_copy(path: Path, folder: Path) -> Path:
    """A copy of a WAL-mode file in `folder`, out of WAL mode: reading it writes nothing anywhere else."""
    copy = folder / "trace.sqlite"
    try:
        shutil.copyfile(path, copy)
        copy.chmod(0o600)
        with copy.open("r+b") as file:
            file.seek(18)
            file.write(b"\x01\x01")
    except OSError as error:
        raise TraceError(
            f"{path} is in WAL mode and its copy in {folder} failed ({error.strerror}): free some space, "
            "or turn the mode off with: sqlite3 FILE 'PRAGMA journal_mode=DELETE'"
        ) from error
    return copy
