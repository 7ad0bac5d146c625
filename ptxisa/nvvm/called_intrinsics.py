"""Intrinsics that a module declares and calls: whether there are such, with that signature and those operands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ptxisa.isa.diagnostics import Span
from ptxisa.isa.nvvm import Field
from ptxisa.isa.targets import Target, admits
from ptxisa.nvvm.found import Breach, compute
from ptxisa.nvvm.functions import Function, Parameter, function
from ptxisa.nvvm.instructions import Call
from ptxisa.nvvm.intrinsics import Intrinsic, UnknownIntrinsic, intrinsic
from ptxisa.nvvm.reader import Text

Types = Mapping[str, tuple[str, ...]]
"""The definitions of named structure types, by name."""
Signature = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


@lru_cache(maxsize=4096)
def recorded(name: str) -> Intrinsic | str:
    """The intrinsic of that name, or why there is none."""
    try:
        return intrinsic(name)
    except UnknownIntrinsic as error:
        return str(error)


def signature(text: Text, one: Function, types: Types, dialect: str) -> Iterator[Breach]:
    """Whether a declaration has the types that are recorded."""
    found = recorded(one.name)
    if isinstance(found, str):
        return
    wanted = _expected(found.declaration(dialect))
    given = _resolved(one.returns, types), tuple(_resolved(each.type, types) for each in one.parameters)
    if wanted is not None and given != wanted and not one.varargs:
        yield Breach(
            f"{found.family}/signature",
            f"{one.name} is declared with other types",
            text.span(one.at, text.past(one.at + 1)),
            f"write {found.declaration(dialect)}",
            "nvvm-signature",
        )


@lru_cache(maxsize=4096)
def _expected(declaration: str) -> Signature | None:
    text = Text(declaration)
    found = function(text, text.read()[0])
    return None if found is None else (found.returns, tuple(each.type for each in found.parameters))


def _resolved(type_: tuple[str, ...], types: Types) -> tuple[str, ...]:
    return types.get(type_[0], type_) if len(type_) == 1 else type_


def operands(text: Text, one: Call, target: Target | None) -> Iterator[Breach]:
    """Whether the constant operands of a call are constants, and encode something that the target has."""
    found = recorded(one.name)
    if isinstance(found, str):
        return
    for wanted, given in zip(found.arguments, one.arguments, strict=False):
        if not wanted.constant:
            continue
        value = _constant(text, given)
        span = text.span(given.low, given.high)
        if value is None:
            yield _operand(found, f"operand {wanted.name} of {one.name} is not a constant", span)
        elif wanted.value is not None and value != wanted.value:
            message = f"operand {wanted.name} of {one.name} is {value}; it must be {wanted.value}"
            yield _operand(found, message, span)
        else:
            for message in _wrong_codes(found, wanted.fields, value, target):
                subject = "target" if "needs" in message else ""
                yield _operand(found, f"operand {wanted.name} of {one.name}: {message}", span)._replace(subject=subject)


def _operand(one: Intrinsic, message: str, span: Span) -> Breach:
    return Breach(f"{one.family}/operands", message, span, "", "nvvm-operand")


def _constant(text: Text, given: Parameter) -> int | None:
    if given.high - given.low != 1:
        return None
    token = text.tokens[given.low]
    if token.text in ("true", "false"):
        return int(token.text == "true")
    digits = token.text.removeprefix("-")
    return int(token.text) if token.kind == "number" and digits.isdecimal() and len(digits) < 40 else None


def _wrong_codes(one: Intrinsic, fields: Sequence[Field], value: int, target: Target | None) -> Iterator[str]:
    """What a value encodes that is reserved, that the target lacks, or that does not go together."""
    left, names = value & 0xFFFFFFFF, {}
    for field in fields:
        mask = ((1 << (field.high - field.low + 1)) - 1) << field.low
        code = (left & mask) >> field.low
        left &= ~mask
        known = next((each for each in field.codes if each.value == code), None)
        if known is None:
            yield f"{field.name} {code} is reserved"
            return
        names[field.name] = known.name
        if known.target and target and not admits(known.target, target):
            yield f"{field.name} {known.name} needs {compute(known.target)}"
    if fields and left:
        yield f"bits {left:#x} are reserved"
    elif not _together(one, names):
        yield f"{' and '.join(names.values())} cannot be combined"


def _together(one: Intrinsic, names: Mapping[str, str]) -> bool:
    """Whether some lowering has these codes; an intrinsic without conditions on them has all."""
    listed = [each.when for each in one.lowerings if each.when.keys() & names.keys()]
    return not listed or any(
        all(names[field] in wanted for field, wanted in when.items() if field in names) for when in listed
    )
