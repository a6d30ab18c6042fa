"""Charts: Vega-Lite specifications as files, with a report's rows for data.

Vega-Lite and its JavaScript come with vl-convert, which the extra nsys-duck[report] installs; nothing is
fetched when a page is made or read.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from nsys_duck.errors import UsageError


def require_library() -> Any:
    """The vl_convert module; UsageError, with how to install it, where it is not there."""
    try:
        import vl_convert
    except ImportError:
        raise UsageError("pages need the charts' library: pip install 'nsys-duck[report]'") from None
    return vl_convert


def library() -> str:
    """Vega, Vega-Lite and vega-embed as JavaScript that can stand in a page (about 900 kB).

    It takes a second to make, so a run makes it once.
    """
    return require_library().javascript_bundle().replace("</script", "<\\/script")


@cache
def _text(name: str) -> str:
    return (files("nsys_duck.html") / "specs" / f"{name}.vl.json").read_text(encoding="utf-8")


def template(name: str) -> dict:
    """A specification without its data."""
    return json.loads(_text(name))


def embedded(spec: dict) -> Markup:
    """A specification as JSON that can stand in a script element; rows without the columns' names in each."""
    tables = {
        name: {"columns": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}
        for name, rows in spec["datasets"].items()
    }
    text = json.dumps(
        {**spec, "datasets": tables}, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


@cache
def paint() -> Markup:
    """Vega's settings for a picture in a page: colours and type are those of the style sheet."""
    return Markup((files("nsys_duck.html") / "specs" / "paint.json").read_text(encoding="utf-8"))


def svg(spec: dict, *, in_page: bool = True) -> Markup:
    """A specification drawn here and now: for a page, in its colours, or to stand alone, on white."""
    config = json.loads(paint()) if in_page else None
    return Markup(require_library().vegalite_to_svg(spec, config=config))
