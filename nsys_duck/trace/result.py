"""What `Trace.sql` gives: the rows of one SELECT, as Python values, pandas, Polars or Arrow."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from nsys_duck.trace.query import Question

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Result:
    """One read-only SELECT on a trace. It runs when its rows are first asked for, and again for another kind.

    `columns` are the names, unique; `types` DuckDB's types. In `df`, `pl` and `arrow` 128-bit integers, as
    sum() gives them, are 64-bit where all fit, else decimals (in pandas Python's integers), never floating
    point.
    """

    def __init__(self, question: Question) -> None:
        """Take a checked question; Trace.sql makes them."""
        self._question = question
        self._rows: list[tuple] | None = None
        self.columns: list[str] = [field.name for field in question.fields]
        self.types: list[str] = [field.type for field in question.fields]

    def __repr__(self) -> str:
        """Names and types of the columns."""
        return f"<Result: {', '.join(f'{n} {t}' for n, t in zip(self.columns, self.types, strict=True))}>"

    def __iter__(self) -> Iterator[tuple]:
        """The rows, as fetchall gives them."""
        return iter(self.fetchall())

    def fetchall(self) -> list[tuple]:
        """All rows as tuples: integers of any size as int, NULL as None."""
        if self._rows is None:
            self._rows = self._question.plain().rows
        return self._rows

    def fetchone(self) -> tuple | None:
        """The first row, None where there is none."""
        return next(iter(self), None)

    def df(self) -> "pandas.DataFrame":
        """A pandas DataFrame; pandas must be installed."""
        frame = self._data(lambda result: result.df(), huge="VARCHAR")
        for name, kind in zip(self.columns, self.types, strict=True):
            if kind in ("HUGEINT", "UHUGEINT") and frame[name].dtype.kind not in "iu":
                frame[name] = frame[name].astype(object).map(int, na_action="ignore")
        return frame

    def pl(self) -> "polars.DataFrame":
        """A Polars DataFrame; needs polars and the extra nsys-duck[arrow]."""
        self._require_pyarrow()
        return self._data(lambda result: result.pl())

    def arrow(self) -> "pyarrow.Table":
        """A pyarrow Table; needs the extra nsys-duck[arrow]."""
        self._require_pyarrow()
        return self._data(lambda result: result.to_arrow_table())

    def _data(self, fetch: Callable[[Any], Any], huge: str = "DECIMAL(38,0)") -> Any:
        if self._question.is_explain:
            return self._question.plain(fetch)
        return self._question.as_data(fetch, huge=huge)

    @staticmethod
    def _require_pyarrow() -> None:
        from nsys_duck.output.binary import require_pyarrow

        require_pyarrow()
