"""ptxas releases: find them in the cache, or fetch them as pinned pip wheels."""

from __future__ import annotations

from pathlib import Path

from ptxisa.oracle import wheels
from ptxisa.oracle.ptxas.pins import PINS
from ptxisa.oracle.wheels import Pin, ReleaseError, Say, Tool, quiet

__all__ = ["PTXAS", "ReleaseError", "Say", "cached", "earlier", "fetch_unpinned", "find"]

PTXAS = Tool("ptxas", "ptxas", r"/bin/ptxas$", PINS)


def find(name: str, say: Say = quiet) -> Path:
    """The ptxas binary of a release such as `12.9`, or at a path; fetched when it is not cached yet."""
    return wheels.find(PTXAS, name, say)


def cached() -> list[str]:
    """The pinned releases that are in the cache, oldest first."""
    return wheels.cached(PTXAS)


def fetch_unpinned(release: str, say: Say = quiet) -> tuple[Path, Pin]:
    """The ptxas of a release, from its newest wheel where it has no pin, and the pin that it has or would have."""
    return wheels.fetch_unpinned(PTXAS, "nvidia-cuda-nvcc", release, say)


def earlier(release: str) -> str:
    """The newest pinned release before another one; empty if there is none."""
    return max((one for one in PINS if wheels.order(one) < wheels.order(release)), key=wheels.order, default="")
