"""What the header of a SQL file declares.

A file is a header of comment lines, a blank line and one statement (or, for a scalar macro, one
expression). The header is the only declaration of the object: the command line, the documentation,
the comments in the database and the type tests all read it here.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from nsys_duck.errors import NsysDuckError

FIELDS = {"name", "title", "summary", "description", "command", "requires", "wants", "needs", "keep", "beside",
          "window", "from", "reads", "param", "column", "nsys", "nsys_as", "returns", "example"}  # fmt: skip
_COLUMN = re.compile(r"(?P<name>\w+) (?P<type>[A-Z]+(?:\[\])?)(?: \[(?P<unit>[^\]]+)\])? -- (?P<text>.+)")
_PARAM = re.compile(r"(?P<name>\w+) (?P<type>[A-Z]+)(?: = (?P<default>'(?:[^']|'')*'|\S+))?"
                    r"(?: of (?P<choices>\S+))? -- (?P<text>.+)")  # fmt: skip
_NSYS = re.compile(r'"(?P<header>[^"]+)" (?P<column>\w+) (?P<form>[a-z0-9]+)(?: since (?P<since>[\d.]+))?'
                   r"(?: before (?P<before>[\d.]+))?")  # fmt: skip
_NSYS_AS = re.compile(r"(?P<report>\w+)(?: since (?P<since>[\d.]+))?(?: before (?P<before>[\d.]+))?")
_RETURNS = re.compile(r"(?P<type>[A-Z]+)(?: \[(?P<unit>[^\]]+)\])? -- (?P<text>.+)")
_FORMS = {"column": _COLUMN, "param": _PARAM, "returns": _RETURNS, "nsys": _NSYS, "nsys_as": _NSYS_AS}


@dataclass(frozen=True)
class Column:
    """A column of a relation: SQL type, unit (as in ns, bytes, % of what) and meaning."""

    name: str
    type: str
    unit: str | None
    text: str

    @property
    def is_old(self) -> bool:
        """Whether it is kept for one version only, under a name that another column has now."""
        return self.text.startswith("old name of ")


@dataclass(frozen=True)
class Param:
    """A parameter; `default` is a SQL literal, None where a value must be given.

    `choices`, as in `a|b`, are the only values that it takes; None for any.
    """

    name: str
    type: str
    default: str | None
    text: str
    choices: str | None = None


@dataclass(frozen=True)
class NsysColumn:
    """A column as `nsys stats` prints it: its literal header, our column, and the form of its values.

    Forms: `ratio` and `dur1` have one decimal, `dur` and `ts` are whole nanoseconds (all durations change
    with the time unit), `mem` is MB (10^6 bytes) with three decimals, `thru` MB/s, `int` and `text` as they
    are, `addr` hexadecimal, `xyz` three padded integers. `since` and `before` are versions of the export's
    schema: nsys of that time printed the column.
    """

    header: str
    column: str
    form: str
    since: str | None = None
    before: str | None = None


@dataclass(frozen=True)
class NsysAs:
    """The report that nsys of some versions of the schema printed under this one's name."""

    report: str
    since: str | None = None
    before: str | None = None


@dataclass(frozen=True)
class Read:
    """A table of the export that a file reads: (column, type, required) in order."""

    table: str
    columns: tuple[tuple[str, str, bool], ...]


@dataclass
class SqlFile:
    """One object of ours: what its header declares, and its statement as written.

    `needs_only` names for some of what is needed the parameter that asks for it; `keep` says why the rows
    are kept in a temporary table once made; `beside` such views that a report wants begun first, in that order, and
    made beside the others that it needs; `window` that the relation has events, which a run's window
    cuts; `taken_from` the public view that has the same rows and columns; `requires` the views without
    whose tables a report has nothing to say, a group a line, of each group one (`VIEW first`: only the table
    that the view reads first); `wants` those whose absence leaves columns NULL and is told; `title` and
    `nsys` the name and the columns under which `nsys stats` prints the same report, `nsys_as` what it printed
    instead at times; `command` the command that alone prints
    a report.
    """

    path: Path
    layer: str
    name: str = ""
    summary: str = ""
    description: str = ""
    needs: list[str] = field(default_factory=list)
    needs_only: dict[str, str] = field(default_factory=dict)
    keep: str = ""
    beside: list[str] = field(default_factory=list)
    window: str = ""
    taken_from: str = ""
    reads: dict[str, Read] = field(default_factory=dict)
    params: list[Param] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    title: str = ""
    command: str = ""
    requires: list[list[str]] = field(default_factory=list)
    wants: list[str] = field(default_factory=list)
    nsys: list[NsysColumn] = field(default_factory=list)
    nsys_as: list[NsysAs] = field(default_factory=list)
    returns: Column | None = None
    example: str = ""
    body: str = ""

    @property
    def kind(self) -> str:
        """session, macro, view, report, check or compare: how the object comes into being."""
        if self.layer in ("intervals", "trace", "analysis"):
            return "macro" if self.params or self.returns else "view"
        kinds = {"session": "session", "reports": "report", "checks": "check", "compare": "compare"}
        return kinds[self.layer]

    @property
    def is_public(self) -> bool:
        """Names with a leading underscore and parts of a command are the project's own and may change."""
        return not self.name.startswith("_") and not self.command


def _entries(text: str, path: Path):
    """(field, value) of each header line; indented lines continue the one above."""
    found = None
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line[3:].partition(": ")
        if line.startswith("-- ") and colon and key in FIELDS:
            if found:
                yield found
            found = (key, value.strip())
        elif line.startswith("--     ") and found:
            found = (found[0], f"{found[1]} {line[2:].strip()}")
        else:
            raise NsysDuckError(f"{path}:{number}: not a header line: {line}")
    if found:
        yield found


def _read(value: str) -> Read:
    table, *specs = value.split()
    columns = []
    for spec in specs:
        name, _, kind = spec.replace("!", "").partition(":")
        columns.append((name, kind or "BIGINT", "!" in spec))
    return Read(table, tuple(columns))


def parse(path: Path, layer: str | None = None) -> SqlFile:
    """The object that a SQL file of `layer` declares; without one the layer is the name of its folder.

    Raises NsysDuckError, with file and line, where the header is not in the form above.
    """
    header, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    file = SqlFile(path=path, layer=layer or path.parent.name, body=body.strip())
    for key, value in _entries(header, path):
        if key == "needs":
            for entry in value.split(","):
                name, *condition = entry.split()
                file.needs.append(name)
                if condition:
                    file.needs_only[name] = condition[-1]
        elif key == "requires":
            file.requires.append([name.strip() for name in value.split(",")])
        elif key in ("wants", "beside"):
            setattr(file, key, [name.strip() for name in value.split(",")])
        elif key == "reads":
            read = _read(value)
            file.reads[read.table] = read
        elif key in ("column", "param", "returns", "nsys", "nsys_as"):
            form = _FORMS[key]
            match = form.fullmatch(value)
            if not match:
                raise NsysDuckError(f"{path}: not a {key}: {value}")
            if key == "column":
                file.columns.append(Column(**match.groupdict()))
            elif key == "param":
                file.params.append(Param(**match.groupdict()))
            elif key == "nsys_as":
                file.nsys_as.append(NsysAs(**match.groupdict()))
            elif key == "nsys":
                file.nsys.append(NsysColumn(**match.groupdict()))
            else:
                file.returns = Column(name=path.stem, **match.groupdict())
        else:
            setattr(file, "taken_from" if key == "from" else key, value)
    if file.name != path.stem:
        raise NsysDuckError(f"{path}: the name in the header is {file.name!r}")
    return file
