"""Results that the documents leave open: the bits on which no program may rely, where no chip is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ptxisa.isa.instructions import forms_of
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.numbers.primitives import open_bits
from ptxisa.run.implementation import implementation

ONE, TWO, TENTH, NAN = 0x3F800000, 0x40000000, 0x3DCCCCCD, 0x7FC00000
TINY = 0x33800000  # 2^-24, the least subnormal number of f16.
SMALL = 0x33C00000  # 1.5 * 2^-24, between two subnormal numbers of f16.
SUBNORMAL = 0x00400000  # 2^-127
WARP = sum(100 + lane << 32 * lane for lane in range(32))
"""Value of each lane of a warp."""


def contract(opcode: str, given: Mapping[str, Any], form_id: str = "") -> dict[str, tuple[int, int]]:
    """Return what an instruction writes: by operand the bits, and a mask of the open ones."""
    mnemonic, *modifiers = opcode.split(".")
    matches = (match(form, modifiers) for form in forms_of(mnemonic) if form_id in ("", form.id))
    actual = next(value for value in matches if isinstance(value, ResolvedInstruction))
    model = implementation(actual.form, actual.values, backend="reference")
    results = model.function(*(given[name] for name in model.inputs))
    return {name: (int(result), open_bits(result)) for name, result in zip(model.outputs, results, strict=True)}


def pair(low: int, high: int) -> int:
    return high << 32 | low


@pytest.mark.parametrize("opcode", ["add.rz.ftz.f16x2.f32x2.f32x2", "sub.rz.ftz.f16x2.f32x2.f32x2"])
def test_sums_that_become_subnormal_or_nan(opcode: str) -> None:
    for a, open_ in [(ONE, 0), (TINY, 0xFFFF), (NAN, 0xFFFF), (0, 0)]:
        assert contract(opcode, {"a": pair(a, ONE), "c": 0})["d"][1] == open_
        assert contract(opcode, {"a": pair(ONE, a), "c": 0})["d"][1] == open_ << 16


def test_products_that_become_subnormal_or_nan() -> None:
    for a, open_ in [(ONE, 0), (TINY, 0xFFFF), (NAN, 0xFFFF), (0, 0)]:
        given = {"a": pair(a, ONE), "c": pair(ONE, ONE)}
        assert contract("mul.rz.ftz.f16x2.f32x2.f32x2", given)["d"][1] == open_


@pytest.mark.parametrize("type_", ["e4m3x4", "e5m2x4", "e3m2x4", "e2m3x4", "e2m1x4"])
def test_elements_that_random_bits_decide(type_: str) -> None:
    """Each operand decides its own element, the first one the highest; exact numbers are certain."""
    width = 4 if type_ == "e2m1x4" else 8
    for element, name in enumerate("feba"):
        given = dict.fromkeys("abef", ONE) | {"rbits": 0x12345678, name: 0x3F8CCCCD}  # 1.1
        assert contract(f"cvt.rs.satfinite.{type_}.f32", given)["d"][1] == ((1 << width) - 1) << width * element


def test_halves_below_the_normal_numbers_that_random_bits_decide() -> None:
    for a, open_ in [(ONE, 0), (TENTH, 0), (TINY, 0), (SMALL, 0xFFFF), (SMALL | 1 << 31, 0xFFFF)]:
        given = {"a": a, "b": ONE, "rbits": 0}
        assert contract("cvt.rs.f16x2.f32", given)["d"][1] == open_ << 16
        assert contract("cvt.rs.f16x2.f32", {**given, "a": ONE, "b": a})["d"][1] == open_


@pytest.mark.parametrize(
    ("opcode", "type_nan", "number", "open_"),
    [
        ("cvt.rna.tf32.f32", NAN, ONE, 0xFFFFFFFF),
        ("cvt.f32.bf16", 0x7FC0, 0x3F80, 0xFFFFFFFF),
        ("abs.f64", 0x7FF8 << 48, 0x3FF0 << 48, (1 << 64) - 1),
    ],
)
def test_bits_of_a_nan_that_ptx_leaves_open(opcode: str, type_nan: int, number: int, open_: int) -> None:
    assert contract(opcode, {"a": type_nan})["d"][1] == open_
    assert contract(opcode, {"a": number})["d"][1] == 0


@pytest.mark.parametrize("opcode", ["div.u32", "rem.u32", "div.s32", "rem.s32"])
def test_division_by_zero(opcode: str) -> None:
    assert contract(opcode, {"a": 7, "b": 0})["d"][1] == 0xFFFFFFFF
    assert contract(opcode, {"a": 7, "b": 2})["d"][1] == 0


def test_a_base_beyond_the_mask() -> None:
    for base, open_ in [(31, 0), (32, 0xFFFFFFFF)]:
        assert contract("fns.b32", {"mask": 5, "base": base, "offset": 1})["d"] == (0xFFFFFFFF, open_)


@pytest.mark.parametrize(
    ("active", "mask", "open_"),
    [(0xFFFFFFFF, 0xFFFFFFFF, 0), (0xFFFFFFF7, 0xFFFFFFFF, -1), (0xFFFFFFFF, 0xFFFFFFF7, -1), (8, 8, 0)],
)
def test_a_shuffle_from_an_inactive_lane_is_open(active: int, mask: int, open_: int) -> None:
    given = {"a": 100, "b": 3, "c": 31, "lane": 0, "a_lanes": WARP, "active": active}
    for opcode in ["shfl.sync.idx.b32", *(["shfl.idx.b32"] if mask == 0xFFFFFFFF else [])]:
        actual = contract(opcode, {**given, "membermask": mask})
        assert actual["d"] == (103, open_ & 0xFFFFFFFF)
        assert actual["p"] == (1, 0)


@pytest.mark.parametrize(
    ("modifiers", "a", "sum_", "open_"),
    [
        ("global.add.f32", SUBNORMAL, 0, 0),
        ("global.add.noftz.f32", SUBNORMAL, SUBNORMAL, 0),
        ("shared.add.f32", SUBNORMAL, SUBNORMAL, 0),
        ("shared::cta.add.f32", SUBNORMAL, SUBNORMAL, 0),
        ("shared::cluster.add.f32", SUBNORMAL, SUBNORMAL, 0),
        ("add.f32", SUBNORMAL, 0, 0xFFFFFFFF),
        ("add.f32", ONE, ONE, 0),
        ("add.noftz.f32", SUBNORMAL, SUBNORMAL, 0),
        ("global.add.v2.f32", SUBNORMAL, 0, 0xFFFFFFFF),
        ("global.add.v2.f32", ONE, ONE, 0),
        ("global.add.noftz.v2.f32", SUBNORMAL, SUBNORMAL, 0),
    ],
)
def test_subnormal_sums_in_memory(modifiers: str, a: int, sum_: int, open_: int) -> None:
    """Global memory flushes them unless the manual excludes it, shared memory keeps them."""
    for mnemonic in ("atom", "red"):
        assert contract(f"{mnemonic}.{modifiers}", {"a": a, "b": 0})["a"] == (sum_, open_)
