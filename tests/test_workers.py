"""Tasks done by several processes at once."""

import os
import signal
import time

import pytest

from nsys_duck.errors import UsageError
from nsys_duck.page.workers import Lost, in_order


def doubled(number: int) -> int:
    time.sleep(0.2 if number == 0 else 0)  # the first is the last to be done
    return 2 * number


def failing(number: int) -> int:
    if number == 1:
        raise UsageError("one is none")
    return number


def dying(number: int) -> int:
    if number in (0, 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 2:
        os._exit(7)
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_tasks(jobs):
    assert list(in_order(doubled, [0, 1, 2, 3, 4], jobs)) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised_in_its_turn(jobs):
    results = in_order(failing, [0, 1, 2], jobs)
    assert next(results) == 0
    with pytest.raises(UsageError, match="one is none"):
        next(results)


def test_a_process_that_ends_costs_its_task_only():
    found = list(in_order(dying, [0, 1, 2, 3, 4], 2))
    assert found == [Lost(-signal.SIGKILL), Lost(-signal.SIGKILL), Lost(7), 3, 4]
    assert str(found[0]) == "its process was ended by SIGKILL: out of memory? Fewer --jobs need less"
    assert str(found[2]) == "its process ended with status 7"
