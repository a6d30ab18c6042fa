"""Programs of steps with a planted cause: each a list of items for every rank, with the cause and without it."""

import random
from typing import NamedTuple

from simulator.machine import COMM, COPY, MAIN, PAGEABLE, Item, item

CAUSES = ("launch_bound", "queue_drained", "pageable_copy", "exposed_copy", "blocking_communication", "same_stream",
          "allocation_in_loop", "os_blocking", "profiler_overhead", "gpu_imbalance", "kernel_drift", "small_grid",
          "dominant_kernel")  # fmt: skip
SEVERAL_GPUS = {"blocking_communication", "same_stream", "gpu_imbalance"}
SM_COUNT = 100


class Shape(NamedTuple):
    """The program itself: how many steps and kernels, how long they are, all from one seed."""

    steps: int
    kernels: int
    lengths: tuple[int, ...]
    code: int
    ranks: int
    marks: bool

    @classmethod
    def of(cls, seed: int, ranks: int, marks: bool) -> "Shape":
        """A shape drawn with `seed`."""
        draw = random.Random(seed)
        kernels = draw.randint(8, 16)
        lengths = tuple(draw.randint(60_000, 140_000) for _ in range(kernels))
        return cls(draw.randint(8, 14), kernels, lengths, draw.randint(1_000, 6_000), ranks, marks)


def program(shape: Shape, causes: frozenset[str], rank: int, seed: int) -> list[Item]:
    """What `rank` does."""
    draw = random.Random(seed)  # the same for all ranks, with a cause and without it
    size = draw.uniform(0.15, 0.4)  # of the step: how much time the causes take
    work = sum(shape.lengths)
    items: list[Item] = []
    for step in range(shape.steps):
        items += one_step(shape, causes, rank, step, int(size * work))
    return [*items, item("synchronize")]


def one_step(shape: Shape, causes: frozenset[str], rank: int, step: int, lost: int) -> list[Item]:
    """One step; `lost` is about the time that a cause takes of it."""
    middle = shape.kernels // 2
    several = shape.ranks > 1
    comm_at_end = several and not causes & {"blocking_communication", "same_stream"}
    items = [item("push", text=f"step {step}")]
    # no more than one step ahead of the device
    items.append(item("await_event", event=f"end {step - 2}"))
    if "pageable_copy" in causes:
        items.append(item("copy", length=lost, size=lost * 6, memory=PAGEABLE))
    elif "exposed_copy" in causes:
        items.append(item("copy", length=lost, size=lost * 20))
    else:
        items.append(item("copy", length=lost // 2, size=lost * 10, stream=COPY))
    for place, length in enumerate(shape.lengths):
        name, grid = f"kernel_{place}", 1000
        items.append(item("code", length=shape.code))
        if "launch_bound" in causes:
            items.append(item("code", length=length + lost // shape.kernels))
        if place == middle:
            items += in_the_middle(shape, causes, step, lost)
            if "small_grid" in causes:
                grid, length = SM_COUNT // 10, length + lost
            if "small_grid spread" in causes:
                length = (length + lost) // 10
            if "dominant_kernel" in causes:
                length = 3 * sum(shape.lengths)
        if place == middle + 1 and "kernel_drift" in causes:
            length += lost * max(0, step - 2) // shape.steps
        if "gpu_imbalance" in causes and rank == 1:
            length += lost // shape.kernels
        items.append(item("kernel", name=name, length=length, grid=grid))
    if comm_at_end:
        # hidden behind the first half of the next step
        items += [item("record", event="grads", stream=MAIN), item("wait", event="grads", stream=COMM),
                  item("collective", name="ncclDevKernel_AllReduce_Sum_f32_RING_LL", length=lost // 2)]  # fmt: skip
    items.append(item("record", event=f"end {step}", stream=MAIN))
    return [*items, item("pop", marks=shape.marks)]


def in_the_middle(shape: Shape, causes: frozenset[str], step: int, lost: int) -> list[Item]:
    """What a cause does in the middle of a step."""
    items = []
    name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL"
    if "queue_drained" in causes:
        items += [item("synchronize"), item("code", length=lost)]
    if "allocation_in_loop" in causes:
        items.append(item("allocate", length=ahead(shape) + lost))
    if "os_blocking" in causes:
        items.append(item("system", length=ahead(shape) + lost))
    if "profiler_overhead" in causes:
        items.append(item("overhead", length=ahead(shape) + lost))
    if "same_stream" in causes:
        items.append(item("collective", name=name, length=lost, stream=MAIN))
    if "blocking_communication" in causes:
        items += [item("record", event="half", stream=MAIN), item("wait", event="half", stream=COMM),
                  item("collective", name=name, length=lost), item("record", event="reduced", stream=COMM),
                  item("wait", event="reduced", stream=MAIN)]  # fmt: skip
    return items


def ahead(shape: Shape) -> int:
    """How far the host may be ahead of the device: what blocks it must last longer to be felt."""
    return 2 * sum(shape.lengths)


def without(causes: frozenset[str], cause: str) -> frozenset[str]:
    """The causes that remain: what a small grid computes is still there, spread over all multiprocessors."""
    return causes - {cause} | ({"small_grid spread"} if cause == "small_grid" else set())
