"""CUDA releases by driver, target and PTX version: which PTX a driver compiles, which release assembles for a target.

A driver compiles PTX up to the version of its own CUDA release. Machine code of a newer release of the same major
version runs on it as well (minor-version compatibility), but the PTX of that release does not compile there.
"""

from __future__ import annotations

import re

from ptxisa.isa.names import Unknown
from ptxisa.isa.toolkits import Toolkit, Update, known
from ptxisa.isa.versions import order

PLATFORMS = ("linux", "windows")
_DRIVER = re.compile(r"r?[0-9]{3,4}(\.[0-9]{1,4}){0,2}\Z")


class UnknownDriver(Unknown, ValueError):
    """A text that is not a driver version, or a driver older than all that are recorded."""


def numbers(text: str) -> tuple[int, ...]:
    """A driver version such as 550.54.14 as numbers; raises `UnknownDriver`."""
    if not _DRIVER.match(text):
        raise UnknownDriver(f"{text[:40]!r} is not a driver version, such as 550 or 550.54.14")
    return tuple(int(part) for part in text.lstrip("r").split("."))


def supported(driver: str, platform: str = "linux") -> list[Toolkit]:
    """The releases whose own driver is no newer than this one, oldest first; raises `UnknownDriver`.

    Of a driver branch such as 550 the newest driver counts.
    """
    given = numbers(driver)
    found = [one for one in known().values() if _reached(one, given, platform)]
    if not found:
        oldest = next(iter(known().values()))
        raise UnknownDriver(f"driver {driver} is older than that of CUDA {oldest.release}, the oldest recorded")
    return found


def _reached(one: Toolkit, given: tuple[int, ...], platform: str) -> bool:
    needed = [numbers(_of(update, platform)) for update in one.drivers if _of(update, platform)]
    if needed:
        return min(needed)[: len(given)] <= given
    return 0 < one.branch <= given[0]


def _of(update: Update, platform: str) -> str:
    return update.windows if platform == "windows" else update.linux


def runs(driver: str, platform: str = "linux") -> list[Toolkit]:
    """The releases whose applications run on the driver by minor-version compatibility alone, oldest first."""
    own = {one.release for one in supported(driver, platform)}
    newest = max(own, key=order)
    major = newest.split(".")[0]
    return [one for one in known().values() if one.release.split(".")[0] == major and one.release not in own]


def newest_ptx(driver: str, platform: str = "linux") -> str:
    """The newest PTX version that the driver compiles; raises `UnknownDriver`."""
    return max((one.ptx for one in supported(driver, platform)), key=order)


def assembling(target: str) -> list[Toolkit]:
    """The releases whose ptxas was measured to assemble for a target, oldest first."""
    return [one for one in known().values() if target in one.targets]


def with_ptx(version: str) -> list[Toolkit]:
    """The releases with a PTX version or a later one, oldest first."""
    return [one for one in known().values() if order(one.ptx) >= order(version)]
