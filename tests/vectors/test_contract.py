"""Contracts: models of sm_90 keep them, and verdicts on results follow from exact values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import gmpy2
import numpy as np
import pytest

from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa import targets, types
from ptxisa.isa.forms import Condition, Contract, Form, Operand, Promise, Values, type_of
from ptxisa.isa.variants import variants
from ptxisa.numbers import exact, formats
from ptxisa.numbers.enclosures import fraction
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import Lanes
from ptxisa.run.implementation import implementation
from ptxisa.vectors.contract import allowed

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
    positive = (bodies | np.array(fractions, np.uint64)).ravel()
    return np.concatenate([positive, positive | np.uint64(1 << form.sign_bit)]).astype(word)


def operands(form: Form, values: Values) -> dict[str, Lanes]:
    """Patterns for each operand that is read; both halves of packed ones have numbers of their own."""
    generator = np.random.default_rng(3)
    columns: dict[str, Lanes] = {}
    for operand in form.operands:
        if not operand.written:
            type_ = types.known()[type_of(operand, values)]
            single = patterns(formats.known()[type_.element or type_.name], generator)
            if type_.elements == 2:
                single = single.astype(np.uint32) | generator.permutation(single).astype(np.uint32) << np.uint32(16)
            columns[operand.name] = single if not columns else generator.permutation(np.tile(single, 3))
    count = max(map(len, columns.values()))
    return {name: np.resize(column, count) for name, column in columns.items()}


@pytest.mark.parametrize(("form", "values"), CASES, ids=lambda case: getattr(case, "id", None))
def test_models_keep_their_contract(form: Form, values: Values) -> None:
    model = implementation(form, values, on=targets.target("sm_90"))
    given = operands(form, values)
    results = np.asarray(model.function(*(given[name] for name in model.inputs))[0])
    broken = np.flatnonzero(~allowed(form, values, given, results))
    assert [{name: hex(given[name][lane]) for name in given} for lane in broken[:5]] == []


@pytest.mark.parametrize(("form", "values"), CASES, ids=lambda case: getattr(case, "id", None))
def test_nonsense_breaks_every_contract(form: Form, values: Values) -> None:
    given = operands(form, values)
    results = np.resize(patterns(formats.known()["f32"], np.random.default_rng(9)), len(given["a"]))
    results = results.astype(given["a"].dtype)
    assert not allowed(form, values, given, results).all()


def kept(name: str, given: Mapping[str, Lanes | int], results: Lanes, values: Values = SINGLE) -> list[bool]:
    verdicts: list[bool] = allowed(FORMS[name], values, given, results).tolist()
    return verdicts


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


def test_flush_makes_subnormal_operands_and_results_zero() -> None:
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


# Functions of one operand, with bounds around their exact values; the values are those of MPFR.

FUNCTIONS = {
    "divide": lambda x, y: x / y,
    "reciprocal": lambda x: 1 / x,
    "root": gmpy2.sqrt,
    "reciprocal_root": gmpy2.rec_sqrt,
    "sine": gmpy2.sin,
    "log2": gmpy2.log2,
    "exp2": gmpy2.exp2,
    "tanh": gmpy2.tanh,
}
SINGLES = formats.known()["f32"]
LEAST, BEYOND = Fraction(2) ** -126, Fraction(2) ** 128
FLUSH: Condition = {"ftz": True}


def bounded(function: str, kind: str, value: str) -> Form:
    """Return a form whose contract is one bound; results are flushed with `ftz`."""
    names = "ab" if function == "divide" else "a"
    read = tuple(Operand(name, "read", "f32", ".") for name in names)
    contract = Contract(function, (Promise(kind, value),), flush=FLUSH)
    written = Operand("d", "write", "f32", ".")
    return Form("x", "x/x", "x{.ftz}.f32 d, a", (), (written, *read), (), contract=contract)


def exact_value(function: str, operands: list[int]) -> gmpy2.mpfr:
    numbers = [exact.decode(operand, SINGLES) for operand in operands]
    return FUNCTIONS[function](*(gmpy2.mpfr(gmpy2.mpq(fraction(number))) for number in numbers))


def is_allowed(kind: str, value: str, correct: gmpy2.mpfr, result: int, flush: bool) -> bool:
    """Return the verdict from the definition: an infinity counts as the power of two above the largest number."""
    number = exact.decode(result, SINGLES)
    if number.kind == "nan":
        return False
    given = gmpy2.mpq(fraction(number)) if number.kind == "finite" else gmpy2.mpq((1 - 2 * number.sign) * BEYOND)
    center = correct
    if kind == "ulp":
        with gmpy2.context(precision=24, emin=-148, emax=128, subnormalize=True):
            rounded = gmpy2.mpfr(correct)
        center = rounded if gmpy2.is_finite(rounded) else gmpy2.copy_sign(gmpy2.mpfr(gmpy2.mpq(BEYOND)), rounded)
    size = abs(center)
    inside = min(max(size, gmpy2.mpfr(gmpy2.mpq(LEAST))), gmpy2.mpfr(gmpy2.mpq(BEYOND / 2)))
    last = gmpy2.exp2(gmpy2.floor(gmpy2.log2(inside)) - 23)
    limit = gmpy2.exp2(gmpy2.mpfr(value.removeprefix("2^"))) if value.startswith("2^") else gmpy2.mpfr(value)
    bound = max(limit * {"ulp": last, "relative": size, "absolute": gmpy2.mpfr(1)}[kind], last / 2)
    # A quotient may be at the bound exactly, and has an error of its own here.
    bound *= 1 + gmpy2.exp2(-250)
    within = abs(given - center) <= bound
    within |= abs(given) == BEYOND and size >= BEYOND and (given > 0) == (center > 0)
    if flush:
        within = size - bound < LEAST if given == 0 else within and abs(given) >= LEAST
    return bool(within)


@pytest.mark.parametrize("flush", [False, True])
@pytest.mark.parametrize(
    ("function", "kind", "value"),
    [
        ("divide", "ulp", "2"),
        ("divide", "relative", "2^-22"),
        ("reciprocal", "ulp", "1"),
        ("reciprocal", "relative", "2^-23"),
        ("reciprocal", "absolute", "1"),
        ("root", "relative", "2^-23.5"),
        ("reciprocal_root", "relative", "2^-22.9"),
        ("sine", "absolute", "2^-20.5"),
        ("log2", "relative", "2^-22"),
        ("exp2", "ulp", "2"),
        ("exp2", "relative", "2^-9.9"),
        ("tanh", "absolute", "2^-10.987"),
    ],
)
def test_verdicts_follow_from_the_exact_value(function: str, kind: str, value: str, flush: bool) -> None:
    """Results are near the exact value and near both ends of the allowed range, infinities and zeros included."""
    generator = np.random.default_rng(2)
    form, values = bounded(function, kind, value), {"ftz": "ftz" if flush else None}
    arity = 2 if function == "divide" else 1
    operands, results, expected = [], [], []
    with gmpy2.context(gmpy2.get_context(), precision=300, emin=-10000, emax=10000):
        for row in generator.choice(patterns(SINGLES, generator), (250, arity)).tolist():
            numbers = [exact.decode(operand, SINGLES) for operand in row]
            if any(number.kind != "finite" or number.is_zero for number in numbers):
                continue
            if flush and any(number.significand < 1 << 23 for number in numbers):
                continue
            correct = exact_value(function, row)
            if not gmpy2.is_finite(correct) or correct == 0:
                continue
            with np.errstate(over="ignore"):
                nearest = int(np.float32(float(correct)).view(np.uint32))
            allowed_near = [step for step in range(1, 40) if is_allowed(kind, value, correct, nearest + step, flush)]
            edge = max(allowed_near, default=0)
            steps = {0, 1, -1, edge, edge + 1, -edge, -edge - 1, int(generator.integers(-9000, 9001))}
            for result in {(nearest + step) & 0xFFFFFFFF for step in steps} | {0, 0x7F800000, 0xFF800000, 0x7FC00000}:
                operands.append(row)
                results.append(result)
                expected.append(is_allowed(kind, value, correct, result, flush))
    columns = np.array(operands, np.uint32).T
    verdicts = allowed(form, values, dict(zip("ab", columns, strict=False)), np.array(results, np.uint32))
    wrong = np.flatnonzero(verdicts != expected)
    assert [(list(map(hex, operands[i])), hex(results[i]), expected[i]) for i in wrong[:5]] == []
    assert 0.05 < np.mean(expected) < 0.95


@pytest.mark.parametrize(
    ("operand", "only"),
    [(0.0, np.inf), (-0.0, -np.inf), (np.inf, 0.0), (-np.inf, -0.0), (np.nan, np.nan)],
)
def test_zeros_infinities_and_nans_have_one_result(operand: float, only: float) -> None:
    results = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    given = {"a": f32(*[operand] * len(results))}
    verdicts = allowed(bounded("reciprocal", "ulp", "1"), {"ftz": None}, given, f32(*results))
    assert verdicts.tolist() == [repr(result) == repr(only) for result in results]


def test_double_precision_is_decided_exactly() -> None:
    form = Form(
        "x", "x/x", "x.f64 d, a", (), (Operand("d", "write", "f64", "."), Operand("a", "read", "f64", ".")), (),
        contract=Contract("reciprocal", (Promise("relative", "2^-52.5"),)),
    )  # fmt: skip
    third = np.array([1 / 3], np.float64).view(np.uint64)
    given = {"a": np.array([3.0]).view(np.uint64)}
    verdicts = [allowed(form, {}, given, third + np.uint64(step)).tolist() for step in range(3)]
    assert verdicts == [[True], [True], [False]]
