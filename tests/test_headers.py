"""A wrong header is one line with the file, the line, and what may have been meant."""

import pytest

from nsys_duck.catalog.check import require_known_names
from nsys_duck.catalog.files import catalog
from nsys_duck.catalog.header import FIELDS, parse
from nsys_duck.errors import NsysDuckError

BODY = "\n\nSELECT 1 AS a, 2 AS start_ns, 3 AS end_ns"
RIGHT = "-- summary: X.\n-- column: a BIGINT -- one"

# (header, body, line of the fault, words of the message)
WRONG = {
    "no summary": ("-- column: a BIGINT -- one", BODY, 1, "no summary"),
    "no statement": (RIGHT, "", 3, "no statement"),
    "no blank line": (RIGHT + "\nSELECT 1 AS a", "", 3, "not a header line"),
    "unknown field": (RIGHT + "\n-- sumary: Y.", BODY, 3, "did you mean summary"),
    "unknown field of one letter": (RIGHT + "\n-- x: y", BODY, 3, "no field 'x'"),
    "field without value": (RIGHT + "\n-- description:", BODY, 3, "description has no value"),
    "no header line": (RIGHT + "\n-- nonsense", BODY, 3, "not a header line"),
    "two summaries": (RIGHT + "\n-- summary: Y.", BODY, 3, "summary is given twice"),
    "two windows": (RIGHT + "\n-- window: clip\n-- window: clip", BODY, 4, "window is given twice"),
    "another file's name": ("-- name: y\n" + RIGHT, BODY, 1, "is not that of the file"),
    "column without type": (RIGHT + "\n-- column: b -- no type", BODY, 3, "not a column"),
    "column without meaning": (RIGHT + "\n-- column: b BIGINT", BODY, 3, "not a column"),
    "column of an unknown type": (RIGHT + "\n-- column: b BIGNIT -- two", BODY, 3, "did you mean BIGINT"),
    "a column twice": (RIGHT + "\n-- column: a BIGINT -- two", BODY, 3, "the column a is declared twice"),
    "parameter without meaning": (RIGHT + "\n-- param: top INTEGER", BODY, 3, "not a param"),
    "parameter of an unknown type": (RIGHT + "\n-- param: top INT = 1 -- n", BODY, 3, "the type INT"),
    "a parameter twice": (
        RIGHT + "\n-- param: top INTEGER = 1 -- n\n-- param: top INTEGER = 1 -- n", BODY, 4, "declared twice",
    ),
    "default of another type": (RIGHT + "\n-- param: top INTEGER = many -- n", BODY, 3, "not of type INTEGER"),
    "default that is no choice": (
        RIGHT + "\n-- param: by VARCHAR = 'c' of a|b -- n", BODY, 3, "is none of a|b",
    ),
    "truth as a number": (RIGHT + "\n-- param: per_gpu BOOLEAN = 1 -- n", BODY, 3, "not of type BOOLEAN"),
    "unknown window": (RIGHT + "\n-- window: clop", BODY, 3, "not a window"),
    "window of three columns": (RIGHT + "\n-- window: keep a b c", BODY, 3, "not a window"),
    "window without its columns": (RIGHT + "\n-- window: clip", BODY, 3, "no column start_ns"),
    "window of unknown columns": (RIGHT + "\n-- window: keep a aa", BODY, 3, "did you mean a?"),
    "needs with unless": (RIGHT + "\n-- needs: gpu_kernels unless p", BODY, 3, "not an object of needs"),
    "needs if an unknown parameter": (RIGHT + "\n-- needs: gpu_kernels if per_gpu", BODY, 3, "no parameter"),
    "needs if a number": (
        RIGHT + "\n-- param: top INTEGER = 1 -- n\n-- needs: gpu_kernels if top", BODY, 4, "not BOOLEAN",
    ),
    "an object needed twice": (RIGHT + "\n-- needs: launches, launches", BODY, 3, "declared twice"),
    "needs with an empty name": (RIGHT + "\n-- needs: launches,", BODY, 3, "not an object of needs"),
    "requires with a second word": (RIGHT + "\n-- requires: launches last", BODY, 3, "not a view of requires"),
    "a table read twice": (RIGHT + "\n-- reads: T a\n-- reads: T b", BODY, 4, "T is read twice"),
    "a read column of an unknown type": (RIGHT + "\n-- reads: T a:TEXT", BODY, 3, "the type TEXT"),
    "a read column misspelled": (RIGHT + "\n-- reads: T a?", BODY, 3, "not a column of reads"),
    "source of a table not under reads": (
        RIGHT + "\n-- reads: KERNELS start", "\n\nSELECT *\nFROM {{ source('KERNEL') }}", 6, "did you mean KERNELS",
    ),
    "unknown shape": (RIGHT, "\n\n{% if shape.one_gpus %}SELECT 1{% endif %}", 4, "did you mean one_gpu"),
    "nsys column of no column": (RIGHT + '\n-- nsys: "Total" b int', BODY, 3, "there is no column b"),
    "nsys column without header": (RIGHT + "\n-- nsys: Total a int", BODY, 3, "not a nsys"),
    "returns without type": ("-- summary: X.\n-- returns: a number", BODY, 2, "not a returns"),
    "an unknown object in needs": (RIGHT + "\n-- needs: gpu_kernel", BODY, 3, "did you mean gpu_kernels"),
    "an unknown view in requires": (RIGHT + "\n-- requires: gpu_kernel", BODY, 3, "did you mean gpu_kernels"),
    "an unknown view in wants": (RIGHT + "\n-- wants: nvtx_range", BODY, 3, "did you mean nvtx_ranges"),
    "an unknown view in beside": (RIGHT + "\n-- beside: _nothing_of_that_name", BODY, 3, "there is no"),
    "an unknown view in from": (RIGHT + "\n-- from: gpu_idles", BODY, 3, "did you mean gpu_idle"),
    "an unknown report in nsys_as": (RIGHT + "\n-- nsys_as: cuda_api_summ", BODY, 3, "did you mean cuda_api_sum"),
}  # fmt: skip


@pytest.mark.parametrize(("header", "body", "line", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_header_is_reported_with_file_and_line(tmp_path, header, body, line, words):
    """By the parser, or where it names objects of other files, when the catalog is read."""
    path = tmp_path / "reports" / "x.sql"
    path.parent.mkdir()
    path.write_text(header + body, encoding="utf-8")
    with pytest.raises(NsysDuckError) as error:
        require_known_names(catalog() | {"x": parse(path)})
    message = str(error.value)
    assert message.startswith(f"{path}:{line}: ")
    assert words in message
    assert "\n" not in message


def test_a_right_header_passes(tmp_path):
    """What the wrong ones start from."""
    path = tmp_path / "reports" / "x.sql"
    path.parent.mkdir()
    path.write_text(RIGHT + BODY, encoding="utf-8")
    require_known_names(catalog() | {"x": parse(path)})


def test_every_field_is_documented():
    """In the page that is written from the parser's own table."""
    assert all(entry.form and entry.meaning for entry in FIELDS.values())
