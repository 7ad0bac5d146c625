"""PTX ISA versions: a total order, separate from targets."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.names import Unknown, suggestion


class Version(NamedTuple):
    """A PTX ISA version; versions compare by major, then minor number."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"

    def __repr__(self) -> str:
        return f"<PTX {self}>"


class VersionInfo(NamedTuple):
    """What the records say of a version: its CUDA releases, drivers and targets.

    One that is not `documented` is known from assemblers alone, and may have instructions that no record has.
    """

    name: str
    cuda: tuple[str, ...]
    drivers: tuple[str, ...]
    targets: tuple[str, ...]
    summary: str
    documented: bool = True

    def __repr__(self) -> str:
        return f"<PTX {self.name}: CUDA {', '.join(self.cuda) or 'unknown'}, {len(self.targets)} targets>"


def may_have(what: str, at: Version | None) -> str:
    """What to say of a thing without a record, if the version may have it: "" where the records are complete."""
    if at is None or known()[str(at)].documented:
        return ""
    return f"{what} has no record; PTX {at} may have it, but is not documented here"


class UnknownVersion(Unknown, ValueError):
    """No such PTX version is recorded."""


def order(text: str) -> Version:
    """The version that a valid `major.minor` text names, without asking whether it exists."""
    major, minor = text.split(".")
    return Version(int(major), int(minor))


def version(text: str) -> Version:
    """Look up a PTX version; raise `UnknownVersion`, which suggests a near one."""
    if text in known():
        return order(text)
    newest = list(known())[-1]
    hint = suggestion(text, known()) or f"versions 1.0 to {newest} are recorded"
    raise UnknownVersion(f"unknown PTX version {text!r}; {hint}")


def known() -> dict[str, VersionInfo]:
    """Every recorded version by name, oldest first."""
    from ptxisa._generated.tables import VERSIONS

    return VERSIONS
