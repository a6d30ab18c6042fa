"""What the header of a SQL file declares.

A file is a header of comment lines, a blank line and one statement (or, for a scalar macro, one
expression). The header is the only declaration of the object: the command line, the documentation,
the comments in the database and the type tests all read it here. FIELDS is the list of what it may say;
docs/reference/headers.md is written from it. What is wrong is reported with the file and the line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from nsys_duck.errors import NsysDuckError


class HeaderField(NamedTuple):
    """A field of the header: how its value is written, what it means, and whether it may come only once."""

    form: str
    meaning: str
    once: bool = True


FIELDS = {
    "name": HeaderField("NAME", "the object's name, which is the file's stem"),
    "summary": HeaderField("SENTENCE", "one line; required"),
    "description": HeaderField(
        "TEXT", "what is counted, what a percentage is a percentage of, how ties are broken, what is left out"
    ),
    "needs": HeaderField(
        "OBJECT [if PARAMETER], ...",
        "objects of ours that the statement names; gives the order of installation. With `if`, only where that "
        "BOOLEAN parameter is TRUE; `whole.x` is `x` of the whole capture, whatever the window and the GPU of the run",
        once=False,
    ),
    "reads": HeaderField(
        "TABLE COLUMN[!][:TYPE] ...",
        "a table of the export and the columns that are read of it, BIGINT unless a type is given; `!` marks a "
        "column without which the file cannot be used",
        once=False,
    ),
    "param": HeaderField(
        "NAME TYPE [= DEFAULT] [of A|B] [all NUMBER] -- MEANING",
        "a parameter; the default is a SQL literal, `of` lists the only values that it takes, `all` is the number that "
        "asks for all rows, for which -1 may be given as in nsys",
        once=False,
    ),
    "column": HeaderField(
        "NAME TYPE [[UNIT]] -- MEANING", "a column of the result, in order, with its unit", once=False
    ),
    "returns": HeaderField("TYPE [[UNIT]] -- MEANING", "the value of a scalar macro"),
    "window": HeaderField(
        "clip | keep [START END]",
        "the relation has events: `clip` cuts them to the window of the run, `keep` chooses whole rows; START and "
        "END are the columns of the event's ends, start_ns and end_ns unless given",
    ),
    "keep": HeaderField("REASON", "the rows are kept in a table once made, and why"),
    "beside": HeaderField(
        "VIEW, ...",
        "kept views that the report wants made first, in that order, beside the others that it needs",
    ),
    "from": HeaderField(
        "VIEW [WHERE CONDITION]", "the public view whose rows a converted trace takes in place of this one's"
    ),
    "requires": HeaderField(
        "VIEW [first], ...",
        "views of which at least one must have been captured, or the report has nothing to say; with `first`, only "
        "the table that the view reads first counts",
        once=False,
    ),
    "wants": HeaderField("VIEW, ...", "views whose absence leaves columns NULL, which is reported"),
    "title": HeaderField("TEXT", "the report's display name in nsys stats"),
    "nsys": HeaderField(
        '"HEADER" COLUMN FORM [since VERSION] [before VERSION]',
        "a column as nsys stats prints it, in its order; the versions are those of the export's schema",
        once=False,
    ),
    "nsys_as": HeaderField(
        "REPORT [since VERSION] [before VERSION]",
        "what some versions of nsys printed under this name",
        once=False,
    ),
    "command": HeaderField("COMMAND", "the command that alone prints the report"),
    "example": HeaderField("STATEMENT", "a statement that runs"),
}
TYPES = {"BIGINT", "INTEGER", "DOUBLE", "VARCHAR", "BOOLEAN", "UBIGINT", "HUGEINT", "ANY"}
PARAMETER_TYPES = TYPES | {"REGEX", "RELATION"}
READ_TYPES = {"BIGINT", "DOUBLE", "VARCHAR"}
SHAPES = {"one_gpu", "windowed", "restricted", "asked"}
_COLUMN = re.compile(r"(?P<name>\w+) (?P<type>[A-Z]+(?:\[\])?)(?: \[(?P<unit>[^\]]+)\])? -- (?P<text>.+)")
_PARAM = re.compile(r"(?P<name>\w+) (?P<type>[A-Z]+)(?: = (?P<default>'(?:[^']|'')*'|\S+))?"
                    r"(?: of (?P<choices>\S+))?(?: all (?P<all>-?\d+))? -- (?P<text>.+)")  # fmt: skip
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

    `choices`, as in `a|b`, are the only values that it takes; None for any. `all` is the number that asks for
    all rows; None for a parameter that counts no rows.
    """

    name: str
    type: str
    default: str | None
    text: str
    choices: str | None = None
    all: str | None = None


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
    a report; `is_whole` that the object is that of the whole capture in a run with a window or a GPU; `lines` where in the file each name is declared.
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
    is_whole: bool = False
    lines: dict[tuple[str, str], int] = field(default_factory=dict, repr=False)

    @property
    def qualified(self) -> str:
        """The name of the object in the database."""
        return f"whole.{self.name}" if self.is_whole else self.name

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


