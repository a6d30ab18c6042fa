"""A comparison written: as a page, as JUnit XML, to standard output or to files."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from nsys_duck.catalog.files import catalog
from nsys_duck.comparison.blocks import MARKS, Block, blocks, facts, remarks, verdict_line
from nsys_duck.comparison.printing import lines, markdown
from nsys_duck.errors import UsageError
from nsys_duck.html.templates import rendered, resource
from nsys_duck.output import files as out
from nsys_duck.output.table import print_lines, room


@dataclass(frozen=True)
class Links:
    """Where the page of NEW and the index are, for a comparison that stands in a folder of pages."""

    page: str
    title: str
    index: str


def html(result: dict, links: Links | None = None) -> str:
    """The page; names in it come from traces and are escaped. Sides that are not comparable have no tables."""
    names = {row["fact"]: row for row in result["facts"]}["trace"]
    blocked = result["verdict"] == "not comparable"
    shown = [] if blocked else [(block, *_statement(block, result)) for block in blocks(result)]
    return rendered(
        "compare.html.j2",
        result=result,
        names=names,
        links=links,
        verdict=verdict_line(result),
        reasons=[row["reason"] for row in result["reservations"] if not row["is_allowed"]] if blocked else [],
        marks=MARKS,
        facts=facts(result),
        blocks=shown,
        remarks=remarks(result),
        buttons=resource("buttons.js"),
    )


def _statement(block: Block, result: dict) -> tuple[str, str]:
    """(statement of sql/compare, command that prints the figures of one trace) of a table."""
    file = catalog()[block.relation]
    new = next(trace["file"] for trace in result["traces"] if trace["side"] == "new")
    command, _, values = block.command.partition(" -p ")
    told = f"nsys-duck {command} {shlex.quote(new)}{f' -p {values}' if values else ''}{result['options']}"
    return f"-- {file.name}: {file.summary}\n{file.body.strip()}\n", told


_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(result: dict) -> str:
    """The XML text; without gates one test case says whether the sides are comparable."""
    work = f"; {result['different_work']}" if result["different_work"] else ""
    cases = [
        (gate["expression"], gate["verdict"], f"{gate['reason']} ({gate['reading']}){work}")
        for gate in result["gates"]
    ]
    if not cases:
        blocked = result["verdict"] == "not comparable"
        cases = [
            (
                "the sides are comparable",
                "no verdict" if blocked else "pass",
                (result["reason"] or "") + work.removeprefix("; "),
            )
        ]
    counts = {verdict: sum(case[1] == verdict for case in cases) for verdict in ("fail", "no verdict")}
    totals = {
        "tests": str(len(cases)),
        "failures": str(counts["fail"]),
        "errors": str(counts["no verdict"]),
        "skipped": "0",
    }
    root = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(root, "testsuite", {"name": "nsys-duck compare", **totals})
    for name, verdict, reason in cases:
        case = ElementTree.SubElement(suite, "testcase", {"classname": "compare", "name": _xml_text(name)})
        if verdict == "pass":
            ElementTree.SubElement(case, "system-out").text = _xml_text(reason)
        else:
            kind = "failure" if verdict == "fail" else "error"
            ElementTree.SubElement(case, kind, {"message": _xml_text(reason), "type": verdict})
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _xml_text(text: str) -> str:
    return _NOT_XML.sub("?", text)


ENDINGS = {".json": "json", ".md": "markdown", ".html": "html", ".htm": "html"}


def form_of(target: Path | None, endings: dict[str, str]) -> str:
    """The format that the ending of a file says; a table for .txt, none and standard output."""
    ending = target.suffix.lower() if target else ""
    known = {"": "table", ".txt": "table", **endings}
    if ending not in known and target.exists() and not target.is_file():
        return "table"  # a device
    if ending not in known:
        listed = ", ".join([*endings, ".txt"])
        raise UsageError(
            f"-o {target}: no format is called {ending}: end the name in {listed}, or give --format"
        )
    return known[ending]


def write_all(
    result: dict,
    form: str,
    target: Path | None,
    beside: dict[str, Path | None],
    traces: list[Path],
) -> None:
    """Write the comparison as `form`; `beside` are files of other kinds."""
    for path in (target, *beside.values()):
        for trace in traces:
            out.refuse_trace(path, trace)
    named = [path.absolute() for path in (target, *beside.values()) if path is not None]
    if len(set(named)) < len(named):
        raise UsageError("-o, --markdown and --junit name the same file")
    if form == "table" and target is None:
        print_lines(lines(result, room()))
    else:
        out.write(_text(result, form), target)
    if beside["markdown"]:
        out.write(markdown(result), beside["markdown"])
    if beside["junit"]:
        out.write(junit(result), beside["junit"])


def _text(result: dict, form: str) -> str:
    if form == "json":
        return out.to_json(result)
    if form == "markdown":
        return markdown(result)
    if form == "html":
        return html(result)
    return "\n".join(line for line, _ in lines(result, None)) + "\n"
