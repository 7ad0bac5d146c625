"""Evaluate expressions for one variant: what is known becomes a number, the rest becomes typed operations.

`Evaluator.evaluate` is the entry; it calls one method for each kind of node. A result is `Known` (a number, a type, a
modifier, decided without data), a typed `Value`, or the exact result of floating-point arithmetic that is still to be
rounded.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from generator.records.model import TypeRecord
from generator.semantics import comparisons, floating, ir, table, tree, warp
from generator.semantics.bounds import narrowing
from generator.semantics.floating import FloatPattern, is_float
from generator.semantics.intervals import LIMIT, Interval
from generator.semantics.ir import BOOLEAN, Value
from generator.semantics.scope import Known, VariantScope, as_float, typed
from generator.semantics.simplify import apply
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import FUNCTIONS

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

Evaluated = Known | Value | floating.Real
"""Result of an expression: known when the form is specialized, an operation on data, or exact and to be rounded."""


class NotGiven(Exception):
    """A function cannot have this slot as an argument, because the text needs its value when it is compiled."""


class Evaluator:
    """Expressions within a scope."""

    def __init__(self, scope: VariantScope) -> None:
        self.scope = scope

    def evaluate(self, node: tree.Expression) -> Evaluated:
        """Return a known value, an operation on data, or an exact result that is to be rounded."""
        return _EVALUATE[type(node)](self, node)

    def value(self, node: tree.Expression) -> Value:
        """Return a value that may be data; a known number becomes a constant."""
        return as_value(self.evaluate(node), node.place)

    def integer(self, node: tree.Expression) -> Value:
        """Return a value as a number: a truth value counts as 0 or 1."""
        return apply("integer", self.value(node), place=node.place)

    def condition(self, node: tree.Expression) -> Value:
        """Return a truth value; a number that can only be 0 or 1 is one."""
        value = self.value(node)
        if isinstance(value.kind, Interval) and not value.kind.within(0, 1):
            raise SemanticsError(node.place, "a condition is a truth value, but this is a number: compare it")
        return apply("truth", value, place=node.place)

    def number(self, node: tree.Expression, what: str) -> int:
        """Return a number that must be known."""
        value = self.evaluate(node)
        if not isinstance(value, Known) or not isinstance(value.value, int):
            raise SemanticsError(node.place, f"{what} must be known without looking at data")
        return int(value.value)

    # --- one method a node ---

    def constant(self, node: tree.ConstantNode) -> Known:
        """Return the value of a literal."""
        return Known(node.value)

    def name(self, node: tree.NameNode) -> Evaluated:
        """Return the value of a variable, slot, operand or type."""
        return self.scope.read(node.name, node.place)

    def attribute(self, node: tree.AttributeNode) -> Known | Value:
        """Return a property of a type, or a special value of a format."""
        if isinstance(node.base, tree.NameNode) and node.base.name in self.scope.selectors:
            return self.scope.selector_number(node.base.name, node.name, node.place)
        base = self.evaluate(node.base)
        if not isinstance(base, Known) or not isinstance(base.value, TypeRecord):
            raise SemanticsError(node.place, f".{node.name} is a property of types, and this is not a type")
        return Known(self.property(base.value, node))

    def property(self, type_: TypeRecord, node: tree.AttributeNode) -> int | TypeRecord:
        """Return a property of a type, such as `width` or `element`."""
        if node.name in ("min", "max"):
            return _bound(type_, node.name, node.place)
        element = self.scope.types[type_.element] if type_.element else type_
        properties: dict[str, int | TypeRecord] = {
            "bits": type_.bits,
            "elements": type_.elements,
            "element": element,
            "signed": element.signed,
        }
        if node.name not in properties:
            raise SemanticsError(node.place, f".{node.name} is a property of selectors, and {type_.name} is a type")
        return properties[node.name]

    def unary(self, node: tree.UnaryNode) -> Evaluated:
        """Return the value of an expression with a sign, `~` or `not`."""
        operand = self.evaluate(node.operand)
        if node.operator == "not":
            if isinstance(operand, Known):
                return Known(not truth(operand))
            return apply("not", self.condition(node.operand), place=node.place)
        name = "negate" if node.operator == "-" else node.operator
        return self.operation(name, [node.operand], [operand], node.place)

    def binary(self, node: tree.BinaryNode) -> Evaluated:
        """Return the value of an operation with two operands."""
        sides = [node.left, node.right]
        return self.operation(node.operator, sides, [self.evaluate(side) for side in sides], node.place)

    def operation(
        self, name: str, nodes: list[tree.Expression], operands: list[Evaluated], place: TextPlace
    ) -> Evaluated:
        """Compute what is known, or build the operation; `& | ^` of truth values stay truth values."""
        # `bit` and `bits` read the pattern of a floating-point value; all other operations compute with its number.
        if any(map(is_float, operands)) and name not in ("bit", "bits"):
            return self.float_operation(name, operands, place)
        values = [floating.bits_of(as_value(value, node.place)) for value, node in zip(operands, nodes, strict=True)]
        if all(isinstance(value, Known) for value in operands):
            return self.compute(name, values, place)
        if not (name in ("&", "|", "^") and all(value.kind == BOOLEAN for value in values)):
            values = [apply("integer", value) for value in values]
        return apply(name, *values, place=place)

    def float_operation(self, name: str, operands: list[Evaluated], place: TextPlace) -> Evaluated:
        """Evaluate arithmetic on floating-point values."""
        of_one = {"negate": "float_negate", "abs": "float_absolute"}
        if name in of_one:
            (operand,) = operands
            return floating.function(of_one[name], (self.float_value(operand, place),), place)
        left, right = operands
        return floating.combine(name, left, right, place)

    def float_value(self, operand: Evaluated, place: TextPlace) -> Value:
        """Return a floating-point value, rounded."""
        value = as_value(operand, place)
        floating.format_of(value, place)
        return value

    def compute(self, name: str, values: list[Value], place: TextPlace) -> Known:
        """Apply an operation to constants, within the limit on their size."""
        rule = table.operation(name)
        complaint = rule.complaint(*values)
        numbers = [ir.interval(value).lo for value in values]
        # Tested before the shift is computed: `1 << 10**12` would not fit in memory.
        if not complaint and name == "<<" and numbers[1] > LIMIT:
            complaint = f"a constant has at most {LIMIT} bits"
        if complaint:
            raise SemanticsError(place, complaint)
        result = int(rule.compute(*numbers))
        if result.bit_length() > LIMIT:
            raise SemanticsError(place, f"a constant has at most {LIMIT} bits")
        return Known(result)

    def comparison(self, node: tree.ComparisonNode) -> Evaluated:
        """Return the value of a comparison or a chain of comparisons."""
        if isinstance(node.right, tree.ConstantsNode):
            return self.membership(node, node.right)
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if isinstance(left, Known) and isinstance(right, Known):
            if node.operator in ("==", "!="):
                return Known(_equal(left.value, right.value) is (node.operator == "=="))
            if not isinstance(left.value, int) or not isinstance(right.value, int):
                raise SemanticsError(node.place, f"{node.operator} compares numbers")
            return Known(_ORDER[node.operator](left.value, right.value))
        if is_float(left) or is_float(right):
            return self.float_comparison(node, left, right)
        sides = [apply("integer", as_value(side, node.place)) for side in (left, right)]
        # The bounds of the two sides may decide the comparison.
        x, y = map(ir.interval, sides)
        if node.operator in ("==", "!="):
            if x.hi < y.lo or y.hi < x.lo:
                return Known(node.operator == "!=")
        else:
            outcomes = [_ORDER[node.operator](x.hi, y.lo), _ORDER[node.operator](x.lo, y.hi)]
            if outcomes[0] == outcomes[1]:
                return Known(outcomes[0])
        return apply(node.operator, *sides, place=node.place)

    def float_comparison(self, node: tree.ComparisonNode, left: Evaluated, right: Evaluated) -> Value:
        """Evaluate a comparison of floating-point values; with a NaN, only `!=` is true."""
        sides = [self.float_value(side, node.place) for side in (left, right)]
        # Sides are exchanged instead of negating the opposite comparison, which would be true with a NaN.
        if node.operator in (">", ">="):
            sides.reverse()
        less = floating.function("float_less", tuple(sides), node.place)
        equal = floating.function("float_equal", tuple(sides), node.place)
        if node.operator in ("<", ">"):
            return less
        if node.operator in ("==", "!="):
            return equal if node.operator == "==" else apply("not", equal, place=node.place)
        return apply("or", less, equal, place=node.place)

    def membership(self, node: tree.ComparisonNode, constants: tree.ConstantsNode) -> Known:
        """Return the value of `in`, which is a compile-time constant."""
        left = self.evaluate(node.left)
        if not isinstance(left, Known):
            raise SemanticsError(node.place, "'in' looks at modifiers and known numbers only, not at data")
        contained = any(_equal(left.value, item.value) for item in constants.items)
        return Known(contained is (node.operator == "in"))

    def constants(self, node: tree.ConstantsNode) -> Known:
        """Return a tuple of compile-time constants."""
        raise SemanticsError(node.place, "a list of constants is allowed only after 'in'")

    def logic(self, node: tree.LogicNode) -> Evaluated:
        """Evaluate `and` and `or`; known operands decide the result or are dropped."""
        deciding = node.operator == "or"
        conditions = []
        for operand in node.operands:
            value = self.evaluate(operand)
            if not isinstance(value, Known):
                conditions.append(self.condition(operand))
            elif truth(value) is deciding:
                # Later operands are not evaluated: they may be valid only for types or modifiers that pass this test.
                return Known(deciding)
        if not conditions:
            return Known(not deciding)
        result = conditions[0]
        for condition in conditions[1:]:
            result = apply(node.operator, result, condition, place=node.place)
        return result

    def choice(self, node: tree.ChoiceNode) -> Evaluated:
        """Return the value of a conditional expression."""
        test = self.evaluate(node.test)
        if isinstance(test, Known):
            # The other side is not evaluated: it may be invalid for this variant.
            return self.evaluate(node.yes if truth(test) else node.no)
        yes = self.narrowed(node.test, True, lambda: self.value(node.yes))
        no = self.narrowed(node.test, False, lambda: self.value(node.no))
        if yes.kind != no.kind:
            if isinstance(yes.kind, FloatPattern) or isinstance(no.kind, FloatPattern):
                raise SemanticsError(node.place, "both values must be of one format")
            # A truth value and a number, or numbers with other bounds: the choice has the bounds of the two together.
            yes, no = apply("integer", yes), apply("integer", no)
        return apply("choose", self.condition(node.test), yes, no, place=node.place)

    def narrowed(self, test: tree.Expression, held: bool, evaluate: Callable[[], Value]) -> Value:
        """Evaluate with what is known where the test held, or did not."""
        state = self.scope.state
        before = dict(state.narrowed)
        state.narrowed.update(self.implied(test, held))
        value = evaluate()
        state.narrowed = before
        return value

    def implied(self, test: tree.Expression, held: bool) -> dict[str, Interval]:
        """Return the intervals of names where a test was true, or was false.

        A value that is the same for every thread is computed once, also for threads in which a test on data
        failed, so such a test does not narrow it.
        """
        narrowed = narrowing(test, held, self.evaluate)
        if self.scope.uniform(self.value(test)):
            return narrowed
        kept = {}
        for name, bounds in narrowed.items():
            value = self.scope.read(name, test.place)
            if isinstance(value, Known) or not self.scope.uniform(value):
                kept[name] = bounds
        return kept

    def call(self, node: tree.CallNode) -> Evaluated:
        """Return the value of a call, by the rule that the row of the function names."""
        return _CALLS[FUNCTIONS[node.function].call](self, node)

    def integer_call(self, node: tree.CallNode) -> Evaluated:
        """Return the value of a function of integers; a parameter may be the known width of a word."""
        row = FUNCTIONS[node.function]
        for parameter, argument in zip(row.parameters, node.arguments, strict=False):
            if parameter.sort == "width" and not 1 <= self.number(argument, "the width of a word") <= LIMIT:
                raise SemanticsError(argument.place, f"the width of a word is 1 to {LIMIT}")
        arguments = [self.evaluate(argument) for argument in node.arguments]
        if row.variadic:
            # `min(a, b, c)` is `min(min(a, b), c)`.
            result = arguments[0]
            for argument, value in zip(node.arguments[1:], arguments[1:], strict=True):
                result = self.operation(node.function, [argument, argument], [result, value], node.place)
            return result
        return self.operation(node.function, list(node.arguments), arguments, node.place)

    def rejected_open(self, node: tree.CallNode) -> Evaluated:
        """Reject a call that has no value, since the function is open."""
        raise SemanticsError(node.place, f"{node.function}(…) is allowed only as the value assigned to an operand")

    def rejected_exact(self, node: tree.CallNode) -> Evaluated:
        """Reject a call that needs an exact value."""
        raise SemanticsError(node.place, f"{node.function} is exact: round it")

    def rejected_mode(self, node: tree.CallNode) -> Evaluated:
        """Reject a call whose rounding mode is not a constant."""
        raise SemanticsError(node.place, "rs(…) is allowed only as the mode of round")

    # --- other lanes ---

    def lanes_of(self, node: tree.CallNode) -> tuple[str, ir.LanesValue]:
        """Return the operand that a function reads in other lanes, by its name."""
        operand, *_ = node.arguments
        if not isinstance(operand, tree.NameNode):
            raise SemanticsError(operand.place, f"{node.function}(…) looks at an operand in other lanes: name it")
        return operand.name, self.scope.lanes(operand.name, operand.place)

    def at(self, node: tree.CallNode) -> Value:
        """Return the value of an operand in another thread."""
        name, lanes = self.lanes_of(node)
        _, lane = node.arguments
        index = self.integer(lane)
        if not ir.interval(index).within(0, warp.LANES - 1):
            raise SemanticsError(lane.place, f"a lane is 0 to {warp.LANES - 1}; this may be another number")
        return typed(warp.at(lanes, index, node.place), self.scope.type_of(name))

    def ballot(self, node: tree.CallNode) -> Value:
        """Return a mask of the threads in which a condition is true."""
        (operand,), (_, lanes) = node.arguments, self.lanes_of(node)
        if lanes.bits != 1:
            raise SemanticsError(operand.place, "ballot(…) counts predicates")
        return warp.ballot(lanes, node.place)

    def matching(self, node: tree.CallNode) -> Value:
        """Return a mask of the threads with an equal value."""
        _, lanes = self.lanes_of(node)
        return warp.matching(lanes, self.scope.place_in_warp("lane", node.place), node.place)

    # --- operators that modifiers name ---

    def named_operator(self, node: tree.CallNode) -> Evaluated:
        """Return an operator that a modifier names."""
        x, _, operator_ = node.arguments
        floats = node.function == "compare" and is_float(self.evaluate(x))
        spelled = comparisons.spelled_out(node, self.known(operator_).value, floats)
        if isinstance(operator_, tree.NameNode) and operator_.name in self.scope.given:
            return self.given_operator(node, operator_.name, floats)
        return self.evaluate(spelled)

    def given_operator(self, node: tree.CallNode, slot: str, floats: bool) -> Value:
        """Return an operator that the function is given, so that one function serves all of them."""
        x, y, _ = node.arguments
        if floats:
            sides = (self.float_value(self.evaluate(x), x.place), self.float_value(self.evaluate(y), y.place))
            return floating.compare(sides, self.scope.modifier(slot, "spelling", node.place), node.place)
        values: tuple[Value, ...] = (self.value(x), self.value(y))
        if node.function == "compare":
            values = tuple(apply("integer", value) for value in values)
        elif not all(value.kind == BOOLEAN for value in values):
            raise NotGiven(slot)
        operator_ = self.scope.modifier(slot, comparisons.SORTS[node.function], node.place)
        return ir.Apply(node.function, (*values, operator_), BOOLEAN, node.place)

    # --- functions on floating-point values ---

    def arguments(self, node: tree.CallNode) -> list[Any]:
        """Return the arguments of a call, each as what its parameter takes."""
        parameters = FUNCTIONS[node.function].parameters
        return [
            _ARGUMENTS[parameter.sort](self, argument)
            for parameter, argument in zip(parameters, node.arguments, strict=False)
        ]

    def float_argument(self, node: tree.Expression) -> Value:
        """Return an argument that must be a floating-point number."""
        return self.float_value(self.evaluate(node), node.place)

    def float_type(self, node: tree.Expression) -> TypeRecord:
        """Return an argument that must be a floating-point type."""
        return self.type_argument(node, "float")

    def integer_type(self, node: tree.Expression) -> TypeRecord:
        """Return an argument that must be an integer type."""
        return self.type_argument(node, "integer")

    def float_call(self, node: tree.CallNode) -> Value:
        """Return a function of values of one format."""
        return floating.function(node.function, tuple(self.arguments(node)), node.place)

    def not_a_number(self, node: tree.CallNode) -> Value:
        """Return the NaN that operations of a type give."""
        (type_,) = self.arguments(node)
        assert type_.format is not None, "a floating type has a format"
        if type_.format.nan is None:
            raise SemanticsError(node.place, f"{type_.name} has no NaN")
        pattern = ir.IntegerConstant(type_.format.nan)
        return ir.Apply("as_float", (pattern,), floating.kind_of(type_), node.place)

    def integral(self, node: tree.CallNode) -> Value:
        """Return a value rounded to an integer of the same format."""
        value, mode = self.arguments(node)
        return floating.integral(value, mode, node.place)

    def as_type(self, node: tree.CallNode) -> Value:
        """Return bits read as a type."""
        pattern, type_ = self.arguments(node)
        return as_float(pattern, type_)

    def to_integer(self, node: tree.CallNode) -> Value:
        """Return a floating-point value rounded to an integer."""
        value, type_, mode = self.arguments(node)
        bounds = Interval(_bound(type_, "min", node.place), _bound(type_, "max", node.place))
        return floating.to_integer(value, type_, bounds, mode, node.place)

    def rounding(self, node: tree.CallNode) -> Value:
        """Evaluate `round(x, type)`, `round(x, type, mode)`, perhaps with a condition to flush, and `round_finite`."""
        value, target, *rest = node.arguments
        named, flushes, *_ = (*rest, None, None)
        if isinstance(named, tree.CallNode) and named.function == "rs":
            return self.rounding_at_random(node, named, flushes)
        real = self.exact(value)
        mode = self.mode(named) if named else "rn"
        option = "flush" if flushes and truth(self.known(flushes)) else _option(node)
        return floating.rounded(real, self.float_type(target), mode, option, node.place)

    def rounding_at_random(self, node: tree.CallNode, mode: tree.CallNode, flushes: tree.Expression | None) -> Value:
        """Evaluate `round(x, type, rs(bits, width))`: stochastic rounding with the random bits of an operand."""
        if flushes:
            raise SemanticsError(flushes.place, "rs(…) does not flush")
        operand, target, *_ = node.arguments
        random, places = mode.arguments
        width = self.number(places, "the number of random bits")
        bits = self.integer(random)
        if not 1 <= width <= floating.RANDOM_BITS or not ir.interval(bits).fits(width, signed=False):
            raise SemanticsError(mode.place, f"rs(…) takes 1 to {floating.RANDOM_BITS} bits, as many as it says")
        fraction = apply("<<", bits, ir.IntegerConstant(floating.RANDOM_BITS - width), place=mode.place)
        value = self.float_value(self.evaluate(operand), node.place)
        return floating.rounded_at_random(value, fraction, self.float_type(target), _option(node), node.place)

    def exact(self, node: tree.Expression) -> floating.Real | Value:
        """Return the value to round: an exact result, a value, or an integer."""
        if isinstance(node, tree.CallNode) and FUNCTIONS[node.function].call == "exact":
            return floating.Real(node.function, tuple(self.arguments(node)))
        value = self.evaluate(node)
        return value if isinstance(value, floating.Real) else as_value(value, node.place)

    def mode(self, node: tree.Expression) -> floating.Mode:
        """Return a rounding mode; if the modifier is absent, rn."""
        mode = floating.mode_named(self.known(node).value, node.place)
        if isinstance(node, tree.NameNode) and node.name in self.scope.given:
            return self.scope.modifier(node.name, "mode", node.place)
        return mode

    def known(self, node: tree.Expression) -> Known:
        """Return the value of an expression that must be a compile-time constant."""
        value = self.evaluate(node)
        if not isinstance(value, Known):
            raise SemanticsError(node.place, "this must be known without looking at data")
        return value

    def type_argument(self, node: tree.Expression, what: str) -> TypeRecord:
        """Return an argument that must be a type."""
        value = self.known(node).value
        kinds = ("float",) if what == "float" else ("signed", "unsigned", "bits")
        if not isinstance(value, TypeRecord) or value.kind not in kinds:
            raise SemanticsError(node.place, f"a type of the sort {what} is expected here")
        return value

    def element(self, node: tree.ElementNode) -> Evaluated:
        """Evaluate element i of a packed operand, or bit i of any other value."""
        name = node.base.name if isinstance(node.base, tree.NameNode) else ""
        if self.scope.is_register(name) and self.scope.type_of(name).kind == "packed":
            high, low, type_ = self.element_bits(name, node)
            pattern = self.scope.pattern(name, node.place, mask_of(high, low))
            bounds = (ir.IntegerConstant(high), ir.IntegerConstant(low))
            return typed(apply("bits", pattern, *bounds, place=node.place), type_)
        index = self.evaluate(node.index)
        base = self.bits_of(node.base, index.value if isinstance(index, Known) else None, node.place)
        return self.operation("bit", [node.base, node.index], [base, index], node.place)

    def element_bits(self, name: str, node: tree.ElementNode) -> tuple[int, int, TypeRecord]:
        """Return the position of an element of a packed operand, and its type."""
        packed = self.scope.type_of(name)
        index = self.number(node.index, f"the index of an element of {name}")
        if not 0 <= index < packed.elements:
            raise SemanticsError(node.index.place, f"{name} has elements 0 to {packed.elements - 1}, not {index}")
        element = self.scope.types[str(packed.element)]
        width = packed.bits // packed.elements
        return (index + 1) * width - 1, index * width, element

    def slice(self, node: tree.SliceNode) -> Evaluated:
        """Return a range of bits."""
        high, low = self.bounds(node)
        base = self.bits_of(node.base, high, node.place, low)
        nodes = [node.base, node.high, node.low]
        return self.operation("bits", nodes, [base, Known(high), Known(low)], node.place)

    def bounds(self, node: tree.SliceNode) -> tuple[int, int]:
        """Return the known bounds of a slice."""
        high, low = (self.number(bound, "a bound of a slice") for bound in (node.high, node.low))
        if not LIMIT > high >= low >= 0:
            message = f"a slice is [high:low] with {LIMIT} > high >= low >= 0, not [{high}:{low}]"
            raise SemanticsError(node.place, message)
        return high, low

    def bits_of(self, node: tree.Expression, high: Any, place: TextPlace, low: int | None = None) -> Evaluated:
        """Return the pattern to take bits of; of an operand only the bits that are read must be there."""
        if not isinstance(node, tree.NameNode) or not self.scope.is_register(node.name):
            return self.evaluate(node)
        if not isinstance(high, int):
            return self.scope.reading(node.name, node.place)
        self.in_range(node.name, high, place)
        return self.scope.pattern(node.name, node.place, mask_of(high, high if low is None else low))

    def in_range(self, name: str, high: int, place: TextPlace) -> None:
        """Check that bits are within the width of an operand."""
        bits = self.scope.type_of(name).bits
        if not 0 <= high < bits:
            raise SemanticsError(place, f"{name} has bits 0 to {bits - 1}, not {high}")


def as_value(value: Evaluated, place: TextPlace) -> Value:
    """Return a known number as a constant; modifiers and types are not values."""
    if isinstance(value, floating.Real):
        raise SemanticsError(place, "an exact result must be rounded: round(x, type, mode)")
    if not isinstance(value, Known):
        return value
    if isinstance(value.value, int):
        return ir.IntegerConstant(int(value.value), place)
    what = {str: "a modifier", TypeRecord: "a type", type(None): "an absent modifier"}[type(value.value)]
    raise SemanticsError(place, f"{what} is not a value: compare it")


def _option(node: tree.CallNode) -> str:
    """Return the overflow mode of a rounding function."""
    return "finite" if node.function == "round_finite" else ""


def truth(value: Known) -> bool:
    """Return True for a modifier or type that is present."""
    return bool(value.value) if isinstance(value.value, int) else value.value is not None


def mask_of(high: int, low: int) -> int:
    """Return the mask of bits `high` to `low`."""
    return (1 << (high + 1)) - (1 << low)


def _equal(left: object, right: object) -> bool:
    """Return True if known values are equal; a type equals its name."""
    names = [side.name if isinstance(side, TypeRecord) else side for side in (left, right)]
    return names[0] == names[1]


def _bound(type_: TypeRecord, name: str, place: TextPlace) -> int:
    """Return the least or the greatest value of an integer type."""
    if type_.kind not in ("bits", "unsigned", "signed"):
        raise SemanticsError(place, f"{type_.name} has no .{name}; only integer types have")
    half = 1 << (type_.bits - 1)
    if type_.signed:
        return -half if name == "min" else half - 1
    return 0 if name == "min" else 2 * half - 1


_EVALUATE: dict[type[Any], Callable[[Evaluator, Any], Evaluated]] = {
    tree.ConstantNode: Evaluator.constant,
    tree.NameNode: Evaluator.name,
    tree.AttributeNode: Evaluator.attribute,
    tree.UnaryNode: Evaluator.unary,
    tree.BinaryNode: Evaluator.binary,
    tree.ComparisonNode: Evaluator.comparison,
    tree.ConstantsNode: Evaluator.constants,
    tree.LogicNode: Evaluator.logic,
    tree.ChoiceNode: Evaluator.choice,
    tree.CallNode: Evaluator.call,
    tree.ElementNode: Evaluator.element,
    tree.SliceNode: Evaluator.slice,
}
_ARGUMENTS: dict[str, Callable[[Evaluator, tree.Expression], Any]] = {
    "integer": Evaluator.integer,
    "float": Evaluator.float_argument,
    "format": Evaluator.float_type,
    "type": Evaluator.integer_type,
    "mode": Evaluator.mode,
}
"""Methods that evaluate arguments of functions on floating-point values, by the sort in the table."""
_CALLS: dict[str, Callable[[Evaluator, tree.CallNode], Evaluated]] = {
    "integer": Evaluator.integer_call,
    "operator": Evaluator.named_operator,
    "float": Evaluator.float_call,
    "rounding": Evaluator.rounding,
    "nan": Evaluator.not_a_number,
    "integral": Evaluator.integral,
    "as_type": Evaluator.as_type,
    "to_integer": Evaluator.to_integer,
    "at": Evaluator.at,
    "ballot": Evaluator.ballot,
    "matching": Evaluator.matching,
    "open": Evaluator.rejected_open,
    "exact": Evaluator.rejected_exact,
    "mode": Evaluator.rejected_mode,
}
"""Rules for calls, which rows of the table name."""
