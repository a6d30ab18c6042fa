"""A comparison as one static page, which needs no network and no script."""

from nsys_duck.comparison.blocks import MARKS, blocks, facts, remarks, verdict_line
from nsys_duck.page.templates import rendered


def html(result: dict) -> str:
    """The page; names in it come from traces and are escaped."""
    return rendered(
        "compare.html.j2",
        result=result,
        verdict=verdict_line(result),
        marks=MARKS,
        facts=facts(result),
        blocks=blocks(result),
        remarks=remarks(result),
    )
