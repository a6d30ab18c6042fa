"""A page of ours as tests read it: its tables with exact values, its statements, its data."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class PageTable:
    """A table: the report behind it, its columns, and of each row the exact numbers by column."""

    report: str | None
    columns: list[str] = field(default_factory=list)
    rows: list[dict[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """`tables`, `statements` (the SQL shown), `specs` (charts by name), `figures` and `links` of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[PageTable] = []
        self.statements: list[str] = []
        self.specs: dict[str, dict] = {}
        self.figures: list[tuple[str, str]] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.text = ""
        self._chart = ""
        self._cell = 0
        self._into = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        given = dict(attrs)
        self.sources += [given[name] for name in ("src", "srcset", "poster", "data") if given.get(name)]
        if tag == "link":
            self.sources.append(given["href"])
        if tag == "a":
            self.links.append(given["href"])
        if "data-figure" in given:
            self.figures.append((given["data-figure"], given["data-value"]))
        if tag == "figure":
            self._chart = given["data-chart"]
        if tag == "table":
            self.tables.append(PageTable(given.get("data-report")))
        if tag == "th" and "data-column" in given:
            self.tables[-1].columns.append(given["data-column"])
        if tag == "tr" and self.tables:
            self._cell = 0
            self.tables[-1].rows.append({})
        if tag == "td" and self.tables and self.tables[-1].columns:
            if "data-value" in given:
                self.tables[-1].rows[-1][self.tables[-1].columns[self._cell]] = given["data-value"]
            self._cell += 1
        self._into = ""
        if tag == "code":
            self._into = "code"
            self.statements.append("")
        elif tag == "script":
            is_chart = given.get("type") == "application/json" and given.get("id") != "paint"
            self._into = "spec" if is_chart else "script"

    def handle_endtag(self, tag) -> None:
        if tag in ("code", "script"):
            self._into = ""

    def handle_data(self, data) -> None:
        if self._into == "code":
            self.statements[-1] += data
        elif self._into == "spec":
            spec = self.specs[self._chart] = json.loads(data)
            spec["datasets"] = {
                name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
                for name, table in spec["datasets"].items()
            }
        elif self._into == "":
            self.text += data

    def sql(self) -> list[str]:
        """The statements that are SQL, each once."""
        return list(dict.fromkeys(text for text in self.statements if text.startswith("-- ")))

    def commands(self) -> list[str]:
        """The command lines that print a table."""
        return list(dict.fromkeys(text for text in self.statements if text.startswith("nsys-duck report")))
