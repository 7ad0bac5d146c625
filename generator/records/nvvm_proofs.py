"""NVVM IR: names of intrinsics are unique, templates can be filled, forms of PTX take the opcodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.records.isa import Isa
from generator.records.nvvm import family
from generator.records.problems import Problem, near
from generator.records.special_registers import member_names
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.forms import Form
from ptxisa.isa.nvvm import Condition, Family, Member, OperandField
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.nvvm.intrinsics import TemplateError, axes_of, combinations, made


def nvvm_proofs(isa: Isa) -> Iterator[Problem]:
    """Every statement of a family that cannot be true."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    registers = set(_registers(isa))
    names: dict[str, str] = {}
    for kind in ("nvvm_construct", "nvvm_annotation"):
        for record in isa.records(kind):
            yield from _parts(record)
    for record in isa.records("nvvm_intrinsic"):
        one = family(record.data)
        yield from _fields(record, one)
        for place, member in enumerate(one.members):
            steps = ("members", place)
            wrong = [*_conditions(record, one, member, steps), *_repeated(record, member, steps)]
            yield from wrong or _members(record, steps, one, member, forms, registers, names)


def _parts(record: Located) -> Iterator[Problem]:
    """Entries and rules are there once, and names are regular expressions."""
    for key, name in (("entries", "name"), ("rules", "id")):
        seen: set[str] = set()
        for index, one in enumerate(record.data.get(key, ())):
            if one[name] in seen:
                yield record.problem((key, index, name), f"{name} {one[name]!r} is repeated")
            seen.add(one[name])
    patterns = [("pattern",)] if "pattern" in record.data else []
    for steps in (*patterns, *(("reserved", index) for index in range(len(record.data.get("reserved", ()))))):
        text = record.data[steps[0]] if len(steps) == 1 else record.data[steps[0]][steps[1]]
        try:
            re.compile(text)
        except re.error as error:
            yield record.problem(steps, f"not a regular expression: {error}")


def _registers(isa: Isa) -> Iterator[str]:
    for record in isa.records("special_register"):
        for name in member_names(record.data):
            yield name
            yield from (f"{name}.{element}" for element in record.data.get("elements", ()))


def _fields(record: Located, one: Family) -> Iterator[Problem]:
    """Values fit the bits of their field, and are there once."""
    for name, field in one.fields.items():
        seen: set[int] = set()
        for index, code in enumerate(field.codes):
            steps = ("encodings", name, "values", index, "value")
            if code.value >= 1 << (field.high - field.low + 1):
                yield record.problem(steps, f"{code.value} does not fit bits {field.high}:{field.low}")
            if code.value in seen:
                yield record.problem(steps, f"value {code.value} is repeated")
            seen.add(code.value)


def _repeated(record: Located, member: Member, steps: Steps) -> Iterator[Problem]:
    earlier = [one["id"] for one in record.data["members"][: steps[1]]]
    if member.id in earlier:
        yield record.problem((*steps, "id"), f"member {member.id!r} is repeated")


def _conditions(record: Located, one: Family, member: Member, steps: Steps) -> Iterator[Problem]:
    """Rows and conditions name axes, fields and values that there are."""
    axes = {name: set(one.axes[name]) for name in axes_of(one, member)}
    fields = {name: {code.name for code in one.fields[name].codes} for name in _encoded(record, member, one.fields)}
    for key, known in (("rows", axes), ("ptx", {**axes, **fields})):
        for index, item in enumerate(record.data["members"][steps[1]].get(key, ())):
            condition = item if key == "rows" else item.get("when", {})
            place = (*steps, key, index) if key == "rows" else (*steps, key, index, "when")
            yield from _condition(record, place, condition, known)
    if member.vectors and member.vectors not in axes:
        yield record.problem((*steps, "vectors"), f"no axis {member.vectors!r}{near(member.vectors, axes)}")


def _encoded(record: Located, member: Member, fields: Mapping[str, OperandField]) -> Iterator[str]:
    """Yield the fields of the operands of a member, as far as the record has them."""
    for parameter in member.parameters:
        yield from (name for name in parameter.fields if name in fields)


def _condition(record: Located, steps: Steps, condition: Condition, known: Mapping[str, set[str]]) -> Iterator[Problem]:
    for name, values in condition.items():
        if name not in known:
            yield record.problem((*steps, name), f"no axis or field {name!r}{near(name, known)}")
            continue
        for index, value in enumerate(values):
            if value not in known[name]:
                yield record.problem((*steps, name, index), f"{name} has no value {value!r}{near(value, known[name])}")


def _members(
    record: Located,
    steps: Steps,
    one: Family,
    member: Member,
    forms: Mapping[str, Form],
    registers: set[str],
    names: dict[str, str],
) -> Iterator[Problem]:
    """Each intrinsic can be made, has a name of its own and becomes PTX that there is."""
    unknown = [name for parameter in member.parameters for name in parameter.fields if name not in one.fields]
    if unknown:
        yield record.problem((*steps, "parameters"), f"no encoding {unknown[0]!r}{near(unknown[0], one.fields)}")
        return
    for values in combinations(one, member):
        try:
            found = made(one, member, values)
        except TemplateError as error:
            yield record.problem(steps, f"{error}")
            return
        for name in dict.fromkeys(filter(None, (found.name, found.modern))):
            if name in names:
                yield record.problem((*steps, "name"), f"intrinsic {name} is in {names[name]} too")
            names[name] = found.family
        for lowering in found.lowerings:
            place = (*steps, "ptx")
            if lowering.register:
                if lowering.register not in registers:
                    yield record.problem(
                        place, f"unknown register {lowering.register!r}{near(lowering.register, registers)}"
                    )
            elif lowering.form in forms:
                mnemonic, *modifiers = lowering.opcode.split(".")
                form = forms[lowering.form]
                if mnemonic != form.mnemonic or not isinstance(match(form, modifiers), ResolvedInstruction):
                    yield record.problem(place, f"form {lowering.form} does not take the opcode {lowering.opcode}")
