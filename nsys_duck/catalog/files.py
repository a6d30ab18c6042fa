"""All SQL files by name, and in the order in which they build on each other."""

from collections.abc import Iterator
from functools import cache

from nsys_duck.catalog.check import require_known_names
from nsys_duck.catalog.header import Column, NsysAs, NsysColumn, Param, Read, SqlFile, parse
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.engine.resources import is_checkout, sql_root
from nsys_duck.errors import NsysDuckError

LAYERS = ("session", "intervals", "trace", "analysis", "reports", "checks", "compare")
__all__ = ["LAYERS", "Column", "NsysAs", "NsysColumn", "Param", "Read", "SqlFile", "catalog", "columns_read",
           "install_order", "known_tables", "parse"]  # fmt: skip


@cache
def catalog() -> dict[str, SqlFile]:
    """Every object by name; the folders inside a layer are by subject, for people alone.

    Raises NsysDuckError, with file and line, for a header that is wrong; in a checkout also for a name of an
    object that there is not.
    """
    files = {}
    for layer in LAYERS:
        for path in sorted((sql_root() / layer).rglob("*.sql")):
            file = parse(path, layer)
            if file.name in files:
                raise NsysDuckError(f"{path}: {file.name} is also in {files[file.name].path}")
            files[file.name] = file
    if is_checkout():
        require_known_names(files)
    return files


@cache
def known_tables() -> tuple[str, ...]:
    """NVIDIA's names of all tables that some file reads, sorted."""
    return tuple(sorted({table for file in catalog().values() for table in file.reads}))


@cache
def columns_read(table: str) -> tuple[str, ...]:
    """NVIDIA's names of the columns that some file reads of a table, sorted."""
    reads = [file.reads[table] for file in catalog().values() if table in file.reads]
    return tuple(sorted({name for read in reads for name, *_ in read.columns}))


def install_order(names: list[str]) -> list[SqlFile]:
    """The objects that `names` stand on, and they themselves, each after what it needs."""
    order: dict[str, SqlFile] = {}

    def visit(name: str) -> None:
        if name not in order:
            file = catalog()[name]
            for needed in file.needs:
                visit(needed)
            order[name] = file

    for name in names:
        visit(name)
    return list(order.values())


def column_comment(column: Column) -> str:
    """Meaning and unit of a column, as in 'end minus start [ns]'."""
    return f"{column.text} [{column.unit}]" if column.unit else column.text


def comments_on(file: SqlFile, kind: str) -> Iterator[str]:
    """COMMENT statements for an object made as `kind`: TABLE, VIEW, MACRO or MACRO TABLE."""
    name = identifier(file.name)
    text = " ".join(part for part in (file.summary, file.description) if part)
    yield f"COMMENT ON {kind} {name} IS {literal(text)}"
    if kind in ("TABLE", "VIEW"):
        for column in file.columns:
            yield f"COMMENT ON COLUMN {name}.{identifier(column.name)} IS {literal(column_comment(column))}"
