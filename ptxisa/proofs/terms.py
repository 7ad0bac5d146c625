"""Terms: immutable expressions over bit vectors, truth values and floating-point numbers, without a solver.

    x = variable("x", 32)
    equal(add(x, x), shift_left(x, word(1, 32)))

Equal terms are one object. Constructors fold constants and bring terms into a normal form: operands of a commutative
operation are ordered, low bits of a sum are sums of low bits, words are concatenations of fields, and constants and
shifts by constants disappear in them. Most equal programs become the same term, and the terms of others are short.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Any
from weakref import WeakValueDictionary

BOOL = 0
"""Sort of a truth value; the sort of a bit vector is its width, that of a floating-point number its format."""
Sort = int | str
_MOST_REMEMBERED = 20_000
"""Results of a constructor that are remembered: terms share their parts, so that each is reached on many ways."""


class Term:
    """An operation on terms, named as in SMT-LIB.

    Attributes:
        op: Operation; "const" and "var" have no arguments.
        args: Arguments.
        sort: Width of a bit vector, 0 for a truth value, or the name of a floating-point format.
        data: Value of a constant, name of a variable, bounds of a field, or rounding mode.
        serial: Number in the order of construction, by which arguments are ordered.
        computed: True for a pattern that is computed from a number, perhaps one of several.
    """

    __slots__ = ("__weakref__", "args", "computed", "data", "op", "serial", "sort")

    op: str
    args: tuple[Term, ...]
    sort: Sort
    data: Any
    serial: int
    computed: bool

    def __repr__(self) -> str:
        inner = " ".join([self.op, *([] if self.data is None else [str(self.data)]), *map(repr, self.args)])
        return f"({inner})"

    @property
    def width(self) -> int:
        """Number of bits."""
        assert isinstance(self.sort, int)
        return self.sort

    @property
    def value(self) -> int | None:
        """Value of a constant; None for other terms."""
        return self.data if self.op == "const" else None


# Terms by operation, sort, data and arguments. One object for each makes equality a comparison of addresses; weak
# references free the terms of finished questions.
_terms: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()
_serials = itertools.count()


def node(op: str, sort: Sort, *args: Term, data: Any = None) -> Term:
    """Return the term of an operation, always the same object."""
    key = (op, sort, data, args)
    term = _terms.get(key)
    if term is None:
        term = Term()
        term.op, term.args, term.sort, term.data, term.serial = op, args, sort, data, next(_serials)
        # Also with another sign: the lower bits of a concatenation are those of such a pattern.
        term.computed = (
            op == "pattern"
            or (op == "ite" and (args[1].computed or args[2].computed))
            or (op == "concat" and args[-1].op == "extract" and args[-1].args[0].computed)
        )
        _terms[key] = term
    return term


def postorder(roots: Iterable[Term]) -> list[Term]:
    """Return every term below some terms once, arguments first; without recursion, since terms are deep."""
    order: list[Term] = []
    done: set[Term] = set()
    stack = [(root, False) for root in roots]
    while stack:
        term, ready = stack.pop()
        if ready:
            order.append(term)
        elif term not in done:
            done.add(term)
            stack.append((term, True))
            stack.extend((argument, False) for argument in term.args if argument not in done)
    return order


# --- constants and variables ---


def word(value: int, width: int) -> Term:
    """Return a constant of `width` bits."""
    return node("const", width, data=value & ((1 << width) - 1))


def variable(name: str, sort: Sort) -> Term:
    """Return a variable."""
    return node("var", sort, data=name)


TRUE = node("const", BOOL, data=1)
FALSE = node("const", BOOL, data=0)


def _mask(width: int) -> int:
    return (1 << width) - 1


def signed_value(value: int, width: int) -> int:
    """Return a pattern as a number in two's complement."""
    return value - (1 << width) if value >> (width - 1) else value


def _ordered(x: Term, y: Term) -> tuple[Term, Term]:
    """Order the operands of a commutative operation: a constant is the second one."""
    if x.op == "const":
        return y, x
    return (x, y) if y.op == "const" or x.serial <= y.serial else (y, x)


# --- fields of words ---


def low(x: Term, width: int) -> Term:
    """Return the low `width` bits."""
    return field(x, width - 1, 0)


