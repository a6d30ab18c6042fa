"""The layers of sql/: a file stands on its own layer or lower ones, declares it, and Python asks nothing."""

import ast
import re
from pathlib import Path

import pytest
from sqlfiles import FILES, code, plain
from tracebuilder import schema

import nsys_duck
from nsys_duck.catalog.files import WHOLE, catalog, install_order
from nsys_duck.catalog.params import default_of
from nsys_duck.trace.trace import Trace

ORDER = {"session": 0, "intervals": 1, "trace": 2, "analysis": 3, "reports": 4, "checks": 4, "compare": 5}
PACKAGE = Path(nsys_duck.__file__).parent
PYTHON = sorted(PACKAGE.rglob("*.py"))
ASKS = re.compile(
    r"\bJOIN \w|\bWHERE \w|\bGROUP BY|\bORDER BY|\bUNION ALL|\bOVER \(|\bCASE WHEN|\bWITH \w+ (\(.*\) )?AS \("
    r"|\bINSERT INTO|\bUPDATE \w+ SET|\bDELETE FROM|\b(sum|avg|min|max|count)\([a-zA-Z]"
)


@pytest.mark.parametrize("file", FILES)
def test_needs(file):
    """What it needs exists, on the same layer or a lower one, and is what the statement names."""
    needed = [catalog()[name.removeprefix(WHOLE)] for name in file.needs]
    assert all(ORDER[other.layer] <= ORDER[file.layer] for other in needed)
    assert len(needed) == len(set(file.needs))
    words = set(re.findall(r"(?:\bwhole\.)?\w+", plain(file)))
    quoted = set(re.findall(r"'((?:whole\.)?\w+)'", code(file)))  # relations are given to macros by name
    assert set(file.needs) <= words | quoted, "needed and not named"
    kinds = ("view", "macro", "compare") if file.kind == "compare" else ("view", "macro")
    relations = {n for n, f in catalog().items() if f.kind in kinds and n != file.name}
    called = {
        whole + word
        for word in relations
        for whole in ("", WHOLE)
        if re.search(rf"\b(FROM|JOIN)\s+{whole}{word}\b|(?<!\.)\b{whole}{word}\(", plain(file))
    }
    own = set(re.findall(r"\b(\w+) AS (?:NOT MATERIALIZED |MATERIALIZED )?\(", plain(file)))
    assert called - own <= set(file.needs), "named and not needed"


@pytest.mark.parametrize("file", [param for param in FILES if param.values[0].kind == "compare"])
def test_a_comparison_stands_on_no_trace(file):
    """What is compared was read from the traces before: no view of one is there any more."""
    assert all(catalog()[name].kind == "compare" or catalog()[name].returns for name in file.needs)


def test_needs_have_no_circle():
    """Following needs ends."""

    def needed(name: str) -> list[str]:
        return [other.removeprefix(WHOLE) for other in catalog()[name].needs]

    def depth(name: str, above: tuple = ()) -> int:
        assert name not in above, " -> ".join((*above, name))
        return 1 + max((depth(other, (*above, name)) for other in needed(name)), default=0)

    assert max(map(depth, catalog())) > 2


@pytest.mark.parametrize(
    "file", [param for param in FILES if param.values[0].layer not in ("session", "trace")]
)
def test_only_the_trace_layer_names_tables_of_nvidia(file):
    """Other layers stand on views. (Names of tables as values, in strings, are data.)"""
    assert not file.reads
    assert not re.search(r"\bsource\(|\braw\.", plain(file))
    assert not set(schema()) & set(re.findall(r"\w+", plain(file)))


@pytest.fixture(scope="module")
def rendered(everything):
    """A file's statement as it runs on an export that has every table."""
    with Trace(everything) as trace:
        yield trace.statement


@pytest.mark.parametrize("file", [param for param in FILES if param.values[0].layer == "trace"])
def test_reads(file, rendered):
    """What is read of the export is declared, and what is declared is read."""
    assert set(file.reads) <= set(schema()), "extend export_schema.txt"
    found = set(re.findall(r'\braw\."(\w+)"', rendered(file)))
    assert found >= set(file.reads)
    assert found == set(file.reads) or "source(" not in file.body, "others only count rows"
    for read in file.reads.values():
        names = [column for column, *_ in read.columns]
        unused = [name for name in names if not re.search(rf"\b{name}\b", plain(file))]
        assert not unused or len(names) == 1 or "*" in plain(file), unused


@pytest.mark.parametrize("file", FILES)
def test_parameters_are_used(file):
    """Every parameter stands in the statement, every $name in it is a parameter; defaults fit their types."""
    dollar = set(re.findall(r"\$(\w+)", plain(file)))
    if file.kind in ("report", "check", "session"):
        shaping = set(re.findall(r"'(\w+)' in shape\.asked", file.body))  # decide what is rendered
        assert dollar | shaping == {param.name for param in file.params}
    else:
        assert not dollar
        for param in file.params:
            assert re.search(rf"\b{param.name}\b", plain(file)), param.name
    for param in file.params:
        if param.default is not None and param.type in ("INTEGER", "BIGINT"):
            assert isinstance(default_of(param), int | None), param


def strings(path: Path) -> list[tuple[int, str]]:
    """(line, text) of every string of a Python file that is no docstring; f-strings with {} for values."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped, found = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            found.append((node.lineno, "".join(parts)))
            skipped.update(node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            found.append((node.lineno, node.value))
    return found


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_python_asks_nothing_of_a_trace(path):
    """SQL in Python may attach, wrap and run; filters, joins and sums stand in sql/, names of tables too."""
    for line, text in strings(path):
        if re.search(r"[a-z]", text):  # lists of keywords are no SQL
            assert not ASKS.search(text), f"{path.name}:{line}: {text}"
        if path.name != "schema.py":  # which tells an export by its tables
            assert not set(schema()) & set(re.findall(r"\w+", text)), f"{path.name}:{line}: {text}"


def test_strings_are_found():
    """The look into Python files sees f-strings and plain ones."""
    seen = " ".join(text for path in PYTHON for _, text in strings(path))
    assert "ATTACH" in seen
    assert "CREATE MACRO" in seen
    assert ASKS.search("SELECT a FROM t WHERE a > 1")


@pytest.mark.parametrize(
    "file", [file for file in catalog().values() if file.beside], ids=lambda file: file.name
)
def test_what_is_made_beside_is_kept_and_needed(file):
    """Views that a report has begun first have rows to keep, and the report would wait for them anyway."""
    assert all(catalog()[name].keep for name in file.beside)
    assert set(file.beside) <= {other.name for other in install_order(file.needs)}
