"""Writes docs/reference, docs/cookbook.md and the outputs in docs/notebook.ipynb: `python -m tools.docs`.

Everything comes from the SQL files' headers, the help texts, the questions in docs/cookbook and the
notebook's own cells, with the demo trace for all values. For a checkout of the project; no user needs it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from nsys_duck.demo import write_demo
from nsys_duck.engine.resources import sql_root
from nsys_duck.trace.trace import Trace
from tools.docs.markdown import cell, fenced, prose

DOCS = sql_root().parent / "docs"


@contextmanager
def demo_trace() -> Iterator[Trace]:
    """The demo trace, laid out for a while and opened."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "demo.sqlite"
        write_demo(path)
        with Trace(path) as trace:
            yield trace


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.update(cell=cell, fenced=fenced, prose=prose)
    return environment


def page(template: str, **values: object) -> str:
    """The Markdown that a template of ours gives."""
    return _environment().get_template(template).render(values)
