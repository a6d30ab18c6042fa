"""DuckDB as we use it: how it is opened, and what its errors mean to a person with a trace."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import duckdb

from nsys_duck.engine import interrupts as stops
from nsys_duck.engine.quoting import literal
from nsys_duck.engine.resources import load_sqlite_extension
from nsys_duck.errors import (
    EXPORT_HINT,
    BrokenEngine,
    LostError,
    NsysDuckError,
    TraceError,
    UnfitValue,
    UsageError,
)

RESOURCES = ("memory_limit", "threads", "temp_dir")  # options of a run that concern the machine
_UNFIT = re.compile(
    r"Mismatch Type Error|Could not convert string|out of range for the destination type INT64"
    r"|Type UINT64 with value .* can't be cast|[Ii]nvalid unicode|not valid UTF|Type (DOUBLE|FLOAT) with value .* can't be cast"
)
_DAMAGED = re.compile(r"malformed|not a database|disk I/O error|corrupt", re.I)
_BROKEN = re.compile(r"\A(INTERNAL|FATAL) Error|database has been invalidated|internal error", re.I)
_FULL = re.compile(r"No space left|File too large|Could not write", re.I)
_GIB = {"bytes": 2**-30, "KiB": 2**-20, "MiB": 2**-10, "GiB": 1, "TiB": 2**10}
# Whether this process has loaded the SQLite extension with its signature checked: that is a hash of 35 MB
# and takes as long as many questions, so that the connections after the first do without.
_is_verified = False
_SIZE = re.compile(r"\d+(\.\d+)? ?([kmgt]i?b?|b)", re.I)


def connect(spill: Path, memory_limit: str | None, threads: int | None) -> duckdb.DuckDBPyConnection:
    """A DuckDB in memory with its SQLite extension, that downloads nothing and spills to `spill`.

    Without a limit DuckDB takes at most 60% of the memory that it may have, and every core. Raises
    UsageError for settings that it does not take.
    """
    global _is_verified
    connection = _opened(spill, memory_limit, threads)
    load_sqlite_extension(connection)
    _is_verified = True
    return connection


@cache
def allowance(memory_limit: str | None, threads: int | None) -> tuple[float, int]:
    """(GiB of memory, threads) that `connect` lets DuckDB have."""
    connection = _opened(Path(), memory_limit, threads)
    try:
        size, unit = _setting(connection, "memory_limit").split(" ")
        return float(size) * _GIB[unit], int(_setting(connection, "threads"))
    finally:
        connection.close()


def _opened(spill: Path, memory_limit: str | None, threads: int | None) -> duckdb.DuckDBPyConnection:
    if memory_limit is not None and not _SIZE.fullmatch(memory_limit):
        raise UsageError(f"--memory-limit: {memory_limit!r} is no size: write it as in 2GB or 500MB")
    config = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "temp_directory": str(spill),
        "preserve_insertion_order": "false",
    }
    if _is_verified:
        config["allow_unsigned_extensions"] = "true"
    if memory_limit:
        config["memory_limit"] = memory_limit
    if threads:
        config["threads"] = str(threads)
    try:
        connection = duckdb.connect(":memory:", config=config)
        # Progress is measured for progress.py; the engine itself would print it among the results.
        connection.execute("SET enable_progress_bar = true; SET enable_progress_bar_print = false")
        if not memory_limit:
            _leave_some_memory(connection)
    except duckdb.Error as error:
        raise UsageError(f"DuckDB refuses the settings: {first_line(error)}") from error
    return connection


def _setting(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    ((value,),) = connection.execute(f"SELECT current_setting({literal(name)})::VARCHAR").fetchall()
    return value


def _leave_some_memory(connection: duckdb.DuckDBPyConnection) -> None:
    """DuckDB takes 80% of the machine's, or the container's, memory as it finds it; three quarters of that do."""
    size, _, unit = _setting(connection, "memory_limit").partition(" ")
    connection.execute(f"SET memory_limit = '{0.75 * float(size):.3f}{unit}'")


def seal(connection: duckdb.DuckDBPyConnection, readable: list[Path]) -> None:
    """From here on no statement opens a file outside the folders `readable`, nor changes a setting.

    Order is kept from then on: what session.py changes for each EXECUTE cannot be changed any more.
    """
    folders = ", ".join(literal(str(folder.absolute()) + "/") for folder in readable)
    connection.execute(f"SET allowed_directories = [{folders}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET preserve_insertion_order = true")
    connection.execute("SET lock_configuration = true")


def words(error: BaseException) -> str:
    """The engine's message; that of the error itself where it came while rows were fetched."""
    text = str(error).strip()
    return re.sub(r"\A.*unsuccessful or closed pending query result\s+Error: ", "", text)


