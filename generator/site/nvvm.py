"""Pages of families of NVVM intrinsics: each member with its axes, its parameters, its PTX and its declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.records.nvvm import family
from generator.site.rst import PageTable, flat, list_table
from ptxisa.cli.show_nvvm import about, compute, conditions
from ptxisa.isa.names import counted
from ptxisa.isa.nvvm import Family, Member
from ptxisa.nvvm.intrinsics import Intrinsic, axes_of, combinations, made

if TYPE_CHECKING:
    from generator.site.site import Site
    from ptxisa.isa.forms import Form

Data = Mapping[str, Any]
_PROPERTY = re.compile(r"\{(\w+)\.\w+\}")
"""Hole for a property of an axis; pages show the name of the axis instead."""


class MemberPart(NamedTuple):
    """Section of a page about a member of a family: reStructuredText, and declarations in LLVM IR."""

    title: str
    summary: str
    facts: list[str]
    tables: list[PageTable]
    declarations: list[str]


def members(data: Data) -> Iterator[MemberPart]:
    """Yield every member of a family, in record order."""
    intrinsics = family(data)
    for member in intrinsics.members:
        every = [made(intrinsics, member, values) for values in combinations(intrinsics, member)]
        same = len({intrinsic.summary for intrinsic in every}) == 1
        yield MemberPart(
            f"``{member.name}``",
            every[0].summary if same else f"For example: {every[0].summary}",
            [counted(len(every), "intrinsic"), *_facts(member, every[0])],
            list(_tables(intrinsics, member, every)),
            [intrinsic.declaration(intrinsic.dialects[0]) for intrinsic in every],
        )


def _facts(member: Member, intrinsic: Intrinsic) -> Iterator[str]:
    """Yield what a member needs, and where it is available, from its first intrinsic."""
    if intrinsic.support != "supported":
        yield "accepted and ignored" if intrinsic.support == "ignored" else "not supported"
    if intrinsic.target:
        yield f"needs {compute(intrinsic.target)}"
    if len(intrinsic.dialects) == 1:
        yield f"only in the {'modern' if intrinsic.dialects[0] == 'modern' else 'LLVM 7'} dialect"
    elif intrinsic.modern != intrinsic.name:
        yield f"in the modern dialect ``{intrinsic.declaration('modern')}``"
    if intrinsic.obsolete:
        yield f"deprecated: {flat(intrinsic.obsolete)}"
    if intrinsic.cuda and not any(lowering.cuda for lowering in member.lowerings):  # The table of PTX has these.
        yield f"CUDA C++: {', '.join(f'``{name}``' for name in intrinsic.cuda)}"


def _tables(family: Family, member: Member, every: Sequence[Intrinsic]) -> Iterator[PageTable]:
    """Yield the tables of axes, parameters and PTX of a member, of those that it has."""
    axes = axes_of(family, member)
    if axes:
        used = {axis: dict.fromkeys(intrinsic.values[axis] for intrinsic in every) for axis in axes}
        rows = [[f"``{axis}``", ", ".join(f"``{value}``" for value in values)] for axis, values in used.items()]
        yield PageTable("Axes", list_table(["Axis", "Values"], rows))
    described = [argument for argument in every[0].arguments if argument.summary or argument.constant]
    if described:
        rows = [[f"``%{argument.name}``", flat(about(argument))] for argument in described]
        yield PageTable("Parameters", list_table(["Parameter", "Meaning"], rows))
    if member.lowerings:
        lowerings: list[list[str]] = []
        for low in member.lowerings:
            opcode = _PROPERTY.sub(r"{\1}", low.opcode)
            ptx = f"``{opcode}`` (:ptx:form:`{low.form}`)" if low.form else f"read of ``{low.register}``"
            notes = [conditions(low.when)] if low.when else []
            notes += [f"{low.dialects[0]} dialect"] if len(low.dialects) == 1 else []
            lowerings.append([ptx, ", ".join(notes), ", ".join(f"``{name}``" for name in low.cuda)])
        yield PageTable("PTX", list_table(["PTX", "When", "CUDA C++"], lowerings))


def reaching(site: Site, forms: Sequence[Form]) -> list[str]:
    """Return the intrinsics that become one of the forms of an instruction, a line for each pattern of names."""
    ids = {form.id for form in forms}
    notes: dict[str, dict[str, None]] = {}  # By link; the conditions and CUDA functions of a link, each once.
    members = ((intrinsics, member) for intrinsics in site.nvvm_families for member in intrinsics.members)
    for intrinsics, member in members:
        for lowering in member.lowerings:
            if lowering.form in ids:
                link = f"``{member.name}`` (:ptx:nvvm_intrinsic:`{intrinsics.name}`)"
                cuda = ", ".join(f"``{name}``" for name in lowering.cuda)
                parts = (conditions(lowering.when) if lowering.when else "", f"({cuda})" if cuda else "")
                notes.setdefault(link, {})[" ".join(filter(None, parts))] = None
    return [": ".join(filter(None, (link, "; ".join(filter(None, texts))))) for link, texts in notes.items()]


def encodings(data: Data) -> Iterator[PageTable]:
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
        yield PageTable(f"{field.name}, bits {field.high}:{field.low}", list_table(["Value", "Name", "Meaning"], rows))
