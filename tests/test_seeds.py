"""Two real summaries: a trace that has their figures must summarize to them, keys in their order."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import seedtrace
from asking import SHARED, Done, summarize

SEEDS = sorted((Path(__file__).parent / "seeds").glob("*.json"))


def flat(value: object, at: str = "$") -> dict[str, object]:
    """Every leaf by its place, in order; a dict's keys are part of the place."""
    if isinstance(value, dict):
        items = [(f"{at}.{key}", child) for key, child in value.items()]
    elif isinstance(value, list):
        items = [(f"{at}[{i}]", child) for i, child in enumerate(value)]
    else:
        return {at: value}
    return {place: leaf for key, child in items for place, leaf in flat(child, key).items()} or {at: value}


@pytest.fixture(scope="module", params=SEEDS, ids=lambda path: path.name)
def seed(request, tmp_path_factory) -> tuple[Path, dict, Done]:
    """A seed's path and summary, and what the command says about a trace that has its figures."""
    want = json.loads(request.param.read_text(encoding="utf-8"))
    folder = tmp_path_factory.mktemp("seed")
    return request.param, want, summarize(seedtrace.lay_out(want, folder / want["file"], shuffle=5))


def test_summary_is_the_seed(seed):
    """Every figure to a tenth of a nanosecond, every key in its place, whatever the order of rows."""
    _, want, done = seed
    assert (done.code, done.stderr) == (0, "")
    wanted, got = flat(want), flat(done.json)
    assert list(got) == list(wanted)
    for place, leaf in wanted.items():
        if isinstance(leaf, float):
            assert got[place] == pytest.approx(leaf, abs=1e-10, rel=0), place
        else:
            assert (got[place], type(got[place])) == (leaf, type(leaf)), place


def test_there_are_two_seeds():
    """trace.1 and trace.3, the ones with and without CUDA graphs."""
    assert [path.name for path in SEEDS] == ["trace.1.json", "trace.3.json"]
    nodes = [json.loads(path.read_text(encoding="utf-8"))["graph_node_kernel_count"] for path in SEEDS]
    assert nodes[0] > 0 == nodes[1]


@pytest.mark.skipif(not (SHARED / "seed_traces").is_dir(), reason="no ../shared/seed_traces here")
def test_shared_layout_has_the_same_summary(seed, tmp_path):
    """The layout that the seeds came with, other rows altogether, summarizes to the same text."""
    path, want, done = seed
    folder = SHARED / "seed_traces"
    assert path.read_bytes() == (folder / path.name).read_bytes()
    trace = tmp_path / want["file"]
    subprocess.run([sys.executable, folder / "make_trace.py", folder / path.name, trace], check=True)
    assert summarize(trace).stdout == done.stdout
