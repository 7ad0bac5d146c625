"""Is an instruction available: what the manual answers, and what releases of ptxas do."""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import Deviation, deviations, named, newest_versions, reference, widened
from ptxisa.isa.forms import holds
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query import availability
from ptxisa.query.availability import Availability, UnknownOpcode, candidates, has_any, opcode_of
from ptxisa.query.deviating import floor, form_there, reaches


def available(
    opcode: str,
    target: str | None = None,
    ptx: str | None = None,
    *,
    strict: bool = False,
    assembler: str | None = None,
) -> Availability:
    """Say whether `opcode` (a mnemonic, a full opcode or a statement) is available.

    It may also name a special register (`%clusterid`), a directive (`.reqnctapercluster`), a type (`.bf16x2`), a
    state space (`.shared::cluster`), an attribute (`.managed`) or a pragma (`"nounroll"`).

    Without `target` the question is whether any target has it, without `ptx` whether any version has.
    A mnemonic is available where any of its forms is. The manual answers; where releases of ptxas have what the manual
    has not, the reason says so, unless `strict` asks for the manual alone. `assembler` names a release of ptxas that
    answers instead (`"13.0"`).

    Raises `UnknownOpcode`, `ptxisa.isa.targets.UnknownTarget`, `ptxisa.isa.versions.UnknownVersion` or
    `ptxisa.isa.deviations.UnknownRelease`.
    """
    if strict and not assembler:
        return availability.available(opcode, target, ptx)
    if assembler:
        reference(assembler)
    on, at = targets.target(target) if target else None, versions.version(ptx) if ptx else None
    spelling = opcode_of(opcode)
    known = deviations(spelling.partition(".")[0], assembler or "")
    try:
        answer = availability.available(opcode, target, ptx)
    except UnknownOpcode as reason:
        wider = _of_wider(spelling, on, at, assembler or "")
        if wider is None:
            raise reason
        return wider
    limit = _unread(assembler or "", at)
    if limit:
        return answer._replace(available=False, reason=limit)
    if answer:
        by = _refused(spelling, on, at, known) if assembler else None
        return answer if by is None else _without(answer, by, assembler or "")
    by = _floor_of(spelling, on, at, known)
    return answer if by is None else _disputed(answer, by, assembler or "")


def _refused(opcode: str, on: Target | None, at: Version | None, known: Sequence[Deviation]) -> Deviation | None:
    """The deviation by which a release rejects every form that the manual has there, whatever the operands are."""
    alone = [one for one in known if not one.accepts and one.forms and not one.concerns_operands]
    found = None
    for one in candidates(opcode) if alone else ():
        if has_any([one], on, at):
            found = next((by for by in alone if _is_about(by, one) and reaches(by, on, at)), None)
            if found is None:
                return None
    return found


def _is_about(by: Deviation, one: ResolvedInstruction) -> bool:
    """Whether a deviation is about a form with the modifiers that are known of it."""
    return by.applies_to(one.form.id) and (not by.when or (one.complete and holds(by.when, one.values)))


def _without(answer: Availability, by: Deviation, assembler: str) -> Availability:
    """The answer of a release that rejects what the manual has."""
    reason = f"ptxas {assembler} rejects it ({by.erratum})"
    return answer._replace(available=False, reason=reason, errata=(by.erratum,))


def _of_wider(opcode: str, on: Target | None, at: Version | None, assembler: str) -> Availability | None:
    """The answer for an opcode that only releases of ptxas have."""
    mnemonic, *modifiers = opcode.split(".")
    found = widened(mnemonic, tuple(modifiers), assembler)
    if not found:
        return None
    there = [one for one in found if form_there(one.instruction.form, one.instruction.values, on, at, one.used)]
    forms = tuple(one.instruction.form.id for one in found)
    answer = Availability(False, f"{opcode[:60]} is not in the manual", (), forms, opcode)
    limit = _unread(assembler, at)
    if there and not limit:
        return _disputed(answer, there[0].used[0], assembler)
    return answer._replace(reason=limit or f"{answer.reason}, and no release of ptxas is known to have it there")


def _disputed(answer: Availability, by: Deviation, assembler: str) -> Availability:
    """An answer of the manual with what releases of ptxas answer, or instead of it that of one release."""
    if assembler:
        reason = f"ptxas {assembler} accepts it ({by.erratum}); the manual: {answer.reason}"
        return answer._replace(available=True, reason=reason, errata=(by.erratum,))
    reason = f"{answer.reason}; ptxas {named(by.releases)} accept it ({by.erratum})"
    return answer._replace(reason=reason, errata=(by.erratum,))


def _floor_of(opcode: str, on: Target | None, at: Version | None, known: Sequence[Deviation]) -> Deviation | None:
    alone = [one for one in known if not one.concerns_operands]
    floors = (floor(one.form, one.values, on, at, alone) for one in candidates(opcode))
    return next((by for by in floors if by), None)


def _unread(assembler: str, at: Version | None) -> str:
    """Why a release cannot answer for a version: it does not read it; empty if it can."""
    newest = newest_versions().get(assembler)
    return (
        f"ptxas {assembler} reads PTX up to {newest}" if newest is not None and at is not None and at > newest else ""
    )
