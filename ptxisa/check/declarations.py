"""Check declarations: variables, their attributes, and the parameters of functions.

The records of state spaces and types contain where their variables are allowed; see `ptxisa.isa.language` and
`ptxisa.isa.types`. Everything except names, sizes and values depends on the shape of a declaration alone. Modules
repeat few shapes, so the diagnostics of a shape are cached.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ptxisa.check.directives import check_available
from ptxisa.check.errata import disputed, why_unavailable
from ptxisa.check.place import Place
from ptxisa.check.resources import ABI_SINCE, check_narrow, is_narrow
from ptxisa.check.scope import Lookup
from ptxisa.isa import targets, types
from ptxisa.isa.diagnostics import Diagnostic, Span, error, warning
from ptxisa.isa.language import StateSpace, VariableHome, attributes, state_spaces
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.types import Type
from ptxisa.query.availability import ended, satisfied
from ptxisa.syntax import tree

NO_OPTIONS: frozenset[str] = frozenset()
VECTOR_LENGTHS = (2, 4)
VECTOR_BITS = 128
"""Most bits of a vector (section 5.4.2)."""
ALIGNMENTS = frozenset(1 << exponent for exponent in range(32))
PLACES = {
    "module": "at module level",
    "function": "in a function",
    "kernel-parameter": "as a parameter of a kernel",
    "function-parameter": "as a parameter of a function",
}
"""Phrases for the places of `VariableHome`."""
_ALIGNMENT = "invalid-alignment"
"""Only code about the number after `.align` instead of the whole declaration."""
_PARAMETERS = {"entry": "kernel-parameter", "func": "function-parameter"}


class Shape(NamedTuple):
    """Everything about a variable that decides whether it can be declared, without names and values.

    An array, and a parameter of a function without a body, is `unchecked`: ptxas ignores most rules about its type.
    """

    space: str
    alignment: int | None
    vector: int | None
    type: str
    where: str
    unchecked: bool = False


def check_declaration(
    declaration: tree.Declaration, where: str, place: Place, lookup: Lookup, options: frozenset[str] = NO_OPTIONS
) -> Iterator[Diagnostic]:
    """Check a declaration of variables, except for names that are declared twice.

    Args:
        declaration: The declaration.
        where: "module" or "function".
        place: Target and version.
        lookup: Symbols of names that are declared before.
        options: Options of `.target`.
    """
    alignment = declaration.alignment
    value = alignment.value if alignment else None
    names = declaration.declarators
    arrays = bool(names) and not isinstance(names, tree.PlainNames) and all(name.dimensions for name in names)
    shape = Shape(declaration.space, value, declaration.vector, declaration.type, where, arrays)
    problems = shape_problems(shape, place, options)
    if problems:
        end = names[0].start if names else declaration.end
        yield from _located(problems, declaration.start, end, alignment)
    if declaration.attributes:
        yield from check_attributes(declaration.attributes, "variable", declaration.space, place)
    scalars = () if problems else scalar_problems(declaration.space, declaration.vector, declaration.type)
    if isinstance(names, tree.PlainNames) and not scalars:
        return  # Registers without dimensions and initial values, perhaps thousands.
    for declarator in names:
        if scalars and not declarator.dimensions:
            yield from _located(scalars, declarator.start, declarator.end)
        if declarator.dimensions or declarator.initializer is not None or declaration.space[-1:] == "]":
            from ptxisa.check.initializers import check_initializer  # Few modules have initializers.

            message = _array_message(declaration, declarator)
            if message:
                yield error("invalid-array", message, declarator)
            yield from check_initializer(declaration, declarator, place, lookup, options)


def _located(
    problems: Sequence[Diagnostic], start: int, end: int, alignment: tree.Integer | None = None
) -> Iterator[Diagnostic]:
    for problem in problems:
        yield problem.at(alignment if alignment and problem.code == _ALIGNMENT else Span(start, end))


# Shapes


@lru_cache(maxsize=4096)
def shape_problems(shape: Shape, place: Place, options: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for every variable of a shape, without a place in the text."""
    space, bank = space_of(shape.space)
    if space is None:
        return ()
    home = home_of(space, shape.where, place)
    if isinstance(home, Diagnostic):
        return (home,)
    diagnostics = []
    removed = next((end for end in space.removed if ended(end, None, place.target, place.version)), None)
    if removed is not None:
        diagnostics.append(
            error("unavailable-version", f".{space.name} was removed in PTX {removed.ptx}", hint=removed.note)
        )
    else:
        record = f"state_space/{space.name.replace('::', '-')}"
        diagnostics += why_unavailable(f".{space.name}", space.availability, place, record)
    if space.banks is not None and bank is not None and not space.banks.first <= bank <= space.banks.last:
        message = f"banks are numbered from {space.banks.first} to {space.banks.last}"
        diagnostics.append(error("invalid-bank", message))
    diagnostics += _check_type(shape, home, place, options)
    diagnostics += _check_vector(shape) if not diagnostics else ()
    return (*diagnostics, *_check_alignment(shape.alignment, home.alignment))


