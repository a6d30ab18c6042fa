"""Ctrl-C and other signals that end a command, told from the engine's own interruptions."""

import signal

_came: list[int] | None = None  # where this process watches: the signals so far


def watch(names: tuple[str, ...] = ("SIGINT", "SIGTERM", "SIGHUP")) -> None:
    """Let these signals raise KeyboardInterrupt, as Ctrl-C does, and remember that they came."""
    global _came
    _came = []

    def stop(number: int, frame: object) -> None:
        _came.append(number)
        signal.default_int_handler(number, frame)

    for name in names:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


def none_came() -> bool:
    """Whether this process watches and no signal came; in a library nobody knows."""
    return _came == []
