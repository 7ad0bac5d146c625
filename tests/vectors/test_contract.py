"""Contracts: models of sm_90 keep them, what misses a bound is found out, and doubles decide as fractions do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa import targets, types
from ptxisa.isa.forms import Contract, Form, Operand, Promise, Values, type_of
from ptxisa.isa.variants import variants
from ptxisa.numbers import exact, formats
from ptxisa.numbers.enclosures import Bounds
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes
from ptxisa.run.implementation import implementation
from ptxisa.vectors.contract import PatternColumn, _ErrorBound, _exponent, allowed

FORMS = {
    form.id: form for name in mnemonics() if (checker := checker_of(name)) for form in checker.forms if form.contract
}
CASES = [(form, values) for form in FORMS.values() for values in variants(form)]
SINGLE: Values = {"approx": "approx", "ftz": None, "f32": "f32"}
FLUSHED: Values = {**SINGLE, "ftz": "ftz"}


def f32(*numbers: float) -> Lanes:
    return np.array(numbers, np.float32).view(np.uint32)


def patterns(form: Format, generator: np.random.Generator) -> Lanes:
    """Every exponent with fractions at both ends, with one bit, and any; all numbers of 16 bits."""
    word = f"u{form.bits // 8}"
    if form.bits == 16:
        return np.arange(1 << 16, dtype=word)
    ends = [0, 1, 2, 3, *(form.fraction_mask - step for step in range(4))]
    fractions = [*ends, *(1 << bit for bit in range(form.fraction)), *generator.integers(0, form.fraction_mask, 60)]
    bodies = np.arange(1 << form.exponent, dtype=np.uint64)[:, None] << np.uint64(form.fraction)
    found = (bodies | np.array(fractions, np.uint64)).ravel()
    return np.concatenate([found, found | np.uint64(1 << form.sign_bit)]).astype(word)


def operands(form: Form, values: Values) -> dict[str, Lanes]:
    """Patterns for each operand that is read; both halves of packed ones have numbers of their own."""
    generator = np.random.default_rng(3)
    found: dict[str, Lanes] = {}
    for operand in form.operands:
        if not operand.written:
            type_ = types.known()[type_of(operand, values)]
            single = patterns(formats.known()[type_.element or type_.name], generator)
            if type_.elements == 2:
                single = single.astype(np.uint32) | generator.permutation(single).astype(np.uint32) << np.uint32(16)
            found[operand.name] = single if not found else generator.permutation(np.tile(single, 3))
    count = max(map(len, found.values()))
    return {name: np.resize(one, count) for name, one in found.items()}


@pytest.mark.parametrize(("form", "values"), CASES, ids=lambda one: getattr(one, "id", None))
def test_models_keep_their_contract(form: Form, values: Values) -> None:
    model = implementation(form, values, on=targets.target("sm_90"))
    given = operands(form, values)
    results = np.asarray(model.function(*(given[name] for name in model.inputs))[0])
    broken = np.flatnonzero(~allowed(form, values, given, results))
    assert [{name: hex(given[name][lane]) for name in given} for lane in broken[:5]] == []


@pytest.mark.parametrize(("form", "values"), CASES, ids=lambda one: getattr(one, "id", None))
def test_nonsense_breaks_every_contract(form: Form, values: Values) -> None:
    given = operands(form, values)
    results = np.resize(patterns(formats.known()["f32"], np.random.default_rng(9)), len(given["a"]))
    results = results.astype(given["a"].dtype)
    assert not allowed(form, values, given, results).all()


def kept(name: str, given: Mapping[str, Lanes | int], results: Lanes, values: Values = SINGLE) -> list[bool]:
    found: list[bool] = allowed(FORMS[name], values, given, results).tolist()
    return found


def test_without_a_contract_everything_is_allowed() -> None:
    fma = next(form for form in checker_of("fma").forms if form.id == "fma.f32")  # type: ignore[union-attr]
    given = {"a": f32(1), "b": f32(1), "c": f32(1)}
    assert allowed(fma, next(iter(variants(fma))), given, f32(77)).all()


@pytest.mark.parametrize(("steps", "verdict"), [(0, True), (1, True), (-1, True), (2, False), (-2, False)])
def test_an_error_in_ulp_counts_from_the_rounded_result(steps: int, verdict: bool) -> None:
    third = f32(1 / 3) + np.uint32(steps & 0xFFFFFFFF)
    assert kept("rcp.f32.approx", {"a": f32(3)}, third) == [verdict]


def test_results_that_are_listed() -> None:
    given = f32(-np.inf, np.inf, -0.0, 0.0, np.nan)
    assert kept("rcp.f32.approx", {"a": given}, f32(-0.0, 0.0, -np.inf, np.inf, np.nan)) == [True] * 5
    assert kept("rcp.f32.approx", {"a": given}, f32(0.0, -0.0, np.inf, -np.inf, 0.0)) == [False] * 5
    assert kept("tanh.f32", {"a": f32(np.inf, -np.inf)}, f32(1, -1), {"approx": "approx", "f32": "f32"}) == [True] * 2


def test_a_bit_pattern_is_one_result() -> None:
    nan = np.array([0x7FF8000000000000] * 2, np.uint64)
    results = np.array([0x7FFFFFFF00000000, 0x7FFFFFFF00000001], np.uint64)
    values = {"approx": "approx", "ftz": "ftz", "f64": "f64"}
    assert kept("rcp.approx.ftz.f64", {"a": nan}, results, values) == [True, False]


def test_lower_bits_of_an_operand_may_not_count() -> None:
    infinite = np.array([0x7FF0000000000001], np.uint64)
    values = {"approx": "approx", "ftz": "ftz", "f64": "f64"}
    assert kept("rcp.approx.ftz.f64", {"a": infinite}, np.zeros(1, np.uint64), values) == [True]


def test_the_first_row_that_fits_decides_and_without_one_all_is_open() -> None:
    large = f32(2.0**127)
    assert kept("div.f32.approx", {"a": f32(np.inf), "b": large}, f32(np.nan)) == [True]
    assert kept("div.f32.approx", {"a": f32(2.0**127), "b": large}, f32(1)) == [False]
    assert kept("div.f32.approx", {"a": f32(2.0**127), "b": large}, f32(0)) == [True]
    assert kept("div.f32.approx", {"a": f32(1), "b": f32(2.0**-127)}, f32(77)) == [True]
    assert kept("sin.f32", {"a": f32(1e6)}, f32(77)) == [True]


def test_operands_may_be_one_for_all_lanes() -> None:
    assert kept("div.f32.approx", {"a": f32(6, 9), "b": int(f32(3)[0])}, f32(2, 3)) == [True, True]


def test_flushing_takes_and_gives_zeros() -> None:
    small, tiny = f32(2.0**-130), f32(2.0**-100)
    assert kept("rcp.f32.approx", {"a": small}, f32(np.inf), FLUSHED) == [True]
    assert kept("div.f32.full", {"a": tiny, "b": f32(2.0**50)}, f32(0), {**FLUSHED, "full": "full"}) == [True]
    assert kept("div.f32.full", {"a": tiny, "b": f32(2.0**50)}, f32(2.0**-150), {**SINGLE, "full": "full"}) == [True]
    assert kept("div.f32.full", {"a": tiny, "b": f32(2.0**28)}, f32(2.0**-128), {**FLUSHED, "full": "full"}) == [False]
    assert kept("div.f32.full", {"a": tiny, "b": f32(2.0**28)}, f32(0), {**SINGLE, "full": "full"}) == [False]


def test_a_result_near_the_least_normal_number_may_be_flushed_or_not() -> None:
    given = {"a": f32(1.0), "b": f32(2.0**126)}
    assert kept("div.f32.full", given, f32(0), {**FLUSHED, "full": "full"}) == [True]
    assert kept("div.f32.full", given, f32(2.0**-126), {**FLUSHED, "full": "full"}) == [True]


def test_infinity_is_the_next_number_after_the_greatest() -> None:
    largest = f32(np.finfo(np.float32).max)
    given = {"a": largest, "b": f32(1)}
    assert kept("div.f32.full", given, f32(np.inf), {**SINGLE, "full": "full"}) == [True]
    assert kept("div.f32.full", given, f32(-np.inf), {**SINGLE, "full": "full"}) == [False]
    given = {"a": largest, "b": f32(0.5)}
    assert kept("div.f32.full", given, f32(np.inf), {**SINGLE, "full": "full"}) == [True]
    assert kept("div.f32.full", given, largest, {**SINGLE, "full": "full"}) == [True]
    assert kept("div.f32.full", given, largest - np.uint32(3), {**SINGLE, "full": "full"}) == [False]


def test_both_halves_of_packed_results_count() -> None:
    one, two = 0x3C00, 0x4000
    values = {"approx": "approx", "f16x2": "f16x2"}
    given = np.array([0], np.uint32)
    verdicts = [kept("ex2.f16x2", {"a": given}, np.array([high << 16 | low], np.uint32), values) for high, low in
                ((one, one), (one, two), (two, one))]  # fmt: skip
    assert verdicts == [[True], [False], [False]]


# Doubles and fractions.


@pytest.mark.parametrize("flush", [False, True])
@pytest.mark.parametrize(
    ("function", "kind", "value"),
    [
        ("divide", "ulp", "2"),
        ("reciprocal", "ulp", "1"),
        ("reciprocal", "relative", "2^-23"),
        ("root", "relative", "2^-23.5"),
        ("reciprocal_root", "relative", "2^-22.9"),
        ("sine", "absolute", "2^-20.5"),
        ("log2", "relative", "2^-22"),
        ("exp2", "ulp", "2"),
        ("exp2", "relative", "2^-9.9"),
        ("tanh", "absolute", "2^-10.987"),
    ],
)
def test_doubles_decide_as_fractions_do(function: str, kind: str, value: str, flush: bool) -> None:
    form, generator = formats.known()["f32"], np.random.default_rng(2)
    count = 2 if function == "divide" else 1
    given = [PatternColumn(generator.choice(patterns(form, generator), 400), form) for _ in range(count)]
    exact = _ErrorBound(function, Promise(kind, value), given, given[0], flush).rounded.patterns
    width = {"2^-9.9": 9000, "2^-10.987": 9000, "2^-20.5": 12}.get(value, 3)
    results = exact + generator.integers(-width, width + 1, 400).astype(np.uint32)
    bound = _ErrorBound(function, Promise(kind, value), given, PatternColumn(results, form), flush)
    assert bound.allowed().tolist() == bound.exactly(np.arange(400)).tolist()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [(0.0, np.inf), (-0.0, -np.inf), (np.inf, 0.0), (-np.inf, -0.0), (np.nan, np.nan)],
)
def test_zeros_infinities_and_nans_have_one_result(given: float, wanted: float) -> None:
    form = formats.known()["f32"]
    results = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    operand, column = PatternColumn(f32(*[given] * len(results)), form), PatternColumn(f32(*results), form)
    bound = _ErrorBound("reciprocal", Promise("ulp", "1"), [operand], column, False)
    expected = [repr(one) == repr(wanted) for one in results]
    assert bound.exactly(np.arange(len(results))).tolist() == bound.allowed().tolist() == expected


@pytest.mark.parametrize(
    ("size", "exponent"),
    [
        ("1", 0),
        ("3/2", 0),
        ("4/3", 0),
        ("5/3", 0),
        ("2", 1),
        ("7/2", 1),
        ("4", 2),
        ("1/3", -2),
        ("3/8", -2),
        ("1/2", -1),
    ],
)
def test_exponents_of_fractions(size: str, exponent: int) -> None:
    assert _exponent(Fraction(size)) == exponent


BEYOND, LEAST, HALF = Fraction(2) ** 128, Fraction(2) ** -126, Fraction(1, 2)


@pytest.mark.parametrize(
    ("low", "high", "result", "lenient", "strict"),
    [
        # Against the bounds of a value, with at most 2 for a result and 1 against it.
        (2, 3, -HALF, False, False),
        (2, 3, 0, True, False),
        (2, 3, 2 - HALF, True, False),
        (2, 3, 2, True, True),
        (2, 3, 2 + HALF, True, True),
        (2, 3, 3, True, True),
        (2, 3, 3 + HALF, True, False),
        (2, 3, 5, True, False),
        (2, 3, 5 + HALF, False, False),
        (-3, -2, 0, True, False),
        (-3, -2, -3, True, True),
        (-3, -2, -5 - HALF, False, False),
        (0, 64, 32, True, False),
        (2, 2**26 + 4, 2**26 + 8, True, False),  # half of the last bit is 4
        # An infinity represents every number beyond the format.
        (BEYOND, 4 * BEYOND, np.inf, True, True),
        (BEYOND, 4 * BEYOND, -np.inf, False, False),
        (-4 * BEYOND, -BEYOND, -np.inf, True, True),
        (-4 * BEYOND, -BEYOND, np.inf, False, False),
        (BEYOND / 2, 4 * BEYOND, np.inf, True, False),
        (BEYOND / 4, BEYOND / 2, np.inf, False, False),
        (2, 3, np.nan, False, False),
    ],
)
def test_results_against_bounds_of_the_value(
    low: Fraction, high: Fraction, result: float, lenient: bool, strict: bool
) -> None:
    assert near(low, high, result, flush=False) == (lenient, strict)


@pytest.mark.parametrize(
    ("low", "high", "result", "lenient", "strict"),
    [
        (LEAST + HALF, LEAST + HALF, 0, True, True),
        (LEAST + 1, LEAST + 1, 0, True, False),
        (LEAST + 2 - HALF, LEAST + 2, 0, True, False),
        (LEAST + HALF, LEAST + 2, 0, True, False),
        (LEAST + 2, LEAST + 2, 0, False, False),
        (-LEAST - 1, -LEAST - HALF, 0, True, False),
        (HALF, HALF, 2.0**-126, True, True),
        (HALF, HALF, 2.0**-127, False, False),
        (HALF, HALF, -(2.0**-126), True, True),
        (4, 4, 2.0**-126, False, False),
    ],
)
def test_flushed_results_against_bounds_of_the_value(
    low: Fraction, high: Fraction, result: float, lenient: bool, strict: bool
) -> None:
    assert near(low, high, result, flush=True) == (lenient, strict)


def near(low: Fraction, high: Fraction, result: float, *, flush: bool) -> tuple[bool, bool]:
    """Return whether a result is near enough, and whether it is not."""
    form = formats.known()["f32"]
    column = PatternColumn(f32(float(result)), form)
    bound = _ErrorBound("reciprocal", Promise("absolute", "1"), [column], column, flush)
    number, limit = exact.decode(int(column.patterns[0]), form), Bounds(Fraction(1), Fraction(2))
    value = Bounds(Fraction(low), Fraction(high))
    lenient, strict = (bound.exactly_near(value, number, limit, lenient=one) for one in (True, False))
    return lenient, strict


@pytest.mark.parametrize(
    ("value", "slack", "result", "verdict"),
    [
        # 63 / 8 * 63 / 64 is 7.75..., of which the value itself may be wrong by 1.
        (64, 1 / 64, 64 + 6.75, True),
        (64, 1 / 64, 64 + 6.8, False),
        # 65 / 8 * 65 / 64 is 8.25..., and the value may be wrong by 1 more.
        (64, -1 / 64, 64 + 9.25, True),
        (64, -1 / 64, 64 + 9.3, False),
        # An infinity is near what is beyond the format even if it is wrong.
        (2.0**129, 1 / 2, np.inf, True),
        (1.5 * 2.0**128, 1 / 2, np.inf, False),
        (2.0**129, 1 / 2, -np.inf, False),
    ],
)
def test_a_value_in_doubles_may_be_wrong_by_its_slack(value: float, slack: float, result: float, verdict: bool) -> None:
    column = PatternColumn(f32(1), formats.known()["f32"])
    bound = _ErrorBound("reciprocal", Promise("relative", "2^-3"), [column], column, False)
    assert bound.near(np.array([value]), np.array([result]), slack).tolist() == [verdict]


def test_double_precision_is_decided_exactly() -> None:
    form = Form(
        "x", "x/x", "x.f64 d, a", (), (Operand("d", "write", "f64", "."), Operand("a", "read", "f64", ".")), (),
        contract=Contract("reciprocal", (Promise("relative", "2^-52.5"),)),
    )  # fmt: skip
    third = np.array([1 / 3], np.float64).view(np.uint64)
    given = {"a": np.array([3.0]).view(np.uint64)}
    verdicts = [allowed(form, {}, given, third + np.uint64(step)).tolist() for step in range(3)]
    assert verdicts == [[True], [True], [False]]
