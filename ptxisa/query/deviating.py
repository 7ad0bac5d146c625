"""Where an assembler has a statement that the manual has not, or not there: places and floors of deviations."""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.isa.deviations import Deviation, newest_versions
from ptxisa.isa.forms import Clause, Form, Values, holds
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import ended, form_available, satisfied


def reaches(one: Deviation, on: Target | None, at: Version | None) -> bool:
    """Whether a place is one of those that a deviation is about; what ptxas rejects somewhere is legal elsewhere."""
    if not one.accepts and at is not None and not _read(one, at):
        return False
    if not one.since:
        return True
    if not one.accepts and (on is None or at is None):
        return False
    return any(satisfied(ptx, target, on, at) for ptx, target in one.since)


def _read(one: Deviation, at: Version) -> bool:
    """Whether some release of which a deviation was measured reads a PTX version."""
    newest = newest_versions()
    return any(release not in newest or newest[release] >= at for release in one.releases)


def form_there(form: Form, values: Values, on: Target | None, at: Version | None, used: Sequence[Deviation]) -> bool:
    """Whether an assembler has a form there with the deviations that its modifiers take.

    The places of a deviation that has other values replace those of the form, but not its needs; needs that it waives
    do not count.
    """
    if on is not None and at is not None and at < on.floor:
        return False
    if not all(reaches(one, on, at) for one in used):
        return False
    replaced = tuple(Clause(one.erratum, *way) for one in used if one.extra_values for way in one.since)
    if replaced:
        form = form._replace(availability=replaced)
    return form_available(without_needs(form, used), values, on, at)


def without_needs(form: Form, used: Sequence[Deviation]) -> Form:
    """A form without the needs that deviations waive."""
    waived = {name for one in used for name in one.overrides}
    needs = tuple(need for need in form.requirements if need.id not in waived)
    return form._replace(requirements=needs) if len(needs) < len(form.requirements) else form


def floor(
    form: Form, values: Values, on: Target | None, at: Version | None, found: Sequence[Deviation]
) -> Deviation | None:
    """The deviation by which an assembler has a form at a place where the manual has it not, if there is one.

    Of those about operands the caller gives only the ones whose operands are written so.
    """
    if on is not None and at is not None and at < on.floor:
        return None
    if any(ended(end, values, on, at) for end in form.removed):
        return None
    for one in found:
        if one.accepts and one.applies_to(form.id) and holds(one.when, values):
            wider = _wider(form, one)
            if wider is not None and reaches(one, on, at) and form_available(wider, values, on, at):
                return one
    return None


def _wider(form: Form, one: Deviation) -> Form | None:
    """A form as available as a deviation makes it; what its modifiers need, it still needs.

    Places replace those of the form if the deviation is nothing but a floor, or waives a clause of the form.
    """
    clauses = {clause.id for clause in form.availability}
    if not clauses.isdisjoint(one.overrides) or (one.since and not one.changes_opcode and not one.concerns_operands):
        form = form._replace(availability=tuple(Clause(one.erratum, *way) for way in one.since))
        return without_needs(form, [one])
    return without_needs(form, [one]) if one.overrides else None
