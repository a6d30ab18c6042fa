"""What there is to ask: our objects in groups, and what the header of one of them says."""

import textwrap

from nsys_duck.catalog.files import Column, SqlFile, catalog
from nsys_duck.catalog.hints import unknown_object

GROUPS = {
    "events": "Events: a row per row of the export",
    "things": "Things: processes, GPUs, the session",
    "analysis": "Analysis: derived, one fact per row",
    "macros": "Macros",
    "reports": "Reports",
    "checks": "Checks: the rows that break a rule",
}
KINDS = ("view", "macro", "report", "check")


def group_of(file: SqlFile) -> str:
    """The group that an object stands in."""
    if file.layer == "analysis" and not file.returns:
        return "analysis"
    if file.kind != "view":
        return f"{file.kind}s"
    return "events" if any(column.name in ("event_id", "start_ns") for column in file.columns) else "things"


def public_files(kind: str | None = None) -> dict[str, list[SqlFile]]:
    """Objects that users may rely on, by group; of one kind or of all."""
    groups: dict[str, list[SqlFile]] = {group: [] for group in GROUPS}
    for file in catalog().values():
        if file.is_public and file.kind in ((kind,) if kind else KINDS):
            groups[group_of(file)].append(file)
    return {group: sorted(files, key=lambda file: file.name) for group, files in groups.items() if files}


def listing(kind: str | None, width: int) -> str:
    """The objects by group, a line each where `width` allows."""
    groups = public_files(kind)
    broad = max(len(file.name) for files in groups.values() for file in files)
    parts = []
    for group, files in groups.items():
        lines = [_entry(file.name.ljust(broad), file.summary, width) for file in files]
        parts.append("\n".join([GROUPS[group], *lines]))
    return "\n\n".join(parts) + "\n"


def found(name: str) -> SqlFile:
    """The object with that name, case aside; UsageError, with what may have been meant, where none has it."""
    file = catalog().get(name.lower())
    if file is None or file.kind not in KINDS:
        raise unknown_object(name, KINDS)
    return file


def description(file: SqlFile, width: int) -> str:
    """What the header says, for people."""
    parts = [f"{file.name}: {file.kind}", textwrap.fill(file.summary, width)]
    if file.description:
        parts.append(textwrap.fill(file.description, width))
    if file.params:
        parts.append(_section("Parameters", [_parameter(param) for param in file.params], width))
    if file.returns:
        parts.append(_section("Returns", [_column(file.returns)], width))
    if file.columns:
        parts.append(_section("Columns", [_column(column) for column in file.columns], width))
    if file.example:
        parts.append(f"Example\n  {file.example}")
    return "\n\n".join(parts) + "\n"


def as_data(file: SqlFile) -> dict:
    """What the header says, for programs."""
    return {
        "name": file.name,
        "kind": file.kind,
        "group": group_of(file),
        "summary": file.summary,
        "description": file.description or None,
        "parameters": [
            {"name": p.name, "type": p.type, "default": p.default, "meaning": p.text} for p in file.params
        ],
        "returns": _column_data(file.returns) if file.returns else None,
        "columns": [_column_data(column) for column in file.columns],
        "example": file.example or None,
    }


def _column_data(column: Column) -> dict:
    return {"name": column.name, "type": column.type, "unit": column.unit, "meaning": column.text}


def _column(column: Column) -> tuple[str, str, str]:
    return column.name, f"{column.type} [{column.unit}]" if column.unit else column.type, column.text


def _parameter(param) -> tuple[str, str, str]:
    return param.name, param.type if param.default is None else f"{param.type} = {param.default}", param.text


def _section(title: str, rows: list[tuple[str, str, str]], width: int) -> str:
    name = max(len(row[0]) for row in rows)
    kind = max(len(row[1]) for row in rows)
    lines = [_entry(f"{row[0].ljust(name)}  {row[1].ljust(kind)}", row[2], width) for row in rows]
    return "\n".join([title, *lines])


def _entry(head: str, text: str, width: int) -> str:
    indent = len(head) + 4
    return textwrap.fill(
        text, max(width, indent + 30), initial_indent=f"  {head}  ", subsequent_indent=" " * indent
    )
