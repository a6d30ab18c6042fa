"""The documentation is current, complete, and what it tells the reader to type runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from asking import COMMAND

from nsys_duck.catalog.files import catalog
from nsys_duck.errors import NsysDuckError
from tools import docs
from tools.docs.__main__ import generated, outdated

BLOCK = re.compile(r"^```(sh|sql|python)\n(.*?)^```$", re.M | re.S)
GUIDE = (docs.DOCS / "sql.md").read_text(encoding="utf-8")
BLOCKS = BLOCK.findall(GUIDE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Every generated file's text."""
    return generated()


@pytest.fixture(scope="module")
def trace():
    """The demo trace."""
    with docs.demo_trace() as opened:
        yield opened


def test_current(pages):
    """What is generated is what the files say."""
    stale = outdated(pages)
    assert not stale, f"not current: {', '.join(stale)}; run: make docs"


def test_check_names_what_is_stale(tmp_path, monkeypatch, pages, capsys):
    """--check tells each file that is not current and fails; without it they are written."""
    from tools.docs import __main__ as program

    monkeypatch.setattr(docs, "DOCS", tmp_path)
    monkeypatch.setattr(program, "generated", lambda: pages)
    monkeypatch.setattr(sys, "argv", ["docs", "--check"])
    assert program.main() == 1
    assert "docs/reference/events.md is not current: run make docs" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(sys, "argv", ["docs"])
    assert program.main() == 0
    stray = tmp_path / "reference" / "gone.md"
    stray.write_text("of a page that is no more")
    assert program.main() == 0
    assert not stray.exists()
    monkeypatch.setattr(sys, "argv", ["docs", "--check"])
    assert program.main() == 0


def test_every_public_object_has_a_section(pages):
    """Public objects stand in the reference once; private ones do not."""
    text = "\n".join(page for name, page in pages.items() if name.startswith("reference/"))
    sections = re.findall(r"^## (\w+)$", text, re.M)
    assert len(sections) == len(set(sections))
    assert set(sections) == {
        name for name, file in catalog().items() if file.is_public and file.kind != "session"
    }


def test_every_command_has_a_section(pages):
    """The command line page has the help of every command, and each help ends with an example."""
    page = pages["reference/command-line.md"]
    top, *sections = page.split("\n## ")[1:]
    listed = re.findall(r"^  ([a-z]+)  ", top.partition("--help")[2], re.M)
    assert [section.split("\n")[0] for section in sections] == [f"nsys-duck {name}" for name in listed]
    assert "summarize" in listed
    for section in sections:
        assert "Example: nsys-duck " in section


def test_links_lead_somewhere(pages):
    """Links between files of the project point at files, and at headings that they have."""
    files = {name: text for name, text in pages.items() if name.endswith(".md")} | {"sql.md": GUIDE}
    for name, text in files.items():
        for target, anchor in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.S)):
            path = (docs.DOCS / name).parent / target if target else docs.DOCS / name
            assert path.exists(), f"{name} links to {target}"
            if anchor:
                headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
                anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
                assert anchor in anchors, f"{name} links to {target}#{anchor}"


def test_guide_runs(tmp_path):
    """What the guide on SQL shows runs, in its order: later blocks use the files that earlier ones wrote."""
    path = f"{Path(COMMAND).parent}{os.pathsep}{os.environ['PATH']}"
    for language, text in BLOCKS:
        command = {
            "sh": ["bash", "-euc", text],
            "sql": [COMMAND, "query", "demo.sqlite", text],
            "python": [sys.executable, "-c", text],
        }[language]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{text}\n{done.stderr}"


@pytest.mark.parametrize("call", ["read_csv('x.csv')", "read_parquet('x.parquet')", "glob('*')",
                                  "sqlite_scan('x', 'y')", "sqlite_query('raw', 'SELECT 1')",
                                  "query('SELECT 1')"])  # fmt: skip
def test_guide_tells_what_is_closed(call, trace):
    """The functions that the guide calls closed are closed."""
    assert call.split("(")[0] in GUIDE
    with pytest.raises(NsysDuckError):
        trace.answer(f"SELECT * FROM {call}")
