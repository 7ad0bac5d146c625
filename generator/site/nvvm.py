"""Pages of families of NVVM intrinsics: each member with its axes, its parameters, its PTX and its declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.records.nvvm import family
from generator.site.rst import Table, flat, list_table
from ptxisa.cli.show_nvvm import about, compute, conditions
from ptxisa.isa.names import counted
from ptxisa.isa.nvvm import Family, Lowering, Member
from ptxisa.nvvm.intrinsics import Intrinsic, axes_of, combinations, made

if TYPE_CHECKING:
    from generator.site.site import Site
    from ptxisa.isa.forms import Form

Data = Mapping[str, Any]
_PROPERTY = re.compile(r"\{(\w+)\.\w+\}")
"""A hole for a property of an axis, which readers take for the axis itself."""


class MemberPart(NamedTuple):
    """Part of a page about a member."""

    title: str
    summary: str
    facts: list[str]
    tables: list[Table]
    declarations: list[str]


def members(data: Data) -> Iterator[MemberPart]:
    """Yield every member of a family, in record order."""
    one = family(data)
    for member in one.members:
        every = [made(one, member, values) for values in combinations(one, member)]
        same = len({each.summary for each in every}) == 1
        yield MemberPart(
            f"``{member.name}``",
            every[0].summary if same else f"For example: {every[0].summary}",
            [counted(len(every), "intrinsic"), *_facts(every[0])],
            list(_tables(one, member, every)),
            [each.declaration(each.dialects[0]) for each in every],
        )


def _facts(one: Intrinsic) -> Iterator[str]:
    if one.support != "supported":
        yield "accepted and ignored" if one.support == "ignored" else "not supported"
    if one.target:
        yield f"needs {compute(one.target)}"
    if len(one.dialects) == 1:
        yield f"only in the {'modern' if one.dialects[0] == 'modern' else 'LLVM 7'} dialect"
    elif one.modern != one.name:
        yield f"in the modern dialect ``{one.declaration('modern')}``"
    if one.obsolete:
        yield f"deprecated: {flat(one.obsolete)}"
    if one.cuda:
        yield f"CUDA C++: {', '.join(f'``{name}``' for name in one.cuda)}"


def _tables(one: Family, member: Member, every: Sequence[Intrinsic]) -> Iterator[Table]:
    axes = axes_of(one, member)
    if axes:
        used = {axis: dict.fromkeys(each.values[axis] for each in every) for axis in axes}
        rows = [[f"``{axis}``", ", ".join(f"``{value}``" for value in values)] for axis, values in used.items()]
        yield Table("Axes", list_table(["Axis", "Values"], rows))
    described = [argument for argument in every[0].arguments if argument.summary or argument.constant]
    if described:
        rows = [[f"``%{argument.name}``", flat(about(argument))] for argument in described]
        yield Table("Parameters", list_table(["Parameter", "Meaning"], rows))
    if member.lowerings:
        lowerings: list[list[str]] = []
        for low in member.lowerings:
            opcode = _PROPERTY.sub(r"{\1}", low.opcode)
            ptx = f"``{opcode}`` (:ptx:form:`{low.form}`)" if low.form else f"read of ``{low.register}``"
            said = [conditions(low.when)] if low.when else []
            said += [f"{low.dialects[0]} dialect"] if len(low.dialects) == 1 else []
            lowerings.append([ptx, ", ".join(said), ", ".join(f"``{name}``" for name in low.cuda)])
        yield Table("PTX", list_table(["PTX", "Of", "CUDA C++"], lowerings))


def reaching(site: Site, forms: Sequence[Form]) -> list[str]:
    """Return the intrinsics that become one of the forms of an instruction, a line for each pattern of names."""
    wanted = {form.id for form in forms}
    found: dict[str, dict[str, None]] = {}
    for one, member, lowering in _lowerings(site):
        if lowering.form in wanted:
            link = f"``{member.name}`` (:ptx:nvvm_intrinsic:`{one.name}`)"
            cuda = ", ".join(f"``{name}``" for name in lowering.cuda)
            found.setdefault(link, {})[
                " ".join(
                    filter(None, (conditions(lowering.when) if lowering.when else "", f"({cuda})" if cuda else ""))
                )
            ] = None
    return [": ".join(filter(None, (link, "; ".join(filter(None, said))))) for link, said in found.items()]


def _lowerings(site: Site) -> Iterator[tuple[Family, Member, Lowering]]:
    for one in site.nvvm_families:
        yield from ((one, member, lowering) for member in one.members for lowering in member.lowerings)


def encodings(data: Data) -> Iterator[Table]:
    """Yield tables of the fields that constant operands encode."""
    for field in family(data).fields.values():
        rows = [
            [
                str(code.value),
                f"``{code.name}``",
                flat(code.summary) + (f" Needs {compute(code.target)}." if code.target else ""),
            ]
            for code in field.codes
        ]
        yield Table(f"{field.name}, bits {field.high}:{field.low}", list_table(["Value", "Name", "Meaning"], rows))
