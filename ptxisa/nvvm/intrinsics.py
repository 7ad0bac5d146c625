"""Intrinsics by name: each is made from the table of its family when it is requested.

    intrinsic("llvm.nvvm.shfl.sync.i32").declaration()
    list(intrinsics(target=target("compute_60")))

Tables have templates: `{axis}` is a value of an axis, `{axis.property}` a property of that value. Braces of LLVM
structures contain spaces or commas, so that they are not templates.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ptxisa.isa.names import UnrecordedName, suggestion
from ptxisa.isa.nvvm import (
    Family,
    Lowering,
    Member,
    OperandCode,
    OperandField,
    PropertyValue,
    constructs,
    families,
)
from ptxisa.isa.representation import bounded_repr
from ptxisa.isa.targets import Target, admits

_VECTOR = re.compile(r"\.v([2-9]|[1-9][0-9]+)(?=[if][0-9]+(\.|\Z))")
_TYPED_POINTER = re.compile(r"\.p([0-9]+)(?:[if][0-9]+|float)(?=\.|\Z)")
_POINTEE = re.compile(r"(?<=\.p[0-9])([if][0-9]+)(?=\.|\Z)")
_FLOATS = {"f16": "half", "f32": "float", "f64": "double"}
_POINTER = re.compile(r"(?:\{\}|[a-z0-9_%]+)(?P<space> addrspace\([0-9]+\))?\*+")
_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)(?:\.([a-z][a-z0-9_]*))?\}")
_REPEATED = re.compile(r"(.+) x ([0-9]+)\Z")

Values = Mapping[str, str]
"""Value of each axis for an intrinsic."""


class UnknownIntrinsic(UnrecordedName, KeyError):
    """A name without an intrinsic; the message suggests a similar name."""

    def __str__(self) -> str:
        return str(self.args[0])


class NameTemplateError(ValueError):
    """A template with an axis or a property that does not exist."""


class IntrinsicArgument(NamedTuple):
    """A parameter of an intrinsic; `type` is that of the LLVM 7 dialect.

    A `constant` operand must be a constant. `fields` are the bit fields that it encodes, and `value` is the only value
    that is allowed, if there is one.
    """

    name: str
    type: str
    summary: str = ""
    constant: bool = False
    fields: tuple[OperandField, ...] = ()
    value: int | None = None


@bounded_repr
class Intrinsic(NamedTuple):
    """An intrinsic: `llvm.nvvm.shfl.sync.i32`.

    `modern` is its name in the modern dialect, where pointers have no element type; empty if that dialect does not have
    it. `target` is a target expression such as "sm_70+", empty if every compute target has it. `lowerings` are the PTX
    that it becomes, and `cuda` the functions of CUDA C++ that become it.
    """

    name: str
    modern: str
    family: str
    member: str
    values: Mapping[str, str]
    summary: str
    returns: tuple[str, ...]
    arguments: tuple[IntrinsicArgument, ...]
    support: str
    target: str
    dialects: tuple[str, ...]
    obsolete: str
    until: str
    lowerings: tuple[Lowering, ...]
    cuda: tuple[str, ...]

    def declaration(self, dialect: str = "llvm7") -> str:
        """Return its declaration in one of `ptxisa.isa.nvvm.DIALECTS`."""
        modern = dialect == "modern"
        result = f"{{{', '.join(self.returns)}}}" if len(self.returns) > 1 else "".join(self.returns) or "void"
        texts = [result, *(argument.type for argument in self.arguments)]
        if modern:
            texts = [_POINTER.sub(lambda match: "ptr" + (match["space"] or ""), text) for text in texts]
        parameters = ", ".join(
            text + (f" %{argument.name}" if argument.type not in ("...", "metadata") else "")
            for text, argument in zip(texts[1:], self.arguments, strict=True)
        )
        return f"declare {texts[0]} @{self.modern if modern else self.name}({parameters})"

    def available(self, target: Target) -> bool:
        """Return True if code for the target may call it."""
        return not self.target or admits(self.target, target)


def intrinsic(name: str) -> Intrinsic:
    """Return an intrinsic by its full name in either dialect, with or without `@`.

    Vectors of the scalar types of `llvm.ctpop` and others are found too: `llvm.ctpop.v4i32`.

    Raises:
        UnknownIntrinsic: No record has this name.
    """
    bare = name.removeprefix("@")
    recorded = find(bare)
    if recorded is None:
        hint = suggest(bare)
        raise UnknownIntrinsic(f"unknown intrinsic {bare[:80]!r}{'; ' + hint if hint else ''}")
    return recorded


def suggest(name: str) -> str:
    """Return `did you mean X?` for a name without an intrinsic, or an empty string."""
    return suggestion(name, _by_name())


def find(bare: str) -> Intrinsic | None:
    """Return an intrinsic by its full name in either dialect, None if there is none."""
    index = _by_name()
    # The specification also writes `.p0float` for `.p0f32`.
    place = index.get(bare) or index.get(re.sub(r"\.p([0-9]+)float\b", r".p\1f32", bare))
    if place:
        return made(*place)
    # Records have the conversions of pointers to i8; each type that pointers can point to has its own.
    pointees = {match[1] for match in _POINTEE.finditer(bare)}
    place = index.get(_POINTEE.sub("i8", bare)) if len(pointees) == 1 else None
    if place and place[1].until:
        pointee = pointees.pop()
        type_ = _FLOATS.get(pointee, pointee)
        conversion = made(*place)
        return conversion._replace(
            name=bare,
            returns=tuple(returned.replace("i8", type_, 1) for returned in conversion.returns),
            arguments=tuple(each._replace(type=each.type.replace("i8", type_, 1)) for each in conversion.arguments),
        )
    lanes = _VECTOR.search(bare)
    place = index.get(_VECTOR.sub(".", bare)) if lanes else None
    if lanes and place and place[1].vectors:
        family, member, values = place
        # The same intrinsic on vectors in place of its scalar type.
        scalar, type_ = made(family, member, values), values[member.vectors]
        element = _FLOATS.get(type_, type_)
        vector = f"<{lanes[1]} x {element}>"
        arguments = (
            argument._replace(type=vector) if argument.type == element else argument for argument in scalar.arguments
        )
        return scalar._replace(
            name=bare,
            modern=bare,
            returns=tuple(vector if returned == element else returned for returned in scalar.returns),
            arguments=tuple(arguments),
        )
    return None


@lru_cache(maxsize=4096)
def in_llvm7(name: str) -> bool:
    """Return True for a name of the LLVM 7 dialect that LLVM or libNVVM defines, with or without types at its end.

    LLVM treats other names that begin with `llvm.` as those of external functions.
    """
    defined = constructs()["nvvm-dialects"].rules["older-intrinsics"].about
    parts = name.split(".")
    return parts[1:2] == ["nvvm"] or any(".".join(parts[:end]) in defined for end in range(2, len(parts) + 1))


def known(name: str) -> bool:
    """Return True if there is an intrinsic of that name."""
    return find(name) is not None


def names() -> list[str]:
    """Return the names of all intrinsics in the LLVM 7 dialect, family by family, without vectors."""
    return list(_by_llvm7_name())


def intrinsics(family: str | None = None, target: Target | None = None) -> Iterator[Intrinsic]:
    """Yield intrinsics.

    Args:
        family: Only those of a family.
        target: Only those that code for a target may call.
    """
    for each in families().values() if family is None else [families()[family]]:
        for member in expanded(each):
            if target is None or member.available(target):
                yield member


def expanded(family: Family) -> Iterator[Intrinsic]:
    """Yield every intrinsic of a family."""
    for member in family.members:
        yield from (made(family, member, values) for values in combinations(family, member))


def combinations(family: Family, member: Member) -> Iterator[dict[str, str]]:
    """Yield the combinations of values of the axes of a member; a combination in several rows is repeated."""
    axes = axes_of(family, member)
    for row in member.rows or ({},):
        allowed = [row.get(axis, tuple(family.axes[axis])) for axis in axes]
        yield from (dict(zip(axes, values, strict=True)) for values in itertools.product(*allowed))


def axes_of(family: Family, member: Member) -> list[str]:
    """Return the axes in the name of a member, in the order of the record."""
    return [axis for axis in family.axes if re.search(rf"\{{{axis}[.}}]", member.name)]


def codes(of: Intrinsic) -> Mapping[str, tuple[OperandCode, ...]]:
    """Return the values of the bit fields of the constant operands of an intrinsic, by field."""
    return {field.name: field.codes for argument in of.arguments for field in argument.fields}


def reaching(form: str) -> Iterator[tuple[Family, Member, Lowering]]:
    """Yield the members that become a form of PTX, each with its family and lowering."""
    for family in families().values():
        for member in family.members:
            yield from ((family, member, lowering) for lowering in member.lowerings if lowering.form == form)


_Place = tuple[Family, Member, dict[str, str]]


@cache
def _by_llvm7_name() -> dict[str, _Place]:
    return {
        filled(member.name, family, values): (family, member, values)
        for family in families().values()
        for member in family.members
        for values in combinations(family, member)
    }


@cache
def _by_name() -> dict[str, _Place]:
    """Return every intrinsic by its names in both dialects."""
    places = _by_llvm7_name()
    return {**{modern_name(name): place for name, place in places.items() if "modern" in place[1].dialects}, **places}


def modern_name(name: str) -> str:
    """Return a name in the modern dialect: `.p1` for `.p1f32`."""
    return _TYPED_POINTER.sub(r".p\1", name)


def made(family: Family, member: Member, values: Values) -> Intrinsic:
    """Return the intrinsic of a member with these values of the axes.

    Raises:
        TemplateError: A template has an axis or property that does not exist.
    """
    name = filled(member.name, family, values)
    arguments: list[IntrinsicArgument] = []
    for parameter in member.parameters:
        type_ = filled(parameter.type, family, values)
        fields = tuple(family.fields[field] for field in parameter.fields)
        names: Iterable[str] = spliced(parameter.name, family, values)
        count = filled(parameter.number, family, values)
        if count:
            (first, *_) = names
            names = [f"{first}{index}" for index in range(int(count))]
        arguments += (
            IntrinsicArgument(each, type_, parameter.summary, parameter.constant, fields, parameter.value)
            for each in names
        )
    # Conditions on constant operands remain, those on axes are decided.
    lowerings = tuple(
        lowering._replace(
            opcode=filled(lowering.opcode, family, values),
            register=filled(lowering.register, family, values),
            when={key: allowed for key, allowed in lowering.when.items() if key not in values},
        )
        for lowering in member.lowerings
        if all(values[axis] in allowed for axis, allowed in lowering.when.items() if axis in values)
    )
    cuda = (*member.cuda, *(function for lowering in lowerings for function in lowering.cuda))
    return Intrinsic(
        name,
        modern_name(name) if "modern" in member.dialects else "",
        family.name,
        member.id,
        values,
        filled(member.summary, family, values),
        tuple(text for returned in member.returns for text in spliced(returned, family, values)),
        tuple(arguments),
        member.support,
        filled(member.target, family, values),
        member.dialects,
        member.obsolete,
        member.until,
        lowerings,
        tuple(dict.fromkeys(cuda)),
    )


# Templates


def filled(template: str, family: Family, values: Values) -> str:
    """Return a template with its holes filled."""

    def text(match: re.Match[str]) -> str:
        value = _property(family, values, match[1], match[2] or "")
        if isinstance(value, tuple):
            raise NameTemplateError("a property with several values must be the whole template")
        return str(value)

    return _HOLE.sub(text, template)


def spliced(template: str, family: Family, values: Values) -> tuple[str, ...]:
    """Return the texts of a template for several: a property with several values, or `text x count`."""
    texts: tuple[str, ...] | None = None
    hole = _HOLE.fullmatch(template)
    if hole:
        value = _property(family, values, hole[1], hole[2] or "")
        texts = value if isinstance(value, tuple) else None
    result: list[str] = []
    for text in texts if texts is not None else (filled(template, family, values),):
        repeated = _REPEATED.match(text)
        result += [repeated[1]] * int(repeated[2]) if repeated else [text]
    return tuple(result)


def _property(family: Family, values: Values, axis: str, name: str) -> PropertyValue:
    if axis not in values:
        raise NameTemplateError(f"no axis {axis!r}; axes are {', '.join(family.axes) or 'none'}")
    if not name:
        return values[axis]
    properties = family.axes[axis][values[axis]]
    if name not in properties:
        raise NameTemplateError(f"value {values[axis]!r} of axis {axis!r} has no property {name!r}")
    return properties[name]
