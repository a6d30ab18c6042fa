"""Tables that a run reads into memory once: the views' rows stay the same, whatever the values are."""

import pytest
from everything import write_everything
from test_odd_values import retyped
from tracebuilder import KERNEL, NAMES, PLAIN, at

from nsys_duck.catalog.files import catalog
from nsys_duck.trace.trace import Trace

VIEWS = [file.name for file in catalog().values() if file.kind == "view" and file.is_public]


def rows(path, views, held):
    with Trace(path) as trace:
        if held:
            trace.hold_tables()
        found = {name: trace.answer(f"FROM {name} ORDER BY ALL").rows for name in views}
        return found, trace.input.schema


def test_every_view_has_the_same_rows(tmp_path):
    path = write_everything(tmp_path / "all.sqlite")
    plain, held = (rows(path, VIEWS, held) for held in (False, True))
    assert held[0] == plain[0]
    assert KERNEL in held[1].held and not plain[1].held


@pytest.mark.parametrize("suffix", ["", "WITHOUT ROWID"])
@pytest.mark.parametrize("kind", ["", "NUMERIC", "REAL"])
def test_columns_of_any_type(lay_out, kind, suffix):
    path = retyped(lay_out(PLAIN, strings=NAMES), KERNEL, {"*": kind}, suffix)
    plain, held = (rows(path, ["gpu_kernels", "gpu_busy"], held)[0] for held in (False, True))
    assert held == plain and held["gpu_kernels"]


def test_a_table_with_a_value_that_does_not_fit_is_read_where_it_is(lay_out):
    path = lay_out({KERNEL: [at(0, 10, registersPerThread="many")]}, strings=NAMES)
    found, schema = rows(path, ["gpu_busy"], True)
    assert len(found["gpu_busy"]) == 1 and KERNEL not in schema.held
    assert not schema.checked  # the view needs no such value
    plain, held = (rows(path, ["gpu_kernels"], held) for held in (False, True))
    assert held[0] == plain[0] and held[1].checked
