"""The engine's errors about a user's SQL, in one line that names what was probably meant."""

import re
from difflib import get_close_matches

import duckdb

from nsys_duck.catalog.files import catalog
from nsys_duck.engine.connect import words
from nsys_duck.errors import BrokenEngine, NsysDuckError, TraceError, UnfitValue, UsageError

_UNKNOWN_TABLE = re.compile(r"Table with name (?P<name>.+?) does not exist")
_UNKNOWN_FUNCTION = re.compile(r"(Table|Scalar) Function with name (?P<name>\S+) does not exist")
_UNKNOWN_COLUMN = re.compile(r'Referenced column "(?P<name>.+?)" (not found in FROM clause|was not found)')
_UNKNOWN_IN_TABLE = re.compile(
    r'(Table|Values list) "(?P<table>.+?)" does not have a column named "(?P<name>.+?)"'
)
_CANDIDATES = re.compile(r"^Candidate (bindings|columns?)[\s:]+(?P<names>.+)$", re.M)
_CLASS = re.compile(r"^(\w+ )+Error: ")
_CLOSED = "file system operations are disabled|Cannot access (file|directory)|configuration has been locked"


def near(name: str, known: list[str], count: int = 3) -> list[str]:
    """Those of `known` that look like `name`, the nearest first; case does not matter."""
    by_lower = {other.lower(): other for other in known}
    found = get_close_matches(name.lower(), by_lower, count, 0.6)
    found += [lower for lower in by_lower if name.lower() in lower and lower not in found]
    return [by_lower[lower] for lower in found[:count]]


def public_names(*kinds: str) -> list[str]:
    """Names of our own objects of these kinds that users may rely on."""
    return [name for name, file in catalog().items() if file.is_public and file.kind in kinds]


def unknown_object(name: str, kinds: tuple[str, ...]) -> UsageError:
    """No object of ours has that name; what may have been meant, and where the names are listed."""
    return UsageError(f"no view, macro or report is called {name!r}{_meant(near(name, public_names(*kinds)))}"
                      "; nsys-duck list names them all")  # fmt: skip


def explained_sql(error: NsysDuckError, tables: list[str]) -> NsysDuckError:
    """`error`, raised for a user's SQL, with a hint; `tables` are those of the export itself."""
    cause = error.__cause__
    if isinstance(error, BrokenEngine | UnfitValue | UsageError | TraceError) or not isinstance(
        cause, duckdb.Error
    ):
        return error
    if str(error).startswith("not enough memory"):
        return error
    return NsysDuckError(_sentence(words(cause), tables))


def _sentence(text: str, tables: list[str]) -> str:
    first = _CLASS.sub("", text.strip().splitlines()[0])
    if found := _UNKNOWN_TABLE.search(text):
        return _no_table(found["name"].strip('"'), tables)
    if found := _UNKNOWN_FUNCTION.search(text):
        macros = near(found["name"], public_names("macro"))
        engines = re.findall(r'Did you mean "(.+?)"', text)
        what = f"no function is called {found['name']}{_meant(macros or engines)}"
        return f"{what}; nsys-duck list names the macros"
    if found := _UNKNOWN_IN_TABLE.search(text) or _UNKNOWN_COLUMN.search(text):
        where = f" in {found['table']}" if "table" in found.groupdict() else ""
        candidates = _CANDIDATES.search(text)
        names = re.findall(r'"(.+?)"', candidates["names"]) if candidates else []
        return f"no column {found['name']}{where}{_meant(names)}{_described(where, found)}"
    if re.search(_CLOSED, text):
        return f"{first}: a query reads the trace and nothing else"
    place = re.search(r"^LINE \d+: .*$", text, re.M)
    return f"{first} ({place[0].strip()})" if place else first


def _no_table(name: str, tables: list[str]) -> str:
    if any(name.lower() == table.lower() for table in tables):
        return f"{name} is a table of the export: write raw.{name}"
    if name.lower().startswith("raw.") and not tables:
        return f"{name}: a converted trace has the views, not the export's own tables; ask the export itself"
    if re.search(r"[./\\\\]", name):
        return f"no view is called {name}: a query reads the trace and no other file"
    close = [f"raw.{n}" if n in tables else n for n in near(name, [*public_names("view"), *tables])]
    return f"no view is called {name}{_meant(close)}; nsys-duck list names them all"


def _meant(names: list[str]) -> str:
    return f"; did you mean {', '.join(names)}?" if names else ""


def _described(where: str, found: re.Match) -> str:
    table = found.groupdict().get("table")
    return f"; nsys-duck describe {table} lists its columns" if table in catalog() else ""
