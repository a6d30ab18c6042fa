"""`python -m tools.docs`: write the generated pages; with --check, only tell which are not current."""

import argparse
import re
import sys

from nsys_duck.errors import NsysDuckError
from tools import docs
from tools.docs import cookbook, notebook, reference, summary


def generated() -> dict[str, str]:
    """The text of every generated file by its path under docs/."""
    with docs.demo_trace() as trace:
        return {**reference.pages(trace), **cookbook.pages(trace), **notebook.pages(), **summary.pages()}


def outdated(pages: dict[str, str]) -> list[str]:
    """The files that differ from what is generated, and pages of the reference that nothing generates."""
    found = [name for name, text in pages.items() if not _is_current(name, text)]
    written = [path.relative_to(docs.DOCS).as_posix() for path in (docs.DOCS / "reference").glob("*")]
    return sorted(found + [name for name in written if name not in pages])


def _is_current(name: str, text: str) -> bool:
    path = docs.DOCS / name
    if not path.exists():
        return False
    written = path.read_text(encoding="utf-8")
    if name == "reference/command-line.md":
        return _words(written) == _words(text)
    return written == text


def _words(text: str) -> list[str]:
    """What a page of help texts says; layout and the types of arguments differ between versions of Typer."""
    return re.findall(r"[\w.-]+", re.sub(r"<\w+>", "", text))


def main() -> int:
    """Write or check; 1 if the check finds something."""
    parser = argparse.ArgumentParser(prog="python -m tools.docs", description=docs.__doc__.split("\n")[0])
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if something is not current"
    )
    check = parser.parse_args().check
    try:
        pages = generated()
    except NsysDuckError as error:
        print(f"docs: {error}", file=sys.stderr)
        return error.exit_code
    stale = outdated(pages)
    for name in stale:
        if check:
            print(f"docs/{name} is not current: run make docs", file=sys.stderr)
        elif name in pages:
            path = docs.DOCS / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pages[name], encoding="utf-8", newline="\n")
            print(f"wrote docs/{name}")
        else:
            (docs.DOCS / name).unlink()
            print(f"removed docs/{name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
