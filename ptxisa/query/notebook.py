"""An answer about availability in a notebook: the versions and targets that have an opcode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ptxisa.isa import targets
from ptxisa.isa.html import code, paragraph, table
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import candidates, first_available, ways

if TYPE_CHECKING:
    from ptxisa.query.availability import Availability


def availability_html(answer: Availability) -> str:
    """The answer, and a table of the targets that have the opcode since each PTX version."""
    found = candidates(answer.opcode)
    since: dict[Version, list[str]] = {}
    for one in targets.known().values():
        first = _first(found, one)
        if first is not None:
            since.setdefault(first, []).append(one.name)
    rows = [(str(version), " ".join(names)) for version, names in sorted(since.items())]
    return paragraph(code(answer.opcode), answer.reason) + table(["since PTX", "targets"], rows)


def _first(found: Sequence[ResolvedInstruction], on: Target) -> Version | None:
    """The first version in which a target has any of the candidates."""
    firsts = (first_available(one, ways(one.form, one.known_values), on) for one in found)
    return min((first for first in firsts if first is not None), default=None)
