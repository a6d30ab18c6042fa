"""Where the SQL files, DuckDB's SQLite extension and scratch space are."""

import tempfile
from pathlib import Path

from nsys_duck.errors import NsysDuckError


def sql_root() -> Path:
    """The folder of SQL files: inside an installed wheel, else beside the package in a checkout."""
    package = Path(__file__).parent.parent
    for folder in (package / "sql", package.parent / "sql"):
        if folder.is_dir():
            return folder
    raise NsysDuckError("the SQL files are missing: install nsys-duck again")


def is_checkout() -> bool:
    """Whether the SQL files are those of a checkout, where someone may be changing them."""
    return sql_root().parent != Path(__file__).parent.parent


def load_sqlite_extension(connection) -> None:
    """Load DuckDB's SQLite extension from the companion package, else one that is installed.

    Nothing is downloaded. Raises NsysDuckError with the command that installs it.
    """
    import duckdb

    wanted = f"duckdb-extension-sqlite-scanner=={duckdb.__version__}"
    candidates = []
    try:
        import duckdb_extension_sqlite_scanner as companion

        folder = Path(companion.__file__).parent / "extensions" / f"v{duckdb.__version__}"
        candidates.append("'" + str(folder / "sqlite_scanner.duckdb_extension").replace("'", "''") + "'")
    except ImportError:
        pass
    candidates.append("sqlite_scanner")
    reason = None
    for candidate in candidates:
        try:
            connection.execute(f"LOAD {candidate}")
            return
        except duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except RuntimeError as error:  # Ctrl-C while it loads comes as this too
            if "interrupted" not in str(error).lower():
                raise
            raise KeyboardInterrupt from None
        except duckdb.Error as error:
            reason = reason or str(error).splitlines()[0]
    if len(candidates) > 1:
        raise NsysDuckError(f"DuckDB's SQLite extension does not load ({reason}): run pip install {wanted}")
    raise NsysDuckError(f"DuckDB's SQLite extension is missing: run pip install {wanted}")


def scratch_folder(parent: Path | None = None) -> Path:
    """A fresh private folder for spilled data and copies, under the system's temporary folder."""
    try:
        return Path(tempfile.mkdtemp(prefix="nsys-duck-", dir=parent))
    except OSError as error:
        raise NsysDuckError(f"cannot make a temporary folder: {error}") from error