@lru_cache(maxsize=_MOST_REMEMBERED)
def field(x: Term, high: int, low: int) -> Term:
    """Return bits `high` to `low`, inclusive."""
    width = high - low + 1
    if width == x.sort:
        return x
    match x.op:
        case "const":
            return word(x.data >> low, width)
        case "extract":
            return field(x.args[0], high + x.data[1], low + x.data[1])
        case "concat":
            pieces, place = [], 0
            for part in reversed(x.args):
                top = place + part.width - 1
                if top >= low and place <= high:
                    pieces.append(field(part, min(high, top) - place, max(low, place) - place))
                place = top + 1
            return concat(*reversed(pieces))
        case "sign_extend":
            inner = x.args[0]
            if high < inner.width:
                return field(inner, high, low)
            if low == 0:
                return sign_extend(inner, width)
            if low >= inner.width - 1:
                return sign_extend(field(inner, inner.width - 1, inner.width - 1), width)
            return sign_extend(field(inner, inner.width - 1, low), width)
        case "bvand" | "bvor" | "bvxor":
            op = x.op
            return reduce(lambda a, b: _bitwise(op, a, b), [field(part, high, low) for part in x.args])
        case "bvnot":
            return invert(field(x.args[0], high, low))
        case "ite":
            test, yes, no = x.args
            if low == 0 or yes.op == "const" or no.op == "const":
                return choose(test, field(yes, high, low), field(no, high, low))
        case "bvadd" | "bvmul":
            if low == 0:
                parts = [field(part, high, 0) for part in x.args]
                return _sum([(part, 1) for part in parts], width) if x.op == "bvadd" else reduce(multiply, parts)
            if x.op == "bvadd" and sum(_trailing_zeros(part) < low for part in x.args) < 2:
                # At most one summand has bits below the field, so that nothing is carried into it.
                return _sum([(field(part, high, low), 1) for part in x.args], width)
            if x.op == "bvmul" and x.args[1].op == "const" and _trailing_zeros(x.args[0]) >= low:
                return multiply(field(x.args[0], high, low), word(x.args[1].data, width))
        case "bvshl":
            if low == 0 and x.args[1].width <= width:
                return shift_left(field(x.args[0], high, 0), x.args[1])
    return node("extract", width, x, data=(high, low))


def concat(*parts: Term) -> Term:
    """Return the concatenation of words, the highest first; fields of one word that follow each other are joined."""
    pieces: list[Term] = []
    for part in parts:
        for piece in part.args if part.op == "concat" else (part,):
            joined = _joined(pieces[-1], piece) if pieces else None
            if joined is None:
                pieces.append(piece)
            else:
                pieces[-1] = joined
    if len(pieces) == 1:
        return pieces[0]
    return node("concat", sum(piece.width for piece in pieces), *pieces)


def _joined(upper: Term, lower: Term) -> Term | None:
    """Return two adjacent words as one term; None if they are not parts of one."""
    if upper.op == lower.op == "const":
        return word(upper.data << lower.width | lower.data, upper.width + lower.width)
    if upper.op == lower.op == "extract" and upper.args == lower.args and upper.data[1] == lower.data[0] + 1:
        return field(upper.args[0], upper.data[0], lower.data[1])
    # The upper bits of a word, after its low bits, which are a term of their own.
    follows = upper.op == "extract" and upper.data[1] == lower.sort and upper.args[0] is not lower
    if follows and field(upper.args[0], lower.width - 1, 0) is lower:
        return field(upper.args[0], upper.data[0], 0)
    return None


def zero_extend(x: Term, width: int) -> Term:
    """Return a word with zeros above it."""
    return x if x.sort == width else concat(word(0, width - x.width), x)


def sign_extend(x: Term, width: int) -> Term:
    """Return a word with copies of its highest bit above it."""
    if x.sort == width:
        return x
    if x.op == "const":
        return word(signed_value(x.data, x.width), width)
    if x.op == "sign_extend":
        x = x.args[0]
    if x.op == "concat" and x.args[0].op == "const":
        top = x.args[0]
        filled = word(signed_value(top.data, top.width), top.width + width - x.width)
        return concat(filled, *x.args[1:])
    return node("sign_extend", width, x)


def fitted(x: Term, width: int) -> Term:
    """Return a word in another width, with zeros above it."""
    return low(x, width) if width < x.width else zero_extend(x, width)


def _pieces(x: Term) -> Iterator[Term]:
    """Yield the fields of a word, the lowest first."""
    yield from reversed(x.args) if x.op == "concat" else (x,)


# --- bitwise operations ---


def bit_and(x: Term, y: Term) -> Term:
    """Return `x & y`."""
    return _bitwise("bvand", x, y)


