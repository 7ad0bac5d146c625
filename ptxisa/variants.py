"""All legal variants of a form: every combination of slot values that its restrictions allow."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from ptxisa.forms import Form, Slot, broken_rule


def choices(slot: Slot) -> tuple[str | None, ...]:
    """What may stand in a slot; None where it may be empty."""
    return (None, *slot.values) if slot.optional else slot.values


def variants(form: Form) -> Iterator[dict[str, str | None]]:
    """Every legal assignment of values to the slots of `form`, in template order."""
    names = [slot.name for slot in form.slots]
    for combination in itertools.product(*(choices(slot) for slot in form.slots)):
        values = dict(zip(names, combination, strict=True))
        if broken_rule(form, values) is None:
            yield values


MANY = 64


def representatives(form: Form) -> list[dict[str, str | None]]:
    """All variants where they are few; else enough of them that every slot holds each of its contents, also empty."""
    every = list(variants(form))
    if len(every) <= MANY:
        return every
    missing = {(name, value) for values in every for name, value in values.items()}
    found = []
    for values in every:
        new = missing.intersection(values.items())
        if new:
            missing -= new
            found.append(values)
    return found


def count(form: Form) -> int:
    """Number of legal variants."""
    if not form.rules:
        return math.prod(len(choices(slot)) for slot in form.slots)
    return sum(1 for _ in variants(form))
