"""Quotients and products by constants in other forms have the same values, for every word of a small width."""

from __future__ import annotations

import random

import pytest

from ptxisa.isa.types import known as types
from ptxisa.numbers import floating
from ptxisa.numbers.formats import known as formats
from ptxisa.proofs import floats, magic, operations, products, terms
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.inputs import corners
from ptxisa.proofs.terms import equal, postorder, variable, word, zero_extend

WIDTH = 6
WORDS = list(range(1 << WIDTH))


def claims(signed: bool, divisor: int) -> list[terms.Term]:
    """Return claims about quotient and remainder by a constant, true for some of the results."""
    x, y = variable("x", WIDTH), word(divisor, WIDTH)
    quotient = operations.quotient(x, y, signed)
    remainder = operations.remainder(x, y, signed)
    return [
        *(equal(quotient, word(value, WIDTH)) for value in (0, 1, -1)),
        *(equal(remainder, word(value, WIDTH)) for value in (0, 1, 3)),
        equal(quotient, variable("q", WIDTH)),
    ]


@pytest.mark.parametrize("form", magic.FORMS)
@pytest.mark.parametrize("signed", [False, True])
def test_a_quotient_is_the_upper_part_of_a_product(form: magic.DivisionForm, signed: bool) -> None:
    replaced = 0
    for divisor in WORDS[1:]:
        before = claims(signed, divisor)
        after = [magic.multiplied(claim, form) for claim in before]
        replaced += sum(x is not y for x, y in zip(before, after, strict=True))
        assert not any(term.op in ("bvudiv", "bvsdiv") for term in postorder(after))
        samples = {"x": WORDS, "q": [(5 * index + divisor) % len(WORDS) for index in WORDS]}
        assert evaluate(after, samples) == evaluate(before, samples), divisor
    assert replaced > 200


@pytest.mark.parametrize("extend", [terms.zero_extend, terms.sign_extend])
@pytest.mark.parametrize("width", [32, 64])
def test_a_product_is_the_sum_of_products_of_halves(extend: object, width: int) -> None:
    assert callable(extend)
    x, y = variable("x", width), variable("y", width)
    product = terms.multiply(extend(x, 2 * width), extend(y, 2 * width))
    split, bounds = products.split(equal(product, variable("p", 2 * width)))
    assert bounds is not terms.FALSE
    values = [0, 1, 0xFFFFFFFF, 0x80000000, (1 << width) - 1, 1 << (width - 1), 0x123456789ABCDEF0 & ((1 << width) - 1)]
    halves = {
        f"product {index}": terms.multiply(*(zero_extend(terms.field(z, place + 31, place), 64) for z, place in pair))
        for index, pair in enumerate(((x, i), (y, j)) for i in range(0, width, 32) for j in range(0, width, 32))
    }
    known = {variable(name, 64): half for name, half in halves.items()}
    (joined,) = terms.substituted([split], known)
    rows = [(a, b) for a in values for b in values]
    samples = {"x": [a for a, _ in rows], "y": [b for _, b in rows]}
    samples["p"] = evaluate([product], samples)[0]
    assert evaluate([joined], samples)[0] == [1] * len(rows)


@pytest.mark.parametrize(("narrow", "wide"), [("f16", "f32"), ("f32", "f64"), ("f16", "f64")])
@pytest.mark.parametrize("outer", ["rn", "rz", "rp"])
@pytest.mark.parametrize("inner", ["rn", "rm"])
def test_rounding_twice_is_rounding_once(narrow: str, wide: str, outer: str, inner: str) -> None:
    """Operations of a wide format on narrow operands have the results of exact arithmetic after each rounding."""
    bits = formats()[narrow].bits
    x, y = variable("x", bits), variable("y", bits)
    simple = corners(narrow, bits)
    generator = random.Random(f"{narrow} {wide}")
    rows = [(a, b) for a in simple[:24] for b in simple[:24]]
    rows += [(generator.getrandbits(bits), generator.getrandbits(bits)) for _ in range(200)]
    samples = {"x": [a for a, _ in rows], "y": [b for _, b in rows]}
    widened = [floats.round_value(part, narrow, wide, "rn", "") for part in (x, y)]
    for name in ("add", "subtract", "multiply", "divide", "root"):
        operands = widened[:1] if name == "root" else widened
        forms = [wide] * (len(operands) + 1)
        term = floats.round_value(
            getattr(floats, f"round_{name}")(*operands, *forms, inner, ""), wide, narrow, outer, ""
        )
        (column,) = evaluate([term], samples)
        for index, row in enumerate(rows):
            values = [floating.round_value(part, narrow, wide, "rn", "") for part in row[: len(operands)]]
            result = getattr(floating, f"round_{name}")(*values, *forms, inner, "")
            assert column[index] == floating.round_value(result, wide, narrow, outer, ""), (name, row)


@pytest.mark.parametrize("source", ["s8", "u16", "s32", "u32", "s64"])
@pytest.mark.parametrize("form", ["f32", "f64"])
@pytest.mark.parametrize("to", ["u8", "s16", "s32", "u32", "u64"])
def test_an_integer_through_a_number_is_clamped(source: str, form: str, to: str) -> None:
    bits, signed = types()[source].bits, types()[source].kind == "signed"
    x = variable("x", bits)
    values = list(corners(source, bits)) + [random.Random(source).getrandbits(bits) for _ in range(60)]
    term = floats.to_integer(floats.round_integer(x, form, "rn", "", signed), form, to, "rz")
    for value, result in zip(values, evaluate([term], {"x": values})[0], strict=True):
        number = terms.signed_value(value, bits) if signed else value
        pattern = floating.round_integer(number, form, "rn", "")
        assert result == floating.to_integer(pattern, form, to, "rz") & ((1 << types()[to].bits) - 1), value