def bit_or(x: Term, y: Term) -> Term:
    """Return `x | y`."""
    return _bitwise("bvor", x, y)


def bit_xor(x: Term, y: Term) -> Term:
    """Return `x ^ y`."""
    return _bitwise("bvxor", x, y)


def _bitwise(op: str, x: Term, y: Term) -> Term:
    x, y = _ordered(x, y)
    if x is y:
        return word(0, x.width) if op == "bvxor" else x
    if invert(x) is y:
        return word(0 if op == "bvand" else -1, x.width)
    if op == "bvand" and x.width > 1:
        for mask, other in ((x, y), (y, x)):
            if mask.op == "sign_extend" and mask.args[0].sort == 1:
                return choose(truth(mask.args[0]), other, word(0, x.width))
    if y.op == "const":
        if x.op == "const":
            compute = {"bvand": int.__and__, "bvor": int.__or__, "bvxor": int.__xor__}[op]
            return word(compute(x.data, y.data), x.width)
        if y.data == 0:
            return y if op == "bvand" else x
        if y.data == _mask(y.width):
            return {"bvand": x, "bvor": y, "bvxor": invert(x)}[op]
        if op != "bvxor" or x.op == "concat":
            return _by_fields(op, x, y)
    if x.op == "concat" or y.op == "concat":
        split = _by_fields(op, x, y)
        # Without constants, the fields are not simpler than the words.
        constant = any(piece.op == "const" for part in (x, y) for piece in _pieces(part))
        if constant or split.op != "concat":
            return split
    return _many(op, x, y)


def _many(op: str, x: Term, y: Term) -> Term:
    """Return a bitwise operation on all operands of nested ones, each operand once and in order."""
    parts: dict[Term, int] = {}
    constant = 0 if op != "bvand" else _mask(x.width)
    compute = {"bvand": int.__and__, "bvor": int.__or__, "bvxor": int.__xor__}[op]
    for term in (x, y):
        for part in term.args if term.op == op else (term,):
            if part.op == "const":
                constant = compute(constant, part.data)
            else:
                parts[part] = parts.get(part, 0) + 1
    if op == "bvxor":
        kept = [part for part, count in parts.items() if count % 2]
    else:
        kept = list(parts)
        if any(part.op == "bvnot" and part.args[0] in parts for part in kept):
            return word(0 if op == "bvand" else -1, x.width)
    ordered = sorted(kept, key=lambda term: term.serial)
    if constant != (0 if op != "bvand" else _mask(x.width)) or not ordered:
        ordered.append(word(constant, x.width))
    return ordered[0] if len(ordered) == 1 else node(op, x.sort, *ordered)


def _by_fields(op: str, x: Term, y: Term) -> Term:
    """Apply a bitwise operation field by field; a constant has a field for each run of equal bits."""
    places = {0, x.width}
    for part in (x, y):
        place = 0
        for piece in _pieces(part):
            if piece.op == "const":
                bits = piece.data ^ piece.data >> 1
                places.update(place + index + 1 for index in range(piece.width - 1) if bits >> index & 1)
            places.add(place)
            place += piece.width
    ends = sorted(places)
    # A mask with many short runs would become a concatenation of single bits, longer than the operation.
    if len(ends) > 34 and y.op == "const":
        return _many(op, x, y)
    fields = []
    for low, high in itertools.pairwise(ends):
        a, b = _ordered(field(x, high - 1, low), field(y, high - 1, low))
        simple = a is b or (b.op == "const" and b.data in (0, _mask(b.width))) or "concat" not in (a.op, b.op)
        fields.append(_bitwise(op, a, b) if simple else _many(op, a, b))
    return concat(*reversed(fields))


@lru_cache(maxsize=_MOST_REMEMBERED)
def invert(x: Term) -> Term:
    """Return `~x`."""
    match x.op:
        case "const":
            return word(~x.data, x.width)
        case "bvnot":
            return x.args[0]
        case "concat":
            return concat(*map(invert, x.args))
        case "sign_extend":
            return sign_extend(invert(x.args[0]), x.width)
    return node("bvnot", x.sort, x)


def insert(x: Term, place: int, part: Term) -> Term:
    """Return `x` with a field that begins at bit `place` replaced."""
    top = place + part.width
    pieces = [part]
    if top < x.width:
        pieces.insert(0, field(x, x.width - 1, top))
    if place:
        pieces.append(field(x, place - 1, 0))
    return concat(*pieces)


# --- sums and products ---


