"""Operations on floating-point values: what they become in the typed program, and which values they take."""

from __future__ import annotations

import pytest

from generator.semantics import floating, ir
from generator.semantics.floating import FloatPattern, Real
from generator.semantics.intervals import Interval
from generator.semantics.ir import BOOLEAN, InputValue, Kind, Value
from generator.semantics.source import SemanticsError, TextPlace
from tests.generator.programs import TYPES

HERE = TextPlace(3, 4)
HALF, SINGLE, DOUBLE = (floating.kind_of(TYPES[name]) for name in ("f16", "f32", "f64"))
H, X, Y, D = (
    InputValue("h", 16, HALF),
    InputValue("x", 32, SINGLE),
    InputValue("y", 32, SINGLE),
    InputValue("d", 64, DOUBLE),
)
NUMBER = InputValue("n", 32, Interval(0, 2**32 - 1))


def shown(value: Value) -> str:
    """Return a value as a text."""
    if isinstance(value, ir.Apply):
        return f"{value.operation}({', '.join(map(shown, value.arguments))})"
    return value.text if isinstance(value, ir.SymbolValue) else getattr(value, "name", "")


def test_the_kind_of_a_floating_type_has_all_its_bit_patterns() -> None:
    assert FloatPattern(0, 0xFFFF, "f16") == HALF


@pytest.mark.parametrize(
    ("name", "values", "text", "kind"),
    [
        ("float_negate", (X,), "float_negate(x, f32)", SINGLE),
        ("float_absolute", (D,), "float_absolute(d, f64)", DOUBLE),
        ("float_less", (X, Y), "float_less(x, y, f32)", BOOLEAN),
        ("float_equal", (X, Y), "float_equal(x, y, f32)", BOOLEAN),
        ("is_nan", (H,), "is_nan(h, f16)", BOOLEAN),
        ("minimum", (Y, X), "float_minimum(y, x, f32)", SINGLE),
        ("unit_rcp", (X,), "unit(x, rcp, f32)", SINGLE),
        ("unit_rcp", (D,), "unit(d, rcp, f64)", DOUBLE),
        ("unit_sqrt", (X,), "unit(x, sqrt, f32)", SINGLE),
    ],
)
def test_functions_of_one_format(name: str, values: tuple[Value, ...], text: str, kind: Kind) -> None:
    applied = floating.function(name, values, HERE)
    assert (shown(applied), applied.kind, applied.place) == (text, kind, HERE)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("minimum", (X, H), "minimum takes values of one format, not of f16 and f32"),
        ("float_less", (D, X), "float_less takes values of one format, not of f32 and f64"),
        ("unit_sqrt", (D,), "unit_sqrt takes values of f32, not of f64"),
        ("unit_rcp", (H,), "unit_rcp takes values of f32 or f64, not of f16"),
        ("is_nan", (NUMBER,), "a floating-point value is expected here"),
    ],
)
def test_values_of_another_format_are_rejected(name: str, values: tuple[Value, ...], message: str) -> None:
    with pytest.raises(SemanticsError) as caught:
        floating.function(name, values, HERE)
    assert (caught.value.place, caught.value.message) == (HERE, message)


PRODUCT = Real("multiply", (X, Y))


@pytest.mark.parametrize(
    ("sign", "left", "right", "real"),
    [
        ("+", X, Y, Real("add", (X, Y))),
        ("-", X, Y, Real("subtract", (X, Y))),
        ("*", X, Y, PRODUCT),
        ("+", PRODUCT, X, Real("fma", (X, Y, X))),
        ("+", X, PRODUCT, Real("fma", (X, Y, X))),
    ],
)
def test_a_product_in_a_sum_stays_exact(sign: str, left: object, right: object, real: Real) -> None:
    assert floating.combine(sign, left, right, HERE) == real


@pytest.mark.parametrize(("left", "right"), [(Real("add", (X, Y)), X), (X, Real("add", (X, Y))), (PRODUCT, PRODUCT)])
def test_other_exact_results_in_a_sum_are_rejected(left: object, right: object) -> None:
    with pytest.raises(SemanticsError, match="must be rounded first, unless it is the product in a sum"):
        floating.combine("+", left, right, HERE)


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (X, "round_value(x, f32, f16, rz, finite)"),
        (NUMBER, "round_integer(n, f16, rz, finite)"),
        (PRODUCT, "round_multiply(x, y, f32, f32, f16, rz, finite)"),
        (Real("fma", (X, Y, D)), "round_fma(x, y, d, f32, f32, f64, f16, rz, finite)"),
        (Real("divide", (X, Y)), "round_divide(x, y, f32, f32, f16, rz, finite)"),
        (Real("sine", (X,)), "round_function(x, sine, f32, f16, rz, finite)"),
    ],
)
def test_rounding_names_its_operation_and_the_formats(exact: Real | Value, text: str) -> None:
    rounded = floating.rounded(exact, TYPES["f16"], "rz", "finite", HERE)
    assert (shown(rounded), rounded.kind, rounded.place) == (text, HALF, HERE)


def test_a_comparison_by_a_modifier_takes_one_format() -> None:
    modifier = ir.Modifier("op", "spelling")
    comparison = floating.compare((X, Y), modifier, HERE)
    assert comparison == ir.Apply("float_compare", (X, Y, modifier, ir.SymbolValue("f32")), BOOLEAN)
    with pytest.raises(SemanticsError, match="compare takes values of one format, not of f32 and f64"):
        floating.compare((X, D), modifier, HERE)


@pytest.mark.parametrize(
    ("modifier", "mode"), [(None, "rn"), ("", "rn"), ("rz", "rz"), ("rna", "rna"), ("rni", "rn"), ("rpi", "rp")]
)
def test_modes(modifier: str | None, mode: str) -> None:
    assert floating.mode_named(modifier, HERE) == mode


@pytest.mark.parametrize(
    ("modifier", "message"),
    [
        ("rs", "rs needs its random bits: rs(bits, width)"),
        ("ro", "a rounding mode is one of rn, rz, rm, rp, rna, rs"),
        (3, "a rounding mode is one of rn, rz, rm, rp, rna, rs"),
    ],
)
def test_invalid_rounding_modes_are_rejected(modifier: object, message: str) -> None:
    with pytest.raises(SemanticsError) as caught:
        floating.mode_named(modifier, HERE)
    assert caught.value.message == message
