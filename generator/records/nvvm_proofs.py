"""Check NVVM IR: names of intrinsics are unique, templates can be filled, and PTX forms accept the opcodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.records.isa import Isa
from generator.records.nvvm import family
from generator.records.problems import Problem, near
from generator.records.special_registers import member_names
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.forms import Form
from ptxisa.isa.nvvm import Condition, Family, Member
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.nvvm.intrinsics import NameTemplateError, axes_of, combinations, made


def nvvm_proofs(isa: Isa) -> Iterator[Problem]:
    """Yield every contradiction in the records of NVVM IR."""
    forms = {form.id: form for _, form, _ in isa.forms()}
    registers: set[str] = set()
    for record in isa.records("special_register"):
        for name in member_names(record.data):
            registers |= {name, *(f"{name}.{element}" for element in record.data.get("elements", ()))}
    names: dict[str, str] = {}
    for kind in ("nvvm_construct", "nvvm_annotation"):
        for record in isa.records(kind):
            yield from _check_parts(record)
    for record in isa.records("nvvm_intrinsic"):
        intrinsics = family(record.data)
        yield from _check_fields(record, intrinsics)
        for place, member in enumerate(intrinsics.members):
            steps = ("members", place)
            problems = list(_check_conditions(record, intrinsics, member, steps))
            if any(member.id == other.id for other in intrinsics.members[:place]):
                problems.append(record.problem((*steps, "id"), f"member {member.id!r} is repeated"))
            yield from problems or _check_member(record, steps, intrinsics, member, forms, registers, names)


def _check_parts(record: Located) -> Iterator[Problem]:
    """Check that names of entries and rules are unique, and that names are regular expressions."""
    for key, name in (("entries", "name"), ("rules", "id")):
        seen: set[str] = set()
        for index, part in enumerate(record.data.get(key, ())):
            if part[name] in seen:
                yield record.problem((key, index, name), f"{name} {part[name]!r} is repeated")
            seen.add(part[name])
    patterns = [("pattern",)] if "pattern" in record.data else []
    for steps in (*patterns, *(("reserved", index) for index in range(len(record.data.get("reserved", ()))))):
        text = record.data[steps[0]] if len(steps) == 1 else record.data[steps[0]][steps[1]]
        try:
            re.compile(text)
        except re.error as error:
            yield record.problem(steps, f"not a regular expression: {error}")


def _check_fields(record: Located, intrinsics: Family) -> Iterator[Problem]:
    """Check that values fit the bits of their field and are unique."""
    for name, field in intrinsics.fields.items():
        seen: set[int] = set()
        for index, code in enumerate(field.codes):
            steps = ("encodings", name, "values", index, "value")
            if code.value >= 1 << (field.high - field.low + 1):
                yield record.problem(steps, f"{code.value} does not fit bits {field.high}:{field.low}")
            if code.value in seen:
                yield record.problem(steps, f"value {code.value} is repeated")
            seen.add(code.value)


def _check_conditions(record: Located, intrinsics: Family, member: Member, steps: Steps) -> Iterator[Problem]:
    """Check that the axes, fields and values of rows and conditions exist."""
    axes = {name: set(intrinsics.axes[name]) for name in axes_of(intrinsics, member)}
    fields = {
        name: {code.name for code in intrinsics.fields[name].codes}
        for parameter in member.parameters
        for name in parameter.fields
        if name in intrinsics.fields
    }
    for key, known in (("rows", axes), ("ptx", {**axes, **fields})):
        for index, item in enumerate(record.data["members"][steps[1]].get(key, ())):
            condition: Condition = item if key == "rows" else item.get("when", {})
            place: Steps = (*steps, key, index) if key == "rows" else (*steps, key, index, "when")
            for name, values in condition.items():
                if name not in known:
                    yield record.problem((*place, name), f"no axis or field {name!r}{near(name, known)}")
                    continue
                for position, value in enumerate(values):
                    if value not in known[name]:
                        message = f"{name} has no value {value!r}{near(value, known[name])}"
                        yield record.problem((*place, name, position), message)
    if member.vectors and member.vectors not in axes:
        yield record.problem((*steps, "vectors"), f"no axis {member.vectors!r}{near(member.vectors, axes)}")


def _check_member(
    record: Located,
    steps: Steps,
    intrinsics: Family,
    member: Member,
    forms: Mapping[str, Form],
    registers: set[str],
    names: dict[str, str],
) -> Iterator[Problem]:
    """Check that each intrinsic of a member has a unique name and becomes PTX that exists."""
    fields = intrinsics.fields
    unknown = [name for parameter in member.parameters for name in parameter.fields if name not in fields]
    if unknown:
        yield record.problem((*steps, "parameters"), f"no encoding {unknown[0]!r}{near(unknown[0], fields)}")
        return
    for values in combinations(intrinsics, member):
        try:
            intrinsic = made(intrinsics, member, values)
        except NameTemplateError as error:
            yield record.problem(steps, f"{error}")
            return
        for name in dict.fromkeys(filter(None, (intrinsic.name, intrinsic.modern))):
            if name in names:
                yield record.problem((*steps, "name"), f"intrinsic {name} is in {names[name]} too")
            names[name] = intrinsic.family
        for lowering in intrinsic.lowerings:
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
                    yield record.problem(place, f"form {lowering.form} does not accept the opcode {lowering.opcode}")
