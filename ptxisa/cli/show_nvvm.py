"""Text of `ptxisa show` about NVVM IR: families of intrinsics, single intrinsics, and those that become a PTX form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ptxisa.cli.output import bold, paragraph, table
from ptxisa.cli.show_record import notes
from ptxisa.isa.names import counted, listing
from ptxisa.isa.nvvm import Lowering, OperandField, families
from ptxisa.isa.targets import terms
from ptxisa.nvvm.intrinsics import Intrinsic, IntrinsicArgument, axes_of, combinations, expanded, reaching

Data = Mapping[str, Any]


def family(record: Data) -> Iterator[str]:
    """Yield a family of intrinsics: each member with its pattern, its axes and its PTX."""
    entry = families()[record["name"]]
    yield bold(f"{entry.name} (NVVM intrinsics)")
    yield paragraph(entry.summary)
    if "keywords" in record:
        yield paragraph(f"keywords: {', '.join(record['keywords'])}")
    for member in entry.members:
        intrinsics = [each for each in expanded(entry) if each.member == member.id]
        yield f"\n{bold(member.name)}    [{counted(len(intrinsics), 'intrinsic')}]"
        for axis in axes_of(entry, member):
            used = dict.fromkeys(values[axis] for values in combinations(entry, member))
            yield paragraph(f"{{{axis}}} = {' '.join(used)}", 2)
        first = intrinsics[0]
        if len(intrinsics) == 1:
            yield from _body(first)
            continue
        yield paragraph(f"such as {first.declaration()}", 2)
        yield paragraph(first.summary, 2)
        yield from _status(first, 2)
        yield from (paragraph(_lowering(lowering), 2) for lowering in first.lowerings)
    yield from _fields(entry.fields.values())
    yield from notes(record)


def intrinsic(entry: Intrinsic, record: Data) -> Iterator[str]:
    """Yield everything about one intrinsic; `record` is that of its family."""
    yield bold(f"{entry.name} (NVVM intrinsic, family {entry.family})")
    yield from _body(entry)
    yield from _fields(field for argument in entry.arguments for field in argument.fields)
    yield from notes(record)


def becoming(forms: Iterable[str]) -> Iterator[str]:
    """Yield the NVVM intrinsics that become one of the forms, with the CUDA C++ functions that become these."""
    conditions_by_name: dict[str, list[str]] = {}
    for form in forms:
        for _, member, lowering in reaching(form):
            words = [conditions(lowering.when)] if lowering.when else []
            words += [f"({', '.join(lowering.cuda)})"] if lowering.cuda else []
            conditions_by_name.setdefault(member.name, []).append(" ".join(words))
    if conditions_by_name:
        yield "\n" + bold("NVVM intrinsics")
        for name, every in conditions_by_name.items():
            when = "; ".join(dict.fromkeys(filter(None, every)))
            yield paragraph(f"@{name}{': ' + when if when else ''}", 2)


def _body(entry: Intrinsic) -> Iterator[str]:
    yield paragraph(entry.summary)
    yield paragraph(entry.declaration())
    if entry.declaration("modern") != entry.declaration() and "modern" in entry.dialects:
        yield paragraph(f"modern dialect: {entry.declaration('modern')}")
    for argument in entry.arguments:
        if argument.summary or argument.constant:
            yield paragraph(f"%{argument.name}: {about(argument)}", 2)
    yield from _status(entry, 0)
    yield from (paragraph(_lowering(lowering)) for lowering in entry.lowerings)
    if entry.cuda:
        yield paragraph(f"CUDA C++: {', '.join(entry.cuda)}")


def _status(entry: Intrinsic, indent: int) -> Iterator[str]:
    """Yield what limits the use of an intrinsic."""
    if entry.support != "supported":
        until = f" since NVVM IR {entry.until}" if entry.until else ""
        yield paragraph(f"{'accepted and ignored' if entry.support == 'ignored' else 'not supported'}{until}", indent)
    if entry.target:
        yield paragraph(f"needs {compute(entry.target)}", indent)
    if len(entry.dialects) == 1:
        yield paragraph(f"only in the {'modern' if entry.dialects[0] == 'modern' else 'LLVM 7'} dialect", indent)
    if entry.obsolete:
        yield paragraph(f"deprecated: {entry.obsolete}", indent)


def _lowering(lowering: Lowering) -> str:
    """Return the PTX of an intrinsic, with its condition."""
    what = lowering.opcode or f"a read of {lowering.register}"
    form = f" [{lowering.form}]" if lowering.form and lowering.form != lowering.opcode else ""
    condition = f" if {conditions(lowering.when)}" if lowering.when else ""
    dialect = " in the modern dialect" if lowering.dialects == ("modern",) else ""
    return f"PTX: {what}{form}{condition}{dialect}"


def _fields(fields: Iterable[OperandField]) -> Iterator[str]:
    """Yield tables of the bit fields of arguments."""
    for field in fields:
        bits = f"bits {field.high}:{field.low}" if field.high != field.low else f"bit {field.low}"
        yield "\n" + bold(f"{field.name} ({bits})")
        rows = [
            [str(code.value), code.name, code.summary + (f" Needs {compute(code.target)}." if code.target else "")]
            for code in field.codes
        ]
        yield table(["value", "name", "meaning"], rows)


def about(argument: IntrinsicArgument) -> str:
    """Return the meaning of a parameter, and that it must be a constant if so."""
    texts = [argument.summary.removesuffix(".")] if argument.summary else []
    if argument.constant:
        texts.append("a constant" if argument.value is None else f"the constant {argument.value}")
    return "; ".join(texts) + "."


def compute(expression: str) -> str:
    """Return a target expression as compilers of NVVM IR write it: `compute_90 or later`."""
    return " or ".join(
        f"{term.name.replace('sm_', 'compute_')}{' or later' if term.onwards else ''}" for term in terms(expression)
    )


def conditions(when: Mapping[str, tuple[str, ...]]) -> str:
    """Return conditions on constants as text: `mode is up`."""
    return " and ".join(f"{name} is {listing(values)}" for name, values in when.items())


def with_support(record: Data) -> Data:
    """Return a construct with the support of each entry written out."""
    entries = [{"name": entry["name"], "support": "supported", **entry} for entry in record.get("entries", ())]
    return {**record, "entries": entries} if entries else record
