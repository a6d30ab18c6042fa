"""A comparison as one static page, which needs no network and no script."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from nsys_duck import __version__
from nsys_duck.compare.blocks import MARKS, blocks, facts, remarks, verdict_line


def html(result: dict, top: int) -> str:
    """The page; names in it come from traces and are escaped."""
    environment = Environment(
        loader=PackageLoader("nsys_duck", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("compare.html.jinja").render(
        result=result,
        verdict=verdict_line(result),
        marks=MARKS,
        facts=facts(result),
        blocks=blocks(result),
        remarks=remarks(result),
        top=top,
        version=__version__,
    )
