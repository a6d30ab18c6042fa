"""A history of figures: a folder of Parquet files, one a trace, that is only ever added to."""

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from nsys_duck import __version__
from nsys_duck.comparison.hashing import content_hash
from nsys_duck.comparison.reading import write_figures
from nsys_duck.engine.quoting import literal
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.files import replacing
from nsys_duck.trace.trace import Trace

FILE = re.compile(r"\d{8}T\d{6}Z_(?P<key>[0-9a-f]{16}(_[0-9a-f]{8})?)\.parquet")


def append(trace: Trace, folder: Path, label: str | None, scope: str, dispatch: str | None) -> str:
    """Add the figures of `trace` to the history; a sentence that says what was done.

    `scope` says of which window and GPU they are. A trace with the same bytes and scope is not added twice.
    """
    whole_hash = content_hash(trace.path)
    key = whole_hash[:16] + (f"_{hashlib.sha256(scope.encode()).hexdigest()[:8]}" if scope else "")
    if held := [file for file in files(folder) if FILE.fullmatch(file.name)["key"] == key]:
        return f"{trace.path.name} is in the history already ({held[0].name}): not counted twice"
    facts = trace.report("compare_facts")
    known = dict(zip(facts.columns, facts.rows[0], strict=True))
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    captured = known["start_utc"]
    labels = {
        "trace": trace.path.name,
        "content_hash": whole_hash,
        "captured_utc": captured,
        "appended_utc": now,
        "label": label,
        "scope": scope,
        "gpu_models": known["gpu_models"],
        "nsys_duck_version": __version__,
    }
    parts = trace.scratch() / "history"
    parts.mkdir(exist_ok=True)
    write_figures(trace, parts, labels, "kept", dispatch=dispatch, fold_ids=False)
    stamp = re.sub(r"[^0-9T]", "", (captured or now)[:19])
    target = folder / f"{stamp}Z_{key}.parquet"
    _make(folder)
    with replacing(target) as part:
        rows = f"FROM read_parquet({literal(str(parts / 'figures_*.parquet'))})"
        trace.run(f"COPY ({rows}) TO {literal(str(part))} (FORMAT parquet, COMPRESSION zstd)")
    # Jobs at once may each have added it, where its time of capture is not known: the first stays.
    first, *others = [file for file in files(folder) if FILE.fullmatch(file.name)["key"] == key]
    for other in others:
        other.unlink(missing_ok=True)
    if first.name != target.name:
        return f"{trace.path.name} is in the history already ({first.name}): not counted twice"
    return f"added {trace.path.name} to {folder} ({target.name})"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NsysDuckError(f"{folder}: cannot be made: {error.strerror}") from error


def files(folder: Path) -> list[Path]:
    """The files of a history, whatever else is in the folder; UsageError where it is no folder."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--history: {folder} is no folder")
    return sorted(file for file in folder.glob("*.parquet") if FILE.fullmatch(file.name))


def damaged(found: list[Path]) -> list[Path]:
    """Those of the files that cannot be read."""
    unreadable = []
    with duckdb.connect(":memory:") as connection:
        for file in found:
            try:
                connection.execute(f"FROM read_parquet({literal(str(file))})").fetchall()
            except duckdb.Error:
                unreadable.append(file)
    return unreadable
