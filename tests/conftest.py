"""Fixtures that all tests share."""

import os
from pathlib import Path

import pytest
from asking import gpu_ns, summary_of
from everything import write_everything
from tracebuilder import NAMES, PLAIN, write_trace

os.environ.pop("PYTHONUNBUFFERED", None)  # commands buffer their output, as those of users do


@pytest.fixture
def lay_out(tmp_path):
    """Lay out a trace as tracebuilder.write_trace does, in the test's own folder."""

    def build(tables: dict | None = None, *, name: str = "trace.sqlite", **options: object) -> Path:
        return write_trace(tmp_path / name, tables, **options)

    return build


@pytest.fixture(scope="session")
def empty_trace(tmp_path_factory) -> Path:
    """An export with no table but StringIds: nothing was captured."""
    return write_trace(tmp_path_factory.mktemp("empty") / "empty.sqlite")


@pytest.fixture(scope="session")
def plain(tmp_path_factory) -> dict:
    """The summary of the trace PLAIN, of which tests make odd variants."""
    summary = summary_of(write_trace(tmp_path_factory.mktemp("plain") / "trace.sqlite", PLAIN, strings=NAMES))
    assert gpu_ns(summary) == (50, 46, 4)
    return summary


@pytest.fixture
def trace(tmp_path):
    """The plain trace in a folder of its own."""
    folder = tmp_path / "traces"
    folder.mkdir()
    return write_trace(folder / "trace.sqlite", PLAIN, strings=NAMES)


@pytest.fixture(scope="session")
def everything(tmp_path_factory) -> Path:
    """An export with rows in every table."""
    return write_everything(tmp_path_factory.mktemp("everything") / "trace.sqlite")
