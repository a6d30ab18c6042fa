"""Steps: a text of every framework's marker, patterns of the run, and sums that hold on real exports."""

from pathlib import Path

import pytest
from tracebuilder import KERNEL, NVTX, at, mark, push, write_trace

from nsys_duck.trace.trace import Trace

TRACES = sorted((Path(__file__).parents[2] / "shared" / "traces").glob("*.sqlite"))
TEXTS = {
    "PyTorch profiler": ["ProfilerStep#7", "ProfilerStep#8"],
    "Megatron-Bridge": ["training_step_5", "training_step_6"],
    "Lightning": ["[pl][profile]run_training_batch"] * 2,
    "vLLM": ["execute_context_1(512)_generation_3(3)", "execute_context_0(0)_generation_4(4)"],
    "vLLM forward": ["gpu_model_runner: forward"] * 2,
    "TensorRT-LLM": [
        "[Executor] _forward_step 9: 0 ctx reqs, 8 gen reqs",
        "[Executor] _forward_step 10: 1 ctx reqs, 8 gen reqs",
    ],
    "SGLang": ["scheduler.run_batch"] * 2,
    "DeepSpeed": ["DeepSpeedEngine.forward"] * 2,
    "JAX": ["TSL:XlaModule:#hlo_module=jit_step,program_id=7#"] * 2,
    "loops": ["step_1", "step_2"],
    "iterations": ["iteration 12", "iteration 13"],
}


def test_every_marker_has_a_text():
    """A row of step_markers without a text here fails, and a text that no row matches."""
    with Trace(write_trace_of_nothing()) as trace:
        patterns = [row[0] for row in trace.answer("SELECT pattern FROM step_markers").rows]
        texts = [text for texts in TEXTS.values() for text in texts] + ["CG_DISPATCH:mode=FULL"]
        for pattern in patterns:
            matched = trace.answer(
                "SELECT count(*) FROM (SELECT unnest($texts) AS t) WHERE regexp_matches(t, $pattern)",
                {"texts": texts, "pattern": pattern},
            ).rows
            assert matched[0][0] > 0, pattern


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write_trace_of_nothing() -> Path:
    """An export with StringIds alone."""
    return write_trace(Path("nothing.sqlite"))


@pytest.mark.parametrize("framework", TEXTS)
def test_a_marker_makes_steps(framework, lay_out):
    """Two events of a framework are a step each; those that only open one last until the next."""
    first, second = TEXTS[framework]
    path = lay_out({NVTX: [push(0, 40, first), push(100, 140, second)], KERNEL: [at(5, 300)]})
    with Trace(path) as trace:
        rows = trace.answer("SELECT anchor, step_name, start_ns FROM steps ORDER BY step_id").rows
    if framework == "vLLM":  # texts that differ in words of their own are different loops, of one event each
        assert len(rows) in (1, 2)
    else:
        assert rows == [("marker", first, 0), ("marker", second, 100)]


def test_marks_open_steps(lay_out):
    """A step lasts from mark to mark; the last one is cut by the capture's end."""
    marks = [mark(10 * number, f"CG_DISPATCH:mode=M{number % 2}") for number in range(5)]
    with Trace(lay_out({NVTX: marks, KERNEL: [at(5, 60)]})) as trace:
        rows = trace.answer("SELECT start_ns, end_ns, excluded_because FROM steps ORDER BY step_id").rows
    assert rows[:2] == [(0, 10, None), (10, 20, None)]
    assert rows[-1] == (40, 60, "cut by the end of the capture")


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.stem)
def test_budgets_of_real_exports_add_up(path):
    """Whole, in a window, and of one GPU."""
    with Trace(path) as trace:
        assert trace.report("step_budget_adds_up").rows == []
        bounds = trace.answer("SELECT min(start_ns), max(end_ns) FROM steps").rows[0]
    with Trace(path) as trace:
        trace.restrict_to_window(
            bounds[0] + (bounds[1] - bounds[0]) // 3, bounds[1] - (bounds[1] - bounds[0]) // 5
        )
        assert trace.report("step_budget_adds_up").rows == []
