"""Patterns that give kernels a class: ours, which are data in sql/, and those of a user's file."""

import csv
from functools import cache
from pathlib import Path

from nsys_duck.engine.resources import sql_root
from nsys_duck.errors import UsageError

CLASSES = ("gemm", "attention", "normalisation", "elementwise", "reduction", "optimizer", "communication",
           "memory", "other")  # fmt: skip


@cache
def _ours() -> list[dict[str, str | None]]:
    with (sql_root() / "analysis" / "kernel_classes" / "kernel_classes.csv").open(
        encoding="utf-8", newline=""
    ) as file:
        return list(csv.DictReader(file))


def rows(users: tuple[tuple[str, str], ...] = ()) -> list[dict[str, str | None]]:
    """All patterns in the order in which they are tried: the user's, then ours."""
    own = [
        {"pattern": pattern, "class": name, "library": None, "source": "--kernel-classes", "examples": None}
        for pattern, name in users
    ]
    return own + _ours()


def read(path: Path) -> list[tuple[int, str, str]]:
    """(line, pattern, class) of each row of a user's CSV file; columns other than pattern and class are ignored.

    Raises UsageError where the file cannot be read or a row is not valid.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            header = reader.fieldnames or []
            if missing := [name for name in ("pattern", "class") if name not in header]:
                raise UsageError(f"{path}: no column {missing[0]!r}; the first line is to be pattern,class")
            found = [(reader.line_num, row["pattern"], row["class"]) for row in reader]
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: not a CSV file in UTF-8: {error}") from None
    for line, pattern, name in found:
        if not pattern:
            raise UsageError(f"{path}, line {line}: the pattern is empty")
        if name not in CLASSES:
            shown = "no class" if not name else f"{name!r} is not a class"
            raise UsageError(f"{path}, line {line}: {shown}; classes are {', '.join(CLASSES)}")
    return found
