"""Digests of everything that the tool says of a trace, to show that a change of the code changes no answer.

    python tests/same_as_before.py             compare with tests/digests/*.json, one line for each difference
    python tests/same_as_before.py --write     store today's digests

Of each trace: the summary with --detail, every view, every report with every choice of its parameters, the figures
that compare reads, and the data of the page. The demo traces are laid out here; real exports are those of
../shared/traces, where they are. A change that is meant to change figures stores the digests anew, and its diff
shows which.
"""

import argparse
import hashlib
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "helpers"))

from asking import SHARED

from nsys_duck.catalog.files import SqlFile, catalog
from nsys_duck.demo import write_demo
from nsys_duck.errors import NsysDuckError
from nsys_duck.trace.trace import Trace

STORED = Path(__file__).parent / "digests"
DEMOS = {"demo": False, "demo_slower": True}


def digest(value: object) -> str:
    """The first half of the SHA-256 of a value as JSON."""
    return hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:32]


def rows(columns: list[str], found: list[tuple], *, in_order: bool) -> str:
    """The digest of a result; rows of a view have no order."""
    lines = [json.dumps(row, default=str) for row in found]
    return digest([columns, lines if in_order else sorted(lines)])


def choices(file: SqlFile) -> Iterator[dict[str, object]]:
    """The values to ask a report with: the defaults, each BOOLEAN turned, each choice."""
    options = []
    for param in file.params:
        if param.type == "BOOLEAN":
            options.append([(param.name, value) for value in (False, True)])
        elif param.choices:
            options.append([(param.name, value) for value in param.choices.split("|")])
    yield {}
    yield from map(dict, itertools.product(*options) if options else ())


def answers(path: Path) -> Iterator[tuple[str, str]]:
    """(name, digest) of each answer on the trace; an error's text is an answer as well."""
    with Trace(path) as trace:
        summary = trace.summary(detail=True)
        for key in ("file", "nsys_duck_version"):
            summary.pop(key, None)
        for key, value in summary.items():
            yield f"summarize --detail {key}", digest(value)
        for name, file in catalog().items():
            try:
                if file.kind == "view" and file.is_public:
                    found = trace.answer(f"FROM {name}")
                    yield f"view {name}", rows(found.columns, found.rows, in_order=False)
                elif file.kind == "report" and not any(p.default is None for p in file.params):
                    for values in choices(file):
                        found = trace.report(name, **values)
                        said = " ".join(f"{key}={value}" for key, value in values.items())
                        yield f"report {name} {said}".strip(), rows(found.columns, found.rows, in_order=True)
            except NsysDuckError as error:
                yield name, digest(str(error).replace(str(path), ""))


def compared(base: Path, new: Path) -> Iterator[tuple[str, str]]:
    """(name, digest) of each part of the comparison of two traces."""
    import nsys_duck

    found = nsys_duck.compare(base, new, fold_ids=True)
    text = json.dumps(found, default=str)
    for path in (base, new):
        text = text.replace(str(path), path.name)
    for key, value in json.loads(text).items():
        yield f"compare {key}", digest(re.sub(r'"nsys_duck_version": "[^"]*"', "", json.dumps(value)))


def traces(folder: Path) -> dict[str, Path]:
    """The traces by name: the demo traces, laid out in `folder`, and real exports where there are any."""
    found = {}
    for name, slower in DEMOS.items():
        found[name] = folder / f"{name}.sqlite"
        write_demo(found[name], slower=slower)
    return found | {path.stem: path for path in sorted((SHARED / "traces").glob("*.sqlite"))}


def stored(name: str) -> dict[str, str]:
    """The digests of a trace that were stored; none where it is new."""
    path = STORED / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else {}


def differences(name: str, today: dict[str, str]) -> list[str]:
    """A line for each answer that is not as it was."""
    before = stored(name)
    return [
        f"{name}: {key}: {'new' if key not in before else 'gone' if key not in today else 'differs'}"
        for key in sorted(before.keys() | today.keys())
        if before.get(key) != today.get(key)
    ]


def main() -> int:
    """Compare or store; 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="store today's digests")
    write = parser.parse_args().write
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        found = traces(Path(folder))
        results = {name: dict(answers(path)) for name, path in found.items()}
        results["compare_demos"] = dict(compared(found["demo"], found["demo_slower"]))
        for name, today in results.items():
            lines += differences(name, today)
            if write:
                STORED.mkdir(exist_ok=True)
                (STORED / f"{name}.json").write_text(json.dumps(today, indent=0, sort_keys=True) + "\n")
    print("\n".join(lines) if lines else "same as before")
    return 1 if lines and not write else 0


if __name__ == "__main__":
    sys.exit(main())
