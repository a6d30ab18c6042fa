"""SQL files to SQL text: Jinja decides the shape that this export needs, never a value."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from nsys_duck.catalog import SqlFile, known_tables
from nsys_duck.resources import sql_root
from nsys_duck.schema import Schema


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(sql_root()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )


def render(file: SqlFile, schema: Schema, *, one_gpu: bool = False) -> str:
    """The statement of `file` exactly as it runs on an export with this schema.

    `one_gpu` restricts device work to the GPU in the session variable gpu_id.

    Raises MissingColumn where the export lacks a column that the file cannot do without.
    """
    if "{" not in file.body:
        return file.body

    def source(table: str) -> str:
        found, columns = schema.read(file.reads[table])
        return _environment().get_template("session/source.jinja").render(table=found, columns=columns)

    def tables() -> list:
        return [schema.table(name) for name in known_tables()]

    def has(table: str) -> bool:
        return schema.table(table).present

    template = _environment().from_string(file.body)
    return template.render(source=source, tables=tables, has=has, one_gpu=one_gpu)
