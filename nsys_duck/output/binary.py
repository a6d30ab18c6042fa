"""Results as Parquet, which DuckDB writes itself, and as Arrow, which needs pyarrow."""

import shutil
from pathlib import Path
from typing import Any

from nsys_duck.engine.quoting import literal
from nsys_duck.errors import NsysDuckError
from nsys_duck.output.sinks import sink

BATCH = 100_000


def require_pyarrow() -> Any:
    """The module pyarrow; NsysDuckError with the command that installs it."""
    try:
        import pyarrow.ipc
    except ImportError:
        raise NsysDuckError("that needs pyarrow: run pip install 'nsys-duck[arrow]'") from None
    return pyarrow


def write_parquet(question: Any, target: Path | None) -> None:
    """Write the result as Parquet (zstd): first to the trace's own folder, the only one that COPY may use."""
    part = question.trace.scratch() / "result.parquet"
    try:
        question.as_data(
            lambda result: result.fetchall(),
            lambda sql: f"COPY (\n{sql}\n) TO {literal(str(part))} (FORMAT parquet, COMPRESSION zstd)",
        )
        with sink(target) as out, part.open("rb") as file:
            shutil.copyfileobj(file, out)
    finally:
        part.unlink(missing_ok=True)


def write_arrow(question: Any, target: Path | None) -> None:
    """Write the result as an Arrow IPC file, or as a stream to standard output and for .arrows."""
    arrow = require_pyarrow()
    stream = target is None or target.suffix == ".arrows"
    with sink(target) as out:

        def fetch(result: Any) -> None:
            out.restart()
            reader = result.to_arrow_reader(BATCH)
            new = arrow.ipc.new_stream if stream else arrow.ipc.new_file
            with new(arrow.PythonFile(out, mode="w"), reader.schema) as writer:
                for batch in reader:
                    writer.write_batch(batch)

        question.as_data(fetch)
