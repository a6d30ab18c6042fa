"""A run of pages: what all traces have in common is made first, then each of them, several at once."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nsys_duck
from nsys_duck.comparison.running import Wanted
from nsys_duck.engine import connect as engine
from nsys_duck.engine.connect import RESOURCES
from nsys_duck.engine.resources import scratch_folder
from nsys_duck.html import charts
from nsys_duck.page import folder
from nsys_duck.page import workers as sharing
from nsys_duck.page.baseline import Baseline, read
from nsys_duck.page.making import Run
from nsys_duck.page.trace_page import Wishes
from nsys_duck.trace.window import RESTRICTIONS


@dataclass(frozen=True)
class Asked:
    """What the user asked for: `options` are those of nsys_duck.open, `jobs` how many traces at once."""

    folder: Path
    wishes: Wishes
    options: dict[str, object]
    title: str = "GPU traces"
    baseline: Path | None = None
    jobs: int | None = None


def run(asked: Asked, traces: list[Path], tell: Callable[[str], None]) -> int:
    """Write the folder; the number of traces that failed. `tell` gets a line for each trace and note.

    Raises UsageError where the folder has files that are not ours, and for a pattern that is none; and
    what is wrong with the baseline, which is read once.
    """
    charts.require_library()
    engine.allowance(asked.options["memory_limit"], asked.options["threads"])  # or else wrong usage, once
    folder.require(asked.folder, traces, asked.baseline)
    jobs = sharing.jobs(asked.options, len(traces), asked.jobs)
    scratch = scratch_folder(asked.options["temp_dir"])
    try:
        # Everything temporary is below this folder, so that nothing of a process that is killed stays.
        options = sharing.share(asked.options, jobs) | {"temp_dir": scratch}
        base = _baseline(asked, options, scratch, tell) if asked.baseline else None
        library = scratch / "library.js"
        library.write_text(charts.library(), encoding="utf-8")
        pages = Run(asked.folder, asked.wishes, options, library, base)
        with folder.made(asked.folder):
            return folder.write(pages, traces, asked.title, jobs, tell)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _baseline(asked: Asked, options: dict, scratch: Path, tell: Callable[[str], None]) -> Baseline:
    window = {name: options[name] for name in RESTRICTIONS}
    resources = {name: options[name] for name in RESOURCES}
    wanted = Wanted(fold_ids=True, top=20, dispatch=asked.wishes.dispatch, window=window, **resources)
    place = scratch / "baseline"
    place.mkdir()
    with nsys_duck.open(asked.baseline, **asked.options) as trace:
        for note in trace.notes:
            tell(note)
        return read(trace, wanted, place)
