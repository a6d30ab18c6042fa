"""The SQL files as parameters of tests, and their text without what is no code."""

import re

import pytest

from nsys_duck.catalog.files import SqlFile, catalog

FILES = [pytest.param(file, id=f"{file.layer}/{name}") for name, file in catalog().items()]


def code(file: SqlFile) -> str:
    """The statement without comments."""
    return re.sub(r"--(?: [^\n]*|$)", "", re.sub(r"\{#.*?#\}", "", file.body, flags=re.S))


def plain(file: SqlFile) -> str:
    """The code without string literals."""
    return re.sub(r"'(?:[^']|'')*'", "''", code(file))
