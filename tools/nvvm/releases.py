"""libNVVM releases: find them in the cache, or fetch them as pinned pip wheels."""

from __future__ import annotations

from pathlib import Path

from ptxisa.oracle import wheels
from ptxisa.oracle.wheels import ReleaseError, Say, Tool, quiet
from tools.nvvm.pins import PINS

__all__ = ["LIBNVVM", "ReleaseError", "Say", "find"]

LIBNVVM = Tool("libNVVM", "libnvvm.so", r"/libnvvm\.so(\.[0-9]+)*$", PINS)


def find(name: str, say: Say = quiet) -> Path:
    """The library of a release such as `12.9`, or at a path; fetched when it is not cached yet."""
    return wheels.find(LIBNVVM, name, say)
