"""The part of a trace that a run is about: a window of time, an NVTX range's time, one GPU."""

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from nsys_duck.errors import NsysDuckError, UsageError
from nsys_duck.output.messages import counted
from nsys_duck.output.units import LIMIT_NS, require_order, seconds, to_ns
from nsys_duck.trace.trace import Trace

RESTRICTIONS = {"from_": "--from", "to": "--to", "during": "--during", "device": "--device"}


class RangeName(NamedTuple):
    """What --during may mean: a text, a domain or None for any, an index or None for the first."""

    name: str
    domain: str | None
    index: int | None


def restrict(
    trace: Trace,
    *,
    from_ns: int | None = None,
    to_ns: int | None = None,
    during: str | None = None,
    device: int | None = None,
) -> list[str]:
    """Restrict `trace` to a window and a GPU; sentences that say what that means for the figures.

    Raises UsageError where the window is empty or named twice, where the trace has no such GPU or
    only fewer such ranges, and NsysDuckError where no range has that name.
    """
    if device is not None:
        trace.restrict_to_gpu(device)
    told = []
    if during is not None:
        if from_ns is not None or to_ns is not None:
            raise UsageError("--during names a window already: leave --from and --to out")
        from_ns, to_ns, told = _range(trace, during)
    if from_ns is None and to_ns is None:
        return []
    trace.restrict_to_window(-LIMIT_NS if from_ns is None else from_ns, LIMIT_NS if to_ns is None else to_ns)
    return [*told, _meaning(from_ns, to_ns)]


def window_end(value: str | int | None, option: str) -> int | None:
    """An end of the window in ns, from a time as people write it or from ns."""
    return None if value is None else to_ns(str(value), option)


def parsed(options: dict[str, object]) -> dict[str, object]:
    """Values of options as nsys_duck.open takes them: the ends of the window in ns."""
    ends = {name: RESTRICTIONS[name] for name in ("from_", "to") if name in options}
    options = options | {name: window_end(options[name], option) for name, option in ends.items()}
    require_order(options.get("from_"), options.get("to"))
    return options


def typed(options: dict[str, object]) -> list[str]:
    """The options among `options` that restrict a trace, as one types them."""
    return [
        f"{option} {shlex.quote(str(options[name]))}"
        for name, option in RESTRICTIONS.items()
        if options.get(name) is not None
    ]


def readings(during: str) -> Iterator[RangeName]:
    """Ways to read RANGE[@DOMAIN][/N], the plainest first: a text may itself contain @ and /."""
    yield RangeName(during, None, None)
    counted = re.fullmatch(r"(.*)/(\d{1,9})", during, re.S)
    if counted:
        yield RangeName(counted[1], None, int(counted[2]))
    for text, index in [(during, None)] + ([(counted[1], int(counted[2]))] if counted else []):
        name, at, domain = text.rpartition("@")
        if at:
            yield RangeName(name, domain, index)


def _range(trace: Trace, during: str) -> tuple[int, int, list[str]]:
    for reading in readings(during):
        found = trace.report("range_window", **reading._asdict()).rows
        if found:
            return _instance(reading, *found[0])
    like = trace.report("range_names", name=reading.name).rows
    listed = ", ".join(f"{name}@{domain}" for name, domain, _ in like)
    raise NsysDuckError(
        f"--during: no NVTX range with an end has the text {during!r}"
        + (f"; the nearest are: {listed}" if like else "; the trace has no such ranges at all")
    )


def _instance(
    reading: RangeName, start: int | None, end: int | None, count: int
) -> tuple[int, int, list[str]]:
    if start is None:
        raise UsageError(
            f"--during: {reading.name!r} has {counted(count, 'range')} with an end, /0{f' to /{count - 1}' if count > 1 else ''}; "
            f"there is no /{reading.index}"
        )
    if start == end:
        raise UsageError(f"--during: that range of {reading.name!r} has no length")
    if reading.index is None and count > 1:
        return (
            start,
            end,
            [
                f"{reading.name!r} is the first of {count} ranges; {'/1 is the other' if count == 2 else f'/1 to /{count - 1} are the others'}"
            ],
        )
    return start, end, []


def where_work_is(trace: Trace) -> list[str]:
    """Where the device work lies, for a window in which there is nothing; no sentence without a window."""
    if not trace.input.shape.windowed:
        return []
    ((start, end),) = trace.report("device_span").rows
    return [] if start is None else [f"device work runs from {seconds(start)} to {seconds(end)}"]


def _meaning(from_ns: int | None, to_ns: int | None) -> str:
    begin = "the start" if from_ns is None else seconds(from_ns)
    end = "the end" if to_ns is None else seconds(to_ns)
    length = "" if from_ns is None or to_ns is None else f" ({seconds(to_ns - from_ns)})"
    return (
        f"window: {begin} to {end}{length}; events are clipped to it, and spans and percentages "
        "are of the device work inside it, not of the window's length"
    )
