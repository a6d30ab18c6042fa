"""Options of `nsys stats` as existing scripts have them, in the words of `nsys-duck stats`."""

from collections.abc import Iterator

from nsys_duck.errors import UsageError

SWITCHES = ("--force-export", "--force-overwrite", "--quiet")  # of nsys: alone, or with =true or =false
NEEDLESS = ("--force-export", "--force-overwrite")  # the trace itself is read, and files are written anew
HINTS = {
    "--sqlite": "name the export itself as TRACE",
    "--report-dir": "for a query of your own use nsys-duck query TRACE -f FILE.sql",
    "--help-reports": "nsys-duck reports lists them",
    "--help-formats": "nsys-duck stats -h lists the formats",
    "hdoc": "nsys-duck html TRACE -o DIR makes pages",
    "htable": "nsys-duck html TRACE -o DIR makes pages",
}


def translated(args: list[str]) -> list[str]:
    """`args` of `nsys stats` as those of `nsys-duck stats`; what is not nsys's alone stays as it is.

    Raises UsageError, with what does it here, for options that mean nothing here.
    """
    return list(_translated(iter(args)))


def _translated(args: Iterator[str]) -> Iterator[str]:
    for arg in args:
        if arg == "--":
            yield arg
            yield from args
            return
        name, equals, value = arg.partition("=") if arg.startswith("--") else (arg, "", "")
        if name in SWITCHES:
            if value not in ("", "true", "false"):
                raise UsageError(f"{name}: {value!r} is neither true nor false")
            if name not in NEEDLESS and value != "false":
                yield name
        elif name in ("--filter-time", "--filter-nvtx", "--format", "-f", "-o", "--output"):
            if not equals and (value := next(args, None)) is None:
                yield name
                return
            yield from _valued(name, value)
        elif name in HINTS:
            raise UsageError(f"{name} is an option of nsys stats that nsys-duck does not have: {HINTS[name]}")
        else:
            yield arg


def _valued(name: str, value: str) -> Iterator[str]:
    """An option with its value."""
    if name == "--filter-nvtx":
        yield f"--during={value}"
    elif name == "--filter-time":
        start, slash, end = value.partition("/")
        if not slash or not (start or end):
            raise UsageError(f"--filter-time: {value!r} is not START/END, as in 1s/2s")
        yield from ([f"--from={start}"] if start else []) + ([f"--to={end}"] if end else [])
    elif name in ("--format", "-f"):
        if value in HINTS:
            raise UsageError(f"--format {value} is of nsys stats alone: {HINTS[value]}")
        if value != ".":  # the default for where the output goes
            yield f"--format={'table' if value == 'column' else value}"
    elif value.startswith("@"):
        raise UsageError(f"{name} {value}: nsys-duck starts no command: pipe the output into it with |")
    else:
        yield from (name, value)
