"""CUDA releases: PTX version, drivers, and the targets of their assemblers."""

from __future__ import annotations

import re
from typing import NamedTuple

from ptxisa.isa.names import UnrecordedName, suggestion

_SPELLING = re.compile(r"(?:cuda-?)?([0-9]{1,3}\.[0-9]{1,3})\Z", re.IGNORECASE)


class Update(NamedTuple):
    """The driver of an update of a release; `windows` is "" if the release notes have none."""

    update: str
    linux: str
    windows: str


class Toolkit(NamedTuple):
    """A CUDA release.

    `branch` is the driver branch, such as 560; `targets` are those for which its ptxas assembles, empty if that was
    not measured; `runs_from` is the oldest driver branch on which applications of the release run by minor-version
    compatibility, or ""; `without` are targets of its PTX version that it does not support.
    """

    name: str
    release: str
    ptx: str
    branch: int
    drivers: tuple[Update, ...]
    runs_from: str
    ptxas: str
    targets: tuple[str, ...]
    without: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<CUDA {self.release}: PTX {self.ptx}, {len(self.targets)} targets>"


class UnknownToolkit(UnrecordedName, ValueError):
    """A CUDA release without a record."""


def toolkit(text: str) -> Toolkit:
    """Return the release `12.6` or `cuda-12.6`; raise `UnknownToolkit`, which suggests a similar one."""
    match = _SPELLING.match(text)
    release = match[1] if match else text
    if release in known():
        return known()[release]
    hint = suggestion(release, known()) or "see `ptxisa toolkits`"
    raise UnknownToolkit(f"unknown CUDA release {text[:40]!r}; {hint}")


def known() -> dict[str, Toolkit]:
    """Return every recorded CUDA release by number, oldest first."""
    from ptxisa._generated.capabilities import TOOLKITS

    return TOOLKITS
