"""The symbolic back end: functions on terms of bit vectors, equal to the reference for every value of their variables.

Each line is a call of `ptxisa.proofs.operations` whose widths the typed program decides: low bits come from as few bits
of the arguments as decide them (`generator.semantics.demand`), and a value within known bounds has as many bits as the
bounds require. A condition on data selects between both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.backends.code import CodeText, call, literal
from generator.backends.functions import FunctionBody, FunctionModule, Style
from generator.backends.layout import INDENT
from generator.backends.naming import identifiers, unique
from generator.backends.reference import ports
from generator.backends.scalar import known, reserved_names
from generator.backends.usage import Holder, holder
from generator.semantics import ir
from generator.semantics.compile import Compiled
from generator.semantics.demand import argument_needs, demands, live
from generator.semantics.functions import NONE, Functions
from generator.semantics.intervals import UNBOUNDED, Interval, signed_bits
from generator.semantics.ir import BOOLEAN, Apply, IntegerConstant, Value, VariableVersion, interval
from generator.semantics.operations import EXACT
from generator.semantics.source import SemanticsError, TextPlace
from generator.semantics.table import method_of
from ptxisa.proofs import operations

OPERATIONS = "ptxisa.proofs.operations"
TRUTH = 0
"""Width of a truth value."""
_WIDEST = 128
"""Width of the widest operand."""
_STYLE = Style(
    title="Symbolic semantics",
    parameter=lambda parameter: "Lanes" if parameter.lanes else "Term",
    returns="tuple[Result, ...]",
    imports=frozenset({(OPERATIONS, "Result"), (OPERATIONS, "Term")}),
    comments=False,
)
_RESERVED = reserved_names() | frozenset(operations.__all__)


class TermCode(NamedTuple):
    """Code of a term; its low bits are those of the value, and all others too if it is read as `signed` says.

    `number` is the value of a constant, which has any width.
    """

    code: CodeText
    width: int
    signed: bool = False
    number: int | None = None


def emit(mnemonic: str, compiled: Sequence[Compiled], functions: Functions = NONE) -> str:
    """Return the symbolic module of a mnemonic; raise `RecordError` where a text is invalid.

    Args:
        mnemonic: The mnemonic.
        compiled: Every text of its forms.
        functions: Functions of records that the texts call.
    """
    module = FunctionModule(_STYLE, functions)
    for text in compiled:
        module.add(text, body)
    return module.write(mnemonic)


@lru_cache(maxsize=10_000)  # Variants of one text often have equal routines.
def body(routine: ir.TypedRoutine) -> FunctionBody:
    """Return the function body of one variant."""
    writer = _SymbolicWriter(routine)
    lines = writer.write()
    parameters = tuple(writer.names[parameter.name] for parameter in routine.parameters)
    return FunctionBody(parameters, tuple(lines), frozenset(writer.imports), *ports(routine, writer.names))


def exact_width(bounds: Interval) -> int:
    """Return the number of bits of every value within bounds, in two's complement if one is negative."""
    return max(bounds.hi.bit_length(), 1) if bounds.natural else signed_bits(bounds)


