"""Pause the garbage collector while a large tree is built.

Trees have no cycles, and searching them for cycles takes as long as parsing. Freezing and thawing moves the nodes of a
finished tree to the oldest generation, which is collected last, without visiting them. This also resets the counts of
allocations; hence young objects are collected before, and all objects from time to time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SMALL = 10_000
"""Length of text whose tree is too small to pause the collector."""
VOLUME = 100_000_000
"""Length of text after which everything is collected."""
_parsed = 0


@contextmanager
def paused(length: int) -> Iterator[None]:
    """Pause garbage collection while a tree is built from a text of this length."""
    global _parsed
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
        _parsed += length
        if _parsed > VOLUME:
            _parsed = 0
            gc.collect()
