"""The comparison of each trace with one other, for its page and for the index."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from nsys_duck import output
from nsys_duck.comparison.html import Links, html
from nsys_duck.comparison.running import Wanted, run
from nsys_duck.errors import NsysDuckError

SHOWN = 5  # findings on the page of the trace; the comparison has all


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


def compared(baseline: Path, path: Path, folder: Path, name: str, wanted: Wanted) -> Compared | None:
    """Compare the trace with the baseline, and write the page of it; None for the baseline itself.

    A comparison that fails is no failure of the trace: its reason stands on the page.
    """
    if path.exists() and baseline.exists() and path.samefile(baseline):
        return None
    try:
        result = run([baseline], [path], wanted)
    except NsysDuckError as error:
        return Compared(baseline.name, "not compared", str(error))
    file = f"{name}/compare.html"
    (folder / name).mkdir(exist_ok=True)
    links = Links(quote(f"../{name}.html"), path.name, "../index.html")
    output.write(html(result, links), folder / file)
    findings = result["findings"]
    return Compared(
        baseline=baseline.name,
        verdict=result["verdict"],
        reason=result["reason"],
        different_work=result["different_work"],
        file=file,
        findings=findings[:SHOWN],
        more=len(findings) - SHOWN if len(findings) > SHOWN else 0,
        changes={row["figure"]: row["percent"] for row in result["figures"].get("summary", [])},
    )
