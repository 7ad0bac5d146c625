"""Legal variants of a form: combinations of slot values that its rules allow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Hashable, Iterator, Set
from random import Random

from ptxisa.isa.forms import Form, Slot, Values, assignments, holds
from ptxisa.isa.forms import choices as choices
from ptxisa.isa.forms import variants as variants


def completions(form: Form, given: Values, added: Collection[str] = ()) -> Iterator[dict[str, str | None]]:
    """Yield the legal assignments that contain `given`; of the other optional slots, only those `added` are filled."""
    fixed: dict[str, str | None] = {slot.name: None for slot in form.slots if slot.optional and slot.name not in added}
    fixed.update(given)
    slots = [
        slot._replace(values=() if value is None else (value,), optional=value is None)
        if (value := fixed.get(slot.name, "")) != ""
        else slot._replace(optional=False)
        for slot in form.slots
    ]
    part = form._replace(slots=tuple(slots))
    # All fixed values are known from the start, so that tables rule out the values of earlier slots.
    yield from assignments(part, fixed)


MANY = 64
"""Variants of a form up to which `representatives` are all of them."""
VERY_MANY = 4096
"""Variants of a form up to which `covering` are all of them."""


def covering(form: Form) -> list[dict[str, str | None]]:
    """Return all variants of a form, or, of more than `VERY_MANY`, enough to cover their features.

    The features are every pair of contents of two slots, every clause of availability and every row of a table.
    Variants are tried in a fixed shuffled order, and kept if they have a new feature.
    """
    every = list(variants(form))
    if len(every) <= VERY_MANY:
        return every
    # Neighbors in the order of the syntax differ in one slot, so that each would add few features.
    order = Random(form.id).sample(range(len(every)), len(every))
    seen: set[Hashable] = set()
    chosen = []
    for index in order:
        values = every[index]
        features: set[Hashable] = set(itertools.combinations(values.items(), 2))
        features |= {clause.id for clause in form.clauses if holds(clause.when, values)}
        features |= rows_of(form, values)
        if not features <= seen:
            chosen.append(index)
            seen |= features
    return [every[index] for index in sorted(chosen)]


def rows_of(form: Form, values: Values) -> set[tuple[str, str]]:
    """Return the rows of tables that a variant matches, as pairs of table and row."""
    return {(rule.table, row.id) for rule in form.rules for row in rule.rows if holds(row.when, values)}


def representatives(form: Form) -> list[dict[str, str | None]]:
    """Return all variants, or, of more than `MANY`, enough for all contents of slots and all rows of tables."""
    every = covering(form)
    if len(every) <= MANY:
        return every
    features = [{*values.items(), *rows_of(form, values)} for values in every]
    missing = set[Hashable]().union(*features)
    chosen = []
    for values, has in zip(every, features, strict=True):
        new = missing & has
        if new:
            missing -= new
            chosen.append(values)
    return chosen


def count(form: Form) -> int:
    """Return the number of legal variants."""
    if not form.rules:
        return math.prod(len(choices(slot)) for slot in form.slots)
    parts = (form._replace(slots=slots) for slots in independent(form))
    return math.prod(sum(1 for _ in variants(part)) for part in parts)


def connected(form: Form, names: Set[str]) -> tuple[Slot, ...]:
    """Return the slots with these names, and those that rules connect with them."""
    groups = (group for group in independent(form) if not names.isdisjoint(slot.name for slot in group))
    return tuple(slot for group in groups for slot in group)


def independent(form: Form) -> list[tuple[Slot, ...]]:
    """Return the slots in groups without a common rule, so that their numbers of assignments multiply."""
    groups: list[set[str]] = [{slot.name} for slot in form.slots]
    for rule in form.rules:
        tied = [group for group in groups if group.intersection(rule.slots)]
        groups = [group for group in groups if group not in tied] + ([set().union(*tied)] if tied else [])
    return [tuple(slot for slot in form.slots if slot.name in group) for group in groups]
