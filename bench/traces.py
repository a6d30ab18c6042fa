"""The traces that are measured, made on demand in a temporary folder."""

import sqlite3
from functools import cache
from pathlib import Path

from nsys_duck.engine.resources import sql_root

SMALL = 200_000
LARGE = 2_000_000
SPANNING = 5  # ranges over everything, where a measurement does not ask for more


class Traces:
    """A folder of traces by size; each is made once."""

    def __init__(self, folder: Path) -> None:
        """Nothing is made yet."""
        self.folder = folder
        self.of = cache(self._make)

    def _make(self, kernels: int, spanning: int = SPANNING, ranges: int | None = None) -> Path:
        ranges = ranges or kernels // 20
        path = self.folder / f"{kernels}-{spanning}-{ranges}.sqlite"
        database = sqlite3.connect(path)
        database.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY"
        )
        database.execute("CREATE TEMP TABLE bench (kernels INTEGER, spanning INTEGER, ranges INTEGER)")
        database.execute("INSERT INTO bench VALUES (?, ?, ?)", (kernels, spanning, ranges))
        for script in (sql_root() / "demo" / "schema.sql", Path(__file__).parent / "trace.sql"):
            database.executescript(script.read_text(encoding="utf-8"))
        database.commit()
        database.close()
        return path
