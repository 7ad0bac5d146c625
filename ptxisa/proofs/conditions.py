"""Conditions on inputs, such as `y < 32 and not is_nan(x)`, as terms.

The language is that of the expressions of semantics texts: a name is the value of an input as its type has it, integers
have no width, `x[7:0]` are bits of a pattern, and comparisons may be chained.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ptxisa.isa.names import suggestion
from ptxisa.isa.types import known as types
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.notation import NotAValue, parse
from ptxisa.proofs import floats, operations, terms
from ptxisa.proofs.terms import Term, word

_LONGEST = 2_000
"""Characters of a condition."""
_DEEPEST = 200
"""Nested parts of a condition."""
_WIDEST = 1_024
"""Bits of an integer in a condition."""


class ConditionError(ValueError):
    """An invalid condition; the message has its column."""


class IntegerValue(NamedTuple):
    """An integer without overflow: a term with all of its bits, in two's complement if `signed`."""

    term: Term
    signed: bool


class FloatValue(NamedTuple):
    """A floating-point value: its bit pattern, and its format."""

    term: Term
    form: str


Value = IntegerValue | FloatValue | Term
"""A value; a `Term` is a truth value."""


def condition(text: str, inputs: Mapping[str, tuple[Term, str]]) -> Term:
    """Return a condition as a truth value.

    Args:
        text: The condition.
        inputs: Term and type of each input by name.

    Raises:
        ConditionError: The condition is invalid, or names an unknown input.
    """
    if len(text) > _LONGEST:
        raise ConditionError(f"a condition has at most {_LONGEST:,} characters")
    # `%` is an operator of Python, and part of names in PTX.
    spelled = {name: f"input_{index}_" for index, name in enumerate(inputs)}
    source = text
    for name in sorted((name for name in inputs if not name.isidentifier()), key=len, reverse=True):
        source = source.replace(name, spelled[name])
    values = {(name if name.isidentifier() else spelled[name]): value for name, value in inputs.items()}
    try:
        tree = ast.parse(source.strip(), mode="eval")
        if _depth(tree) > _DEEPEST:
            raise ConditionError("the condition is nested too deeply")
        result = _ConditionReader(values, inputs).value(tree.body)
    except SyntaxError as error:
        raise ConditionError(f"column {error.offset or 1}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise ConditionError("the condition is nested too deeply") from None
    except (ValueError, OverflowError) as error:
        raise ConditionError(str(error)) from None
    return _truth(result, tree.body)


def _depth(tree: ast.AST) -> int:
    """Return the number of nested nodes, without recursion."""
    deepest, pending = 0, [(tree, 1)]
    while pending:
        node, depth = pending.pop()
        deepest = max(deepest, depth)
        pending += ((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest


class _ConditionReader:
    def __init__(self, values: Mapping[str, tuple[Term, str]], inputs: Mapping[str, Any]) -> None:
        self.values, self.inputs = values, inputs

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        match node:
            case ast.Constant(value=bool(held)):
                return terms.TRUE if held else terms.FALSE
            case ast.Constant(value=int(number)):
                return _integer(number, node)
            case ast.Constant(value=float(number)):
                try:
                    return FloatValue(word(parse(repr(number), "f64"), 64), "f64")
                except NotAValue as error:
                    raise _error(node, str(error)) from None
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return terms.negation(_truth(self.value(operand), operand))
            case ast.UnaryOp(op=sign, operand=operand):
                return self.unary(sign, self.value(operand), node)
            case ast.BinOp(left=left, op=operator, right=right):
                return self.binary(operator, self.value(left), self.value(right), node)
            case ast.BoolOp(op=joined, values=parts):
                truths = [_truth(self.value(part), part) for part in parts]
                result = truths[0]
                for part in truths[1:]:
                    result = terms.both(result, part) if isinstance(joined, ast.And) else terms.either(result, part)
                return result
            case ast.Compare(left=first, ops=operators, comparators=others):
                holds, before = terms.TRUE, self.value(first)
                for comparison, other in zip(operators, others, strict=True):
                    after = self.value(other)
                    holds = terms.both(holds, _compared(comparison, before, after, node))
                    before = after
                return holds
            case ast.IfExp(test=test, body=yes, orelse=no):
                x, y = self.value(yes), self.value(no)
                chosen = _truth(self.value(test), test)
                if isinstance(x, IntegerValue) and isinstance(y, IntegerValue):
                    x_term, y_term, signed = _alike(x, y)
                    return IntegerValue(terms.choose(chosen, x_term, y_term), signed)
                return terms.choose(chosen, _truth(x, yes), _truth(y, no))
            case ast.Subscript(value=base, slice=place):
                return self.bits(self.value(base), place, node)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
                try:
                    return _FUNCTIONS[name](*(self.value(argument) for argument in arguments))
                except TypeError:
                    raise _error(node, f"{name} does not take these arguments") from None
        raise _error(node, "this is not part of conditions")

    def name(self, name: str, node: ast.expr) -> Value:
        """Return the value of an input as its type has it."""
        if name not in self.values:
            hint = suggestion(name, self.inputs)
            raise _error(node, f"no input is called {name[:60]}" + (f"; {hint}" if hint else ""))
        term, type_ = self.values[name]
        if type_ == "pred":
            return terms.truth(term)
        if type_ in formats() and term.sort == formats()[type_].bits:
            return FloatValue(term, type_)
        return IntegerValue(term, types()[type_].kind == "signed")

    def unary(self, operator: ast.unaryop, value: Value, node: ast.expr) -> Value:
        if isinstance(value, FloatValue) and isinstance(operator, ast.USub):
            return FloatValue(floats.float_negate(value.term, value.form), value.form)
        x = _as_integer(value, node)
        if isinstance(operator, ast.UAdd):
            return x
        # A bit for the sign of a number that had none, and one for the opposite of the least number.
        wide = _extended(x, x.term.width + 2)
        return IntegerValue(terms.negate(wide) if isinstance(operator, ast.USub) else terms.invert(wide), True)

    def binary(self, operator: ast.operator, left: Value, right: Value, node: ast.expr) -> Value:
        x, y = _as_integer(left, node), _as_integer(right, node)
        negative = x.signed or y.signed or isinstance(operator, ast.Sub)
        if isinstance(operator, ast.Pow):
            if x.term.value is None or y.term.value is None or x.term.value ** min(y.term.value, 8) >> _WIDEST:
                raise _error(node, "** takes constants")
            return _integer(x.term.value ** min(y.term.value, _WIDEST), node)
        match operator:
            case ast.Add() | ast.Sub() | ast.Mult():
                width = (
                    x.term.width + y.term.width + 1
                    if isinstance(operator, ast.Mult)
                    else max(x.term.width, y.term.width) + 2
                )
                compute = {ast.Add: terms.add, ast.Sub: terms.subtract, ast.Mult: terms.multiply}[type(operator)]
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                width = max(x.term.width, y.term.width) + negative
                compute = {ast.BitAnd: terms.bit_and, ast.BitOr: terms.bit_or, ast.BitXor: terms.bit_xor}[
                    type(operator)
                ]
            case ast.LShift() | ast.RShift():
                if y.signed:
                    raise _error(node, "a shift amount must not be negative")
                if isinstance(operator, ast.RShift):
                    shift = terms.shift_right_signed if x.signed else terms.shift_right
                    return IntegerValue(shift(x.term, y.term), x.signed)
                most = y.term.value if y.term.value is not None else (1 << y.term.width) - 1
                if x.term.width + most > _WIDEST:
                    raise _error(node, f"an integer has at most {_WIDEST} bits")
                return IntegerValue(terms.shift_left(_extended(x, x.term.width + most), y.term), x.signed)
            case ast.FloorDiv() | ast.Mod():
                if negative:
                    raise _error(node, "// and % take integers that are not negative")
                width = max(x.term.width, y.term.width)
                zero = terms.equal(_extended(y, width), word(0, width))
                divide = terms.divide_unsigned if isinstance(operator, ast.FloorDiv) else terms.remainder_unsigned
                return IntegerValue(
                    terms.choose(zero, word(0, width), divide(_extended(x, width), _extended(y, width))), False
                )
            case _:
                raise _error(node, "this operator is not part of conditions")
        if width > _WIDEST:
            raise _error(node, f"an integer has at most {_WIDEST} bits")
        return IntegerValue(compute(_extended(x, width), _extended(y, width)), negative)

    def bits(self, value: Value, place: ast.expr, node: ast.expr) -> Value:
        """Return `x[high:low]` or `x[bit]`."""
        term = value.term if isinstance(value, (IntegerValue, FloatValue)) else terms.flag(value)
        match place:
            case ast.Constant(value=int(bit)):
                high = low = bit
            case ast.Slice(lower=ast.Constant(value=int(high)), upper=ast.Constant(value=int(low)), step=None):
                pass
            case _:
                raise _error(node, "bits are x[high:low] or x[bit] with constants")
        if not 0 <= low <= high < term.width:
            raise _error(node, f"bits {high} to {low} are not bits of a value of {term.width}")
        return IntegerValue(terms.field(term, high, low), False)


def _error(node: ast.expr, message: str) -> ConditionError:
    return ConditionError(f"column {node.col_offset + 1}: {message}")


def _integer(number: int, node: ast.expr) -> IntegerValue:
    if number.bit_length() > _WIDEST:
        raise _error(node, f"an integer has at most {_WIDEST} bits")
    return IntegerValue(word(number, max(number.bit_length(), 1)), False)


def _extended(x: IntegerValue, width: int) -> Term:
    return terms.sign_extend(x.term, width) if x.signed else terms.zero_extend(x.term, width)


def _alike(x: IntegerValue, y: IntegerValue) -> tuple[Term, Term, bool]:
    """Return two integers as words of one width, and if they are in two's complement."""
    signed = x.signed or y.signed
    width = max(part.term.width + (signed and not part.signed) for part in (x, y))
    return _extended(x, width), _extended(y, width), signed


def _as_integer(value: Value, node: ast.expr) -> IntegerValue:
    if isinstance(value, FloatValue):
        raise _error(node, "arithmetic is for integers; bits(x) is the pattern of a floating-point value")
    return value if isinstance(value, IntegerValue) else IntegerValue(terms.flag(value), False)


def _truth(value: Value, node: ast.expr) -> Term:
    if isinstance(value, IntegerValue) and value.term.sort == 1:
        return terms.truth(value.term)
    if isinstance(value, (IntegerValue, FloatValue)):
        raise _error(node, "a condition is a truth value, but this is a number: compare it")
    return value


def _number(value: Value, form: str, node: ast.expr) -> Term:
    """Return a value as a pattern of a format: a constant is rounded to nearest."""
    if isinstance(value, FloatValue) and value.form == form:
        return value.term
    if isinstance(value, FloatValue) and value.form == "f64" and value.term.value is not None:
        return floats.round_value(value.term, "f64", form, "rn", "")
    if isinstance(value, IntegerValue) and value.term.value is not None:
        return floats.round_integer(value.term, form, "rn", "", value.signed)
    raise _error(node, "floating-point values of different formats cannot be compared")


def _compared(operator: ast.cmpop, left: Value, right: Value, node: ast.expr) -> Term:
    name = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}.get(type(operator))
    if name is None:
        raise _error(node, "this comparison is not part of conditions")
    if name in (">", ">="):
        left, right, name = right, left, {">": "<", ">=": "<="}[name]
    if isinstance(left, FloatValue) or isinstance(right, FloatValue):
        known = [
            side.form
            for side in (left, right)
            if isinstance(side, FloatValue) and not (side.term.value is not None and side.form == "f64")
        ]
        form = known[0] if known else "f64"
        x, y = _number(left, form, node), _number(right, form, node)
        if name == "<":
            return floats.float_less(x, y, form)
        same = floats.float_equal(x, y, form)
        if name == "<=":
            return terms.either(floats.float_less(x, y, form), same)
        return same if name == "==" else terms.negation(same)
    a, b, signed = _alike(_as_integer(left, node), _as_integer(right, node))
    if name in ("==", "!="):
        return terms.equal(a, b) if name == "==" else terms.different(a, b)
    if name == "<":
        return terms.less_signed(a, b) if signed else terms.less(a, b)
    return terms.at_most_signed(a, b) if signed else terms.at_most(a, b)


def _float_test(function: Callable[[Term, str], Term]) -> Callable[..., Value]:
    def test(x: Value) -> Term:
        if not isinstance(x, FloatValue):
            raise ConditionError("tests of floating-point values need one")
        return function(x.term, x.form)

    return test


def _bits_of(x: Value) -> IntegerValue:
    return IntegerValue(x.term if isinstance(x, (IntegerValue, FloatValue)) else terms.flag(x), False)


def _absolute(x: Value) -> Value:
    if isinstance(x, FloatValue):
        return FloatValue(floats.float_absolute(x.term, x.form), x.form)
    if not isinstance(x, IntegerValue):
        raise TypeError
    return IntegerValue(operations.absolute(_extended(x, x.term.width + 1)), False) if x.signed else x


def _resized(signed: bool) -> Callable[..., Value]:
    def resize(x: Value, width: Value) -> IntegerValue:
        if not isinstance(x, IntegerValue) or not isinstance(width, IntegerValue) or width.term.value is None:
            raise TypeError
        bits = width.term.value
        if not 0 < bits <= _WIDEST:
            raise ConditionError(f"a number of bits is 1 to {_WIDEST}")
        wide = _extended(x, bits) if x.term.width < bits else terms.low(x.term, bits)
        return IntegerValue(wide, signed)

    return resize


def _extreme(greatest: bool) -> Callable[..., Value]:
    def extreme(x: Value, y: Value) -> IntegerValue:
        if not isinstance(x, IntegerValue) or not isinstance(y, IntegerValue):
            raise TypeError
        a, b, signed = _alike(x, y)
        return IntegerValue((operations.maximum if greatest else operations.minimum)(a, b, signed), signed)

    return extreme


def _popcount(x: Value) -> IntegerValue:
    term = _bits_of(x).term
    return IntegerValue(operations.popcount(term, term.width.bit_length()), False)


_FUNCTIONS: dict[str, Callable[..., Value]] = {
    "is_nan": _float_test(floats.is_nan),
    "is_infinite": _float_test(floats.is_infinite),
    "is_zero": _float_test(floats.is_zero),
    "is_subnormal": _float_test(floats.is_subnormal),
    "bits": _bits_of,
    "abs": _absolute,
    "min": _extreme(False),
    "max": _extreme(True),
    "signed": _resized(True),
    "unsigned": _resized(False),
    "popcount": _popcount,
}
