"""A user's SELECT with its values, and the same SELECT with its columns as some output needs them."""

import re
from collections.abc import Callable
from typing import Any

from nsys_duck.engine.quoting import identifier
from nsys_duck.engine.readonly import bare, explain_of
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.formats import INTEGERS, Field
from nsys_duck.trace.trace import Trace

_PLAIN = INTEGERS | {"VARCHAR", "BOOLEAN", "DOUBLE", "UUID"}
_HUGE = re.compile(r"\bU?HUGEINT\b")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,37})")
_FRACTION = re.compile(r"-?(0|[1-9]\d*)\.\d+([eE][+-]?\d+)?|-?(0|[1-9]\d*)[eE][+-]?\d+")
_NAME = re.compile(r"[^\W\d]\w*")


class Question:
    """One read-only statement on a trace; `params` are bound as `$name`.

    Raises UsageError for a statement that does not parse or is not read-only, and for values that do not
    fit its parameters; NsysDuckError, with what may have been meant, for unknown names. `is_empty` tells,
    once the result was written as text, that it has no rows.
    """

    is_empty = False

    def __init__(self, trace: Trace, sql: str, params: dict[str, object] | None = None) -> None:
        self.trace = trace
        self.sql = sql
        self.params = params or {}
        self.is_explain = bool(explain_of(bare(sql))[0])
        self.fields = self._fields()

    def _fields(self) -> list[Field]:
        rows = self._ask(
            around=lambda sql: (
                "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM (\n"
                f"{explain_of(sql)[1]}\n) AS result)"
            )
        ).rows
        if self.is_explain:
            return [Field("explain_key", "VARCHAR"), Field("explain_value", "VARCHAR")]
        return [Field(*row) for row in rows]

    def _ask(self, fetch: Callable | None = None, around: Callable[[str], str] | None = None) -> Any:
        return self.trace.answer(self.sql, self.params, fetch, around)

    def plain(self, fetch: Callable[[Any], Any] | None = None) -> Any:
        """What `fetch` makes of the result as the engine gives it; all rows by default."""
        return self._ask(fetch)

    def as_text(self, fetch: Callable[[Any], Any]) -> Any:
        """`fetch` on a result of numbers, booleans and text: nested values are JSON, all others text."""
        if self.is_explain or all(_text(field, "") == "" for field in self.fields):
            return self._ask(fetch)
        return self._ask(fetch, self._wrapped(_text))

    def as_data(
        self,
        fetch: Callable[[Any], Any],
        around: Callable[[str], str] = lambda sql: sql,
        huge: str = "DECIMAL(38,0)",
    ) -> Any:
        """`fetch` on a result whose 128-bit integers are BIGINT where all fit, else of the type `huge`.

        Other programs take 128-bit integers for floating point. `around` makes the statement to run.
        """
        if self.is_explain:
            raise UsageError("EXPLAIN gives text, no data: leave --format out")
        if not any(_HUGE.search(field.type) for field in self.fields):
            return self._ask(fetch, lambda sql: around(self._wrapped(lambda field, ref: ref)(sql)))
        try:
            return self._ask(fetch, lambda sql: around(self._wrapped(_as("BIGINT"))(sql)))
        except NsysDuckError as error:
            if "Conversion Error" not in str(error.__cause__):
                raise
        return self._ask(fetch, lambda sql: around(self._wrapped(_as(huge))(sql)))

    def row_count(self) -> int:
        """How many rows the result has."""
        return self._ask(around=lambda sql: f"SELECT count(*) FROM (\n{sql}\n)").rows[0][0]

    def _wrapped(self, expression: Callable[[Field, str], str]) -> Callable[[str], str]:
        names = [f"c{number}" for number in range(len(self.fields))]
        columns = ", ".join(
            f"{expression(field, name) or name} AS {identifier(field.name)}"
            for field, name in zip(self.fields, names, strict=True)
        )
        return lambda sql: f"SELECT {columns} FROM (\n{sql}\n) AS result({', '.join(names)})"


def _text(field: Field, ref: str) -> str:
    """The expression that makes text of a column, empty where it can stay as it is."""
    if field.is_json:
        return f"{ref}::VARCHAR" if field.type == "JSON" else f"to_json({ref})::VARCHAR"
    return "" if field.type in _PLAIN or field.is_number else f"{ref}::VARCHAR"


def _as(huge: str) -> Callable[[Field, str], str]:
    return lambda field, ref: f"{ref}::{_HUGE.sub(huge, field.type)}" if _HUGE.search(field.type) else ref


def named_values(given: list[str]) -> dict[str, object]:
    """The values of `--param NAME=VALUE`: numbers as numbers, all else as text.

    Raises UsageError for what is not in that form, and for a name that comes twice.
    """
    values: dict[str, object] = {}
    for entry in given:
        name, equals, text = entry.partition("=")
        name = name.removeprefix("$")
        if not equals or not _NAME.fullmatch(name):
            raise UsageError(f"--param: {entry!r} is not NAME=VALUE")
        if name in values:
            raise UsageError(f"--param: {name} is given twice")
        if _NUMBER.fullmatch(text):
            values[name] = int(text)
        else:
            values[name] = float(text) if _FRACTION.fullmatch(text) else text
    return values
