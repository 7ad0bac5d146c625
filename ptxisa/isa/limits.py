"""Limits of constant operands that depend on other operands or on modifiers, such as `src_size <= cp_size`.

A limit is one comparison or a chain of comparisons. A side is a sum or difference of products and remainders, without
parentheses, of:

    12, 2^20              numbers
    count                 an operand that is a constant; each element, if the operand is a vector
    offsets[0]            one element of a vector
    width(slot)           bits of the type in a slot
    len(slot)             number in the modifier of a slot, 1 if the slot is empty
    m(slot), n(slot), k(slot)  dimensions of the shape in a slot, such as m16n8k32

A limit applies if every operand in it is a constant. The generator checks the names; checker and execution evaluate the
same text, the checker on Python integers, execution on arrays.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.isa.comparisons import OPERATORS, Factor, side_value
from ptxisa.isa.forms import Limit, Values

_TERM = re.compile(
    r"(?P<power>2\^[0-9]+)|(?P<number>-?[0-9]+)|(?P<function>width|len|m|n|k)\((?P<slot>[a-z_][a-z0-9_]*)\)"
    r"|(?P<operand>[a-z_]\w*)(\[(?P<element>[0-9]+)\])?"
)
_FUNCTION = re.compile(r"\b[a-z]+\([a-z0-9_]+\)")
_OPERATOR = re.compile(r" (<=|>=|==|!=|<|>) ")
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "%": lambda x, y: x % y,
}
_DIMENSIONS = ("m", "n", "k")
_PHRASES = {
    "<=": "at most {}",
    ">=": "at least {}",
    "<": "less than {}",
    ">": "greater than {}",
    "==": "equal to {}",
    "!=": "different from {}",
}


class MalformedLimit(ValueError):
    """A text that is not a limit."""


class LimitTerm(NamedTuple):
    """A number, an operand or one of its elements, or a function of a slot."""

    number: int = 0
    operand: str = ""
    element: int | None = None
    function: str = ""
    slot: str = ""


Side = tuple[tuple[str, tuple[tuple[str, LimitTerm], ...]], ...]
"""Sum of products: each product with its sign, each factor with the operator before it."""


class Chain(NamedTuple):
    """Sides of a limit and the operators between them."""

    sides: tuple[Side, ...]
    operators: tuple[str, ...]

    @property
    def terms(self) -> Iterator[LimitTerm]:
        """Terms of all sides."""
        return (term for side in self.sides for _, product in side for _, term in product)

    @property
    def operands(self) -> tuple[str, ...]:
        """Operands that the limit names, each once."""
        return tuple(dict.fromkeys(term.operand for term in self.terms if term.operand))

    @property
    def slots(self) -> tuple[str, ...]:
        """Slots that the limit names, each once."""
        return tuple(dict.fromkeys(term.slot for term in self.terms if term.slot))


@lru_cache(maxsize=512)
def parse_limit(text: str) -> Chain:
    """Parse a limit; raise `MalformedLimit` with the part that is wrong."""
    parts = _OPERATOR.split(text)
    if len(parts) < 3:
        raise MalformedLimit(f"{text!r} is not a comparison such as src_size <= cp_size")
    return Chain(tuple(map(_side, parts[::2])), tuple(parts[1::2]))


def _side(text: str) -> Side:
    """Parse a sum of products; operators have spaces around them."""
    products = []
    for sign, product in _operands(f"+ {text}", r" ([+-]) "):
        factors = [(operator, _parse_term(term)) for operator, term in _operands(f"* {product}", r" ([*%]) ")]
        products.append((sign, tuple(factors)))
    return tuple(products)


def _operands(text: str, operators: str) -> Iterator[tuple[str, str]]:
    """Yield each operand of a list of operands with the operator before it; the text begins with an operator."""
    _, *parts = re.split(operators, f" {text}")
    return zip(parts[::2], parts[1::2], strict=True)


def _parse_term(text: str) -> LimitTerm:
    match = _TERM.fullmatch(text)
    if match is None:
        raise MalformedLimit(f"{text!r} is not a number, an operand, or a function of a slot")
    power, number, function, slot, operand, _, element = match.groups()
    value = 1 << int(power[2:]) if power else int(number or 0)
    return LimitTerm(value, operand or "", int(element) if element else None, function or "", slot or "")


def is_kept(limit: Limit, values: Values, types: Mapping[str, Any], numbers: Mapping[str, Any]) -> Any:
    """Return True if a limit is kept, or an array of truths if operands are arrays.

    Args:
        limit: The limit; its condition is not tested.
        values: Modifiers of the statement.
        types: Types by name.
        numbers: Value of each operand of the limit; of an operand with `[0]`, a sequence of values.
    """
    chain = parse_limit(limit.require)
    sides = [_value(side, values, types, numbers) for side in chain.sides]
    result: Any = True
    for operator, left, right in zip(chain.operators, sides[:-1], sides[1:], strict=True):
        result = result & OPERATORS[operator](left, right)  # `and` would need one truth value of an array.
    return result


def _value(side: Side, values: Values, types: Mapping[str, Any], numbers: Mapping[str, Any]) -> Any:
    total: Any = 0
    for sign, product in side:
        value: Any = 1
        for operator, term in product:
            value = _ARITHMETIC[operator](value, _term(term, values, types, numbers))
        total = _ARITHMETIC[sign](total, value)
    return total


def _term(term: LimitTerm, values: Values, types: Mapping[str, Any], numbers: Mapping[str, Any]) -> Any:
    if term.function in _DIMENSIONS:
        dimension = re.search(rf"{term.function}([0-9]+)", values.get(term.slot) or "")
        return int(dimension[1]) if dimension else 0
    if term.function:
        value = side_value((Factor(term.function, term.slot),), values, types)
        return 0 if value is None else value
    if term.operand:
        given = numbers[term.operand]
        return given if term.element is None else given[term.element]
    return term.number


def phrase(limit: Limit, values: Values, types: Mapping[str, Any], numbers: Mapping[str, Any]) -> str:
    """Return what a limit demands of its first operand: `at most cp_size (cp_size is 4)`, `in 1..1048575`."""
    chain = parse_limit(limit.require)
    # Dimensions and widths of this statement are shown as numbers.
    text = _FUNCTION.sub(lambda match: str(_term(_parse_term(match[0]), values, types, {})), limit.require)
    texts = _OPERATOR.split(text)
    multiple = re.fullmatch(r"\w+(?:\[\d+\])? % (\w+) == 0", text)
    if chain.operators == ("<=", "<="):
        demand = f"in {texts[0]}..{texts[4]}"
    elif multiple:
        demand = f"a multiple of {multiple[1]}"
    else:
        demand = _PHRASES[texts[1]].format(texts[2])
    others = [f"{name} is {numbers[name]}" for name in chain.operands[1:]]
    return f"{demand} ({', '.join(others)})" if others else demand


def instances(chain: Chain, elements: Mapping[str, Sequence[Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the operands of a limit, once for each element of a vector that the limit names as a whole.

    Args:
        chain: The limit.
        elements: Elements of each operand, None for those that are not constants; one element if it is not a vector.
    """
    indexed = {term.operand: term.element for term in chain.terms if term.operand and term.element is not None}
    # Only constants can break a limit before the program runs; execution tests the others.
    if any(len(elements[name]) <= index or elements[name][index] is None for name, index in indexed.items()):
        return
    for values in itertools.product(*(elements[name] for name in chain.operands if name not in indexed)):
        if None not in values:
            names = (name for name in chain.operands if name not in indexed)
            yield {**{name: elements[name] for name in indexed}, **dict(zip(names, values, strict=True))}