class _SymbolicWriter:
    """Writes the statements of one routine; each version of a variable has a name of its own."""

    def __init__(self, routine: ir.TypedRoutine) -> None:
        self.routine = routine
        self.needed = demands(routine)
        self.imports: set[tuple[str, str]] = set()
        self.names = identifiers(ir.names(routine), _RESERVED)
        self.taken = set(self.names.values())
        self.unused = self.taken - {
            *(self.names[parameter.name] for parameter in routine.parameters),
            *(self.names[modifier.slot] for modifier in routine.modifiers),
        }
        self.held: dict[Holder, TermCode] = {}
        self.open: dict[VariableVersion, CodeText] = {}
        self.lines: list[str] = []

    def write(self) -> list[str]:
        """Return the lines of the function's block."""
        for parameter in self.routine.parameters:
            code = CodeText(self.names[parameter.name])
            if parameter.lanes:
                self.imports.add((OPERATIONS, "Lanes"))
            else:
                # A constant of the statement, such as the number of a byte, has no width of its own.
                sized = self.call("fitted", code, literal(parameter.bits)) if parameter.uniform else code
                self.held[parameter.name] = TermCode(sized, parameter.bits)
        self.block(self.routine.body)
        codes = []
        for result in self.routine.results:
            code, mask = self.bits(result.value, result.bits), self.open_bits(result.value, result.bits)
            codes.append(str(code if mask is None else self.call("Open", code, self.fitted(mask, result.bits))))
        self.line(f"return ({', '.join(codes)}{',' if len(codes) == 1 else ''})")
        return self.lines

    def line(self, text: str) -> None:
        self.lines.append(" " * INDENT + text)

    def call(self, name: str, *arguments: CodeText | str) -> CodeText:
        """Return the call of a function of `ptxisa.proofs.operations`."""
        if name not in operations.__all__:
            raise SemanticsError(TextPlace(1, 1), f"ptxisa.proofs.operations has no function {name}")
        self.imports.add((OPERATIONS, name))
        return call(name, arguments)

    # --- statements ---

    def block(self, statements: tuple[ir.Statement, ...]) -> None:
        for item in statements:
            if isinstance(item, ir.BranchStatement):
                self.branch(item)
            elif item.variable in self.needed:
                need = self.needed[item.variable]
                mask = self.open_bits(item.value, need)
                self.assign(item.variable, self.lower(item.value, need), mask)

    def assign(self, variable: VariableVersion, part: TermCode, mask: CodeText | None) -> None:
        """Name the term of a variable, and the term of its open bits, unless they have a name."""
        if mask is not None:
            self.open[variable] = self.named(f"{variable.name}_open", mask)
        if part.number is None and not part.code.text.isidentifier():
            part = part._replace(code=self.named(variable.name, part.code))
        self.held[variable] = part

    def named(self, name: str, code: CodeText) -> CodeText:
        """Assign code to a new name."""
        if code.text.isidentifier():
            return code
        wanted = self.names.get(name, name)
        if wanted in self.unused:
            self.unused.remove(wanted)
        else:
            wanted = unique(wanted, self.taken)
            self.taken.add(wanted)
        self.line(f"{wanted} = {code}")
        return CodeText(wanted)

    def branch(self, item: ir.BranchStatement) -> None:
        """Write both sides, and select what is seen afterwards."""
        merges = live(item, self.needed)
        if not merges:
            return
        self.block(item.yes)
        self.block(item.no)
        test = self.truth(item.test)
        if len(merges) > 1:
            test = self.named("condition", test)
        parts = []
        for merge in merges:
            need = self.needed[merge.variable]
            mask = self.selected_mask(test, merge.yes, merge.no, need)
            parts.append((merge.variable, self.selected(test, merge.yes, merge.no, merge.kind, need), mask))
        for variable, part, mask in parts:
            self.assign(variable, part, mask)

    # --- values ---

    def lower(self, value: Value, need: int) -> TermCode:
        """Return a term with the low `need` bits of a value; all of them for `EXACT`."""
        number = known(value)
        if number is not None:
            return TermCode(CodeText(""), exact_width(interval(value)), number < 0, number)
        if isinstance(value, (ir.InputValue, ir.VariableValue)):
            return self.held[holder(value)]
        assert isinstance(value, Apply)
        if value.kind == UNBOUNDED and need == EXACT:
            raise SemanticsError(value.place, "this value may have any number of bits")
        return method_of(value.operation, _OPERATORS, _STRATEGIES)(self, value, need)

    def width(self, value: Value, need: int) -> int:
        """Return the number of bits of a term that has the low `need` bits of a value."""
        return TRUTH if value.kind == BOOLEAN else min(need, exact_width(interval(value)))

    def result(self, code: CodeText, value: Value, need: int) -> TermCode:
        """Return a term of the width that `need` and the bounds of a value require."""
        width = self.width(value, need)
        return TermCode(code, width, width == exact_width(interval(value)) and not interval(value).natural)

    def resized(self, part: TermCode, width: int) -> CodeText:
        """Return a term of another width."""
        if part.number is not None:
            return self.call("word", literal(part.number & ((1 << width) - 1)), literal(width))
        if part.width == TRUTH:
            part = TermCode(self.call("flag", part.code), 1)
        if part.width == width:
            return part.code
        if part.width > width:
            return self.call("low", part.code, literal(width))
        return self.call("sign_extend" if part.signed else "zero_extend", part.code, literal(width))

    def bits(self, value: Value, width: int) -> CodeText:
        """Return the low `width` bits of a value."""
        return self.resized(self.lower(value, width), width)

    def truth(self, value: Value) -> CodeText:
        """Return a truth value."""
        number = known(value)
        if number is not None:
            name = "TRUE" if number else "FALSE"
            self.imports.add((OPERATIONS, name))
            return CodeText(name)
        part = self.lower(value, EXACT)
        return part.code if part.width == TRUTH else self.call("truth", part.code)

    def common(self, *values: Value) -> tuple[int, bool, list[CodeText]]:
        """Return terms of one width in which all values are exact, and if it is read as signed."""
        parts = [self.lower(value, EXACT) for value in values]
        negative = any(not interval(value).natural for value in values)
        widths = [
            exact_width(interval(value)) + (negative and interval(value).natural and value.kind != BOOLEAN)
            for value in values
        ]
        width = max(widths)
        return width, negative, [self.resized(part, width) for part in parts]

    # --- integers ---

    def modular(self, value: Apply, need: int) -> TermCode:
        """Lower an operation whose low bits come from as many low bits of its arguments."""
        if value.kind == BOOLEAN:
            return self.logic(value, need)
        width = self.width(value, need)
        sides = [self.bits(argument, width) for argument in value.arguments]
        return self.result(self.call(_NAMES[value.operation], *sides), value, need)

    def shift_left(self, value: Apply, need: int) -> TermCode:
        x, amount = value.arguments
        width = self.width(value, need)
        return self.result(self.call("shift_left", self.bits(x, width), self.amount(amount)), value, need)

    def shift_right(self, value: Apply, need: int) -> TermCode:
        """Lower a shift to the right: the bits that come down are part of what is shifted."""
        x, amount = value.arguments
        part = self.lower(x, argument_needs(value, need)[0])
        wide = max(self.width(value, need), part.width)
        if part.number is not None:
            wide = max(wide, exact_width(interval(x)))
        name = "shift_right_signed" if part.signed else "shift_right"
        return self.cut(self.call(name, self.resized(part, wide), self.amount(amount)), wide, value, need)

    def amount(self, amount: Value) -> CodeText:
        """Return a number of places, as an unsigned term of any width."""
        part = self.lower(amount, EXACT)
        return self.resized(part, exact_width(interval(amount)))

    def comparison(self, value: Apply, need: int) -> TermCode:
        _, signed, (x, y) = self.common(*value.arguments)
        if value.operation in (">", ">="):
            x, y = y, x
        name = {"==": "equal", "!=": "different", "<": "less", ">": "less"}.get(value.operation, "at_most")
        if name in ("less", "at_most") and signed:
            name += "_signed"
        return TermCode(self.call(name, x, y), TRUTH)

    def compare(self, value: Apply, need: int) -> TermCode:
        """Lower a comparison that the function has as an argument."""
        *sides, operator = value.arguments
        _, signed, (x, y) = self.common(*sides)
        return TermCode(self.call("compare", self.argument(operator), x, y, str(signed)), TRUTH)

    def combine(self, value: Apply, need: int) -> TermCode:
        *sides, operator = value.arguments
        return TermCode(self.call("combine", self.argument(operator), *map(self.truth, sides)), TRUTH)

    def logic(self, value: Apply, need: int) -> TermCode:
        name = {"and": "both", "&": "both", "or": "either", "|": "either", "^": "apart", "not": "negation"}
        return TermCode(self.call(name[value.operation], *map(self.truth, value.arguments)), TRUTH)

    def to_truth(self, value: Apply, need: int) -> TermCode:
        return TermCode(self.truth(value.arguments[0]), TRUTH)

    def to_integer(self, value: Apply, need: int) -> TermCode:
        (x,) = value.arguments
        return TermCode(self.call("flag", self.truth(x)), 1) if x.kind == BOOLEAN else self.lower(x, need)

    def choose(self, value: Apply, need: int) -> TermCode:
        test, yes, no = value.arguments
        return self.selected(self.truth(test), yes, no, value.kind, need)

    def selected(self, test: CodeText, yes: Value, no: Value, kind: ir.Kind, need: int) -> TermCode:
        """Return one of two values by a truth value."""
        if kind == BOOLEAN:
            return TermCode(self.call("choose", test, self.truth(yes), self.truth(no)), TRUTH)
        assert isinstance(kind, Interval)
        width = min(need, exact_width(kind))
        code = self.call("choose", test, self.bits(yes, width), self.bits(no, width))
        return TermCode(code, width, width == exact_width(kind) and not kind.natural)

    def bit(self, value: Apply, need: int) -> TermCode:
        x, index = value.arguments
        if isinstance(index, IntegerConstant):
            return self.field(x, index.value, index.value)
        part = self.lower(x, argument_needs(value, need)[0])
        name = "shift_right_signed" if part.signed else "shift_right"
        wide = part.width if part.number is None else exact_width(interval(x))
        return TermCode(self.call("low", self.call(name, self.resized(part, wide), self.amount(index)), "1"), 1)

    def field_of(self, value: Apply, need: int) -> TermCode:
        x, high, low = value.arguments
        assert isinstance(high, IntegerConstant)
        assert isinstance(low, IntegerConstant)
        return self.field(x, min(high.value, low.value + self.width(value, need) - 1), low.value)

    def field(self, x: Value, high: int, low: int) -> TermCode:
        """Return bits `high` to `low` of a value."""
        code = self.bits(x, high + 1)
        return TermCode(self.call("field", code, literal(high), literal(low)) if low else code, high - low + 1)

    def unsigned(self, value: Apply, need: int) -> TermCode:
        x, length = value.arguments
        width = self.width(value, need)
        if isinstance(length, IntegerConstant):
            return TermCode(self.bits(x, min(width, length.value)), min(width, length.value))
        return TermCode(self.call("low_bits", self.bits(x, width), self.amount(length)), width)

    def signed(self, value: Apply, need: int) -> TermCode:
        x, length = value.arguments
        width = self.width(value, need)
        if isinstance(length, IntegerConstant):
            code = self.bits(x, min(width, length.value))
            return self.result(code, value, need)
        wide = max(width, min(exact_width(interval(x)), interval(length).hi))
        return self.cut(self.call("signed_bits", self.bits(x, wide), self.amount(length)), wide, value, need)

    def insert(self, value: Apply, need: int) -> TermCode:
        x, high, low, field = value.arguments
        assert isinstance(high, IntegerConstant)
        assert isinstance(low, IntegerConstant)
        width = self.width(value, need)
        if low.value >= width:
            return TermCode(self.bits(x, width), width)
        top = min(high.value, width - 1)
        part = self.bits(field, top - low.value + 1)
        return TermCode(self.call("insert", self.bits(x, width), literal(low.value), part), width)

    def divide(self, value: Apply, need: int) -> TermCode:
        """Lower a quotient or remainder; the one quotient that overflows has a bit more."""
        width, signed, _ = self.common(*value.arguments)
        wide = max(width, exact_width(interval(value)))
        sides = [self.resized(self.lower(argument, EXACT), wide) for argument in value.arguments]
        return self.cut(self.call(value.operation, *sides, str(signed)), wide, value, need)

    def cut(self, code: CodeText, wide: int, value: Value, need: int) -> TermCode:
        """Return the part of an exact term of `wide` bits that is needed."""
        width = self.width(value, need)
        return self.result(code if wide == width else self.call("low", code, literal(width)), value, need)

    def absolute(self, value: Apply, need: int) -> TermCode:
        (x,) = value.arguments
        wide = max(exact_width(interval(x)), exact_width(interval(value)))
        return self.cut(self.call("absolute", self.resized(self.lower(x, EXACT), wide)), wide, value, need)

    def extreme(self, value: Apply, need: int) -> TermCode:
        """Lower a minimum or maximum."""
        wide, signed, sides = self.common(*value.arguments)
        name = "minimum" if value.operation == "min" else "maximum"
        return self.cut(self.call(name, *sides, str(signed)), wide, value, need)

    def clamp(self, value: Apply, need: int) -> TermCode:
        wide, signed, (x, low, high) = self.common(*value.arguments)
        code = self.call("minimum", self.call("maximum", x, low, str(signed)), high, str(signed))
        return self.cut(code, wide, value, need)

    def count(self, value: Apply, need: int) -> TermCode:
        """Lower a function from a word to a number of its bits or a position; other arguments are known."""
        x, *rest = value.arguments
        numbers = [literal(interval(extra).lo) for extra in rest]
        width = exact_width(interval(value))
        code = self.call(
            value.operation, self.resized(self.lower(x, EXACT), exact_width(interval(x))), *numbers, literal(width)
        )
        return self.cut(code, width, value, need)

    def reverse(self, value: Apply, need: int) -> TermCode:
        x, length = value.arguments
        wide = interval(length).lo
        return self.cut(self.call("reverse_bits", self.bits(x, wide)), wide, value, need)

    # --- floating point, other lanes, open results ---

    def patterns(self, value: Apply, need: int) -> TermCode:
        """Call a function on bit patterns."""
        code = self.call(value.operation, *map(self.argument, value.arguments))
        if value.operation == "round_integer":
            signed = str(not interval(value.arguments[0]).natural)
            code = self.call(value.operation, *map(self.argument, value.arguments), signed)
        if value.kind == BOOLEAN:
            return TermCode(code, TRUTH)
        return self.cut(code, exact_width(interval(value)), value, need)

    def lanes(self, value: Apply, need: int) -> TermCode:
        """Call a function that reads other lanes."""
        width = exact_width(interval(value))
        arguments: list[Value] = [argument for argument in value.arguments if not isinstance(argument, IntegerConstant)]
        if value.operation == "lane_value" and isinstance(value.arguments[1], IntegerConstant):
            arguments.append(value.arguments[1])
        return self.cut(self.call(value.operation, *map(self.argument, arguments)), width, value, need)

    def argument(self, value: Value) -> CodeText:
        """Return an argument: a name, a modifier, or a term with all bits of a value."""
        if isinstance(value, ir.SymbolValue):
            return CodeText(f'"{value.text}"')
        if isinstance(value, ir.Modifier):
            return CodeText(self.names[value.slot])
        if isinstance(value, ir.LanesValue):
            return CodeText(self.names.get(value.name, value.name))
        part = self.lower(value, EXACT)
        return self.resized(part, exact_width(interval(value)))

    def same(self, value: Apply, need: int) -> TermCode:
        """Return the argument: open results are what is executed, and patterns are floating-point values."""
        return self.lower(value.arguments[0], need)

    def open_bits(self, value: Value, width: int) -> CodeText | None:
        """Return a term of the bits of a value that PTX leaves open; None if there are none."""
        if isinstance(value, ir.VariableValue):
            return self.open.get(value.variable)
        if not isinstance(value, Apply):
            return None
        x = value.arguments[0]
        width = min(width, _WIDEST)
        if value.operation == "unspecified":
            return self.call("word", literal(-1), literal(width))
        if value.operation == "unspecified_nan":
            return self.call("open_nan", *map(self.argument, value.arguments))
        if value.operation in ("cut", "integer", "truth", "unsigned"):
            inner = self.open_bits(x, width)
            return None if inner is None else self.fitted(inner, width)
        if value.operation == "choose":
            return self.selected_mask(self.truth(x), value.arguments[1], value.arguments[2], width)
        if value.operation == "insert":
            _, high, low, field = value.arguments
            assert isinstance(high, IntegerConstant)
            assert isinstance(low, IntegerConstant)
            base, part = self.open_bits(x, width), self.open_bits(field, high.value - low.value + 1)
            if base is None and part is None:
                return None
            length = min(high.value, width - 1) - low.value + 1
            zeros = self.call("word", "0", literal(width))
            outer = zeros if base is None else self.fitted(base, width)
            inner = self.call("word", "0", literal(length)) if part is None else self.fitted(part, length)
            return self.call("insert", outer, literal(low.value), inner)
        return None

    def fitted(self, mask: CodeText, width: int) -> CodeText:
        """Return a mask in another width."""
        return self.call("fitted", mask, literal(width))

    def selected_mask(self, test: CodeText, yes: Value, no: Value, width: int) -> CodeText | None:
        """Return the open bits of one of two values by a truth value."""
        masks = [self.open_bits(side, width) for side in (yes, no)]
        if masks == [None, None]:
            return None
        width = min(width, _WIDEST)
        zeros = self.call("word", "0", literal(width))
        sides = [zeros if mask is None else self.fitted(mask, width) for mask in masks]
        return self.call("choose", test, *sides)


