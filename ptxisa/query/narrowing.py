"""Parts of a form that a target and version support: values of slots, operands, syntax and conditions.

A *place* is a target, a PTX version, or both. Without a target, what some target of the version has is there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from ptxisa.isa import targets
from ptxisa.isa.forms import ABSENT, Clause, Constraint, Form, Operand, Row, Rule, Slot, holds
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import Target
from ptxisa.isa.variants import choices, variants
from ptxisa.isa.versions import Version
from ptxisa.query.availability import ended, satisfied

Filled = dict[str, tuple[str | None, ...]]
"""Slot name to contents, None where the slot is empty."""


def narrowed(form: Form, on: Target | None, at: Version | None) -> Form | None:
    """Return the form with only the parts that a target and version support; None if they support nothing of it."""
    there = _There(form, on, at)
    if not there.exists:
        return None
    slots = tuple(_slot(slot, there.contents[slot.name]) for slot in form.slots)
    filled = tuple(slot for slot in slots if slot.values)
    operands = tuple(operand for operand in form.operands if there.has(operand))
    # The syntax loses the modifiers and operands that are not supported.
    syntax = form.syntax
    for slot in form.slots:
        if not _slot(slot, there.contents[slot.name]).values:
            written = re.escape(f".{slot.values[0]}") if slot.literal else rf"\.\{{{slot.name}\}}"
            syntax = re.sub(rf"\{{{written}\}}", "", syntax, count=1)
    for operand in form.operands:
        if operand not in operands:
            name = operand.name.replace("_", "[-_]")
            syntax = re.sub(rf"\{{\s*[,|]\s*{name}\s*\}}", "", syntax, flags=re.IGNORECASE)
    return form._replace(
        syntax=syntax,
        slots=filled,
        operands=operands,
        availability=tuple(there.met(form.availability)),
        requirements=tuple(there.met(form.requirements)),
        rules=tuple(rule for rule in form.rules if there.binds(rule)),
        deprecated=tuple(end for end in form.deprecated if ended(end, None, on, at) and there.can(end.when)),
    )


def exists(form: Form, on: Target | None, at: Version | None, contents: Filled | None = None) -> bool:
    """Return True if a target and version support a variant of a form, with some contents of its slots."""
    return _There(form, on, at).has_variant(contents or {})


@cache
def modifiers(on: Target | None, at: Version | None) -> dict[str, set[str]]:
    """Return the values of each group of modifiers that some form accepts on a target and version."""
    values: dict[str, set[str]] = defaultdict(set)
    for form in filter(None, (narrowed(whole, on, at) for whole in every_form())):
        for slot in form.slots:
            values[slot.group].update(slot.values)
        for selector in (operand.selector for operand in form.operands if operand.selector):
            values[selector.group].update(selector.values)
    return values


class _There:
    """Supported parts: the form once for each set of restrictions of a target."""

    def __init__(self, form: Form, on: Target | None, at: Version | None) -> None:
        self.on, self.at = on, at
        self.needs, self.slots = form.requirements, form.slots
        self.forms = tuple(form._replace(rules=(*form.rules, *more)) for more in restrictions(form, on, at))

    @property
    def exists(self) -> bool:
        """True if a variant is supported."""
        return self.has_variant({})

    @cached_property
    def contents(self) -> Filled:
        """Values of each slot in some variant."""
        return {
            slot.name: tuple(value for value in choices(slot) if self.has_variant({slot.name: (value,)}))
            for slot in self.slots
        }

    def can(self, condition: Constraint) -> bool:
        """Return True if a variant meets the part of a condition that is about modifiers."""
        return self.has_variant(
            {name: tuple(self._wanted(name, condition)) for name in condition if name in self.contents}
        )

    def binds(self, rule: Rule) -> bool:
        """Return True if a supported variant can break a rule."""
        if not self.can(rule.when):
            return False
        if rule.require is not None:
            return not all(
                name in self.contents and tuple(self._wanted(name, rule.require)) == self.contents[name]
                for name in rule.require
            )
        return rule.exclude is None or all(
            name not in self.contents or any(self._wanted(name, rule.exclude)) or rule.exclude[name] is False
            for name in rule.exclude
        )

    def met(self, clauses: Iterable[Clause]) -> Iterator[Clause]:
        """Yield the clauses that are met, restricted to the supported modifiers."""
        for clause in clauses:
            if satisfied(clause.ptx, clause.target, self.on, self.at) and self.can(clause.when):
                when: dict[str, bool | tuple[str, ...]] = {}
                for name, wanted in clause.when.items():
                    if not isinstance(wanted, bool) and name in self.contents:
                        present = {ABSENT if value is None else value for value in self.contents[name]}
                        wanted = tuple(value for value in wanted if value in present)
                    when[name] = wanted
                yield clause._replace(when=when)

    def has(self, operand: Operand) -> bool:
        """Return True if an operand can be written: its conditions can hold and its needs are met."""
        own = (need for need in self.needs if need.when == {operand.name: True})
        met = all(satisfied(need.ptx, need.target, self.on, self.at) for need in own)
        return met and self.can(operand.present_when or {})

    def has_variant(self, filled: Filled) -> bool:
        """Return True if a valid variant has these contents.

        Their slots are filled first, then those that rules connect with them, so that a contradiction shows early.
        """
        fixed = [_slot(slot, filled[slot.name]) for slot in self.slots if slot.name in filled]
        if not all(slot.values or slot.optional for slot in fixed):
            return False
        for form in self.forms:
            tied = {name for rule in form.rules if not filled.keys().isdisjoint(rule.slots) for name in rule.slots}
            others = [slot for slot in form.slots if slot.name not in filled]
            others.sort(key=lambda slot: slot.name not in tied)
            if next(variants(form._replace(slots=(*fixed, *others))), None) is not None:
                return True
        return False

    def _wanted(self, name: str, condition: Constraint) -> Iterator[str | None]:
        """Yield the values of a slot that a condition permits."""
        only = {name: condition[name]}
        return (value for value in self.contents[name] if holds(only, {name: value}))


def _slot(slot: Slot, contents: Sequence[str | None]) -> Slot:
    """Return a slot with these contents."""
    return slot._replace(values=tuple(value for value in contents if value), optional=None in contents)


def restrictions(form: Form, on: Target | None, at: Version | None) -> Iterator[tuple[Rule, ...]]:
    """Yield availability, needs and removals as rules for each target that supports the form, each set once."""
    # Conditions on operands do not matter here: the form keeps an operand if some variant may have it.
    slots = {slot.name for slot in form.slots}
    seen: list[tuple[Rule, ...]] = []
    for target in targets.known().values() if on is None else (on,):
        if at is not None and target.floor > at:
            continue
        ways = [
            {name: wanted for name, wanted in clause.when.items() if name in slots}
            for clause in form.availability
            if satisfied(clause.ptx, clause.target, target, at)
        ]
        missing = [need.when for need in form.requirements if not satisfied(need.ptx, need.target, target, at)]
        missing += [end.when for end in form.removed if ended(end, None, target, at)]
        excluded = [when for when in missing if when.keys() <= slots]
        if not ways or {} in excluded:
            continue  # The target does not support the form.
        # Any one clause is enough, which is what a table of rows means; a clause without conditions needs no table.
        rows = tuple(Row(str(number), when) for number, when in enumerate(ways))
        table = () if {} in ways else (Rule("", rows=rows, table="availability"),)
        rules = (*table, *(Rule("", exclude=when) for when in excluded))
        # Most targets differ from others in nothing that a form needs; a search for variants is worth one comparison.
        if rules not in seen:
            seen.append(rules)
            yield rules
