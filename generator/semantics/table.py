"""Functions of the semantics language: one row each, which the parser, checker, back ends and manual read.

A row has the parameters of a function with their sorts, its result with bounds, its meaning, and its implementations:
a function on Python integers, and a function on NumPy arrays with the strategy that calls it. A new function
is a row here and its two functions in `ptxisa.numbers`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from generator.semantics import intervals, operations
from generator.semantics.intervals import Interval
from generator.semantics.ir import Value, interval
from generator.semantics.operations import BUILT, OPERATORS, Needs, OperationRule, number_of

_Method = TypeVar("_Method")

SORTS = {
    "integer": "integer",
    "natural": "natural",
    "length": "natural",
    "width": "known width",
    "word": "word",
    "float": "float",
    "exact": "exact, float or integer",
    "format": "floating type",
    "type": "integer type",
    "mode": "rounding mode",
    "known": "known value",
    "number": "integer or float",
    "truth": "truth value",
    "operator": "operator",
    "operand": "operand",
    "predicate": "predicate operand",
    "lane": "lane",
    "any": "any value",
}
"""Sort of an argument, in the words of the manual: a `length` is a number of bits, a `word` fits in the `width`."""

RESULTS = {
    "integer": "integer",
    "float": "float",
    "same": "as *x*",
    "truth": "truth value",
    "exact": "exact",
    "mode": "rounding mode",
    "open": "unspecified",
}
"""Sort of a result, in the words of the manual."""

CLASSES = ("integer", "float", "lanes")
"""The tables of the manual: functions on integers and any values, on floating-point values, and of other lanes."""


class LanguageParameter(NamedTuple):
    """Parameter that accepts `least` to `most` arguments; a `float` parameter may be limited to some formats."""

    name: str
    sort: str = "integer"
    least: int = 1
    most: int = 1
    formats: tuple[str, ...] = ()


class OperationCode(NamedTuple):
    """Functions that compute an operation of the typed program, which has the name of its reference function.

    `reference` is a function on integers and `lanes` a function on arrays, both with the path of their module. `vector`
    is the strategy of `generator.backends.lowering` that calls the function on arrays or replaces it.
    """

    reference: str
    vector: str
    lanes: str = ""

    @property
    def name(self) -> str:
        """Name of the bounds as functions write them."""
        return self.reference.rpartition(".")[2]


@dataclass(frozen=True)
class LanguageFunction:
    """Function of the semantics language: one row of the table.

    `meaning` is a sentence of the manual. `call` is the rule of `generator.semantics.evaluate` that checks a call.
    `bounds` returns the interval of the result for the intervals of the arguments. `needs` returns the low bits of the
    arguments that decide the low bits of the result. `symbol` selects the function in an implementation that several
    functions share. `text` is the name in pseudo-code, if it differs.
    """

    name: str
    parameters: tuple[LanguageParameter, ...]
    result: str
    meaning: str
    implementations: tuple[OperationCode, ...] = ()
    bounds: Callable[..., Interval] | None = None
    needs: Needs = operations.exactly
    call: str = "integer"
    category: str = "integer"
    symbol: str = ""
    text: str = ""

    @property
    def arity(self) -> tuple[int, int]:
        """Least and greatest number of arguments."""
        return sum(parameter.least for parameter in self.parameters), sum(
            parameter.most for parameter in self.parameters
        )

    @property
    def variadic(self) -> bool:
        """True if the function accepts more arguments than it has parameters, and combines two at a time."""
        return any(parameter.most != 1 for parameter in self.parameters)

    @property
    def operation(self) -> str:
        """Operation of the typed program that a call becomes; the first if there are several."""
        return self.implementations[0].name

    @cached_property
    def rule(self) -> OperationRule:
        """Operation with its bounds."""
        bounds = self.bounds
        if bounds is None:
            return BUILT
        path, _, name = self.implementations[0].reference.rpartition(".")
        compute = getattr(importlib.import_module(path), name)
        return OperationRule(
            lambda *values: bounds(*map(interval, values)), self.needs, compute, self.arity, self.complaint
        )

    def complaint(self, *values: Value) -> str:
        """Return the requirement that the bounds of the arguments do not meet, or an empty text."""
        for parameter, value in zip(self.parameters, values, strict=False):
            requirement = ""
            if parameter.sort == "natural":
                requirement = operations.natural(value, f"the argument of {self.name}")
            elif parameter.sort == "length":
                requirement = operations.natural(value, "a number of bits")
            elif parameter.sort == "word":
                requirement = operations.word(value, number_of(values[self.position("width")]))
            if requirement:
                return requirement
        return ""

    def position(self, sort: str) -> int:
        """Return the position of the first parameter of a sort."""
        return next(index for index, parameter in enumerate(self.parameters) if parameter.sort == sort)

    def signatures(self) -> Iterator[str]:
        """Yield the spellings of a call: with the required arguments, then with one more optional argument each."""
        required = [parameter.name for parameter in self.parameters if parameter.least]
        optional = [parameter.name for parameter in self.parameters if not parameter.least]
        for count in range(len(optional) + 1):
            yield f"{self.name}({', '.join((*required, *optional[:count]))})"


X, Y = LanguageParameter("x"), LanguageParameter("y")
NATURAL, WORD, FLOAT = (
    LanguageParameter("x", "natural"),
    LanguageParameter("x", "word"),
    LanguageParameter("x", "float"),
)
LENGTH, WIDTH = LanguageParameter("n", "length"), LanguageParameter("n", "width")
MORE = LanguageParameter("y", most=7)
REAL, FORMAT, MODE = (
    LanguageParameter("x", "exact"),
    LanguageParameter("T", "format"),
    LanguageParameter("mode", "mode"),
)


def _primitive(name: str, vector: str) -> tuple[OperationCode, ...]:
    """Return a function on integers, which has the same name on arrays."""
    return (OperationCode(f"ptxisa.numbers.primitives.{name}", vector, f"ptxisa.numbers.lanes.{name}"),)


def _expanded(name: str, vector: str) -> tuple[OperationCode, ...]:
    """Return a function on integers that is lowered to operations of NumPy, not to a function of its name."""
    return (OperationCode(f"ptxisa.numbers.primitives.{name}", vector),)


def _builtin(name: str, vector: str) -> OperationCode:
    return OperationCode(f"builtins.{name}", vector)


def _pattern(name: str) -> OperationCode:
    """Return a function on bit patterns of floating-point values, which has the same name on arrays."""
    return OperationCode(f"ptxisa.numbers.floating.{name}", "patterns", f"ptxisa.numbers.floating_lanes.{name}")


def clamp(x: Interval, lo: Interval, hi: Interval) -> Interval:
    """Return the bounds of a number that is limited to a range."""
    return intervals.minimum(intervals.maximum(x, lo), hi)


_INTEGERS = (
    LanguageFunction(
        "signed",
        (X, LENGTH),
        "integer",
        "The low *n* bits of *x* as a two's complement number; 0 if *n* is 0. *n* may be data.",
        _expanded("signed", "signed"),
        intervals.signed,
        operations.low,
    ),
    LanguageFunction(
        "unsigned",
        (X, LENGTH),
        "integer",
        "The low *n* bits of *x*. *n* may be data.",
        _expanded("unsigned", "unsigned"),
        intervals.unsigned,
        operations.low,
    ),
    LanguageFunction(
        "quotient",
        (LanguageParameter("a"), LanguageParameter("b")),
        "integer",
        "``a / b`` rounded toward zero, and 0 if *b* is 0; say first what a division by zero gives.",
        _primitive("quotient", "divide"),
        intervals.quotient,
    ),
    LanguageFunction(
        "remainder",
        (LanguageParameter("a"), LanguageParameter("b")),
        "integer",
        "What the quotient leaves, with the sign of *a*; 0 if *b* is 0.",
        _primitive("remainder", "divide"),
        intervals.remainder,
    ),
    LanguageFunction(
        "abs",
        (LanguageParameter("x", "number"),),
        "same",
        "The absolute value, which always exists; of a floating-point value, the same without its sign.",
        (_builtin("abs", "absolute"), _pattern("float_absolute")),
        intervals.absolute,
    ),
    LanguageFunction(
        "min",
        (X, MORE),
        "integer",
        "The least of two to eight values.",
        (_builtin("min", "extreme"),),
        intervals.minimum,
    ),
    LanguageFunction(
        "max",
        (X, MORE),
        "integer",
        "The greatest of two to eight values.",
        (_builtin("max", "extreme"),),
        intervals.maximum,
    ),
    LanguageFunction(
        "clamp",
        (X, LanguageParameter("lo"), LanguageParameter("hi")),
        "integer",
        "*x*, or the bound that it passes.",
        _expanded("clamp", "clamp"),
        clamp,
    ),
    LanguageFunction(
        "popcount",
        (NATURAL,),
        "integer",
        "How many bits of a natural *x* are set.",
        _primitive("popcount", "byte"),
        intervals.popcount,
    ),
    LanguageFunction(
        "leading_zeros",
        (WORD, WIDTH),
        "integer",
        "Zeros above the highest set bit in a word of *n* bits; *n* is known and *x* fits.",
        _primitive("leading_zeros", "byte"),
        lambda x, n: intervals.leading_zeros(x, n.lo),
    ),
    LanguageFunction(
        "highest_bit",
        (NATURAL,),
        "integer",
        "Position of the highest set bit of a natural *x*; -1 for 0.",
        _primitive("highest_bit", "signed byte"),
        intervals.highest_bit,
    ),
    LanguageFunction(
        "reverse_bits",
        (X, WIDTH),
        "integer",
        "The low *n* bits of *x* in opposite order; *n* is known.",
        _primitive("reverse_bits", "word"),
        lambda x, n: intervals.unsigned_range(n.lo),
        operations.whole_word,
    ),
    LanguageFunction(
        "compare",
        (LanguageParameter("x", "number"), LanguageParameter("y", "number"), LanguageParameter("op", "operator")),
        "truth",
        "Whether *x* and *y* compare as *op* says, a slot with modifiers such as ``.lt``. Of integers *op* is one of"
        " ``eq``, ``ne``, ``lt``, ``le``, ``gt``, ``ge`` and ``lo``, ``ls``, ``hi``, ``hs``; of floating-point values"
        " one of the first six, which no NaN satisfies, of ``equ`` … ``geu``, which every NaN satisfies, ``num`` and"
        " ``nan``.",
        call="operator",
    ),
    LanguageFunction(
        "combine",
        (LanguageParameter("p", "truth"), LanguageParameter("q", "truth"), LanguageParameter("op", "operator")),
        "truth",
        "Two truth values joined as *op* says: ``and``, ``or`` or ``xor``.",
        call="operator",
    ),
    LanguageFunction(
        "unspecified",
        (LanguageParameter("x", "any"),),
        "open",
        "Any result is allowed; execution returns *x*. It may only be assigned to an operand, or be a side of"
        " ``if … else`` in such an assignment. Vectors mark such bits as don't-care. What is computed from them"
        " afterwards is not marked.",
        _expanded("unspecified", "open"),
        lambda x: x,
        operations.modular,
        call="open",
    ),
)


def float_function(
    name: str, parameters: tuple[LanguageParameter, ...], result: str, meaning: str, implementation: str = ""
) -> LanguageFunction:
    """Return a function of values of one format, which its implementation takes after them."""
    patterns = (_pattern(implementation or name),)
    return LanguageFunction(name, parameters, result, meaning, patterns, call="float", category="float")


def _checked(
    name: str,
    parameters: tuple[LanguageParameter, ...],
    result: str,
    meaning: str,
    *implementations: OperationCode,
    call: str,
) -> LanguageFunction:
    """Return a function with a rule of its own for its arguments."""
    return LanguageFunction(name, parameters, result, meaning, implementations, call=call, category="float")


def _exact(
    name: str, meaning: str, parameters: tuple[LanguageParameter, ...], implementation: str, symbol: str = ""
) -> LanguageFunction:
    """Return a function with an exact result, which the operation that rounds it computes."""
    patterns = (_pattern(implementation),)
    return LanguageFunction(name, parameters, "exact", meaning, patterns, call="exact", category="float", symbol=symbol)


def _transcendental(name: str, meaning: str) -> LanguageFunction:
    return _exact(name, meaning, (FLOAT,), "round_function", name)


def _unit(operation: str, *formats: str, more: str = "") -> LanguageFunction:
    """Return an operation of a special-function unit; `ptxisa.numbers.special_functions` defines its result."""
    unit = f"``{operation}`` of the special-function unit of sm_90"
    meaning = f"For models: what {unit} gives, bit for bit. It flushes subnormal operands.{more}"
    patterns = (_pattern("unit"),)
    parameters = (LanguageParameter("x", "float", formats=formats),)
    return LanguageFunction(
        f"unit_{operation}", parameters, "same", meaning, patterns, call="float", category="float", symbol=operation
    )


_UPPER = " Of ``f64`` it gives the upper half."
_TURNS = " The angle is in turns."

_FLOATS = (
    _checked(
        "round",
        (REAL, FORMAT, MODE._replace(least=0), LanguageParameter("flushes", "known", least=0)),
        "float",
        "An exact result, a value of another format, or an integer, in the format *T*. *mode* is ``rn`` (also where a"
        " slot is empty), ``rz``, ``rm``, ``rp`` or ``rna``. Where *flushes*, which is known, is true, a result that is"
        " below the normal numbers when it is rounded with an exponent without bounds becomes a zero of its sign.",
        *map(_pattern, ("round_value", "round_integer", "round_add", "round_subtract", "round_multiply", "round_fma")),
        _pattern("round_random"),
        call="rounding",
    ),
    _checked(
        "round_finite",
        (REAL, FORMAT, MODE._replace(least=0)),
        "float",
        "The same, but beyond the greatest number comes that number.",
        call="rounding",
    ),
    _exact("divide", "The exact quotient.", (FLOAT, LanguageParameter("y", "float")), "round_divide"),
    _exact("root", "The exact square root.", (FLOAT,), "round_root"),
    _transcendental("reciprocal_root", "One divided by the exact square root."),
    _transcendental("sine", "The exact sine of an angle in radians: ``round(sine(x), f32)`` is correctly rounded."),
    _transcendental("cosine", "The exact cosine of an angle in radians."),
    _transcendental("tanh", "The exact hyperbolic tangent."),
    _transcendental("log2", "The exact logarithm to base 2."),
    _transcendental("exp2", "The exact power of 2."),
    _unit("rcp", "f32", "f64", more=_UPPER),
    _unit("rsq", "f32", "f64", more=_UPPER),
    _unit("sqrt", "f32"),
    _unit("ex2", "f16", "bf16", "f32"),
    _unit("lg2", "f32"),
    _unit("sin", "f32", more=_TURNS),
    _unit("cos", "f32", more=_TURNS),
    _unit("tanh", "f16", "bf16", "f32"),
    _checked(
        "rs",
        (LanguageParameter("bits"), LanguageParameter("width", "known")),
        "mode",
        "A mode of ``round`` and ``round_finite``, stochastic rounding: the *width* random *bits*, 1 to 32 of them, are"
        " added to the bits below the last place, and the rest is truncated.",
        call="mode",
    ),
    _checked(
        "integral",
        (FLOAT, MODE),
        "same",
        "Rounded to an integer of the same format.",
        _pattern("integral"),
        call="integral",
    ),
    float_function("flush", (FLOAT,), "same", "A subnormal number as a zero of its sign."),
    float_function("rectify", (FLOAT,), "same", "A negative number and -0 as +0, and a NaN as that of operations."),
    float_function("saturate", (FLOAT,), "same", "Clamped to 0 and 1; a NaN becomes +0."),
    float_function(
        "minimum",
        (FLOAT, LanguageParameter("y", "float")),
        "same",
        "The smaller value: -0 is below +0, and a NaN gives way to a number.",
        "float_minimum",
    ),
    float_function(
        "maximum",
        (FLOAT, LanguageParameter("y", "float")),
        "same",
        "The greater value: -0 is below +0, and a NaN gives way to a number.",
        "float_maximum",
    ),
    float_function("is_nan", (FLOAT,), "truth", "Whether it is a NaN."),
    float_function("is_infinite", (FLOAT,), "truth", "Whether it is an infinity."),
    float_function("is_subnormal", (FLOAT,), "truth", "Whether it is a subnormal number."),
    float_function("is_zero", (FLOAT,), "truth", "Whether it is a zero of either sign."),
    _checked(
        "nan",
        (FORMAT,),
        "float",
        "The NaN that operations of the format *T* give.",
        _pattern("as_float"),
        call="nan",
    ),
    float_function("quiet", (FLOAT,), "same", "A NaN as a quiet one."),
    _checked(
        "unspecified_nan",
        (FLOAT,),
        "open",
        "The floating-point value *x*; if it is a NaN, then its sign and payload are open, but not that it is a quiet"
        " NaN. It is allowed where ``unspecified(x)`` is.",
        _pattern("unspecified_nan")._replace(vector="open", lanes=""),
        call="open",
    ),
    _checked(
        "as_type",
        (X, FORMAT),
        "float",
        "The value of *T* with the bit pattern *x*.",
        _pattern("as_float"),
        call="as_type",
    ),
    _checked(
        "to_integer",
        (FLOAT, LanguageParameter("T", "type"), MODE),
        "integer",
        "Rounded, then clamped to the range of the integer type *T*; 0 for a NaN.",
        _pattern("to_integer"),
        call="to_integer",
    ),
)


def _lanes(
    name: str, parameters: tuple[LanguageParameter, ...], result: str, meaning: str, implementation: str
) -> LanguageFunction:
    return LanguageFunction(
        name,
        parameters,
        result,
        meaning,
        (
            OperationCode(
                f"ptxisa.numbers.primitives.{implementation}", "lanes", f"ptxisa.numbers.lanes.{implementation}"
            ),
        ),
        call=name,
        category="lanes",
    )


_LANES = (
    _lanes(
        "at",
        (LanguageParameter("x", "operand"), LanguageParameter("i", "lane")),
        "same",
        "The operand *x* of lane *i*; bounds must show that *i* is 0 to 31.",
        "lane_value",
    ),
    _lanes(
        "ballot",
        (LanguageParameter("p", "predicate"),),
        "integer",
        "A bit for each lane, set where its predicate *p* is.",
        "lanes_set",
    ),
    _lanes(
        "matching",
        (LanguageParameter("x", "operand"),),
        "integer",
        "A bit for each lane, set where its *x* has the bits of this lane's.",
        "lanes_alike",
    ),
)

FUNCTIONS = {row.name: row for row in (*_INTEGERS, *_FLOATS, *_LANES)}
"""Functions that a text may call."""

SYNTAX = tuple(map(_pattern, operations.FLOATS))
"""Functions that compute operators on floating-point values."""


def arities() -> dict[str, tuple[int, int]]:
    """Return the functions that a text may call, with the least and the greatest number of arguments."""
    return {name: row.arity for name, row in FUNCTIONS.items()}


def is_open(name: str) -> bool:
    """Return True if this leaves bits of a result open: it is allowed only as the value that an operand is given."""
    return name in FUNCTIONS and FUNCTIONS[name].call == "open"


def operation(name: str) -> OperationRule:
    """Return the rule of an operation of the typed program."""
    operator = OPERATORS.get(name)
    if operator is not None:
        return operator
    row = FUNCTIONS.get(name)
    return row.rule if row else BUILT


def implementation(name: str) -> OperationCode | None:
    """Return the functions that compute an operation of the typed program, or None for an operator of Python."""
    row = FUNCTIONS.get(name)
    if row is not None and row.implementations and row.operation == name:
        return row.implementations[0]
    return _OTHERS.get(name)


def method_of(operation: str, operators: Mapping[str, _Method], strategies: Mapping[str, _Method]) -> _Method:
    """Return the method of a back end that lowers an operation: that of an operator, or of a function's strategy."""
    if operation in operators:
        return operators[operation]
    function = implementation(operation)
    assert function is not None, operation
    return strategies[function.vector]


def implementations() -> Iterator[OperationCode]:
    """Yield every implementation of an operation."""
    yield from SYNTAX
    for row in FUNCTIONS.values():
        yield from row.implementations


_OTHERS = {implementation.name: implementation for implementation in implementations()}
"""Functions that compute operations with names of their own."""