_Method = Callable[[_SymbolicWriter, Apply, int], TermCode]

_NAMES = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "&": "bit_and",
    "|": "bit_or",
    "^": "bit_xor",
    "negate": "negate",
    "~": "invert",
}
_OPERATORS: dict[str, _Method] = {
    **dict.fromkeys(_NAMES, _SymbolicWriter.modular),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _SymbolicWriter.comparison),
    **dict.fromkeys(("and", "or", "not"), _SymbolicWriter.logic),
    "<<": _SymbolicWriter.shift_left,
    ">>": _SymbolicWriter.shift_right,
    "truth": _SymbolicWriter.to_truth,
    "integer": _SymbolicWriter.to_integer,
    "compare": _SymbolicWriter.compare,
    "combine": _SymbolicWriter.combine,
    "choose": _SymbolicWriter.choose,
    "bit": _SymbolicWriter.bit,
    "bits": _SymbolicWriter.field_of,
    "cut": _SymbolicWriter.unsigned,
    "insert": _SymbolicWriter.insert,
    "reverse_bits": _SymbolicWriter.reverse,
    "as_float": _SymbolicWriter.same,
}
_STRATEGIES: dict[str, _Method] = {
    "unsigned": _SymbolicWriter.unsigned,
    "signed": _SymbolicWriter.signed,
    "divide": _SymbolicWriter.divide,
    "absolute": _SymbolicWriter.absolute,
    "extreme": _SymbolicWriter.extreme,
    "clamp": _SymbolicWriter.clamp,
    "byte": _SymbolicWriter.count,
    "signed byte": _SymbolicWriter.count,
    "patterns": _SymbolicWriter.patterns,
    "lanes": _SymbolicWriter.lanes,
    "open": _SymbolicWriter.same,
}
"""Methods that lower functions, by the names of strategies in the table; `reverse_bits` is the only `word`."""