def wrong(path: Path, line: int, text: str, given: str = "", known: object = ()) -> NsysDuckError:
    """The error for one line of a file: where, what, and which of the `known` names `given` may stand for."""
    import difflib

    near = difflib.get_close_matches(given, list(known), n=1, cutoff=0.6) if given else []
    hint = f"; did you mean {near[0]}?" if near else ""
    return NsysDuckError(f"{path}:{line}: {text}{hint}")


def _entries(text: str, path: Path) -> Iterator[tuple[str, str, int]]:
    """(field, value, line) of each header line; indented lines continue the one above."""
    found = None
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = line[3:].partition(":")
        if line.startswith("-- ") and colon and key in FIELDS and value[:1] in (" ", ""):
            if found:
                yield found
            found = (key, value.strip(), number)
        elif line.startswith("--     ") and found:
            found = (found[0], f"{found[1]} {line[2:].strip()}", found[2])
        elif line.startswith("-- ") and colon and re.fullmatch(r"\w+", key):
            raise wrong(path, number, f"the header has no field {key!r}", key, FIELDS)
        else:
            raise wrong(path, number, f"not a header line: {line}")
    if found:
        yield found


def _names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",")]


class _Parser:
    """Takes the entries of one header into a SqlFile; every error names the file and the line."""

    def __init__(self, file: SqlFile) -> None:
        self.file = file
        self.seen: set[str] = set()

    def take(self, key: str, value: str, line: int) -> None:
        """Take one entry."""
        if not value:
            raise wrong(self.file.path, line, f"{key} has no value: {FIELDS[key].form}")
        if FIELDS[key].once and key in self.seen:
            raise wrong(self.file.path, line, f"{key} is given twice")
        self.seen.add(key)
        method = getattr(self, f"_{key}", None)
        if method:
            method(value, line)
        else:
            setattr(self.file, "taken_from" if key == "from" else key, value)
            self.file.lines[key, value.split(" ")[0]] = line

    def _match(self, key: str, value: str, line: int) -> dict[str, str | None]:
        match = _FORMS[key].fullmatch(value)
        if not match:
            raise wrong(self.file.path, line, f"not a {key}: {value!r} is not {FIELDS[key].form}")
        return match.groupdict()

    def _type(self, type: str, known: set[str], line: int) -> None:
        if type.removesuffix("[]") not in known:
            raise wrong(self.file.path, line, f"the type {type} is not known", type, known)

    def _unique(self, names: list[str], what: str, line: int) -> None:
        if names[-1] in names[:-1]:
            raise wrong(self.file.path, line, f"the {what} {names[-1]} is declared twice")

    def _needs(self, value: str, line: int) -> None:
        for entry in _names(value):
            match = re.fullmatch(r"([\w.]+)(?: if (\w+))?", entry)
            if not match:
                raise wrong(
                    self.file.path, line, f"not an object of needs: {entry!r} is not OBJECT [if PARAMETER]"
                )
            self.file.needs.append(match[1])
            self._unique(self.file.needs, "object", line)
            self.file.lines["needs", match[1]] = line
            if match[2]:
                self.file.needs_only[match[1]] = match[2]

    def _requires(self, value: str, line: int) -> None:
        self.file.requires.append(_names(value))
        for name in _names(value):
            if not re.fullmatch(r"\w+( first)?", name):
                raise wrong(self.file.path, line, f"not a view of requires: {name!r} is not VIEW [first]")
            self.file.lines["requires", name.removesuffix(" first")] = line

    def _list(self, key: str, value: str, line: int) -> None:
        setattr(self.file, key, _names(value))
        for name in _names(value):
            self.file.lines[key, name] = line

    def _wants(self, value: str, line: int) -> None:
        self._list("wants", value, line)

    def _beside(self, value: str, line: int) -> None:
        self._list("beside", value, line)

    def _reads(self, value: str, line: int) -> None:
        table, *specs = value.split()
        if table in self.file.reads:
            raise wrong(self.file.path, line, f"the table {table} is read twice")
        columns = []
        for spec in specs:
            match = re.fullmatch(r"(\w+)(!?)(?::([A-Z]+))?", spec)
            if not match:
                raise wrong(self.file.path, line, f"not a column of reads: {spec!r} is not COLUMN[!][:TYPE]")
            self._type(match[3] or "BIGINT", READ_TYPES, line)
            columns.append((match[1], match[3] or "BIGINT", bool(match[2])))
            self._unique([name for name, *_ in columns], "column", line)
        self.file.reads[table] = Read(table, tuple(columns))
        self.file.lines["reads", table] = line

    def _column(self, value: str, line: int) -> None:
        column = Column(**self._match("column", value, line))
        self._type(column.type, TYPES, line)
        self.file.columns.append(column)
        self._unique([other.name for other in self.file.columns], "column", line)

    def _param(self, value: str, line: int) -> None:
        param = Param(**self._match("param", value, line))
        self._type(param.type, PARAMETER_TYPES, line)
        self.file.params.append(param)
        self._unique([other.name for other in self.file.params], "parameter", line)
        self.file.lines["param", param.name] = line
        default = param.default
        if default is not None and default.upper() != "NULL":
            fits = {
                "BOOLEAN": default.upper() in ("TRUE", "FALSE"),
                "DOUBLE": bool(re.fullmatch(r"-?\d+(\.\d+)?", default)),
            } | dict.fromkeys(("INTEGER", "BIGINT", "HUGEINT"), bool(re.fullmatch(r"-?\d+", default)))
            if not fits.get(param.type, default.startswith("'") or param.type == "RELATION"):
                raise wrong(
                    self.file.path, line, f"the default {default} of {param.name} is not of type {param.type}"
                )
        if (
            param.choices
            and default is not None
            and default.strip("'") not in [*param.choices.split("|"), "NULL"]
        ):
            raise wrong(
                self.file.path, line, f"the default {default} of {param.name} is none of {param.choices}"
            )

    def _returns(self, value: str, line: int) -> None:
        self.file.returns = Column(name=self.file.path.stem, **self._match("returns", value, line))
        self._type(self.file.returns.type, TYPES, line)

    def _nsys(self, value: str, line: int) -> None:
        column = NsysColumn(**self._match("nsys", value, line))
        self.file.nsys.append(column)
        self.file.lines["nsys", column.column] = line

    def _nsys_as(self, value: str, line: int) -> None:
        other = NsysAs(**self._match("nsys_as", value, line))
        self.file.nsys_as.append(other)
        self.file.lines["nsys_as", other.report] = line

    def _window(self, value: str, line: int) -> None:
        if not re.fullmatch(r"(clip|keep)( \w+ \w+)?", value):
            raise wrong(self.file.path, line, f"not a window: {value!r} is not {FIELDS['window'].form}")
        self.file.window = value
        self.file.lines["window", value] = line


