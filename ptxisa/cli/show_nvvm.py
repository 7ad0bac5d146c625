"""NVVM IR for a terminal: families of intrinsics, single ones, and what becomes a form of PTX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ptxisa.cli.output import bold, paragraph, table
from ptxisa.isa.names import counted, listing
from ptxisa.isa.nvvm import Family, Field, Lowering, Member, families
from ptxisa.isa.targets import terms
from ptxisa.nvvm.intrinsics import Argument, Intrinsic, axes_of, combinations, expanded, reaching

Data = Mapping[str, Any]


def compute(expression: str) -> str:
    """A target expression as compilers of NVVM IR say it: `compute_90 or later`."""
    return " or ".join(
        f"{term.name.replace('sm_', 'compute_')}{' or later' if term.onwards else ''}" for term in terms(expression)
    )


def with_support(record: Data) -> Data:
    """A construct with the support of each entry written out."""
    entries = [{"name": one["name"], "support": "supported", **one} for one in record.get("entries", ())]
    return {**record, "entries": entries} if entries else record


def family(record: Data) -> Iterator[str]:
    """A family: each member with its pattern, its axes and its PTX."""
    one = families()[record["name"]]
    yield bold(f"{one.name} (NVVM intrinsics)")
    yield paragraph(one.summary)
    if "keywords" in record:
        yield paragraph(f"keywords: {', '.join(record['keywords'])}")
    for member in one.members:
        yield from _member(one, member)
    yield from _fields(one.fields.values())
    yield from ("\n" + paragraph(note) for note in record.get("notes", ()))


def _member(one: Family, member: Member) -> Iterator[str]:
    made = [each for each in expanded(one) if each.member == member.id]
    yield f"\n{bold(member.name)}    [{counted(len(made), 'intrinsic')}]"
    for axis in axes_of(one, member):
        used = dict.fromkeys(values[axis] for values in combinations(one, member))
        yield paragraph(f"{{{axis}}} = {' '.join(used)}", 2)
    if len(made) == 1:
        yield from _one(made[0])
        return
    yield paragraph(f"such as {made[0].declaration()}", 2)
    yield paragraph(made[0].summary, 2)
    yield from _status(made[0], 2)
    yield from (paragraph(_becomes(lowering), 2) for lowering in made[0].lowerings)


def intrinsic(one: Intrinsic, record: Data) -> Iterator[str]:
    """A single intrinsic, whole."""
    yield bold(f"{one.name} (NVVM intrinsic, family {one.family})")
    yield from _one(one)
    yield from _fields(field for argument in one.arguments for field in argument.fields)
    yield from ("\n" + paragraph(note) for note in record.get("notes", ()))


def _one(one: Intrinsic) -> Iterator[str]:
    yield paragraph(one.summary)
    yield paragraph(one.declaration())
    if one.declaration("modern") != one.declaration() and "modern" in one.dialects:
        yield paragraph(f"modern dialect: {one.declaration('modern')}")
    for argument in one.arguments:
        if argument.summary or argument.constant:
            yield paragraph(f"%{argument.name}: {about(argument)}", 2)
    yield from _status(one, 0)
    yield from (paragraph(_becomes(lowering)) for lowering in one.lowerings)
    if one.cuda:
        yield paragraph(f"CUDA C++: {', '.join(one.cuda)}")


def about(argument: Argument) -> str:
    """What a parameter means, and whether it must be a constant."""
    said = [argument.summary.removesuffix(".")] if argument.summary else []
    if argument.constant:
        said.append("a constant" if argument.value is None else f"the constant {argument.value}")
    return "; ".join(said) + "."


def _status(one: Intrinsic, indent: int) -> Iterator[str]:
    if one.support != "supported":
        until = f" since NVVM IR {one.until}" if one.until else ""
        yield paragraph(f"{'accepted and ignored' if one.support == 'ignored' else 'not supported'}{until}", indent)
    if one.target:
        yield paragraph(f"needs {compute(one.target)}", indent)
    if len(one.dialects) == 1:
        yield paragraph(f"only in the {'modern' if one.dialects[0] == 'modern' else 'LLVM 7'} dialect", indent)
    if one.obsolete:
        yield paragraph(f"deprecated: {one.obsolete}", indent)


def _becomes(one: Lowering) -> str:
    what = one.opcode or f"a read of {one.register}"
    condition = f" if {conditions(one.when)}" if one.when else ""
    condition += " in the modern dialect" if one.dialects == ("modern",) else ""
    return f"PTX: {what}{f' [{one.form}]' if one.form and one.form != one.opcode else ''}{condition}"


def conditions(when: Mapping[str, tuple[str, ...]]) -> str:
    """`mode is up`."""
    return " and ".join(f"{name} is {listing(values)}" for name, values in when.items())


def _fields(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        bits = f"bits {field.high}:{field.low}" if field.high != field.low else f"bit {field.low}"
        yield "\n" + bold(f"{field.name} ({bits})")
        rows = [
            [str(code.value), code.name, code.summary + (f" Needs {compute(code.target)}." if code.target else "")]
            for code in field.codes
        ]
        yield table(["value", "name", "meaning"], rows)


def reached_from(forms: Iterable[str]) -> Iterator[str]:
    """The NVVM intrinsics that become one of the forms, and the functions of CUDA C++ that become these."""
    found: dict[str, list[str]] = {}
    for form in forms:
        for _, member, one in reaching(form):
            said = [conditions(one.when)] if one.when else []
            said += [f"({', '.join(one.cuda)})"] if one.cuda else []
            found.setdefault(member.name, []).append(" ".join(said))
    if found:
        yield "\n" + bold("NVVM intrinsics")
        for name, every in found.items():
            when = "; ".join(dict.fromkeys(filter(None, every)))
            yield paragraph(f"@{name}{': ' + when if when else ''}", 2)
