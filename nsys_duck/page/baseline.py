"""The comparison of each trace with one other, for its page and for the index."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from nsys_duck.comparison import gates, running
from nsys_duck.comparison.formats import Links, html
from nsys_duck.errors import NsysDuckError
from nsys_duck.output import files as output
from nsys_duck.trace.trace import Trace

SHOWN = 5  # findings on the page of the trace; the comparison has all


@dataclass(frozen=True)
class Baseline:
    """The other trace, read once a run: its figures are in `folder`. Plain data, for every process."""

    read: running.Read
    wanted: running.Wanted
    folder: Path

    @property
    def path(self) -> Path:
        """The trace itself."""
        return self.read.path


@dataclass
class Compared:
    """What a page tells of the comparison; `reason` where there is no verdict or no comparison at all."""

    baseline: str
    verdict: str
    reason: str | None = None
    different_work: str | None = None
    file: str | None = None
    findings: list[str] = field(default_factory=list)
    more: int = 0
    changes: dict[str, float | None] = field(default_factory=dict)


def read(trace: Trace, wanted: running.Wanted, folder: Path) -> Baseline:
    """The baseline, its figures written to `folder`, which must stay while traces are compared with it."""
    return Baseline(running.read(trace, "base", 0, gates.parse([]), wanted, folder), wanted, folder)


def compared(baseline: Baseline, trace: Trace, folder: Path, name: str) -> Compared | None:
    """Compare an open trace with the baseline, and write the page of it; None for the baseline itself.

    A comparison that fails is no failure of the trace: its reason stands on the page.
    """
    if baseline.path.exists() and trace.path.samefile(baseline.path):
        return None
    try:
        result = _result(baseline, trace)
    except NsysDuckError as error:
        return Compared(baseline.path.name, "not compared", str(error))
    file = f"{name}/compare.html"
    (folder / name).mkdir(exist_ok=True)
    links = Links(quote(f"../{name}.html"), trace.path.name, "../index.html")
    output.write(html(result, links), folder / file)
    findings = result["findings"]
    return Compared(
        baseline=baseline.path.name,
        verdict=result["verdict"],
        reason=result["reason"],
        different_work=result["different_work"],
        file=file,
        findings=findings[:SHOWN],
        more=len(findings) - SHOWN if len(findings) > SHOWN else 0,
        changes={row["figure"]: row["percent"] for row in result["figures"].get("summary", [])},
    )


def _result(baseline: Baseline, trace: Trace) -> dict:
    place = trace.scratch() / "compared"
    shutil.copytree(baseline.folder, place)
    none = gates.parse([])
    new = running.read(trace, "new", 0, none, baseline.wanted, place)
    return running.compared([baseline.read, new], none, baseline.wanted, place)
