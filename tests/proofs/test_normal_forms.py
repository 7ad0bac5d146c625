"""Quotients and products by constants in other forms have the same values, for every word of a small width."""

from __future__ import annotations

import pytest

from ptxisa.proofs import magic, operations, products, terms
from ptxisa.proofs.evaluation import evaluate
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
