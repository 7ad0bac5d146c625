"""Statements from their parts: a form, values of its modifiers, and operands.

    form = ptxisa.database().instruction("fma").forms[0]
    ptxisa.emit(form, {"type": "f32", "rounding": "rn"}, ["%f1", "%f2", "%f3", 1.5])
    # "fma.rn.f32 %f1, %f2, %f3, 0f3fc00000;"

The result is what `ptxisa.check_statement` accepts, as far as modifiers and the number of operands decide; types of
registers are not known here.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from ptxisa.check.binding import template_of, write_statement
from ptxisa.isa import types
from ptxisa.isa.forms import Form, Operand, Values, broken_rule, choose, is_present, type_of
from ptxisa.isa.instructions import form_by_id
from ptxisa.isa.selectors import plainest, written

Value = str | int | float | Sequence["str | int | float"]
"""Operand: text as in PTX, a number, or a sequence of these for a vector or for an address and its offset."""


class EmitError(ValueError):
    """Values or operands that do not fit the form; the message names the modifier or operand."""


def emit(
    form: Form | str,
    values: Mapping[str, str | None] | None = None,
    operands: Mapping[str, Value] | Sequence[Value] = (),
    *,
    guard: str = "",
) -> str:
    """Return the text of a statement.

    Args:
        form: A form or its id, such as "add.int".
        values: Value of each slot by its name, with or without a dot. Literal modifiers and slots with one value may
            be left out; an optional slot that is left out, or None, is empty.
        operands: Operands by name, or in the order of `form.operands` without those that these modifiers exclude. A
            number is written as a constant of the operand's type, a sequence as a vector or, for an address, as base
            and offset. Optional operands may be left out.
        guard: Predicate before the opcode, such as "%p1" or "!%p1".

    Raises:
        EmitError: A modifier or operand is missing, unknown or excluded by the others.

    Example:
        >>> emit("add.int", {"type": "s32"}, ["%r1", "%r2", 7])
        'add.s32 %r1, %r2, 7;'
    """
    if isinstance(form, str):
        try:
            form = form_by_id(form)
        except KeyError:
            raise EmitError(f"unknown form {form[:60]!r}") from None
    filled = _values_of_slots(form, values or {})
    given = _operands_by_name(form, filled, operands)
    present = {**filled, **{name: name for name in given if name in form.condition_operands}}
    if rule := broken_rule(form, present):
        raise EmitError(f"{form.opcode(filled)}: {' '.join(rule.why.split())}")
    selection = dict(plainest(form))
    texts = {}
    for operand in form.operands:
        if operand.name in given:
            value = given[operand.name]
            if isinstance(value, str):
                text = value
            elif isinstance(value, (int, float)):
                text = _constant(operand, present, value)
            else:
                parts = [part if isinstance(part, str) else _constant(operand, present, part) for part in value]
                text = f"{{{', '.join(parts)}}}"
                if operand.kind == "address" and choose(operand.vector, present) is None:
                    base, *offsets = parts
                    text = "".join([base, *(offset if offset[:1] == "-" else f"+{offset}" for offset in offsets)])
            # The text gets the selector that the operand requires, unless it has one.
            has_selector = ("." in text and not text.startswith("%")) or text.count(".") > text.startswith("%tid")
            texts[operand.name] = text if operand.selector and has_selector else written(operand, text, selection)
    statement = write_statement(form.opcode(filled), template_of(form.syntax).operands, texts)
    return f"@{guard} {statement}" if guard else statement


def _values_of_slots(form: Form, values: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return a value for every slot, None for the empty ones."""
    known = {slot.name for slot in form.slots}
    for name in values:
        if name not in known:
            raise EmitError(f"{form.id} has no modifier {name!r}; it has {', '.join(sorted(known)) or 'none'}")
    filled: dict[str, str | None] = {}
    for slot in form.slots:
        value = values.get(slot.name, None if slot.optional or len(slot.values) > 1 else slot.values[0])
        value = value.removeprefix(".") if value else None
        if value is None and not slot.optional:
            raise EmitError(f"{form.id} needs {slot.name}: one of {', '.join(slot.values[:12])}")
        if value is not None and value not in slot.values:
            raise EmitError(f"{slot.name} of {form.id} is one of {', '.join(slot.values[:12])}, not {value[:40]!r}")
        filled[slot.name] = value
    return filled


def _operands_by_name(form: Form, values: Values, operands: Mapping[str, Value] | Sequence[Value]) -> dict[str, Value]:
    """Return the operands by name; raise `EmitError` for surplus and missing ones."""
    template = template_of(form.syntax)
    optional = {name for place in template.operands if place.optional for name in place.names}
    optional |= {place.names[1] for place in template.operands if place.optional_second}
    possible = [operand for operand in form.operands if is_present(operand, values)]
    if isinstance(operands, Mapping):
        given = dict(operands)
    else:
        required = [operand for operand in possible if operand.name not in optional or operand.present_when]
        # Fewer operands than possible leave out the optional ones.
        names = possible if len(operands) > len(required) else required
        if len(operands) > len(possible):
            raise EmitError(f"{form.id} has {len(possible)} operands with these modifiers; {len(operands)} are given")
        given = {operand.name: value for operand, value in zip(names, operands, strict=False)}
    names_possible = {operand.name for operand in possible}
    for name in given:
        if name not in names_possible:
            raise EmitError(f"{form.id} has no operand {name!r} with these modifiers")
    for operand in possible:
        wanted = operand.name not in optional or operand.present_when is not None
        if wanted and operand.name not in given:
            raise EmitError(f"operand {operand.name} of {form.id} is missing")
    return given


def _constant(operand: Operand, values: Values, value: int | float) -> str:
    """Return a number as a constant: of the operand's type if it is a floating-point type, else an integer."""
    if isinstance(value, bool):
        return str(int(value))
    kind = types.known().get(type_of(operand, values)) if operand.kind == "register" else None
    if isinstance(value, float) or (kind is not None and kind.kind == "float" and kind.bits in (32, 64)):
        if kind is not None and kind.bits == 64:
            return f"0d{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}"
        try:
            return f"0f{struct.unpack('<I', struct.pack('<f', value))[0]:08x}"
        except OverflowError:
            raise EmitError(f"{value} is too large for operand {operand.name}") from None
    return str(value)
