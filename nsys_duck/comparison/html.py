"""A comparison as one page, which needs no network; its script serves the buttons."""

import shlex
from dataclasses import dataclass

from nsys_duck.catalog.files import catalog
from nsys_duck.comparison.blocks import MARKS, Block, blocks, facts, remarks, verdict_line
from nsys_duck.html.templates import rendered, resource


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
