"""Signals that end a command, and the engine's own interruptions, which do not."""

import os
import signal
import subprocess
import time

import duckdb
import pytest
from asking import COMMAND

from nsys_duck.engine import connect as engine
from nsys_duck.engine import interrupts as stops
from nsys_duck.errors import LostError
from nsys_duck.trace.trace import Trace

ENDLESS = "SELECT max(hash(i)) FROM range(200000000000) AS t(i)"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_query(empty_trace, number):
    """Exit 130 and one line, while the engine is at work."""
    process = subprocess.Popen(
        [COMMAND, "query", str(empty_trace), ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(2)
    os.kill(process.pid, number)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, b"nsys-duck: interrupted\n")


def stopped(trace: Trace, times: int):
    """A question that the engine stops so many times before it answers."""
    left = [times]

    def question() -> str:
        with engine.explaining(trace._connection, trace.path):
            if left[0]:
                left[0] -= 1
                raise duckdb.InterruptException("Interrupted!")
            return "answer"

    return question


def test_what_the_engine_stops_by_itself_is_asked_again(empty_trace, monkeypatch):
    """Where no signal came, it hides an error of one of its threads; for ever it is not tried."""
    monkeypatch.setattr(stops, "none_came", lambda: True)
    with Trace(empty_trace) as trace:
        assert trace.retried(stopped(trace, 3)) == "answer"
        with pytest.raises(LostError, match="run it again"):
            trace.retried(stopped(trace, 9))


def test_a_library_takes_every_interruption_for_the_users(empty_trace):
    """There nobody watches for signals."""
    with Trace(empty_trace) as trace, pytest.raises(KeyboardInterrupt):
        trace.retried(stopped(trace, 1))
