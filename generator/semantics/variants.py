"""Find the slots of a form that decide what it computes, and the legal combinations of their values.

Slots that the semantics do not depend on are left out here, so that they multiply nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.semantics import tree
from ptxisa.isa.forms import Condition, Form, Operand, Slot, Values, broken_rule, holds
from ptxisa.isa.variants import variants as legal
from ptxisa.run.implementation import Key

_GIVEN = {"compare": 2, "combine": 2, "round": 2, "round_finite": 2, "to_integer": 2, "integral": 1}
"""Functions with the number of the argument that is an operator or a rounding mode."""


def deciding_slots(form: Form, names: set[str], when: Condition) -> tuple[str, ...]:
    """Return the slots on which a text with these names depends: by name, by types of operands, by conditions.

    A slot with one possible content decides nothing.
    """
    wanted = set(names) | set(when)
    for operand in form.operands:
        wanted.update(_of_type(operand))
    for state in form.state:
        wanted.update(state.when)
    return tuple(slot.name for slot in form.slots if slot.name in wanted and len(_contents(slot)) > 1)


def given_slots(text: tree.ParsedText, form: Form, slots: tuple[str, ...], when: Condition) -> frozenset[str]:
    """Return the slots that a text uses only as an operator or rounding mode, which can be arguments of a function."""
    fixed = set(when).union(*(_of_type(operand) for operand in form.operands), *(state.when for state in form.state))
    uses = Counter(node.name for node in tree.walk_all(text.statements) if isinstance(node, tree.NameNode))
    as_arguments = Counter(
        argument.name
        for node in tree.walk_all(text.statements)
        if isinstance(node, tree.CallNode) and (place := _GIVEN.get(node.function)) is not None
        for argument in node.arguments[place : place + 1]
        if isinstance(argument, tree.NameNode)
    )
    # A slot that the text also compares has more uses than those as an argument. A type is never an argument, because
    # programs of different types have different containers.
    groups = {slot.name: slot.group for slot in form.slots}
    return frozenset(
        name for name in slots if name not in fixed and groups[name] != "type" and uses[name] == as_arguments[name] > 0
    )


def variants(form: Form, slots: tuple[str, ...], when: Condition) -> Iterator[tuple[Key, Values]]:
    """Yield every combination of values of `slots` that the rules allow and `when` selects, with all slot values.

    Other slots have any value that the rules allow.
    """
    # A rule may forbid a value of one slot for a value of another, so that linked slots cannot be listed alone.
    linked = {*slots, *when}
    while more := {name for rule in form.rules if linked.intersection(rule.slots) for name in rule.slots} - linked:
        linked |= more
    # Slots that no rule links to the deciding ones can have any content; the first one is as good as the others.
    single = {slot.name: _contents(slot)[0] for slot in form.slots}
    relevant = form._replace(
        rules=tuple(rule for rule in form.rules if linked.intersection(rule.slots)),
        slots=tuple(slot for slot in form.slots if slot.name in linked),
    )
    # Combinations that differ only in linked slots outside of `slots` have the same key.
    seen = set()
    for combination in legal(relevant):
        values = {**single, **combination}
        key = tuple(values[name] for name in slots)
        if key not in seen and holds(when, values) and broken_rule(relevant, values) is None:
            seen.add(key)
            yield key, values


def _contents(slot: Slot) -> tuple[str | None, ...]:
    """Return the values of a slot, absence first."""
    return (None, *slot.values) if slot.optional else slot.values


def _of_type(operand: Operand) -> Iterator[str]:
    """Yield the slots on which the type of an operand depends."""
    if isinstance(operand.type, tuple):
        for case in operand.type:
            yield from case.when
            yield from _slot_reference(case.value)
    else:
        yield from _slot_reference(operand.type)


def _slot_reference(name: str | int) -> Iterator[str]:
    if isinstance(name, str) and name.startswith("$"):
        yield name[1:]


def describe(slots: tuple[str, ...], key: Key) -> str:
    """Return a variant in words: `type = u32, no cc`."""
    return ", ".join(f"{name} = {value}" if value else f"no {name}" for name, value in zip(slots, key, strict=True))
