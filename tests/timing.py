"""Processor time of a call, for tests that time grows linearly with the input."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable
from typing import Any


def processor_time(work: Callable[[], Any], runs: int = 3) -> float:
    """Return the least processor time of some runs, in seconds.

    The garbage collector is off meanwhile, as always in `timeit`: a collection of all objects that other tests have
    left takes a hundred milliseconds. The least time is not disturbed by other processes.
    """
    return min(timeit.repeat(work, number=1, repeat=runs, timer=time.process_time))