def _check_type(shape: Shape, home: VariableHome, place: Place, options: frozenset[str]) -> Iterator[Diagnostic]:
    """Check that variables of a state space and place may have the type, and that target and version support it."""
    name = shape.type
    type_ = types.known().get(name)
    if type_ is None:
        yield error("unknown-type", f"unknown type .{name[:60]}", hint=suggestion(name, types.known()))
        return
    space = shape.space.partition("[")[0]
    if type_.homes is not None and not any(
        other.space == space and (not other.places or shape.where in other.places) for other in type_.homes
    ):
        message = f"no .{space} variable {PLACES[shape.where]} is a .{name}"
        yield _disputed_type(error("undeclarable-type", message, hint=_instead(type_)), shape, place)
    elif home.types and name not in home.types:
        wanted = listing(f".{other}" for other in home.types)
        yield error("undeclarable-type", f".{space} variables are {wanted}, not .{name}")
    else:
        for problem in why_unavailable(f".{name}", type_.availability, place, f"type/{name}"):
            yield _disputed_type(problem, shape, place)
        if type_.texture_mode and type_.texture_mode not in options:
            wrong = error("texture-mode", f".{name} variables need .target with {type_.texture_mode}")
            unchecked = shape.unchecked and shape.vector is None
            yield disputed(wrong, "rule/samplers_in_independent_mode", place) if unchecked else wrong


def _disputed_type(diagnostic: Diagnostic, shape: Shape, place: Place) -> Diagnostic:
    """Return a diagnostic about the type of a variable as `undocumented` if releases of ptxas accept the type there."""
    if shape.vector is not None:
        return diagnostic
    opaque = types.known()[shape.type].kind == "opaque"
    if shape.unchecked and not (opaque and shape.where == "function"):
        record = "rule/opaque_variables" if opaque else "rule/fundamental_types"
        return disputed(diagnostic, record, place, shape.type)
    return diagnostic if shape.space == "param" else disputed(diagnostic, f"type/{shape.type}", place)


@lru_cache(maxsize=64)
def space_of(name: str) -> tuple[StateSpace | None, int | None]:
    """Return the record of a state space, and the bank of one such as "const[2]"."""
    stem, bracket, number = name.partition("[")
    if not bracket:
        return state_spaces().get(name), None
    digits = number.removesuffix("]")
    return state_spaces().get(f"{stem}[bank]"), int(digits[:9])


def home_of(space: StateSpace, where: str, place: Place) -> VariableHome | Diagnostic:
    """Return the properties of variables of a state space at a place, or the diagnostic if there are none."""
    homes = [home for home in space.homes if home.place == where]
    what = f".{space.name} variables {PLACES[where]}"
    if not homes:
        others = listing(PLACES[place] for place in dict.fromkeys(home.place for home in space.homes))
        return error(
            "misplaced-variable", f"{what} are not allowed", hint=f"they are allowed {others}" if others else ""
        )
    left = [home for home in homes if not any(ended(end, None, place.target, place.version) for end in home.removed)]
    if not left:
        end = homes[-1].removed[-1]
        return error("misplaced-variable", f"{what} are not allowed since PTX {end.ptx}", hint=end.note)
    reached = [home for home in left if not why_unavailable(what, home.availability, place)]
    return reached[0] if reached else why_unavailable(what, left[-1].availability, place)[0]


