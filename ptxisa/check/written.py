"""What is written at an operand, in the words that deviations use.

A register is `.` and its declared type; a constant is "integer", "single" or "double" and, if it is an integer, its
number, "negative" if it is, "above.16", "above.20" or "above.32" if it needs more bits, and "beyond.24" if it is
greater than 2^24; a variable is "variable" and its state space (`variable.shared`), a parameter likewise
(`parameter.param`, those of kernels `parameter.param::entry`); a special register is "special" and its name. Others are
"sink", "element" (of a function, which has none), "negated" (`!p`), "minus" (`-r`), "result", "function", "kernel",
"label", "texture", "sampler" and "surface". A name plus an offset is "sum", and the type of a register (`sum.b32`). A
vector is "vector", its length (`vector.2`), its length and the type that its registers make (`vector.2.b32`;
`vector.1.integer` of integer constants), and the words of its elements in braces; constants are "all.integer" or
"all.single" if all of its elements are such, else "among.integer" or "among.single". An address in brackets has the
words of its base.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from ptxisa.check.scope import Lookup, Symbol
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import ConstantError, evaluate

_OPAQUE = {"texref": "texture", "samplerref": "sampler", "surfref": "surface"}
_CONSTANTS = (tree.Integer, tree.Float, tree.Unary, tree.Binary, tree.Conditional)
_WIDTHS = (16, 20, 32)
"""Widths in bits of operands to which assemblers hold constants."""
_NUMBERS = {"f32": "single", "f64": "double"}


def words_for(node: Any, lookup: Lookup) -> frozenset[str]:
    """The words for what is written at an operand; none for what nothing is known of."""
    return frozenset(_words(node, lookup))


def _words(node: Any, lookup: Lookup) -> Iterator[str]:
    if isinstance(node, tree.Name):
        yield from _of_name(node, lookup)
    elif isinstance(node, tree.Select):
        yield from _of_name(node.name, lookup, node.selector)
    elif isinstance(node, tree.Sink):
        yield "sink"
    elif isinstance(node, tree.Opposite):
        yield "negated" if node.operator == "!" else "minus"
    elif isinstance(node, tree.Vector):
        yield from _of_vector(node, lookup)
    elif isinstance(node, tree.Address):
        yield from _words(node.base, lookup)
    elif isinstance(node, tree.Sum):
        yield from _of_sum(node, lookup)
    elif isinstance(node, _CONSTANTS):
        yield from _of_constant(node)


def _of_sum(node: tree.Sum, lookup: Lookup) -> Iterator[str]:
    symbol = lookup(node.base.text) if isinstance(node.base, tree.Name) else None
    yield "sum"
    if symbol is not None and symbol.kind == "register":
        yield f"sum.{symbol.type}"


def _of_vector(node: tree.Vector, lookup: Lookup) -> Iterator[str]:
    elements = [word for one in node.elements for word in _words(one, lookup)]
    length = f"vector.{len(node.elements)}"
    yield from ("vector", length)
    yield from (f"{{{word}}}" for word in elements)
    yield from (f"{length}{type_}" for type_ in _type_of({word for word in elements if word.startswith(".")}))
    if elements.count("integer") == len(node.elements):
        yield f"{length}.integer"
    for sort in ("integer", "single"):
        if sort in elements:
            yield f"{'all' if elements.count(sort) == len(node.elements) else 'among'}.{sort}"


def _type_of(declared: Collection[str]) -> Collection[str]:
    """The type of a vector: a bit-size type that one of its registers has, or the one that all have; else none."""
    bits = [type_ for type_ in declared if type_[:2] == ".b" and type_[2:].isdigit()]
    return bits or (declared if len(declared) == 1 else ())


def _of_name(node: tree.Name, lookup: Lookup, selector: str = "") -> Iterator[str]:
    symbol = lookup(node.text)
    if symbol is None:
        return
    if symbol.kind == "register":
        yield f".{symbol.type}" if symbol.vector is None or selector else f"vector.{symbol.vector}"
    elif symbol.kind == "special":
        yield from ("special", f"{node.text}.{selector}" if selector else node.text)
    elif symbol.type in _OPAQUE:
        yield _OPAQUE[symbol.type]
    elif symbol.kind in ("variable", "parameter"):
        yield from (symbol.kind, f"{symbol.kind}.{symbol.space}")
    elif symbol.kind == "function":
        yield "element" if selector else _of_function(symbol)
    elif symbol.kind != "any":
        yield symbol.kind


def _of_function(symbol: Symbol) -> str:
    return "kernel" if getattr(symbol.node, "kind", "") == "entry" else "function"


def _of_constant(node: Any) -> Iterator[str]:
    try:
        value = evaluate(node)
    except ConstantError:
        return
    sort = _NUMBERS.get(value.type, "integer")
    yield sort
    if sort == "integer":
        yield from _of_integer(int(value.number))


def _of_integer(number: int) -> Iterator[str]:
    yield str(number)
    if number < 0:
        yield "negative"
    yield from (f"above.{bits}" for bits in _WIDTHS if number >> bits > 0)
    if number > 1 << 24:
        yield "beyond.24"
