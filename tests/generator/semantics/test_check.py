"""Checking and specializing: the program of a text for one variant, and exact errors for invalid texts."""

from __future__ import annotations

import pytest

from generator.records.problems import RecordError
from generator.semantics import check, ir
from generator.semantics.compile import compile_text
from generator.semantics.intervals import LIMIT, Interval
from generator.semantics.source import RecordText
from ptxisa.isa.forms import Form
from tests.generator.programs import HERE, TYPES, make_form, mode_slot, operand, routine, types_slot

READS = {"a": "u32", "b": "s16", "v": "s16x2", "x": "f32", "q": "pred"}
PLAIN = make_form({"d": "u32"}, READS)
PACKED = make_form({"d": "s16x2"}, READS)
FLOAT = make_form({"d": "f32"}, READS)
MODES = make_form({"d": "u32"}, READS, slots=[mode_slot("lo", "hi")])
OPTIONAL = make_form({"d": "u32"}, READS, slots=[mode_slot("sat", optional=True)])
TYPED = make_form({"d": "u32"}, READS, slots=[types_slot("u32", "s32")])
LABEL = make_form({"d": "u32"}, READS, more=[operand("label", "read", "", kind="label")])
ADDRESS = make_form({"d": "u64"}, READS, more=[operand("address", "read", "", kind="address")])
READS_CF = make_form({"d": "u32"}, {}, carry="r")
WRITES_CF = make_form({"d": "u32"}, {}, carry="w")
MAY_BE_NEGATIVE = "must not be negative, but this one may be -32768"
TAKEN = "is already something else; name the loop variable anew"


def problems(text: str, form: Form) -> list[tuple[int, int, str]]:
    """Return line, column and message of every problem, with positions within the text."""
    with pytest.raises(RecordError) as caught:
        compile_text(text, RecordText(HERE), form, TYPES)
    return [(problem.line, problem.column, problem.message) for problem in caught.value.problems]


