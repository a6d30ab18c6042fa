"""All SQL files by name, and in the order in which they build on each other."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from nsys_duck.catalog.check import WHOLE, require_known_names
from nsys_duck.catalog.header import Column, NsysAs, NsysColumn, Param, Read, SqlFile, parse
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.engine.resources import is_checkout, sql_root
from nsys_duck.errors import NsysDuckError

LAYERS = ("session", "intervals", "trace", "analysis", "reports", "checks", "compare")
__all__ = ["LAYERS", "WHOLE", "Column", "NsysAs", "NsysColumn", "Param", "Read", "SqlFile", "catalog",
           "columns_read", "has_twin", "install_order", "known_tables", "parse"]  # fmt: skip


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


@cache
def has_twin(name: str) -> bool:
    """Whether a window or the choice of a GPU changes the rows of `name`.

    In such a run the object of that name exists twice: restricted, and as `whole.<name>` of the whole capture.
    """
    file = catalog()[name]
    needed = (other for other in file.needs if not other.startswith(WHOLE))
    asks = re.search(r"shape\.(windowed|one_gpu|restricted)|\bgetvariable\(", file.body)
    return bool(file.window or asks) or any(map(has_twin, needed))


def install_order(names: list[str], restricted: bool = False) -> list[SqlFile]:
    """The objects that `names` stand on, and they themselves, each after what it needs.

    `whole.<name>` is the object of the whole capture: one of its own in a `restricted` run, else just <name>.
    """
    order: dict[str, SqlFile] = {}

    def visit(name: str, above: bool = False) -> None:
        plain = name.removeprefix(WHOLE)
        is_whole = restricted and (above or plain != name) and has_twin(plain)
        key = WHOLE * is_whole + plain
        if key not in order:
            file = catalog()[plain]
            for needed in file.needs:
                visit(needed, is_whole)
            order[key] = replace(file, is_whole=True) if is_whole else file

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
