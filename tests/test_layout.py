"""Tables on narrow terminals: nothing is wider, no number is cut, and what is not there is told."""

import random

import pytest

from nsys_duck.output.table import laid_out, shortened, shortened_apart, width_of, wrapped

LONG = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)"


def table(names, rows, room):
    numbers = [isinstance(value, int | float) for value in rows[0]]
    return laid_out(names, names, [[str(value) for value in row] for row in rows], numbers, room)


def test_what_fits_is_one_line_a_row():
    layout = table(["name", "count"], [("a", 1), ("bb", 20)], 80)
    assert layout.lines == ["name  count", "────  ─────", "a         1", "bb       20"]
    assert (layout.head, layout.notes) == (1, [])


def test_headings_take_several_lines():
    layout = table(["name", "first_tenth_avg_ns"], [("a", 123456), ("b", 2)], 16)
    assert layout.lines[:4] == ["      first_", "      tenth_", "name  avg_ns", "────  ──────"]
    assert layout.head == 3


def test_columns_of_one_value_are_told_once():
    rows = [(4242, "poll", 17, 0), (4242, "read", 18, 0)]
    layout = table(["pid", "call_name", "calls", "errors"], rows, 18)
    assert layout.lines[2:] == ["─────  ─────", "poll      17", "read      18"]
    assert layout.notes == ["in all these rows: pid 4242, errors 0"]


def test_names_are_cut_in_the_middle_before_a_figure_goes():
    rows = [(LONG[:50] + str(n), *range(1000 * n, 1005 * n, n)) for n in range(1, 7)]
    layout = table(["name", "a", "b", "c", "d", "e"], rows, 64)
    assert layout.lines[2].startswith("void at::native::vecto…kernel<4, 1  1000") and layout.notes == []
    assert all(width_of(line) <= 64 for line in layout.lines)


def test_a_long_name_stands_above_its_figures():
    rows = [(LONG, "x", 10**9 + n, 10**9 + n, 10**9 + n) for n in range(5)]
    layout = table(["kernel_name", "kind_of_it", "sum", "avg", "max"], rows, 44)
    assert layout.lines[0] == "kernel_name" and layout.lines[3].startswith("void at::native::vectorized_…")
    assert layout.lines[4] == "  1000000000  1000000000  1000000000"
    assert layout.notes == ["in all these rows: kind_of_it x"]


def test_few_rows_stand_side_by_side():
    names = [f"measure_{n}" for n in range(20)]
    layout = table(names, [tuple(range(20)), tuple(range(1, 21))], 60)
    assert layout.lines[3] == "measure_3    3   4" and len(layout.lines) == 20 and layout.notes == []


def test_ids_go_first_and_averages_last():
    names = ["stream_id", "total", "avg", "stddev", "min"]
    layout = table(names, [tuple(10**9 * k + n for k in range(1, 6)) for n in range(9)], 36)
    assert layout.lines[0] == "     total         avg         min"
    assert layout.notes == ["no room for stream_id, stddev"]


@pytest.mark.parametrize("seed", range(40))
def test_no_figure_is_cut_or_lost_in_silence(seed):
    chance = random.Random(seed)
    is_number = [chance.random() < 0.7 for _ in range(chance.randint(1, 14))]
    names = [
        f"{chance.choice(['gpu_id', 'sum_ns', 'max_ns', 'call_name'])}_{n}" for n in range(len(is_number))
    ]
    rows = [
        tuple(chance.randrange(10**9) if number else LONG[: chance.randint(0, 90)] for number in is_number)
        for _ in range(chance.randint(1, 9))
    ]
    room = chance.randint(40, 140)
    layout = laid_out(names, names, [[str(v) for v in row] for row in rows], is_number, room)
    assert all(width_of(line) <= room for line in layout.lines)
    text, told = "\n".join(layout.lines), " ".join(layout.notes)
    for at, name in enumerate(names):
        if is_number[at] and name not in told:
            assert all(str(row[at]) in text for row in rows), name


def test_what_the_cut_would_make_alike_shows_where_it_differs():
    """Names of kernels that are templates begin and end alike."""
    functors = [f"void at::native::kernel<4, at::native::{name}<float>, std::array<char *, 2>>(int, T2, T3)"
                for name in ("MulFunctor", "DivFunctor", "BinaryFunctor<float, Mul", "BinaryFunctor<float, Div")]  # fmt: skip
    shown = shortened_apart([*functors, "void gemm()"], 40)
    assert [shown[text] for text in functors] == [
        "void at::nati…MulFunctor<float>, std::a…",
        "void at::nati…DivFunctor<float>, std::a…",
        "void at::nati…Mul<float>, std::array<ch…",
        "void at::nati…Div<float>, std::array<ch…",
    ]
    assert shown["void gemm()"] == "void gemm()"
    lines = laid_out(
        ["kernel_name", "x"], ["kernel_name", "x"], [[text, "1"] for text in functors], [False, True], 44
    ).lines
    assert sum("DivFunctor" in line for line in lines) == 1 and all(width_of(line) <= 44 for line in lines)


def test_two_names_stand_above_the_figures():
    """A second name of which little would be left, where both have room."""
    names = ["kernel_name", "range_name", *(f"c{n}_ns" for n in range(6))]
    rows = [[LONG[n:90], f":Runtime::runSegmentsWithInputs{n}", *[f"123456{n}"] * 6] for n in range(2)]
    lines = laid_out(names, names, rows, [False, False, *[True] * 6], 70).lines
    assert lines[0] == "kernel_name  range_name" and all(width_of(line) <= 70 for line in lines)
    assert [line.split("  ")[-1] for line in lines[3:]][::2] == [row[1] for row in rows]


@pytest.mark.parametrize("seed", range(40))
def test_no_cut_is_wider_than_its_room(seed):
    chance = random.Random(seed)
    texts = ["".join(chance.choice("ab日<:") for _ in range(chance.randint(0, 60))) for _ in range(20)]
    width = chance.randint(2, 50)
    shown = shortened_apart(texts, width)
    assert all(width_of(cut) <= width for cut in shown.values())
    assert all(shown[text] == text for text in texts if width_of(text) <= width)


def test_cut_and_wrapped():
    assert shortened("abcdefghij", 6) == "abc…ij" and width_of(shortened("日本語日本語", 7)) == 7
    assert wrapped("gpu_busy %", 5) == ["gpu_", "busy", "%"] and wrapped("", 0) == [""]
