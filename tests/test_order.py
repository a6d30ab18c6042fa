"""Large results come in their order, on whatever way a statement is run."""

import pytest
from tracebuilder import KERNEL, write_trace

import nsys_duck

# more rows than DuckDB puts into one piece of work, so that threads share them
MANY = 300_000
KERNELS = f"""
    INSERT INTO {KERNEL} (start, "end", deviceId, contextId, streamId, demangledName, shortName)
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY - 1})
    SELECT 3000000 * n, 3000000 * n + 1, 0, 1, 7, 1, 1 FROM numbers;
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    loose = ("start", "end", "deviceId", "contextId", "streamId", "demangledName", "shortName")
    place = tmp_path_factory.mktemp("order") / "many.sqlite"
    columns = ", ".join(f'"{name}" INTEGER' for name in loose)
    return write_trace(place, sql=f"CREATE TABLE {KERNEL} ({columns}); {KERNELS}")


def test_a_large_report_is_in_order(path):
    with nsys_duck.open(path, threads=2) as trace:
        ranks = [row[0] for row in trace.report("gpu_gaps", gap=0, rows=-1).rows]
        assert ranks == list(range(1, MANY))


def test_a_large_answer_with_parameters_is_in_order(path):
    sql = "SELECT start_ns, count(*) FROM gpu_kernels WHERE start_ns >= $since GROUP BY start_ns ORDER BY start_ns"
    with nsys_duck.open(path, threads=2) as trace:
        for _ in range(2):
            starts = [row[0] for row in trace.answer(sql, {"since": 0}).rows]
            assert starts == [3_000_000 * n for n in range(MANY)]
