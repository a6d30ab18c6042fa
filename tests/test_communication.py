"""What counts as communication is the same wherever it is asked."""

import pytest
from asking import SHARED

from nsys_duck.catalog.files import catalog
from nsys_duck.catalog.params import default_of
from nsys_duck.trace.trace import Trace

TRACES = sorted((SHARED / "traces").glob("nccl*.sqlite"))
NONE = [pytest.param(None, id="none", marks=pytest.mark.skip(reason="no ../shared beside this checkout"))]


def test_one_pattern():
    """The default of every report that has one, documented with its parameter."""
    names = ("comm_overlap", "comm_overlap_summary", "nccl_summary")
    params = [param for name in names for param in catalog()[name].params if param.name == "pattern"]
    assert len(params) == len(names)
    assert len({(default_of(param), param.text) for param in params}) == 1


@pytest.mark.parametrize("path", TRACES or NONE, ids=lambda path: path.stem)
def test_names_share_the_exposed_time(path):
    """Per GPU the rows of nccl_summary add up to the exposed time of comm_overlap, peer-to-peer copies apart."""
    with Trace(path) as trace:
        copies = trace.sql("FROM gpu_memcpy WHERE copy_kind = 'Peer-to-Peer'").fetchall()
        want = trace.sql("SELECT gpu_id, comm_only_ns FROM comm_overlap() ORDER BY gpu_id").fetchall()
        found = trace.report("nccl_summary")
    sums = dict.fromkeys((gpu for gpu, _ in want), 0)
    for row in found.rows:
        sums[row[0]] += row[found.columns.index("exposed_disjoint_ns")]
    assert not copies
    assert sums == dict(want)
    assert sum(sums.values()) > 0
