"""Measure speed and memory, as ratios of one run on this machine.

bench.py [--quick] [--only NAME ...]: makes traces in a temporary folder, runs whole processes in turn
and prints a table. Speed is reported, never asserted: the exit status is 0 whatever the figures are.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import more_measurements  # noqa: F401 (puts its measurements on the list)
import page_measurements  # noqa: F401
import report_measurements  # noqa: F401
from measurements import MEASUREMENTS, Figure
from traces import LARGE, SMALL, Traces


def shown(figure: Figure) -> str:
    """A line of the table."""
    met = {True: "met", False: "NOT MET", None: ""}[figure.is_met]
    value = f"{figure.value:.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
    return f"{figure.what:<46}{value + figure.unit:>12}   {figure.goal:<18}{met}".rstrip()


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help=f"only traces of {SMALL:,} kernels")
    names = [function.__name__ for function in MEASUREMENTS]
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names)
    )
    options = parser.parse_args()
    size = SMALL if options.quick else LARGE
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, traces of {size:,} kernels\n")
    print(f"{'figure':<46}{'measured':>12}   {'goal':<18}")
    with tempfile.TemporaryDirectory(prefix="nsys-duck-bench-") as folder:
        traces = Traces(Path(folder))
        for function in MEASUREMENTS:
            if function.__name__ not in options.only:
                continue
            try:
                for figure in function(traces, size):
                    print(shown(figure), flush=True)
            except Exception as error:  # the next measurement may do better
                print(f"{function.__name__}: failed: {error}", flush=True)


main()
