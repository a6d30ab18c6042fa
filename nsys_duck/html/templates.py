"""The pages' templates; whatever comes from a trace is escaped."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nsys_duck import __version__


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("nsys_duck.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def resource(name: str) -> Markup:
    """A file of the templates' folder as it is: the style sheet, the script."""
    return Markup((files("nsys_duck.html") / "templates" / name).read_text(encoding="utf-8"))


def rendered(template: str, **values: object) -> str:
    """A page as text."""
    page = _environment().get_template(template)
    return page.render(version=__version__, style=resource("style.css"), **values)
