"""Check the operands of an instruction: their kind (register, constant, address, name …), type, range and state space.

`check_operands` checks all of them. Each kind of operand has a section below: vectors, constants, registers, names of
variables and functions, textures, and addresses (sections 6.4.1 and 6.4.2 of the manual).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeGuard

from ptxisa.check.binding import elements_of
from ptxisa.check.scope import Lookup, Symbol
from ptxisa.isa.diagnostics import Diagnostic, Span, error, undeclared
from ptxisa.isa.forms import Operand, Values, choose, constants_of, holds, type_of
from ptxisa.isa.language import conversions
from ptxisa.isa.limits import instances, is_kept, parse_limit, phrase
from ptxisa.isa.names import listing, suggestion
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import Type, known
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate

CONSTANTS = (tree.Integer, tree.Float, tree.Unary, tree.Binary, tree.Conditional)
NOT_ADDABLE = frozenset({"function", "label", "prototype", "targets"})
"""Kinds of symbols to which no constant is added: only variables have an offset (section 9.7.9.3)."""


def check_operands(statement: ResolvedInstruction, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the operands of an instruction as operands of its form."""
    if statement.problem is not None:
        yield statement.problem
        return
    values = statement.modifiers
    by_name = {bound.operand.name: bound for bound in statement.operands}
    for position, written in statement.places:
        if isinstance(written, tree.Index):
            yield from _check_subscript(written, lookup)
        operands = [by_name[name] for name in position.names if by_name[name].node is not None]
        if position.shape == "vector":
            braces = isinstance(written, tree.Vector)
            elements = [
                (bound.operand._replace(special_registers=False) if braces else bound.operand, bound.node)
                for bound in operands
            ]
            yield from _check_elements(elements, values, lookup)
        else:
            for bound in operands:
                yield from _check(bound.operand, values, bound.node, lookup)
    if statement.form.limits:
        yield from check_limits(statement)