def first_line(error: BaseException) -> str:
    """The first line of an error's message."""
    return (words(error).splitlines() or [type(error).__name__])[0]


def _short(error: BaseException) -> str:
    return re.sub(r"\A(INTERNAL|FATAL) Error: ", "", first_line(error))[:200]


@contextmanager
def explaining(connection: duckdb.DuckDBPyConnection, path: Path | None) -> Iterator[None]:
    """Turn the engine's errors in the block into ours, and a query that was stopped into Ctrl-C.

    `path` is the trace that the block reads, None where it reads none.
    """
    try:
        yield
    except duckdb.InterruptException:
        if stops.none_came():  # where one of its threads fails, another may be told to stop and say so first
            raise LostError("the engine stopped for an error that it did not tell; run it again") from None
        _settle(connection)
        raise KeyboardInterrupt from None
    except KeyboardInterrupt:
        _settle(connection)
        raise KeyboardInterrupt from None
    except (UnicodeDecodeError, duckdb.Error) as error:
        raise explained(error, path) from error
    except UnicodeEncodeError:  # of a name or SQL of the user's
        raise
    except RuntimeError as error:
        if "interrupted" in str(error):
            _settle(connection)
            raise KeyboardInterrupt from None
        raise explained(error, path) from error
    except (OverflowError, ValueError) as error:  # a value that Python has no room for
        raise explained(error, path) from error


def _settle(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the engine let go of a query that Ctrl-C ended.

    Its workers go on, and whatever comes next would wait for them; they only stop while told to.
    """
    done = threading.Event()

    def tell() -> None:
        while not done.wait(0.01):
            connection.interrupt()

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        connection.execute("SELECT 1").fetchall()
    except (duckdb.Error, RuntimeError):
        pass
    finally:
        done.set()
        teller.join()


def explained(error: Exception, path: Path | None) -> NsysDuckError:
    """What the engine's `error` means for the trace at `path`, and what to do next."""
    text = words(error)
    where = "" if path is None else f"{path}: "
    if (
        isinstance(error, duckdb.InternalException | duckdb.FatalException) or _BROKEN.search(text)
    ) and not _FULL.search(text):
        return BrokenEngine(
            f"{where}the engine failed inside ({_short(error)}): ask it in another way; later questions are answered"
        )
    # An error that quotes bytes which are not UTF-8 comes without its message where Python cannot decode it.
    if isinstance(error, UnicodeDecodeError) or not text or _UNFIT.search(text):
        return UnfitValue(f"{where}{first_line(error)}")
    if "database is locked" in text or "Could not set lock" in text:
        return TraceError(
            f"{path}: the database is locked by another program: wait until the export has finished, "
            "or close the file there"
        )
    if isinstance(error, duckdb.OutOfMemoryException) or text.startswith("Out of Memory Error"):
        return NsysDuckError(
            f"not enough memory or temporary space ({first_line(error)}): raise --memory-limit, or give a "
            "--temp-dir with more space"
        )
    if _FULL.search(text):
        return NsysDuckError(
            "no space left for the output or for temporary data: free some, or name another place"
        )
    if not isinstance(error, duckdb.ProgrammingError) and _DAMAGED.search(text):
        return TraceError(
            f"{path} is damaged ({first_line(error)}): copy it again, or run {EXPORT_HINT} again"
        )
    if "Required module 'pytz'" in text:
        return NsysDuckError(
            "times with a time zone need the package pytz: cast them to TIMESTAMP or to VARCHAR"
        )
    return NsysDuckError(f"{where}{first_line(error)}")
