"""The JSON Schema of the detailed summary: everything printed keeps it, and it cannot change unnoticed."""

import copy
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from asking import COMMAND, SHARED, summary_of
from tracebuilder import NAMES, PLAIN, write_trace

from nsys_duck.catalog.files import catalog
from nsys_duck.demo import write_demo
from nsys_duck.reports import json_schema as contract
from nsys_duck.reports.detail import SCHEMA_VERSION, SECTIONS
from tools import docs

FROZEN = Path(__file__).parent / "contracts"
SQL = Path(__file__).parent / "sql"
TRACES = sorted((SHARED / "traces").glob("*.sqlite"))
NONE = [pytest.param(None, id="none", marks=pytest.mark.skip(reason="no ../shared beside this checkout"))]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    """Of the schema as it is made from the headers."""
    schema = contract.json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def wrong(validator, value: object) -> list[str]:
    """What breaks the contract."""
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def detailed(path: Path) -> dict:
    """The detailed summary as a program reads it."""
    return json.loads(json.dumps(summary_of(path, detail=True), allow_nan=False))


def adds_up(summary: dict) -> None:
    """What holds of each GPU of any trace."""
    for gpu in summary["gpu_time"] or ():
        if gpu["span_ns"] is not None:
            assert gpu["busy_ns"] + gpu["idle_ns"] == gpu["span_ns"]
            parts = [gpu[name] for name in ("kernel_only_ns", "copy_only_ns", "both_ns")]
            assert None in parts or sum(parts) == gpu["busy_ns"]
            causes = [row["idle_ns"] for row in summary["idle_causes"] if row["gpu_id"] == gpu["gpu_id"]]
            assert sum(causes) == gpu["idle_ns"]
        if gpu["copy_count"] is not None:
            rows = [row for row in summary["memory_operations"] if row["gpu_id"] == gpu["gpu_id"]]
            assert sum(row["operation_count"] for row in rows) == gpu["copy_count"]
    for gpu in summary["communication"] or ():
        parts = ("compute_only_ns", "both_ns", "comm_only_ns", "idle_ns")
        assert sum(gpu[part] for part in parts) == gpu["span_ns"]
    counts = [row["call_count"] for row in summary["api_classes"] or ()]
    assert sum(counts) == sum(count for count, _ in summary["api"].values()) or len(summary["api"]) == 20


def traces_of_sql() -> list:
    """The SQL of each trace that a tests/sql file lays out; of a file all in one parameter."""
    found = []
    for path in sorted(SQL.rglob("*.test")):
        texts = re.findall(r"^trace\n(.*?)(?=\n\n|\Z)", path.read_text(encoding="utf-8"), re.M | re.S)
        if texts and path.parent.name != "intervals":
            found.append(pytest.param(texts, id=path.stem))
    return found


@pytest.mark.parametrize("texts", traces_of_sql())
def test_tiny_traces(validator, texts, tmp_path):
    """Every trace that the tests in SQL lay out, whatever it has and lacks."""
    for number, sql in enumerate(texts):
        summary = detailed(write_trace(tmp_path / f"{number}.sqlite", sql=sql))
        assert wrong(validator, summary) == []
        adds_up(summary)


def test_odd_traces(validator, empty_trace, everything, tmp_path):
    """Nothing captured, everything captured, the plain one, text that is not UTF-8."""
    plain = write_trace(tmp_path / "plain.sqlite", PLAIN, strings=NAMES)
    odd = write_trace(tmp_path / "odd.sqlite", PLAIN, strings={**NAMES, 2: b"ge\xffmm"})
    for path in (empty_trace, everything, plain, odd):
        summary = detailed(path)
        assert wrong(validator, summary) == []
        adds_up(summary)


