"""Instructions of PTX 9.1 and later against independent oracles: plain integers, exhaustively where possible."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

import ptxisa

PAIRS = np.array([(a, b) for a in range(256) for b in range(256)], dtype=np.int64)
RNG = np.random.default_rng(9)


def signed(values: np.ndarray, bits: int) -> np.ndarray:
    return np.where(values >> (bits - 1) & 1, values - (1 << bits), values)


def packed(values: np.ndarray, bits: int) -> np.ndarray:
    """Return the same elements in every position of a word, each at another index, so that neighbors differ."""
    elements = [np.roll(values, index) & ((1 << bits) - 1) for index in range(32 // bits)]
    return sum(element << bits * index for index, element in enumerate(elements)).astype(np.uint32)


Operation = Callable[[np.ndarray, np.ndarray], np.ndarray]
BYTES: dict[str, Operation] = {
    "add.u8x4": lambda a, b: a + b,
    "add.s8x4": lambda a, b: a + b,
    "add.sat.u8x4": lambda a, b: np.clip(a + b, 0, 255),
    "add.sat.s8x4": lambda a, b: np.clip(a + b, -128, 127),
    "sub.u8x4": lambda a, b: a - b,
    "sub.s8x4": lambda a, b: a - b,
    "sub.sat.u8x4": lambda a, b: np.clip(a - b, 0, 255),
    "sub.sat.s8x4": lambda a, b: np.clip(a - b, -128, 127),
    "min.u8x4": np.minimum,
    "min.s8x4": np.minimum,
    "min.relu.s8x4": lambda a, b: np.maximum(np.minimum(a, b), 0),
    "max.u8x4": np.maximum,
    "max.s8x4": np.maximum,
    "max.relu.s8x4": lambda a, b: np.maximum(np.maximum(a, b), 0),
    "set.eq.u8x4": lambda a, b: -(a == b).astype(np.int64),
    "set.lt.s8x4": lambda a, b: -(a < b).astype(np.int64),
    "set.hs.u8x4": lambda a, b: -(a >= b).astype(np.int64),
}


@pytest.mark.parametrize("opcode", BYTES)
def test_bytes_are_exhaustively_right(opcode: str) -> None:
    a, b = PAIRS.T
    x, y = (signed(a, 8), signed(b, 8)) if "s8x4" in opcode else (a, b)
    got = ptxisa.execute(f"{opcode} d, a, b;", {"a": packed(a, 8), "b": packed(b, 8)})["d"]
    assert np.array_equal(got, packed(BYTES[opcode](x, y), 8))


def test_every_byte_is_negated() -> None:
    a = np.arange(256)
    got = ptxisa.execute("neg.s8x4 d, a;", {"a": packed(a, 8)})["d"]
    assert np.array_equal(got, packed(-a, 8))


HALVES: dict[str, Operation] = {
    "add.sat.u16x2": lambda a, b: np.clip(a + b, 0, 65535),
    "add.sat.s16x2": lambda a, b: np.clip(a + b, -32768, 32767),
    "set.ge.s16x2": lambda a, b: -(a >= b).astype(np.int64),
    "set.ls.u16x2": lambda a, b: -(a <= b).astype(np.int64),
}


@pytest.mark.parametrize("opcode", HALVES)
def test_halves(opcode: str) -> None:
    edges = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF])
    a = np.concatenate([np.repeat(edges, 6), RNG.integers(0, 1 << 16, 5000)])
    b = np.concatenate([np.tile(edges, 6), RNG.integers(0, 1 << 16, 5000)])
    x, y = (signed(a, 16), signed(b, 16)) if "s16x2" in opcode else (a, b)
    got = ptxisa.execute(f"{opcode} d, a, b;", {"a": packed(a, 16), "b": packed(b, 16)})["d"]
    assert np.array_equal(got, packed(HALVES[opcode](x, y), 16))


def test_unsigned_sums_saturate() -> None:
    a = np.array([0, 1, 0xFFFFFFFF, 0x80000000, 0xFFFFFFFE], dtype=np.uint32)
    b = np.array([0, 0xFFFFFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 1], dtype=np.uint32)
    got = ptxisa.execute("add.sat.u32 d, a, b;", {"a": a, "b": b})["d"]
    assert got.tolist() == [0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF]


def carryless(a: int, b: int) -> int:
    product = 0
    while b:
        product ^= a * (b & -b)
        b &= b - 1
    return product


@pytest.mark.parametrize("part", ["lo", "hi"])
def test_carryless_products(part: str) -> None:
    edges = [0, 1, 2, 1 << 63, (1 << 64) - 1, 0x87, 0xC200000000000000]
    a = np.array(edges * 7 + RNG.integers(0, 1 << 64, 300, dtype=np.uint64).tolist(), dtype=np.uint64)
    b = np.array([e for e in edges for _ in edges] + RNG.integers(0, 1 << 64, 300, dtype=np.uint64).tolist(), np.uint64)
    c = RNG.integers(0, 1 << 64, len(a), dtype=np.uint64)
    got = ptxisa.execute(f"clmad.{part}.u64 d, a, b, c;", {"a": a, "b": b, "c": c})["d"]
    shift = 64 if part == "hi" else 0
    want = [(carryless(int(x), int(y)) >> shift & (1 << 64) - 1) ^ int(z) for x, y, z in zip(a, b, c, strict=True)]
    assert got.tolist() == want


# --- conversions ---

FLOATS = np.concatenate(
    [
        np.array([0.0, -0.0, 1.0, -1.0, 1.984375, -2.0, -2.01, 1.99, 0.0078125, -0.0078125, 0.0234375, 3e38, -3e38]),
        np.array([np.inf, -np.inf, np.nan, 1e-40, -1e-40, 114688, 118784, 118785, 122880, 65536, 2.0**-17, 2.0**-18]),
        np.array([3 * 2.0**-18, 5 * 2.0**-19, 2.0**-14, 1.9375 * 2.0**-15]),
        RNG.normal(0, 1, 4000) * np.exp2(RNG.integers(-24, 20, 4000)),
        RNG.integers(-(1 << 15), 1 << 15, 4000) / 2.0**13,
    ]
).astype(np.float32)
EVERY_BYTE = np.arange(256, dtype=np.uint16)


def halves_of(result: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return result >> 8, result & 0xFF


def powers(scales: np.ndarray) -> np.ndarray:
    return np.where(scales == 255, np.nan, np.exp2(scales.astype(np.float64) - 127))


def fixed(values: np.ndarray, mode: str) -> np.ndarray:
    """Fixed-point bytes of exact values."""
    units = (np.rint if mode == "rn" else np.trunc)(values * 64)
    return np.where(np.isnan(values), 127, np.clip(np.nan_to_num(units), -128, 127)).astype(np.int64)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("mode", ["rn", "rz"])
@pytest.mark.parametrize("relu", ["", ".relu"])
def test_to_fixed_point(mode: str, relu: str) -> None:
    a, b = FLOATS, np.roll(FLOATS, 3)
    scales = RNG.integers(0, 1 << 16, len(a), dtype=np.uint16)
    opcode = f"cvt.{mode}.satfinite{relu}.scaled::n2::ue8m0.s2f6x2.f32"
    high, low = halves_of(ptxisa.execute(f"{opcode} d, a, b, s;", {"a": a, "b": b, "s": scales})["d"])
    for result, value, scale in ((high, a, scales >> 8), (low, b, scales & 0xFF)):
        want = fixed(value.astype(np.float64) / powers(scale), mode)
        assert result.tolist() == ((np.maximum(want, 0) if relu else want) & 0xFF).tolist()
    plain = ptxisa.execute(f"cvt.{mode}.satfinite{relu}.s2f6x2.f32 d, a, b;", {"a": a, "b": b})["d"]
    want = fixed(a.astype(np.float64), mode)
    assert halves_of(plain)[0].tolist() == ((np.maximum(want, 0) if relu else want) & 0xFF).tolist()


def test_every_fixed_point_number_becomes_itself() -> None:
    actual = ptxisa.execute("cvt.rn.bf16x2.s2f6x2 d, a;", {"a": EVERY_BYTE << 8 | EVERY_BYTE[::-1]})["d"]
    numbers = signed(EVERY_BYTE.astype(np.int64), 8) / 64
    assert (actual >> 16 << 16).astype(np.uint32).view(np.float32).tolist() == numbers.tolist()
    assert (actual << np.uint32(16)).astype(np.uint32).view(np.float32).tolist() == numbers[::-1].tolist()


UNSIGNED = np.array([m * 2.0**-17 if e == 0 else (8 + m) * 2.0 ** (e - 18) for e in range(32) for m in range(8)][:255])
"""Every number of the format with 5 exponent and 3 fraction bits, in the order of its patterns; 255 is a NaN."""


def unsigned_scale(value: float, mode: str) -> int:
    """Return the pattern of a magnitude that saturates."""
    if np.isnan(value):
        return 255
    above = int(np.searchsorted(UNSIGNED, value))
    if above == 255 or UNSIGNED[above] == value:
        return min(above, 254)
    middle = (UNSIGNED[above - 1] + UNSIGNED[above]) / 2
    if mode == "rn":
        return above - (value < middle or (value == middle and above % 2 == 1))
    return above - (mode == "rz")


@pytest.mark.parametrize("mode", ["rn", "rz", "rp"])
def test_to_the_unsigned_format(mode: str) -> None:
    a, b = FLOATS, np.roll(FLOATS, 5)
    high, low = halves_of(ptxisa.execute(f"cvt.{mode}.satfinite.ue5m3x2.f32 d, a, b;", {"a": a, "b": b})["d"])
    assert high.tolist() == [unsigned_scale(abs(float(value)), mode) for value in a]
    assert low.tolist() == [unsigned_scale(abs(float(value)), mode) for value in b]


@pytest.mark.parametrize(
    ("mode", "edge", "beyond"), [("rn", 118784, 118785), ("rp", 114688, 114689), ("rz", 3e38, np.inf)]
)
def test_beyond_the_unsigned_format_is_a_nan(mode: str, edge: float, beyond: float) -> None:
    a = np.array([edge, beyond], dtype=np.float32)
    high, _ = halves_of(ptxisa.execute(f"cvt.{mode}.ue5m3x2.f32 d, a, a;", {"a": a})["d"])
    assert high.tolist() == [254, 255]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("to", ["f16x2", "bf16x2"])
def test_every_number_of_the_unsigned_format_becomes_itself(to: str) -> None:
    actual = ptxisa.execute(f"cvt.rn.{to}.ue5m3x2 d, a;", {"a": EVERY_BYTE[:255]})["d"].astype(np.uint32)
    low = (actual & 0xFFFF).astype(np.uint16)
    values = low.view(np.float16) if to == "f16x2" else (low.astype(np.uint32) << 16).view(np.float32)
    want = UNSIGNED.astype(np.float16) if to == "f16x2" else UNSIGNED
    assert values.tolist() == want.tolist()


NARROW = {
    "e4m3x2": ml_dtypes.float8_e4m3fn,
    "e5m2x2": ml_dtypes.float8_e5m2,
    "e2m3x2": ml_dtypes.float6_e2m3fn,
    "e3m2x2": ml_dtypes.float6_e3m2fn,
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("type_", NARROW)
def test_scaled_to_narrow(type_: str) -> None:
    a = FLOATS[~np.isnan(FLOATS)]
    scale = RNG.integers(100, 150, len(a), dtype=np.uint8)
    opcode = f"cvt.rn.satfinite.pzo.scaled::n1::ue8m0.{type_}.f32"
    result, _ = halves_of(ptxisa.execute(f"{opcode} d, a, a, s;", {"a": a, "s": scale})["d"])
    info = ml_dtypes.finfo(NARROW[type_])
    flushed = np.where(np.abs(a) < np.finfo(np.float32).tiny, 0, a).astype(np.float64)
    exact = np.clip(flushed / powers(scale), float(info.min), float(info.max))
    want = exact.astype(np.float32).astype(NARROW[type_]).view(np.uint8)
    sign = 0x20 if "6" in str(np.dtype(NARROW[type_])) else 0x80
    assert result.tolist() == np.where(want == sign, 0, want).tolist()


def test_each_operand_is_scaled() -> None:
    operands = {"a": np.array([3], np.float32), "b": np.array([5], np.float32), "s": np.array([128], np.uint8)}
    actual = ptxisa.execute("cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32 d, a, b, s;", operands)["d"]
    assert actual[0] == 0x3C42  # 1.5 and 2.5


def test_scaled_from_narrow() -> None:
    scale = RNG.integers(100, 150, 256, dtype=np.uint16)
    a = EVERY_BYTE
    actual = ptxisa.execute("cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 d, a, s;", {"a": a, "s": scale})["d"]
    number = a.astype(np.uint8).view(ml_dtypes.float8_e4m3fn).astype(np.float64) * powers(scale)
    got = (actual << np.uint32(16)).astype(np.uint32).view(np.float32)
    assert np.array_equal(got, number.astype(ml_dtypes.bfloat16).astype(np.float32), equal_nan=True)


def test_positive_zeros_only() -> None:
    a = np.array([-0.0, -1e-30, 0.0, -1.0], dtype=np.float32)
    assert ptxisa.execute("cvt.rn.pzo.f16.f32 d, a;", {"a": a})["d"].view(np.uint16).tolist() == [0, 0, 0, 0xBC00]
    assert ptxisa.execute("cvt.rn.f16.f32 d, a;", {"a": a})["d"].view(np.uint16).tolist() == [0x8000, 0x8000, 0, 0xBC00]


# --- arithmetic on packed numbers ---

BYTES_OF = {
    "e4m3x4": ml_dtypes.float8_e4m3fn,
    "e5m2x4": ml_dtypes.float8_e5m2,
    "e2m3x4": ml_dtypes.float6_e2m3fn,
    "e3m2x4": ml_dtypes.float6_e3m2fn,
    "e2m1p4x4": ml_dtypes.float4_e2m1fn,
    "ue8m0x4": ml_dtypes.float8_e8m0fnu,
}
WIDTHS = {"e2m3x4": 6, "e3m2x4": 6, "e2m1p4x4": 4}


def narrow_values(type_: str, patterns: np.ndarray) -> np.ndarray:
    return (patterns & ((1 << WIDTHS.get(type_, 8)) - 1)).astype(np.uint8).view(BYTES_OF[type_]).astype(np.float64)


def rounded(values: np.ndarray, type_: str, satfinite: bool) -> np.ndarray:
    """Patterns of exact values, a NaN as 0x7f.

    ml_dtypes rounds to single precision first; rounding to odd there keeps it from rounding twice.
    """
    with np.errstate(all="ignore"):
        limit = float(ml_dtypes.finfo(BYTES_OF[type_]).max)
        bounded = np.clip(values, -limit, limit) if satfinite else values
        near = bounded.astype(np.float32)
        below = np.where(np.abs(near) > np.abs(bounded), np.nextafter(near, np.float32(0)), near)
        odd = np.where(near == bounded, near, (below.view(np.uint32) | 1).view(np.float32))
        result = np.where(np.isnan(bounded), near, odd).astype(BYTES_OF[type_]).view(np.uint8)
    return np.where(np.isnan(result.view(BYTES_OF[type_]).astype(np.float64)), 0x7F, result)


@pytest.mark.parametrize("satfinite", ["", ".satfinite"])
@pytest.mark.parametrize("source", ["e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1p4x4"])
@pytest.mark.parametrize("to", ["e4m3x4", "e5m2x4"])
def test_packed_sums_and_products(to: str, source: str, satfinite: str) -> None:
    a, c = PAIRS.T
    a = a & ((1 << WIDTHS.get(source, 8)) - 1)
    x, y = narrow_values(source, a), narrow_values(to, c)
    operands = {"a": packed(a, 8), "c": packed(c, 8)}
    with np.errstate(all="ignore"):
        sums = (("add", x + y), ("sub", x - y))
    for opcode, exact in sums:
        actual = ptxisa.execute(f"{opcode}{satfinite}.{to}.{source} d, a, c;", operands)["d"]
        want = rounded(exact, to, bool(satfinite))
        assert np.array_equal(np.where(np.isnan(exact), 0x7F, actual & 0xFF), np.where(np.isnan(exact), 0x7F, want))
    actual = ptxisa.execute(f"mul{satfinite}.{to}.{source}.{to} d, a, c;", operands)["d"]
    with np.errstate(all="ignore"):
        product = x * y
    want = rounded(product, to, bool(satfinite))
    assert np.array_equal(np.where(np.isnan(product), 0x7F, actual & 0xFF), np.where(np.isnan(product), 0x7F, want))


@pytest.mark.parametrize("satfinite", ["", ".satfinite"])
@pytest.mark.parametrize("source", ["e4m3x4", "e5m2x4", "e2m1p4x4"])
@pytest.mark.parametrize("to", ["e4m3x4", "e5m2x4"])
def test_packed_fused_products(to: str, source: str, satfinite: str) -> None:
    """Factors near 1 keep products with a third operand exact in doubles."""
    a, c = PAIRS.T
    a = a & ((1 << WIDTHS.get(source, 8)) - 1)
    near_one = np.array([x for x in range(256) if 0.25 <= abs(narrow_values(to, np.array([x]))[0]) <= 4])
    b = RNG.choice(near_one, len(a))
    with np.errstate(all="ignore"):
        exact = narrow_values(source, a) * narrow_values(to, b) + narrow_values(to, c)
    operands = {"a": packed(a, 8), "b": packed(b, 8), "c": packed(c, 8)}
    actual = ptxisa.execute(f"fma.rn{satfinite}.{to}.{source}.{to} d, a, b, c;", operands)["d"]
    numbers = ~np.isnan(exact)
    assert np.array_equal(actual[numbers] & 0xFF, rounded(exact, to, bool(satfinite))[numbers])


def test_mixed_sums_round_once() -> None:
    c = np.concatenate([FLOATS, FLOATS[::-1]])[:4000].astype(np.float32)
    halves = RNG.integers(0, 0x7C00, len(c), dtype=np.uint16)
    wide = c.view(np.uint32).astype(np.uint64)
    actual = ptxisa.execute(
        "add.rz.f32x2.f16x2.f32x2 d, a, c;", {"a": halves.astype(np.uint32), "c": wide | wide << np.uint64(32)}
    )["d"]
    scalar = ptxisa.execute("add.rz.f32.f16 d, a, c;", {"a": halves, "c": c})["d"]
    low = (actual & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    same = np.isnan(low.view(np.float32)) & np.isnan(scalar)
    assert np.array_equal(low[~same], scalar.view(np.uint32)[~same])


# --- by hand ---


def halves(type_: str, low: float, high: float) -> np.ndarray:
    """Return a word with a pair of half-precision numbers."""
    kind = np.float16 if type_ == "f16x2" else ml_dtypes.bfloat16
    return np.array([low, high], dtype=kind).view(np.uint32)


def singles(low: float, high: float) -> np.ndarray:
    """Return a double word with a pair of single-precision numbers."""
    return np.array([low, high], dtype=np.float32).view(np.uint64)


@pytest.mark.parametrize("type_", ["f16x2", "bf16x2"])
def test_mixed_pairs(type_: str) -> None:
    operands = {"a": halves(type_, 1.5, -2), "b": singles(2, 3), "c": singles(0.25, 1)}
    difference = ptxisa.execute(f"sub.rn.f32x2.{type_}.f32x2 d, a, c;", {"a": operands["a"], "c": operands["c"]})
    assert difference["d"] == singles(1.25, -3)
    fused = ptxisa.execute(f"fma.rn.f32x2.{type_}.f32x2.f32x2 d, a, b, c;", operands)
    assert fused["d"] == singles(3.25, -5)


@pytest.mark.parametrize("type_", ["f16x2", "bf16x2"])
@pytest.mark.parametrize(("opcode", "low", "high"), [("add", 1.75, 2.0), ("sub", 1.25, 4.0), ("mul", 0.375, -3.0)])
def test_narrowing_pairs(type_: str, opcode: str, low: float, high: float) -> None:
    operands = {"a": singles(1.5, 3), "c": singles(0.25, -1)}
    opcode += ".rz.ftz" if type_ == "f16x2" else ".rz"
    actual = ptxisa.execute(f"{opcode}.{type_}.f32x2.f32x2 d, a, c;", operands)["d"]
    assert actual == halves(type_, low, high)


def test_narrowing_cuts() -> None:
    operands = {"a": singles(1, -1), "c": singles(1.75 * 2.0**-11, -1.75 * 2.0**-11)}
    assert ptxisa.execute("add.rz.ftz.f16x2.f32x2.f32x2 d, a, c;", operands)["d"] == halves("f16x2", 1, -1)


def test_products_of_bytes_and_a_sum() -> None:
    a, b, c, want = (
        np.array(values, dtype=ml_dtypes.float8_e4m3fn).view(np.uint32)
        for values in ([1.5, -2, 0, 448], [2, 3, 5, 1], [0.5, 1, -1, 0], [3.5, -5, -1, 448])
    )
    actual = ptxisa.execute("fma.rn.e4m3x4.e4m3x4.e4m3x4 d, a, b, c;", {"a": a, "b": b, "c": c})["d"]
    assert actual == want


@pytest.mark.parametrize("mode", ["rn", "rz"])
def test_pairs_to_fixed_point(mode: str) -> None:
    actual = ptxisa.execute(f"cvt.{mode}.satfinite.s2f6x2.bf16x2 d, a;", {"a": halves("bf16x2", 0.5, -1.25)})["d"]
    assert actual == 0xB020


@pytest.mark.parametrize("type_", ["f16x2", "bf16x2"])
def test_pairs_to_the_unsigned_format(type_: str) -> None:
    actual = ptxisa.execute(f"cvt.rn.satfinite.ue5m3x2.{type_} d, a;", {"a": halves(type_, 1.5, -2)})["d"]
    assert actual == unsigned_scale(2, "rn") << 8 | unsigned_scale(1.5, "rn")


@pytest.mark.parametrize("load", ["ld.mmio.acquire.sys.global.b32", "ld.global.proxy::readonly.b32"])
def test_words_of_memory(load: str) -> None:
    memory = {"global": np.zeros(16, np.uint8)}
    place = {"p": np.array([8], np.uint64), "x": np.array([0x12345678], np.uint32)}
    ptxisa.execute("st.mmio.release.sys.global.b32 [p], x;", place, memory=memory)
    assert memory["global"].tolist() == [0] * 8 + [0x78, 0x56, 0x34, 0x12] + [0] * 4
    assert ptxisa.execute(f"{load} d, [p];", {"p": place["p"]}, memory=memory)["d"] == 0x12345678


@pytest.mark.parametrize(("name", "oracle"), [("sin", np.sin), ("cos", np.cos)])
def test_angles_in_turns(name: str, oracle: Callable[[np.ndarray], np.ndarray]) -> None:
    """sin(2 pi a) and cos(2 pi a); periodic, so that whole turns change nothing."""
    turns = RNG.uniform(-4, 4, 4096).astype(np.float32)
    statement = f"{name}.approx.ftz.2pi.f32 d, a;"
    result = ptxisa.execute(statement, {"a": turns}, target="sm_90", ptx="9.5")["d"]
    assert np.abs(result.view(np.float32) - oracle(2 * np.pi * turns.astype(np.float64))).max() < 2**-20
    eighths = np.arange(-64, 64, dtype=np.float32) / 8
    here, later = (
        ptxisa.execute(statement, {"a": eighths + whole}, target="sm_90", ptx="9.5")["d"].view(np.float32)
        for whole in (0, 2)
    )
    assert np.abs(here - later).max() < 2**-20
