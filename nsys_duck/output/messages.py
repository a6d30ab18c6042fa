"""Messages to the person at the terminal."""

import sys


def say(text: str) -> None:
    """One line to the person at the terminal, whatever characters that can show."""
    if sys.stderr is not None:
        encoding = sys.stderr.encoding or "ascii"
        shown = f"nsys-duck: {text}".encode(encoding, "backslashreplace").decode(encoding)
        print(shown, file=sys.stderr)


def counted(count: int, noun: str) -> str:
    """A number of things in words: 1 row, 2,000 rows."""
    return f"{count:,} {noun}{'' if count == 1 else 'es' if noun.endswith('ch') else 's'}"
