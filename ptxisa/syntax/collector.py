"""Keep the garbage collector from looking through trees. They have no cycles, and looking takes as long as parsing.

While a tree grows the collector is off. When the tree is done, freezing and thawing puts its nodes among the
objects that the collector looks at last, without its looking at them on the way. This also makes it forget how
many objects were waiting for it; hence young objects are collected before, and all objects from time to time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SMALL = 10_000
"""Length of text whose tree is too small to pause the collector."""
_VOLUME = 100_000_000
"""Length of text after which everything is collected."""
_parsed = 0


@contextmanager
def paused(length: int) -> Iterator[None]:
    """Pause garbage collection while a tree is built from a text of this length."""
    if length <= _SMALL or not gc.isenabled() or gc.get_freeze_count():
        yield
        return
    gc.collect(1)
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.enable()
        _count(length)


def _count(length: int) -> None:
    global _parsed
    _parsed += length
    if _parsed > _VOLUME:
        _parsed = 0
        gc.collect()
