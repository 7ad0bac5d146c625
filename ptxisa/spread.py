"""Spread independent pieces of work over processes of this machine, or over the workers of a Dask cluster.

    workers = Workers(jobs=4)                                   # or Workers(cluster="tcp://host:8786")
    for result in workers.ordered(work, items): ...

Results have the order of the items wherever the work is done, so that outputs are the same bytes as alone. When a
worker ends in the middle, its items are done again; an item during which workers end every time is `Lost`.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

from ptxisa.fingerprint import fingerprint
from ptxisa.isa.names import counted

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item], Result]
Numbered = tuple[int, Any]

ATTEMPTS = 2
"""How often an item is done alone, after workers ended while they had it with others, before it is lost."""
CLUSTER_WINDOW = 1024
"""Items that a cluster has at a time; on this machine two for each process."""
CONNECTION_LIMIT = 15
"""Seconds in which a scheduler must answer."""


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, in one line."""


class Lost(Exception):
    """Each worker that had an item ended before it was done: too little memory, or a crash."""

    def __init__(self, item: object) -> None:
        super().__init__(f"each process that had {str(item)[:80]} ended before it was done")
        self.item = item


class Workers:
    """Where work is done: `jobs` processes of this machine (0: one for each core), or the cluster of a scheduler.

    One process is this one: the work is done here, item by item, when results are asked for.
    """

    def __init__(self, jobs: int = 0, cluster: str | None = None) -> None:
        self.jobs, self.cluster = jobs, cluster

    def ordered(
        self, work: Work[Item, Result], items: Sequence[Item], progress: Progress | None = None
    ) -> Iterator[Result]:
        """The result of each item, in the order of the items; the line of progress is hidden while it is used."""
        early: dict[int, Result] = {}
        following = 0
        for index, result in self.completed(work, items):
            early[index] = result
            if progress:
                progress.add(index)
            while following in early:
                if progress:
                    progress.hide()
                yield early.pop(following)
                following += 1
            if progress:
                progress.show()
        if progress:
            progress.hide()

    def completed(self, work: Work[Item, Result], items: Sequence[Item]) -> Iterator[tuple[int, Result]]:
        """The index and the result of each item, as they are completed.

        `work` is a function of a module, or a `partial` of one. Raises what it raises, `Lost` and `ClusterError`.
        """
        if self.cluster:
            yield from _Run(_Cluster(self.cluster), partial(_on_worker, fingerprint(), work), items).results()
        elif (count := min(self.jobs or cores(), cores(), len(items))) > 1:
            yield from _Run(_Processes(count), work, items).results()
        else:
            yield from ((index, work(item)) for index, item in enumerate(items))


ALONE = Workers(1)
"""This process."""


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Processes:
    """Processes of this machine. When one ends, the executor is broken, and all that it had must be done again."""

    killed: tuple[type[BaseException], ...] = ()
    """What the result of a single item is when workers ended while they had it."""

    def __init__(self, count: int) -> None:
        self.count, self.window = count, 2 * count
        self.folder = tempfile.TemporaryDirectory(prefix="ptxisa-")

    def start(self, alone: bool) -> Executor:
        # A process that forks would take the open database along.
        return ProcessPoolExecutor(
            1 if alone else self.count, get_context("spawn"), initializer=_prepare, initargs=(self.folder.name,)
        )

    def stop(self, executor: Executor) -> None:
        """End the processes, also those that are in the middle of something."""
        processes = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()

    def close(self) -> None:
        self.folder.cleanup()


