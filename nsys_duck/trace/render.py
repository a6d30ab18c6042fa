"""SQL files to SQL text: Jinja decides the shape that this export needs, never a value.

A file names `whole.<relation>` to read that relation of the whole capture, whatever the window and the GPU of the run.
"""

import re
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from nsys_duck.catalog import kernel_classes
from nsys_duck.catalog.files import WHOLE, SqlFile, has_twin, known_tables
from nsys_duck.engine.quoting import identifier, literal
from nsys_duck.engine.resources import sql_root
from nsys_duck.trace.schema import Schema


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(sql_root()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.filters |= {"literal": literal, "identifier": identifier}
    return environment


@cache
def _template(text: str) -> Template:
    return _environment().from_string(text)


@dataclass
class Shape:
    """What a run asks of every view besides what the export has.

    `one_gpu`: events of a GPU only of that in the session variable gpu_id. `windowed`: events cut to the
    session variables window_from_ns and window_to_ns. `asked`: names of the report's parameters that are TRUE.
    `kernel_classes`: (pattern, class) of the user's own file, before those of ours.
    """

    one_gpu: bool = False
    windowed: bool = False
    asked: tuple[str, ...] = ()
    kernel_classes: tuple[tuple[str, str], ...] = ()

    @property
    def restricted(self) -> bool:
        """Whether the run has a window or one GPU."""
        return self.windowed or self.one_gpu


def suspects(tables: list[str]) -> str:
    """The question which of these tables of a SQLite file may have rows that a scan does not see."""
    return _environment().get_template("session/lost_rows.jinja").render(tables=tables)


def render(file: SqlFile, schema: Schema, shape: Shape, body: str | None = None) -> str:
    """The statement of `file` (or `body` in its place) exactly as it runs on an export with this schema.

    Raises MissingColumn where the export lacks a column that the file cannot do without.
    """

    def source(table: str) -> str:
        found, columns = schema.read(file.reads[table])
        template = _environment().get_template("session/source.jinja")
        return template.render(table=found, columns=columns, offset=schema.time_offset_ns).strip()

    def tables() -> list:
        return [schema.table(name) for name in known_tables()]

    def has(table: str) -> bool:
        return schema.table(table).present

    def lacks(table: str, column: str) -> bool:
        found = schema.table(table)
        return found.present and column.lower() not in found.columns

    if file.is_whole:
        restricted, shape = True, Shape(asked=shape.asked)
    else:
        restricted = shape.restricted
    text = body or file.body
    if "{" in text:
        text = _template(text).render(
            source=source,
            tables=tables,
            unread=schema.unread,
            has=has,
            lacks=lacks,
            shape=shape,
            kernel_classes=lambda: kernel_classes.rows(shape.kernel_classes),
            literal=literal,
            assumed_start=schema.assumed_start_ns,
        )
    text = _of_the_whole(file, text, restricted)
    columns = [column.name for column in file.columns]
    of_one_gpu = shape.one_gpu and "gpu_id" in columns
    if file.window and (shape.windowed or of_one_gpu):
        how, *bounds = file.window.split()
        start, end = bounds or ("start_ns", "end_ns")
        text = (
            _environment()
            .get_template("session/window.jinja")
            .render(
                statement=text,
                columns=columns,
                clip=how == "clip" and shape.windowed,
                windowed=shape.windowed,
                of_one_gpu=of_one_gpu,
                start=start,
                end=end,
            )
        )
    return text


def _of_the_whole(file: SqlFile, text: str, restricted: bool) -> str:
    """The statement with `whole.` just before the relations that this run has twice.

    A file of the whole capture reads those everywhere.
    """
    for needed in file.needs:
        name = needed.removeprefix(WHOLE)
        if not (restricted and has_twin(name)):
            text = re.sub(rf"\b{WHOLE}{name}\b", name, text)
        elif file.is_whole:
            named = rf"(?<=\bFROM ){name}\b|(?<=\bJOIN ){name}\b|(?<![.\w]){name}(?=\()|(?<='){name}(?=')"
            text = re.sub(named, f"{WHOLE}{name}", text)
    return text
