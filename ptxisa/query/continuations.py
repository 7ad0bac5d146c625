"""Modifiers that may come next in an opcode, for completion.

    [continuation.modifier for continuation in continuations("mul", ["lo"])]  # ['u16', 'u32', 'u64', 's16', …]

Every modifier that is returned leads to a legal opcode, if necessary with more modifiers after it, and every modifier
that does is returned. Orders that assemblers accept although the manual has another one count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxisa.isa.deviations import deviations
from ptxisa.isa.forms import Form, Rule, Slot, Values, holds
from ptxisa.isa.instructions import instruction
from ptxisa.isa.opcode import ORDERED, openings, placements
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.solver import Solver, solver
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.query.availability import explain, reaches, unique, ways, weakest
from ptxisa.query.narrowing import restrictions

_MOST_SOLVERS, _MOST_WAYS = 5000, 20_000
"""Sizes of the caches, which are emptied when they are full."""


class Continuation(NamedTuple):
    """Modifier that may come next.

    `group` is its modifier group, "type" for types. `requires` are its floors, the lowest version first. `unavailable`
    is the reason why target and version do not have it, "" if they do. `expected` is True if the modifier is in the
    order of the manual after those before it.
    """

    modifier: str
    group: str
    form: str
    requires: tuple[Requirement, ...]
    unavailable: str
    expected: bool


class _Place(NamedTuple):
    """Slot of a form that a modifier may fill, with the slots that are filled and those that must stay empty."""

    form: Form
    slot: Slot
    placed: Mapping[str, str]
    empty: tuple[str, ...]
    expected: bool


def continuations(
    mnemonic: str,
    before: Sequence[str],
    after: Sequence[str] = (),
    on: Target | None = None,
    at: Version | None = None,
    assembler: str = "",
) -> tuple[Continuation, ...]:
    """Return the modifiers that may come next: those in the order of the manual first, unavailable ones last.

    Args:
        mnemonic: First word of the opcode.
        before: Modifiers before the place of the modifier.
        after: Modifiers after it, which stay.
        on: Target; any if None.
        at: PTX version; any if None.
        assembler: Release of ptxas; opcodes that it rejects there, whatever the operands are, are unavailable.
    """
    return _continuations(mnemonic, tuple(before), tuple(after), on, at, assembler)


@lru_cache(maxsize=512)
def _continuations(
    mnemonic: str,
    before: tuple[str, ...],
    after: tuple[str, ...],
    on: Target | None,
    at: Version | None,
    assembler: str,
) -> tuple[Continuation, ...]:
    known = instruction(mnemonic)
    if known is None:
        return ()
    requirements: dict[str, list[Requirement]] = {}
    places: dict[str, _Place] = {}
    available: set[str] = set()
    order: dict[str, tuple[bool, int]] = {}
    for form in known.index.forms_taking((*before, *after)):
        for place in _places(form, before, after):
            legal = []
            for values in _solutions(solver(form), place):
                modifier = values[place.slot.name]
                assert modifier is not None
                legal.append(modifier)
                rank = (not place.expected, [slot.name for slot in form.slots].index(place.slot.name))
                if modifier not in order or rank < order[modifier]:
                    order[modifier], places[modifier] = rank, place
                requirements.setdefault(modifier, []).extend(_requirements(form, values))
            older = on is not None and at is not None and at < on.floor
            # A second pass with the limits of the place as rules, for the modifiers that are legal anywhere.
            if legal and not older and (on is not None or at is not None):
                for restricted in _restricted(form, on, at, assembler):
                    available.update(str(values[place.slot.name]) for values in _solutions(restricted, place, legal))
    offered = []
    for modifier in sorted(order, key=lambda name: order[name]):
        floors = _weakest(tuple(requirements[modifier]))
        reason = ""
        if (on is not None or at is not None) and modifier not in available:
            rejects = f"ptxas {assembler} rejects it" if assembler else "not available with these modifiers"
            reason = explain(floors, on, at) or rejects
        place = places[modifier]
        offered.append(Continuation(modifier, place.slot.group, place.form.id, floors, reason, place.expected))
    return tuple(sorted(offered, key=lambda continuation: (bool(continuation.unavailable), not continuation.expected)))


def _places(form: Form, before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[_Place]:
    """Yield the slots that the next modifier may fill."""
    names = [slot.name for slot in form.slots]
    for placed, slots in openings(form, before):
        for slot in slots:
            expected = all(names.index(earlier) < names.index(slot.name) for earlier in placed)
            if not after:
                # No later modifier can fill some slots: fused ones, and those before a filled one of a group.
                filled = {*placed, slot.name}
                last = {other.group: position for position, other in enumerate(form.slots) if other.name in filled}
                fused = {place: other.name in filled for place, other in enumerate(form.slots) if other.in_mnemonic}
                last_fused = max((position for position, is_filled in fused.items() if is_filled), default=-1)
                past_fused = sum(fused.values()) < len(filled)
                closed = [
                    other
                    for position, other in enumerate(form.slots)
                    if other.name not in filled
                    if (other.group in ORDERED and position < last.get(other.group, -1))
                    or (other.in_mnemonic and (past_fused or position < last_fused))
                ]
                if all(other.optional for other in closed):
                    yield _Place(form, slot, placed, tuple(other.name for other in closed), expected)
                continue
            # With modifiers that stay, each value is tried in the whole opcode: it may change which slots they fill.
            for value in slot.values:
                for whole in placements(form, (*before, value, *after)):
                    if whole.get(slot.name) == value and placed.items() <= whole.items():
                        yield _Place(form, slot._replace(values=(value,)), whole, (), expected)


def _solutions(form: Solver, place: _Place, among: Sequence[str] | None = None) -> Iterator[dict[str, str | None]]:
    """Yield a legal assignment for each modifier that fills the slot."""
    filled = {name: (value,) for name, value in place.placed.items()}
    values = place.slot.values if among is None else among
    domains = form.domains({**filled, place.slot.name: values}, place.empty)
    yield from form.solutions(domains, place.slot.name)


# Not `lru_cache`: hashing a form takes longer than the lookup saves, and its id identifies it.
_restricted_solvers: dict[tuple[str, Target | None, Version | None, str], tuple[Solver, ...]] = {}


def _restricted(form: Form, on: Target | None, at: Version | None, assembler: str) -> tuple[Solver, ...]:
    """Return the solvers of a form with the limits of a place as rules, one for each set of restrictions."""
    key = form.id, on, at, assembler
    if key not in _restricted_solvers:
        if len(_restricted_solvers) > _MOST_SOLVERS:
            _restricted_solvers.clear()
        rejected = [
            Rule("", exclude=rule.when)
            for rule in (deviations(form.mnemonic, assembler) if assembler else ())
            if rule.rejects and rule.forms and not rule.concerns_operands and rule.applies_to(form.id)
            if reaches(rule, on, at)
        ]
        if any(not rule.exclude for rule in rejected):
            # The release rejects every variant of the form.
            _restricted_solvers[key] = ()
        else:
            parts = (form._replace(rules=(*form.rules, *more, *rejected)) for more in restrictions(form, on, at))
            _restricted_solvers[key] = tuple(map(Solver, parts))
    return _restricted_solvers[key]


def _requirements(form: Form, values: Values) -> tuple[Requirement, ...]:
    """Return the ways in which a variant is available."""
    active = tuple(number for number, clause in enumerate(form.clauses) if holds(clause.when, values))
    key = form.id, active
    if key not in _ways:
        if len(_ways) > _MOST_WAYS:
            _ways.clear()
        _ways[key] = tuple(Requirement(way.ptx, way.target, form.id, way.id) for way in ways(form, values))
    return _ways[key]


_ways: dict[tuple[str, tuple[int, ...]], tuple[Requirement, ...]] = {}
"""Requirements by form and the numbers of its clauses that apply."""


@lru_cache(maxsize=4096)
def _weakest(requirements: tuple[Requirement, ...]) -> tuple[Requirement, ...]:
    return tuple(weakest(unique(requirements)))
