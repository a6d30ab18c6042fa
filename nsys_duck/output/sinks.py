"""Where the bytes of a result go: a file, whole or not at all, or standard output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from nsys_duck.errors import NsysDuckError
from nsys_duck.output.files import replacing

HELD_BACK = 4 * 2**20


class StandardOutput:
    """Standard output that holds the first bytes back, so that a query can still be asked again."""

    closed = False

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.held: bytearray | None = bytearray()

    def write(self, data: bytes) -> int:
        """Hold `data` back, or pass it on once there is more than what is held back."""
        if self.held is None:
            return self.out.write(data)
        self.held += data
        if len(self.held) > HELD_BACK:
            self.finish()
        return len(data)

    def restart(self) -> None:
        """Forget what was written; NsysDuckError where some of it is out already."""
        if self.held is None:
            raise NsysDuckError(
                "the output is incomplete: a value further on does not fit its column's type, and the query "
                "has to start again; write to a file with -o FILE"
            )
        self.held.clear()

    def finish(self) -> None:
        """Pass everything on."""
        held, self.held = self.held, None
        self.out.write(held or b"")
        self.out.flush()

    def flush(self) -> None:
        """Do nothing: bytes go out when they may."""

    def close(self) -> None:
        """Do nothing: it is not ours."""


class File:
    """A file that is being written; whoever opened it closes it."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.write = file.write
        self.flush = file.flush

    def restart(self) -> None:
        """Forget what was written."""
        self.file.seek(0)
        self.file.truncate()

    def close(self) -> None:
        """Do nothing: it is not ours."""


@contextmanager
def sink(target: Path | None) -> Iterator[StandardOutput | File]:
    """Something to write bytes to: `target`, which appears when the block ends well, or standard output."""
    if target is None:
        sys.stdout.flush()
        out = StandardOutput(sys.stdout.buffer)
        yield out
        out.finish()
        return
    with replacing(target) as part, part.open("wb") as file:
        if part.is_file():
            yield File(file)
        else:  # a device or a pipe, from which nothing can be taken back
            out = StandardOutput(file)
            yield out
            out.finish()
