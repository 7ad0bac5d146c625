"""Who answers, the manual or a release of ptxas; and how severe it is where the two differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ptxisa.check.disputed import disputed
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.versions import Version

DISPUTED = ("undocumented", "assembler-refuses")
"""Codes of findings on which the manual and releases of ptxas do not agree."""


def release_of(assembler: str | None) -> str:
    """The release that answers, empty for the manual; raises `UnknownRelease`."""
    if not assembler:
        return ""
    from ptxisa.isa.deviations import reference

    reference(assembler)
    return assembler


def check_release(assembler: str, version: Version | None) -> Iterator[Diagnostic]:
    """Whether a release that answers reads a PTX version."""
    if not assembler:
        return
    from ptxisa.isa.deviations import newest_versions

    newest = newest_versions().get(assembler)
    if version is not None and newest is not None and version > newest:
        yield error("unavailable-version", f"ptxas {assembler} reads PTX up to {newest}, not PTX {version}")


def answered(found: Iterable[Diagnostic], place: Place, *, strict: bool) -> Iterator[Diagnostic]:
    """The findings; with `strict`, those on which the manual and ptxas do not agree are errors.

    Literals are judged here, since they are read before anything is known of the place.
    """
    for one in found:
        said = disputed(one, f"rule/{one.rule}", place) if one.code == "constant-overflow" and one.rule else one
        severe = strict and not place.assembler and said.code in DISPUTED
        yield said._replace(severity="error") if severe else said
