"""A terminal for tests: the installed command on a pseudo-terminal, keys in and screen text out."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from asking import COMMAND

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r")
PATIENCE_S = 30


class Terminal:
    """`nsys-duck` with these arguments on a terminal; `text` is what it wrote, `plain` without escapes."""

    def __init__(self, *args: object, width: int = 100, env: dict[str, str] | None = None) -> None:
        """Start it."""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
        clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        self.process = subprocess.Popen(
            [COMMAND, *map(str, args)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**clean, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.text = ""
        self.seen = 0

    @property
    def plain(self) -> str:
        """All that was written, without escape sequences."""
        return _ESCAPES.sub("", self.text)

    def type(self, keys: str) -> None:
        """Type `keys`."""
        os.write(self.master, keys.encode())

    def wait_for(self, *texts: str) -> None:
        """Read until `texts` were written, one after the other, and after what was waited for before."""
        for text in texts:
            end = time.monotonic() + PATIENCE_S
            while (found := self.plain.find(text, self.seen)) < 0:
                assert time.monotonic() < end, (
                    f"no {text!r} in:\n{self.plain[self.seen :]}\nafter: {self.plain}"
                )
                self._read(0.1)
            self.seen = found + len(text)

    def finish(self) -> int:
        """Read to the end; the exit status."""
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running after:\n{self.plain}"
            self._read(0.1)
        while self._read(0.05):
            pass
        return self.process.returncode

    def close(self) -> None:
        """End it, however it stands."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", errors="replace")
        return bool(data)
