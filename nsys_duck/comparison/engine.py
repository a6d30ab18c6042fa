"""A DuckDB without a trace, in which the files of sql/compare are made from what was read of the traces."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from nsys_duck.catalog.files import SqlFile, catalog, install_order
from nsys_duck.engine import connect as engine
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.trace.trace import Rows


class Comparing:
    """The relations of sql/compare over the files in `scratch`; `variables` is what the run asks for."""

    def __init__(
        self, scratch: Path, variables: dict[str, object], memory_limit: str | None, threads: int | None
    ) -> None:
        self.scratch = scratch
        self.connection = engine.connect(scratch / "spill", memory_limit, threads)
        self._made: set[str] = set()
        self._run("SET preserve_insertion_order = true")
        for name, value in {"scratch": str(scratch), **variables}.items():
            self._run(f"SET VARIABLE {identifier(name)} = {literal(value)}")

    def rows(self, name: str) -> Rows:
        """All rows of a relation of sql/compare, in the order that its file gives them."""
        self._make(name)
        with engine.explaining(self.connection, self.scratch):
            result = self.connection.execute(f"FROM {identifier(name)}")
            return Rows([column[0] for column in result.description], result.fetchall())

    def dicts(self, name: str) -> list[dict]:
        """The same, each row by its columns' names."""
        found = self.rows(name)
        return [dict(zip(found.columns, row, strict=True)) for row in found.rows]

    def _make(self, name: str) -> None:
        for file in install_order([name]):
            if file.name not in self._made:
                self._run(_definition(file))
                self._made.add(file.name)

    def _run(self, sql: str) -> None:
        with engine.explaining(self.connection, self.scratch):
            self.connection.execute(sql)


def _definition(file: SqlFile) -> str:
    if file.returns:
        return f"CREATE MACRO {file.name}({', '.join(p.name for p in file.params)}) AS ({file.body})"
    return f"CREATE TABLE {file.name} AS\n{file.body}"


@contextmanager
def comparing(
    scratch: Path, variables: dict[str, object], memory_limit: str | None = None, threads: int | None = None
) -> Iterator[Comparing]:
    """A Comparing that is closed when the block ends."""
    opened = Comparing(scratch, variables, memory_limit, threads)
    try:
        yield opened
    finally:
        opened.connection.close()


def write_empty(connection: duckdb.DuckDBPyConnection, name: str, target: Path) -> None:
    """A Parquet file with the columns of a relation and no row."""
    columns = ", ".join(f"NULL::{column.type} AS {column.name}" for column in catalog()[name].columns)
    connection.execute(f"COPY (SELECT {columns} LIMIT 0) TO {literal(str(target))} (FORMAT parquet)")
