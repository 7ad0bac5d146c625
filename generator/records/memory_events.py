"""Events of the memory consistency model in the records of instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.problems import Problem, near
from generator.records.yaml_reader import Located
from ptxisa.isa.forms import MemoryEvent

REQUIRED = ("address", "mbarrier", "value")
"""Operands without which a form does not have an event."""
OPTIONAL = ("size", "barrier", "threads", "bytes", "phase", "parity", "pending")
"""Operands that an event may lack in a form."""


def memory_events(record: Located, index: int) -> Iterator[MemoryEvent]:
    """Yield the events of a form, without the operands that the form does not have."""
    form = record.data["forms"][index]
    for data in record.data.get("events", ()):
        if _applies(data, form):
            fields = {key: value for key, value in data.items() if key != "forms"}
            operands = form.get("operands", {})
            absent = [key for key in OPTIONAL if isinstance(fields.get(key), str) and fields[key] not in operands]
            yield MemoryEvent(**{key: value for key, value in fields.items() if key not in absent})


def check_events(record: Located) -> Iterator[Problem]:
    """Yield the problems of events: unknown forms and operands, and events that no form has."""
    forms = {form["id"]: form for form in record.data["forms"]}
    operands = {operand for form in forms.values() for operand in form.get("operands", {})}
    for number, data in enumerate(record.data.get("events", ())):
        for form in data.get("forms", ()):
            if form not in forms:
                yield record.problem(("events", number, "forms"), f"unknown form {form!r}{near(form, forms)}")
        for key in (*REQUIRED, *OPTIONAL):
            if isinstance(data.get(key), str) and data[key] not in operands:
                message = f"no form has the operand {data[key]!r}{near(data[key], operands)}"
                yield record.problem(("events", number, key), message)
        if not any(_applies(data, form) for form in forms.values()):
            yield record.problem(("events", number), "no form has the operands of the event")


def _applies(data: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    named = form["id"] in data.get("forms", (form["id"],))
    return named and all(data[key] in form.get("operands", {}) for key in REQUIRED if key in data)