def _instead(type_: Type) -> str:
    """Return a hint that names a type or a state space to use instead."""
    if type_.homes:
        return f"such variables are in {listing(f'.{home.space}' for home in type_.homes)}"
    return f"declare a .{type_.registers[0]} instead" if type_.registers else "it only occurs packed"


def _check_vector(shape: Shape) -> Iterator[Diagnostic]:
    """Check length and type of a vector of a known type."""
    if shape.vector is None:
        return
    type_ = types.known()[shape.type]
    if shape.vector not in VECTOR_LENGTHS:
        wanted = " or ".join(map(str, VECTOR_LENGTHS))
        yield error("invalid-vector", f"a vector has {wanted} elements, not {shape.vector}")
    elif type_.kind in ("predicate", "opaque"):
        yield error("invalid-vector", f"there are no vectors of .{shape.type}")
    elif shape.vector * type_.bits > VECTOR_BITS:
        bits = shape.vector * type_.bits
        yield error("invalid-vector", f"a vector has {VECTOR_BITS} bits at most; this one has {bits}")


def _check_alignment(value: int | None, most: int | None) -> Iterator[Diagnostic]:
    """Check the number after `.align`; `most` is the largest one that is allowed, if there is a limit."""
    if value is None:
        return
    if value not in ALIGNMENTS:
        message = f"an alignment is a power of two up to {max(ALIGNMENTS)}"
        yield error(_ALIGNMENT, message)
    elif most is not None and value > most:
        yield error(_ALIGNMENT, f"the largest alignment here is {most}")


# Scalars and arrays


