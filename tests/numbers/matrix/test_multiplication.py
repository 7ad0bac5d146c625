"""Models of targets for instructions."""

from __future__ import annotations

import pytest

from ptxisa.isa.targets import UnknownTarget
from ptxisa.numbers.matrix.multiplication import Model, Multiplication, find

HALF = Multiplication("f16", "f16", "f32", "f32")
EIGHT = Multiplication("e4m3", "e5m2", "f32", "f32")


@pytest.mark.parametrize(
    ("target", "shape", "fraction", "block"),
    [
        ("sm_70", "m8n8k4", 23, 4),
        ("sm_75", "m16n8k8", 24, 8),
        ("sm_86", "m16n8k16", 24, 8),
        ("sm_90", "m16n8k16", 25, 16),
        ("sm_90a", "m16n8k16", 25, 16),
        ("sm_100f", "m16n8k16", 25, 16),
        ("sm_120", "m16n8k16", 25, 16),
    ],
)
def test_half_precision(target: str, shape: str, fraction: int, block: int) -> None:
    model = find(target, "mma", shape, HALF)
    assert model is not None
    assert (model.accumulation, model.fraction, model.block) == ("fused", fraction, block)


def test_8_bit_products_differ_between_instructions() -> None:
    by_warp = find("sm_90", "mma", "m16n8k32", EIGHT)
    by_group = find("sm_90a", "wgmma", "m64n8k32", EIGHT)
    assert by_warp == Model("register_halves", fraction=25, min_exponent=-133)
    assert by_group == Model("fused", fraction=13, block=32, min_exponent=-133, sum_fraction=13)


def test_wmma_of_f16_from_f32_goes_through_single_precision() -> None:
    what = HALF._replace(d="f16")
    actual = [find("sm_90", "wmma", "m16n16k16", value) for value in (what, what._replace(c="f16"), HALF)]
    assert [item and item.accumulation for item in actual] == ["via_f32", "fused", "fused"]


@pytest.mark.parametrize(
    ("target", "fraction", "block"),
    [("sm_75", 24, 8), ("sm_86", 24, 8), ("sm_89", 24, 8), ("sm_100a", 25, 16), ("sm_120", 25, 16)],
)
def test_wmma_is_made_of_the_instructions_of_mma(target: str, fraction: int, block: int) -> None:
    """Compare with ptxas 13.0, which computes a D of f16 as f32 and converts it where C is f32."""
    actual = [find(target, "wmma", "m32n8k16", HALF._replace(d=kind)) for kind in ("f32", "f16")]
    assert actual == [Model(method, fraction=fraction, block=block) for method in ("fused", "via_f32")]


@pytest.mark.parametrize(("target", "fraction"), [("sm_80", 24), ("sm_100", 25)])
def test_wmma_of_tf32_has_blocks_of_four(target: str, fraction: int) -> None:
    what = Multiplication("tf32", "tf32", "f32", "f32")
    assert find(target, "wmma", "m16n16k8", what) == Model("fused", fraction=fraction, block=4)


@pytest.mark.parametrize(
    ("target", "instruction", "what"),
    [
        ("sm_90", "mma", Multiplication("s8", "s8", "s32", "s32")),
        ("sm_75", "mma", Multiplication("bf16", "bf16", "f32", "f32")),
        ("sm_80", "mma.sp", HALF),
        ("sm_61", "mma", HALF),
        ("sm_70", "wmma", HALF),
    ],
)
def test_no_model_where_none_is_known(target: str, instruction: str, what: Multiplication) -> None:
    assert find(target, instruction, "m16n8k16", what) is None


def test_unknown_target() -> None:
    with pytest.raises(UnknownTarget, match="unknown target"):
        find("sm_91", "mma", "m16n8k16", HALF)
