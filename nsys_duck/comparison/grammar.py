"""The form of the expressions of --fail-if.

    EXPR    = TERM { "and" TERM }
    TERM    = [ FIGURE ] ( ">" | ">=" | "<" | "<=" ) BOUND       a later term may leave the figure out
    FIGURE  = KEY | SECTION.NAME.KEY | SECTION[NAME].KEY | SECTION.KEY[NAME] | REPORT.COLUMN[NAME]
    BOUND   = SIGN NUMBER "%" | SIGN NUMBER [ UNIT ] | NUMBER [ UNIT ]            0, counts and percentages need no unit

A sign makes the bound one of the change from base to new, in per cent of base or in the figure's unit;
without a sign it is one of new itself. The gate fails where all of its terms hold.
"""

import re
from collections.abc import Iterator

BOUND = re.compile(
    r"(?P<comparison>[<>]=?)\s*(?P<sign>[+-]?)\s*(?P<number>\d+(\.\d*)?|\.\d+)\s*(?P<unit>%|[A-Za-zµμ/]*)"
)
_AND = re.compile(r"and\b", re.I)


class Wrong(Exception):
    """What is wrong with an expression."""


def outside(text: str) -> Iterator[tuple[int, str]]:
    """Places and characters of `text` that are outside of brackets and quotes."""
    depth, quote = 0, ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif depth and character in "\"'":
            quote = character
        elif character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif depth == 0:
            yield place, character
    if quote or depth:
        raise Wrong("a bracket or a quote is not closed")


def split(expression: str) -> list[str]:
    """The terms: what stands between the words `and`."""
    parts, begin = [], 0
    for place, _ in outside(expression):
        is_word = place == 0 or expression[place - 1].isspace()
        if place >= begin and is_word and _AND.match(expression, place):
            parts.append(expression[begin:place])
            begin = place + 3
    return [*parts, expression[begin:]]


def parts(operand: str) -> tuple[str | None, str, str | None]:
    """(section or report, figure or column, name) of an operand."""
    bracket = operand.find("[")
    if bracket >= 0:
        head, end = operand[:bracket], operand.rfind("]")
        name, rest = operand[bracket + 1 : end].strip(), operand[end + 1 :]
        if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'":
            name = name[1:-1]
        section, dot, key = head.partition(".")
        if rest.startswith(".") and not dot:
            key, rest = rest[1:], ""
        if rest or not section or not key or not name:
            raise Wrong(f"{operand!r} is no figure: write REPORT.COLUMN[NAME] or SECTION[NAME].FIGURE")
        return section, key, name
    pieces = operand.split(".")
    if not all(pieces):
        raise Wrong(f"{operand!r} is no figure: something is missing beside a dot")
    if len(pieces) == 1:
        return None, operand, None
    return pieces[0], pieces[-1], ".".join(pieces[1:-1]) or None
