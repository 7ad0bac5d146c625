"""Spread independent pieces of work over processes of this machine, or over the workers of a Dask cluster.

    workers = Workers(jobs=4)                                   # or Workers(cluster="tcp://host:8786")
    for result in workers.ordered(work, items): ...

Results have the order of the items wherever the work is done, so that outputs are the same bytes as alone. When a
worker ends in the middle, its items are done again; an item during which workers end every time is `Lost`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence

from ptxisa.isa.names import counted
from ptxisa.work import ClusterError, Item, Lost, Result, Work

__all__ = ["ALONE", "ClusterError", "Lost", "Progress", "Workers", "cores", "duration"]


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
        count = min(self.jobs or cores(), cores(), len(items))
        if count <= 1 and not self.cluster:
            yield from ((index, work(item)) for index, item in enumerate(items))
            return
        from ptxisa.executors import over_cluster, over_processes

        yield from over_cluster(self.cluster, work, items) if self.cluster else over_processes(count, work, items)


ALONE = Workers(1)
"""This process."""


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
