"""Slots of a form: the values of each, and the modifier group (or the types) to which the values belong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.records.combinations import table_of, values_in
from generator.records.model import FormRecord, ModifierValue
from generator.records.problems import Problem, near
from generator.records.yaml_reader import Steps
from ptxisa.isa.forms import Slot
from ptxisa.syntax.template import ModifierTemplate

TYPE = "type"
UNRESOLVED = ""
"""The group of a slot that has a problem: dependent parts are not checked, so that a mistake is reported once."""


class Groups:
    """The values of every modifier group, and the types as one more group."""

    def __init__(self, types: Sequence[str], modifiers: Mapping[str, tuple[ModifierValue, ...]]) -> None:
        self.values = {group: {value.value for value in values} for group, values in modifiers.items()}
        self.values[TYPE] = set(types)
        self.known = set[str]().union(*self.values.values())
        self.reinterpreted = {
            group: tuple(text for v in values for text in v.reinterpreted) for group, values in modifiers.items()
        }
        self.repeating = {(group, v.value) for group, values in modifiers.items() for v in values if v.repeatable}

    def having(self, values: Sequence[str]) -> list[str]:
        """Return the groups that have all of `values`."""
        return [group for group, known in self.values.items() if known.issuperset(values)]


@dataclass(frozen=True)
class _Given:
    """Values of a slot in a record, with their places, and the group if the record names it."""

    slot: str
    values: tuple[str, ...]
    places: tuple[Steps, ...]
    place: Steps
    group: str | None = None
    group_place: Steps = ()


class SlotResolver:
    """Resolves the slots of one form, collecting problems instead of stopping."""

    def __init__(self, form: FormRecord, groups: Groups) -> None:
        self.form, self.groups = form, groups
        self.problems: list[Problem] = []

    def slots(self) -> tuple[Slot, ...]:
        """Return the slots of the form in the order of the syntax."""
        slots = tuple(self.slot(modifier) for modifier in self.form.template.modifiers)
        self.problems.extend(_check_names(self.form))
        # Modifiers of the mnemonic come first: no modifier that may change places is between them and the mnemonic.
        names = [modifier.slot for modifier in self.form.template.modifiers]
        joined = self.form.data.get("mnemonic_modifiers", ())
        for index, name in enumerate(joined):
            if name not in names:
                self.problem(("mnemonic_modifiers", index), f"slot {name!r} is not in the syntax{near(name, names)}")
            elif not set(names[: names.index(name)]) <= set(joined):
                message = f"slot {name!r} is part of the mnemonic, but a modifier before it is not"
                self.problem(("mnemonic_modifiers", index), message)
        return slots

    def slot(self, modifier: ModifierTemplate) -> Slot:
        """Return the slot of a modifier of the syntax."""
        if modifier.literal:
            group = self.form.data.get("literal_groups", {}).get(modifier.literal)
            steps: Steps = ("literal_groups", modifier.literal)
            place = ("syntax",) if group is None else steps
            given: _Given | None = _Given(modifier.slot, (modifier.literal,), (place,), ("syntax",), group, steps)
        else:
            given = self.where(modifier.slot)
        group = self.group(given) if given else UNRESOLVED
        values = given.values if given else ()
        return Slot(
            name=modifier.slot,
            values=values,
            group=group,
            optional=modifier.optional,
            literal=modifier.literal is not None,
            in_mnemonic=modifier.slot in self.form.data.get("mnemonic_modifiers", ()),
            repeatable=any((group, value) in self.groups.repeating for value in values),
            default=self.default(modifier.slot, values) if modifier.optional else "",
        )

    def default(self, slot: str, values: Sequence[str]) -> str:
        """Return the default of an omitted modifier: that of the form, or else that of the record."""
        record = self.form.record
        for problem, data in ((self.form.problem, self.form.data), (record.problem, record.data)):
            default: str = data.get("defaults", {}).get(slot, "")
            if default and default not in values and not default.endswith("."):
                message = f"default {default!r} of form {self.form.data['id']!r} is not a value of slot {slot!r}"
                self.problems.append(problem(("defaults", slot), f"{message}{near(default, values)}"))
            if default:
                return default
        return ""

    def where(self, slot: str) -> _Given | None:
        """Return the group and values that the form gives a slot, or None."""
        where = self.form.data.get("where", {})
        table = table_of(self.form)
        if slot not in where and table is not None and slot in table["slots"]:
            values = values_in(table, slot)
            return _Given(slot, values, (("combinations",),) * len(values), ("combinations",))
        if slot not in where or "selector" in where[slot]:
            self.problem(("syntax",), f"slot {slot!r} has no values in where{near(slot, where)}")
            return None
        place = ("where", slot)
        if isinstance(where[slot], list):
            values = tuple(where[slot])
            return _Given(slot, values, tuple((*place, index) for index in range(len(values))), place)
        values = tuple(where[slot]["values"])
        places = tuple((*place, "values", index) for index in range(len(values)))
        return _Given(slot, values, places, place, str(where[slot]["group"]), (*place, "group"))

    def group(self, given: _Given) -> str:
        """Return the group of a slot, which its values may determine."""
        return self.inferred(given) if given.group is None else self.named(given, given.group)

    def named(self, given: _Given, group: str) -> str:
        """Return the group that the record names, if it exists and has all values."""
        if group not in self.groups.values:
            self.problem(given.group_place, f"unknown modifier group {group!r}{near(group, self.groups.values)}")
            return UNRESOLVED
        known = self.groups.values[group]
        missing = [pair for pair in zip(given.values, given.places, strict=True) if pair[0] not in known]
        for value, place in missing:
            self.problem(
                place, f"slot {given.slot!r}: isa/modifiers/{group}.yaml has no value {value}{near(value, known)}"
            )
        return UNRESOLVED if missing else group

    def inferred(self, given: _Given) -> str:
        """Return the types, the group named like the slot, or the only group that has all values."""
        if self.unknown(given):
            return UNRESOLVED
        candidates = self.groups.having(given.values)
        preferred = [group for group in (TYPE, given.slot.replace("_", "-")) if group in candidates]
        if preferred or len(candidates) == 1:
            return (preferred or candidates)[0]
        several = f"several groups have them ({', '.join(candidates)}): name one"
        reason = several if candidates else "no modifier group has them"
        self.problem(given.place, f"slot {given.slot!r} ({', '.join(given.values)}): {reason}")
        return UNRESOLVED

    def unknown(self, given: _Given) -> bool:
        """Report every value that is in no group."""
        known = self.groups.known
        unknown = [pair for pair in zip(given.values, given.places, strict=True) if pair[0] not in known]
        for value, place in unknown:
            group = given.slot.replace("_", "-")
            file = f"isa/types/{value}.yaml" if "type" in group else f"isa/modifiers/{group}.yaml"
            hint = near(value, known) or f"; write {file} if it is new"
            self.problem(place, f"slot {given.slot!r}: unknown value {value}{hint}")
        return bool(unknown)

    def problem(self, steps: Steps, message: str) -> None:
        """Record a problem at a place of the form."""
        self.problems.append(self.form.problem(steps, message))


def _check_names(form: FormRecord) -> Iterator[Problem]:
    """Check that the names under `where`, `defaults` and `literal_groups` are modifiers of the syntax."""
    slots = {modifier.slot for modifier in form.template.modifiers if not modifier.literal}
    slots |= {selector.slot for selector in form.template.selectors().values()}
    literals = {modifier.literal: modifier.slot for modifier in form.template.modifiers if modifier.literal}
    for name in form.data.get("where", {}):
        if name in literals.values():
            yield form.problem(("where", name), f"{name!r} is a literal of the syntax; it has no other values")
        elif name not in slots:
            yield form.problem(("where", name), f"slot {name!r} is not in the syntax{near(name, slots)}")
    optional = {modifier.slot for modifier in form.template.modifiers if modifier.optional}
    for name in form.data.get("defaults", {}):
        if name not in optional:
            yield form.problem(("defaults", name), f"the syntax has no optional slot {name!r}{near(name, optional)}")
    for name in form.data.get("literal_groups", {}):
        if name not in literals:
            yield form.problem(("literal_groups", name), f"the syntax has no literal {name!r}{near(name, literals)}")
