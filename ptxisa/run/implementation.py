"""What a generated module says about its functions, so that a runner can bind operands and modifiers to them.

A function may serve many variants of a form. What differs between them, such as a comparison, a rounding mode, a
number format or a dtype, are keyword arguments of the function, and follow from the modifiers by rules (`By`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ptxisa.isa.forms import Condition, Values, holds


class Implementation(NamedTuple):
    """One function with the operands it takes and gives, in order; the carry flag is called CF."""

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


Key = tuple[str | None, ...]
"""Values of the slots that decide, in the order of the form; None where a modifier is absent."""

ABSENT = "-"
"""How a rule writes that a modifier is absent."""


class By(NamedTuple):
    """What follows from the modifiers in some slots.

    `slots` are their names with spaces between them. A row has the modifiers of each slot, likewise with spaces, and
    what follows from any combination of them; a row of one slot is a string, of several a tuple.
    """

    slots: str
    rows: Mapping[Any, Any]

    def value(self, values: Values) -> Any:
        """What follows from the modifiers of a statement; None from those that no row has."""
        found = [values[slot] or ABSENT for slot in self.slots.split()]
        for row, result in self.rows.items():
            parts = (row,) if isinstance(row, str) else row
            if all(one in part.split() for one, part in zip(found, parts, strict=True)):
                return result
        return None


class Case(NamedTuple):
    """A function with its operands, and its keyword arguments.

    `slots` are arguments that are the modifiers themselves, None where they are absent: names of slots with spaces
    between them, after `parameter=` where the argument is called otherwise. `rules` are the others.
    """

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    slots: str = ""
    rules: Mapping[str, By] = {}

    def bound(self, values: Values) -> Implementation:
        """The function with the arguments that follow from the modifiers of a statement."""
        given = {name: one.value(values) for name, one in self.rules.items()}
        for word in self.slots.split():
            name, _, slot = word.partition("=")
            given[name] = values[slot or name]
        function = functools.partial(self.function, **given) if given else self.function
        return Implementation(function, self.inputs, self.outputs)


class Choice(NamedTuple):
    """Several functions of one form, and the rule that numbers them."""

    rule: By
    cases: tuple[Case, ...]

    def bound(self, values: Values) -> Implementation | None:
        """The function for the modifiers of a statement; None if none is for them."""
        index = self.rule.value(values)
        return None if index is None else self.cases[index].bound(values)


Forms = dict[str, Case | Choice]
"""Form id to what computes its results."""


class ModelEntry(NamedTuple):
    """What the targets that `target` admits do with a form, for the modifiers that `when` admits."""

    target: str
    when: Condition
    found: Case | Choice

    def bound(self, values: Values) -> Implementation | None:
        """The function for the modifiers of a statement; None if the model is not about them."""
        return self.found.bound(values) if holds(self.when, values) else None


Models = dict[str, tuple[ModelEntry, ...]]
"""Form id to what named targets do, in the order in which they are tried."""
