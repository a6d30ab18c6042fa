"""Statements in a text that is still being typed, told apart by the engine's own tokens."""

import re

import duckdb

_NOTHING = re.compile(r"(\s|--[^\n]*(\n|\Z)|/\*.*?\*/)*", re.S)


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space and whole comments in `text`."""
    return _NOTHING.fullmatch(text) is not None


def split(text: str) -> tuple[list[str], str]:
    """The statements in `text` that end with a semicolon, without it, and what comes after the last."""
    data = text.encode("utf-8", errors="replace")
    ends = [at for at, _ in duckdb.tokenize(text) if data[at : at + 1] == b";"]
    parts = []
    begin = 0
    for end in ends:
        parts.append(data[begin:end].decode("utf-8", errors="replace"))
        begin = end + 1
    return [part for part in parts if not is_blank(part)], data[begin:].decode("utf-8", errors="replace")


def is_complete(text: str) -> bool:
    """Whether Enter should run `text`: a dot command, nothing, or statements that all end with `;`."""
    if text.lstrip().startswith(".") or not text.strip():
        return True
    statements, rest = split(text)
    return bool(statements) and is_blank(rest)