def test_demo(validator, tmp_path):
    """The demo trace, with something in each section."""
    write_demo(tmp_path / "demo.sqlite")
    summary = detailed(tmp_path / "demo.sqlite")
    assert wrong(validator, summary) == []
    adds_up(summary)
    lists = ("processes", "gpus", "gpu_time", "idle_causes", "memory_operations", "api_classes", "syncs",
             "dispatch_steps", "communication")  # fmt: skip
    assert all(summary[key] for key in lists)


@pytest.mark.parametrize("path", TRACES or NONE, ids=lambda path: path.stem)
def test_real_traces(validator, path):
    """Exports of many versions."""
    summary = detailed(path)
    assert wrong(validator, summary) == []
    adds_up(summary)


def test_a_typo_breaks_it(validator):
    """A key too many, one too few, a wrong type, wherever in the summary."""
    with docs.demo_trace() as trace:
        good = json.loads(json.dumps(trace.summary(detail=True)))
    places = [
        (), ("capture",), ("capabilities",), ("options",), ("data_quality",), ("gpus", 0), ("gpu_time", 0),
        ("idle_causes", 0), ("memory_operations", 0), ("syncs", 0), ("dispatch_steps", 0), ("communication", 0),
        ("processes", 0), ("nvtx", "decode"), ("dispatch_timeline", 0),
    ]  # fmt: skip
    for place in places:
        first = next(iter(at(good, place)))
        for change in ("more", "less", "retyped"):
            bad = copy.deepcopy(good)
            if change == "more":
                at(bad, place)["bussy_ns"] = 1
            elif change == "less":
                del at(bad, place)[first]
            else:
                at(bad, place)[first] = {"no": "value"}
            assert wrong(validator, bad), (place, change)
    bad = copy.deepcopy(good)
    bad["schema_version"] = "0.9"
    assert wrong(validator, bad)


def at(value: object, place: tuple) -> object:
    """The object at a place."""
    for key in place:
        value = value[key]
    return value


def test_what_was_promised_is_kept():
    """Keys, types and units are those that this schema_version promised: who changes one, changes it as well."""
    path = FROZEN / f"summary-{SCHEMA_VERSION}.txt"
    assert path.exists(), f"a new schema_version: write its promises, contract.promises(), to {path}"
    promised = path.read_text(encoding="utf-8").splitlines()
    assert contract.promises() == promised, "keys, types or units changed: raise SCHEMA_VERSION in detail.py"


@pytest.mark.parametrize("change", ["unit", "type", "key", "null"])
def test_a_change_is_seen(change, monkeypatch):
    """The comparison is not blind: another unit or type in a header, or another key, breaks a promise."""
    before = contract.promises()
    file = catalog()["gpu_utilization"]
    column = next(column for column in file.columns if column.name == "busy_ns")
    section = next(section for section in SECTIONS if section.key == "gpu_time")
    if change in ("unit", "type"):
        changed = replace(column, **{change: {"unit": "us", "type": "DOUBLE"}[change]})
        columns = [changed if other is column else other for other in file.columns]
        monkeypatch.setattr(file, "columns", columns)
    else:
        text = section.columns.replace("busy_ns?", {"key": "", "null": "busy_ns"}[change])
        sections = [replace(s, columns=text) if s is section else s for s in SECTIONS]
        monkeypatch.setattr(contract, "SECTIONS", sections)
    assert contract.promises() != before


def test_page_shows_what_runs(tmp_path):
    """The commands and the Python of docs/summary.md, one after the other."""
    page = (docs.DOCS / "summary.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```$", page, re.M | re.S)
    assert [language for language, _ in blocks] == ["sh", "python"]
    for language, text in blocks:
        command = ["bash", "-euc", text] if language == "sh" else [sys.executable, "-c", text]
        env = {"PATH": f"{Path(COMMAND).parent}:/usr/bin:/bin"}
        subprocess.run(command, cwd=tmp_path, env={**os.environ, **env}, check=True, capture_output=True)
    shipped = (docs.DOCS / "summary.schema.json").read_bytes()
    assert (tmp_path / "summary.schema.json").read_bytes() == shipped
