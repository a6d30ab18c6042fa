"""The gates as JUnit XML: a test case each, as CI servers read it.

A failed gate is a failure; one without a verdict an error, since what is skipped counts as passed.
"""

import re
from xml.etree import ElementTree

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
        case = ElementTree.SubElement(suite, "testcase", {"classname": "compare", "name": _text(name)})
        if verdict == "pass":
            ElementTree.SubElement(case, "system-out").text = _text(reason)
        else:
            kind = "failure" if verdict == "fail" else "error"
            ElementTree.SubElement(case, kind, {"message": _text(reason), "type": verdict})
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _text(text: str) -> str:
    return _NOT_XML.sub("?", text)
