"""The interactive prompt, and the same for statements that come through a pipe."""

import re
import sys
from pathlib import Path

import duckdb

from nsys_duck.catalog import describe as learning
from nsys_duck.catalog.files import catalog
from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.messages import say
from nsys_duck.output.table import terminal_width
from nsys_duck.reports.answer import show_table, write_answer
from nsys_duck.trace.query import Question
from nsys_duck.trace.trace import Trace

_NOTHING = re.compile(r"(\s|--[^\n]*(\n|\Z)|/\*.*?\*/)*", re.S)


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space and whole comments in `text`."""
    return _NOTHING.fullmatch(text) is not None


def split(text: str) -> tuple[list[str], str]:
    """The statements in `text` that end with a semicolon, without it, and what comes after the last."""
    data = text.encode("utf-8", errors="replace")
    ends = [at for at, _ in duckdb.tokenize(text) if data[at : at + 1] == b";"]
    parts = []
    begin = 0
    for end in ends:
        parts.append(data[begin:end].decode("utf-8", errors="replace"))
        begin = end + 1
    return [part for part in parts if not is_blank(part)], data[begin:].decode("utf-8", errors="replace")


def is_complete(text: str) -> bool:
    """Whether Enter should run `text`: a dot command, nothing, or statements that all end with `;`."""
    if text.lstrip().startswith(".") or not text.strip():
        return True
    statements, rest = split(text)
    return bool(statements) and is_blank(rest)


HELP = """\
Statements end with ; and may take several lines. Tab completes, Ctrl-C stops a query, Ctrl-D leaves.

.tables         views and macros, a line each
.schema NAME    columns of a view or of raw.<TABLE>, parameters of a macro
.show NAME      the SQL of a view, macro, report or check as it runs on this export
.help           this text
.quit           leave
"""


class Leave(Exception):
    """The user wants to leave."""


class Shell:
    """What a line or a statement does."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.answers = 0
        self.told = 0
        self.commands = {
            ".tables": self.tables,
            ".schema": self.schema,
            ".show": self.show,
            ".help": lambda name: print(HELP, end=""),
            ".quit": self.leave,
            ".exit": self.leave,
        }

    def do(self, text: str) -> None:
        """Run a dot command or all statements in `text`."""
        if text.lstrip().startswith("."):
            self.command(text)
            return
        statements, rest = split(text)
        for statement in statements + ([] if is_blank(rest) else [rest]):
            self.answer(statement)

    def command(self, line: str) -> None:
        """Run a dot command."""
        word, _, name = line.strip().removesuffix(";").partition(" ")
        if word not in self.commands:
            raise UsageError(f"no command {word}: .help names them")
        self.commands[word](name.strip())

    def answer(self, statement: str) -> None:
        """Run a statement and show what it gives; in a pipe an empty line stands between two results."""
        question = Question(self.trace, statement)
        if sys.stdout.isatty() and not question.is_explain:
            notes = show_table(question)
        else:
            if self.answers and not sys.stdout.isatty():
                print()
            notes = write_answer(question, None, None)
        self.answers += 1
        for note in [*self.trace.notes[self.told :], *notes]:
            say(note)
        self.told = len(self.trace.notes)

    def tables(self, _: str) -> None:
        """`.tables`."""
        print(learning.listing("view", terminal_width()))
        print(learning.listing("macro", terminal_width()), end="")

    def schema(self, name: str) -> None:
        """`.schema NAME`."""
        if not name:
            raise UsageError("name a view, as in .schema gpu_kernels")
        if name.lower().startswith("raw.") and name.lower() not in catalog():
            self.answer(f"DESCRIBE {name}")
        else:
            print(learning.description(learning.found(name), terminal_width()), end="")

    def show(self, name: str) -> None:
        """`.show NAME`."""
        if not name:
            raise UsageError("name a view, as in .show gpu_kernels")
        print(self.trace.script(learning.found(name)), end="")

    def leave(self, _: str) -> None:
        """`.quit`."""
        raise Leave


def run(trace: Trace, history: Path | None) -> None:
    """Ask until the user leaves or the input ends; errors in a pipe end it."""
    shell = Shell(trace)
    try:
        if sys.stdin.isatty():
            _prompt(shell, history)
        else:
            _pipe(shell)
    except Leave:
        pass


def _pipe(shell: Shell) -> None:
    pending = ""
    for line in sys.stdin:
        if is_blank(pending) and line.lstrip().startswith("."):
            shell.do(line)
            continue
        statements, pending = split(pending + line)
        for statement in statements:
            shell.answer(statement)
    if not is_blank(pending):
        shell.answer(pending)


def _prompt(shell: Shell, history: Path | None) -> None:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from nsys_duck.shell.completion import Names

    if history is not None:
        try:
            history.open("ab").close()
        except OSError as error:
            raise UsageError(f"--history: {history}: cannot be written: {error.strerror}") from error
    session = PromptSession(
        history=FileHistory(str(history)) if history else InMemoryHistory(),
        completer=Names(shell.trace, sorted(shell.commands)),
        complete_while_typing=False,
        multiline=Condition(lambda: not is_complete(get_app().current_buffer.text)),
        prompt_continuation=lambda width, number, wrapped: "...> ".rjust(width),
    )
    print(f"{shell.trace.path.name}: .help for help, Ctrl-D leaves")
    while True:
        try:
            text = session.prompt("duck> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        try:
            shell.do(text)
        except NsysDuckError as error:
            say(f"error: {error}")
        except KeyboardInterrupt:
            say("interrupted")
