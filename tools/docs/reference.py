"""Pages of docs/reference: one per layer of SQL files, and the command line."""

from dataclasses import dataclass

import duckdb
import typer
from typer.testing import CliRunner

from nsys_duck.catalog.describe import GROUPS, group_of, public_files
from nsys_duck.catalog.files import SqlFile, catalog, install_order
from nsys_duck.catalog.header import FIELDS, SHAPES, TYPES
from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Rows, Trace
from tools.docs import DOCS, page
from tools.docs.markdown import table

EXAMPLE_ROWS = 5
HELP_COLUMNS = 100


@dataclass
class Entry:
    """An object and what its page tells beyond the header.

    `values` has a value of each column in the demo trace, `example` the header's example and its rows.
    """

    file: SqlFile
    values: dict[str, object]
    rows: str = ""
    row_count: int = 0

    @property
    def call(self) -> str:
        """How the object is written in SQL."""
        if self.file.kind != "macro":
            return self.file.name
        params = [p.name if p.default is None else f"{p.name} := {p.default}" for p in self.file.params]
        return f"{self.file.name}({', '.join(params)})"

    @property
    def place(self) -> str:
        """The object's file, from the root of the project."""
        return self.file.path.relative_to(DOCS.parent).as_posix()

    @property
    def tables(self) -> list[str]:
        """The export's tables that it is made of."""
        return sorted({table for file in install_order([self.file.name]) for table in file.reads})


def groups() -> dict[str, list[SqlFile]]:
    """The public objects by page; table macros of sql/analysis stand among the views there."""
    pages: dict[str, list[SqlFile]] = {group: [] for group in GROUPS}
    for files in public_files().values():
        for file in files:
            pages["analysis" if file.layer == "analysis" else group_of(file)].append(file)
    pages["comparison"] = [file for file in catalog().values() if file.kind == "compare" and file.is_public]
    return {page: sorted(files, key=lambda file: file.name) for page, files in pages.items()}


def example_sql(file: SqlFile) -> str:
    """The header's example as one statement that runs on a trace."""
    needs_relations = file.layer == "intervals" and not file.returns
    return page("relations.sql") + file.example if needs_relations else file.example


def _ordered(statement: str) -> str:
    """With the rows in one order, whatever the engine's threads do."""
    return statement if "ORDER BY" in statement else f"FROM ({statement}) ORDER BY ALL"


def _first(rows: Rows) -> dict[str, object]:
    """Of each column the first value that is not NULL."""
    return {
        column: next((row[at] for row in rows.rows if row[at] is not None), None)
        for at, column in enumerate(rows.columns)
    }


def entry(trace: Trace, file: SqlFile) -> Entry:
    """What the page of `file` tells, with the demo trace's values."""
    made = Entry(file, {})
    try:
        if file.kind == "view":
            made.values = _first(trace.answer(f"FROM {file.name} ORDER BY ALL LIMIT 1000"))
        elif file.kind == "report":
            made.values = _first(trace.report(file.name))
        if file.example and not file.example.startswith("nsys-duck "):
            answer = trace.answer(example_sql(file), around=_ordered)
            made.row_count = len(answer.rows)
            made.rows = table(Rows(answer.columns, answer.rows[:EXAMPLE_ROWS]))
    except (NsysDuckError, duckdb.Error) as error:
        raise NsysDuckError(f"{file.path.name}: {error}") from error
    return made


def help_texts() -> list[tuple[str, str]]:
    """(command, its help) for the program and each command, at a fixed width."""
    from nsys_duck.cli.app import app

    program = typer.main.get_command(app)
    names = [name for name, command in program.commands.items() if not command.hidden]
    texts = []
    for arguments in [[], *([name] for name in names)]:
        done = CliRunner().invoke(
            app,
            [*arguments, "--help"],
            prog_name="nsys-duck",
            env={"COLUMNS": str(HELP_COLUMNS), "TERMINAL_WIDTH": str(HELP_COLUMNS), "NO_COLOR": "1"},
        )
        lines = [line.rstrip() for line in done.output.strip().splitlines()]
        texts.append((" ".join(["nsys-duck", *arguments]), "\n".join(lines)))
    return texts


def pages(trace: Trace) -> dict[str, str]:
    """Every page of the reference by its path under docs/."""
    made = {}
    for name, files in groups().items():
        entries = [entry(trace, file) for file in files]
        made[f"reference/{name}.md"] = page(f"{name}.md.jinja", entries=entries)
    made["reference/command-line.md"] = page("command-line.md.jinja", helps=help_texts())
    made["reference/headers.md"] = page("headers.md.jinja", fields=FIELDS, types=TYPES, shapes=SHAPES)
    return made
