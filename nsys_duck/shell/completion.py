"""What Tab offers in the shell: names of views, their columns, the export's tables, keywords."""

import re
from collections.abc import Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from nsys_duck.catalog.files import catalog
from nsys_duck.catalog.hints import public_names
from nsys_duck.trace.trace import Trace

KEYWORDS = re.findall(
    r"\w+",
    """
    ALL AND ANTI AS ASC ASOF BETWEEN BY CASE CAST COUNT CROSS DESC DESCRIBE DISTINCT ELSE END EXCEPT
    EXCLUDE EXISTS EXPLAIN FALSE FILTER FROM FULL GROUP HAVING ILIKE IN INNER INTERSECT IS JOIN LAST
    LATERAL LEFT LIKE LIMIT MATERIALIZED MAX MIN NOT NULL NULLS OFFSET ON OR ORDER OVER PARTITION
    PIVOT QUALIFY RECURSIVE REPLACE RIGHT SAMPLE SELECT SEMI SUM SUMMARIZE THEN TRUE UNION UNPIVOT
    USING VALUES WHEN WHERE WINDOW WITH
    """,
)
_WORD = re.compile(r"\w*\Z")
_BEFORE = re.compile(r"(\w+)\.(\w*)\Z")
_ALIAS = r"\b(\w+)\s+(?:AS\s+)?{}\b"


class Names(Completer):
    """Completes the word before the cursor; columns are those of the views that the statement names."""

    def __init__(self, trace: Trace, commands: list[str]) -> None:
        self.tables = trace.input.schema.names
        self.commands = commands
        self.objects = public_names("view", "macro")
        self.listed = sorted(public_names("view", "macro", "report", "check"))

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Yield what fits, the likeliest first."""
        before = document.text_before_cursor
        word = _WORD.search(before)[0]
        for name, what in self._candidates(before, document.text):
            if name.lower().startswith(word.lower()) and name.lower() != word.lower():
                yield Completion(name, start_position=-len(word), display_meta=what)

    def _candidates(self, before: str, text: str) -> Iterator[tuple[str, str]]:
        if before.startswith("."):
            if " " in before:
                yield from ((name, catalog()[name].kind) for name in self.listed)
            else:
                yield from ((name[1:], "") for name in self.commands)
            return
        if qualified := _BEFORE.search(before):
            owner = qualified[1]
            if owner.lower() == "raw":
                yield from ((table, "table of the export") for table in self.tables)
            else:
                yield from self._columns([owner, *re.findall(_ALIAS.format(owner), text, re.I)])
            return
        yield from self._columns(re.findall(r"\w+", text))
        yield from ((name, catalog()[name].summary) for name in self.objects)
        yield ("raw", "the export's own tables")
        yield from ((keyword, "") for keyword in KEYWORDS)

    @staticmethod
    def _columns(words: list[str]) -> Iterator[tuple[str, str]]:
        seen = set()
        for word in words:
            file = catalog().get(word.lower())
            for column in file.columns if file else ():
                if column.name not in seen:
                    seen.add(column.name)
                    yield column.name, f"{column.type} [{column.unit}]" if column.unit else column.type
