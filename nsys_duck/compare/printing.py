"""A comparison as text: for a terminal, and as Markdown for the comment that a CI job posts."""

import textwrap

from nsys_duck.catalog import Column
from nsys_duck.compare.blocks import MARKS, Block, blocks, facts, remarks, verdict_line
from nsys_duck.formats import cell
from nsys_duck.questions import Field
from nsys_duck.report_table import lines_of

WIDTH = 100
STYLES = {"pass": "green", "fail": "bold red", "no verdict": "bold yellow", "not comparable": "bold yellow"}
Line = tuple[str, str]  # text and its style


def lines(result: dict, room: int | None, top: int) -> list[Line]:
    """The lines for a terminal that is `room` wide; `top` limits the rows of what explains the span."""
    width = room or WIDTH
    found: list[Line] = []
    table = _table([("", False), ("BASE", False), ("NEW", False)], [list(row) for row in facts(result)], room)
    found += [(table[0], "bold"), *((line, "") for line in table[2:]), ("", "")]
    style = STYLES.get(result["verdict"], "bold")
    found += _wrapped(f"Verdict: {verdict_line(result)}", width, "", style)
    for gate in result["gates"]:
        mark = MARKS[gate["verdict"]]
        found += _wrapped(f"{mark}  {gate['expression']}", width, "  ", STYLES[gate["verdict"]])
        found += _wrapped(gate["reason"], width, "      ", "")
    if result["findings"]:
        found += [("", ""), ("What changed", "bold")]
        for number, finding in enumerate(result["findings"], 1):
            found += _wrapped(f"{number}. {cell(finding)}", width, "  ", "")
    for block in blocks(result):
        found += [
            ("", ""),
            *_wrapped(block.title, width, "", "bold"),
            *_wrapped(f"({block.note})", width, "", "dim"),
        ]
        rows, rest = _first(block, top)
        found += [(line, "dim" if place == 1 else "") for place, line in
                  enumerate(_table(block.columns, rows, room))]  # fmt: skip
        found += [(rest, "dim")] if rest else []
    told = remarks(result)
    if told:
        found.append(("", ""))
        for remark in told:
            found += _wrapped(f"note: {cell(remark)}", width, "", "dim")
    return found


def _first(block: Block, top: int) -> tuple[list[list[str]], str]:
    rows = block.rows[:top] if top else block.rows
    left = len(block.rows) - len(rows)
    return rows, f"... {left:,} smaller parts more; --top 0 shows all" if left else ""


def _wrapped(text: str, width: int, indent: str, style: str) -> list[Line]:
    told = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}   ") or [""]
    return [(line, style) for line in told]


def _table(columns: list[tuple[str, bool]], rows: list[list[str]], room: int | None) -> list[str]:
    fields = [Field(name, "BIGINT" if is_number else "VARCHAR") for name, is_number in columns]
    declared = [Column(name, "VARCHAR", None, "") for name, _ in columns]
    return lines_of(fields, declared, rows, room)[0]


def markdown(result: dict, top: int) -> str:
    """The comparison as GitHub shows it: verdict, gates and findings open, tables folded."""
    names = {row["fact"]: row for row in result["facts"]}["trace"]
    parts = [f"## {_cell(result['verdict'])}: {_cell(names['base'])} → {_cell(names['new'])}"]
    if result["reason"]:
        parts.append(_cell(result["reason"]))
    if result["gates"]:
        rows = [
            [MARKS[gate["verdict"]], f"`{gate['expression']}`", gate["reason"]] for gate in result["gates"]
        ]
        parts.append(_grid([("verdict", False), ("fails if", False), ("measured", False)], rows))
    if result["findings"]:
        parts.append("\n".join(["### What changed", "", *(f"{n}. {_cell(text)}" for n, text in
                                                          enumerate(result["findings"], 1))]))  # fmt: skip
    parts.append(_grid([("", False), ("BASE", False), ("NEW", False)], [list(row) for row in facts(result)]))
    for block in blocks(result):
        rows, rest = _first(block, top)
        told = "\n\n".join(filter(None, [f"_{block.note}_", _grid(block.columns, rows), rest]))
        parts.append(f"<details><summary>{_cell(block.title)}</summary>\n\n{told}\n\n</details>")
    parts += [f"_{_cell(remark)}_" for remark in remarks(result)]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """Text that Markdown leaves as it is; a kernel's template brackets are no HTML."""
    shown = cell(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    return shown.replace("*", "\\*").replace("_", "\\_")


def _grid(columns: list[tuple[str, bool]], rows: list[list[str]]) -> str:
    def line(values: list[str]) -> str:
        return "| " + " | ".join(values) + " |"

    def plain(text: str) -> str:
        return text.replace("|", "\\|") if text.startswith("`") else _cell(text)

    rule = ["---:" if is_number else "---" for _, is_number in columns]
    return "\n".join(
        [line([name for name, _ in columns]), line(rule), *(line([plain(t) for t in row]) for row in rows)]
    )
