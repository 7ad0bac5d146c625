"""Single intrinsics, made of the tables of their families when they are asked for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ptxisa.isa.brief import bounded_repr
from ptxisa.isa.names import Unknown, suggestion
from ptxisa.isa.nvvm import Code, Family, Field, Lowering, Member, Parameter, families
from ptxisa.isa.targets import Target, admits
from ptxisa.nvvm.templates import Values, filled, spliced

_VECTOR = re.compile(r"\.v([2-9]|[1-9][0-9]+)(?=[if][0-9]+(\.|\Z))")
_TYPED_POINTER = re.compile(r"\.p([0-9]+)(?:[if][0-9]+|float)(?=\.|\Z)")
_POINTER = re.compile(r"(?:\{\}|[a-z0-9_%]+)(?P<space> addrspace\([0-9]+\))?\*+")


class UnknownIntrinsic(Unknown, KeyError):
    """No such intrinsic is recorded; the message suggests a near one."""

    def __str__(self) -> str:
        return str(self.args[0])


class Argument(NamedTuple):
    """One parameter of an intrinsic; `type` is that of the LLVM 7 dialect.

    A `constant` operand must be a constant; `fields` says what it encodes, `value` is the only one allowed if given.
    """

    name: str
    type: str
    summary: str = ""
    constant: bool = False
    fields: tuple[Field, ...] = ()
    value: int | None = None


@bounded_repr
class Intrinsic(NamedTuple):
    """One intrinsic: `llvm.nvvm.shfl.sync.i32`.

    `modern` is its name in the modern dialect, where pointers have no type of what they point at; empty if that dialect
    does not have it. `target` is a target
    expression such as "sm_70+", empty where every compute target has it. `lowerings` are the PTX that it becomes and
    `cuda` the functions of CUDA C++ that become it.
    """

    name: str
    modern: str
    family: str
    member: str
    values: Mapping[str, str]
    summary: str
    returns: tuple[str, ...]
    arguments: tuple[Argument, ...]
    support: str
    target: str
    dialects: tuple[str, ...]
    obsolete: str
    until: str
    lowerings: tuple[Lowering, ...]
    cuda: tuple[str, ...]

    def declaration(self, dialect: str = "llvm7") -> str:
        """Its declaration in one of `ptxisa.isa.nvvm.DIALECTS`."""
        shown = _opaque if dialect == "modern" else str
        parameters = ", ".join(
            shown(one.type) + (f" %{one.name}" if one.type not in ("...", "metadata") else "") for one in self.arguments
        )
        name = self.modern if dialect == "modern" else self.name
        return f"declare {shown(_result(self.returns))} @{name}({parameters})"

    def available(self, target: Target) -> bool:
        """Whether code for the target may call it."""
        return not self.target or admits(self.target, target)


def intrinsic(name: str) -> Intrinsic:
    """An intrinsic by its full name in either dialect, with or without `@`; raises `UnknownIntrinsic`.

    Vectors of the scalar types of `llvm.ctpop` and its like are found too: `llvm.ctpop.v4i32`.
    """
    bare = name.removeprefix("@")
    place = _index().get(bare) or _index().get(_typed(bare))
    if place:
        return made(*place)
    scalar = _VECTOR.sub(".", bare)
    family, member, values = _index().get(scalar, (None, None, {}))
    if scalar != bare and family and member and member.vectors:
        lanes = _VECTOR.search(bare)
        assert lanes is not None, "the substitution found one"
        return _widened(made(family, member, values), bare, int(lanes[1]), values[member.vectors])
    raise UnknownIntrinsic(_unknown(bare))


def known(name: str) -> bool:
    """Whether there is an intrinsic of that name."""
    try:
        intrinsic(name)
    except UnknownIntrinsic:
        return False
    return True


def names() -> list[str]:
    """The name of every intrinsic in the LLVM 7 dialect, family by family; vectors are not among them."""
    return list(_named())


def intrinsics(family: str | None = None, target: Target | None = None) -> Iterator[Intrinsic]:
    """Every intrinsic, or those of a family, or those that code for a target may call."""
    chosen = families().values() if family is None else [families()[family]]
    made = (one for each in chosen for one in expanded(each))
    return (one for one in made if target is None or one.available(target))


def expanded(family: Family) -> Iterator[Intrinsic]:
    """Every intrinsic of a family."""
    for member in family.members:
        yield from (made(family, member, values) for values in combinations(family, member))


def combinations(family: Family, member: Member) -> Iterator[dict[str, str]]:
    """The values that the axes of a member have together, each combination once per row that has it."""
    used = axes_of(family, member)
    for row in member.rows or ({},):
        listed = [row.get(axis, tuple(family.axes[axis])) for axis in used]
        yield from (dict(zip(used, one, strict=True)) for one in itertools.product(*listed))


def axes_of(family: Family, member: Member) -> list[str]:
    """The axes of a family that the name of a member has, in the order of the record."""
    return [axis for axis in family.axes if re.search(rf"\{{{axis}[.}}]", member.name)]


def codes(one: Intrinsic) -> Mapping[str, tuple[Code, ...]]:
    """The fields of the constant operands of an intrinsic with their values."""
    return {field.name: field.codes for argument in one.arguments for field in argument.fields}


def reaching(form: str) -> Iterator[tuple[Family, Member, Lowering]]:
    """What becomes a form of PTX, member by member."""
    for family in families().values():
        for member in family.members:
            yield from ((family, member, one) for one in member.lowerings if one.form == form)


Place = tuple[Family, Member, dict[str, str]]


@cache
def _named() -> dict[str, Place]:
    """Family, member and values by name."""
    return {
        _name(family, member, values): (family, member, values)
        for family in families().values()
        for member in family.members
        for values in combinations(family, member)
    }


@cache
def _index() -> dict[str, Place]:
    """The same by names of either dialect."""
    modern = {modern_name(name): place for name, place in _named().items() if "modern" in place[1].dialects}
    return {**modern, **_named()}


def _name(family: Family, member: Member, values: Values) -> str:
    return filled(member.name, family, values)


def made(family: Family, member: Member, values: Values) -> Intrinsic:
    """The intrinsic of a member that has these values of the axes; raises `TemplateError`."""
    name = _name(family, member, values)
    return Intrinsic(
        name,
        modern_name(name) if "modern" in member.dialects else "",
        family.name,
        member.id,
        values,
        filled(member.summary, family, values),
        tuple(text for one in member.returns for text in spliced(one, family, values)),
        tuple(_arguments(family, member.parameters, values)),
        member.support,
        filled(member.target, family, values),
        member.dialects,
        member.obsolete,
        member.until,
        tuple(_lowerings(family, member, values)),
        tuple(
            dict.fromkeys((*member.cuda, *(name for one in _lowerings(family, member, values) for name in one.cuda)))
        ),
    )


def _arguments(family: Family, parameters: Iterable[Parameter], values: Values) -> Iterator[Argument]:
    for one in parameters:
        type_ = filled(one.type, family, values)
        fields = tuple(family.fields[name] for name in one.fields)
        count = filled(one.number, family, values)
        every = spliced(one.name, family, values)
        for name in (f"{every[0]}{index}" for index in range(int(count))) if count else every:
            yield Argument(name, type_, one.summary, one.constant, fields, one.value)


def _lowerings(family: Family, member: Member, values: Values) -> Iterator[Lowering]:
    """Those whose condition on axes holds, with what is left of it: the condition on constant operands."""
    for one in member.lowerings:
        if all(values[axis] in wanted for axis, wanted in one.when.items() if axis in values):
            yield one._replace(
                opcode=filled(one.opcode, family, values),
                register=filled(one.register, family, values),
                when={key: wanted for key, wanted in one.when.items() if key not in values},
            )


def _result(types: tuple[str, ...]) -> str:
    return f"{{{', '.join(types)}}}" if len(types) > 1 else types[0] if types else "void"


def modern_name(name: str) -> str:
    """A name in the modern dialect: `.p1f32` is `.p1`."""
    return _TYPED_POINTER.sub(r".p\1", name)


def _typed(name: str) -> str:
    """`.p0f32` also where a specification writes `.p0float`."""
    return re.sub(r"\.p([0-9]+)float\b", r".p\1f32", name)


def _opaque(types: str) -> str:
    return _POINTER.sub(lambda match: "ptr" + (match["space"] or ""), types)


def _widened(one: Intrinsic, name: str, lanes: int, scalar: str) -> Intrinsic:
    """The intrinsic on vectors of `lanes` elements in place of the scalar type."""
    element = {"f32": "float", "f64": "double"}.get(scalar, scalar)

    def wide(type_: str) -> str:
        return f"<{lanes} x {element}>" if type_ == element else type_

    return one._replace(
        name=name,
        modern=name,
        returns=tuple(wide(type_) for type_ in one.returns),
        arguments=tuple(each._replace(type=wide(each.type)) for each in one.arguments),
    )


def _unknown(name: str) -> str:
    hint = suggestion(name, _index())
    return f"unknown intrinsic {name[:80]!r}{'; ' + hint if hint else ''}"
