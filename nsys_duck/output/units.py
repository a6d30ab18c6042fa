"""Times as people write them, to whole nanoseconds and back, without a float between."""

import re
from decimal import Decimal

from nsys_duck.errors import UsageError

UNITS = {"": 1, "ns": 1, "us": 10**3, "µs": 10**3, "μs": 10**3, "ms": 10**6, "s": 10**9}
LIMIT_NS = 2**62
_TIME = re.compile(r"(?P<number>[+-]?(\d+(\.\d*)?|\.\d+)) ?(?P<unit>ns|us|µs|μs|ms|s|)")


def to_ns(text: str, option: str = "time") -> int:
    """`text` (1.5s, 200ms, 10us, 1234ns or 1234) in ns; UsageError, naming `option`, for anything else."""
    match = _TIME.fullmatch(text.strip())
    if not match:
        raise UsageError(f"{option}: {text!r} is no time: write it as in 1.5s, 200ms, 10us or 1234 (ns)")
    ns = Decimal(match["number"]) * UNITS[match["unit"]]
    if ns != ns.to_integral_value():
        meant = "" if match["unit"] else f"; {text.strip()}s is seconds"
        raise UsageError(f"{option}: {text!r} is no whole number of nanoseconds{meant}")
    if abs(ns) >= LIMIT_NS:
        raise UsageError(f"{option}: {text!r} is out of range")
    return int(ns)


def seconds(ns: int) -> str:
    """`ns` as seconds with all nine digits, as in 1.500000000 s."""
    whole, rest = divmod(abs(ns), 10**9)
    return f"{'-' if ns < 0 else ''}{whole}.{rest:09d} s"


def require_order(from_ns: int | None, to_ns: int | None) -> None:
    """Raise UsageError for a window that is empty or ends before it begins; None for an open end."""
    if from_ns is None or to_ns is None:
        return
    if to_ns == from_ns:
        raise UsageError(f"the window is empty: it begins and ends at {from_ns} ns")
    if to_ns < from_ns:
        raise UsageError(f"the window ends ({to_ns} ns) before it begins ({from_ns} ns)")
