"""The parts of idle gaps against a plain count of what the launching thread did in every nanosecond."""

import random

import duckdb
import pytest
from tracebuilder import KERNEL, MEMCPY, NVTX, PID, RUNTIME, TID, at, push

from nsys_duck.catalog.files import catalog
from nsys_duck.trace.trace import Trace

OVERHEAD, OS = "PROFILER_OVERHEAD", "OSRT_API"
NAMES = {
    1: "k", 2: "cudaLaunchKernel_v7000", 3: "cudaStreamSynchronize_v3020", 4: "cudaMemcpy_v3020",
    5: "cudaMalloc_v3020", 6: "cudaEventRecord_v3020", 7: "CUPTI Buffer flush", 8: "poll", 9: "cudaMemcpyAsync_v3020",
}  # fmt: skip
ACTIVITIES = {2: "launch", 3: "sync", 4: "blocking copy", 5: "allocation", 6: "other call", 9: "other call"}
THREADS = (TID, TID + 1)


def ranges_of(rng, until):
    """Ranges that may cross, end together, stay open or begin before everything."""
    kinds = [59, 60]
    return [
        push(start, rng.choice([start + rng.randint(0, until // 2)] * 5 + [None]), f"r{i}",
             eventType=rng.choice(kinds), globalTid=rng.choice(THREADS), domainId=rng.randint(0, 1))
        for i, start in enumerate(rng.randint(-5, until) or 1 for _ in range(rng.randint(0, 8)))
    ]  # fmt: skip


def calls_of(rng, thread, until, first):
    """Calls behind each other on one thread, some with another one inside."""
    calls, now = [], rng.randint(-5, 10)
    while now < until:
        end = now + rng.randint(0, 12)
        calls.append(at(now, end, nameId=rng.choice([*ACTIVITIES, 2, 2, 2]), globalTid=thread, eventClass=0))
        if rng.random() < 0.2:
            inner = sorted((rng.randint(now, end), rng.randint(now, end)))
            calls.append(at(*inner, nameId=rng.choice([*ACTIVITIES]), globalTid=thread, eventClass=1))
        now = end + rng.randint(0, 9)
    for i, call in enumerate(calls):
        call["correlationId"] = first + i
    return calls


def random_trace(seed):
    """Two threads that launch on two GPUs, with a profiler and an operating system in their way."""
    rng = random.Random(seed)
    until = rng.choice([40, 80, 160])
    calls = [call for i, thread in enumerate(THREADS) for call in calls_of(rng, thread, until, 1 + 1000 * i)]
    kernels, copies = [], []
    for call in calls:
        if call["nameId"] in (2, 4, 9) and rng.random() < 0.8:
            start = call["start"] + rng.randint(0, 25)
            more = {"correlationId": call["correlationId"], "deviceId": rng.randint(0, 1)}
            if call["nameId"] == 2:
                kernels.append(at(start, start + rng.randint(0, 9), **more))
            else:
                copies.append(
                    at(
                        start,
                        start + rng.randint(0, 9),
                        copyKind=1,
                        srcKind=rng.randint(0, 1),
                        dstKind=2,
                        **more,
                    )
                )
    if rng.random() < 0.3:
        kernels.append(at(until, until + 5, correlationId=None, deviceId=0))

    def some(count, **more):
        starts = [rng.randint(-5, until) for _ in range(count)]
        return [at(s, s + rng.randint(0, 15), globalTid=rng.choice(THREADS), **more) for s in starts]

    overhead = some(rng.randint(0, 3), nameId=7, overheadType=3)
    return {
        RUNTIME: calls, KERNEL: kernels, MEMCPY: copies, NVTX: ranges_of(rng, until), OVERHEAD: overhead,
        OS: some(rng.randint(0, 5), nameId=8, eventClass=27),
    }  # fmt: skip


def timed(row):
    return row["end"] is not None and row["end"] >= row["start"] and (row["start"], row["end"]) != (0, 0)


def first_call(tables, op):
    """The call that launched an operation: the runtime's, then the earlier."""
    found = [
        (row["eventClass"], row["start"], row["end"], row["globalTid"], i + 1)
        for i, row in enumerate(tables[RUNTIME])
        if op["correlationId"] and row["correlationId"] == op["correlationId"] and timed(row)
    ]
    return min(found)[-1] if found else None


def gaps_of(tables):
    """(gpu, start, end, row of the launching call) of every gap."""
    ops = [
        (op["deviceId"], kind, i + 1, op)
        for kind in (KERNEL, MEMCPY)
        for i, op in enumerate(tables[kind])
        if timed(op)
    ]
    for gpu in sorted({op[0] for op in ops}):
        reached = None
        mine = sorted((op for op in ops if op[0] == gpu), key=lambda op: op[3]["start"])
        for start in sorted({op[3]["start"] for op in mine}):
            if reached is not None and start > reached:
                begun = []
                for _, kind, row, op in mine:
                    if op["start"] == start:
                        call = first_call(tables, op)
                        begins = tables[RUNTIME][call - 1]["start"] if call else float("inf")
                        begun.append((begins, "kernel" if kind == KERNEL else "memcpy", row, call))
                yield gpu, reached, start, min(begun, key=lambda b: b[:3])[-1]
            reached = max(
                [reached] * (reached is not None) + [op[3]["end"] for op in mine if op[3]["start"] == start]
            )


def outermost(rows, now):
    """Of those that a thread is in the one begun first, then the longest."""
    return min((r for r in rows if r[0] <= now < r[1]), key=lambda r: (r[0], -r[1], r[2:]), default=None)


def doing(tables, thread, now, launching):
    """What the thread did in [now, now + 1) before its launch was issued."""
    if any(o["globalTid"] == thread and o["start"] <= now < o["end"] for o in tables[OVERHEAD]):
        return "profiler overhead"
    mine = [
        (c["start"], c["end"], 1 + c["eventClass"], i + 1, c)
        for i, c in enumerate(tables[RUNTIME])
        if c["globalTid"] == thread and timed(c)
    ] + [
        (o["start"], o["end"], 3, i + 1, None)
        for i, o in enumerate(tables[OS])
        if o["globalTid"] == thread and timed(o)
    ]
    inside = outermost([(s, e, turn, row) for s, e, turn, row, _ in mine], now)
    if inside is None:
        return "code"
    if inside[2] == 3:
        return "operating system"
    call = tables[RUNTIME][inside[3] - 1]
    pageable = {c["correlationId"] for c in tables[MEMCPY] if c["srcKind"] == 0}
    if call["correlationId"] in pageable:
        return "blocking copy"
    activity = ACTIVITIES[call["nameId"]]
    if inside[3] == launching and activity not in ("sync", "blocking copy", "allocation"):
        return "launch"
    return activity


def innermost(tables, thread, now):
    """Of the ranges open on the thread the one begun last; of those the shorter, then the later row."""
    forever = float("inf")
    open_ranges = [
        (r["start"], -(r["end"] if r["end"] is not None else forever), i + 1)
        for i, r in enumerate(tables[NVTX])
        if r["globalTid"] == thread and r["start"] <= now < (forever if r["end"] is None else r["end"])
    ]
    return max(open_ranges)[-1] if open_ranges else None


def expected(tables):
    """(gpu, gap, activity, range) to nanoseconds, one by one."""
    sums = {}
    for gpu, start, end, launching in gaps_of(tables):
        call = tables[RUNTIME][launching - 1] if launching else None
        for now in range(start, end):
            if call is None:
                key = (gpu, start, "unknown", None)
            else:
                thread = call["globalTid"]
                did = "queued" if now >= call["end"] else doing(tables, thread, now, launching)
                key = (gpu, start, did, innermost(tables, thread, now))
            sums[key] = sums.get(key, 0) + 1
    return sums


PARTS = "SELECT gpu_id, gap_start_ns, activity, range_id, sum(duration_ns)::BIGINT FROM idle_parts GROUP BY 1, 2, 3, 4"
IN_ONE = 25  # traces laid out in one export, each a process of its own with two GPUs of its own


def moved(rows, place):
    """The rows of a trace as those of another process and other GPUs."""
    more = {"globalTid": place * PID, "globalPid": place * PID, "deviceId": 2 * place}
    return [
        {**r, **{k: r.get(k, PID if k == "globalPid" else 0) + v for k, v in more.items() if k in r}}
        for r in rows
    ]


@pytest.mark.parametrize("seed", range(12))
def test_every_nanosecond(seed, lay_out):
    """Random traces: each nanosecond of a gap has one part, with what the thread did and its innermost range."""
    together, want = {}, {}
    for place in range(IN_ONE):
        tables = random_trace(IN_ONE * seed + place)
        for kind in (KERNEL, MEMCPY):
            tables[kind] = [{"globalPid": PID, **op} for op in tables[kind]]
        before = len(together.get(NVTX, []))
        for (gpu, gap, activity, range_id), duration in expected(tables).items():
            want[gpu + 2 * place, gap, activity, range_id and range_id + before] = duration
        for table, rows in tables.items():
            together.setdefault(table, []).extend(moved(rows, place))
    with Trace(lay_out(together, strings=NAMES)) as trace:
        got = {tuple(row[:4]): row[4] for row in trace.answer(PARTS).rows}
        assert got == want
        assert trace.report("idle_parts_make_gaps").rows == []


def test_innermost_of_crossing_intervals():
    """Of those open the one begun last, against a look at all of them, on two lanes."""
    with duckdb.connect() as connection:
        statement = catalog()["_interval_innermost"].body
        connection.execute(f"CREATE MACRO _interval_innermost(intervals) AS TABLE {statement}")
        for seed in range(150):
            rng = random.Random(seed)
            until = rng.choice([8, 20, 60, 200])
            starts = [(rng.randint(1, 2), i, rng.randint(0, until)) for i in range(rng.randint(1, 40))]
            rows = [(*row, row[2] + rng.randint(0, rng.choice([3, 10, until]))) for row in starts]
            connection.execute(
                "CREATE OR REPLACE TABLE t (lane BIGINT, id BIGINT, start_ns BIGINT, end_ns BIGINT)"
            )
            connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows)
            steps = connection.execute("FROM _interval_innermost('t') ORDER BY lane, at_ns").fetchall()
            for lane in (1, 2):
                mine = [row for row in rows if row[0] == lane]
                for now in range(3 * until):
                    found = [i for step_lane, at_ns, i in steps if step_lane == lane and at_ns <= now]
                    inside = [(s, -e, i) for _, i, s, e in mine if s <= now < e]
                    assert (found[-1] if found else None) == (max(inside)[-1] if inside else None), (
                        seed,
                        now,
                    )
