"""A comparison as text: for a terminal, and as Markdown for the comment that a CI job posts."""

import textwrap

from nsys_duck.comparison.blocks import MARKS, Block, blocks, facts, remarks, verdict_line
from nsys_duck.output.formats import cell
from nsys_duck.output.table import laid_out, shortened_apart

WIDTH = 100
LONGEST = 90  # of a name in a Markdown table
FACTS = [("", False), ("BASE", False), ("NEW", False)]
STYLES = {"pass": "green", "fail": "bold red", "no verdict": "bold yellow", "not comparable": "bold yellow"}
Line = tuple[str, str]  # text and its style


def lines(result: dict, room: int | None) -> list[Line]:
    """The lines for a terminal that is `room` wide."""
    width = room or WIDTH
    found: list[Line] = []
    found += [*_table(Block("", "", FACTS, [list(row) for row in facts(result)]), room), ("", "")]
    style = STYLES.get(result["verdict"], "bold")
    found += _wrapped(f"Verdict: {verdict_line(result)}", width, "", style)
    for gate in result["gates"]:
        mark = MARKS[gate["verdict"]]
        found += _wrapped(f"{mark}  {gate['expression']}", width, "  ", STYLES[gate["verdict"]])
        found += _wrapped(gate["reading"], width, "      ", "dim")
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
        found += _table(block, room)
    told = remarks(result)
    if told:
        found.append(("", ""))
        for remark in told:
            found += _wrapped(f"note: {cell(remark)}", width, "", "dim")
    return found


def _wrapped(text: str, width: int, indent: str, style: str) -> list[Line]:
    told = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}   ") or [""]
    return [(line, style) for line in told]


def _table(block: Block, room: int | None) -> list[Line]:
    heads = [name for name, _ in block.columns]
    numbers = [is_number for _, is_number in block.columns]
    rows = [[cell(text) for text in row] for row in block.rows]
    layout = laid_out(heads, heads, rows, numbers, room)
    styles = ["bold"] * layout.head + ["dim" if layout.head else ""]
    styles += [""] * (len(layout.lines) - len(styles))
    return [*zip(layout.lines, styles, strict=False), *((f"({note})", "dim") for note in layout.notes)]


def markdown(result: dict) -> str:
    """The comparison as GitHub shows it: verdict, gates and findings open, tables folded."""
    names = {row["fact"]: row for row in result["facts"]}["trace"]
    parts = [f"## {_cell(result['verdict'])}: {_cell(names['base'])} → {_cell(names['new'])}"]
    if told := "; ".join(filter(None, (result["reason"], result["different_work"]))):
        parts.append(_cell(told))
    if result["gates"]:
        rows = [
            [MARKS[gate["verdict"]], f"`{gate['expression']}`", gate["reading"], gate["reason"]]
            for gate in result["gates"]
        ]
        heads = [("verdict", False), ("gate", False), ("as read", False), ("measured", False)]
        parts.append(_grid(heads, rows))
    if result["findings"]:
        parts.append("\n".join(["### What changed", "", *(f"{n}. {_cell(text)}" for n, text in
                                                          enumerate(result["findings"], 1))]))  # fmt: skip
    parts.append(_grid(FACTS, [list(row) for row in facts(result)]))
    for block in blocks(result):
        told = "\n\n".join(filter(None, [f"_{block.note}_", _grid(block.columns, block.rows, LONGEST)]))
        parts.append(f"<details><summary>{_cell(block.title)}</summary>\n\n{told}\n\n</details>")
    parts += [f"_{_cell(remark)}_" for remark in remarks(result)]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    """Text that Markdown leaves as it is; a kernel's template brackets are no HTML."""
    shown = cell(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
    return shown.replace("*", "\\*").replace("_", "\\_")


def _grid(columns: list[tuple[str, bool]], rows: list[list[str]], longest: int = 0) -> str:
    def line(values: list[str]) -> str:
        return "| " + " | ".join(values) + " |"

    def plain(text: str) -> str:
        return text.replace("|", "\\|") if text.startswith("`") else _cell(text)

    if longest:
        names = {text for row in rows for text in row if not text.startswith("`")}
        shown = shortened_apart(names, longest)
        rows = [[shown.get(text, text) for text in row] for row in rows]
    rule = ["---:" if is_number else "---" for _, is_number in columns]
    return "\n".join(
        [line([name for name, _ in columns]), line(rule), *(line([plain(t) for t in row]) for row in rows)]
    )
