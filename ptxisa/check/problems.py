"""What is wrong with the shape of something, wherever it stands: a finding without its place."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.check.statement import Place
from ptxisa.isa.forms import Clause
from ptxisa.query.availability import Requirement, explain, satisfied


class Problem(NamedTuple):
    """Code, message and hint; `alignment` says that it is about an alignment rather than about the whole."""

    code: str
    message: str
    hint: str = ""
    alignment: bool = False


def lacking(what: str, clauses: tuple[Clause, ...], place: Place) -> tuple[Problem, ...]:
    """The problem of a place that does not have a thing; none where it has, and none for no clauses."""
    if not clauses or (place.target is None and place.version is None):
        return ()
    reason = explain([Requirement(one.ptx, one.target, what, one.id) for one in clauses], place.target, place.version)
    if not reason:
        return ()
    reachable = any(satisfied(one.ptx, one.target, place.target, None) for one in clauses)
    return (Problem("unavailable-version" if reachable else "unavailable-target", f"{what} {reason}"),)