REJECTED = [
    ("d = aa", PLAIN, (1, 5, "unknown name aa; did you mean a?")),
    ("d = signed", PLAIN, (1, 5, "unknown name signed; it is a function")),
    ("d = a if 1 else nope", PLAIN, (1, 17, "unknown name nope")),
    ("if 0:\n    d = nope\nelse:\n    d = a", PLAIN, (2, 9, "unknown name nope")),
    ("t[3] = 1\nd = 1", PLAIN, (1, 1, "unknown name t")),
    ("a[3] = 1\nd = 1", PLAIN, (1, 1, "operand a is read only")),
    ("a = 1", PLAIN, (1, 1, "operand a is read only")),
    ("u32 = 1", PLAIN, (1, 1, "u32 is a slot or a type and cannot be assigned")),
    ("mode = 1", MODES, (1, 1, "mode is a slot or a type and cannot be assigned")),
    ("t = 1", PLAIN, (1, 1, "d is not assigned on every path")),
    ("if q:\n    d = 1", PLAIN, (1, 1, "d is not assigned on every path")),
    ("d[15:0] = 1", PLAIN, (1, 1, "d is not assigned in full: bits 31 to 16 missing")),
    ("d[31:1] = 1", PLAIN, (1, 1, "d is not assigned in full: bit 0 missing")),
    ("if q:\n    d = 1\nelse:\n    d[7:0] = 1", PLAIN, (1, 1, "d is not assigned in full: bits 31 to 8 missing")),
    ("d[0] = 1", PACKED, (1, 1, "d is not assigned in full: bits 31 to 16 missing")),
    ("d = d", PLAIN, (1, 5, "d is read before it is assigned")),
    ("d[7:0] = 1\nd[31:8] = d[15:8]", PLAIN, (2, 11, "d is read before it is assigned")),
    ("d = t\nt = 1", PLAIN, (1, 5, "t is read before it is assigned")),
    ("if q:\n    t = 1\nd = t", PLAIN, (3, 5, "t is assigned on some paths only")),
    ("if q:\n    d = 1\nelse:\n    t = 1\nd = t", PLAIN, (5, 5, "t is assigned on some paths only")),
    ("if q:\n    if a == 1:\n        t = 1\nd = t", PLAIN, (4, 5, "t is assigned on some paths only")),
    ("if q:\n    d = 1\nelse:\n    if a == 1:\n        t = 1\nd = t", PLAIN,
     (6, 5, "t is assigned on some paths only")),
    ("for i in range(0):\n    t = 1\nd = i", PLAIN, (3, 5, "i is read before it is assigned")),
    ("d = CF", PLAIN, (1, 5, "the form has no state that reads CF")),
    ("CF = 1\nd = 1", PLAIN, (1, 1, "the form has no state that writes CF")),
    ("d = CF\nCF = 1", READS_CF, (2, 1, "the form has no state that writes CF")),
    ("d = CF\nCF = 1", WRITES_CF, (1, 5, "the form has no state that reads CF")),
    ("d = 1", WRITES_CF, (1, 1, "CF is not assigned on every path")),
    ("d = label", LABEL, (1, 5, "operand label is of kind label, which has no value")),
    ("d[32] = 1", PLAIN, (1, 1, "d has bits 0 to 31, not 32")),
    ("d[32:0] = 1", PLAIN, (1, 1, "d has bits 0 to 31, not 32")),
    ("d[3:5] = 1", PLAIN, (1, 1, f"a slice is [high:low] with {LIMIT} > high >= low >= 0, not [3:5]")),
    ("d = a[35]", PLAIN, (1, 5, "a has bits 0 to 31, not 35")),
    ("d = a[40:3]", PLAIN, (1, 5, "a has bits 0 to 31, not 40")),
    ("d = (a + 1)[3:-1]", PLAIN, (1, 5, f"a slice is [high:low] with {LIMIT} > high >= low >= 0, not [3:-1]")),
    ("d[a] = 1", PLAIN, (1, 3, "the number of an assigned bit must be known without looking at data")),
    ("d = a[a:0]", PLAIN, (1, 7, "a bound of a slice must be known without looking at data")),
    ("d = v", PLAIN, (1, 5, "v is packed (s16x2): read v[i] or bits v[high:low]")),
    ("d = v[2]", PLAIN, (1, 7, "v has elements 0 to 1, not 2")),
    ("d = v[a]", PLAIN, (1, 7, "the index of an element of v must be known without looking at data")),
    ("d = a", PACKED, (1, 1, "d is packed (s16x2): assign d[i] or bits d[high:low]")),
    ("d[2] = 1", PACKED, (1, 3, "d has elements 0 to 1, not 2")),
    ("d = x", PLAIN, (1, 1, "this is a value of f32, and u32 is wanted: take its bits")),
    ("d = 1", FLOAT, (1, 1, "this is a number, and f32 is wanted: round it to f32")),
    ("d[0] = x", PACKED, (1, 1, "this is a value of f32, and s16 is wanted: take its bits")),
    ("d = x + x", FLOAT, (1, 5, "an exact result must be rounded: round(x, type, mode)")),
    ("d = x & x", FLOAT, (1, 5, "& works on bits: take those of a floating-point value, as in a[31:0]")),
    ("d = round(x + a, f32)", FLOAT, (1, 11, "a floating-point value is expected here")),
    (
        "d = round(x + x * x * x, f32)",
        FLOAT,
        (1, 15, "an exact result must be rounded first, unless it is the product in a sum"),
    ),
    ("d = round(x, u32)", FLOAT, (1, 14, "a type of the sort float is expected here")),
    ("d = round(x, f64)", FLOAT, (1, 1, "this is a value of f64, and f32 is wanted: round it to f32")),
    ("d = round(x, f32, a)", FLOAT, (1, 19, "this must be known without looking at data")),
    ("d = round(x, f32, rs)", FLOAT, (1, 19, "rs needs its random bits: rs(bits, width)")),
    ("d = round(x, f32, rs(a[3:0], 3))", FLOAT, (1, 19, "rs(…) takes 1 to 32 bits, as many as it says")),
    ("d = round(x, f32, rs(a[3:0], 4), 1)", FLOAT, (1, 34, "rs(…) does not flush")),
    ("d = rs(a, 32)", FLOAT, (1, 5, "rs(…) is allowed only as the mode of round")),
    ("d = divide(x, x)", FLOAT, (1, 5, "divide is exact: round it")),
    ("d = minimum(x, a)", FLOAT, (1, 16, "a floating-point value is expected here")),
    ("d = a >> b", PLAIN, (1, 5, "a shift amount must not be negative, but this one may be -32768")),
    ("d = a << (3 - a)", PLAIN, (1, 5, "a shift amount must not be negative, but this one may be -4294967292")),
    ("d = a >> -1", PLAIN, (1, 5, "a shift amount must not be negative, but this one may be -1")),
    ("d = signed(a, b)", PLAIN, (1, 5, "a number of bits must not be negative, but this one may be -32768")),
    ("d = (a + 1)[b]", PLAIN, (1, 5, "the number of a bit must not be negative, but this one may be -32768")),
    ("d = popcount(b)", PLAIN, (1, 5, f"the argument of popcount {MAY_BE_NEGATIVE}")),
    ("d = highest_bit(b)", PLAIN, (1, 5, f"the argument of highest_bit {MAY_BE_NEGATIVE}")),
    ("d = leading_zeros(a, 16)", PLAIN, (1, 5, "the argument must fit in 16 bits, but may be from 0 to 4294967295")),
    ("d = leading_zeros(a, a)", PLAIN, (1, 22, "the width of a word must be known without looking at data")),
    ("d = leading_zeros(a, 0)", PLAIN, (1, 22, f"the width of a word is 1 to {LIMIT}")),
    ("d = 1 << 2000", PLAIN, (1, 5, f"a constant has at most {LIMIT} bits")),
    ("d = (1 << 1000) * (1 << 1000)", PLAIN, (1, 5, f"a constant has at most {LIMIT} bits")),
    ("d = 1 if a << a > 3 else 2", PLAIN,
     (1, 10, f"this value may need more than {LIMIT} bits: cut it, or bound the shift amount")),
    ("if a:\n    d = 1", PLAIN, (1, 4, "a condition is a truth value, but this is a number: compare it")),
    ("d = not a", PLAIN, (1, 9, "a condition is a truth value, but this is a number: compare it")),
    ("d = q and a", PLAIN, (1, 11, "a condition is a truth value, but this is a number: compare it")),
    ("d = a in (1, 2)", PLAIN, (1, 5, "'in' looks at modifiers and known numbers only, not at data")),
    ("d = a == 'x'", PLAIN, (1, 10, "a is never 'x'")),
    ("d = 1 if mode == 'hii' else 2", MODES, (1, 18, "mode is never 'hii'; did you mean hi?")),
    ("d = 1 if mode in ('hi', 'low') else 2", MODES, (1, 25, "mode is never 'low'; did you mean lo?")),
    ("d = 1 if type == 'u33' else 2", TYPED, (1, 18, "type is never 'u33'; did you mean u32?")),
    ("d = 1 if mode < 'hi' else 2", MODES, (1, 10, "< compares numbers (mode = lo)")),
    ("d = mode", MODES, (1, 5, "a modifier is not a value: compare it (mode = lo)")),
    ("t = type\nd = 1", TYPED, (1, 5, "a type is not a value: compare it (type = u32)")),
    ("d = u32", PLAIN, (1, 5, "a type is not a value: compare it")),
    ("d = f32.max", PLAIN, (1, 5, "f32 has no .max; only integer types have")),
    ("d = u16x2.max", PLAIN, (1, 5, "u16x2 has no .max; only integer types have")),
    ("d = a.bits", PLAIN, (1, 5, ".bits is a property of types, and this is not a type")),
    ("d = u32.bits.min", PLAIN, (1, 5, ".min is a property of types, and this is not a type")),
    ("for a in range(3):\n    d = a", PLAIN, (1, 1, f"a {TAKEN}")),
    ("for i in range(2):\n    for i in range(2):\n        d = i", PLAIN, (2, 5, f"i {TAKEN}")),
    ("for i in range(a):\n    d = i", PLAIN, (1, 16, "a bound of range must be known without looking at data")),
    ("for i in range(1, 5, 0):\n    d = i", PLAIN, (1, 22, "the step of range is not 0")),
    ("for i in range(3):\n    i = 3\nd = 1", PLAIN, (2, 5, "i is the variable of a loop and changes only there")),
    ("for i in range(100000):\n    d = i", PLAIN, (2, 5, "more than 20000 statements once loops are unrolled")),
    ("d = unspecified(a) + 1", PLAIN, (1, 5, "unspecified(…) is allowed only as the value assigned to an operand")),
    ("d = unspecified_nan(a)", FLOAT, (1, 5, "a floating-point value is expected here")),
    (
        "t = unspecified_nan(x)\nd = t",
        FLOAT,
        (1, 5, "unspecified_nan(…) is allowed only as the value assigned to an operand"),
    ),
    ("t = unspecified(a)\nd = t", PLAIN, (1, 5, "unspecified(…) is allowed only as the value assigned to an operand")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "problem"), REJECTED, ids=[text for text, _, _ in REJECTED])
