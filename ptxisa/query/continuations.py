"""Modifiers that may come next in an opcode, for completion.

    [one.modifier for one in continuations("mul", ["lo"])]  # ['u16', 'u32', 'u64', 's16', …]

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
"""Sizes of the caches."""


class Continuation(NamedTuple):
    """Modifier that may come next.

    `group` is its modifier group, "type" for types. `requires` are its floors, the lowest version first. `lack` is the
    reason why target and version do not have it, "" if they do. `expected` is True if the modifier is in the order of
    the manual after those before it.
    """

    modifier: str
    group: str
    form: str
    requires: tuple[Requirement, ...]
    lack: str
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
    """Return the modifiers that may come next: those in the order of the manual first, what the place lacks last.

    Args:
        mnemonic: First word of the opcode.
        before: Modifiers before the place of the modifier.
        after: Modifiers after it, which stay.
        on: Target; any if None.
        at: PTX version; any if None.
        assembler: Release of ptxas; the place lacks opcodes that it rejects there whatever the operands are.
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
    found = instruction(mnemonic)
    if found is None:
        return ()
    requirements: dict[str, list[Requirement]] = {}
    places: dict[str, _Place] = {}
    available: set[str] = set()
    order: dict[str, tuple[bool, int]] = {}
    for form in found.index.forms_taking((*before, *after)):
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
            if on is not None or at is not None:
                available.update(_available(place, legal, on, at, assembler))
    offered = []
    for modifier in sorted(order, key=lambda one: order[one]):
        floors = _weakest(tuple(requirements[modifier]))
        lack = ""
        if (on is not None or at is not None) and modifier not in available:
            rejects = f"ptxas {assembler} rejects it" if assembler else "not available with these modifiers"
            lack = explain(floors, on, at) or rejects
        place = places[modifier]
        offered.append(Continuation(modifier, place.slot.group, place.form.id, floors, lack, place.expected))
    return tuple(sorted(offered, key=lambda one: (bool(one.lack), not one.expected)))


def _places(form: Form, before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[_Place]:
    """Yield the slots that the next modifier may fill."""
    names = [slot.name for slot in form.slots]
    for placed, slots in openings(form, before):
        for slot in slots:
            expected = all(names.index(earlier) < names.index(slot.name) for earlier in placed)
            if not after:
                empty = tuple(_closed(form, {*placed, slot.name}))
                if not any(other.name in empty and not other.optional for other in form.slots):
                    yield _Place(form, slot, placed, empty, expected)
                continue
            for value in slot.values:
                for whole in placements(form, (*before, value, *after)):
                    if whole.get(slot.name) == value and placed.items() <= whole.items():
                        yield _Place(form, slot._replace(values=(value,)), whole, (), expected)


def _closed(form: Form, placed: set[str]) -> Iterator[str]:
    """Yield the slots that no later modifier can fill: fused ones, and those before a filled one of a group."""
    last = {slot.group: position for position, slot in enumerate(form.slots) if slot.name in placed}
    fused = {position: slot.name in placed for position, slot in enumerate(form.slots) if slot.in_mnemonic}
    last_fused = max((position for position, filled in fused.items() if filled), default=-1)
    past_fused = sum(fused.values()) < len(placed)
    for position, slot in enumerate(form.slots):
        earlier = slot.group in ORDERED and position < last.get(slot.group, -1)
        unreachable = slot.in_mnemonic and (past_fused or position < last_fused)
        if slot.name not in placed and (earlier or unreachable):
            yield slot.name


def _solutions(found: Solver, place: _Place, among: Sequence[str] | None = None) -> Iterator[dict[str, str | None]]:
    """Yield a legal assignment for each modifier that fills the slot."""
    filled = {name: (value,) for name, value in place.placed.items()}
    values = place.slot.values if among is None else among
    domains = found.domains({**filled, place.slot.name: values}, place.empty)
    yield from found.solutions(domains, place.slot.name)


def _available(place: _Place, legal: list[str], on: Target | None, at: Version | None, assembler: str) -> Iterator[str]:
    """Yield the modifiers among legal ones that lead to an opcode of the target and version."""
    if on is not None and at is not None and at < on.floor:
        return
    for restricted in _restricted(place.form, on, at, assembler) if legal else ():
        for values in _solutions(restricted, place, legal):
            modifier = values[place.slot.name]
            assert modifier is not None
            yield modifier


_restricted_solvers: dict[tuple[str, Target | None, Version | None, str], tuple[Solver, ...]] = {}


def _restricted(form: Form, on: Target | None, at: Version | None, assembler: str) -> tuple[Solver, ...]:
    """Return the solvers of a form with what the place lacks as rules, one for each set of restrictions."""
    key = form.id, on, at, assembler
    if key not in _restricted_solvers:
        if len(_restricted_solvers) > _MOST_SOLVERS:
            _restricted_solvers.clear()
        refused = [
            Rule("", exclude=rule.when)
            for rule in (deviations(form.mnemonic, assembler) if assembler else ())
            if not rule.accepts and rule.forms and not rule.concerns_operands and rule.applies_to(form.id)
            if reaches(rule, on, at)
        ]
        if any(not rule.exclude for rule in refused):
            _restricted_solvers[key] = ()
        else:
            parts = (form._replace(rules=(*form.rules, *more, *refused)) for more in restrictions(form, on, at))
            _restricted_solvers[key] = tuple(map(Solver, parts))
    return _restricted_solvers[key]


def _requirements(form: Form, values: Values) -> tuple[Requirement, ...]:
    """Return the ways in which a variant is available."""
    active = tuple(number for number, one in enumerate(form.clauses) if holds(one.when, values))
    key = form.id, active
    if key not in _ways:
        if len(_ways) > _MOST_WAYS:
            _ways.clear()
        _ways[key] = tuple(Requirement(one.ptx, one.target, form.id, one.id) for one in ways(form, values))
    return _ways[key]


_ways: dict[tuple[str, tuple[int, ...]], tuple[Requirement, ...]] = {}
"""Requirements by form and the numbers of its clauses that apply."""


@lru_cache(maxsize=4096)
def _weakest(requirements: tuple[Requirement, ...]) -> tuple[Requirement, ...]:
    return tuple(weakest(unique(requirements)))
