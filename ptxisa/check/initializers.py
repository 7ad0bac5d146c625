"""Check the initial values of variables (PTX ISA 8.7, sections 5.3 and 5.4.4).

The record of a type contains the sorts of its initial values. Availability of addresses, `generic()` and masks is in
the records of their rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.check.errata import disputed, why_unavailable
from ptxisa.check.place import Place
from ptxisa.check.scope import Lookup
from ptxisa.isa import types
from ptxisa.isa.diagnostics import Diagnostic, error, note, undeclared, warning
from ptxisa.isa.language import features, state_spaces
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.types import OpaqueField, Type
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate

MASKS = frozenset(0xFF << 8 * byte for byte in range(8))
_CONSTANTS = (tree.Integer, tree.Float, tree.Unary, tree.Binary, tree.Conditional)
_LITERALS: dict[str, type] = {"integer": tree.Integer, "float": tree.Float}


class _Level(NamedTuple):
    """Level of braces: the number of elements of an array, None if its size is open, or of a vector."""

    size: int | None
    vector: bool = False


class _Initialized(NamedTuple):
    """Type and place of the variable that a value initializes."""

    type: Type
    place: Place
    lookup: Lookup
    mode: str


def check_initializer(
    declaration: tree.Declaration,
    declarator: tree.Declarator,
    place: Place,
    lookup: Lookup,
    options: frozenset[str] = frozenset(),
) -> Iterator[Diagnostic]:
    """Check the initial value of a variable."""
    node, type_ = declarator.initializer, types.known().get(declaration.type)
    if node is None or type_ is None:
        return
    if not _is_initializable(declaration.space):
        message = f".{declaration.space} variables have no initial value"
        yield error("misplaced-initializer", message, node)
    elif not type_.constants and not type_.fields:
        yield error("misplaced-initializer", f".{type_.name} variables have no initial value", node)
    else:
        mode = "independent" if "texmode_independent" in options else "unified"
        # A first dimension of 0 is open, like one without a number.
        levels = [_Level(dimension.value or None if dimension else None) for dimension in declarator.dimensions]
        if declaration.vector:
            levels.append(_Level(declaration.vector, True))
        yield from _check(node, levels, _Initialized(type_, place, lookup, mode))


def _is_initializable(space: str) -> bool:
    record = state_spaces().get(space.partition("[")[0])
    return record is None or record.initializable == "yes"


def _check(node: Any, levels: Sequence[_Level], context: _Initialized) -> Iterator[Diagnostic]:
    """Check a value with the levels of braces that it needs."""
    if not levels:
        yield from _check_fields(node, context) if context.type.fields else _check_value(node, context)
        return
    size, vector = levels[0]
    if not isinstance(node, tree.Values):
        yield error("initializer-type", f"{'a vector' if vector else 'an array'} takes a list in braces", node)
        return
    # All elements of a vector have values, and at most all of an array.
    count = len(node.elements)
    if vector and count != size:
        yield error("initializer-size", f"a vector of {size} elements takes {size} values; {count} given", node)
    elif size is not None and count > size:
        yield error("initializer-size", f"an array of {size} elements has {count} values", node)
    elif size is None and count == 0:
        yield error("initializer-type", "an array of open size takes at least one value", node)
    if len(levels) > 1 or context.type.fields:
        for element in node.elements:
            yield from _check(element, levels[1:], context)
        return
    # A long list is parsed again only if it has more than literals.
    plain = {_LITERALS[sort] for sort in context.type.constants}
    if not (isinstance(node.elements, tree.Reread) and node.elements.kinds <= plain):
        for element in node.elements:
            if type(element) not in plain:
                yield from _check_value(element, context)


def _check_value(node: Any, context: _Initialized) -> Iterator[Diagnostic]:
    """Check a value of a scalar: a constant, an address, or one byte of either."""
    name, constants = context.type.name, context.type.constants
    if isinstance(node, _CONSTANTS):
        sort = _sort(node)
        if sort and sort not in constants:
            given = "an integer" if sort == "integer" else "a floating-point number"
            hint = "write 1.0 for 1" if sort == "integer" and constants else ""
            yield error("initializer-type", f"cannot initialize a .{name} variable with {given}", node, hint)
    elif isinstance(node, (tree.Name, tree.Generic, tree.Sum)):
        yield from _check_address(node, context, masked=False)
    elif not isinstance(node, tree.Mask):
        yield error("initializer-type", f"a .{name} takes one value, without braces", node)
    else:
        if node.mask.value not in MASKS:
            hint = "a mask has eight ones in a row, from a multiple of eight on: 0xFF, 0xFF00 …"
            yield error("initializer-mask", f"{node.mask.text[:60]} is not a mask", node.mask, hint)
        if not isinstance(node.value, _CONSTANTS):
            yield from _check_feature("mask_initializer", "a mask of an address", node, context)
            yield from _check_address(node.value, context, masked=True)
            return
        yield from _check_feature("masked_constant", "a mask of a constant", node, context)
        if _sort(node.value) == "float":
            yield error("initializer-type", "a mask takes an integer or an address", node.value)
        elif "integer" not in constants:
            yield error("initializer-type", f"cannot initialize a .{name} variable with a byte", node)


def _sort(node: Any) -> str:
    """Return "integer" or "float"; "" for a constant without a value, which the parser has reported."""
    try:
        return "float" if evaluate(node).type.startswith("f") else "integer"
    except ConstantError:
        return ""


# Addresses


def _check_address(
    node: tree.Name | tree.Generic | tree.Sum, context: _Initialized, *, masked: bool
) -> Iterator[Diagnostic]:
    """Check a value that is the address of a variable or function."""
    type_ = context.type
    if type_.addresses != "whole" and not (masked and type_.addresses):
        hint = "only a byte of it is, such as 0xFF(name)" if type_.addresses else ""
        yield error("initializer-type", f"cannot initialize a .{type_.name} variable with an address", node, hint)
        return
    base = node.base if isinstance(node, tree.Sum) else node
    name = base.variable if isinstance(base, tree.Generic) else base
    symbol = context.lookup(name.text)
    if symbol is None or symbol.kind == "special":
        yield undeclared(name.text, name)
    elif symbol.kind == "function":
        if isinstance(base, tree.Generic):
            yield error("initializer-name", "generic() is about variables; a function has one address only", base)
        elif isinstance(node, tree.Sum):
            yield error("initializer-type", "nothing is added to the address of a function", node)
        kernel = isinstance(symbol.node, tree.Function) and symbol.node.kind == "entry"
        what, rule = ("a kernel", "kernel_initializer") if kernel else ("a function", "function_initializer")
        yield from _check_feature(rule, f"the address of {what} as an initial value", base, context)
    elif symbol.kind == "any":
        return
    elif symbol.kind != "variable" or not _is_initializable(symbol.space):
        spaces = listing(f".{space.name}" for space in state_spaces().values() if space.initializable == "yes")
        message = f"{name.text[:60]} is not a variable whose address is known before a kernel runs"
        yield error("initializer-name", message, name, f"such variables are in {spaces}")
    else:
        yield from _check_feature("address_initializer", "the address of a variable as an initial value", base, context)
        if isinstance(base, tree.Generic):
            yield from _check_feature("generic_initializer", "generic()", base, context)
        opaque = types.known().get(symbol.type)
        if opaque is not None and opaque.kind == "opaque":
            message = f"{name.text[:60]} is a .{symbol.type}; a pointer to it is made with mov alone"
            yield warning("initializer-name", message, name)


def _check_feature(rule: str, what: str, node: Any, context: _Initialized) -> Iterator[Diagnostic]:
    """Check that target and version support the feature of a rule."""
    for problem in _feature_problems(rule, what, context.place):
        yield problem.at(node)


@lru_cache(maxsize=64)
def _feature_problems(rule: str, what: str, place: Place) -> tuple[Diagnostic, ...]:
    return why_unavailable(what, features().get(rule, ()), place, f"rule/{rule}")


# Fields of textures, samplers and surfaces


def _check_fields(node: Any, context: _Initialized) -> Iterator[Diagnostic]:
    """Check the fields in braces that initialize a texture, sampler or surface."""
    type_ = context.type
    if not isinstance(node, tree.Values) or not all(isinstance(field, tree.Field) for field in node.elements):
        yield error("initializer-type", f"a .{type_.name} takes fields in braces, such as {{width = 64}}", node)
        return
    fields = {field.name: field for field in type_.fields if context.mode in field.modes}
    if len(node.elements) > len(fields):
        yield error("initializer-size", f"a .{type_.name} has {len(fields)} fields", node)
    seen: set[str] = set()
    for element in node.elements:
        if not isinstance(element, tree.Field):
            continue
        name = element.name.text
        field = fields.get(name)
        if field is None:
            message = f"a .{type_.name} has no field {name[:60]} in {context.mode} texture mode"
            yield error("unknown-field", message, element.name, suggestion(name, fields))
        else:
            yield from _check_field(element, field, context)
        if name in seen:
            repeated = error("field-value", f"{name} is given twice", element)
            yield disputed(repeated, "rule/opaque_initializers", context.place)
        seen.add(name)


def _check_field(node: tree.Field, field: OpaqueField, context: _Initialized) -> Iterator[Diagnostic]:
    """Check that the texture mode, target and version support a field, and that the field takes the value."""
    name = node.name.text
    if context.mode in field.ignored:
        message = f"{name} of a .{context.type.name} is ignored in {context.mode} texture mode"
        yield note("ignored-field", message, node)
    for problem in why_unavailable(name, field.availability, context.place):
        yield error(problem.code, problem.message, node.name)
    if isinstance(node.value, tree.Name) and node.value.text not in field.values:
        wanted = listing(str(value) for value in field.values) if field.kind == "name" else "a number"
        yield error("field-value", f"{name} is {wanted}", node.value)
    if not isinstance(node.value, _CONSTANTS):
        return
    try:
        value = evaluate(node.value)
    except ConstantError:
        return  # The parser has reported the constant.
    wanted = ""
    if field.kind == "name":
        wanted = listing(str(value) for value in field.values)
    elif value.type.startswith("f") or value.number < 0:
        wanted = "a number of elements" if field.kind == "count" else "an integer"
    elif field.kind == "flag" and value.number > 1:
        wanted = "0 or 1"
    if wanted:
        wrong = error("field-value", f"{name} is {wanted}", node.value)
        yield disputed(wrong, "rule/opaque_initializers", context.place)
