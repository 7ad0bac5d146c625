"""Modifiers that may come next in an opcode, for completion.

    [one.modifier for one in continuations("mul", ["lo"])]  # ['u16', 'u32', 'u64', 's16', …]

Every modifier that is returned leads to a legal opcode, if necessary with more modifiers after it, and every modifier
that does is returned. Orders that assemblers accept although the manual has another one count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import instruction
from ptxisa.isa.opcode import ORDERED, placements
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import extensions
from ptxisa.isa.versions import Version
from ptxisa.query.availability import explain, unique, ways, weakest
from ptxisa.query.narrowing import restrictions

_MOST_VARIANTS = 32
"""Variants whose floors are compared for a modifier; the lowest floor is nearly always among the first ones."""


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


def continuations(
    mnemonic: str,
    before: Sequence[str],
    after: Sequence[str] = (),
    on: Target | None = None,
    at: Version | None = None,
) -> tuple[Continuation, ...]:
    """Return the modifiers that may come next: those in the order of the manual first, what the place lacks last.

    Args:
        mnemonic: First word of the opcode.
        before: Modifiers before the place of the modifier.
        after: Modifiers after it, which stay.
        on: Target; any if None.
        at: PTX version; any if None.
    """
    return _continuations(mnemonic, tuple(before), tuple(after), on, at)


@lru_cache(maxsize=512)
def _continuations(
    mnemonic: str, before: tuple[str, ...], after: tuple[str, ...], on: Target | None, at: Version | None
) -> tuple[Continuation, ...]:
    found = instruction(mnemonic)
    if found is None:
        return ()
    ways_by_modifier: dict[str, list[_Way]] = {}
    for form in found.index.forms_taking((*before, *after)):
        for modifier in dict.fromkeys(value for slot in form.slots for value in slot.values):
            way = _way(form, before, modifier, after)
            if way is not None:
                ways_by_modifier.setdefault(modifier, []).append(way)
    every = [_continuation(modifier, found, on, at) for modifier, found in ways_by_modifier.items()]
    return tuple(sorted(every, key=lambda one: (bool(one.lack), not one.expected)))


class _Way(NamedTuple):
    """Form in which a modifier may come next, with the modifiers that are placed and the slots that stay empty."""

    form: Form
    placed: Mapping[str, str]
    empty: tuple[str, ...]
    group: str
    expected: bool


def _way(form: Form, before: tuple[str, ...], modifier: str, after: tuple[str, ...]) -> _Way | None:
    """Return the placement of a modifier that leads to a legal opcode, preferably in the order of the manual."""
    names = [slot.name for slot in form.slots]
    possible = []
    for placed in placements(form, (*before, modifier, *after)):
        order = list(placed)
        if len(order) <= len(before):
            continue  # A repeated modifier.
        slot = order[len(before)]
        empty = () if after else tuple(_closed(form, placed))
        if any(not slot.optional for slot in form.slots if slot.name in empty):
            continue
        expected = all(names.index(earlier) < names.index(slot) for earlier in order[: len(before)])
        if next(extensions(form, placed, empty), None) is not None:
            group = form.slots[names.index(slot)].group
            possible.append(_Way(form, placed, empty, group, expected))
    return next((way for way in possible if way.expected), possible[0] if possible else None)


def _closed(form: Form, placed: Mapping[str, str]) -> Iterator[str]:
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


def _continuation(modifier: str, found: Sequence[_Way], on: Target | None, at: Version | None) -> Continuation:
    """Return what is offered for a modifier with these ways to place it."""
    requirements: list[Requirement] = []
    for way in found:
        for values in islice(extensions(way.form, way.placed, way.empty), _MOST_VARIANTS):
            requirements += [Requirement(one.ptx, one.target, way.form.id, one.id) for one in ways(way.form, values)]
    floors = tuple(weakest(unique(requirements)))
    lack = ""
    if (on is not None or at is not None) and not any(_is_available(way, on, at) for way in found):
        lack = explain(floors, on, at) or "not available with these modifiers"
    best = min(found, key=lambda way: not way.expected)
    return Continuation(modifier, best.group, best.form.id, floors, lack, best.expected)


def _is_available(way: _Way, on: Target | None, at: Version | None) -> bool:
    """Return True if target and version have a legal opcode that continues this way."""
    if on is not None and at is not None and at < on.floor:
        return False
    return any(
        next(extensions(way.form._replace(rules=(*way.form.rules, *more)), way.placed, way.empty), None) is not None
        for more in restrictions(way.form, on, at)
    )