def test_rejected(text: str, form: Form, problem: tuple[int, int, str]) -> None:
    assert problems(text, form) == [problem]


def test_statements_are_counted_with_their_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_STATEMENTS", 10)
    assert routine("for i in range(9):\n    d = i", PLAIN)
    assert problems("for i in range(10):\n    d = i", PLAIN) == [
        (2, 5, "more than 10 statements once loops are unrolled")
    ]


def test_all_variants_are_checked_and_shared_errors_reported_once() -> None:
    text = "if mode == 'hi':\n    d = a >> -1\nelse:\n    d = a[33]\nt = popcount(b)"
    assert problems(text, MODES) == [
        (2, 9, "a shift amount must not be negative, but this one may be -1 (mode = hi)"),
        (4, 9, "a has bits 0 to 31, not 33 (mode = lo)"),
    ]
    assert problems("d = popcount(b)", MODES) == [
        (1, 5, "the argument of popcount must not be negative, but this one may be -32768")
    ]
    assert problems("if mode:\n    d = a + mode\nelse:\n    d = popcount(b)", OPTIONAL) == [
        (2, 13, "a modifier is not a value: compare it (mode = sat)"),
        (4, 9, "the argument of popcount must not be negative, but this one may be -32768 (no mode)"),
    ]


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("t = a >> (a - 32) if a >= 32 else 0", Interval(0, 2**32 - 1)),
        ("t = a - 32 if 32 <= a else 0", Interval(0, 2**32 - 33)),
        ("t = 0 if a < 32 else a - 32", Interval(0, 2**32 - 33)),
        ("t = a if not (a > 9) else 0", Interval(0, 9)),
        ("t = a if a > 3 and a <= 9 else 5", Interval(4, 9)),
        ("t = 5 if a <= 3 or a > 9 else a", Interval(4, 9)),
        ("t = a if a == 7 else 7", Interval(7, 7)),
        ("t = 1 if a == 0 else a", Interval(1, 2**32 - 1)),
        ("t = a if a < unsigned(b, 4) else 0", Interval(0, 14)),
        ("if a < 10:\n    t = a\nelse:\n    t = 3", Interval(0, 9)),
        ("if a < 10:\n    t = a\n    a_again = 5\nelse:\n    t = a", Interval(0, 2**32 - 1)),
        ("t = a & 15\nif t > 3:\n    t = t - 3", Interval(0, 12)),
        ("n = a & 15\nif n > 9:\n    n = 9\nt = n", Interval(0, 9)),
        # A bound holds until one side of a condition assigns the name.
        ("n = a & 15\nt = 12\nif n > 9:\n    if q:\n        n = 0\n    t = n", Interval(0, 15)),
        (
            "n = a & 15\nt = 12\nif n > 9:\n    if q:\n        w = 0\n    else:\n        n = 0\n    t = n",
            Interval(0, 15),
        ),
        ("n = a & 15\nt = 12\nif n > 9:\n    if q:\n        w = 0\n    t = n", Interval(10, 15)),
        ("n = a & 15\nif n > 9:\n    t = 9\nelse:\n    t = 8\nt = n", Interval(0, 15)),
        ("n = a & 15\nif n > 9:\n    n = n - 1\n    t = n\nelse:\n    t = 1", Interval(1, 14)),
    ],
)
def test_conditions_narrow_bounds(text: str, bounds: Interval) -> None:
    program = routine(f"{text}\nu = t + 0\nd = t[31:0]", PLAIN)
    assert ir.interval(_last_value(program, "t")) == bounds


