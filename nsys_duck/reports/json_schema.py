"""The JSON Schema of `summarize --detail`, made of the reports' headers, so that it cannot drift from them."""

from nsys_duck.catalog.files import Column, catalog
from nsys_duck.errors import NsysDuckError
from nsys_duck.reports.detail import SCHEMA_VERSION, SECTIONS, Section

TYPES = {"BIGINT": "integer", "INTEGER": "integer", "DOUBLE": "number", "VARCHAR": "string",
         "BOOLEAN": "boolean"}  # fmt: skip
NULL_HINT = "null where the export does not tell"


def _object(description: str, properties: dict, optional: tuple[str, ...] = (), null: bool = False) -> dict:
    return {
        "type": ["object", "null"] if null else "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _value(kind: str, description: str, unit: str | None = None, null: bool = False) -> dict:
    described = {"type": [kind, "null"] if null else kind, "description": description}
    return described | ({"x-unit": unit} if unit else {})


def _by_name(description: str, value: dict) -> dict:
    return {"type": "object", "description": description, "additionalProperties": value}


def _pair(description: str, first: dict, second: dict) -> dict:
    return {"type": "array", "description": description, "prefixItems": [first, second], "items": False,
            "minItems": 2}  # fmt: skip


def _plain() -> dict:
    """The keys that the summary has without --detail."""
    count = _value("integer", "how often, timed or not")
    total = _value("number", "summed time", "s")
    calls = _pair("count and seconds", count, total)
    return {
        "file": _value("string", "name of the file"),
        "gpu_activity_span_s": _value("number", "last end minus first start of device work", "s", True),
        "gpu_busy_union_s": _value("number", "length of the union of device work of all GPUs", "s", True),
        "gpu_idle_within_span_s": _value("number", "span minus busy", "s", True),
        "kernel_count": _value("integer", "rows of the kernel table", None, True),
        "graph_node_kernel_count": _value("integer", "those that are nodes of a CUDA graph", None, True),
        "api": _by_name("CUDA API calls by name, longest first, as many as options.top", calls),
        "nvtx": _by_name(
            "NVTX ranges by text, in order of their first start",
            _object(
                "ranges with one text",
                {
                    "count": _value("integer", "ranges that have an end"),
                    "sum_s": _value("number", "summed time; nested ones count each", "s"),
                    "union_s": _value("number", "length of their union", "s"),
                    "gpu_overlap_s": _value("number", "of that union, time with some GPU at work", "s", True),
                },
            ),
        ),
        "dispatch": _by_name(
            "dispatch events by text, in order of the first", _value("integer", "events with that text")
        ),
        "dispatch_timeline": {
            "type": "array",
            "description": "dispatch events in order of time",
            "items": _object(
                "a dispatch event",
                {"start_ns": _value("integer", "its time", "ns"), "name": _value("string", "its text")},
            ),
        },
        "top_kernels": {
            "type": "array",
            "description": "kernels by short name, longest first, as many as options.top",
            "items": _pair("name, and count and seconds", _value("string", "short name"), calls),
        },
        "notes": _value("string", "what the figures do not mean"),
        "absent": {
            "type": "array",
            "description": "those of the three main tables that the export lacks; not there where it has all",
            "items": _value("string", "name of a table"),
        },
    }


def _about() -> dict:
    return {
        "schema_version": {
            "const": SCHEMA_VERSION,
            "description": "version of this contract: the second number counts additions, the first all else",
        },
        "generator": _object(
            "The program that made the summary.",
            {"name": _value("string", "nsys-duck"), "version": _value("string", "its version")},
        ),
        "options": _object(
            "What the summary was asked for.",
            {
                "top": _value("integer", "API calls and kernels to list; 0 for all"),
                "dispatch": _value("string", "regular expression for texts of dispatch events"),
                "nvtx": _value(
                    "string", "regular expression for texts of NVTX ranges; null for all", None, True
                ),
                "nvtx_exclude": _value(
                    "string",
                    "regular expression for texts of NVTX ranges left out; null for none",
                    None,
                    True,
                ),
                "communication": _value(
                    "string",
                    "regular expression for kernels that communicate; kernel_class_patterns: their class decides",
                ),
            },
        ),
    }


def _described(column: Column, null: bool) -> dict:
    text = column.text.replace("NULL", "null")
    if null and "null" not in text:
        text += f"; {NULL_HINT}"
    if not column.type.endswith("[]"):
        value = _value(TYPES[column.type], text, column.unit, null)
        return value | ({"deprecated": True} if column.is_old else {})
    items = _value(TYPES[column.type.removesuffix("[]")], "an entry", column.unit)
    return {"type": ["array", "null"] if null else "array", "description": text, "items": items}


def _section(section: Section) -> dict:
    """One report's row, or a list of them, as its header describes the columns."""
    file = catalog()[section.report]
    columns = {column.name: column for column in file.columns}
    if unknown := [name for name, _ in section.fields if name not in columns]:
        raise NsysDuckError(f"{section.report} has no column {unknown[0]}, which the summary shows")
    told = [file.summary, file.description, "null: see not_captured." if section.may_be_null else ""]
    text = " ".join(filter(None, told))
    fields = {name: _described(columns[name], null) for name, null in section.fields}
    if section.is_one:
        return _object(text, fields)
    types = ["array", "null"] if section.may_be_null else "array"
    return {"type": types, "description": text, "items": _object("an entry", fields)}


def json_schema() -> dict:
    """The schema of what `summarize --detail` prints, JSON Schema 2020-12. A key that it does not name is an error."""
    properties = _plain() | _about()
    for section in SECTIONS:
        *above, key = section.key.split(".")
        place = properties[above[0]] if above else None
        (place["properties"] if place else properties)[key] = _section(section)
        if place:
            place["required"].append(key)
    _add_unfit(properties["data_quality"])
    schema = _object("What nsys-duck summarize --detail prints.", properties, optional=("absent",))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"nsys-duck summary {SCHEMA_VERSION}"} | schema  # fmt: skip


def _add_unfit(quality: dict) -> None:
    """What the reader of the file finds out, and no report."""
    quality["properties"]["has_unfit_values"] = _value(
        "boolean",
        "whether some values did not fit their column's type: such numbers count as missing, and bytes that "
        "are not UTF-8 are shown escaped; false of a converted trace, where that is done already",
    )
    quality["required"].append("has_unfit_values")


def promises() -> list[str]:
    """Every key with its types and unit, a line each: what a change of must change schema_version."""
    return sorted(_promises(json_schema(), "$"))


def _promises(schema: dict, place: str) -> list[str]:
    types = schema.get("type", "constant")
    unit = f" [{schema['x-unit']}]" if "x-unit" in schema else ""
    lines = [f"{place}: {types if isinstance(types, str) else ' or '.join(types)}{unit}"]
    for name, value in schema.get("properties", {}).items():
        lines += _promises(value, f"{place}.{name}")
    if isinstance(others := schema.get("additionalProperties"), dict):
        lines += _promises(others, f"{place}.*")
    if isinstance(items := schema.get("items"), dict):
        lines += _promises(items, f"{place}[]")
    for number, item in enumerate(schema.get("prefixItems", ())):
        lines += _promises(item, f"{place}[{number}]")
    return lines
