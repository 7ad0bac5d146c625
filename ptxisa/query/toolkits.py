"""CUDA releases by driver, target and PTX version: which PTX a driver compiles, which release assembles for a target.

A driver compiles PTX up to the version of its own CUDA release. Machine code of a newer release of the same major
version also runs on it (minor-version compatibility), but the PTX of that release does not compile there.
"""

from __future__ import annotations

import re

from ptxisa.isa.names import Unknown
from ptxisa.isa.toolkits import Toolkit, known
from ptxisa.isa.versions import order

PLATFORMS = ("linux", "windows")
_DRIVER = re.compile(r"r?[0-9]{3,4}(\.[0-9]{1,4}){0,2}\Z")


class UnknownDriver(Unknown, ValueError):
    """A text that is not a driver version, or a driver older than all recorded ones."""


def numbers(text: str) -> tuple[int, ...]:
    """Return a driver version such as 550.54.14 as numbers; raises `UnknownDriver`."""
    if not _DRIVER.match(text):
        raise UnknownDriver(f"{text[:40]!r} is not a driver version, such as 550 or 550.54.14")
    return tuple(int(part) for part in text.lstrip("r").split("."))


def supported(driver: str, platform: str = "linux") -> list[Toolkit]:
    """Return the releases whose own driver is not newer than this one, oldest first.

    A driver branch such as 550 means its newest driver.

    Args:
        driver: A driver version, or a branch.
        platform: One of `PLATFORMS`.

    Raises:
        UnknownDriver: The text is not a driver version, or the driver is older than all recorded ones.
    """
    version = numbers(driver)
    releases = []
    for toolkit in known().values():
        drivers = [update.windows if platform == "windows" else update.linux for update in toolkit.drivers]
        first = min((numbers(text) for text in drivers if text), default=None)
        if first is not None:
            compiles = first[: len(version)] <= version
        else:
            # Only the branch is known of some releases, and 0 where not even that is.
            compiles = 0 < toolkit.branch <= version[0]
        if compiles:
            releases.append(toolkit)
    if not releases:
        oldest = next(iter(known().values()))
        raise UnknownDriver(f"driver {driver} is older than that of CUDA {oldest.release}, the oldest recorded")
    return releases


def runs(driver: str, platform: str = "linux") -> list[Toolkit]:
    """Return the releases whose applications run only by minor-version compatibility, oldest first."""
    own = {toolkit.release for toolkit in supported(driver, platform)}
    major = max(own, key=order).split(".")[0]
    return [
        toolkit for toolkit in known().values() if toolkit.release.split(".")[0] == major and toolkit.release not in own
    ]


def newest_ptx(driver: str, platform: str = "linux") -> str:
    """Return the newest PTX version that the driver compiles; raises `UnknownDriver`."""
    return max((toolkit.ptx for toolkit in supported(driver, platform)), key=order)


def assembling(target: str) -> list[Toolkit]:
    """Return the releases whose ptxas was measured to assemble for a target, oldest first."""
    return [toolkit for toolkit in known().values() if target in toolkit.targets]


def with_ptx(version: str) -> list[Toolkit]:
    """Return the releases with a PTX version or a later one, oldest first."""
    return [toolkit for toolkit in known().values() if order(toolkit.ptx) >= order(version)]
