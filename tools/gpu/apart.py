"""Work on a GPU that may trap: a batch of cases a process, halved until the case that traps is alone.

A trap takes the context of its process with it, and with the context everything else that ran there.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from ptxisa.oracle.gpu.driver import Trapped

C = TypeVar("C")
R = TypeVar("R")


def apart(work: Callable[[Sequence[C]], R], cases: Sequence[C]) -> Iterator[tuple[Sequence[C], R | Trapped]]:
    """Yield the results of `work` in a process of its own; cases are halved until a case that traps is alone."""
    try:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            result = pool.submit(work, cases).result()
    except Trapped as trapped:
        if len(cases) == 1:
            yield cases, trapped
            return
        half = len(cases) // 2
        yield from apart(work, cases[:half])
        yield from apart(work, cases[half:])
        return
    yield cases, result
