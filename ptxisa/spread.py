"""Spread independent pieces of work over processes.

    workers = Workers(jobs=4)
    for result in workers.ordered(work, items): ...

Results are in the order of the items, so that outputs are the same bytes with any number of processes. When a process
dies, its items are done again; an item during which processes die every time raises `Lost`.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ptxisa.isa.names import counted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item], Result]
ATTEMPTS = 2
"""Most attempts at an item alone, after a process died with it; then the item is lost."""


class Lost(Exception):
    """Each process that had an item died before it was done: too little memory, or a crash."""

    def __init__(self, item: object) -> None:
        super().__init__(f"each process that had {str(item)[:80]} ended before it was done")
        self.item = item


class WorkPlace(Protocol):
    """A source of executors: processes of this machine, or a cluster.

    Attributes:
        window: Items that an executor has at a time.
        killed: Exceptions of an item whose worker died, where the executor continues.
    """

    window: int
    killed: tuple[type[BaseException], ...]

    def start(self, alone: bool) -> Executor:
        """Return an executor; with `alone`, for one item at a time."""

    def stop(self, executor: Executor) -> None:
        """Stop an executor, also in the middle of its work."""

    def close(self) -> None:
        """Release everything."""


class Workers:
    """`jobs` processes of this machine, 0 for one on each core; or the executors of a place.

    With one process, the work is done in this process, item by item, when results are requested.
    """

    place: Callable[[], WorkPlace] | None = None
    """Function that returns the place of all work instead of processes; `tools/cluster.py` sets it."""

    def __init__(self, jobs: int = 0) -> None:
        self.jobs = jobs

    def ordered(
        self, work: Work[Item, Result], items: Sequence[Item], progress: Progress | None = None
    ) -> Iterator[Result]:
        """Yield the result of each item, in the order of the items; hide the line of progress while it is used."""
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
        """Yield the index and the result of each item, as they are completed.

        Args:
            work: A function of a module, or a `partial` of one. Its exceptions are raised here.
            items: The items, which are pickled for processes.

        Raises:
            Lost: Processes died with an item every time.
        """
        count = min(self.jobs or cores(), cores(), len(items))
        if self.place is not None:
            yield from spread_over(self.place(), work, items)
        elif count <= 1:
            yield from ((index, work(item)) for index, item in enumerate(items))
        else:
            yield from spread_over(Processes(count), work, items)


ALONE = Workers(1)
"""This process."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory_size() -> int | None:
    """Return the bytes of memory that this process may use; None where the system does not report them."""
    sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")] if hasattr(os, "sysconf") else []
    # The limit of a container, in both versions of control groups.
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        # Without a limit, the text is "max".
        with contextlib.suppress(OSError, ValueError), open(path, encoding="ascii") as file:
            sizes.append(int(file.read()))
    return min(sizes, default=None)


# --- processes ---


class Processes:
    """Processes of this machine. When one dies, the executor breaks, and all its items must be done again."""

    killed: tuple[type[BaseException], ...] = ()

    def __init__(self, count: int) -> None:
        # Loaded here: one process, the usual case, needs no folder.
        import tempfile

        # Twice as many items as processes, so that none waits for the parent, and few are lost with a process.
        self.count, self.window = count, 2 * count
        self.folder = tempfile.TemporaryDirectory(prefix="ptxisa-")

    def start(self, alone: bool) -> Executor:
        """Start one process, or all."""
        # Loaded here: one process, the usual case, needs none of it.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Spawned: a process that forks would inherit the open database.
        context = get_context("spawn")
        return ProcessPoolExecutor(
            1 if alone else self.count, context, initializer=_prepare_process, initargs=(self.folder.name,)
        )

    def stop(self, executor: Executor) -> None:
        """Stop the processes, also in the middle of their work, which `shutdown` would wait for."""
        processes = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()

    def close(self) -> None:
        """Delete the folder of the processes."""
        self.folder.cleanup()


def _prepare_process(folder: str) -> None:
    """Leave interrupts to the parent, which stops this process and deletes its temporary files."""
    import signal
    import tempfile
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tempfile.tempdir = folder
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str) -> None:
    """Exit when the parent was killed: it stops no process then, and this one would wait for work forever."""
    import shutil
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


def spread_over(place: WorkPlace, work: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the index and the result of each item, done by the executors of a place.

    When an executor breaks, it does not say which of its items killed a process. Each of them is done again alone, with
    an executor of its own, until the item is found.
    """
    from concurrent.futures import FIRST_COMPLETED, wait
    from concurrent.futures.process import BrokenProcessPool

    waiting, suspects = deque(range(len(items))), deque[int]()
    attempts: dict[int, int] = {}

    def suspect(indices: Sequence[int], alone: bool) -> None:
        for index in indices:
            attempts[index] = attempts.get(index, 0) + alone
            if attempts[index] >= ATTEMPTS:
                raise Lost(items[index])
            suspects.append(index)

    try:
        while waiting or suspects:
            alone = bool(suspects)
            queue, window = (suspects, 1) if alone else (waiting, place.window)
            executor = place.start(alone)
            running: dict[Future[Any], int] = {}
            try:
                while queue or running:
                    while queue and len(running) < window:
                        job = executor.submit(work, items[queue[0]])
                        running[job] = queue.popleft()
                    for job in wait(running, return_when=FIRST_COMPLETED).done:
                        try:
                            result = job.result()
                        except place.killed:
                            suspect([running.pop(job)], alone)
                        else:
                            yield running.pop(job), result
            except BrokenProcessPool:
                suspect(list(running.values()), alone)
            finally:
                place.stop(executor)
    finally:
        place.close()


# --- progress ---


class Progress:
    """A line on a terminal with the share that is done and an estimate of the time left.

    `sizes` are estimates of the work of each item, in any unit; without them all items are equal.
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
        """Return the seconds that the rest takes at the present rate; None before something is done."""
        whole = sum(self.sizes) if self.sizes else self.total
        elapsed = time.monotonic() - self.began
        return elapsed / self.size * (whole - self.size) if self.size > 0 and elapsed > 1 else None

    def line(self) -> str:
        """Return the line: `12 of 40 files, about 3 minutes left`."""
        left = self.left()
        estimate = f", about {duration(left)} left" if left is not None and self.count < self.total else ""
        return f"{self.count:,} of {self.total:,} {self.what}{estimate}"

    def show(self) -> None:
        """Show the line."""
        if self.shown:
            print(f"\r{self.line()}\x1b[K", end="", file=sys.stderr, flush=True)

    def hide(self) -> None:
        """Clear the line."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a duration in one unit, rounded: `40 seconds`, `3 minutes`, `2 hours`."""
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return counted(round(seconds / size), unit)
    return counted(round(seconds), "second")
