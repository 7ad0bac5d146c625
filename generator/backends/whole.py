"""Lower expressions to whole numbers: every value of a routine as int32.

Programs of variants then differ in little but the types that operands are read as, so that few functions serve many
variants. It suits routines on integers of which all that must be exact fits into int32.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from generator.backends.code import Code, call, infix, literal, method, prefix
from generator.backends.containers import Share
from generator.backends.lowering import Leaf, Lowering
from generator.backends.scalar import known
from generator.backends.values import TRUTH, Held, NoRepresentation, wrapped
from generator.semantics import ir
from generator.semantics.demand import argument_needs
from generator.semantics.ir import BOOLEAN, Apply, Constant, Value, interval
from generator.semantics.operations import EXACT
from generator.semantics.source import Place

WORD = 32
"""Bits of the dtype. Functions on int64 would take twice the time of those on narrower dtypes."""


class WholeNumbers(Lowering):
    """Lowers expressions to int32; raises `NoRepresentation` where one is needed exactly and does not fit.

    `signed` are the inputs that are held as signed numbers.
    """

    def __init__(self, leaf: Leaf, share: Share, imports: set[tuple[str, str]], signed: Collection[str]) -> None:
        super().__init__(leaf, share, imports)
        self.signed_inputs = signed

    def read(self, name: Code, bits: int, signed: bool) -> Code:
        """The numbers of an array of bit patterns; one that fills the word is taken as it is."""
        if bits == WORD:
            return method(name, "view", [self.dtype(bits, True)])
        number = method(name, "view", [self.dtype(bits, signed)])
        return method(number, "astype", [self.dtype(WORD, True)])

    def whole(self, code: Code) -> Held:
        return Held(code, WORD, True)

    def lower(self, value: Value, need: int) -> Held:
        """Code for the low `need` bits of a value."""
        if known(value) is not None or self.uniform(value):
            return super().lower(value, need)
        if need > WORD and value.kind != BOOLEAN and not interval(value).fits(WORD, signed=True):
            raise NoRepresentation("a value does not fit into int32")
        if isinstance(value, ir.Input):
            return self.pattern_of(value, need)
        return self.applied(value, need) if isinstance(value, Apply) else super().lower(value, need)

    def pattern_of(self, value: ir.Input, need: int) -> Held:
        """The bit pattern of an input, which is cut from a signed number where more bits than it has are needed."""
        held = self.leaf(value)
        if value.name in self.signed_inputs and need > value.bits:
            return self.whole(self.cut(held.code, value.bits, False))
        return held

    def applied(self, value: Apply, need: int) -> Held:
        """An operation; one that is computed as other code does gives a truth value, or becomes a whole number."""
        own = _OWN.get(value.operation)
        if own is not None and value.kind != BOOLEAN:
            return own(self, value, need)
        if value.operation in ("compare", "==", "!=", "<", "<=", ">", ">="):
            return self.compared(value)
        if value.operation not in _AS_ELSEWHERE:
            raise NoRepresentation(f"{value.operation} is not computed on whole numbers")
        held = super().lower(value, need)
        return held if held.width == TRUTH else self.held_in(value, held, WORD, True)

    def meeting(self, kind: ir.Kind, need: int, parts: list[Held], place: Place) -> tuple[int, bool]:
        """Values of which one is chosen are whole numbers, too."""
        return WORD, True

    def number(self, value: Value, need: int = EXACT) -> Code:
        """A value beside an array of whole numbers: a constant needs no dtype there."""
        return self.side(value, self.lower(value, need), WORD, True)

    def array(self, value: Value, need: int = EXACT) -> Code:
        """A value as an array of whole numbers."""
        return self.typed(value, self.lower(value, need), WORD, True)

    def operator(self, value: Apply, need: int) -> Held:
        """An operator whose operands are whole numbers."""
        needs = argument_needs(value, need)
        sides = (self.number(*pair) for pair in zip(value.arguments, needs, strict=True))
        return self.whole(infix(value.operation, *sides))

    def compared(self, value: Apply) -> Held:
        """A comparison, by an operator or by a function that is given."""
        sides = [self.number(argument) for argument in value.arguments[:2]]
        if value.operation == "compare":
            return Held(call(self.pattern(value.arguments[2]).text, sides), TRUTH)
        return Held(infix(value.operation, *sides), TRUTH)

    def inverted(self, value: Apply, need: int) -> Held:
        """`-x` and `~x`."""
        return self.whole(prefix("-" if value.operation == "negate" else "~", self.array(value.arguments[0], need)))

    def extreme(self, value: Apply, need: int) -> Held:
        """`min` and `max`."""
        name = "minimum" if value.operation == "min" else "maximum"
        return self.whole(self.numpy(name, *map(self.number, value.arguments)))

    def absolute(self, value: Apply, need: int) -> Held:
        return self.whole(self.numpy("absolute", self.array(value.arguments[0])))

    def low_bits(self, value: Apply, need: int) -> Held:
        """The low bits of a value as a natural or a signed number."""
        x, bits = value.arguments
        signed = value.operation == "signed"
        if not isinstance(bits, Constant):
            return self.low_part_of(value, need)
        if isinstance(x, ir.Input) and signed and x.name in self.signed_inputs and bits.value == x.bits:
            return self.leaf(x)
        if need <= bits.value or interval(x).fits(bits.value, signed):
            return self.lower(x, need)
        return self.whole(self.cut(self.array(x, bits.value), bits.value, signed))

    def low_part_of(self, value: Apply, need: int) -> Held:
        """As many low bits as data say."""
        x, bits = value.arguments
        word = method(self.array(x, argument_needs(value, need)[0]), "view", [self.dtype(WORD)])
        name = "sign_extend" if value.operation == "signed" else "low_bits"
        code = self.lanes(name, word, self.amount(bits, WORD, False))
        return self.whole(method(code, "view", [self.dtype(WORD, True)]))

    def cut(self, code: Code, bits: int, signed: bool) -> Code:
        """The low bits of whole numbers, by a dtype if there is one of that width."""
        if bits >= WORD:
            return code
        if bits in (8, 16):
            return method(method(code, "astype", [self.dtype(bits, signed)]), "astype", [self.dtype(WORD, True)])
        if not signed:
            return infix("&", code, literal((1 << bits) - 1))
        unused = literal(WORD - bits)
        return infix(">>", infix("<<", code, unused), unused)

    def field(self, value: Value, x: Value, high: int, low: int, need: int) -> Held:
        """Bits `high` to `low`."""
        code = self.array(x, high + 1)
        if low:
            code = infix(">>", code, literal(low))
        return self.whole(self.cut(code, high - low + 1, False))

    def insert(self, value: Apply, need: int) -> Held:
        """Put a field into a word; the word is cleared there first unless it is known to be empty."""
        x, high, low, field = value.arguments
        assert isinstance(high, Constant)
        assert isinstance(low, Constant)
        length = high.value - low.value + 1
        code = self.array(field, length)
        if high.value + 1 < WORD and not interval(field).fits(length, signed=False):
            code = self.cut(code, length, False)
        if low.value:
            code = infix("<<", code, literal(low.value))
        if known(x) == 0:
            return self.whole(code)
        word = self.array(x, need)
        if not interval(x).fits(low.value, signed=False):
            outside = ~(((1 << length) - 1) << low.value)
            word = infix("&", word, literal(wrapped(outside, WORD, True)))
        return self.whole(infix("|", word, code))


_OWN: dict[str, Callable[[WholeNumbers, Apply, int], Held]] = {
    **dict.fromkeys(("+", "-", "*", "&", "|", "^", "<<", ">>"), WholeNumbers.operator),
    **dict.fromkeys(("negate", "~"), WholeNumbers.inverted),
    **dict.fromkeys(("min", "max"), WholeNumbers.extreme),
    **dict.fromkeys(("cut", "unsigned", "signed"), WholeNumbers.low_bits),
    "abs": WholeNumbers.absolute,
    "insert": WholeNumbers.insert,
}
_AS_ELSEWHERE = frozenset(
    {"and", "or", "&", "|", "^", "not", "truth", "integer", "choose", "clamp", "combine", "bit", "bits"}
)
"""Operations that call what is overridden here."""
