"""docs/summary.md and docs/summary.schema.json: the contract of `summarize --detail`, for people and programs."""

from nsys_duck.output import files as output
from nsys_duck.reports.detail import SCHEMA_VERSION
from nsys_duck.reports.json_schema import json_schema
from tools.docs import page


def _type(value: dict) -> str:
    if "const" in value:
        return f"`{value['const']}`"
    types = value["type"] if isinstance(value["type"], list) else [value["type"]]
    return " or ".join(types)


def _section(value: dict) -> dict:
    row = value.get("items", value)
    keys = [
        (
            f"{name}[]" if _is_list(key) else name,
            {"type": _type(key), "unit": key.get("x-unit", ""), "description": key["description"]},
        )
        for name, key in row["properties"].items()
    ]
    return {"description": value["description"], "rows": keys}


def _sections(schema: dict) -> list[tuple[str, dict]]:
    """The keys that --detail adds and that have keys of their own, lists inside them behind them."""
    found = []
    properties = schema["properties"]
    added = list(properties)[list(properties).index("schema_version") + 1 :]
    for name in added:
        found.append((name, _section(properties[name])))
        inner = properties[name].get("properties", {})
        found += [(f"{name}.{key}", _section(value)) for key, value in inner.items() if _is_list(value)]
    return found


def _is_list(value: dict) -> bool:
    return "properties" in value.get("items", {})


def pages() -> dict[str, str]:
    """Both by their paths under docs/."""
    schema = json_schema()
    text = page("summary.md.jinja", version=SCHEMA_VERSION, sections=_sections(schema))
    return {"summary.md": text, "summary.schema.json": output.to_json(schema)}
