"""CUDA releases by driver, target and PTX version: which PTX a driver compiles, which release assembles for a target.

A driver compiles PTX up to the version of its own CUDA release. Machine code of a newer release of the same major
version also runs on it (minor-version compatibility), but the PTX of that release does not compile there.
"""

from __future__ import annotations

import re

from ptxisa.isa import targets
from ptxisa.isa.names import UnrecordedName
from ptxisa.isa.toolkits import Toolkit, known
from ptxisa.isa.versions import order

PLATFORMS = ("linux", "windows")
_DRIVER = re.compile(r"r?[0-9]{3,4}(\.[0-9]{1,4}){0,2}\Z")


class UnknownDriver(UnrecordedName, ValueError):
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
            # A branch alone, such as 550, has the releases of all of its drivers.
            compiles = first[: len(version)] <= version
        else:
            # Only the branch is known of some releases, and 0 where not even that is.
            compiles = 0 < toolkit.branch <= version[0]
        if compiles:
            releases.append(toolkit)
    if not releases:
        oldest = next(toolkit for toolkit in known().values() if toolkit.branch or toolkit.drivers)
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
    """Return the releases that assemble for a target, oldest first.

    Assemblers of CUDA 11.7 and later were measured. Earlier releases are included from the one with the PTX version
    that introduced the target, if the next measured release still assembles for it, since no target came back.
    """
    releases, supported_later = [], False
    introduced = targets.target(target).introduced
    for toolkit in reversed(known().values()):
        if toolkit.targets:
            supported_later = target in toolkit.targets
        if supported_later and order(toolkit.ptx) >= order(introduced) and target not in toolkit.without:
            releases.append(toolkit)
    return releases[::-1]


def about_target(target: str) -> str:
    """Return a sentence on the releases that assemble for a target, with the advice to use an older or newer one."""
    releases, newest = assembling(target), list(known().values())[-1]
    if not releases:
        introduced = targets.target(target).introduced
        measured = next(toolkit.release for toolkit in known().values() if toolkit.targets)
        first = next(toolkit for toolkit in with_ptx(introduced) if target not in toolkit.without)
        since = f"{target} came with PTX {introduced} in CUDA {first.release}"
        return f"Use an older CUDA Toolkit: {since}; CUDA {measured} and later do not assemble for it."
    oldest, last = releases[0].release, releases[-1].release
    if releases[-1] is not newest:
        return f"Use an older CUDA Toolkit: CUDA {oldest} to {last} assemble for {target}, later releases do not."
    return f"Use a newer CUDA Toolkit: CUDA {oldest} and later assemble for {target}."


def with_ptx(version: str) -> list[Toolkit]:
    """Return the releases with a PTX version or a later one, oldest first."""
    return [toolkit for toolkit in known().values() if order(toolkit.ptx) >= order(version)]