def _check_elements(elements: Sequence[tuple[Operand, Any]], values: Values, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the elements of one vector: each by itself, that their classes agree, and that not all are `_`.

    Special registers cannot be elements in braces.
    """
    nodes = [node for _, node in elements]
    start, end = nodes[0].start, nodes[-1].end
    if all(isinstance(node, tree.Sink) for node in nodes):
        yield error("operand-kind", "one element of a vector that is written must be a register", Span(start, end))
    # ptxas compares neighbors, so that an integer and a floating-point number may have a bit-size element between them.
    classes = [_class_of_element(node, lookup) for node in nodes]
    if any({"integer", "float"} == set(pair) for pair in itertools.pairwise(classes)):
        message = "an integer and a floating-point number cannot be neighbors in a vector"
        yield error("operand-type", message, Span(start, end))._replace(rule="vector_elements")
    registers = any(not isinstance(node, (tree.Sink, *CONSTANTS)) for node in nodes)
    for operand, node in elements:
        name = node.name if isinstance(node, tree.Select) else node
        symbol = lookup(name.text) if isinstance(name, tree.Name) else None
        if symbol is not None and symbol.kind == "function":
            yield _wrong_kind(operand, node, f"a register; {name.text} is a function")
            continue
        if _is_as_register(symbol, name) and not (symbol.kind == "special" and operand.special_registers):
            yield from _check_as_register(operand, values, symbol, node)
            continue
        if registers and isinstance(node, CONSTANTS) and _class_of_constant(node) == "float":
            # Beside registers, a floating-point constant makes the float type of a bit-size type.
            type_ = known()[type_of(operand, values)]
            if type_.kind == "bits" and f"f{type_.bits}" in _CONSTANT_SORTS:
                operand = operand._replace(type=f"f{type_.bits}")
        yield from _check(operand, values, node, lookup)


def _class_of_element(node: Any, lookup: Lookup) -> str:
    """Return "integer" or "float" for an element; "" for bit-size types and unknown names."""
    if isinstance(node, CONSTANTS):
        return _class_of_constant(node)
    name = node.name if isinstance(node, tree.Select) else node
    symbol = lookup(name.text) if isinstance(name, tree.Name) else None
    # ptxas accepts special registers beside elements of every class.
    typed = symbol is not None and symbol.kind != "special" and symbol.type in known()
    kind = known()[symbol.type].kind if symbol is not None and typed else ""
    return {"signed": "integer", "unsigned": "integer", "float": "float"}.get(kind, "")


def _class_of_constant(node: Any) -> str:
    try:
        return "float" if evaluate(node).type.startswith("f") else "integer"
    except ConstantError:
        return ""


def integer_of(node: Any) -> int | None:
    """Return the value of an integer constant; None for other nodes."""
    try:
        value = evaluate(node) if isinstance(node, CONSTANTS) else None
    except ConstantError:
        return None
    return None if value is None or value.type.startswith("f") else int(value.number)


def undeclared_names(operands: Iterable[Any], lookup: Lookup) -> Iterator[Diagnostic]:
    """Report undeclared names in operands, at any depth, and indexed names that are not arrays."""
    pending = list(operands)
    while pending:
        node = pending.pop()
        if isinstance(node, tree.Name):
            if lookup(node.text) is None:
                yield undeclared(node.text, node)
            continue
        if isinstance(node, tree.Index):
            symbol = lookup(node.array.text)
            if symbol is not None and symbol.kind in ("register", "special", "function", "label"):
                message = f"{node.array.text} is a {symbol.kind}, not an array: it has no index"
                yield error("operand-kind", message, node)
        if isinstance(node, tuple):
            pending += node


def _check(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check one operand by its kind, and a register or constant by what is written."""
    if operand.kind in KINDS:
        yield from check_symbol(operand, values, node, lookup)
    elif operand.kind in HANDLES:
        yield from check_handle(operand, node, lookup)
    elif operand.kind == "address":
        yield from check_address(operand, values, node, lookup)
    elif operand.kind != "register" and operand.kind != "immediate":
        return  # Labels and opaque handles are checked by the module checker.
    elif operand.vector is not None:
        yield from _check_vector(operand, values, node, lookup)
    elif operand.underscore_required:
        if not isinstance(node, tree.Sink):
            yield _wrong_kind(operand, node, "`_` alone: there is no result")
    elif isinstance(node, CONSTANTS):
        yield from _check_constant(operand, values, node)
    elif operand.immediate == "required":
        yield _wrong_kind(operand, node, "a constant")
    elif isinstance(node, tree.Sink):
        if not choose(operand.underscore, values):
            yield _wrong_kind(operand, node, "a register: `_` is not allowed here")
    elif isinstance(node, (tree.Name, tree.Select, tree.Opposite)):
        yield from _check_register(operand, values, node, lookup)
    elif (
        isinstance(node, tree.Sum)
        and not (operand.written or operand.selector)
        and known()[type_of(operand, values)].kind not in ("float", "predicate")
    ):
        yield from _check_sum(operand, values, node, lookup)
    else:
        wanted = "a register" if operand.immediate == "forbidden" else "a register or a constant"
        brackets = isinstance(node, tree.Address)
        yield _wrong_kind(operand, node, wanted)._replace(hint="write it without brackets" if brackets else "")


def _check_subscript(node: tree.Index, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check the register in the index of an array, which has an integer type (section 6.4.2)."""
    subscript = node.subscript.base if isinstance(node.subscript, tree.Sum) else node.subscript
    if not isinstance(subscript, tree.Name):
        return
    symbol = lookup(subscript.text)
    if symbol is None or symbol.kind not in ("register", "special", "function"):
        return
    if symbol.vector is not None or symbol.type not in known() or known()[symbol.type].kind not in _INTEGERS:
        what = "a vector" if symbol.vector is not None else f".{symbol.type}" if symbol.type else "a function"
        yield error("operand-type", f"an index is an integer register; {subscript.text} is {what}", subscript)


def _check_sum(operand: Operand, values: Values, node: tree.Sum, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a name plus a constant, which ptxas accepts as any source operand of integer or bit-size type.

    A register must have the kind of the instruction type; it may have any width if the opcode names that type. ptxas
    treats a special register in a sum as a register of bits.
    """
    yield from undeclared_names([node], lookup)
    base = node.base
    symbol = lookup(base.text) if isinstance(base, tree.Name) else None
    if not isinstance(base, tree.Name) or symbol is None:
        return
    if symbol.kind in NOT_ADDABLE:
        yield _wrong_kind(operand, node, f"a register; {symbol.kind} {base.text} has no offset")
    if kind_of(symbol) == "opaque":  # No arithmetic on textures, samplers and surfaces (section 5.3).
        yield _wrong_kind(operand, node, f"a register; {base.text} is a .{symbol.type}")
    if symbol.kind not in ("register", "special") or symbol.type not in known():
        return
    if symbol.vector is not None:
        yield _wrong_kind(operand, node, f"one element; {base.text} is a vector of {symbol.vector}")
        return
    declared = type_as_register(symbol)
    type_, register = known()[type_of(operand, values)], known()[declared]
    # A type that the opcode does not name, such as the .u32 of a shift count, is checked as without the constant.
    if type_.name not in values.values():
        yield from _check_register(operand, values, base, lambda _: symbol._replace(kind="register", type=declared))
        return
    if type_.kind == "bits":
        accepted = register.kind != "predicate"
    elif type_.kind == "packed":
        accepted = register.kind == "bits" or (register.kind == "packed" and type_.name in _ACCEPTING_F16X2)
    else:
        accepted = register.kind in ("bits", "packed", "signed", "unsigned")
    if not accepted:
        message = f"operand {operand.name} is .{type_.name}; {base.text} is .{declared}"
        yield error("operand-type", message, node)


_ACCEPTING_F16X2 = ("f16x2", "f32x2", "s16x2", "u16x2", "s8x4", "u8x4")
"""Packed types whose operands accept an `.f16x2` register plus a constant."""


def _wrong_kind(operand: Operand, node: Any, wanted: str) -> Diagnostic:
    return error("operand-kind", f"operand {operand.name} takes {wanted}", node)


def _check_vector(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a vector of the length that the modifiers require; some operands accept longer ones."""
    length = int(choose(operand.vector, values) or 1)
    single = operand._replace(vector=None)
    if isinstance(node, tree.Sink) and operand.underscore_for_vector:
        return
    bare = not isinstance(node, tree.Vector) and not (operand.longer_vectors and _length(node, lookup))
    if length == 1 and bare and not operand.braces:
        yield from _check(single, values, node, lookup)
        return
    count = f"{length} element{'' if length == 1 else 's'}"
    elements = elements_of(node, max(length, _length(node, lookup)) if operand.longer_vectors else length, lookup)
    if not elements:
        hint = "write it in braces" if length == 1 and isinstance(node, tree.Name) else ""
        yield _wrong_kind(operand, node, f"a vector of {count}")._replace(hint=hint)
    elif len(elements) != length and not (
        operand.longer_vectors and len(elements) in _LENGTHS and len(elements) > length
    ):
        message = f"operand {operand.name} takes {count}; {len(elements)} given"
        yield error("vector-size", message, node)
    indices = int(choose(operand.index_elements, values) or 0)
    for element in elements[:indices]:
        yield from _check_elements([(single._replace(type=_INDEX), element)], values, lookup)
    if elements[indices:]:
        yield from _check_type_of_vector(single, values, elements[indices:], lookup)


def _check_type_of_vector(
    operand: Operand, values: Values, elements: Sequence[Any], lookup: Lookup
) -> Iterator[Diagnostic]:
    """Check the type of a vector: that of all its registers, or bits if their types differ and have the same width."""
    names = (node.name if isinstance(node, tree.Select) else node for node in elements)
    named = [(name, symbol) for name in names if isinstance(name, tree.Name) and (symbol := lookup(name.text))]
    declared = {symbol.type for _, symbol in named if symbol.kind == "register"} & known().keys()
    declared |= {type_as_register(symbol) for name, symbol in named if _is_as_register(symbol, name)}
    widths = {known()[type_].bits for type_ in declared}
    if len(widths) > 1:
        yield error("operand-type", "elements of a vector have one width", Span(elements[0].start, elements[-1].end))
        return
    mixed = f"b{widths.pop()}" if len(declared) > 1 else ""
    if mixed and _fits(known()[type_of(operand, values)], mixed, operand):
        operand = operand._replace(type=mixed, wider_registers=False)
    # The first error about registers, about constants, about other elements, and of each code about names that ptxas
    # treats as registers: an erratum may cover one of these and not the others.
    sorts = {node.start: "constant" for node in elements if isinstance(node, CONSTANTS)}
    sorts |= {name.start: "register" for name, symbol in named if symbol.kind == "register"}
    as_registers = {name.start for name, symbol in named if _is_as_register(symbol, name)}
    reported = set()
    for diagnostic in _check_elements([(operand, node) for node in elements], values, lookup):
        start = diagnostic.span.start
        key = (sorts.get(start, "name" if start in as_registers else ""), diagnostic.code * (start in as_registers))
        if key not in reported:
            reported.add(key)
            if diagnostic.rule:  # The error is about neighbors; each of them may be right.
                reported |= {("constant", ""), ("register", "")}
            yield diagnostic


_LENGTHS = (2, 4)
"""Lengths of vectors that may be longer than required."""
_INDEX = "u32"


def _length(node: Any, lookup: Lookup) -> int:
    """Return the length of a vector register; 0 for other nodes."""
    symbol = lookup(node.text) if isinstance(node, tree.Name) else None
    return symbol.vector or 0 if symbol is not None else 0


def _check_constant(operand: Operand, values: Values, node: Any) -> Iterator[Diagnostic]:
    """Check that the operand accepts a constant, and its sort (section 4.5 of the manual) and value."""
    if operand.immediate == "forbidden":
        wanted = "a register: a result needs a place" if operand.written else "a register, not a constant"
        yield _wrong_kind(operand, node, wanted)
        return
    try:
        value = evaluate(node)
    except ConstantError as reason:
        yield error(reason.code, reason.message, reason)
        return
    type_ = known()[type_of(operand, values)]
    sort = _CONSTANT_SORTS.get(value.type, "integer")
    accepted = conversions()["constant_operands"].cells.get(type_.name)
    if accepted is not None and sort not in accepted:
        message = f"operand {operand.name} is .{type_.name}; {_SORTS_IN_WORDS[sort]} constant does not fit"
        yield error("operand-type", message, node)
    # A floating-point constant for bits is its pattern, to which the range of integers does not apply.
    counts = type_.kind == "float" or not value.type.startswith("f")
    operand = operand._replace(choices=constants_of(operand, values))
    number = value.number
    if counts and not is_in_range(operand, values, number):
        message = f"operand {operand.name} is {number}; it must be {_range_phrase(operand)}"
        yield error("operand-range", message, node)


def is_in_range(operand: Operand, values: Values, number: float) -> bool:
    """Return True if a constant has one of the values that an operand accepts."""
    choices = constants_of(operand, values)
    if choices:
        return number in choices
    return (
        (operand.multiple_of <= 1 or not number % operand.multiple_of)
        and (operand.minimum is None or operand.minimum <= number)
        and (operand.exclusive_minimum is None or operand.exclusive_minimum < number)
        and (operand.maximum is None or number <= operand.maximum)
    )


def check_limits(statement: ResolvedInstruction) -> Iterator[Diagnostic]:
    """Check the limits of constant operands that depend on other operands or on modifiers."""
    values = statement.values
    bounds = {bound.operand.name: bound for bound in statement.operands if bound.node is not None}
    nodes: dict[str, tuple[Any, ...]] = {
        name: tuple(bound.node.elements) if isinstance(bound.node, tree.Vector) else (bound.node,)
        for name, bound in bounds.items()
    }

    def number(node: Any, operand: Operand) -> int | None:
        """Return an integer constant converted to the type of an operand (section 4.5.1), None for other nodes."""
        type_, value = known().get(type_of(operand, values)), integer_of(node)
        if type_ is None or value is None:
            return None
        value &= (1 << type_.bits) - 1
        return value - (1 << type_.bits) if type_.kind == "signed" and value >> (type_.bits - 1) else value

    numbers = {name: tuple(number(node, bounds[name].operand) for node in nodes[name]) for name in nodes}
    for limit in statement.form.limits:
        chain = parse_limit(limit.require)
        if not numbers.keys() >= set(chain.operands) or not holds(limit.when, values):
            continue
        for instance in instances(chain, numbers):
            if is_kept(limit, values, known(), instance):
                continue
            name = chain.operands[0]
            index = next((term.element for term in chain.terms if term.operand == name), None)
            if index is None:
                index = numbers[name].index(instance[name])
            written = int(evaluate(nodes[name][index]).number)
            message = f"operand {name} is {written}; it must be {phrase(limit, values, known(), instance)}"
            yield error("operand-range", message, nodes[name][index], limit.why)._replace(rule=limit.id)


_CONSTANT_SORTS = {"f32": "single", "f64": "double"}
_SORTS_IN_WORDS = {"single": "a 32-bit floating-point", "double": "a 64-bit floating-point", "integer": "an integer"}


def _range_phrase(operand: Operand) -> str:
    """Return the range of an operand as a phrase."""
    if operand.choices:
        numbers = [choice for choice in operand.choices if isinstance(choice, int)]
        steps = {later - earlier for earlier, later in itertools.pairwise(numbers)}
        if len(numbers) > 3 and len(steps) == 1 and numbers[0] % (step := steps.pop()) == 0:
            return f"{f'a multiple of {step} ' * (step > 1)}from {numbers[0]} to {numbers[-1]}"
        return listing(map(str, operand.choices))
    multiple = f"a multiple of {operand.multiple_of}" if operand.multiple_of > 1 else ""
    bounds = "" if operand.minimum is None else f"in {operand.minimum}..{operand.maximum}"
    if multiple and bounds:
        bounds = f"from {operand.minimum} to {operand.maximum}"
    if operand.exclusive_minimum is not None:
        bounds = f"above {operand.exclusive_minimum}, at most {operand.maximum}"
    return " ".join(part for part in (multiple, bounds) if part)


def _check_register(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a register, an element of a vector register, or a predicate that may be negated."""
    type_ = known()[type_of(operand, values)]
    if isinstance(node, tree.Opposite):
        if node.operator != "!" or type_.kind != "predicate" or operand.written:
            yield _wrong_kind(operand, node, f"no `{node.operator}`: only predicates that are read can be negated")
            return
        node = node.operand
    name = node.name if isinstance(node, tree.Select) else node
    symbol = lookup(name.text)
    if symbol is None:
        yield undeclared(name.text, name)
    elif symbol.kind == "register":
        yield from _check_type(operand, type_, symbol, node)
    elif symbol.kind == "special":
        yield from _check_special(operand, type_, symbol, node)
    elif symbol.kind != "any":
        yield _wrong_kind(operand, node, f"a register; {name.text} is a {symbol.kind}")


def _check_special(operand: Operand, type_: Type, symbol: Symbol, node: Any) -> Iterator[Diagnostic]:
    """Check a special register, which is read with types of its own width."""
    name = symbol.node.name
    if not operand.special_registers:
        written = f"{name}.{node.selector}" if isinstance(node, tree.Select) else name
        yield _wrong_kind(operand, node, f"no special register; read {written} with mov first")
    elif isinstance(node, tree.Select) and ELEMENTS.get(node.selector) not in map(ELEMENTS.get, symbol.node.elements):
        yield _wrong_kind(operand, node, f"an element of {name}: {listing(symbol.node.elements) or 'it has none'}")
    elif symbol.vector is not None and not isinstance(node, tree.Select):
        diagnostic = _wrong_kind(operand, node, f"one element; {name} is a vector of {symbol.vector}")
        yield diagnostic._replace(hint=f"write {name}.{symbol.node.elements[0]}")
    elif type_.name not in symbol.node.read_as and not (operand.wider_registers and _fits(type_, symbol.type, operand)):
        takes = listing(f".{accepted}" for accepted in symbol.node.read_as)
        message = f"{name} is read with {takes}, not with .{type_.name}"
        yield error("operand-type", message, node)


def _is_as_register(symbol: Symbol | None, name: Any) -> TypeGuard[Symbol]:
    """Return True for a name that ptxas treats as a register in a vector: a special register or a scalar variable."""
    return symbol is not None and (symbol.kind == "special" or is_scalar(name.text, symbol))


def is_scalar(name: str, symbol: Symbol) -> bool:
    """Return True for a variable or parameter of a fundamental type that is neither an array nor a vector."""
    if symbol.kind not in ("variable", "parameter") or symbol.vector is not None or symbol.type not in known():
        return False
    declarators: Sequence[Any] = getattr(symbol.node, "declarators", (symbol.node,))
    written = [declarator for declarator in declarators if declarator is not None]
    named = [declarator for declarator in written if declarator.name.text == name]
    if not named:  # A member of a range, such as x1 of x<4>.
        ranges = [declarator for declarator in written if getattr(declarator, "copies", None)]
        named = [declarator for declarator in ranges if name.startswith(declarator.name.text)]
    return any(not declarator.dimensions for declarator in named)


def _check_as_register(operand: Operand, values: Values, symbol: Symbol, node: Any) -> Iterator[Diagnostic]:
    """Check an element of a vector that the manual does not allow, by its kind or, if it does not fit, by its width."""
    type_, declared = known()[type_of(operand, values)], type_as_register(symbol)
    if _fits(type_, declared, operand):
        yield from _check_register(operand, values, node, lambda _: symbol)
    else:
        name = node.name if isinstance(node, tree.Select) else node
        message = f"operand {operand.name} takes .{type_.name}; {name.text} has {known()[declared].bits} bits"
        yield error("operand-type", message, node)


def type_as_register(symbol: Symbol) -> str:
    """Return the type that ptxas gives to a name that it treats as a register: a special register is one of bits."""
    type_ = known()[symbol.type]
    return f"b{type_.bits}" if symbol.kind == "special" and type_.kind != "predicate" else type_.name


def _check_type(operand: Operand, type_: Type, symbol: Symbol, node: Any) -> Iterator[Diagnostic]:
    """Check the declared type of a register, or of an element of a vector register."""
    element = isinstance(node, tree.Select)
    if element and symbol.vector is None:
        yield _wrong_kind(operand, node, f"a register; {node.name.text} is not a vector, so it has no .{node.selector}")
    elif symbol.vector is not None and not element:
        yield _wrong_kind(operand, node, f"one element; {node.text} is a vector of {symbol.vector}")
    elif element and node.selector not in ELEMENTS:
        yield _wrong_kind(operand, node, f"an element: {listing(ELEMENTS)}, not .{node.selector}")
    elif element and ELEMENTS[node.selector] >= int(symbol.vector or 0):
        wanted = f"an element of {node.name.text}, which has {symbol.vector}, not .{node.selector}"
        # ptxas accepts an element that does not exist as a destination only; an erratum about the rule says so.
        yield _wrong_kind(operand, node, wanted)._replace(rule="vector_operands" if operand.written else None)
    elif symbol.type not in known():
        yield error("operand-type", f"unknown register type .{symbol.type}", node, suggestion(symbol.type, known()))
    elif not _fits(type_, symbol.type, operand):
        diagnostic = error("operand-type", mistyped_message((operand.name,), type_.name, symbol.type), node)
        yield diagnostic._replace(operands=(operand.name,), expected=type_.name, got=symbol.type)


ELEMENTS = {"x": 0, "y": 1, "z": 2, "w": 3, "r": 0, "g": 1, "b": 2, "a": 3}
"""Positions of the elements of a vector by selector (section 6.4.3)."""


def _fits(type_: Type, declared: str, operand: Operand) -> bool:
    """Return True if a register of a declared type fits the operand; some operands accept wider registers."""
    if declared in type_.registers:
        return True
    table = "wider_destinations" if operand.written else "wider_sources"
    if not operand.wider_registers or declared not in conversions()[table].cells.get(type_.name, ()):
        return False
    return not operand.widest_register or known()[declared].bits <= known()[operand.widest_register].bits


def mistyped_message(operands: Sequence[str], expected: str, got: str) -> str:
    """Return the message for operands in registers whose type does not fit the instruction type."""
    type_, given = known()[expected], known()[got]
    names = listing(operands, last="and")
    what = f"operand {names} is a .{got} register" if len(operands) == 1 else f"operands {names} are .{got} registers"
    if type_.name == "pred":
        return f"{what}; a predicate is needed"
    width = f" of {given.bits} bits" if given.bits != type_.bits else ""
    return f"{what}{width}; .{expected} takes {listing(f'.{name}' for name in type_.registers)}"


_WANTED = {
    "variable": "the name of a variable or parameter",
    "result": "the name of a result of this function",
    "opaque": "the name of a texture, sampler or surface",
    "function": "the name of a device function",
    "kernel": "the name of a kernel",
}
KINDS = frozenset(_WANTED)
"""Kinds of operands that are names of symbols other than registers."""


def check_symbol(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check an operand that must be the name of a variable, a function or another symbol with an address."""
    name = node
    if operand.kind in ("variable", "result"):
        # A name in memory may have an offset or an index.
        name = node.base if isinstance(node, tree.Sum) else node.array if isinstance(node, tree.Index) else node
    if not isinstance(name, tree.Name):
        yield _wrong_kind(operand, node, _WANTED[operand.kind])
        return
    symbol = lookup(name.text)
    if symbol is None:
        yield undeclared(name.text, name)
    elif symbol.kind != "any" and kind_of(symbol) != operand.kind:
        yield _wrong_kind(operand, node, f"{_WANTED[operand.kind]}; {name.text} is a {symbol.kind}")
    elif symbol.kind != "any" and not within(symbol, choose(operand.space, values)):
        message = f"{name.text} is in .{symbol.space}, not in .{choose(operand.space, values)}"
        yield error("operand-space", message, name)


def kind_of(symbol: Symbol) -> str:
    """Return the kind of operand that a symbol is; "" if it has no address."""
    if symbol.kind == "function":
        return "kernel" if symbol.node is not None and symbol.node.kind == "entry" else "function"
    if symbol.kind == "variable":
        type_ = known().get(symbol.type)
        if type_ is not None and type_.kind == "opaque":
            return "opaque"
        return "" if symbol.space == "param" else "variable"
    return {"parameter": "variable", "result": "result"}.get(symbol.kind, "")


def within(symbol: Symbol, space: str | int | None) -> bool:
    """Return True if a symbol is in a state space, or in the space that contains it."""
    return space is None or re.split(r"\[|::", symbol.space)[0] == str(space).partition("::")[0]


HANDLES = {"texture": "texref", "sampler": "samplerref", "surface": "surfref"}
"""Type of the variables for each kind of operand."""
_ADDRESSES = ("b64", "s64", "u64")
_EARLY = "tex"
"""State space of textures in versions without types for textures."""


def check_handle(operand: Operand, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check a texture, sampler or surface: a scalar variable of its type, or a register for the address of one."""
    wanted = f"a {operand.kind} or a 64-bit register with the address of one"
    if not isinstance(node, tree.Name):
        yield error("operand-kind", f"operand {operand.name} takes {wanted}", node)
        return
    symbol = lookup(node.text)
    if symbol is None:
        yield undeclared(node.text, node)
        return
    valid = symbol.kind == "any"
    if symbol.kind == "register":
        valid = symbol.vector is None and symbol.type in _ADDRESSES
    elif symbol.kind in ("variable", "parameter"):
        if isinstance(symbol.node, tree.Declaration):
            array = any(other.dimensions for other in symbol.node.declarators if other.name.text == node.text)
        else:
            array = bool(symbol.node is not None and symbol.node.dimensions)
        early = operand.kind == "texture" and symbol.space == _EARLY
        valid = not array and (symbol.type == HANDLES[operand.kind] or early)
    if not valid:
        given = f"a .{symbol.type} {symbol.kind}" if symbol.type else f"a {symbol.kind}"
        message = f"operand {operand.name} takes {wanted}; {node.text} is {given}"
        yield error("operand-kind", message, node)


GENERIC = "generic"
_IN_WINDOWS = ("global", "shared", "local")
"""State spaces whose variables a generic address may name."""
TENSOR = "tensor"
"""Tensor memory, which contains no variables: its addresses are numbers of `TENSOR_BITS` bits."""
TENSOR_BITS = 32
_ABSOLUTE = "local"
"""State space in which constants may be addresses."""
_INTEGERS = ("bits", "signed", "unsigned")


def check_address(operand: Operand, values: Values, node: Any, lookup: Lookup) -> Iterator[Diagnostic]:
    """Check an address: `[register]` or `[variable]`, perhaps with an offset, or a constant in brackets."""
    space = str(choose(operand.space, values) or GENERIC)
    if isinstance(node, tree.Index) and operand.array_element:
        yield from _check_name(operand, space, values, node.array, lookup, element=True)
    elif not isinstance(node, tree.Address):
        yield _wrong_kind(operand, node, "an address in brackets")
    elif isinstance(node.base, tree.Name):
        yield from _check_name(operand, space, values, node.base, lookup)
    elif space != _ABSOLUTE:
        yield _wrong_kind(operand, node, "a register or variable in brackets: only .local has constant addresses")
    if isinstance(node, tree.Address) and isinstance(node.offset, CONSTANTS):
        # The offset is a signed integer of 32 bits (section 6.4.1).
        offset = integer_of(node.offset)
        if offset is None:  # The parser reports floating-point offsets, NaN and infinity among them.
            return
        if not -(1 << 31) <= offset < 1 << 31:
            message = f"the offset of an address has 32 bits; it is {offset}"
            yield error("operand-range", message, node.offset)._replace(rule="address_offsets")


def _check_name(
    operand: Operand, space: str, values: Values, name: tree.Name, lookup: Lookup, *, element: bool = False
) -> Iterator[Diagnostic]:
    """Check the register or variable in brackets, or with an index (`element`)."""
    spaces: Sequence[str] = (space,)
    if space == GENERIC:
        window = choose(operand.window, values)
        spaces = str(window).split(" | ") if window else _IN_WINDOWS
    symbol = lookup(name.text)
    type_ = known().get(symbol.type) if symbol is not None else None
    if symbol is None:
        yield undeclared(name.text, name)
    elif symbol.kind == "any":
        return
    elif (
        symbol.kind == "register" or (symbol.kind == "special" and symbol.vector is None and operand.special_registers)
    ) and not element:
        integer = symbol.vector is None and type_ is not None and type_.kind in _INTEGERS
        bits = type_.bits if type_ is not None else 0
        if not integer or not (bits == TENSOR_BITS if space == TENSOR else bits <= 64):
            size = "32 bits for tensor memory" if space == TENSOR else "at most 64 bits"
            message = f"an address is in an integer register of {size}; {name.text} is a .{symbol.type} one"
            yield error("operand-type", message, name)
    elif symbol.kind not in ("variable", "parameter", "result") or (type_ is not None and type_.kind == "opaque"):
        # Opaque variables have no address that instructions may use.
        kind = "special register" if symbol.kind == "special" else symbol.kind
        yield _wrong_kind(operand, name, f"an address; {name.text} is a {kind}")
    elif symbol.kind == "parameter" and operand.access != "read":
        yield _wrong_kind(operand, name, f"an address to write to; {name.text} is an input, which is only read")
    elif symbol.kind == "result" and operand.access == "read":
        yield _wrong_kind(operand, name, f"an address to read from; {name.text} is a result, which is only written")
    elif not any(within(symbol, other) for other in spaces):
        wanted = " or ".join(f".{other}" for other in spaces)
        yield error("operand-space", f"{name.text} is in .{symbol.space}, not in {wanted}", name)