def add(x: Term, y: Term) -> Term:
    """Return `x + y`."""
    return _sum([(x, 1), (y, 1)], x.width)


def subtract(x: Term, y: Term) -> Term:
    """Return `x - y`: the sum with the negative."""
    return _sum([(x, 1), (y, -1)], x.width)


def negate(x: Term) -> Term:
    """Return `-x`."""
    return _sum([(x, -1)], x.width)


_MOST_SUMMANDS = 24
"""Summands of a normal form; longer sums are terms of two operands."""


def _sum(parts: list[tuple[Term, int]], width: int) -> Term:
    """Return the sum of multiples of terms, as one term for each set of terms and factors."""
    modulus = _mask(width)
    factors: dict[Term, int] = {}
    constant = 0
    stack = parts[::-1]
    while stack:
        term, factor = stack.pop()
        if term.op == "const":
            constant += term.data * factor
        elif term.op == "bvadd" and len(factors) + len(stack) < _MOST_SUMMANDS:
            stack.extend((part, factor) for part in term.args)
        elif term.op == "bvmul" and term.args[1].op == "const":
            stack.append((term.args[0], factor * term.args[1].data))
        elif term.op == "bvnot":  # ~x is -x - 1.
            constant -= factor
            stack.append((term.args[0], -factor))
        elif (shifted := _as_product(term)) is not None:
            stack.append((shifted[0], factor * shifted[1]))
        else:
            factors[term] = factors.get(term, 0) + factor
    factors = {term: factor & modulus for term, factor in factors.items() if factor & modulus}
    constant &= modulus
    if not factors:
        return word(constant, width)
    if constant == modulus and all(factor == modulus for factor in factors.values()) and len(factors) == 1:
        return invert(next(iter(factors)))
    summands = [_multiple(term, factors[term]) for term in sorted(factors, key=lambda term: term.serial)]
    if constant:
        summands.append(word(constant, width))
    # Without common bits nothing is carried: `x << 8 | y` and `(x << 8) + y` become one term.
    joined = _disjoint(summands)
    if joined is not None:
        return joined
    return summands[0] if len(summands) == 1 else node("bvadd", width, *summands)


def _as_product(term: Term) -> tuple[Term, int] | None:
    """Return a word that is shifted by a constant as a multiple of the word; None for other terms."""
    if term.op != "concat" or len(term.args) != 2 or term.args[1].op != "const" or term.args[1].data:
        return None
    upper, zeros = term.args
    if upper.op == "extract" and upper.data == (upper.width - 1, 0) and upper.args[0].sort == term.sort:
        return upper.args[0], 1 << zeros.width
    return None


def _disjoint(summands: list[Term]) -> Term | None:
    """Return a sum of words that have no set bit in common as their disjunction; None if they may have one."""
    if len(summands) < 2 or not all(part.op in ("concat", "const") for part in summands):
        return None
    taken = 0
    for part in summands:
        bits = possible_bits(part)
        if bits & taken:
            return None
        taken |= bits
    result = summands[0]
    for part in summands[1:]:
        result = bit_or(result, part)
    return result


@lru_cache(maxsize=_MOST_REMEMBERED)
def _trailing_zeros(x: Term) -> int:
    """Return a number of low bits that are 0."""
    match x.op:
        case "const":
            return (x.data & -x.data).bit_length() - 1 if x.data else x.width
        case "concat":
            zeros = _trailing_zeros(x.args[-1])
            return zeros if zeros < x.args[-1].width else zeros + (_trailing_zeros(concat(*x.args[:-1])))
        case "ite":
            return min(map(_trailing_zeros, x.args[1:]))
        case "bvadd":
            return min(map(_trailing_zeros, x.args))
        case "bvmul":
            return min(sum(map(_trailing_zeros, x.args)), x.width)
    return 0


@lru_cache(maxsize=_MOST_REMEMBERED)
def possible_bits(x: Term) -> int:
    """Return a mask of the bits that may be set: fields that are constants are known."""
    bits, place = 0, 0
    for piece in _pieces(x):
        bits |= (piece.data if piece.op == "const" else _mask(piece.width)) << place
        place += piece.width
    return bits


def _multiple(term: Term, factor: int) -> Term:
    """Return a multiple of a term other than a sum."""
    width = term.width
    if factor == 1:
        return term
    if factor & (factor - 1) == 0 and term.op != "bvmul":
        places = factor.bit_length() - 1
        return concat(field(term, width - places - 1, 0), word(0, places))
    return node("bvmul", width, term, word(factor, width))


