"""`nsys-duck shell` on a terminal and with statements through a pipe."""

import subprocess

import pytest
from asking import COMMAND
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from terminal import Terminal
from tracebuilder import KERNEL, NVTX, at, push

import nsys_duck
from nsys_duck.shell.completion import Names
from nsys_duck.shell.prompt import is_complete, split


@pytest.fixture
def trace(lay_out):
    """Two kernels and a range."""
    return lay_out({KERNEL: [at(0, 10), at(20, 30)], NVTX: [push(0, 5, "step")]})


@pytest.fixture
def shell(trace, tmp_path):
    """A shell on a terminal, with a home directory of its own."""
    home = tmp_path / "home"
    home.mkdir()
    terminal = Terminal("shell", trace, env={"HOME": str(home)})
    terminal.wait_for("duck>")
    yield terminal
    terminal.close()
    assert list(home.iterdir()) == []


def piped(trace, text, *args):
    """A shell that reads `text` from a pipe."""
    return subprocess.run(
        [COMMAND, "shell", str(trace), *args], input=text, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    ("text", "statements", "rest"),
    [
        ("select 1", [], "select 1"),
        ("select 1;", ["select 1"], ""),
        ("select 1; select\n2; s", ["select 1", " select\n2"], " s"),
        ("select ';' -- ;\n;", ["select ';' -- ;\n"], ""),
        ("select 'open;", [], "select 'open;"),
        ("select /* ; */ 'é;😀';;", ["select /* ; */ 'é;😀'"], ""),
        ('select $$a;b$$, "c;d";', ['select $$a;b$$, "c;d"'], ""),
        (" ; -- x", [], " -- x"),
    ],
)
def test_statements_end_with_semicolons(text, statements, rest):
    assert split(text) == (statements, rest)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("", True),
        (".help", True),
        ("select 1", False),
        ("select 1;", True),
        ("select 1; -- so", True),
        ("select 1; select", False),
        ("select 1; 'open", False),
        ("select ';", False),
        ("-- only", False),
    ],
)
def test_enter_runs_what_is_complete(text, complete):
    assert is_complete(text) is complete


def test_a_statement_may_take_several_lines(shell):
    shell.type("SELECT count(*) AS n,\r")
    shell.wait_for("...>")
    shell.type("max(end_ns) AS last FROM gpu_kernels;\r")
    shell.wait_for("2    30", "duck>")
    shell.type("\x04")
    assert shell.finish() == 0


def test_errors_leave_it_running(shell):
    for typed, told in (
        ("FROM gpu_kernel;\r", "did you mean gpu_kernels"),
        ("COPY (SELECT 1) TO 'out.csv';\r", "that is not a SELECT"),
        (".nonsense\r", "no command .nonsense"),
        ("SELECT 40 + 2 AS n;\r", "42"),
    ):
        shell.type(typed)
        shell.wait_for(told, "duck>")
    shell.type(".quit\r")
    assert shell.finish() == 0


def test_ctrl_c_stops_a_query_and_a_line(shell):
    shell.type("SELECT count(*) FROM range(1000000000000);\r")
    shell.wait_for("reading the trace")  # the sign of life: it runs
    shell.type("\x03")
    shell.wait_for("interrupted", "duck>")
    shell.type("SELECT 'half")
    shell.wait_for("half")
    shell.type("\x03")
    shell.wait_for("duck>")
    shell.type("SELECT 6 * 7 AS n;\r")
    shell.wait_for("42", "duck>")
    shell.type("\x04")
    assert shell.finish() == 0


def test_tab_completes(shell):
    shell.type("SELECT count(*) + 40 AS n FROM gpu_kern\t")
    shell.wait_for("gpu_kern", "els")
    shell.type(";\r")
    shell.wait_for("42", "duck>")
    shell.type("\x04")
    assert shell.finish() == 0


def test_history_is_kept_where_asked(trace, tmp_path):
    history = tmp_path / "history"
    for keys in ("SELECT 40 + 2 AS n;\r", "\x1b[A\r"):
        terminal = Terminal("shell", trace, "--history", history)
        terminal.wait_for("duck>")
        terminal.type(keys)
        terminal.wait_for("42", "duck>")
        terminal.type("\x04")
        assert terminal.finish() == 0
        terminal.close()
    assert "SELECT 40 + 2" in history.read_text()
    terminal = Terminal("shell", trace, "--history", tmp_path / "no" / "history")
    assert terminal.finish() == 2 and "--history" in terminal.plain
    terminal.close()


def test_a_pipe_gives_csv_and_stops_at_an_error(trace):
    done = piped(trace, "SELECT 1 AS a; SELECT 2\nAS b;\n-- done\nSELECT 3 AS c")
    assert (done.returncode, done.stdout, done.stderr) == (0, "a\n1\n\nb\n2\n\nc\n3\n", "")
    done = piped(trace, "SELECT 1 AS a;\nFROM nowhere;\nSELECT 2 AS b;")
    assert (done.returncode, done.stdout) == (1, "a\n1\n")
    assert "no view is called nowhere" in done.stderr
    assert piped(trace, "SELECT 1; SELEC;").returncode == 2
    assert piped(trace, "").returncode == 0


def test_dot_commands(trace):
    text = ".tables\n.schema gpu_kernels\n.schema raw.StringIds\n.show gpu_kernels\n.help\n.quit\nFROM no;\n"
    done = piped(trace, text)
    assert done.returncode == 0, done.stderr
    for told in (
        "interval_union",
        "duration_ns",
        "BIGINT [ns]",
        "value,VARCHAR",
        "CREATE VIEW gpu_kernels",
        ".show NAME",
    ):
        assert told in done.stdout, told
    assert "did you mean gpu_kernels" in piped(trace, ".schema gpu_kernel\n").stderr
    assert "as in .show gpu_kernels" in piped(trace, ".show\n").stderr


def test_a_window_holds_in_the_shell(trace):
    done = piped(trace, "SELECT count(*) AS n FROM gpu_kernels;", "--during", "step")
    assert done.stdout == "n\n1\n" and "window: " in done.stderr


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("SELECT * FROM gpu_ker", "gpu_kernels"),
        ("SELECT kernel_n| FROM gpu_kernels", "kernel_name"),
        ("SELECT k.short_| FROM gpu_kernels AS k", "short_name"),
        ("SELECT gpu_kernels.short_| FROM gpu_kernels", "short_name"),
        ("FROM raw.CUPTI_", KERNEL),
        ("FROM raw.string", "StringIds"),
        ("sel", "SELECT"),
        ("FROM interval_un", "interval_union"),
        (".sch", "schema"),
        (".schema gpu_memc", "gpu_memcpy"),
    ],
)
def test_what_tab_offers(trace, text, first):
    before, _, after = text.partition("|")
    with nsys_duck.open(trace) as opened:
        names = Names(opened, [".schema", ".show"])
        document = Document(before + after, len(before))
        offered = [c.text for c in names.get_completions(document, CompleteEvent())]
    assert offered[0] == first
