"""Tasks done by several processes at once; their results come in the order of the tasks."""

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from nsys_duck.engine import connect as engine
from nsys_duck.engine import interrupts as stops
from nsys_duck.engine import progress

LEAST_GIB = 2  # of memory for each, where the user does not say how many


def jobs(options: dict[str, object], traces: int, wanted: int | None) -> int:
    """How many of `traces` to open at once: as many as wanted, else as there are cores and memory for."""
    if traces > 1 and wanted is None:
        gib, threads = engine.allowance(options["memory_limit"], options["threads"])
        wanted = max(min(threads, int(gib / LEAST_GIB)), 1)
    return min(wanted or 1, traces)


def share(options: dict[str, object], jobs: int) -> dict[str, object]:
    """The options of a run, memory and threads divided by `jobs`."""
    if jobs == 1:
        return options
    gib, threads = engine.allowance(options["memory_limit"], options["threads"])
    return options | {"memory_limit": f"{gib / jobs:.3f}GiB", "threads": max(threads // jobs, 1)}


PATIENCE_S = 10.0  # for a process to let go of what it is at


@dataclass(frozen=True)
class Lost:
    """In place of a result: the process that was at the task ended before it had one."""

    exit_code: int | None

    def __str__(self) -> str:
        """What became of it, in a sentence's part."""
        if self.exit_code is not None and self.exit_code < 0:
            name = signal.Signals(-self.exit_code).name
            advice = ": out of memory? Fewer --jobs need less" if name == "SIGKILL" else ""
            return f"its process was ended by {name}{advice}"
        return f"its process ended with status {self.exit_code}"


def in_order(work: Callable[[Any], Any], tasks: Sequence[Any], jobs: int) -> Iterator[Any]:
    """`work(task)` of each task, by `jobs` processes where that is more than one; what it raises is raised.

    `work` and the tasks must be plain data then. A process that is killed costs its task only, whose
    result is a Lost.
    """
    if jobs == 1:
        yield from map(work, tasks)
        return
    left = list(enumerate(tasks))[::-1]
    done: dict[int, tuple[Any, Exception | None]] = {}
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, len(tasks))):
            workers.append(_Worker(work))
            workers[-1].give(*left.pop())
        for number in range(len(tasks)):
            while number not in done:
                for worker in _ready(workers):
                    ended, outcome = worker.outcome()
                    done[ended] = outcome
                    if left and worker.is_lost:
                        workers.append(_Worker(work))
                        workers[-1].give(*left.pop())
                    elif left:
                        worker.give(*left.pop())
            result, error = done.pop(number)
            if error is not None:
                raise error
            yield result
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.end()


class _Worker:
    """A process and the task that it is at."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Spawned, as the engine's and the charts' threads would not survive a fork.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self.number: int | None = None
        self.is_lost = False
        with _interrupts_ignored():
            self.process.start()
        theirs.close()

    def give(self, number: int, task: Any) -> None:
        self.number = number
        with suppress(OSError):  # it has ended, which outcome() tells
            self.pipe.send(task)

    def outcome(self) -> tuple[int, tuple[Any, Exception | None]]:
        """The number of its task, and what came of that."""
        number, self.number = self.number, None
        try:
            return number, self.pipe.recv()
        except (EOFError, OSError):
            self.is_lost = True
            self.process.join(PATIENCE_S)
            return number, (Lost(self.process.exitcode), None)

    def end(self) -> None:
        self.process.join(PATIENCE_S)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.pipe.close()


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Those of the workers at a task that have a result or have ended, at least one."""
    at_work = {worker.pipe: worker for worker in workers if worker.number is not None}
    return [at_work[pipe] for pipe in wait(list(at_work))]


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that start in the block ignore Ctrl-C from their first moment: the parent ends them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Do one task after another until the parent ends this process, or has gone."""
    stops.watch(("SIGTERM", "SIGHUP"))  # an exception, so that nothing temporary stays behind
    progress.is_shown = False  # several at once would write over each other
    try:
        while True:
            task = pipe.recv()
            try:
                outcome = work(task), None
            except Exception as error:
                error.add_note("".join(traceback.format_exception(error)))
                outcome = None, error
            pipe.send(outcome)
    except (EOFError, OSError, KeyboardInterrupt):
        pass
