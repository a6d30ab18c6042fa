"""The README's transcripts are what the tool prints; its links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent


def transcript():
    """(command, output) of each `$` line in the console blocks, in order; commands may span lines."""
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            lines = part.splitlines()
            command = lines.pop(0)
            while command.count('"') % 2:
                command += "\n" + lines.pop(0)
            yield command, "\n".join(lines).strip()


def matches(shown: str, printed: str) -> bool:
    """Whether `printed` is what is shown, a line `...` in it standing for any lines."""
    pattern = "".join(
        "(?s:.*\n)?" if line.strip() == "..." else re.escape(line) + "\n" for line in shown.splitlines()
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed.splitlines())) is not None


def test_transcripts(tmp_path):
    """Each command, run in order in one folder, prints what stands below it."""
    told = list(transcript())
    assert len(told) >= 4
    for command, shown in told:
        words = shlex.split(command)
        assert words[0] == "nsys-duck"
        done = subprocess.run(
            [BIN / words[0], *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=True,
            env={**os.environ, "COLUMNS": "100"},
        )  # fmt: skip
        assert matches(shown, done.stdout), f"{command}\n{done.stdout}"


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!http)([^)#]+)", README))))
def test_link(target):
    """A relative link names something in the project."""
    assert (ROOT / target).exists()


def test_commands_exist():
    """Every nsys-duck command that the README names is one."""
    known = subprocess.run([BIN / "nsys-duck", "--help"], capture_output=True, text=True, check=True).stdout
    named = set(re.findall(r"`nsys-duck ([a-z]+)", README))
    assert named
    assert [name for name in named if not re.search(rf"^  {name} ", known, re.M)] == []
