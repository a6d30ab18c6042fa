"""Figures for people: whole columns in one unit, so that numbers under each other compare.

Nothing is computed but the division by the unit that is printed.
"""

from dataclasses import dataclass

from nsys_duck.catalog.files import Column
from nsys_duck.output.messages import counted

TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns"))
SIZES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B"))
SMALL = 0.01  # of a column's unit: below it a value has a unit of its own
SUFFIXES = ("_ns", "_bytes", "_pct")
INSTANTS = ("start_", "end_", "first_", "last_")  # times of the session, not lengths
WORDS = {"gpu": "GPU", "api": "API", "id": "ID", "pid": "PID", "avg": "mean", "med": "median",
         "p95": "p95"}  # fmt: skip


@dataclass(frozen=True)
class Scale:
    """How the values of a column are printed: divided, with so many decimals, in a unit."""

    divisor: float = 1
    unit: str = ""
    decimals: int = 0
    units: tuple[tuple[float, str], ...] = ()

    def text(self, value: object) -> str:
        """The value as printed; a dash for NULL.

        What is too small for the column's unit has its own; what is not 0 never prints as 0, but as less
        than a digit.
        """
        if value is None:
            return "–"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | float):
            shown = value if self.divisor == 1 else value / self.divisor
            if self.units and self.divisor != 1 and 0 < shown < SMALL:
                divisor, unit = next(pair for pair in self.units if value >= pair[0] or pair[0] == 1)
                return f"{value / divisor:.3g} {unit}"
            smallest = 10**-self.decimals
            if 0 < shown < smallest / 2:
                return f"<{smallest:.{self.decimals}f}"
            return f"{shown:,.{self.decimals}f}"
        return str(value)


SECONDS = Scale(1e9, "s", 6)
PERCENT = Scale(1, "%", 1)


def scale_of(column: Column, values: list) -> Scale:
    """The scale that shows the largest of the values best."""
    if column.unit == "ns" and column.name.startswith(INSTANTS):
        return SECONDS
    numbers = [abs(value) for value in values if isinstance(value, int | float)]
    top = max(numbers, default=0)
    if column.unit in ("ns", "bytes"):
        units = TIMES if column.unit == "ns" else SIZES
        divisor, unit = next((pair for pair in units if top >= pair[0]), units[-1])
        return Scale(divisor, unit, 0 if divisor == 1 else 3, units)
    if column.unit and column.unit.startswith("%"):
        return PERCENT
    if column.type == "DOUBLE":
        return Scale(1, column.unit or "", 1)
    return Scale(1, column.unit or "", 0)


def heading(column: Column) -> str:
    """The column's name as a heading: total_ns is Total."""
    name = column.name.replace("gb_per_s", "bandwidth")
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    words = [WORDS.get(word, word) for word in name.split("_")] if name else [column.name]
    text = " ".join(words)
    return text[0].upper() + text[1:]


def shortened(text: str, longest: int) -> str:
    """The text, or its first characters and how many there are."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… ({counted(len(text), 'character')})"


def one(column: Column, value: object) -> tuple[str, str]:
    """A single figure and its unit."""
    scale = scale_of(column, [value])
    return scale.text(value), scale.unit if value is not None else ""