@lru_cache(maxsize=256)
def scalar_problems(space: str, vector: int | None, type_: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for variables without dimensions: some state spaces have vectors only in arrays."""
    record, _ = space_of(space)
    known = types.known().get(type_)
    vectors = vector is not None or (known is not None and known.kind == "packed")
    if record is None or not vectors or any(home.vectors for home in record.homes):
        return ()
    message = f"a .{space} variable that is no array is no vector; .f16x2 counts as one"
    return (error("invalid-vector", message, hint="declare an array, or a bit-size type of the same width"),)


def _array_message(declaration: tree.Declaration, declarator: tree.Declarator) -> str:
    """Return the message for wrong dimensions of a variable, or "". An open dimension may be written as 0."""
    space, bank = space_of(declaration.space)
    dimensions = declarator.dimensions
    open_ = bool(dimensions) and _is_open(dimensions[0])
    if any(map(_is_open, dimensions[1:])):
        return "only the first dimension of an array may be left open"
    if dimensions and space is not None and not any(home.arrays for home in space.homes):
        return f"there are no arrays in .{space.name}"
    if space is not None and space.banks is not None:
        # A bank contains either variables of known size or external arrays without one.
        sized = bank == space.banks.sized
        wanted = "variables of known size" if sized else "external arrays without a size"
        return f"this bank holds {wanted}" if sized == (open_ and declaration.linkage == "extern") else ""
    if open_ and declaration.linkage != "extern" and declarator.initializer is None:
        return "an array without a size is external or has an initializer"
    return ""


def _is_open(dimension: tree.Integer | None) -> bool:
    return dimension is None or dimension.value == 0


def _is_unsized(parameter: tree.Parameter) -> bool:
    """Return True if a parameter, which has at most one dimension, is an array without a size."""
    return any(map(_is_open, parameter.dimensions))


# Attributes


def check_attributes(written: Sequence[tree.Property], subject: str, space: str, place: Place) -> Iterator[Diagnostic]:
    """Check the attributes of a "variable" in a state space, or of a "function" with "" in place of the space."""
    for attribute in written:
        problems = attribute_problems(attribute.name, len(attribute.arguments), subject, space, place)
        yield from _located(problems, attribute.start, attribute.end)
    if subject == "function":
        for surplus in written[1:]:
            message = "a function has one attribute"
            yield error("misplaced-attribute", message, surplus)


@lru_cache(maxsize=256)
def attribute_problems(name: str, count: int, subject: str, space: str, place: Place) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for an attribute with a number of arguments."""
    attribute = attributes().get(name)
    if attribute is None:
        hint = suggestion(name, attributes())
        message = place.may_have(f"attribute .{name[:60]}")
        if message:
            return (warning("unrecorded-directive", message, hint=hint),)
        return (error("unknown-attribute", f"unknown attribute .{name[:60]}", hint=hint),)
    if subject not in attribute.applies_to or (subject == "function" and space == "entry"):
        bearer = "kernel" if space == "entry" else subject
        return (error("misplaced-attribute", f".{name} is not an attribute of a {bearer}"),)
    if subject == "variable" and attribute.spaces and space not in attribute.spaces:
        wanted = listing(f".{other}" for other in attribute.spaces)
        message = f".{name} is an attribute of {wanted} variables, not of .{space} ones"
        return (error("misplaced-attribute", message),)
    if count != len(attribute.arguments):
        wanted = ", ".join(argument.name for argument in attribute.arguments)
        hint = f"write .{name}{wanted and f'({wanted})'}"
        return (error("attribute-arguments", f".{name} has {count} arguments", hint=hint),)
    return why_unavailable(f".{name}", attribute.availability, place, f"attribute/{name}")


# Parameters


def check_parameters(
    function: tree.Function | tree.CallPrototype, place: Place, options: frozenset[str] = NO_OPTIONS
) -> Iterator[Diagnostic]:
    """Check the parameters and results of a kernel, a function or a prototype.

    Assemblers check types, vectors and sizes only where there is a body.
    """
    kind = function.kind if isinstance(function, tree.Function) else "prototype"
    defined = isinstance(function, tree.Function) and function.body is not None
    inputs, results = function.parameters or (), function.returns or ()
    for parameter in (*results, *inputs):
        yield from check_parameter(parameter, kind, place, options, defined=defined)
    for parameter in (*results, *inputs[:-1], *(inputs[-1:] if kind == "entry" else ())):
        if _is_unsized(parameter):
            message = "only the last parameter of a function may be an array without a size"
            yield error("invalid-array", message, parameter)
    if kind != "entry" and inputs and _is_unsized(inputs[-1]):
        yield from check_available(".func", inputs[-1].start, inputs[-1].end, place, "unsized_array")
    if len(results) > 1 and any(result.space != "reg" for result in results):
        message = "several results are registers; a result in .param stands alone"
        yield error("result-space", message, Span(results[0].start, results[-1].end))
    elif len(results) > 1 and place.target is not None and place.target.number >= ABI_SINCE:
        several = error("result-space", "a function has one result", Span(results[0].start, results[-1].end))
        yield disputed(several, "rule/one_result", place)
    if kind == "prototype" and place.target is not None and place.target.number >= ABI_SINCE:
        narrow = next(filter(is_narrow, (*results, *inputs)), None)
        yield from () if narrow is None else (check_narrow(narrow, place, compiled=True),)
    if kind == "entry":
        for parameter in [other for other in inputs if other.name.text == "_"][1:]:
            yield error("redeclared-name", "only one parameter of a kernel is called _", parameter.name)
        yield from _check_size(inputs, place) if defined else ()


def check_parameter(
    parameter: tree.Parameter,
    function_kind: str,
    place: Place,
    options: frozenset[str] = NO_OPTIONS,
    *,
    defined: bool = True,
) -> Iterator[Diagnostic]:
    """Check one parameter or result of an "entry", a "func" or a "prototype"."""
    if parameter.hidden:
        end = parameter.start + len(".hidden")
        yield from check_available(".hidden", parameter.start, end, place)
        if function_kind != "entry":
            yield error("misplaced-directive", "only kernels have hidden parameters", Span(parameter.start, end))
    alignment = parameter.alignment
    value = alignment.value if alignment else None
    where = _PARAMETERS.get(function_kind, "function-parameter")
    unchecked = bool(parameter.dimensions) or not defined
    shape = Shape(parameter.space, value, parameter.vector, parameter.type, where, unchecked)
    problems = shape_problems(shape, place, options) if defined else _declared_problems(shape, place)
    if defined and not problems and not parameter.dimensions:
        problems = scalar_problems(shape.space, shape.vector, shape.type)
    yield from _located(problems, parameter.start, parameter.name.start, alignment)
    pointer = parameter.pointer
    if pointer is not None and function_kind == "func":
        yield error("misplaced-directive", ".ptr is about parameters of kernels", pointer)
    elif pointer is not None:
        # The state space and the alignment of the memory that the parameter points to.
        yield from check_available(".ptr", pointer.start, pointer.end, place)
        if pointer.space is not None and pointer.space not in ("const", "global", "local", "shared"):
            message = f".ptr takes .const, .global, .local or .shared, not .{pointer.space}"
            yield disputed(error("misplaced-directive", message, pointer), "directive/ptr", place)
        if pointer.alignment is not None:
            wrong = tuple(_check_alignment(pointer.alignment.value, None))
            yield from _located(wrong, pointer.start, pointer.end, pointer.alignment)
    if parameter.name.text == "_" and function_kind == "func":
        message = "a parameter of a function has a name"
        yield error("unnamed-parameter", message, parameter.name)
    if parameter.dimensions and parameter.space == "reg" and (defined or _is_unsized(parameter)):
        yield error("invalid-array", "there are no arrays in .reg", parameter)
    elif parameter.dimensions and parameter.type == "pred" and not defined:
        yield error("invalid-array", "there are no arrays of .pred", parameter)


@lru_cache(maxsize=1024)
def _declared_problems(shape: Shape, place: Place) -> tuple[Diagnostic, ...]:
    """Return the diagnostics for a parameter of a function without a body."""
    space, _ = space_of(shape.space)
    home = home_of(space, shape.where, place) if space is not None else None
    diagnostics = [home] if isinstance(home, Diagnostic) else []
    name, type_ = shape.type, types.known().get(shape.type)
    if type_ is None:
        diagnostics.append(error("unknown-type", f"unknown type .{name[:60]}", hint=suggestion(name, types.known())))
    elif type_.homes == ():
        problem = error("undeclarable-type", f"no parameter is a .{name}", hint=_instead(type_))
        diagnostics.append(_disputed_type(problem, shape, place))
    else:
        problems = why_unavailable(f".{name}", type_.availability, place)
        diagnostics += [*(_disputed_type(problem, shape, place) for problem in problems), *_check_vector(shape)]
    return (*diagnostics, *_check_alignment(shape.alignment, None))


def _check_size(parameters: Sequence[tree.Parameter], place: Place) -> Iterator[Diagnostic]:
    """Check the total size of the parameters with their padding; opaque parameters do not count."""
    size = 0
    for parameter in parameters:
        type_ = types.known().get(parameter.type)
        if type_ is not None and type_.kind != "opaque":
            alignment = parameter.alignment.value if parameter.alignment else type_.bits // 8
            count = math.prod(dimension.value if dimension else 0 for dimension in parameter.dimensions)
            size += -size % max(alignment, 1) + type_.bits // 8 * count
    space, _ = space_of("param")
    home = home_of(space, "kernel-parameter", place) if space is not None and size else None
    if not isinstance(home, VariableHome):
        return
    limits = [limit.bytes for limit in home.limits if satisfied(limit.ptx, limit.target, place.target, place.version)]
    if limits and size > max(limits):
        message = f"the parameters of a kernel have {max(limits)} bytes at most; these have {size}"
        larger = [limit for limit in home.limits if limit.bytes > max(limits)][-1:]
        hints = [f"PTX {limit.ptx} on {targets.describe(limit.target)} allows {limit.bytes}" for limit in larger]
        yield error("parameter-size", message, Span(parameters[0].start, parameters[-1].end), "".join(hints))
