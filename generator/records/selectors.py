"""The selectors of a form: which modifier group each takes its values from, and what its absence means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.records.model import FormRecord
from generator.records.problems import Problem, near
from generator.records.slots import TYPE, Groups
from generator.records.yaml_reader import Steps
from ptxisa.isa import selectors
from ptxisa.isa.forms import Selector
from ptxisa.syntax.template import SelectorTemplate


class SelectorResolver:
    """Resolves the selectors of one form, collecting problems instead of stopping."""

    def __init__(self, form: FormRecord, groups: Groups) -> None:
        self.form, self.groups = form, groups
        self.problems: list[Problem] = []

    def selectors(self) -> dict[str, Selector]:
        """Return the selectors by the operands that they follow."""
        templates = self.form.template.selectors().items()
        candidates = {operand: self.selector(template) for operand, template in templates}
        return {operand: selector for operand, selector in candidates.items() if selector is not None}

    def selector(self, template: SelectorTemplate) -> Selector | None:
        """Return the selector of an operand, or None."""
        where = self.form.data.get("where", {})
        given = where.get(template.slot)
        if not is_selector(given):
            hint = "" if given else near(template.slot, where)
            self.problem(("syntax",), f"selector {template.slot!r} has no group in where{hint}")
            return None
        return self.resolved(template, given)

    def resolved(self, template: SelectorTemplate, given: Mapping[str, str]) -> Selector | None:
        """Return a selector with its group and values, or None if they are unknown."""
        group, absent = given["selector"], given.get("default")
        place: Steps = ("where", template.slot)
        groups = set(self.groups.values) - {TYPE}
        if group not in groups:
            self.problem((*place, "selector"), f"unknown modifier group {group!r}{near(group, groups)}")
            return None
        values = tuple(sorted(self.groups.values[group]))
        selector = Selector(template.slot, group, values, template.optional, absent, self.groups.reinterpreted[group])
        if absent is not None and not template.optional:
            self.problem((*place, "default"), f"selector {template.slot!r} is never left out")
        elif absent is not None and not selectors.takes(selector, absent):
            self.problem((*place, "default"), f"selector {template.slot!r} is never {absent}")
        return selector

    def problem(self, steps: Steps, message: str) -> None:
        """Record a problem at a place of the form."""
        self.problems.append(self.form.problem(steps, message))


def is_selector(given: Any) -> bool:
    """Return True if an entry of `where` describes a selector."""
    return isinstance(given, dict) and "selector" in given
