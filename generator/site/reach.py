"""Availability of forms by target and PTX version: how many variants are available, and the order of targets.

The order of targets is read from the records given, not from the built package, so that documentation needs
nothing built first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import Clause, Condition, End, Form, Values, broken_rule, holds
from ptxisa.isa.targets import Target, admits
from ptxisa.isa.variants import choices, variants
from ptxisa.isa.versions import Version, order

Targets = Mapping[str, Target]


class Share(NamedTuple):
    """Variants of a form that the same clauses and ends are about."""

    variants: int
    clauses: tuple[Clause, ...]
    removed: tuple[End, ...]
    deprecated: tuple[End, ...]
    needs: tuple[Clause, ...]


def shares(form: Form) -> tuple[Share, ...]:
    """Return the legal variants of a form, by the clauses and ends that are about them.

    Slots that no condition names only multiply the count.
    """
    conditions = list(_conditions(form))
    found: Counter[tuple[bool, ...]] = Counter()
    for values, count in _told_apart(form):
        found[tuple(holds(condition, values) for condition in conditions)] += count
    return tuple(_share(form, about, count) for about, count in found.items())


def _told_apart(form: Form) -> Iterator[tuple[Values, int]]:
    """Legal values of the slots that conditions name, with the number of variants that share them."""
    named = _named_slots(form)
    told = form._replace(slots=tuple(slot for slot in form.slots if slot.name in named))
    times = math.prod(len(choices(slot)) for slot in form.slots if slot.name not in named)
    for values in variants(told):
        if broken_rule(form, values) is None:
            yield values, times


def _conditions(form: Form) -> Iterator[Condition]:
    """Yield the conditions of clauses, removals, deprecations and needs, in this order."""
    yield from (clause.when for clause in form.availability)
    yield from (end.when for end in (*form.removed, *form.deprecated))
    yield from (need.when for need in form.requirements)


def _named_slots(form: Form) -> set[str]:
    named = {slot for condition in _conditions(form) for slot in condition}
    return named.union(*(rule.slots for rule in form.rules))


def _share(form: Form, about: Sequence[bool], count: int) -> Share:
    flags = iter(about)
    return Share(
        count,
        tuple(clause for clause in form.availability if next(flags)),
        tuple(end for end in form.removed if next(flags)),
        tuple(end for end in form.deprecated if next(flags)),
        tuple(clause for clause in form.requirements if next(flags)),
    )


class Cell(NamedTuple):
    """Variants that a target has in a version, of all there are."""

    available: int
    variants: int
    deprecated: bool

    @property
    def state(self) -> str:
        """`yes`, `some` or `no`."""
        if self.available == 0:
            return "no"
        return "yes" if self.available == self.variants else "some"


class Row(NamedTuple):
    """Neighboring targets with the same cells; None where none of them exists yet."""

    targets: tuple[Target, ...]
    cells: tuple[Cell | None, ...]


class Matrix(NamedTuple):
    """Targets by the PTX versions in which something changes."""

    versions: tuple[str, ...]
    rows: tuple[Row, ...]


def matrix(forms: Iterable[Form], known: Targets, parts_of: Callable[[Form], tuple[Share, ...]] = shares) -> Matrix:
    """Return where the forms together are available.

    A column is its version and those before the next column. A target counts from the version that
    introduces it, which is why neighbors merge when they agree wherever both exist.
    """
    every = list(forms)
    parts = _merged_parts(share for form in every for share in parts_of(form))
    columns = sorted({version for form in every for version in _turns(form)}, key=order)
    rows: list[Row] = []
    for target in known.values():
        row = Row((target,), tuple(_cells(parts, target, columns, known)))
        merged = _merge(rows[-1], row) if rows else None
        rows[-1:] = [merged] if merged else [*rows[-1:], row]
    return Matrix(tuple(columns), tuple(rows))


def _merged_parts(parts: Iterable[Share]) -> list[Share]:
    """Shares that are available alike as one; most forms of an instruction have the same floors."""
    found: dict[object, Share] = {}
    for part in parts:
        key = tuple(frozenset((one.ptx, one.target) for one in side) for side in part[1:])
        known = found.get(key)
        found[key] = part._replace(variants=part.variants + (known.variants if known else 0))
    return list(found.values())


def _turns(form: Form) -> Iterator[str]:
    """Versions in which something changes for the form."""
    yield from (clause.ptx for clause in form.clauses)
    yield from (end.ptx for end in (*form.removed, *form.deprecated) if end.ptx)


def _cells(parts: Sequence[Share], target: Target, columns: Sequence[str], known: Targets) -> Iterator[Cell | None]:
    """One cell a column, none where the target does not exist before the next one."""
    floors = [order(column) for column in columns]
    for floor, following in zip(floors, [*floors[1:], None], strict=True):
        exists = following is None or target.floor < following
        yield cell(parts, target, floor, known) if exists else None


def cell(parts: Sequence[Share], target: Target, at: Version, known: Targets) -> Cell:
    """Return the number of variants available on a target in a version."""
    available = [part for part in parts if _available(part, target, at, known)]
    deprecated = any(_reached(end, target, at, known) for part in available for end in part.deprecated)
    return Cell(sum(part.variants for part in available), sum(part.variants for part in parts), deprecated)


def _available(part: Share, target: Target, at: Version, known: Targets) -> bool:
    if any(_reached(end, target, at, known) for end in part.removed):
        return False
    if not all(_met(clause, target, at, known) for clause in part.needs):
        return False
    return any(_met(clause, target, at, known) for clause in part.clauses)


def _met(clause: Clause, target: Target, at: Version, known: Targets) -> bool:
    return order(clause.ptx) <= at and admits(clause.target, target, known)


def _reached(end: End, target: Target, at: Version, known: Targets) -> bool:
    return (end.ptx is None or order(end.ptx) <= at) and (end.target is None or admits(end.target, target, known))


def _merge(above: Row, below: Row) -> Row | None:
    """One row for both, or None where they differ in a version that knows both."""
    pairs = list(zip(above.cells, below.cells, strict=True))
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return None
    return Row((*above.targets, *below.targets), tuple(a if a is not None else b for a, b in pairs))


def includes(larger: Target, smaller: Target, known: Targets) -> bool:
    """Return True if `larger` supports everything that `smaller` supports."""
    expression = smaller.name if smaller.variant == "accelerated" else f"{smaller.name}+"
    return admits(expression, larger, known)


def covers(known: Targets) -> list[tuple[str, str]]:
    """Pairs (smaller, larger) with nothing between; a renamed target is the same as its new name, not below it."""
    above = {
        one.name: [two.name for two in known.values() if (includes(two, one, known) and not includes(one, two, known))]
        for one in known.values()
    }
    return [
        (small, large)
        for small, larger in above.items()
        for large in larger
        if not any(large in above[middle] for middle in larger)
    ]
