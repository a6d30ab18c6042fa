"""Host threads, streams, copies, collectives and events: what a program of steps does, and when.

A rank is one process with one GPU. Its host runs the items of a program in order; an operation starts when its call
has returned, its stream is free and the events that its stream waits for have come. A collective ends on all ranks
together. All times are whole nanoseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

CALL_NS = 4_000
LATENCY_NS = 2_000
MAIN, COMM, COPY = 7, 13, 14
PAGEABLE, PINNED, DEVICE = 0, 1, 2


@dataclass(frozen=True)
class Item:
    """One thing that the host does; `kind` is a method of Rank, `values` its arguments."""

    kind: str
    values: dict[str, Any] = field(default_factory=dict)


def item(kind: str, **values: Any) -> Item:
    """An item of a program, as in item("kernel", name="gemm", length=20_000)."""
    return Item(kind, values)


class Rank:
    """One process and its GPU; rows collects what an export would have, table by table."""

    def __init__(self, number: int, start: int = 1_000_000) -> None:
        self.gpu = number
        self.pid = (number + 1) << 24
        self.tid = self.pid + 1
        self.now = start
        self.free: dict[int, int] = {}
        self.held: dict[int, int] = {}  # until when a stream waits for events
        self.events: dict[str, tuple[int, int]] = {}  # time, and the number that ties a record to its waits
        self.correlation = 0
        self.open: list[tuple[str, int]] = []
        self.names: dict[str, int] = {}
        self.rows: dict[str, list[dict]] = {}
        self.steps: list[tuple[int, int]] = []  # start and end of each step on the host
        self.pending: tuple[dict, int, int] | None = None

    def add(self, table: str, **row: Any) -> dict:
        """A row of `table`."""
        self.rows.setdefault(table, []).append(row)
        return row

    def call(self, name: str, length: int = CALL_NS) -> int:
        """A CUDA call of the host from now on; its correlation id."""
        self.correlation += 1
        self.add("RUNTIME", start=self.now, end=self.now + length, nameId=name, globalTid=self.tid,
                 correlationId=self.correlation)  # fmt: skip
        self.now += length
        return self.correlation

    def begin(self, stream: int) -> int:
        """When an operation that was just issued on `stream` starts."""
        return max(self.now + LATENCY_NS, self.free.get(stream, 0) + 500, self.held.get(stream, 0) + 500)

    def operation(self, table: str, correlation: int, stream: int, length: int, **columns: Any) -> dict:
        """Work on the device; the stream is free when it ends."""
        start = self.begin(stream)
        self.free[stream] = start + length
        return self.add(table, start=start, end=start + length, deviceId=self.gpu, contextId=1, streamId=stream,
                        correlationId=correlation, globalPid=self.pid, **columns)  # fmt: skip

    # what an item may be

    def code(self, length: int) -> None:
        """The host computes."""
        self.now += length

    def kernel(self, name: str, length: int, stream: int = MAIN, grid: int = 1000) -> None:
        """Launch a kernel."""
        correlation = self.call("cudaLaunchKernel_v7000")
        self.operation("KERNEL", correlation, stream, length, shortName=name, demangledName=name, gridX=grid, gridY=1,
                       gridZ=1, blockX=256, blockY=1, blockZ=1)  # fmt: skip

    def collective(self, name: str, length: int, stream: int = COMM) -> None:
        """Launch a collective; Machine ends it on all ranks together."""
        correlation = self.call("cudaLaunchKernelExC_v11060")
        row = self.operation("KERNEL", correlation, stream, length, shortName=name, demangledName=name, gridX=16,
                             gridY=1, gridZ=1, blockX=512, blockY=1, blockZ=1)  # fmt: skip
        self.pending = row, stream, length

    def copy(self, length: int, size: int, stream: int = MAIN, memory: int = PINNED) -> None:
        """Copy from the host; from pageable memory the call returns when the copy is done."""
        correlation = self.call("cudaMemcpyAsync_v3020")
        row = self.operation("MEMCPY", correlation, stream, length, bytes=size, copyKind=1, srcKind=memory,
                             dstKind=DEVICE)  # fmt: skip
        if memory == PAGEABLE:
            self.rows["RUNTIME"][-1]["end"] = self.now = row["end"] + 1_000

    def allocate(self, length: int, name: str = "cudaMalloc_v3020") -> None:
        """A call that allocates or frees."""
        self.call(name, length)

    def system(self, length: int, name: str = "read") -> None:
        """The operating system blocks the thread."""
        self.add("OSRT", start=self.now, end=self.now + length, nameId=name, globalTid=self.tid)
        self.now += length

    def overhead(self, length: int) -> None:
        """The profiler takes its time."""
        self.add("OVERHEAD", start=self.now, end=self.now + length, nameId="Buffer flush", globalTid=self.tid)
        self.now += length

    def synchronize(self) -> None:
        """Wait for all streams."""
        start = self.now
        correlation = self.call("cudaDeviceSynchronize_v3020")
        self.waited(start, correlation, max(self.free.values(), default=0))

    def await_event(self, event: str) -> None:
        """The host waits for an event; for one never recorded not at all."""
        if event in self.events:
            start = self.now
            correlation = self.call("cudaEventSynchronize_v3020")
            self.waited(start, correlation, self.events[event][0])

    def waited(self, start: int, correlation: int, until: int) -> None:
        """A synchronize call that returns when the device has got there."""
        self.now = max(self.now, until + 1_500)
        self.rows["RUNTIME"][-1]["end"] = self.now
        self.add("SYNC", start=start, end=self.now, deviceId=self.gpu, contextId=1, streamId=0, globalPid=self.pid,
                 correlationId=correlation, syncType=1, eventId=0, eventSyncId=0)  # fmt: skip

    def record(self, event: str, stream: int) -> None:
        """Record an event on a stream."""
        correlation = self.call("cudaEventRecord_v3020", 1_000)
        number = correlation
        at = max(self.free.get(stream, 0), self.held.get(stream, 0), self.now)
        self.events[event] = at, number
        self.add("EVENT", timestamp=at, deviceId=self.gpu, contextId=1, streamId=stream, correlationId=correlation,
                 globalPid=self.pid, eventId=1, eventSyncId=number)  # fmt: skip

    def wait(self, event: str, stream: int) -> None:
        """Let a stream wait for an event; for one never recorded not at all."""
        if event in self.events:
            correlation = self.call("cudaStreamWaitEvent_v3020", 1_000)
            at, number = self.events[event]
            self.held[stream] = max(self.held.get(stream, 0), at)
            self.add("SYNC", start=self.now, end=self.now, deviceId=self.gpu, contextId=1, streamId=stream, syncType=2,
                     correlationId=correlation, globalPid=self.pid, eventId=1, eventSyncId=number)  # fmt: skip

    def push(self, text: str) -> None:
        """Open an NVTX range."""
        self.open.append((text, self.now))

    def pop(self, marks: bool = True) -> None:
        """Close the innermost NVTX range; without marks nothing is recorded."""
        text, start = self.open.pop()
        self.steps.append((start, self.now))
        if marks:
            self.add("NVTX", start=start, end=self.now, eventType=59, text=text, globalTid=self.tid)


def run(programs: Sequence[Sequence[Item]]) -> list[Rank]:
    """Run one program on each rank. All ranks have their collectives in the same order."""
    ranks = [Rank(number) for number in range(len(programs))]
    places = [iter(program) for program in programs]
    while True:
        reached = 0
        for rank, items in zip(ranks, places, strict=True):
            for one in items:
                getattr(rank, one.kind)(**one.values)
                if rank.pending:
                    reached += 1
                    break
        if not reached:
            return ranks
        assert reached == len(ranks), "a collective that not all ranks have"
        end = max(rank.pending[0]["start"] for rank in ranks) + ranks[0].pending[2]
        for rank in ranks:
            row, stream, _ = rank.pending
            row["end"] = rank.free[stream] = end
            rank.pending = None
