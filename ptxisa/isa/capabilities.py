"""Compute capabilities: features and limits of each generation of devices."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ptxisa.isa.names import UnrecordedName, suggestion

Value = bool | int | str | tuple[int, ...] | tuple[str, ...]
_SPELLING = re.compile(r"(?:cc_|cc|compute capability )?([0-9]{1,3}\.[0-9])\Z")
# The last digit of a target is the minor number: sm_103 has compute capability 10.3.
_TARGET = re.compile(r"(?:sm_|compute_)([0-9]{1,3})([0-9])[af]?\Z")


class CapabilityProperty(NamedTuple):
    """A property of compute capabilities.

    `sort` is "support", "count", "extent", "sizes", "range", "word" or "words"; `attribute` is the device attribute of
    the CUDA driver, or "".
    """

    name: str
    group: str
    sort: str
    unit: str
    attribute: str
    meaning: str


class Capability(NamedTuple):
    """A compute capability with the values that sources state.

    `values` are by name of property: bool, int, str, or a tuple of them, sizes in bytes; properties without a value are
    unknown. `stated` are the properties in each document or measurement.
    """

    name: str
    version: str
    architecture: str
    targets: tuple[str, ...]
    values: Mapping[str, Value]
    stated: Mapping[str, tuple[str, ...]]
    summary: str

    def __repr__(self) -> str:
        return f"<compute capability {self.version}: {self.architecture}, {len(self.values)} properties>"

    @property
    def sources(self) -> dict[str, tuple[str, ...]]:
        """Documents and measurements with each value."""
        return {name: tuple(source for source, stated in self.stated.items() if name in stated) for name in self.values}

    @property
    def unknown(self) -> tuple[str, ...]:
        """Properties without a value."""
        return tuple(name for name in properties() if name not in self.values)

    def number(self, name: str, default: int | None = None) -> int:
        """Return a count; raise `UnknownProperty` if it is unknown and there is no default."""
        value = self.values.get(name, default)
        if not isinstance(value, int):
            raise UnknownProperty(f"{name} of compute capability {self.version} is unknown")
        return value


class UnknownCapability(UnrecordedName, ValueError):
    """A compute capability without a record."""


class UnknownProperty(UnrecordedName, KeyError):
    """A property that does not exist, or whose value is unknown."""

    def __str__(self) -> str:
        return str(self.args[0])


def order(text: str) -> tuple[int, ...]:
    """Return a version `major.minor` as numbers, by which versions are ordered."""
    return tuple(int(part) for part in text.split("."))


def capability(text: str) -> Capability:
    """Return the capability `8.6`, `cc_8.6` or `sm_86`; raise `UnknownCapability`, which suggests a similar one."""
    match = _SPELLING.match(text)
    digits = _TARGET.match(text)
    version = match[1] if match else f"{digits[1]}.{digits[2]}" if digits else text
    if version in known():
        return known()[version]
    hint = suggestion(version, known()) or f"{', '.join(known())} are recorded"
    raise UnknownCapability(f"unknown compute capability {text[:40]!r}; {hint}")


def known() -> dict[str, Capability]:
    """Return every recorded compute capability by version, oldest first."""
    from ptxisa._generated.capabilities import CAPABILITIES

    return CAPABILITIES


def properties() -> dict[str, CapabilityProperty]:
    """Return every property by name, group by group."""
    from ptxisa._generated.capabilities import PROPERTIES

    return PROPERTIES


def groups() -> dict[str, str]:
    """Return the titles of the groups of properties by name, in order."""
    from ptxisa._generated.capabilities import GROUPS

    return GROUPS
