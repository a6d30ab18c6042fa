"""The comparison: one trace after another is read, then all are compared; plain data come of it."""

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nsys_duck.comparison import gates as grammar
from nsys_duck.comparison.engine import Comparing, comparing, write_empty
from nsys_duck.comparison.hashing import hashes
from nsys_duck.comparison.reading import write_figures, write_plain, write_rows
from nsys_duck.comparison.sections import SECTIONS
from nsys_duck.engine.resources import scratch_folder
from nsys_duck.errors import UsageError
from nsys_duck.trace.trace import Trace
from nsys_duck.trace.window import typed

SCHEMA_VERSION = 1
SIDES = ("base", "new")


@dataclass
class Wanted:
    """What a comparison is asked for, beside the traces: `window` are the options of nsys_duck.open."""

    fail_if: Sequence[str] = ()
    fold_ids: bool = False
    across_gpus: bool = False
    top: int = 0
    dispatch: str | None = None
    window: dict[str, object] | None = None
    memory_limit: str | None = None
    threads: int | None = None
    temp_dir: Path | None = None


@dataclass(frozen=True)
class Read:
    """What was read of one trace, beside its figures, which are Parquet files in a folder."""

    side: str
    number: int
    path: Path
    sections: list[dict]
    notes: list[str]


def run(base: Sequence[Path], new: Sequence[Path], wanted: Wanted) -> dict:
    """The comparison of the traces of `base` with those of `new`, as `compare --format json` prints it.

    Raises UsageError for a gate that is none, TraceError for a file that is no trace.
    """
    gates = grammar.parse(list(wanted.fail_if))
    traces = [(side, n, path) for side, paths in zip(SIDES, (base, new), strict=True)
              for n, path in enumerate(paths)]  # fmt: skip
    scratch = scratch_folder(wanted.temp_dir)
    try:
        return compared(list(_read_all(traces, gates, wanted, scratch)), gates, wanted, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _read_all(traces: list, gates: grammar.Gates, wanted: Wanted, scratch: Path) -> Iterator[Read]:
    import nsys_duck

    options = {"memory_limit": wanted.memory_limit, "threads": wanted.threads, "temp_dir": wanted.temp_dir}
    for number, (side, n, path) in enumerate(traces, 1):
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"reading {path} ({number} of {len(traces)})", file=sys.stderr)
        with nsys_duck.open(path, **(wanted.window or {}), **options) as trace:
            yield read(trace, side, n, gates, wanted, scratch)


def read(trace: Trace, side: str, number: int, gates: grammar.Gates, wanted: Wanted, folder: Path) -> Read:
    """Write the figures of one trace into `folder`; the rest of what a comparison needs of it."""
    labels = {"side": side, "trace": number}
    stem = f"{side}_{number}"
    trace.check_pattern("--dispatch", wanted.dispatch)
    told = write_figures(trace, folder, labels, stem, dispatch=wanted.dispatch, fold_ids=wanted.fold_ids)
    write_plain(trace, "compare_shapes", {}, folder, labels, "shapes", stem)
    write_plain(trace, "compare_facts", {}, folder, labels, "facts", stem)
    for source, (file, values, columns) in gates.reports.items():
        told.append(write_rows(trace, file, values, sorted(columns), source, folder, labels, stem))
    notes = [f"{side.upper()} ({trace.path.name}): {note}" for note in trace.notes]
    return Read(side, number, trace.path, told, notes)


def compared(traces: list[Read], gates: grammar.Gates, wanted: Wanted, scratch: Path) -> dict:
    """The comparison of traces whose figures are in `scratch`."""
    lay_out(traces, gates, scratch)
    variables = {"across_gpus": wanted.across_gpus, "fold_ids": wanted.fold_ids, "top": wanted.top}
    with comparing(scratch, variables, wanted.memory_limit, wanted.threads) as opened:
        write_empty(opened.connection, "gate_rows", scratch / "rows_none.parquet")
        write_empty(opened.connection, "compared_shapes", scratch / "shapes_none.parquet")
        return _told(opened, [note for one in traces for note in one.notes], gates.cautions, wanted)


def lay_out(traces: list[Read], gates: grammar.Gates, scratch: Path) -> None:
    """Write what is known of the traces beside their figures, where the statements of sql/compare find it."""
    files = [
        {"side": one.side, "trace": one.number, "file": one.path.name, "content_hash": found}
        for one, found in zip(traces, hashes([one.path for one in traces]), strict=True)
    ]
    sections = [row for one in traces for row in one.sections]
    for name, rows in (("files", files), ("sections", sections), ("gates", gates.terms)):
        (scratch / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")


def _told(opened: Comparing, notes: list[str], cautions: list[str], wanted: Wanted) -> dict:
    _require_clear(opened)
    ((verdict, status, reason),) = opened.rows("comparison_verdict").rows
    terms: dict[int, list[dict]] = {}
    for term in opened.dicts("gates"):
        number, _ = term.pop("gate"), term.pop("expression")
        terms.setdefault(number, []).append(term)
    return {
        "schema_version": SCHEMA_VERSION,
        "verdict": verdict,
        "exit_status": status,
        "reason": reason,
        "different_work": next((row["reservation"] for row in opened.dicts("different_work")), None),
        "cautions": cautions,
        "gates": [{**row, "terms": terms[row["gate"]]} for row in opened.dicts("gate_verdicts")],
        "fold_ids": wanted.fold_ids,
        "options": "".join(f" {option}" for option in typed(wanted.window or {})),
        "reservations": opened.dicts("comparability"),
        "traces": opened.dicts("compared_traces"),
        "facts": opened.dicts("facts"),
        "missing": [row for row in opened.dicts("compared_sections") if row["lacks"] is not None],
        "findings": [row["finding"] for row in opened.dicts("changes")],
        "span_explained": opened.dicts("span_parts"),
        "kernel_fates": opened.dicts("kernel_fates"),
        "sections": _by_section(opened, "ranked"),
        "figures": _by_section(opened, "shown_figures"),
        "notes": [*notes, *(row["hint"] for row in opened.dicts("hints"))],
    }


def _by_section(opened: Comparing, name: str) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {section.name: [] for section in SECTIONS}
    for row in opened.dicts(name):
        found[row.pop("section")].append(row)
    return {section: rows for section, rows in found.items() if rows}


def _require_clear(opened: Comparing) -> None:
    """Raise UsageError where a gate's name may mean several."""
    found = opened.rows("unclear_names").rows
    if found:
        expression, operand, candidates = found[0]
        listed = "; ".join(candidates[:4]) + (" ..." if len(candidates) > 4 else "")
        raise UsageError(
            f"--fail-if {expression!r}: {operand} may mean {len(candidates)} names, write more of one: {listed}"
        )
