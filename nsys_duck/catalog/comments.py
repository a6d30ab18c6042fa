"""The headers as comments in the database, so that any client shows meaning and units."""

from collections.abc import Iterator

from nsys_duck.catalog.files import Column, SqlFile
from nsys_duck.engine.quoting import identifier, literal


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
