"""Choose the cheapest exact NumPy evaluation of each expression.

`lower(value, need)` gives code whose container has the low `need` bits of the value right (all, if `need`
is `EXACT`). Operations in which low bits come from low bits alone (+ - * & | ^ ~ <<) are evaluated modulo
the container, so that signs and overflow cost nothing; others get arguments in a container that holds them
exactly. Each operator of `generator.semantics.operations` has one method here, and so has each strategy that
a row of `generator.semantics.table` names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.backends.code import ATOM, CodeText, call, choice, infix, literal, method, prefix
from generator.backends.containers import Containers, Share
from generator.backends.scalar import Scalar, known
from generator.backends.values import (
    TRUTH,
    UNIFORM,
    WIDE,
    Held,
    NoRepresentation,
    common,
    exact_container,
    required,
    wrapped,
)
from generator.semantics import intervals, ir
from generator.semantics.demand import argument_needs
from generator.semantics.intervals import BIT, Interval
from generator.semantics.ir import BOOLEAN, Apply, IntegerConstant, Value, interval
from generator.semantics.operations import EXACT
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import method_of

Leaf = Callable[[ir.InputValue | ir.VariableValue | ir.Modifier], Held]


class ExpressionLowering(Containers):
    """Lowers expressions; `leaf` knows how inputs and variables are held."""

    def __init__(self, leaf: Leaf, share: Share, imports: set[tuple[str, str]]) -> None:
        super().__init__(share, imports)
        self.leaf = leaf

    def lower(self, value: Value, need: int) -> Held:
        """Return the code for the low `need` bits of a value."""
        number = known(value)
        if number is not None:
            return Held(literal(number), UNIFORM)
        # A value that all threads share is computed once on Python integers, which have any width.
        if self.uniform(value):
            scalar = Scalar(lambda leaf: self.leaf(leaf).code, self.imports, qualified=True)
            return Held(scalar.code(value), UNIFORM)
        if isinstance(value, (ir.InputValue, ir.VariableValue)):
            return self.leaf(value)
        assert isinstance(value, Apply)
        try:
            return self.as_array(value, method_of(value.operation, _OPERATORS, _STRATEGIES)(self, value, need), need)
        except NoRepresentation as error:
            # Caught at the innermost operation, so that the record's error points at it and not at the statement.
            raise SemanticsError(value.place, str(error)) from None

    def as_array(self, value: Apply, held: Held, need: int) -> Held:
        """Turn a value that bounds made uniform into an array, which the code around it expects."""
        if held.width != UNIFORM:
            return held
        width, signed = self.meeting(value.kind, need, [], value.place)
        return Held(self.spread(value, held, width, signed), width, signed)

    def uniform(self, value: Value) -> bool:
        """Return True if a value is the same for every thread, so that Python computes it."""
        if known(value) is not None or isinstance(value, (ir.SymbolValue, ir.Modifier)):
            return True
        if isinstance(value, (ir.InputValue, ir.VariableValue)):
            return self.leaf(value).width == UNIFORM
        return isinstance(value, Apply) and all(self.uniform(argument) for argument in value.arguments)

    def lowered(self, value: Apply, need: int) -> list[Held]:
        """Return the arguments of an operation, each as far as it is needed."""
        needs = argument_needs(value, need)
        return [self.lower(argument, part) for argument, part in zip(value.arguments, needs, strict=True)]

    def width(self, value: Value, need: int, *parts: Held) -> int:
        """Return the width to evaluate in: at least the required one, and no narrower than existing arrays."""
        return _widest(required(interval(value), need), *parts)

    def truth_value(self, value: Value) -> CodeText:
        """Return a condition as an array of truth values, or as one Python truth value."""
        held = self.lower(value, EXACT)
        if held.width == UNIFORM:
            # Comparisons of Python integers are truth values already; operators such as & give integers.
            return (
                held.code
                if (isinstance(value, Apply) and value.operation not in ("truth", "and", "or", "choose", "&", "|", "^"))
                else call("bool", [held.code])
            )
        return held.code

    # --- modular operations ---

    def modular(self, value: Apply, need: int) -> Held:
        """Lower an addition, subtraction or product, of which only the low bits are needed."""
        if value.kind == BOOLEAN:
            return self.logic(value, need)
        parts = self.lowered(value, need)
        width = self.width(value, need, *parts)
        if width == WIDE:
            return self.wide_modular(value, parts)
        # The low bits of sums and products do not depend on signs, so arrays need no conversion to a signed dtype.
        signed = _is_signed(value, width) and not _as_they_are(parts, width)
        sides = [self.side(*pair, width, signed) for pair in zip(value.arguments, parts, strict=True)]
        return Held(infix(value.operation, *sides), width, signed)

    def wide_modular(self, value: Apply, parts: list[Held]) -> Held:
        """Lower an operation whose result needs a pair of words."""
        if value.operation == "*":
            return self.wide_product(value, parts)
        names = {"+": "add", "-": "subtract", "&": "bit_and", "|": "bit_or", "^": "bit_xor"}
        pairs = zip(value.arguments, parts, strict=True)
        return Held(self.wide(names[value.operation], *(self.widened(*pair) for pair in pairs)), WIDE)

    def wide_product(self, value: Apply, parts: list[Held]) -> Held:
        """Return a product of 128 bits; factors of 64 bits have a cheaper product than pairs."""
        factors = [interval(argument) for argument in value.arguments]
        for signed, name in ((False, "product"), (True, "signed_product")):
            if all(factor.fits(64, signed) for factor in factors):
                pairs = zip(value.arguments, parts, strict=True)
                return Held(self.wide(name, *(self.held_in(*pair, 64, signed).code for pair in pairs)), WIDE)
        pairs = zip(value.arguments, parts, strict=True)
        return Held(self.wide("multiply", *(self.widened(*pair) for pair in pairs)), WIDE)

    def inverted(self, value: Apply, need: int) -> Held:
        """Lower `-x` and `~x`."""
        (argument,), (held,) = value.arguments, self.lowered(value, need)
        width = self.width(value, need, held)
        if width == WIDE:
            name = "negate" if value.operation == "negate" else "invert"
            return Held(self.wide(name, self.widened(argument, held)), WIDE)
        signed = _is_signed(value, width) and not _as_they_are([held], width)
        sign = "-" if value.operation == "negate" else "~"
        return Held(prefix(sign, self.held_in(argument, held, width, signed).code), width, signed)

    def shift_left(self, value: Apply, need: int) -> Held:
        """Lower a shift to the left; bits above the needed ones may be lost."""
        x, amount = value.arguments
        held = self.lower(x, argument_needs(value, need)[0])
        width = self.width(value, need, held)
        if width == WIDE:
            return Held(self.wide("shift_left", self.widened(x, held), self.wide_amount(amount)), WIDE)
        places = self.amount(amount, width, False)
        return Held(infix("<<", self.held_in(x, held, width).code, places), width)

    # --- operations on exact values ---

    def shift_right(self, value: Apply, need: int) -> Held:
        """Lower a shift to the right."""
        x, amount = value.arguments
        part, _ = argument_needs(value, need)
        held = self.lower(x, part)
        width = _widest(required(interval(x), part), held)
        signed = _is_signed(x, width)
        if width == WIDE:
            name = "shift_right_signed" if signed else "shift_right"
            return Held(self.wide(name, self.widened(x, held), self.wide_amount(amount)), WIDE)
        places = self.amount(amount, width, signed)
        return Held(infix(">>", self.held_in(x, held, width, signed).code, places), width, signed)

    def amount(self, amount: Value, width: int, signed: bool) -> CodeText:
        """Return a shift amount in the dtype of what is shifted; one that does not fit shifts everything out."""
        if isinstance(amount, IntegerConstant):
            return literal(min(amount.value, width))
        held = self.lower(amount, EXACT)
        if interval(amount).fits(width, signed):
            return self.held_in(amount, held, width, signed).code
        if held.width == UNIFORM:
            return call(self.dtype(width, signed), [call("min", [held.code, literal(width)])])
        exact = _widest(required(interval(amount), EXACT), held)
        word = self.held_in(amount, held, exact)
        clipped = Held(self.numpy("minimum", word.code, literal(width)), word.width)
        return self.array_in(clipped, Interval(0, width), width, signed).code

    def wide_amount(self, amount: Value) -> CodeText:
        """Return a shift amount for pairs, as uint64."""
        return self.held_in(amount, self.lower(amount, EXACT), 64).code

    def compare(self, value: Apply, need: int) -> Held:
        """Lower a comparison to an array of truth values."""
        width, signed, parts = self.alike(value)
        if width == WIDE:
            return Held(self.wide_compare(value, parts, signed), TRUTH)
        if value.operation in ("==", "!=") and _as_they_are(parts, width):
            # Equal patterns are equal numbers under either reading of the sign.
            signed = False
        sides = [self.side(*pair, width, signed) for pair in zip(value.arguments, parts, strict=True)]
        return Held(infix(value.operation, *sides), TRUTH)

    def wide_compare(self, value: Apply, parts: list[Held], signed: bool) -> CodeText:
        """Lower a comparison of pairs of words."""
        x, y = (self.widened(*pair) for pair in zip(value.arguments, parts, strict=True))
        less = "less_signed" if signed else "less"
        name, first, second, negated = {
            "==": ("equal", x, y, False),
            "!=": ("equal", x, y, True),
            "<": (less, x, y, False),
            ">=": (less, x, y, True),
            ">": (less, y, x, False),
            "<=": (less, y, x, True),
        }[value.operation]
        code = self.wide(name, first, second)
        return prefix("~", code) if negated else code

    def alike(self, value: Apply) -> tuple[int, bool, list[Held]]:
        """Return a container in which both arguments are exact, and the lowered arguments."""
        first, second = value.arguments[:2]
        width, signed = common(interval(first), interval(second))
        parts = [self.lower(argument, EXACT) for argument in (first, second)]
        return _widest(width, *parts), signed, parts

    def compare_by(self, value: Apply, need: int) -> Held:
        """Call the comparison that the function has as an argument."""
        width, signed, parts = self.alike(value)
        if width == WIDE:
            raise NoRepresentation("a comparison of more than 64 bits must be known")
        sides = [self.held_in(*pair, width, signed).code for pair in zip(value.arguments, parts, strict=False)]
        return Held(call(self.pattern(value.arguments[2]).text, sides), TRUTH)

    def combine(self, value: Apply, need: int) -> Held:
        """Call the bitwise operator on truth values that the function has as an argument."""
        sides = [self.truth_value(argument) for argument in value.arguments[:2]]
        return Held(call(self.pattern(value.arguments[2]).text, sides), TRUTH)

    def logic(self, value: Apply, need: int) -> Held:
        """Lower `and`, `or` and the bitwise operators on truth values."""
        sign = {"and": "&", "or": "|"}.get(value.operation, value.operation)
        return Held(infix(sign, *(self.truth_value(argument) for argument in value.arguments)), TRUTH)

    def negation(self, value: Apply, need: int) -> Held:
        """Lower the negation of a condition."""
        return Held(prefix("~", self.truth_value(value.arguments[0])), TRUTH)

    def truth(self, value: Apply, need: int) -> Held:
        """Return a number that is 0 or 1 as a truth value; a byte of it already looks like one."""
        (number,) = value.arguments
        held = self.lower(number, EXACT)
        if held.width == TRUTH:
            return held
        if held.width == 8:
            return Held(method(held.code, "view", ["bool"]), TRUTH)
        return Held(infix("!=", held.code, literal(0)), TRUTH)

    def integer(self, value: Apply, need: int) -> Held:
        """Return a truth value as a number; it is converted where its container is known."""
        return self.lower(value.arguments[0], EXACT)

    def choose(self, value: Apply, need: int) -> Held:
        """Lower a choice between two values."""
        test, yes, no = value.arguments
        return self.chosen(test, (yes, no), value.kind, need, [self.lower(side, need) for side in (yes, no)])

    def chosen(self, test: Value, sides: tuple[Value, Value], kind: ir.Kind, need: int, parts: list[Held]) -> Held:
        """Lower a choice to `where`, or to a condition of Python if the test is the same for every thread."""
        if kind == BOOLEAN:
            codes = [self.truth_value(side) for side in sides]
            return Held(self.selection(test, codes, "where"), TRUTH)
        width, signed = self.meeting(kind, need, parts, sides[0].place)
        put = self.spread if self.uniform(test) else self.typed
        codes = [put(side, part, width, signed) for side, part in zip(sides, parts, strict=True)]
        yes, no = codes
        if yes == no and not any(map(self.uniform, sides)):
            return Held(yes, width, signed)  # One side is left open, and is taken as the other.
        return Held(self.selection(test, codes, "wide.where" if width == WIDE else "where"), width, signed)

    def meeting(self, kind: ir.Kind, need: int, parts: list[Held], place: TextPlace) -> tuple[int, bool]:
        """Return a container, and its kind, for values of which one is chosen."""
        assert isinstance(kind, Interval)
        try:
            width = _widest(required(kind, need), *parts)
        except NoRepresentation as error:
            raise SemanticsError(place, str(error)) from None
        return width, _fits_signed(kind, width)

    def selection(self, test: Value, codes: list[CodeText], where: str) -> CodeText:
        """Return the code that selects values of two arrays by a condition."""
        condition = self.truth_value(test)
        if self.uniform(test):
            return choice(condition, *codes)
        self.imports.add(("ptxisa.numbers", "wide") if where == "wide.where" else ("numpy", "where"))
        return call(where, [condition, *codes])

    # --- bits ---

    def bit(self, value: Apply, need: int) -> Held:
        """Return a bit at a place that is data: shift it down and mask it."""
        x, index = value.arguments
        if isinstance(index, IntegerConstant):
            return self.field(value, x, index.value, index.value, need)
        moved = Apply(">>", (x, index), intervals.shift_right(interval(x), interval(index)), value.place)
        return self.lower(Apply("&", (moved, IntegerConstant(1)), BIT, value.place), need)

    def bits(self, value: Apply, need: int) -> Held:
        """Lower a field of bits."""
        x, high, low = value.arguments
        assert isinstance(high, IntegerConstant)
        assert isinstance(low, IntegerConstant)
        return self.field(value, x, high.value, low.value, need)

    def unsigned(self, value: Apply, need: int) -> Held:
        """Lower the unsigned reading of a word."""
        x, width = value.arguments
        if isinstance(width, IntegerConstant):
            return self.field(value, x, width.value - 1, 0, need)
        return Held(*self.low_part(value, need, "low_bits"))

    def field(self, value: Value, x: Value, high: int, low: int, need: int) -> Held:
        """Lower bits `high` to `low`, masked only if higher bits would be visible.

        A negative number continues above its container, so the container must have all the bits that are read.
        """
        length = high - low + 1
        part = low + min(need, length)
        held = self.lower(x, part)
        least = interval(x) if interval(x).natural else intervals.unsigned_range(part)
        width = _widest(required(least, part), held)
        if width == WIDE:
            return self.wide_field(x, held, high, low)
        clean = need <= length or high + 1 >= width
        if clean and low == 0 and TRUTH < held.width == width:
            return held
        code = self.held_in(x, held, width).code
        if low:
            code = infix(">>", code, literal(min(low, width)))
        return Held(code if clean else infix("&", code, literal((1 << length) - 1)), width)

    def wide_field(self, x: Value, held: Held, high: int, low: int) -> Held:
        """Lower a field that is in both words of a pair."""
        if high >= WIDE or high - low >= 64:
            raise NoRepresentation(f"bits {high} to {low} of a value of more than 64 bits are not supported")
        return Held(self.wide("bits", self.widened(x, held), literal(high), literal(low)), 64)

    def signed(self, value: Apply, need: int) -> Held:
        """Lower the signed reading of a word."""
        x, bits = value.arguments
        if not isinstance(bits, IntegerConstant):
            code, width = self.low_part(value, need, "sign_extend")
            return Held(code, width, signed=True)
        held = self.lower(x, argument_needs(value, need)[0])
        width = _widest(required(interval(x), min(need, bits.value)), held)
        held = self.held_in(x, held, width, signed=held.signed and held.width == width)
        if need <= bits.value or width == bits.value:
            return held
        return self.extended(x, held, bits.value)

    def extended(self, x: Value, held: Held, bits: int) -> Held:
        """Return the low bits as a signed number: a narrower dtype, or a shift up and down."""
        if held.width == WIDE:
            raise NoRepresentation(f"a signed number of {bits} bits is not supported")
        if bits >= held.width:
            return held
        if bits in (8, 16, 32):
            return self.held_in(x, held, bits, signed=True)
        unused = literal(held.width - bits)
        top = Held(infix("<<", held.code, unused), held.width, held.signed)
        moved = self.array_in(top, intervals.signed_range(held.width), held.width, True)
        return Held(infix(">>", moved.code, unused), held.width, signed=True)

    def low_part(self, value: Apply, need: int, name: str) -> tuple[CodeText, int]:
        """Lower `low_bits` or `sign_extend` by a number of bits that is data."""
        x, bits = value.arguments
        held = self.lower(x, argument_needs(value, need)[0])
        width = self.width(value, need, held)
        if width == WIDE:
            raise NoRepresentation("a field of more than 64 bits whose length is data is not supported")
        return self.lanes(name, self.held_in(x, held, width).code, self.amount(bits, width, False)), width

    def insert(self, value: Apply, need: int) -> Held:
        """Put a field into a word; the word is cleared there first unless it is known to be empty."""
        x, high, low, field = value.arguments
        assert isinstance(high, IntegerConstant)
        assert isinstance(low, IntegerConstant)
        base, part = self.lower(x, need), self.lower(field, high.value - low.value + 1)
        width = self.width(value, need, base, part)
        if width == WIDE:
            raise NoRepresentation("fields of more than 64 bits are not supported")
        moved = self.placed(field, part, high.value, low.value, min(need, width), width)
        outside = ((1 << width) - 1) & ~((1 << (high.value + 1)) - (1 << low.value))
        number = known(x)
        if number is not None:
            rest = wrapped(number, width, False) & outside
            return Held(infix("|", moved, literal(rest)) if rest else moved, width)
        word = self.held_in(x, base, width).code
        if not interval(x).fits(low.value, signed=False):
            word = infix("&", word, literal(outside))
        return Held(word if known(field) == 0 else infix("|", word, moved), width)

    def placed(self, field: Value, held: Held, high: int, low: int, need: int, width: int) -> CodeText:
        """Return a field at its place, nothing beside it."""
        length = high - low + 1
        mask = literal((1 << length) - 1)
        number = known(field)
        if number is not None:
            return literal((number & ((1 << length) - 1)) << low)
        if held.width == UNIFORM:
            return call(self.dtype(width), [infix("<<", infix("&", held.code, mask), literal(low))])
        if held.width == length:
            code = self.array_in(held, intervals.unsigned_range(length), width).code
        else:
            code = self.held_in(field, held, width).code
            if high + 1 < need and not (held.width < length and interval(field).natural):
                code = infix("&", code, mask)
        return infix("<<", code, literal(low)) if low else code

    def word(self, value: Apply, need: int) -> Held:
        """Call a function from an unsigned word to a word of the same width; other arguments are known."""
        x, *rest = value.arguments
        part = argument_needs(value, EXACT)[0]
        held = self.lower(x, part)
        width = _widest(max(required(interval(value), EXACT), required(interval(x), part)), held)
        return Held(self.of_word(value, held, rest, width), width)

    def byte(self, value: Apply, need: int, signed: bool = False) -> Held:
        """Call a function from an unsigned word to a byte; other arguments are known."""
        x, *rest = value.arguments
        held = self.lower(x, EXACT)
        width = _widest(required(interval(x), EXACT), held)
        if interval(value).hi > 255:
            raise NoRepresentation("words of more than 64 bits are not supported")
        return Held(self.of_word(value, held, rest, width), 8, signed)

    def signed_byte(self, value: Apply, need: int) -> Held:
        """Lower a function that takes a signed word and returns a byte."""
        return self.byte(value, need, signed=True)

    def of_word(self, value: Apply, held: Held, rest: list[Value], width: int) -> CodeText:
        """Return the call of a function on a word of at most 64 bits."""
        if width == WIDE:
            raise NoRepresentation("words of more than 64 bits are not supported")
        known_ones = (literal(interval(extra).lo) for extra in rest)
        return self.function(value.operation, self.spread(value.arguments[0], held, width), *known_ones)

    # --- arithmetic that needs whole numbers ---

    def divide(self, value: Apply, need: int) -> Held:
        """Lower `quotient` and `remainder`; the only quotient that overflows is right in the next container."""
        width, signed, parts = self.alike(value)
        width = max(width, self.width(value, need))
        if width == WIDE:
            raise NoRepresentation("division of more than 64 bits is not supported")
        pairs = zip(value.arguments, parts, strict=True)
        sides = [self.held_in(*pair, width, signed).code for pair in pairs]
        return Held(self.function(value.operation, *sides), width)

    def absolute(self, value: Apply, need: int) -> Held:
        """Lower an absolute value."""
        (x,) = value.arguments
        held = self.lower(x, EXACT)
        if interval(x).natural:
            return held
        width = _widest(required(interval(x), EXACT), held)
        if width == WIDE:
            return Held(self.wide("absolute", self.widened(x, held)), WIDE)
        return Held(self.lanes("magnitude", self.spread(x, held, width, signed=True)), width)

    def extreme(self, value: Apply, need: int) -> Held:
        """Lower `min` and `max`."""
        width, signed, parts = self.alike(value)
        name = "minimum" if value.operation == "min" else "maximum"
        pairs = list(zip(value.arguments, parts, strict=True))
        if width == WIDE:
            name = f"{name}_signed" if signed else name
            return Held(self.wide(name, *(self.widened(*pair) for pair in pairs)), WIDE)
        return Held(self.numpy(name, *(self.side(*pair, width, signed) for pair in pairs)), width, signed)

    def clamp(self, value: Apply, need: int) -> Held:
        """Lower the limitation of a value to a range."""
        x, lo, hi = value.arguments
        above = Apply("max", (x, lo), intervals.maximum(interval(x), interval(lo)), value.place)
        return self.lower(replace(value, operation="min", arguments=(above, hi)), need)

    # --- floating point, and other lanes ---

    def patterns(self, value: Apply, need: int) -> Held:
        """Call a function on bit patterns, each in an array of its width."""
        return self.of_patterns(value, [self.pattern(argument) for argument in value.arguments])

    def around(self, value: Apply, need: int) -> Held:
        """Call a function that reads other lanes; its numbers stay Python integers."""
        arguments = [
            literal(argument.value) if isinstance(argument, IntegerConstant) else self.pattern(argument)
            for argument in value.arguments
        ]
        return self.of_patterns(value, arguments)

    def of_patterns(self, value: Apply, arguments: list[CodeText]) -> Held:
        """Return the result of a call, as the dtype that its bounds choose."""
        code = self.function(value.operation, *arguments)
        if value.kind == BOOLEAN:
            return Held(code, TRUTH)
        bounds = interval(value)
        width = required(bounds, EXACT)
        held = Held(code, width)
        return held if bounds.natural else self.converted(held, "view", width, True)

    def pattern(self, value: Value) -> CodeText:
        """Return an argument: a name as it is, a value as an array."""
        if isinstance(value, ir.SymbolValue):
            return CodeText(f'"{value.text}"', ATOM)
        if isinstance(value, ir.Modifier):
            return self.leaf(value).code
        if isinstance(value, ir.LanesValue):
            return CodeText(value.name, ATOM)
        held = self.lower(value, EXACT)
        bounds = interval(value)
        return self.spread(value, held, required(bounds, EXACT), not bounds.natural)

    def open(self, value: Apply, need: int) -> Held:
        """Return the value itself in place of an unspecified result."""
        return self.lower(value.arguments[0], need)


def _widest(least: int, *parts: Held) -> int:
    """Return the widest of a container and of arrays; pairs are left as soon as they can be."""
    return max([least, *(part.width for part in parts if part.width < WIDE)])


def _as_they_are(parts: list[Held], width: int) -> bool:
    """Return True if all arrays are unsigned patterns of this width already, so that no signed ones are necessary."""
    return all(part.width in (UNIFORM, width) and not part.signed for part in parts)


def _is_signed(value: Value, width: int) -> bool:
    return _fits_signed(interval(value), width)


def _fits_signed(bounds: Interval, width: int) -> bool:
    """Return True if a container is best read as signed: it holds negative values, exactly."""
    exact = exact_container(bounds)
    return not bounds.natural and exact is not None and exact <= width


_Method = Callable[[ExpressionLowering, Apply, int], Held]

_OPERATORS: dict[str, _Method] = {
    **dict.fromkeys(("+", "-", "*", "&", "|", "^"), ExpressionLowering.modular),
    **dict.fromkeys(("negate", "~"), ExpressionLowering.inverted),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), ExpressionLowering.compare),
    **dict.fromkeys(("and", "or"), ExpressionLowering.logic),
    "<<": ExpressionLowering.shift_left,
    ">>": ExpressionLowering.shift_right,
    "not": ExpressionLowering.negation,
    "truth": ExpressionLowering.truth,
    "integer": ExpressionLowering.integer,
    "compare": ExpressionLowering.compare_by,
    "combine": ExpressionLowering.combine,
    "choose": ExpressionLowering.choose,
    "bit": ExpressionLowering.bit,
    "bits": ExpressionLowering.bits,
    "cut": ExpressionLowering.unsigned,
    "insert": ExpressionLowering.insert,
}
_STRATEGIES: dict[str, _Method] = {
    "unsigned": ExpressionLowering.unsigned,
    "signed": ExpressionLowering.signed,
    "divide": ExpressionLowering.divide,
    "absolute": ExpressionLowering.absolute,
    "extreme": ExpressionLowering.extreme,
    "clamp": ExpressionLowering.clamp,
    "byte": ExpressionLowering.byte,
    "signed byte": ExpressionLowering.signed_byte,
    "word": ExpressionLowering.word,
    "patterns": ExpressionLowering.patterns,
    "lanes": ExpressionLowering.around,
    "open": ExpressionLowering.open,
}
"""Methods that lower functions, by the names of strategies in the table."""
