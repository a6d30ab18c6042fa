"""The demo trace: SQLite's own SQL, run into a fresh file; no GPU and no nsys needed."""

import sqlite3
from pathlib import Path

from nsys_duck.engine.resources import sql_root
from nsys_duck.errors import NsysDuckError
from nsys_duck.output.files import replacing

SCRIPTS = ("schema", "decode_server", "decode_server_clocks", "decode_server_rows")
SLOWER = ("schema", "decode_server", "decode_server_slower", "decode_server_clocks", "decode_server_rows")


def write_demo(target: Path, *, slower: bool = False) -> None:
    """Lay out the demo trace at `target`, whole or not at all; `slower` the one of a day later.

    Raises NsysDuckError where the file cannot be written.
    """
    with replacing(target) as part:
        part.touch()  # a folder that is not there is the same error as for any other output
        database = sqlite3.connect(part)
        try:
            database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            for name in SLOWER if slower else SCRIPTS:
                script = sql_root() / "demo" / f"{name}.sql"
                database.executescript(script.read_text(encoding="utf-8"))
            database.commit()
        except sqlite3.Error as error:
            raise NsysDuckError(f"{target}: cannot be written: {error}") from error
        finally:
            database.close()
