"""PTX ISA versions: a total order, separate from targets."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ptxisa.isa.names import UnrecordedName, suggestion


class Version(NamedTuple):
    """A PTX ISA version; versions compare by major, then minor number."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"

    def __repr__(self) -> str:
        return f"<PTX {self}>"


class VersionInfo(NamedTuple):
    """A version as recorded: its CUDA releases, drivers and targets.

    A version that is not `documented` is known only from assemblers, and may have instructions without a record.
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
    """Return the message about a thing without a record, "" if the records of the version are complete."""
    if at is None or known()[str(at)].documented:
        return ""
    return f"{what} has no record; PTX {at} may have it, but is not documented here"


class UnknownVersion(UnrecordedName, ValueError):
    """A PTX version without a record."""


def order(text: str) -> Version:
    """Return the version `major.minor`, whether it exists or not."""
    major, minor = text.split(".")
    return Version(int(major), int(minor))


def version(text: str) -> Version:
    """Return a recorded PTX version; raise `UnknownVersion`, which suggests a similar one."""
    if not isinstance(text, str):
        raise TypeError(f'a PTX version is a text such as "8.7", not {type(text).__name__}')
    if text in known():
        return order(text)
    newest = list(known())[-1]
    hint = suggestion(text, known()) or f"versions 1.0 to {newest} are recorded"
    raise UnknownVersion(f"unknown PTX version {text!r}; {hint}")


def as_assembled(major: int, minor: int) -> Version | None:
    """Return the recorded version as which assemblers read `.version major.minor`, or None.

    ptxas 11.7 to 13.5 compare 10 * major + minor, so that 5.10 is 6.0, and also accept 5.1, which was not released.
    """
    number = 10 * major + minor
    text = f"{number // 10}.{number % 10}"
    return order("5.0" if text == "5.1" else text) if text in known() or text == "5.1" else None


@cache
def known() -> dict[str, VersionInfo]:
    """Return every recorded version by name, oldest first."""
    from ptxisa._generated.tables import VERSIONS

    return VERSIONS
