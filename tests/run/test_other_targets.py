"""Forms that sm_90 does not have, against MPFR, NumPy and formulas by hand: older PTX, and newer targets.

Conversions to the narrow formats of newer targets are in `test_cvt_oracles`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

import gmpy2
import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

from ptxisa import execute

Bits = NDArray[Any]
SINGLE = {"precision": 24, "emax": 128, "emin": -148, "subnormalize": True}
DOUBLE = {"precision": 53, "emax": 1024, "emin": -1073, "subnormalize": True}
MODES = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "rm": gmpy2.RoundDown, "rp": gmpy2.RoundUp}
HALVES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}
ONE_ABOVE = np.float32(1 + 2**-23)
NUMBERS = np.array(
    [0.0, 1.0, -1.0, 1.5, 3.0, -0.1, 1e-3, 7e5, ONE_ABOVE, -ONE_ABOVE, 2**-24, -(2**-60), 1e30, -1e-30, np.inf, np.nan],
    np.float32,
)
EXACT: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "fma": gmpy2.fma,
}


def rounded(name: str, operands: Sequence[Any], mode: str = "rn", format_: dict[str, Any] = SINGLE) -> float:
    """Return the result of an operation by MPFR; operands are exact."""
    with gmpy2.context(**format_, round=MODES[mode]):  # type: ignore[arg-type]
        wide = [gmpy2.mpfr(float(operand)) for operand in operands]
        return float(EXACT[name](*wide))


def crossed(count: int) -> list[NDArray[np.float32]]:
    """Every combination of numbers, an array for each operand."""
    return [np.array(column, np.float32) for column in zip(*itertools.product(NUMBERS, repeat=count), strict=True)]


def same(actual: Bits, wanted: Sequence[float], saturated: bool = False) -> None:
    """Equal bits; any NaN is as good as another, and `.sat` makes it 0."""
    right = np.array(wanted, np.float32)
    if saturated:
        right = np.clip(np.where(np.isnan(right), 0, right), 0, 1).astype(np.float32)
        right = np.where(right == 0, np.float32(0), right)
    got = actual.astype(np.uint32).view(np.float32)
    assert np.array_equal(np.isnan(got), np.isnan(right))
    numbers = ~np.isnan(right)
    assert actual[numbers].tolist() == right.view(np.uint32)[numbers].tolist()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "count"), [("add", 2), ("sub", 2), ("mul", 2), ("fma", 3)])
def test_two_singles(name: str, count: int, mode: str) -> None:
    operands = crossed(count)
    others = [np.roll(operand, 5) for operand in operands]
    packed = {
        register: high.view(np.uint32).astype(np.uint64) << np.uint64(32) | low.view(np.uint32)
        for register, high, low in zip("abc", operands, others, strict=False)
    }
    actual = execute(f"{name}.{mode}.f32x2 d, {', '.join(packed)};", packed)["d"]
    same(actual >> np.uint64(32), [rounded(name, row, mode) for row in zip(*operands, strict=True)])
    same(actual & np.uint64(0xFFFFFFFF), [rounded(name, row, mode) for row in zip(*others, strict=True)])


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        ("add.rn.ftz.f32x2 d, a, zero", [0.0, 0.0, 2**-126, -(2**-126)]),
        ("sub.rn.ftz.f32x2 d, a, zero", [0.0, -0.0, 2**-126, -(2**-126)]),
        ("mul.rn.ftz.f32x2 d, a, half", [0.0, -0.0, 0.0, -0.0]),
        ("fma.rn.ftz.f32x2 d, a, half, negative", [0.0, -0.0, 0.0, -0.0]),
    ],
)
def test_two_singles_flushed(operation: str, wanted: list[float]) -> None:
    """Subnormal operands and results become zeros of their sign."""
    given = {"a": [2**-127, -(2**-127), 2**-126, -(2**-126)], "zero": [0], "half": [0.5], "negative": [-0.0]}
    registers = {
        name: np.resize(np.array(values, np.float32), 4).view(np.uint32).astype(np.uint64) * np.uint64(1 << 32 | 1)
        for name, values in given.items()
        if re.search(rf"\b{name}\b", operation)
    }
    actual = execute(f"{operation};", registers)["d"]
    same(actual & np.uint64(0xFFFFFFFF), wanted)
    same(actual >> np.uint64(32), wanted)


@pytest.mark.parametrize("sat", ["", ".sat"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("name", ["add", "sub", "fma"])
def test_mixed_precision(name: str, half: str, mode: str, sat: str) -> None:
    """Halves become singles exactly; the operation rounds once."""
    with np.errstate(over="ignore"):
        narrow = NUMBERS.astype(HALVES[half])
    rows = list(itertools.product(narrow, narrow, NUMBERS) if name == "fma" else itertools.product(narrow, NUMBERS))
    columns = list(zip(*rows, strict=True))
    registers = {
        register: np.array(column, narrow.dtype).view(np.uint16)
        for register, column in zip("ab", columns[:-1], strict=False)
    }
    registers["c"] = np.array(columns[-1], np.float32).view(np.uint32)
    actual = execute(f"{name}.{mode}{sat}.f32.{half} d, {', '.join(registers)};", registers)["d"]
    same(actual, [rounded(name, row, mode) for row in rows], saturated=bool(sat))


# --- before PTX 1.4: approximations without `.approx`, whose contract names the rounded value ---


@pytest.mark.parametrize(
    ("opcode", "meaning"),
    [
        ("rcp.f32", lambda x: 1 / x),
        ("sqrt.f32", gmpy2.sqrt),
        ("rsqrt.f32", gmpy2.rec_sqrt),
        ("sin.f32", gmpy2.sin),
        ("cos.f32", gmpy2.cos),
        ("lg2.f32", gmpy2.log2),
        ("ex2.f32", gmpy2.exp2),
    ],
)
def test_implicit_approximations(opcode: str, meaning: Callable[[Any], Any]) -> None:
    given = np.array([0.25, 0.5, 1, 1.5, 2, 3, 7, 10, 0.1, 100.3, 1e-3], np.float32)
    actual = execute(f"{opcode} d, a;", {"a": given.view(np.uint32)})["d"]
    with gmpy2.context(**SINGLE):
        same(actual, [float(meaning(gmpy2.mpfr(float(x)))) for x in given])


def test_implicit_quotients_and_sums() -> None:
    a, b = (value[:-1] for value in crossed(2))
    with np.errstate(all="ignore"):
        same(execute("div.f32 d, a, b;", {"a": a.view(np.uint32), "b": b.view(np.uint32)})["d"], list(a / b))
    x, y, z = crossed(3)
    registers = {name: item.view(np.uint32) for name, item in zip("abc", (x, y, z), strict=True)}
    wanted = [rounded("fma", row) for row in zip(x, y, z, strict=True)]
    same(execute("mad.f32 d, a, b, c;", registers)["d"], wanted)
    same(execute("mad.sat.f32 d, a, b, c;", registers)["d"], wanted, saturated=True)


def test_implicit_doubles() -> None:
    x = np.array([0.1, 3.0, 1e300, 7.25, 1 / 3])
    registers = {"a": x.view(np.uint64), "b": x[::-1].copy().view(np.uint64), "c": np.roll(x, 2).view(np.uint64)}
    a, b, c = (register.view(np.float64) for register in registers.values())
    with np.errstate(all="ignore"):
        assert (
            execute("div.f64 d, a, b;", {"a": registers["a"], "b": registers["b"]})["d"].view(np.float64).tolist()
            == (a / b).tolist()
        )
        assert execute("sqrt.f64 d, a;", {"a": registers["a"]})["d"].view(np.float64).tolist() == np.sqrt(a).tolist()
    sums = [rounded("fma", row, format_=DOUBLE) for row in zip(a, b, c, strict=True)]
    assert execute("mad.f64 d, a, b, c;", registers)["d"].view(np.float64).tolist() == sums
    with gmpy2.context(**DOUBLE):
        roots = [float(gmpy2.rec_sqrt(gmpy2.mpfr(float(value)))) for value in a]
    assert execute("rsqrt.f64 d, a;", {"a": registers["a"]})["d"].view(np.float64).tolist() == roots


# --- of three operands, and of a warp ---


def extreme(name: str, values: Sequence[float], nan: bool) -> float:
    """Return the least or the greatest; with `.NaN` any NaN decides, otherwise it gives way."""
    numbers = [float(value) for value in values if not np.isnan(value)]
    if not numbers or (nan and len(numbers) < len(values)):
        return float("nan")
    return {"min": min, "max": max}[name](numbers, key=lambda value: (value, np.copysign(1, value)))


@pytest.mark.parametrize("nan", ["", ".NaN"])
@pytest.mark.parametrize("absolute", ["", ".abs"])
@pytest.mark.parametrize("name", ["min", "max"])
def test_three_operands(name: str, absolute: str, nan: str) -> None:
    operands = crossed(3)
    registers = {register: operand.view(np.uint32) for register, operand in zip("abc", operands, strict=True)}
    actual = execute(f"{name}{nan}{absolute}.f32 d, a, b, c;", registers)["d"]
    given = [np.abs(operand) for operand in operands] if absolute else operands
    same(actual, [extreme(name, row, bool(nan)) for row in zip(*given, strict=True)])


@pytest.mark.parametrize("nan", ["", ".NaN"])
@pytest.mark.parametrize("absolute", ["", ".abs"])
@pytest.mark.parametrize("name", ["min", "max"])
@pytest.mark.parametrize("with_nan", [False, True])
def test_reduction_of_singles(name: str, absolute: str, nan: str, with_nan: bool) -> None:
    given = np.random.default_rng(4).permuted(np.tile(NUMBERS[:-1], 3))[:32]
    given[9] = np.float32("nan") if with_nan else given[9]
    actual = execute(f"redux.sync.{name}{absolute}{nan}.f32 d, a, -1;", {"a": given.view(np.uint32)})["d"]
    wanted = extreme(name, np.abs(given) if absolute else given, bool(nan))
    same(actual, [wanted] * 32)


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
@pytest.mark.parametrize("offset", [0, 1, 5, 16, 31])
@pytest.mark.parametrize("segments", [0, 0x18, 0x1C])
def test_shuffle(mode: str, offset: int, segments: int) -> None:
    """The formula of the manual: `c` has the clamp in bits 4:0 and the mask of the segment in bits 12:8."""
    clamp = 0 if mode == "up" else 31
    a = np.arange(100, 132, dtype=np.uint32)
    actual = execute(f"shfl.{mode}.b32 d|p, a, {offset}, {segments << 8 | clamp};", {"a": a})
    for lane in range(32):
        most = lane & segments | clamp & ~segments
        source = {"up": lane - offset, "down": lane + offset, "bfly": lane ^ offset}.get(mode)
        if source is None:
            source = lane & segments | offset & ~segments & 31
        inside = source >= most if mode == "up" else source <= most
        assert actual["p"][lane] == inside
        assert actual["d"][lane] == a[source if inside else lane]


@pytest.mark.parametrize("votes", [0, 1, 0xFFFFFFFF, 0x80000000, 0x0F0F1234])
def test_votes(votes: int) -> None:
    p = np.array([votes >> lane & 1 for lane in range(32)], np.uint8)
    for mode, wanted in (("all", votes == 0xFFFFFFFF), ("any", votes != 0), ("uni", votes in (0, 0xFFFFFFFF))):
        assert execute(f"vote.{mode}.pred d, p;", {"p": p})["d"].tolist() == [int(wanted)] * 32
    assert execute("vote.ballot.b32 d, p;", {"p": p})["d"].tolist() == [votes] * 32


# --- cluster launch control: the layout of the response, measured on sm_100 ---


def test_response_of_a_canceled_launch() -> None:
    """Bits 31:0 have x, 47:32 y, 63:48 z, and bit 64 is set if a launch was canceled."""
    from ptxisa.numbers.patterns import array_of

    responses = {"r": array_of([1 << 64 | 0x0003_0002_0000_0001, 0xFFFF_0000_89AB_CDEF], 128)}
    query = "clusterlaunchcontrol.query_cancel"

    def answer(rest: str, name: str) -> list[int]:
        return [int(value) for value in execute(f"{query}.{rest}, r;", responses, target="sm_100")[name]]

    assert answer("is_canceled.pred.b128 p", "p") == [1, 0]
    wanted = {"x": [1, 0x89ABCDEF], "y": [2, 0], "z": [3, 0xFFFF]}
    for axis, values in wanted.items():
        assert answer(f"get_first_ctaid::{axis}.b32.b128 d", "d") == values
    for name, values in zip("xyz", wanted.values(), strict=True):
        assert answer("get_first_ctaid.v4.b32.b128 {x, y, z, w}", name) == values


@pytest.mark.parametrize(("ftz", "kept"), [("", 1), (".ftz", 0)])
def test_implicit_subnormals(ftz: str, kept: int) -> None:
    """Each operand alone, and the result alone, is subnormal."""
    tiny, least = 2**-127, 2**-126
    rows = [(tiny, 1, 0), (1, tiny, 0), (0, 1, tiny), (least, 0.5, 0)]
    registers = {
        name: np.array(column, np.float32).view(np.uint32)
        for name, column in zip("abc", zip(*rows, strict=True), strict=True)
    }
    same(execute(f"mad{ftz}.f32 d, a, b, c;", registers)["d"], [tiny * kept] * 4)


@pytest.mark.parametrize(
    ("statement", "target", "value", "exact"),
    [
        ("cvt.f64.f32 d, a;", "sm_13", np.uint32(1), 0x36A0000000000000),
        ("cvt.rn.f32.f64 d, a;", "sm_13", 2.0**-148, 2),
        ("cvt.rpi.s64.f32 d, a;", "sm_13", np.uint32(1), 1),
        ("cvt.rpi.u64.f32 d, a;", "sm_10", np.uint32(1), 1),
    ],
)
def test_cvt_of_subnormals_depends_on_the_ptx_version(statement: str, target: str, value: Any, exact: int) -> None:
    """In PTX 1.4 and earlier, these conversions do not flush subnormals on sm_1x (section 9.7.9.21)."""
    for version, expected in (("1.4", exact), ("1.5", 0), (None, 0)):
        results = execute(statement, {"a": value}, threads=1, target=target, ptx=version)
        assert results["d"].tolist() == [expected]


@pytest.mark.parametrize("statement", ["cvt.rpi.u32.f32 d, a;", "cvt.rpi.f32.f32 d, a;"])
def test_cvt_to_32_bits_flushes_subnormals_in_every_version(statement: str) -> None:
    for version in ("1.4", "2.0"):
        results = execute(statement, {"a": np.uint32(1)}, threads=1, target="sm_10", ptx=version)
        assert results["d"].tolist() == [0]
