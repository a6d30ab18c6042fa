"""The machine divided among traces that are open at once."""

import pytest
from asking import run
from tracebuilder import KERNEL, at, write_trace

from nsys_duck.page.workers import jobs, share

PLENTY = {"memory_limit": "64GiB", "threads": 6}


@pytest.mark.parametrize(
    ("options", "traces", "wanted", "got"),
    [
        (PLENTY, 20, None, 6),  # a thread each
        (PLENTY, 4, None, 4),
        (PLENTY, 20, 2, 2),
        (PLENTY, 20, 9, 9),
        (PLENTY, 3, 9, 3),
        (PLENTY, 1, None, 1),
        (PLENTY | {"memory_limit": "5GiB"}, 20, None, 2),  # 2 GiB each
        (PLENTY | {"memory_limit": "500MB"}, 20, None, 1),
        (PLENTY | {"threads": 1}, 20, None, 1),
    ],
)
def test_as_many_as_there_are_threads_and_memory_for(options, traces, wanted, got):
    assert jobs(options, traces, wanted) == got


def test_each_has_its_part():
    options = PLENTY | {"device": 1}
    assert share(options, 1) is options
    assert share(options, 4) == {"memory_limit": "16.000GiB", "threads": 1, "device": 1}
    assert share(options, 3)["threads"] == 2
    assert share(PLENTY | {"memory_limit": "512MiB"}, 2)["memory_limit"] == "0.250GiB"


def test_a_limit_that_is_none_is_wrong_usage(tmp_path):
    pytest.importorskip("vl_convert")
    traces = [write_trace(tmp_path / f"{name}.sqlite", {KERNEL: [at(0, 10)]}) for name in "ab"]
    done = run("html", *traces, "-o", tmp_path / "out", "--memory-limit", "much")
    assert done.code == 2 and done.stderr.startswith("nsys-duck: error: --memory-limit: 'much' is no size")
