"""Products of matrices of which the results follow by hand, shapes, and both backends on random models."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ptxisa.numbers.matrix import lanes
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import NO_FLOOR, Model, Multiplication
from ptxisa.numbers.matrix.scalar import element

HALF = Multiplication("f16", "f16", "f32", "f32")
FUSED = Model("fused", fraction=25, block=16)


def f16(*numbers: float) -> list[int]:
    return np.array(numbers, np.float16).view(np.uint16).tolist()


def f32(number: float) -> int:
    return int(np.float32(number).view(np.uint32))


def lane(a: list[int], b: list[int], c: int, what: Multiplication, model: Model | None) -> int:
    """One element by the vector backend."""
    dtype = {"f16": np.uint16, "bf16": np.uint16, "tf32": np.uint32, "f64": np.uint64}.get(what.a, np.uint8)
    accumulator = {"f16": np.uint16, "f64": np.uint64}.get(what.c, np.uint32)
    rows, columns = np.array([[a]], dtype), np.array([b], dtype)[..., None]
    return int(multiply(rows, columns, np.array([[[c]]], accumulator), what, model)[0, 0, 0])


def both(a: list[int], b: list[int], c: int, what: Multiplication, model: Model | None) -> int:
    """One element by both backends, which must agree."""
    actual = element(a, b, c, what, model)
    assert lane(a, b, c, what, model) == actual
    return actual


def test_a_small_product_is_cut_before_the_sum() -> None:
    """1 + 2^-25 + 2^-26 + 2^-26: the last two are below the 25 bits, so they never add up to 2^-25."""
    a = f16(1, 2**-12, 2**-13, 2**-13)
    b = f16(1, 2**-13, 2**-13, 2**-13)
    assert both(a, b, f32(-1), HALF, FUSED) == f32(2**-25)
    assert both(a, b, f32(-1), HALF, None) == f32(2**-24)


def test_negative_terms_are_cut_toward_zero() -> None:
    assert both(f16(1, -(2**-13)), f16(1, 2**-13), f32(0), HALF, FUSED) == f32(1)


def test_sums_are_cut_to_single_precision() -> None:
    assert both(f16(1, 2**-12), f16(1, 2**-12), f32(0), HALF, FUSED) == f32(1)
    assert both(f16(1, 2**-12), f16(-1, 2**-12), f32(0), HALF, FUSED) == f32(-1 + 2**-24)


def test_thirteen_bits_are_kept_of_native_8_bit_products() -> None:
    what = Multiplication("e4m3", "e4m3", "f32", "f32")
    model = Model("fused", fraction=13, block=32, sum_fraction=13)
    # 1 + 2^-13 + 2^-14 with C = 2^-14: e4m3 has 1 as 0x38, 2^-6 as 0x08, 2^-7 as 0x04, 2^-8 as 0x02.
    assert both([0x38, 0x08], [0x38, 0x04], f32(2**-14), what, model) == f32(1 + 2**-13)


def test_c_is_added_in_the_first_block_only() -> None:
    """C = 1 is aligned with the first product and cut to 24 bits with it."""
    model = Model("fused", fraction=25, block=1)
    assert both(f16(2.0**13, -(2.0**13)), f16(2.0**12, 2.0**12), f32(1), HALF, model) == f32(0)
    assert both(f16(2.0**13, -(2.0**13)), f16(2.0**12, 2.0**12), f32(1), HALF, FUSED) == f32(1)


def test_subnormal_operands_are_aligned_by_the_smallest_exponent() -> None:
    """2^-24 as a subnormal number has the exponent -14: times 2^15 it is aligned by 2^1, and 2^-25 is cut."""
    a, b = f16(2**-24, 2**-13, 2**-13), f16(2.0**15, 2**-12, -(2**-12))
    assert both(a, b, f32(2**-25), HALF, FUSED) == f32(2**-9)


def test_zeros_have_no_exponent() -> None:
    assert both(f16(0, 2**-24), f16(2.0**15, 2**-24), f32(0), HALF, FUSED) == f32(2.0**-48)


def test_sums_that_vanish_are_positive_zeros() -> None:
    assert both(f16(-0.0), f16(1), f32(-0.0), HALF, FUSED) == 0
    assert both(f16(-0.0), f16(1), f32(-0.0), HALF, None) == 0x80000000
    half = HALF._replace(c="f16", d="f16")
    assert both(f16(-(2**-24)), f16(2**-24), 0, half, FUSED) == 0


@pytest.mark.parametrize("model", [FUSED, None])
def test_infinities_and_nans(model: Model | None) -> None:
    infinite, nan = 0x7C00, 0x7C01
    assert both([infinite], f16(1), f32(1), HALF, model) == 0x7F800000
    assert both([infinite], f16(-1), f32(1), HALF, model) == 0xFF800000
    assert both([infinite, infinite], f16(1, -1), 0, HALF, model) == 0x7FFFFFFF
    assert both([infinite], f16(0), 0, HALF, model) == 0x7FFFFFFF
    assert both([nan], f16(1), 0, HALF, model) == 0x7FFFFFFF
    assert both(f16(1), f16(1), 0xFFC12345, HALF, model) == 0x7FFFFFFF
    assert both([nan], f16(1), 0, HALF._replace(c="f16", d="f16"), model) == 0x7FFF


def test_sums_beyond_the_greatest_number_are_infinite() -> None:
    """Cut sums too, which IEEE 754 would stop at the greatest number."""
    what = Multiplication("bf16", "bf16", "f32", "f32")
    large = 0x7F00  # 2^127
    assert both([large, large], [0x3F80, 0x3F80], 0, what, FUSED) == 0x7F800000
    assert both([large, large], [0x3F80, 0xBF80], 0, what, FUSED) == 0


def test_tf32_drops_thirteen_bits() -> None:
    what = Multiplication("tf32", "tf32", "f32", "f32")
    assert both([0x3F801FFF], [0x3F800000], 0, what, FUSED) == 0x3F800000
    assert both([0x7F800001], [0x3F800000], 0, what, FUSED) == 0x7F800000


def test_negated_operands() -> None:
    for first, second in ((True, False), (False, True), (True, True)):
        what = HALF._replace(negate_a=first, negate_b=second)
        assert both(f16(3), f16(2), f32(1), what, FUSED) == f32(7 if first == second else -5)


def test_double_precision_is_a_chain_in_order() -> None:
    """(1 + 2^53) - 2^53 in order is 0, since 2^53 + 1 rounds to even; rounded up it is 2."""
    item, large, less = (int(np.float64(x).view(np.uint64)) for x in (1, 2.0**53, -(2.0**53)))
    what = Multiplication("f64", "f64", "f64", "f64")
    assert both([large, less], [item, item], item, what, None) == 0
    assert both([large, less], [item, item], item, what._replace(rounding="rp"), None) == 0x4000000000000000


def test_nan_of_double_precision_is_that_of_b_then_c_then_a() -> None:
    what = Multiplication("f64", "f64", "f64", "f64")
    a, b, c, one = 0x7FF000000000000A, 0xFFF000000000000B, 0x7FF800000000000C, 0x3FF0000000000000
    assert both([a], [b], c, what, None) == 0xFFF800000000000B
    assert both([a], [one], c, what, None) == 0x7FF800000000000C
    assert both([a], [one], one, what, None) == 0x7FF800000000000A
    assert both([0x7FF0000000000000], [0], one, what, None) == 0xFFF8000000000000


def test_integers_wrap_or_saturate() -> None:
    what = Multiplication("s8", "u8", "s32", "s32")
    assert both([0x80], [0xFF], 0, what, None) == (-128 * 255) & 0xFFFFFFFF
    assert both([2], [1], 0x7FFFFFFF, what, None) == 0x80000001
    assert both([2], [1], 0x7FFFFFFF, what._replace(saturate=True), None) == 0x7FFFFFFF
    assert both([0xFE], [1], 0x80000000, what._replace(saturate=True), None) == 0x80000000
    assert both([0x8, 0xF], [0xF, 0xF], 0, Multiplication("s4", "u4", "s32", "s32"), None) == (-135) & 0xFFFFFFFF


def test_single_bits() -> None:
    what = Multiplication("b1", "b1", "s32", "s32", operation="xor")
    assert both([1, 1, 0, 0], [1, 0, 1, 0], 5, what, None) == 7
    assert both([1, 1, 0, 0], [1, 0, 1, 0], 5, what._replace(operation="and"), None) == 6


def test_leading_dimensions_and_sparse_columns() -> None:
    rng = np.random.default_rng(3)
    a = rng.integers(0, 0x7C00, (2, 3, 16, 8), np.uint16)
    b = rng.integers(0, 0x7C00, (2, 3, 16, 8), np.uint16)
    c = rng.integers(0, 0x7F800000, (2, 3, 16, 8), np.uint32)
    columns = np.sort(rng.permuted(np.broadcast_to(np.arange(16), (2, 3, 16, 16)), axis=-1)[..., :8], axis=-1)
    result = multiply(a, b, c, HALF, FUSED, columns)
    assert result.shape == c.shape
    for place in ((0, 0, 0, 0), (1, 2, 15, 7), (1, 0, 4, 3)):
        i, j, m, n = place
        column = b[i, j, columns[i, j, m], n]
        assert element(a[i, j, m].tolist(), column.tolist(), int(c[place]), HALF, FUSED) == result[place]


def test_a_product_of_no_matrices_is_empty() -> None:
    shapes = ((0, 16, 16), (0, 16, 8), (0, 16, 8))
    a, b, c = (np.zeros(shape, dtype) for shape, dtype in zip(shapes, ("u2", "u2", "u4"), strict=True))
    assert multiply(a, b, c, HALF, FUSED).shape == (0, 16, 8)


@pytest.mark.parametrize("seed", range(8))
def test_backends_agree_on_models_that_no_target_has(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        fraction, block = rng.randint(8, 35), rng.choice([1, 2, 3, 5, 8])
        floor, kept = rng.choice([NO_FLOOR, -133, -20]), rng.randint(5, 23)
        kind = rng.choice(["f16", "bf16", "tf32", "e4m3", "e5m2"])
        methods = {
            "f16": ["fused", "add_c_last", "pairwise"],
            "e4m3": ["fused", "register_halves"],
            "e5m2": ["register_halves"],
        }
        model = Model(rng.choice([*methods.get(kind, ["fused"]), "via_f32"]), fraction, block, floor, kept)
        to = "f16" if model.accumulation == "via_f32" else rng.choice(["f16", "f32"])
        what = Multiplication(
            kind, kind, rng.choice(["f16", "f32"]) if model.accumulation != "register_halves" else to, to
        )
        bits = {"tf32": 32, "e4m3": 8, "e5m2": 8}.get(kind, 16)
        a, b = ([rng.getrandbits(bits) for _ in range(8)] for _ in range(2))
        both(a, b, rng.getrandbits(int(what.c[1:])), what, model)


@pytest.mark.parametrize(
    ("count", "m", "n"), [(5, 6, 2), (5, 3, 2), (4, 6, 4), (3, 4, 3), (3, 3, 2), (3, 2, 24), (0, 3, 4)]
)
def test_results_do_not_depend_on_how_many_matrices_are_taken_at_a_time(
    monkeypatch: pytest.MonkeyPatch, count: int, m: int, n: int
) -> None:
    generator = np.random.default_rng(count * m * n)
    a = generator.standard_normal((count, m, 8)).astype(np.float16).view(np.uint16)
    b = generator.standard_normal((count, 8, n)).astype(np.float16).view(np.uint16)
    c = generator.standard_normal((count, m, n)).astype(np.float32).view(np.uint32)
    at_once = multiply(a, b, c, HALF, FUSED)
    monkeypatch.setattr(lanes, "CHUNK", 24)
    assert multiply(a, b, c, HALF, FUSED).tolist() == at_once.tolist()
