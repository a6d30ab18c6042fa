"""Rows as text: CSV, TSV, JSON, NDJSON, Markdown. Rows are written as they come, never held.

The rows are those of Question.as_text: numbers, booleans, text, and JSON text for nested values.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

INTEGERS = {f"{sign}{size}INT" for sign in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")} | {
    "INTEGER", "UINTEGER",
}  # fmt: skip
BATCH = 10_000
_NESTED = re.compile(r"(STRUCT|MAP|UNION)\(.*\)|.*\[\d*\]|VARIANT", re.S)
_CSV_QUOTED = re.compile(r'[",\r\n]|^\s|\s$|^$')
_TSV_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
_CELL_ESCAPES = str.maketrans({"\n": "\\n", "\r": "\\r", "\t": "\\t"})
_TO_JSON = json.JSONEncoder(ensure_ascii=False).encode
_NOT_FINITE = re.compile(r'("(?:[^"\\]|\\.)*")|-?\b(?:NaN|nan|Infinity|inf)\b')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Field(NamedTuple):
    """A column of a result: its name, unique in the result, and its DuckDB type."""

    name: str
    type: str

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        return self.type in INTEGERS or self.type in ("DOUBLE", "FLOAT") or self.type.startswith("DECIMAL(")

    @property
    def is_json(self) -> bool:
        """Whether `Question.as_text` gives JSON text for it."""
        return self.type == "JSON" or bool(_NESTED.fullmatch(self.type))


class Format(StrEnum):
    """What a result can be written as."""

    table = "table"
    csv = "csv"
    tsv = "tsv"
    json = "json"
    ndjson = "ndjson"
    markdown = "markdown"
    parquet = "parquet"
    arrow = "arrow"


def rows_of(result: Any) -> Iterator[tuple]:
    """The rows of a DuckDB result, a batch at a time."""
    while batch := result.fetchmany(BATCH):
        yield from batch


def plain(value: object) -> str:
    """A value as text, integers and decimals with all digits; NULL is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def cell(value: object) -> str:
    """A value for people to read: control characters, of terminals too, show as escapes."""
    text = plain(value).translate(_CELL_ESCAPES)
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _csv_value(value: object) -> str:
    if value is None:
        return ""
    if type(value) is int:
        return str(value)
    text = plain(value)
    return '"' + text.replace('"', '""') + '"' if _CSV_QUOTED.search(text) else text


def csv(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    """RFC 4180 with LF; NULL is empty, empty text is a pair of quotes."""
    yield ",".join(_csv_value(field.name) for field in fields) + "\n"
    for row in rows:
        yield ",".join(map(_csv_value, row)) + "\n"


def tsv(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    r"""Tab-separated; tab, newline and backslash in a value are \t, \n and \\."""
    yield "\t".join(field.name.translate(_TSV_ESCAPES) for field in fields) + "\n"
    for row in rows:
        yield "\t".join(plain(value).translate(_TSV_ESCAPES) for value in row) + "\n"


def _json_value(value: object) -> str:
    if type(value) is int:
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "null"
    if isinstance(value, Decimal):
        return format(value, "f")
    return _TO_JSON(value if isinstance(value, str | int | None) else str(value))


def _json_nested(value: str | None) -> str:
    """JSON text without NaN and infinity, which JSON does not have."""
    if value is None:
        return "null"
    return _NOT_FINITE.sub(lambda match: match[1] or "null", value) if _NOT_FINITE.search(value) else value


def _objects(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    keys = [json.dumps(field.name, ensure_ascii=False) + ": " for field in fields]
    encoders = [_json_nested if field.is_json else _json_value for field in fields]
    for row in rows:
        yield "{" + ", ".join(k + e(v) for k, e, v in zip(keys, encoders, row, strict=True)) + "}"


def json_array(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    """One array of row objects, a row a line; keys in the order of the columns."""
    before = "[\n"
    for text in _objects(fields, rows):
        yield f"{before}  {text}"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def ndjson(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    """An object a line."""
    for text in _objects(fields, rows):
        yield text + "\n"


def markdown(fields: list[Field], rows: Iterable[tuple]) -> Iterator[str]:
    """A table as GitHub shows it; numbers are right-aligned."""

    def line(values: Iterable[str]) -> str:
        return "| " + " | ".join(value.replace("|", "\\|") for value in values) + " |\n"

    yield line(cell(field.name) for field in fields)
    yield line("---:" if field.is_number else "---" for field in fields)
    for row in rows:
        yield line(map(cell, row))


TEXT_FORMATS: dict[str, Callable[[list[Field], Iterable[tuple]], Iterator[str]]] = {
    "csv": csv,
    "tsv": tsv,
    "json": json_array,
    "ndjson": ndjson,
    "markdown": markdown,
}