def parse(path: Path, layer: str | None = None) -> SqlFile:
    """The object that a SQL file of `layer` declares; without one the layer is the name of its folder.

    Raises NsysDuckError, with file and line, for a header that is not in the form of FIELDS, and where the
    header and the statement do not agree.
    """
    header, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    file = SqlFile(path=path, layer=layer or path.parent.name, body=body.strip())
    file.name = path.stem
    parser = _Parser(file)
    for key, value, line in _entries(header, path):
        parser.take(key, value, line)
    _require_agreement(file, body, len(header.splitlines()) + 1)
    return file


def _require_agreement(file: SqlFile, body: str, above: int) -> None:
    """Raise NsysDuckError where a header names what is not declared, or the statement what the header lacks."""
    path, line_of = file.path, file.lines
    if file.name != path.stem:
        raise wrong(
            path, line_of["name", file.name], f"the name {file.name!r} is not that of the file", path.stem
        )
    if not file.summary:
        raise wrong(path, 1, "the header has no summary")
    if not file.body:
        raise wrong(path, above, "there is no statement below the header, after a blank line")
    columns = [column.name for column in file.columns]
    params = {param.name: param for param in file.params}
    for name, asked in file.needs_only.items():
        if asked not in params:
            raise wrong(path, line_of["needs", name], f"there is no parameter {asked}", asked, params)
        if params[asked].type != "BOOLEAN":
            raise wrong(
                path, line_of["needs", name], f"the parameter {asked} is {params[asked].type}, not BOOLEAN"
            )
    for other in file.nsys:
        if other.column not in columns:
            raise wrong(
                path,
                line_of["nsys", other.column],
                f"there is no column {other.column}",
                other.column,
                columns,
            )
    if file.window:
        for name in file.window.split()[1:] or ["start_ns", "end_ns"]:
            if name not in columns:
                raise wrong(path, line_of["window", file.window], f"there is no column {name}", name, columns)
    for number, line in enumerate(body.splitlines(), above + 1):
        for shape in re.findall(r"\bshape\.(\w+)", line):
            if shape not in SHAPES:
                raise wrong(path, number, f"there is no shape.{shape}", shape, SHAPES)
        for table in re.findall(r"\bsource\('(\w+)'\)", line):
            if table not in file.reads:
                raise wrong(path, number, f"source('{table}') is not under reads", table, file.reads)
