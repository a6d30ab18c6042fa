"""Statements that run beside others, on connections of their own."""

import threading

import pytest
from tracebuilder import KERNEL, NVTX, RUNTIME, at, push, write_trace

from nsys_duck.trace.trace import Trace

ROWS = {
    NVTX: [push(0, 100, "step")],
    RUNTIME: [at(10, 20, correlationId=1)],
    KERNEL: [at(30, 40, correlationId=1), at(50, 60, correlationId=0)],
}
STEP = ("Default", "step", 1, 0, 100, 100.0, 100, 100, 100, 20, 10, 1, None)


@pytest.fixture
def trace(tmp_path):
    """A range with a call, its kernel, and one of no call."""
    return write_trace(tmp_path / "t.sqlite", ROWS)


def test_beside_and_in_turn_give_the_same(trace):
    """With a single thread nothing runs beside."""
    for threads in (1, 2):
        with Trace(trace, threads=threads) as opened:
            assert opened.report("nvtx_summary").rows == [STEP]


def test_what_is_under_way_is_not_begun_again(trace):
    """As where a question is asked anew."""
    with Trace(trace) as opened:
        opened.ahead("_keyed_ops", after=[])
        opened.ahead("_keyed_ops", after=[])
        assert opened.report("nvtx_summary").rows == [STEP]
        opened.ahead("_keyed_ops", after=[])
        assert opened.run("SELECT count(*) FROM _keyed_ops").fetchall() == [(2,)]


def test_a_value_that_does_not_fit_is_met_beside(tmp_path):
    """Everything starts over, checked."""
    odd = write_trace(tmp_path / "odd.sqlite", {**ROWS, KERNEL: [*ROWS[KERNEL], at("soon", 70)]})
    with Trace(odd) as opened:
        ((*figures, kernels, _),) = opened.report("nvtx_summary").rows
        assert (*figures, kernels) == STEP[:-1] and opened.notes


def test_nothing_runs_on_after_the_end(trace):
    """Whoever closes a trace has nothing under way."""
    before = threading.active_count()
    with Trace(trace) as opened:
        opened.ahead("_keyed_ops", after=[])
    assert threading.active_count() == before