_MOST_PRODUCTS = 16
"""Summands of a product of sums; larger products are not expanded."""


def multiply(x: Term, y: Term) -> Term:
    """Return `x * y`; a product of sums is the sum of the products."""
    x, y = _ordered(x, y)
    left, right = list(_summands(x)), list(_summands(y))
    if len(left) * len(right) > _MOST_PRODUCTS:
        return node("bvmul", x.sort, x, y)
    products = [(_product([*a, *b], x.width), p * q) for a, p in left for b, q in right]
    return _sum(products, x.width)


def _summands(x: Term) -> Iterator[tuple[list[Term], int]]:
    """Yield the summands of a term, each as factors and a constant factor."""
    for part in x.args if x.op == "bvadd" else (x,):
        if part.op == "const":
            yield [], part.data
            continue
        factor = 1
        if part.op == "bvmul" and part.args[1].op == "const":
            part, factor = part.args[0], part.args[1].data
        elif (shifted := _as_product(part)) is not None:
            part, factor = shifted
        if part.op == "bvnot":
            yield [part.args[0]], -factor
            yield [], -factor
            continue
        yield (list(part.args) if part.op == "bvmul" and part.args[-1].op != "const" else [part]), factor


def _product(factors: list[Term], width: int) -> Term:
    if not factors:
        return word(1, width)
    if len(factors) == 1:
        return factors[0]
    return node("bvmul", width, *sorted(factors, key=lambda term: term.serial))


