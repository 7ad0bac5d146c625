"""The executors over which `ptxisa.spread` spreads items: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any

from ptxisa.fingerprint import fingerprint
from ptxisa.work import ClusterError, Item, Lost, Result, Work

Numbered = tuple[int, Any]
"""The index of an item, and its result."""
ATTEMPTS = 2
"""Maximum number of attempts at an item alone, after a worker ended with it; then the item is lost."""
CLUSTER_WINDOW = 1024
"""Items that a cluster has at a time; on this machine two for each process."""
CONNECTION_LIMIT = 15
"""Seconds in which a scheduler must answer."""


def over_processes(count: int, work: Work[Item, Result], items: Sequence[Item]) -> Iterator[tuple[int, Result]]:
    """The index and the result of each item, done by processes of this machine."""
    return _Run(_Processes(count), work, items).results()


def over_cluster(address: str, work: Work[Item, Result], items: Sequence[Item]) -> Iterator[tuple[int, Result]]:
    """The index and the result of each item, done by the workers of a scheduler of Dask."""
    return _Run(_Cluster(address), partial(_on_worker, fingerprint(), work), items).results()


class _Processes:
    """Processes of this machine. When one ends, the executor is broken, and all that it had must be done again."""

    killed: tuple[type[BaseException], ...] = ()
    """Exceptions which say that workers ended while they had an item."""

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
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str) -> None:
    """A parent that is killed stops nothing and deletes nothing; its processes would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


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