def _prepare(folder: str) -> None:
    """An interrupt is for the parent, which ends this process and deletes its temporary files."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tempfile.tempdir = folder


class _Cluster:
    """The workers of a Dask scheduler, which gives the items of a worker that has gone to another one."""

    window = CLUSTER_WINDOW

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise ClusterError("--cluster needs Dask: pip install 'ptxisa[cluster]'") from None
        self.killed: tuple[type[BaseException], ...] = (KilledWorker,)
        try:
            self.client = Client(address, timeout=CONNECTION_LIMIT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ClusterError(f"no scheduler of Dask answers at {address[:80]}: {reason}") from None

    def start(self, alone: bool) -> Executor:
        executor: Executor = self.client.get_executor(pure=False)
        return executor

    def stop(self, executor: Executor) -> None:
        executor.shutdown(wait=False)

    def close(self) -> None:
        self.client.close()


def _on_worker(wanted: str, work: Work[Item, Result], item: Item) -> Result:
    """Do the work, where the package is the same as that of the command."""
    if fingerprint() != wanted:
        raise ClusterError(f"the package of a worker differs from that of this command: {os.path.dirname(__file__)}")
    return work(item)


class _Run:
    """The items of one call. Those that processes had when one of them ended are done alone, to tell which it was."""

    def __init__(self, place: _Processes | _Cluster, work: Callable[[Any], Any], items: Sequence[Any]) -> None:
        self.place, self.work, self.items = place, work, items
        self.waiting = deque(range(len(items)))
        self.suspects: deque[int] = deque()
        self.attempts: dict[int, int] = {}

    def results(self) -> Iterator[Numbered]:
        try:
            while self.waiting or self.suspects:
                yield from self._some(alone=bool(self.suspects))
        except (CancelledError, ImportError) as error:
            if isinstance(self.place, _Processes):
                raise
            gone = "the scheduler has gone" if isinstance(error, CancelledError) else f"on a worker: {error}"
            raise ClusterError(f"the work is not done: {gone}") from None
        finally:
            self.place.close()

    def _some(self, alone: bool) -> Iterator[Numbered]:
        """Results until a process ends or no item of the sort is left."""
        queue, window = (self.suspects, 1) if alone else (self.waiting, self.place.window)
        executor = self.place.start(alone)
        running: dict[Future[Any], int] = {}
        try:
            while queue or running:
                self._submit(executor, queue, running, window)
                for job in wait(running, return_when=FIRST_COMPLETED).done:
                    try:
                        result = job.result()
                    except self.place.killed:
                        self._suspect([running.pop(job)], alone)
                    else:
                        yield running.pop(job), result
        except BrokenProcessPool:
            self._suspect(list(running.values()), alone)
        finally:
            self.place.stop(executor)

    def _submit(self, executor: Executor, queue: deque[int], running: dict[Future[Any], int], window: int) -> None:
        while queue and len(running) < window:
            job = executor.submit(self.work, self.items[queue[0]])
            running[job] = queue.popleft()

    def _suspect(self, indices: Sequence[int], alone: bool) -> None:
        for index in indices:
            self.attempts[index] = self.attempts.get(index, 0) + alone
            if self.attempts[index] >= ATTEMPTS:
                raise Lost(self.items[index])
            self.suspects.append(index)


class Progress:
    """A line on a terminal that says how much is done and about how long the rest takes.

    `sizes` are estimates of the work of each item, of any unit; without them all items are alike.
    """

    def __init__(self, total: int, what: str, sizes: Sequence[float] = (), *, shown: bool | None = None) -> None:
        self.total, self.what, self.sizes = total, what, sizes
        self.count, self.size, self.began = 0, 0.0, time.monotonic()
        self.shown = sys.stderr.isatty() if shown is None else shown

    def add(self, index: int) -> None:
        """Count an item as done."""
        self.count += 1
        self.size += self.sizes[index] if self.sizes else 1

    def left(self) -> float | None:
        """Seconds that the rest takes if it goes on as before; None before something is done."""
        whole = sum(self.sizes) if self.sizes else self.total
        elapsed = time.monotonic() - self.began
        return elapsed / self.size * (whole - self.size) if self.size > 0 and elapsed > 1 else None

    def line(self) -> str:
        """`12 of 40 files, about 3 minutes left`."""
        left = self.left()
        estimate = f", about {duration(left)} left" if left is not None and self.count < self.total else ""
        return f"{self.count:,} of {self.total:,} {self.what}{estimate}"

    def show(self) -> None:
        if self.shown:
            print(f"\r{self.line()}\x1b[K", end="", file=sys.stderr, flush=True)

    def hide(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """`40 seconds`, `3 minutes`, `2 hours`: one unit, rounded."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return counted(round(seconds / size), unit)
    return counted(round(seconds), "second")
