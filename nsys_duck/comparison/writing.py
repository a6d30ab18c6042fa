"""A comparison written: to standard output or a file, and as Markdown and JUnit XML beside it."""

from pathlib import Path

from nsys_duck.comparison.junit import junit
from nsys_duck.comparison.printing import lines, markdown
from nsys_duck.errors import UsageError
from nsys_duck.output import files as out
from nsys_duck.output.table import print_lines, room

ENDINGS = {".json": "json", ".md": "markdown", ".html": "html", ".htm": "html"}


def form_of(target: Path | None, endings: dict[str, str]) -> str:
    """The format that the ending of a file says; a table for .txt, none and standard output."""
    ending = target.suffix.lower() if target else ""
    known = {"": "table", ".txt": "table", **endings}
    if ending not in known and target.exists() and not target.is_file():
        return "table"  # a device
    if ending not in known:
        listed = ", ".join([*endings, ".txt"])
        raise UsageError(
            f"-o {target}: no format is called {ending}: end the name in {listed}, or give --format"
        )
    return known[ending]


def write_all(
    result: dict,
    form: str,
    target: Path | None,
    beside: dict[str, Path | None],
    traces: list[Path],
) -> None:
    """Write the comparison as `form`; `beside` are files of other kinds."""
    for path in (target, *beside.values()):
        for trace in traces:
            out.refuse_trace(path, trace)
    named = [path.absolute() for path in (target, *beside.values()) if path is not None]
    if len(set(named)) < len(named):
        raise UsageError("-o, --markdown and --junit name the same file")
    if form == "table" and target is None:
        print_lines(lines(result, room()))
    else:
        out.write(_text(result, form), target)
    if beside["markdown"]:
        out.write(markdown(result), beside["markdown"])
    if beside["junit"]:
        out.write(junit(result), beside["junit"])


def _text(result: dict, form: str) -> str:
    if form == "json":
        return out.to_json(result)
    if form == "markdown":
        return markdown(result)
    if form == "html":
        from nsys_duck.comparison.html import html

        return html(result)
    return "\n".join(line for line, _ in lines(result, None)) + "\n"
