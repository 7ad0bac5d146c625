"""A form in a notebook: its syntax, the values of its slots, its operands, and where it is available."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa.forms import Condition, Form, Operand, Slot
from ptxisa.isa.html import Html, code, paragraph, table
from ptxisa.isa.targets import describe


def form_html(form: Form) -> str:
    """The whole form."""
    parts = [paragraph(Html(f"<b>{code(form.id)}</b>"), code(form.syntax))]
    slots = [one for one in form.slots if not one.literal]
    if slots:
        parts.append(table(["modifier", "values", "may be left out"], map(_slot, slots)))
    if form.operands:
        parts.append(table(["operand", "access", "type", "meaning"], map(_operand, form.operands)))
    return "".join([*parts, table(["since PTX", "on", "for"], _floors(form))])


def _slot(slot: Slot) -> tuple[str, ...]:
    return code(slot.name), code(" ".join(f".{value}" for value in slot.values)), "yes" if slot.optional else ""


def _operand(operand: Operand) -> tuple[str, ...]:
    types = operand.type if isinstance(operand.type, str) else " or ".join(str(case.value) for case in operand.type)
    return code(operand.name), operand.access, code(types), operand.summary


def _floors(form: Form) -> Iterator[tuple[str, ...]]:
    for clause in form.clauses:
        yield clause.ptx, describe(clause.target), _condition(clause.when) or "all modifiers"


def _condition(when: Condition) -> str:
    return "; ".join(f"{slot} {_wanted(wanted)}" for slot, wanted in when.items())


def _wanted(wanted: bool | tuple[str, ...]) -> str:
    if isinstance(wanted, bool):
        return "present" if wanted else "absent"
    return " or ".join(wanted)
