"""Source files by their suffix: C++ or Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from ptxisa.sources.cuda import cuda_regions
from ptxisa.sources.python import python_regions
from ptxisa.sources.regions import PYTHON, Region, Unread


def regions(text: str, name: str, target: str | None = None) -> Iterator[Region | Unread]:
    """Yield the PTX texts of a source file in order, and the places whose text is computed.

    Args:
        text: The file.
        name: Its name; the suffix selects the language (CUDA C++ or Python).
        target: Target for which `#if` conditions on `__CUDA_ARCH__` are evaluated; without it, both branches count.
    """
    if PurePath(name).suffix.lower() in PYTHON:
        yield from python_regions(text, target)
    else:
        yield from cuda_regions(text, target, host=PurePath(name).suffix.lower() not in (".cu", ".cuh"))
