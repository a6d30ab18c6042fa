"""The notebook's cells run in order and give the outputs that it shows."""

import json
from importlib.util import find_spec

import pytest

from tools.docs import notebook

STORED = json.loads(notebook.PATH.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def executed() -> dict:
    """The notebook with fresh outputs."""
    return notebook.executed(json.loads(notebook.PATH.read_text(encoding="utf-8")))


@pytest.mark.parametrize("number", range(len(STORED["cells"])))
def test_outputs_are_current(number, executed):
    """A cell gives what is stored; cells that need a package that is not installed keep what they have."""
    cell = STORED["cells"][number]
    assert executed["cells"][number] == cell, f"run: make docs\n{''.join(cell['source'])}"


def test_form():
    """The file has what readers of notebooks ask for: version 4.5, ids, outputs with counts."""
    assert (STORED["nbformat"], STORED["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in STORED["cells"]]
    assert len(ids) == len(set(ids))
    for cell in STORED["cells"]:
        keys = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == (keys | {"execution_count", "outputs"} if cell["cell_type"] == "code" else keys)


def test_shows_every_way_to_the_rows():
    """The interface's ways are all in it."""
    text = "\n".join("".join(cell["source"]) for cell in STORED["cells"] if cell["cell_type"] == "code")
    for way in (
        "nsys_duck.open(",
        ".sql(",
        ".fetchall()",
        ".df()",
        ".pl()",
        ".arrow()",
        ".summary(",
        "with ",
    ):
        assert way in text


def test_cells_without_their_package_are_left_alone():
    """A cell whose package is not installed keeps its outputs."""
    cell = {"cell_type": "code", "metadata": {"tags": ["needs-no_such_package"]}, "source": ["1 / 0"]}
    assert find_spec("no_such_package") is None
    assert not notebook.runs(cell)
    assert notebook.executed({"cells": [cell]})["cells"][0] == cell


def test_outputs():
    """What is printed, and the last line's value if it has one."""
    assert notebook.outputs("x = 1", {}) == []
    printed, value = notebook.outputs("print('a')\n'b'", {})
    assert printed == {"name": "stdout", "output_type": "stream", "text": ["a\n"]}
    assert value["data"] == {"text/plain": ["'b'"]}
