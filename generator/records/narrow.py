"""Narrow a shared block to one form: what is about modifiers, values or operands that the form lacks is left out.

A part with a condition (`when`, `with`) applies where the condition can hold. Of a list of values only those count
that the slot can hold, and a condition that is always met is left out. A rule applies where all that it names is
there and it is not kept anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from generator.records.conditions import ALTERNATIVES
from generator.records.placed import Placed, plain, walk
from generator.records.yaml_reader import Steps
from ptxisa.isa.comparisons import MalformedComparison, is_comparison, parse_comparison
from ptxisa.isa.forms import ABSENT
from ptxisa.isa.limits import MalformedLimit, parse_limit
from ptxisa.syntax.template import Template

Possible = frozenset[str] | None
"""Values of a slot, with "absent" if the slot may be empty; None if the values are unknown."""

GIVEN = ("when", "present_when", "flush")
"""Keys of conditions under which the mapping around them applies."""


@dataclass
class Narrowed:
    """A condition within a form: never, always, or under what is left of it."""

    never: bool = False
    left: dict[str, Placed] = field(default_factory=dict)

    @property
    def always(self) -> bool:
        """True if the condition is met by every variant."""
        return not self.never and not self.left


class Narrower:
    """Narrows blocks to a form with this syntax and these slots; `used` are the steps of all that applied."""

    def __init__(self, template: Template, where: Mapping[str, Any], used: set[Steps]) -> None:
        self.names = set(template.operand_names())
        self.slots: dict[str, Possible] = {}
        for modifier in template.modifiers:
            given = [modifier.literal] if modifier.literal else where.get(modifier.slot)
            values = given.get("values", ()) if isinstance(given, dict) else given
            empty = (ABSENT,) if modifier.optional else ()
            self.slots[modifier.slot] = None if values is None else frozenset((*values, *empty))
        self.used = used

    def narrow(self, node: Placed) -> Placed | None:
        """Return the part of a value of a block that a form needs, or None."""
        if isinstance(node.value, dict):
            return self.mapping(node)
        if isinstance(node.value, list):
            return self.items(node)
        self.used.add(node.steps)
        return node

    def items(self, node: Placed) -> Placed | None:
        """Return the items that apply; of cases those up to one without a condition, which alone is a plain value."""
        kept = [left for item in node.value if (left := self.narrow(item)) is not None]
        if not kept and node.value:
            return None
        self.used.add(node.steps)
        if kept and (isinstance(kept[0].value, dict) and kept[0].value.keys() == {"is"}):
            return kept[0]["is"]
        return Placed(kept, node.steps)

    def mapping(self, node: Placed) -> Placed | None:
        """Return a mapping whose condition can hold, without what does not apply."""
        conditions = {key: self.condition(node[key]) for key in GIVEN if isinstance(_value(node, key), dict)}
        if any(condition.never for condition in conditions.values()) or not self.binds(node):
            return None
        kept: dict[str, Placed] = {}
        for key, child in node.value.items():
            left = self.child(key, child, conditions.get(key))
            if left is not None:
                kept[key] = left
        self.used.add(node.steps)
        return Placed(kept, node.steps)

    def child(self, key: str, child: Placed, condition: Narrowed | None) -> Placed | None:
        """Return a part of a node as far as it applies under a condition, or None."""
        if condition is not None:
            self.mark(child, condition)
            return None if condition.always else Placed(condition.left, child.steps)
        if key in ("require", "exclude") and isinstance(child.value, dict):
            return self.restriction(child)
        return self.narrow(child)

    # --- conditions ---

    def condition(self, node: Placed) -> Narrowed:
        """Return a condition restricted to the slots of the form."""
        narrowed = Narrowed()
        for name, wanted in node.value.items():
            left = self.entry(name, wanted)
            narrowed.never |= left is None
            if left is not None and not self.certain(name, left):
                narrowed.left[name] = left
        return narrowed

    def entry(self, name: str, wanted: Placed) -> Placed | None:
        """Return an entry of a condition for possible values of the slot or operand, None if it cannot hold."""
        if name in ALTERNATIVES or is_comparison(name):
            return wanted if self.names_of(name, wanted) <= self.slots.keys() | self.names else None
        if name not in self.slots:
            return wanted if name in self.names else None
        possible = self.slots[name]
        if possible is None or wanted.value is True:
            return wanted
        if wanted.value is False:
            return wanted if ABSENT in possible else None
        values = [value for value in wanted.value if value.value in possible]
        return Placed(values, wanted.steps) if values else None

    def certain(self, name: str, wanted: Placed) -> bool:
        """Return True if an entry of a condition holds for every value of the slot."""
        possible = self.slots.get(name)
        if possible is None or wanted.value is False:
            return False
        return ABSENT not in possible if wanted.value is True else possible <= set(plain(wanted))

    def mark(self, node: Placed, narrowed: Narrowed) -> None:
        """Note the entries and values of a condition that the form can meet."""
        for name, wanted in node.value.items():
            left = self.entry(name, wanted)
            if left and (name in ALTERNATIVES or is_comparison(name)):
                self.used.update(part.steps for _, part in walk(wanted))
            for value in left.value if left and isinstance(left.value, list) else ():
                self.used.add(value.steps)
            self.used.add(wanted.steps)
        self.used.add(node.steps)

    # --- rules ---

    def binds(self, node: Placed) -> bool:
        """Return True if a rule names only parts of the form and can be broken; True for any other mapping."""
        if any(name.value not in self.slots for key in ("same", "together") for name in _value(node, key) or ()):
            return False
        if isinstance(_value(node, "require"), str):
            return self.known_limit(node["require"].value)
        if "require" in node:
            return self.known(node["require"]) and not self.condition(node["require"]).always
        return "exclude" not in node or not self.condition(node["exclude"]).never

    def known_limit(self, text: str) -> bool:
        """Return True if a limit names only parts of the form; a malformed one is reported later."""
        try:
            chain = parse_limit(text)
        except MalformedLimit:
            return True
        return self.names.issuperset(chain.operands) and self.slots.keys() >= set(chain.slots)

    def known(self, node: Placed) -> bool:
        """Return True if the form has every name in a condition."""
        known = self.slots.keys() | self.names
        return all(self.names_of(name, wanted) <= known for name, wanted in node.value.items())

    def names_of(self, name: str, wanted: Placed) -> set[str]:
        """Return the slots and operands that an entry of a condition names, those of its alternatives too."""
        if is_comparison(name):
            with suppress(MalformedComparison):  # Reported when the form is resolved.
                return set(parse_comparison(name).slots)
            return set()
        if name in ALTERNATIVES:
            parts = wanted.value if name == "any" else [wanted]
            return {
                inner
                for part in parts
                for key, inner_part in part.value.items()
                for inner in self.names_of(key, inner_part)
            }
        return {name}

    def restriction(self, node: Placed) -> Placed:
        """Restrict the slots of a rule to possible values; unchanged if no value is possible."""
        self.mark(node, self.condition(node))
        return Placed({name: self.entry(name, wanted) or wanted for name, wanted in node.value.items()}, node.steps)


def _value(node: Placed, key: str) -> Any:
    child = node.get(key)
    return None if child is None else child.value