def _last_value(program: ir.TypedRoutine, name: str) -> ir.Value:
    """Return the value or merge that the name has in the end."""
    last = [item for item in program.body if _makes(item, name)][-1]
    if isinstance(last, ir.Let):
        return last.value
    merge = next(merge for merge in last.merges if merge.variable.name == name)
    return ir.VariableValue(merge.variable, merge.kind)


def _makes(item: ir.Statement, name: str) -> bool:
    if isinstance(item, ir.Let):
        return item.variable.name == name
    return any(merge.variable.name == name for merge in item.merges)


def test_a_condition_on_data_does_not_bound_a_constant_of_the_statement() -> None:
    form = make_form({"d": "u32"}, {"a": "u32", "m": "u32"}, required=("m",))
    assert problems("if a == 0 and m >= 32:\n    d = a >> (m - 32)\nelse:\n    d = 0", form) == [
        (2, 9, "a shift amount must not be negative, but this one may be -32")
    ]
    routine("if m >= 32:\n    d = a >> (m - 32)\nelse:\n    d = 0", form)


@pytest.mark.parametrize(
    ("test", "yes", "no", "uniform"),
    [("m > 3", "m[5:0]", "1", True), ("q", "m[5:0]", "1", False), ("m > 3", "a[5:0]", "1", False),
     ("m > 3", "1", "a[5:0]", False)],
)  # fmt: skip
def test_a_variable_is_a_constant_of_the_statement_if_both_sides_and_their_condition_are(
    test: str, yes: str, no: str, uniform: bool
) -> None:
    form = make_form({"d": "u32"}, {"a": "u32", "m": "u32", "q": "pred"}, required=("m",))
    text = f"if {test}:\n    n = {yes}\nelse:\n    n = {no}\nd = a >> (n - 32) if a == 0 and n >= 32 else 0"
    if uniform:
        assert problems(text, form) == [(5, 5, "a shift amount must not be negative, but this one may be -32")]
    else:
        assert routine(text, form)


def test_parameters_and_results_are_in_operand_order_with_the_carry_last() -> None:
    form = make_form({"e": "u16", "d": "u32"}, {"b": "s16", "a": "u32"}, carry="rw")
    program = routine("d = 1\nCF = 1\ne = 2", form)
    assert program.parameters == (
        ir.RoutineParameter("b", 16, True, False),
        ir.RoutineParameter("a", 32, False, False),
        ir.RoutineParameter("CF", 1, False, False),
    )
    assert [(result.name, result.bits) for result in program.results] == [("e", 16), ("d", 32), ("CF", 1)]


def test_an_address_without_a_type_is_a_number_of_64_bits() -> None:
    (parameter,) = (
        candidate for candidate in routine("d = address", ADDRESS).parameters if candidate.name == "address"
    )
    assert (parameter.bits, parameter.signed) == (64, False)
