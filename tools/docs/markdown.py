"""Text and values as GitHub's Markdown."""

import re

from nsys_duck.trace.trace import Rows

# In prose: names of ours and of the engine's, and what Markdown would take for markup.
_CODE = re.compile(
    r"`[^`]+`|'[^' ]*[\[\]\\*|]+[^' ]*'|\b\w+\(\)|\((?=[\w, ]*_)\w+(?:, \w+)+\)"
    r"|\b\w+_\.\.\.|\b_?\w+(?:_\w+)+|--[a-z][\w=-]+"
)
_MARKUP = re.compile(r"([*<>|\[\]])")
LONGEST = 80


def prose(text: str) -> str:
    """A header's text: names in code type, nothing taken for markup."""
    parts, last = [], 0
    for match in _CODE.finditer(text):
        parts += [_MARKUP.sub(r"\\\1", text[last : match.start()]), _code(match[0])]
        last = match.end()
    return "".join(parts) + _MARKUP.sub(r"\\\1", text[last:])


def _code(text: str) -> str:
    return f"`{text.strip('`')}`".replace("|", "\\|")


def shown(value: object) -> str:
    """A value as text; a float to twelve digits, which are the same every time."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        # the last digits of a mean or deviation depend on the order in which threads add up
        return repr(float(f"{value:.12g}"))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value))}]"
    return str(value)


def cell(value: object, longest: int = LONGEST) -> str:
    """A value in a table: on one line, shortened where it is long, in code type where it is text."""
    text = " ".join(shown(value).replace("`", "'").split())
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    return _code(text) if isinstance(value, str) and text else text


def fenced(text: str, language: str = "") -> str:
    """Text as a block of code."""
    return f"```{language}\n{text.strip()}\n```"


def table(rows: Rows) -> str:
    """A result as a table, numbers to the right."""
    numeric = [
        any(row[at] is not None for row in rows.rows)
        and all(
            isinstance(row[at], int | float | None) and not isinstance(row[at], bool) for row in rows.rows
        )
        for at in range(len(rows.columns))
    ]
    lines = [rows.columns, ["---:" if right else "---" for right in numeric]]
    lines += [[cell(value) for value in row] for row in rows.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
