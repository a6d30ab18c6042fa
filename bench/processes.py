"""Whole processes, measured: wall-clock time and peak memory, medians of runs in turn."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024  # what ru_maxrss counts in, in bytes


@dataclass
class Runs:
    """What the runs of one command took."""

    seconds: list[float] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    output: bytes = b""

    @property
    def median_s(self) -> float:
        """The median time."""
        return statistics.median(self.seconds)

    @property
    def median_mb(self) -> float:
        """The median of the peaks of memory, in 10^6 bytes."""
        return statistics.median(self.peaks) / 1e6


def nsys_duck(*arguments: object) -> list[str]:
    """The command line of nsys-duck in this interpreter."""
    return [sys.executable, "-m", "nsys_duck", *map(str, arguments)]


def script(name: str, *arguments: object) -> list[str]:
    """The command line of a script of this folder."""
    return [sys.executable, str(HERE / name), *map(str, arguments)]


def run(command: list[str], runs: Runs) -> None:
    """Run `command` once and add what it took; it must succeed."""
    with tempfile.TemporaryFile() as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}: {errors.decode()[-500:]}")
        output.seek(0)
        runs.output = output.read()
    runs.seconds.append(took)
    runs.peaks.append(usage.ru_maxrss * PEAK_UNIT)


def in_turn(*commands: list[str], times: int = 5, warm_up: bool = True) -> list[Runs]:
    """Run the commands one after the other, `times` rounds, after one that is not counted."""
    if warm_up:
        for command in commands:
            run(command, Runs())
    measured = [Runs() for _ in commands]
    for _ in range(times):
        for command, runs in zip(commands, measured, strict=True):
            run(command, runs)
    return measured
