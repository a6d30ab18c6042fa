"""compare written: for a terminal, as Markdown and as a page; where to, and what is refused."""

import re
import shlex
from html import unescape
from html.parser import HTMLParser

import pytest
from asking import run
from comparing import MS, compare, told, trace
from tracebuilder import KERNEL, at, write_trace

from nsys_duck.comparison.formats import html
from nsys_duck.comparison.printing import lines, markdown
from nsys_duck.output.table import width_of

GATE = ("--fail-if", "gpu_busy_union_s > +5%")


@pytest.fixture
def pair(tmp_path):
    return trace(tmp_path / "base.sqlite", MS, MS, MS), trace(tmp_path / "new.sqlite", MS, MS, 3 * MS)


def test_table(pair):
    """Verdict first, then what changed, then tables with units and signs."""
    done = compare(*pair, *GATE, env={"COLUMNS": "90"})
    assert done.code == 1
    assert max(map(width_of, done.stdout.splitlines())) <= 90
    order = ["trace", "Verdict: fail", "FAIL  gpu_busy_union_s > +5%", "What changed", "What explains the change",
             "All GPUs together", "Kernels", "note: one trace a side"]  # fmt: skip
    places = [done.stdout.index(word) for word in order]
    assert places == sorted(places)
    assert re.search(r"^gemm +3\.000 ms +5\.000 ms +\+2\.000 ms +\+66\.7 +3 +3$", done.stdout, re.M)
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("width", [60, 80, 100])
def test_long_names_keep_to_the_width(tmp_path, width):
    """Names of templates give way, figures do not."""
    names = {1: "void at::native::" + "elementwise_kernel<4, float, " * 9 + "int>(int)"}
    rows = [at(0, 100, shortName=1, demangledName=1)]
    base = write_trace(tmp_path / "base.sqlite", {KERNEL: rows}, strings=names)
    new = write_trace(tmp_path / "new.sqlite", {KERNEL: [{**rows[0], "end": 150}]}, strings=names)
    found = [line for line, _ in lines(told(base, new, top=10), width)]
    assert max(map(width_of, found)) <= width
    assert any("+50 ns" in line for line in found)


def test_markdown(tmp_path, pair):
    """What a CI job posts: gates and findings open, tables folded; names break no table and are no HTML."""
    target = tmp_path / "comment.md"
    done = compare(*pair, *GATE, "--markdown", target, "--format", "json")
    assert done.json["verdict"] == "fail"
    text = target.read_text()
    assert text.startswith("## fail: base.sqlite → new.sqlite\n")
    assert (
        "| FAIL | `gpu_busy_union_s > +5%` | fails where gpu\\_busy\\_union\\_s grew by more than 5 % | "
        in text
    )
    assert "| gpu\\_busy\\_union\\_s: 3.00 ms -> 5.00 ms" in text
    assert text.count("<details>") == text.count("</details>") > 4
    assert compare(*pair, "--format", "markdown").stdout.startswith("## compared: ")


def odd(tmp_path):
    """A kernel whose name means something to HTML, Markdown and terminals."""
    names = {1: "k<script>alert(1)</script>|a_b*c*`d`\x1b[31m"}
    rows = [at(0, 100, shortName=1, demangledName=1)]
    base = write_trace(tmp_path / "base.sqlite", {KERNEL: rows}, strings=names)
    new = write_trace(tmp_path / "new.sqlite", {KERNEL: [{**rows[0], "end": 150}]}, strings=names)
    return told(base, new, top=10)


class Tags(HTMLParser):
    """The tags of a page, and what it loads from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.loads, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.loads += [
            value for name, value in attrs if name in ("src", "href") and not value.startswith(("#", "data:"))
        ]
        if tag not in ("meta", "link", "br", "hr", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_page(tmp_path):
    """One page: nothing loaded, one script of our own, names escaped, tags closed."""
    page = html(odd(tmp_path))
    tags = Tags()
    tags.feed(page)
    assert not tags.open and not tags.loads and page.count("<script") == 1
    assert "k&lt;script&gt;" in page and "prefers-color-scheme" in page


def test_page_says_what_it_compares_and_how(pair):
    """Title, the statement behind each table, the command of one trace's figures, words for headings."""
    page = html(told(*pair, top=10))
    assert "<title>new.sqlite compared with base.sqlite" in page and "by number: what more or fewer" in page
    assert page.count('<details class="sql">') == page.count("</table>") - 1, "not of the facts"
    assert "nsys-duck report cuda_gpu_kern_sum new.sqlite</code>" in page and "-- ranked: " in page
    assert "data-theme-switch" in page


def test_commands_of_the_page_run(tmp_path, pair):
    """What the page tells to type gives the figures of one trace, in the same window."""
    done = compare(*pair, "--to", "3500us", "-o", tmp_path / "a.html")
    assert done.code == 0, done.stderr
    found = re.findall(r"<code>nsys-duck (.*?)</code>", (tmp_path / "a.html").read_text())
    assert found and all(text.endswith(" --to 3500000") for text in found)
    for text in set(found):
        assert run(*shlex.split(unescape(text)), cwd=tmp_path).code == 0, text


def test_page_of_what_is_not_comparable(tmp_path, pair):
    """Reasons and facts, no tables of dashes."""
    page = html(told(pair[0], pair[0]))
    assert "are the same file, byte by byte" in page and page.count("<table") == 1
    assert "<td" in page and "Kernels" not in page


def test_odd_names(tmp_path):
    """In a terminal and in Markdown."""
    result = odd(tmp_path)
    assert not any("\x1b" in line for line, _ in lines(result, 100))
    text = markdown(result)
    assert "<script" not in text and "\x1b" not in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def test_endings_and_targets(tmp_path, pair):
    """-o tells the format by its ending; a trace is never replaced, a file named once."""
    for name, begin in (("a.html", "<!doctype html>"), ("a.md", "## "), ("a.json", "{"), ("a.txt", "  ")):
        done = compare(*pair, "-o", tmp_path / name)
        assert (done.code, done.stdout) == (0, "")
        assert (tmp_path / name).read_text().startswith(begin)
    assert compare(*pair, "-o", pair[0]).code == 2
    assert compare(*pair, "-o", tmp_path / "a.png").code == 2 and not (tmp_path / "a.png").exists()
    assert compare(*pair, "-o", tmp_path / "x", "--junit", tmp_path / "x").code == 2


def test_facts_that_differ_are_shown(tmp_path):
    """Driver, clock and the like, on both sides, where they are not the same."""
    env = "TARGET_INFO_SYSTEM_ENV"
    paths = [
        trace(
            tmp_path / f"{n}.sqlite", n * MS, tables={env: [{"name": "NvDriverVersion", "value": f"55{n}.1"}]}
        )
        for n in (1, 2)
    ]
    done = compare(*paths)
    assert re.search(r"^driver +551\.1 +552\.1$", done.stdout, re.M)
    assert re.search(r"^GPU +GPU A +GPU A$", done.stdout, re.M)
    assert "nsys" not in done.stdout.split("Verdict")[0]
