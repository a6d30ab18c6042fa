"""A sign of life on standard error while a long statement runs, if that is a terminal."""

import sys
import threading
from contextlib import contextmanager

PATIENCE_S = 1.0
INTERVAL_S = 0.2
is_shown = True  # not in one of several processes at work


@contextmanager
def progress(connection):
    """Show the engine's progress for statements that take longer than a second."""
    if not is_shown or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(connection, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _watch(connection, done: threading.Event) -> None:
    if done.wait(PATIENCE_S):
        return
    from rich.console import Console

    with Console(stderr=True).status("reading the trace") as status:
        while not done.wait(INTERVAL_S):
            percent = connection.query_progress()
            if percent > 0:
                status.update(f"reading the trace {percent:.0f}%")
