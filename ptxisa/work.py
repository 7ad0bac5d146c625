"""Work that is spread over processes or a cluster, and how it can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Work = Callable[[Item], Result]


class ClusterError(Exception):
    """The cluster cannot be used; the message says why, in one line."""


class Lost(Exception):
    """Each worker that had an item ended before it was done: too little memory, or a crash."""

    def __init__(self, item: object) -> None:
        super().__init__(f"each process that had {str(item)[:80]} ended before it was done")
        self.item = item
