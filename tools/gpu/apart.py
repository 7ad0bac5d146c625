"""Work on a GPU that may trap or never end, in processes of its own.

A trap takes the context of its process with it, and with the context everything else that ran there. `apart` halves a
batch of cases until the case that traps is alone; `in_time` has results one by one, and goes on after the case that
was late or ended its process.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeVar

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


class NoResult(NamedTuple):
    """A case has no result, and why."""

    reason: str


class _Worker(NamedTuple):
    """A process, its cases without results, and the time of its last result."""

    process: BaseProcess
    cases: deque[Any]
    since: float


def in_time(
    work: Callable[[Sequence[C]], Iterable[R]], cases: Iterable[C], jobs: int, seconds: float, batch: int = 20
) -> Iterator[tuple[C, R | NoResult]]:
    """Yield cases with their results as they come.

    Args:
        work: Function that yields the result of each case in order. It may stop early; a new process has the rest.
        cases: The cases.
        jobs: Number of processes.
        seconds: Time for one case, after which its process is ended.
        batch: Number of cases of a process.
    """
    spawn = multiprocessing.get_context("spawn")
    waiting = deque(cases)
    workers: dict[Connection, _Worker] = {}
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                part = [waiting.popleft() for _ in range(min(batch, len(waiting)))]
                receiver, sender = spawn.Pipe(duplex=False)
                process = spawn.Process(target=_send, args=(sender, work, part))
                process.start()
                sender.close()
                workers[receiver] = _Worker(process, deque(part), time.monotonic())
            ready = wait(list(workers), timeout=1)
            for receiver, worker in list(workers.items()):
                if receiver in ready:
                    try:
                        results, lost = receiver.recv(), None
                    except EOFError:
                        results, lost = None, NoResult("its process ended")
                    if results is not None:
                        for result in results:
                            yield worker.cases.popleft(), result
                        workers[receiver] = worker._replace(since=time.monotonic())
                        continue
                elif time.monotonic() - worker.since > seconds:
                    lost = NoResult(f"no result within {seconds:g} seconds")
                else:
                    continue
                del workers[receiver]
                worker.process.kill()
                worker.process.join()
                if lost and worker.cases:
                    yield worker.cases.popleft(), lost
                waiting.extendleft(reversed(worker.cases))
    finally:
        for worker in workers.values():
            worker.process.kill()


def _send(sender: Connection, work: Callable[[Sequence[C]], Iterable[R]], cases: Sequence[C]) -> None:
    """Send each result in a list, an empty list when the process begins, and None after the last result."""
    sender.send([])
    for result in work(cases):
        sender.send([result])
    sender.send(None)
