"""The machine divided among traces that are open at once."""

from nsys_duck.engine import connect as engine

LEAST_GIB = 2  # of memory for each, where the user does not say how many


def jobs(options: dict[str, object], traces: int, wanted: int | None) -> int:
    """How many of `traces` to open at once: as many as wanted, else as there are cores and memory for."""
    if traces > 1 and wanted is None:
        gib, threads = engine.allowance(options["memory_limit"], options["threads"])
        wanted = max(min(threads, int(gib / LEAST_GIB)), 1)
    return min(wanted or 1, traces)


def share(options: dict[str, object], jobs: int) -> dict[str, object]:
    """The options of a run, memory and threads divided by `jobs`."""
    if jobs == 1:
        return options
    gib, threads = engine.allowance(options["memory_limit"], options["threads"])
    return options | {"memory_limit": f"{gib / jobs:.3f}GiB", "threads": max(threads // jobs, 1)}
