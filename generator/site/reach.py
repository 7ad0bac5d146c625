"""Availability of forms by target and PTX version: how many variants are available, and the order of targets.

The order of targets is read from the records given, not from the built package, so that documentation needs
nothing built first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import AnyOf, Clause, Constraint, End, Form, broken_rule, holds
from ptxisa.isa.targets import Target, admits
from ptxisa.isa.variants import choices, variants
from ptxisa.isa.versions import Version, order

Targets = Mapping[str, Target]


class Share(NamedTuple):
    """Variants of a form to which the same clauses and ends apply."""

    variants: int
    clauses: tuple[Clause, ...]
    removed: tuple[End, ...]
    deprecated: tuple[End, ...]
    needs: tuple[Clause, ...]


def shares(form: Form) -> tuple[Share, ...]:
    """Return the legal variants of a form, grouped by the clauses and ends that apply to them.

    Values that no condition of the form distinguishes are enumerated once, and multiply the count: of 2,600 variants
    of `wgmma.mma_async` a few dozen remain.
    """
    dated: list[Clause | End] = [*form.availability, *form.removed, *form.deprecated, *form.requirements]
    constraints: list[Constraint] = [condition.when for condition in dated]
    for rule in form.rules:
        constraints += [rule.when, rule.require or {}, rule.exclude or {}, *(row.when for row in rule.rows)]
    mentions: dict[str, list[bool | tuple[str, ...]]] = {}
    for slot_name, wanted in (entry for constraint in constraints for entry in _entries(constraint)):
        mentions.setdefault(slot_name, []).append(wanted)
    equal = {name for rule in form.rules for name in rule.same}
    together = {name for rule in form.rules for name in rule.together}
    sizes: dict[str, dict[str | None, int]] = {}
    slots = []
    for slot in form.slots:
        classes: dict[object, list[str | None]] = {}
        for value in choices(slot):
            # Slots that must agree are compared value by value, slots that are written together by their presence.
            signature = (
                value if slot.name in equal else None,
                value is None and slot.name in together,
                tuple(holds({slot.name: wanted}, {slot.name: value}) for wanted in mentions.get(slot.name, ())),
            )
            classes.setdefault(signature, []).append(value)
        sizes[slot.name] = {members[0]: len(members) for members in classes.values()}
        kept = sizes[slot.name]
        slots.append(slot._replace(values=tuple(value for value in kept if value is not None), optional=None in kept))
    narrowed = form._replace(slots=tuple(slots))
    counts: Counter[tuple[bool, ...]] = Counter()
    for values in variants(narrowed):
        if broken_rule(form, values) is None:
            times = math.prod(sizes[name][value] for name, value in values.items())
            counts[tuple(holds(condition.when, values) for condition in dated)] += times
    grouped = []
    for applies, count in counts.items():
        flags = iter(applies)  # In the order of `dated`.
        clauses = tuple(clause for clause in form.availability if next(flags))
        removed = tuple(end for end in form.removed if next(flags))
        deprecated = tuple(end for end in form.deprecated if next(flags))
        needs = tuple(clause for clause in form.requirements if next(flags))
        grouped.append(Share(count, clauses, removed, deprecated, needs))
    return tuple(grouped)


def _entries(constraint: Constraint) -> Iterator[tuple[str, bool | tuple[str, ...]]]:
    """Yield each slot that a constraint is about with the contents that it requires, alternatives included."""
    for name, wanted in constraint.items():
        if isinstance(wanted, AnyOf):
            for alternative in wanted.conditions:
                yield from _entries(alternative)
        else:
            yield name, wanted


class AvailabilityCell(NamedTuple):
    """Numbers of variants that a target has in a version, and of all variants."""

    available: int
    variants: int
    deprecated: bool

    @property
    def state(self) -> str:
        """`yes`, `some` or `no`."""
        if self.available == 0:
            return "no"
        return "yes" if self.available == self.variants else "some"


class AvailabilityRow(NamedTuple):
    """Neighboring targets with the same cells; None where none of them exists yet."""

    targets: tuple[Target, ...]
    cells: tuple[AvailabilityCell | None, ...]


class Matrix(NamedTuple):
    """Targets by the PTX versions in which something changes."""

    versions: tuple[str, ...]
    rows: tuple[AvailabilityRow, ...]


def matrix(forms: Iterable[Form], known: Targets, parts_of: Callable[[Form], tuple[Share, ...]] = shares) -> Matrix:
    """Return where the forms together are available.

    A column is its version and those before the next column. A target counts from the version that introduces it;
    neighbors merge when they agree in all versions that know both.
    """
    every = list(forms)
    # Most forms of an instruction have the same floors: shares with equal floors become one share.
    merged: dict[object, Share] = {}
    for part in (share for form in every for share in parts_of(form)):
        key = tuple(frozenset((clause.ptx, clause.target) for clause in side) for side in part[1:])
        earlier = merged[key].variants if key in merged else 0
        merged[key] = part._replace(variants=part.variants + earlier)
    parts = list(merged.values())
    turns = {clause.ptx for form in every for clause in form.clauses}
    turns |= {end.ptx for form in every for end in (*form.removed, *form.deprecated) if end.ptx}
    columns = sorted(turns, key=order)
    floors = [order(column) for column in columns]
    rows: list[AvailabilityRow] = []
    # Targets of each expression, found once and not for each cell.
    expressions = {condition.target for part in parts for side in part[1:] for condition in side if condition.target}
    admitted = {
        text: frozenset(target.name for target in known.values() if admits(text, target, known)) for text in expressions
    }
    for target in known.values():
        # A column whose versions are all older than the target has no cell.
        cells = tuple(
            _cell(parts, target, floor, admitted) if following is None or target.floor < following else None
            for floor, following in zip(floors, [*floors[1:], None], strict=True)
        )
        above = rows[-1].cells if rows else ()
        if rows and all(a == b for a, b in zip(above, cells, strict=True) if a is not None and b is not None):
            joined = tuple(a if a is not None else b for a, b in zip(above, cells, strict=True))
            rows[-1] = AvailabilityRow((*rows[-1].targets, target), joined)
        else:
            rows.append(AvailabilityRow((target,), cells))
    return Matrix(tuple(columns), tuple(rows))


def cell(parts: Sequence[Share], target: Target, at: Version, known: Targets) -> AvailabilityCell:
    """Return the number of variants available on a target in a version."""
    expressions = {condition.target for part in parts for side in part[1:] for condition in side if condition.target}
    admitted = {text: frozenset({target.name} if admits(text, target, known) else ()) for text in expressions}
    return _cell(parts, target, at, admitted)


def _cell(
    parts: Sequence[Share], target: Target, at: Version, admitted: Mapping[str, frozenset[str]]
) -> AvailabilityCell:
    """Return a cell, with the names of the targets that each target expression admits."""

    def reached(condition: Clause | End) -> bool:
        """Return True if a clause is met, or an end has taken effect."""
        return (condition.ptx is None or order(condition.ptx) <= at) and (
            condition.target is None or target.name in admitted[condition.target]
        )

    available = [
        part
        for part in parts
        if not any(map(reached, part.removed)) and all(map(reached, part.needs)) and any(map(reached, part.clauses))
    ]
    deprecated = any(reached(end) for part in available for end in part.deprecated)
    return AvailabilityCell(sum(part.variants for part in available), sum(part.variants for part in parts), deprecated)


def includes(larger: Target, smaller: Target, known: Targets) -> bool:
    """Return True if `larger` supports everything that `smaller` supports."""
    expression = smaller.name if smaller.variant == "accelerated" else f"{smaller.name}+"
    return admits(expression, larger, known)


def covers(known: Targets) -> list[tuple[str, str]]:
    """Return the pairs (smaller, larger) with nothing between; a renamed target is the same as its new name."""
    above = {
        lower.name: [
            upper.name
            for upper in known.values()
            if (includes(upper, lower, known) and not includes(lower, upper, known))
        ]
        for lower in known.values()
    }
    return [
        (small, large)
        for small, larger in above.items()
        for large in larger
        if not any(large in above[middle] for middle in larger)
    ]
