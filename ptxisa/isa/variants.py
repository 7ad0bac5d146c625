"""All legal variants of a form: every combination of slot values that its restrictions allow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterator, Sequence

from ptxisa.isa.forms import Form, Rule, Slot, Values, holds, reachable, rule_holds


def choices(slot: Slot) -> tuple[str | None, ...]:
    """What may stand in a slot; None where it may be empty."""
    return (None, *slot.values) if slot.optional else slot.values


def variants(form: Form) -> Iterator[dict[str, str | None]]:
    """Every legal assignment of values to the slots of `form`, in template order."""
    yield from _filled(form, {}, 0, _decided(form))


def _decided(form: Form) -> list[list[Rule]]:
    """For each slot the rules that are about it and slots before it alone, so that they can be judged there."""
    places = {slot.name: place for place, slot in enumerate(form.slots)}
    found: list[list[Rule]] = [[] for _ in form.slots]
    for rule in form.rules:
        named = set(rule.slots)
        if not named <= places.keys():
            continue  # It is about an operand, which no modifier decides.
        found[max(places[name] for name in named)].append(rule)
    return found


def _filled(
    form: Form, values: dict[str, str | None], place: int, decided: Sequence[Sequence[Rule]]
) -> Iterator[dict[str, str | None]]:
    """What follows from the slots before `place`; a combination that breaks a rule is left as soon as it shows."""
    if place == len(form.slots):
        yield values
        return
    slot = form.slots[place]
    tables = [rule for rule in form.rules if rule.rows and slot.name in rule.slots]
    for choice in choices(slot):
        filled = {**values, slot.name: choice}
        if all(rule_holds(rule, filled) for rule in decided[place]) and all(reachable(one, filled) for one in tables):
            yield from _filled(form, filled, place + 1, decided)


MANY = 64
VERY_MANY = 4096


def covering(form: Form) -> list[dict[str, str | None]]:
    """All variants where they are not too many; else enough of them that every two contents that two slots can have
    together stand together in one, and that every clause of availability and every row of a table is about one.

    They are picked in a fixed shuffled order, each if it has a pair or a clause that those before it lack.
    """
    every = list(variants(form))
    if len(every) <= VERY_MANY:
        return every
    from random import Random  # It takes a millisecond to load, and most forms do not need it.

    order = Random(form.id).sample(range(len(every)), len(every))
    seen: set[Hashable] = set()
    return [every[index] for index in sorted(index for index in order if _adds(form, every[index], seen))]


def _adds(form: Form, values: Values, seen: set[Hashable]) -> bool:
    """Whether a variant has something that has not been seen, which it has from now on."""
    has: set[Hashable] = set(itertools.combinations(values.items(), 2))
    has |= {clause.id for clause in form.clauses if holds(clause.when, values)}
    has |= rows_of(form, values)
    new = not has <= seen
    seen |= has
    return new


def rows_of(form: Form, values: Values) -> set[tuple[str, str]]:
    """The rows of tables that a variant is of, as pairs of table and row."""
    return {(rule.table, row.id) for rule in form.rules for row in rule.rows if holds(row.when, values)}


def representatives(form: Form) -> list[dict[str, str | None]]:
    """All variants where they are few; else enough of them that every slot holds each of its contents, also empty, and
    that each row of a table has one."""
    every = covering(form)
    if len(every) <= MANY:
        return every
    features = [{*values.items(), *rows_of(form, values)} for values in every]
    missing = set[Hashable]().union(*features)
    found = []
    for values, has in zip(every, features, strict=True):
        new = missing & has
        if new:
            missing -= new
            found.append(values)
    return found


def count(form: Form) -> int:
    """Number of legal variants."""
    if not form.rules:
        return math.prod(len(choices(slot)) for slot in form.slots)
    parts = (form._replace(slots=slots) for slots in _independent(form))
    return math.prod(sum(1 for _ in variants(part)) for part in parts)


def _independent(form: Form) -> list[tuple[Slot, ...]]:
    """The slots in groups that no rule ties to each other, so that their numbers of contents multiply."""
    groups: list[set[str]] = [{slot.name} for slot in form.slots]
    for rule in form.rules:
        tied = [group for group in groups if group.intersection(rule.slots)]
        groups = [group for group in groups if group not in tied] + ([set().union(*tied)] if tied else [])
    return [tuple(slot for slot in form.slots if slot.name in group) for group in groups]
