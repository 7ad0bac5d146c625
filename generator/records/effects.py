"""Effects of forms besides their results: what follows from events and modifiers, and what records state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.records.problems import Problem
from generator.records.yaml_reader import Located
from ptxisa.isa.effects import EFFECTS
from ptxisa.isa.forms import Form, MemoryEvent, Slot

OF_EVENTS = {
    "read": ("reads_memory",),
    "write": ("writes_memory",),
    "update": ("reads_memory", "writes_memory"),
    "reduction": ("reads_memory", "writes_memory"),
    "fence": ("orders_memory",),
    "proxy-fence": ("orders_memory",),
    "barrier": ("orders_memory", "convergent"),
    "init": ("writes_memory",),
    "invalidate": ("writes_memory",),
    "arrive": ("reads_memory", "writes_memory", "orders_memory"),
    "wait": ("reads_memory", "orders_memory"),
    "expect": ("reads_memory", "writes_memory"),
    "complete": ("reads_memory", "writes_memory"),
    "commit": ("orders_memory",),
    "wait-group": ("orders_memory",),
    "grid-dependency": ("orders_memory",),
}
"""Effects of the events of the memory consistency model."""
COLLECTIVE = ("sync", "aligned")
"""Modifiers of instructions that several threads execute together."""
ORDERING = {"acquire", "release", "acq_rel", "sc"}
VOLATILE = {"volatile", "mmio"}


def effects(record: Located, index: int, slots: Sequence[Slot], events: Sequence[MemoryEvent]) -> tuple[str, ...]:
    """Return the effects of a form in the order of `EFFECTS`."""
    stated = record.data["forms"][index].get("effects", record.data.get("effects", ()))
    words = {*stated, *(word for event in events for word in OF_EVENTS[event.kind])}
    if any(event.completion and event.address for event in events):
        words.add("asynchronous")
    for slot in slots:
        if slot.literal and slot.values[0] in COLLECTIVE:
            words.add("convergent")
        if slot.group == "memory-semantics" and set(slot.values) & ORDERING:
            words.add("orders_memory")
        if set(slot.values) & VOLATILE:
            words.add("volatile")
    return tuple(word for word in EFFECTS if word in words)


def check_effects(record: Located, forms: Sequence[Form]) -> Iterator[Problem]:
    """Yield a problem for each form that seems to do nothing: no result, no events, and no effects."""
    if "effects" in record.data:
        return
    for index, (data, form) in enumerate(zip(record.data["forms"], forms, strict=True)):
        operands = data.get("operands", {}).values()
        address = any(operand.get("kind") == "address" for operand in operands)
        computes = any(operand["access"] != "read" for operand in operands) and not address
        if not (computes or form.effects or "effects" in data):
            message = "the form has no result or has an address: state its effects, such as [reads_memory], or []"
            yield record.problem(("forms", index), message)
