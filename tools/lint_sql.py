"""Parse every SQL file as it is rendered, with DuckDB itself: `python -m tools.lint_sql`.

sqlfluff looks at style and passes what does not parse. Each file is rendered for the demo trace as it is, and again
for a window and one GPU. Exit status 1, with a line per file, where one does not parse.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from nsys_duck.catalog.files import SqlFile, catalog
from nsys_duck.demo import write_demo
from nsys_duck.engine.resources import sql_root
from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace


def faults(trace: Trace, files: list[SqlFile]) -> Iterator[str]:
    """A line for each file that does not render or does not parse."""
    for file in files:
        try:
            sql = trace.statement(file) if file.layer not in ("session", "compare") else file.body
            parsed = duckdb.extract_statements(f"SELECT {sql}" if file.returns else sql)
        except (duckdb.Error, NsysDuckError) as error:
            yield f"{file.path}: {' '.join(str(error).split())}"
        else:
            if len(parsed) != 1:
                yield f"{file.path}: {len(parsed)} statements, where one is wanted"


def main() -> int:
    """Check all files; the exit status."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.sqlite"
        write_demo(path)
        files = list(catalog().values())
        with Trace(path) as trace:
            found += faults(trace, files)
            trace.restrict_to_gpu(0)
            trace.restrict_to_window(0, 10**8)
            found += faults(trace, files)
    for line in dict.fromkeys(found):
        print(line)
    print(f"{len(files)} files in {sql_root()}: {len(found)} do not parse", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