def divide_unsigned(x: Term, y: Term) -> Term:
    """Return the quotient of natural numbers; callers replace what it is where `y` is 0."""
    if y.op == "const" and x.op == "const" and y.data:
        return word(x.data // y.data, x.width)
    if y.op == "const" and y.data and y.data & (y.data - 1) == 0:
        return _shifted_right(x, y.data.bit_length() - 1, word(0, 1))
    width = x.width - _leading_zeros(x, y)
    return zero_extend(node("bvudiv", width, low(x, width), low(y, width)), x.width)


def divide_signed(x: Term, y: Term) -> Term:
    """Return the quotient of numbers in two's complement, rounded toward zero; `y` is a constant, not 0 or -1."""
    if x.op == "const":
        number, divisor = signed_value(x.data, x.width), signed_value(y.data, y.width)
        magnitude = abs(number) // abs(divisor)
        return word(-magnitude if (number < 0) != (divisor < 0) else magnitude, x.width)
    width = max(_signed_length(x), _signed_length(y))
    if width < x.width:
        return sign_extend(divide_signed(low(x, width), low(y, width)), x.width)
    return node("bvsdiv", x.sort, x, y)


def _leading_zeros(*terms: Term) -> int:
    """Return the number of upper bits that are 0 in all terms; at least one bit remains."""
    count = min(term.width - possible_bits(term).bit_length() for term in terms)
    return min(count, terms[0].width - 1)


def remainder_unsigned(x: Term, y: Term) -> Term:
    """Return the remainder of natural numbers: what the quotient leaves."""
    if y.op == "const" and y.data and y.data & (y.data - 1) == 0:
        return bit_and(x, word(y.data - 1, x.width))
    return subtract(x, multiply(divide_unsigned(x, y), y))


# --- shifts ---


def shift_left(x: Term, amount: Term) -> Term:
    """Return `x << amount`; amounts of any width may shift every bit out."""
    if amount.op == "const":
        places = amount.data
        if places == 0:
            return x
        if places < x.width and x.op in ("bvadd", "bvmul", "bvnot"):
            return multiply(x, word(1 << places, x.width))
        zeros = word(0, min(places, x.width))
        return concat(field(x, x.width - places - 1, 0), zeros) if places < x.width else zeros
    return _by_amount("bvshl", x, amount, word(0, x.width))


def shift_right(x: Term, amount: Term) -> Term:
    """Return `x >> amount`, with zeros from above."""
    if amount.op == "const":
        return _shifted_right(x, amount.data, word(0, 1))
    return _by_amount("bvlshr", x, amount, word(0, x.width))


def shift_right_signed(x: Term, amount: Term) -> Term:
    """Return `x >> amount`, with copies of the highest bit from above."""
    top = field(x, x.width - 1, x.width - 1)
    if amount.op == "const":
        return _shifted_right(x, amount.data, top)
    if top.op == "const" and top.data == 0:
        return shift_right(x, amount)
    return _by_amount("bvashr", x, amount, sign_extend(top, x.width))


def _shifted_right(x: Term, places: int, top: Term) -> Term:
    if places >= x.width:
        return sign_extend(top, x.width)
    return x if places == 0 else sign_extended(field(x, x.width - 1, places), x.width, top)


def sign_extended(x: Term, width: int, top: Term) -> Term:
    """Return a word with copies of a bit above it, which is 0 or its highest bit."""
    return zero_extend(x, width) if top.op == "const" and top.data == 0 else sign_extend(x, width)


def _by_amount(op: str, x: Term, amount: Term, beyond: Term) -> Term:
    """Return a shift by a variable amount; `beyond` is the result of amounts that do not fit in the width of `x`."""
    if x.op == "const" and x.data == 0:
        return x
    amount = low(amount, max(possible_bits(amount).bit_length(), 1))
    if amount.op == "const":
        return {"bvshl": shift_left, "bvlshr": shift_right, "bvashr": shift_right_signed}[op](x, amount)
    width = x.width
    if amount.op == "ite" and amount.args[1].op == "const":
        # An amount that is limited: both results are simpler than a shift by a choice.
        test, yes, no = amount.args
        return choose(test, _by_amount(op, x, yes, beyond), _by_amount(op, x, no, beyond))
    if amount.width <= width:
        return node(op, width, x, zero_extend(amount, width))
    large = at_most(word(width, amount.width), amount)
    return choose(large, beyond, node(op, width, x, low(amount, width)))


# --- truth values ---


def negation(x: Term) -> Term:
    """Return `not x`."""
    if x.op == "const":
        return FALSE if x.data else TRUE
    return x.args[0] if x.op == "not" else node("not", BOOL, x)


def both(x: Term, y: Term) -> Term:
    """Return `x and y`."""
    return _logic("and", x, y, FALSE, TRUE)


def either(x: Term, y: Term) -> Term:
    """Return `x or y`."""
    return _logic("or", x, y, TRUE, FALSE)


def _logic(op: str, x: Term, y: Term, absorbing: Term, neutral: Term) -> Term:
    parts: dict[Term, None] = {}
    for term in (x, y):
        parts.update(dict.fromkeys(term.args if term.op == op else (term,)))
    parts.pop(neutral, None)
    if absorbing in parts or any(part.op == "not" and part.args[0] in parts for part in parts):
        return absorbing
    for part in list(parts):
        other = "or" if op == "and" else "and"
        if part.op == other and any(argument in parts for argument in part.args):
            del parts[part]  # x and (x or y) is x.
    ordered = sorted(parts, key=lambda term: term.serial)
    return neutral if not ordered else ordered[0] if len(ordered) == 1 else node(op, BOOL, *ordered)


def apart(x: Term, y: Term) -> Term:
    """Return `x xor y`."""
    x, y = _ordered(x, y)
    if y.op == "const":
        return negation(x) if y.data else x
    if x is y:
        return FALSE
    if x.op == "not" or y.op == "not":
        plain = apart(*(side.args[0] if side.op == "not" else side for side in (x, y)))
        return plain if x.op == y.op else negation(plain)
    return node("xor", BOOL, x, y)


def flag(x: Term) -> Term:
    """Return a truth value as one bit: 1 if it is true."""
    if x.op == "=" and x.args[1].sort == 1 and x.args[1].op == "const":
        return x.args[0] if x.args[1].data else invert(x.args[0])
    if x.op == "not":
        return invert(flag(x.args[0]))
    return choose(x, word(1, 1), word(0, 1))


def truth(x: Term) -> Term:
    """Return True where a word is not 0."""
    if x.op == "ite" and x.args[1].op == x.args[2].op == "const":
        test, yes, no = x.args
        return choose(test, truth(yes), truth(no))
    return different(x, word(0, x.width))


@lru_cache(maxsize=_MOST_REMEMBERED)
def equal(x: Term, y: Term) -> Term:
    """Return `x == y`, for words and truth values; of floating-point values, if they are the same, as in SMT-LIB."""
    x, y = _ordered(x, y)
    if x is y:
        return TRUE
    if x.sort == BOOL:
        return negation(apart(x, y))
    if y.op == "const":
        if x.op == "const":
            return FALSE
        if x.op == "bvnot":
            return equal(x.args[0], invert(y))
        if x.op == "ite" and (x.args[1].op == "const" or x.args[2].op == "const"):
            return choose(x.args[0], equal(x.args[1], y), equal(x.args[2], y))
        if x.op == "concat":
            result, place = TRUE, 0
            for piece in _pieces(x):
                result = both(result, equal(piece, field(y, place + piece.width - 1, place)))
                place += piece.width
            return result
        if x.sort == 1 and y.data == 0:
            return negation(equal(x, word(1, 1)))
        if x.op == "bvxor" and x.args[-1].op == "const":
            return equal(reduce(bit_xor, x.args[:-1]), bit_xor(x.args[-1], y))
        if x.op == "bvadd" and x.args[-1].op == "const":
            return equal(reduce(add, x.args[:-1]), subtract(y, x.args[-1]))
        if x.op == "bvmul" and x.args[-1].op == "const" and x.args[-1].data & 1:  # Odd: invertible modulo 2^width.
            return equal(x.args[0], word(y.data * pow(x.args[-1].data, -1, 1 << x.width), x.width))
        if x.op == "sign_extend":
            inner = x.args[0]
            same = low(y, inner.width)
            return equal(inner, same) if sign_extend(same, x.width) is y else FALSE
    if x.op == "ite" and y.op == "ite" and x.args[0] is y.args[0]:
        return choose(x.args[0], equal(x.args[1], y.args[1]), equal(x.args[2], y.args[2]))
    if x.op == y.op == "pattern" and x.data == y.data:
        return equal(x.args[0], y.args[0])
    if "concat" in (x.op, y.op) and (decided := _contradiction(x, y)) is not None:
        return decided
    return node("=", BOOL, x, y)


def _contradiction(x: Term, y: Term) -> Term | None:
    """Return FALSE if a field is a different constant in two words; their shared upper zeros are dropped."""
    for first, second in zip(reversed(list(_pieces(x))), reversed(list(_pieces(y))), strict=False):
        if first.sort != second.sort:
            break
        if first.op == second.op == "const" and first is not second:
            return FALSE
    zeros = _leading_zeros(x, y)
    return equal(low(x, x.width - zeros), low(y, y.width - zeros)) if zeros else None


def different(x: Term, y: Term) -> Term:
    """Return `x != y`."""
    return negation(equal(x, y))


def less(x: Term, y: Term) -> Term:
    """Return `x < y` of natural numbers."""
    return negation(at_most(y, x))


def at_most(x: Term, y: Term) -> Term:
    """Return `x <= y` of natural numbers."""
    if x is y or (x.op == "const" and x.data == 0) or (y.op == "const" and y.data == _mask(y.width)):
        return TRUE
    if x.op == y.op == "const":
        return TRUE if x.data <= y.data else FALSE
    if y.op == "const" and y.data == 0:
        return equal(x, y)
    if x.op == "const" and x.data == _mask(x.width):
        return equal(x, y)
    if y.op == "const" and possible_bits(x) <= y.data:
        return TRUE
    if x.op == "const" and possible_bits(y) < x.data:
        return FALSE
    if zeros := _leading_zeros(x, y):
        return at_most(low(x, x.width - zeros), low(y, y.width - zeros))
    if x.op == "const":  # A bound from below is the negation of one from above.
        return negation(at_most(y, word(x.data - 1, x.width)))
    return node("bvule", BOOL, x, y)


def less_signed(x: Term, y: Term) -> Term:
    """Return `x < y` of numbers in two's complement."""
    return negation(at_most_signed(y, x))


def at_most_signed(x: Term, y: Term) -> Term:
    """Return `x <= y` of numbers in two's complement."""
    if x is y:
        return TRUE
    if x.op == y.op == "const":
        return TRUE if signed_value(x.data, x.width) <= signed_value(y.data, y.width) else FALSE
    width = max(map(_signed_length, (x, y)))
    if width < x.width:
        return at_most_signed(low(x, width), low(y, width))
    if y.op == "const" and y.data == _mask(y.width - 1):
        return TRUE
    if x.op == "const" and x.data == 1 << (x.width - 1):
        return TRUE
    top = x.width - 1
    if not (possible_bits(x) | possible_bits(y)) >> top:
        return at_most(low(x, top), low(y, top)) if top else TRUE
    if x.op == "const" and x.data == 0:
        return negation(equal(field(y, top, top), word(1, 1)))
    if y.op == "const" and y.data == _mask(y.width):
        return equal(field(x, top, top), word(1, 1))
    if x.op == "const":
        return negation(at_most_signed(y, word(x.data - 1, x.width)))
    return node("bvsle", BOOL, x, y)


def _signed_length(x: Term) -> int:
    """Return a number of low bits that, read with their sign, have the value of a word."""
    if x.op == "sign_extend":
        return x.args[0].width
    if x.op == "const":
        value = signed_value(x.data, x.width)
        return (value if value >= 0 else ~value).bit_length() + 1
    return min(possible_bits(x).bit_length() + 1, x.width)


# --- choices ---


def choose(test: Term, yes: Term, no: Term) -> Term:
    """Return `yes` where a condition holds, `no` elsewhere; `test` is a truth value."""
    if test.op == "const":
        return yes if test.data else no
    if test.op == "not":
        test, yes, no = test.args[0], no, yes
    if yes.op == "ite" and yes.args[0] is test:
        yes = yes.args[1]
    if no.op == "ite" and no.args[0] is test:
        no = no.args[2]
    if yes is no:
        return yes
    if yes.sort == BOOL:
        if yes.op == "const":
            return either(test, no) if yes.data else both(negation(test), no)
        if no.op == "const":
            return either(negation(test), yes) if no.data else both(test, yes)
        if yes is test:
            return either(test, no)
        if no is test:
            return both(test, yes)
    if yes.sort == 1 and yes.op == no.op == "const" and test.op == "=":
        bit, wanted = test.args
        if wanted.op == "const" and wanted.sort == 1:  # A choice of bits by a bit is the bit, or its complement.
            return bit if wanted.data == yes.data else invert(bit)
    if yes.op == "ite" and yes.args[2] is no:  # Two conditions for one choice.
        return choose(both(test, yes.args[0]), yes.args[1], no)
    if no.op == "ite" and no.args[1] is yes:
        return choose(either(test, no.args[0]), yes, no.args[2])
    if test.op in _EXTREMES and set(test.args) == {yes, no}:
        return _extreme(_EXTREMES[test.op][yes is not test.args[0]], yes, no)
    return node("ite", yes.sort, test, yes, no)


_EXTREMES = {"bvule": ("umin", "umax"), "bvsle": ("smin", "smax")}
"""Minimum and maximum by the comparison of their operands."""


def _extreme(op: str, x: Term, y: Term) -> Term:
    """Return the minimum or maximum of all operands of nested ones, each operand once and in order."""
    parts = dict.fromkeys(part for term in (x, y) for part in (term.args if term.op == op else (term,)))
    ordered = sorted(parts, key=lambda term: (term.op == "const", term.serial))
    return ordered[0] if len(ordered) == 1 else node(op, x.sort, *ordered)


# --- substitution ---


def substituted(roots: Iterable[Term], known: Mapping[Term, Term]) -> list[Term]:
    """Return terms with some of their parts replaced, in normal form again."""
    roots = list(roots)
    results = dict(known)
    for term in postorder(roots):
        if term not in results:
            args = tuple(results[argument] for argument in term.args)
            results[term] = term if args == term.args else rebuilt(term, args)
    return [results[root] for root in roots]


def rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """Return an operation on other arguments."""
    match term.op:
        case "bvadd":
            return _sum([(argument, 1) for argument in args], term.width)
        case "extract":
            return field(args[0], *term.data)
        case "sign_extend":
            return sign_extend(args[0], term.width)
        case "umin" | "umax" | "smin" | "smax":
            op = term.op
            return reduce(lambda x, y: _extreme(op, x, y), args)
        case "bvmul" | "bvand" | "bvor" | "bvxor" | "and" | "or":
            return reduce(_BINARY[term.op], args)
    if term.op in _BINARY:
        return _BINARY[term.op](*args)
    return node(term.op, term.sort, *args, data=term.data)


_BINARY: dict[str, Callable[..., Term]] = {
    "bvmul": multiply,
    "bvudiv": divide_unsigned,
    "bvsdiv": divide_signed,
    "bvand": bit_and,
    "bvor": bit_or,
    "bvxor": bit_xor,
    "bvnot": invert,
    "bvshl": shift_left,
    "bvlshr": shift_right,
    "bvashr": shift_right_signed,
    "concat": concat,
    "ite": choose,
    "=": equal,
    "bvule": at_most,
    "bvsle": at_most_signed,
    "and": both,
    "or": either,
    "xor": apart,
    "not": negation,
}
"""Constructors by operation."""


def facts(assumed: Term) -> dict[Term, Term]:
    """Return truth values that follow from a condition, without those that are parts of others."""
    known: dict[Term, Term] = {}
    for part in assumed.args if assumed.op == "and" else (assumed,):
        if part.op == "not":
            known[part.args[0]] = FALSE
        elif part.op != "const":
            known[part] = TRUE
    return known
