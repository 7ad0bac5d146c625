"""Tensor maps as arguments, and copies of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import clean, kernel


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
@pytest.mark.parametrize("swizzle", ["none", "128b"])
def test_a_tile_is_copied_there_and_back(swizzle: str, schedule: str) -> None:
    source = np.arange(96 * 128, dtype=np.float32).reshape(128, 96)
    target = np.zeros((128, 96), np.float32)
    maps = [ptxisa.TensorMap(array, box=(32, 64), swizzle=swizzle) for array in (source, target)]
    clean("tensor", "tensor_tile", 1, 128, [*maps, 16, 32], schedule=schedule, seed=5)
    columns = np.broadcast_to(np.arange(32), (64, 32))
    if swizzle == "128b":
        # The kernel adds to places of shared memory, where chunks of 16 bytes have changed places in their row.
        row, place = np.arange(64)[:, None], np.arange(32)[None, :]
        columns = np.zeros((64, 32)) + ((place // 4 ^ row % 8) * 4 + place % 4)
    expected = np.zeros_like(target)
    expected[16:80, 32:64] = source[32:96, 16:48] + columns
    assert np.array_equal(target, expected)


def test_elements_outside_the_tensor_are_filled_and_not_stored() -> None:
    source, target = np.ones((64, 32), np.float32), np.full((64, 32), 7, np.float32)
    maps = [ptxisa.TensorMap(array, box=(32, 64)) for array in (source, target)]
    clean("tensor", "tensor_tile", 1, 128, [*maps, 0, 32])
    column = np.arange(32, dtype=np.float32)
    # Rows 32 to 95 are loaded, the last 32 of which are outside; columns 32 to 63 of the target do not exist.
    assert (target == 7).all()
    clean("tensor", "tensor_tile", 1, 128, [*maps, 0, 0])
    assert np.array_equal(target, source + column)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"box": (32,)}, "as many sizes of the box"),
    ({"box": (512, 64)}, "box"),
    ({"format": "f12", "box": (32, 64)}, "no element type"),
    ({"swizzle": "12b", "box": (32, 64)}, "no swizzle"),
    ({"strides": (20,), "box": (32, 64)}, "not a multiple of 16"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_an_illegal_map_is_one_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ptxisa.PtxError, match=message):
        ptxisa.TensorMap(np.zeros((64, 32), np.float32), **options)


def test_a_map_of_zeros_is_a_finding() -> None:
    text = kernel(
        ".shared .align 128 .b8 tile[128]; .shared .align 8 .b64 bar; mbarrier.init.shared.b64 [bar], 1;\n"
        "mov.b64 %rd1, m; cvta.param.u64 %rd2, %rd1; mov.u32 %r1, tile; mov.u32 %r2, bar; mov.u32 %r3, 0;\n"
        "cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd2, {%r3}], [%r2];",
        ".param .align 64 .b8 m[128]",
    )
    run = ptxisa.launch(text, "k", 1, 1, [bytes(128)])
    assert [finding.code for finding in run.findings] == ["tensor-map"]


def test_fields_are_replaced() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [m]; ld.param.u64 %rd2, [a]; mov.u32 %r1, 9;\n"
        "tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;\n"
        "tensormap.replace.tile.box_dim.global.b1024.b32 [%rd1], 0, %r1;",
        ".param .u64 m, .param .u64 a",
    )
    array = np.zeros(64, np.uint8)
    words = array.copy()
    buffer = np.zeros(512, np.uint8)
    start = -buffer.ctypes.data % 256
    map_ = buffer[start : start + 128]
    run = ptxisa.launch(text.replace("sm_90a", "sm_90a"), "k", 1, 1, [map_, words])
    assert run.findings == []
    assert map_[:8].view(np.uint64)[0] != 0
    assert map_[55] == 8


IMAGE = """
.shared .align 128 .b8 s[1024]; .shared .align 8 .b64 m;
mov.u32 %r1, %tid.x; mov.u32 %r2, m; mov.u32 %r3, s; setp.eq.u32 %p1, %r1, 0; mov.b64 %rd1, map;
cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [out]; ld.param.u32 %r4, [w]; ld.param.u32 %r5, [h]; mov.u16 %h1, OW;
mov.u16 %h2, OH; mov.u32 %r9, 0;
@%p1 mbarrier.init.shared.b64 [%r2], 1;
fence.proxy.async.shared::cta; bar.sync 0;
@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;
@%p1 cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes
    [%r3], [%rd1, {%r9, %r4, %r5, %r9}], [%r2], {%h1, %h2};
L: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra L;
mad.lo.u32 %r6, %r1, 32, %r3; mul.wide.u32 %rd3, %r1, 32; add.u64 %rd2, %rd2, %rd3;
ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r6]; st.global.v4.u32 [%rd2], {%r10, %r11, %r12, %r13};
ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r6+16]; st.global.v4.u32 [%rd2+16], {%r10, %r11, %r12, %r13};
"""


@pytest.mark.parametrize(("w", "h", "right", "down"), [(-1, -1, 0, 0), (-1, -1, 2, 1), (3, 2, 1, 2)])
def test_a_column_of_an_image_for_a_filter(w: int, h: int, right: int, down: int) -> None:
    """A filter of 3 x 3 pixels moves over the image with a border of one pixel; a copy has one of its pixels."""
    images, rows, columns = 2, 6, 7
    image = np.random.default_rng(5).random((images, rows, columns, 8)).astype(np.float32)
    out = np.zeros((32, 8), np.float32)
    map_ = ptxisa.TensorMap(image, lower=(-1, -1), upper=(-1, -1), channels=8, pixels=32)
    text = kernel(
        IMAGE.replace("OW", str(right)).replace("OH", str(down)),
        ".param .align 64 .b8 map[128], .param .u64 out, .param .u32 w, .param .u32 h",
    ).replace(".version 8.7", ".version 8.8")
    run = ptxisa.launch(text, "k", 1, 32, [map_, out, w & 0xFFFFFFFF, h & 0xFFFFFFFF])
    assert run.complete, run.unmodeled
    assert [str(finding) for finding in run.findings] == []
    bases = [(n, y, x) for n in range(3) for y in range(-1, rows - 1) for x in range(-1, columns - 1)]
    first = bases.index((0, h, w))
    padded = np.pad(image, [(0, 1), (1, 3), (1, 3), (0, 0)])
    expected = [padded[n, y + 1 + down, x + 1 + right] if n < images else np.zeros(8) for n, y, x in bases[first:]]
    assert np.array_equal(out, np.array(expected[:32], np.float32))


def test_an_operand_overrides_the_address_and_shape_of_a_tensor() -> None:
    text = """.version 9.4\n.target sm_107a\n.address_size 64
.visible .entry k(.param .align 64 .b8 map[128], .param .u64 other, .param .u64 out) {
.reg .pred %p<3>; .reg .b32 %r<14>; .reg .b64 %rd<8>; .reg .b16 %h<4>;
.shared .align 128 .b8 s[256]; .shared .align 8 .b64 m;
mov.u32 %r1, %tid.x; mov.u32 %r2, m; mov.u32 %r3, s; setp.eq.u32 %p1, %r1, 0; mov.b64 %rd1, map;
cvta.param.u64 %rd1, %rd1; mov.u32 %r9, 0;
ld.param.u64 %rd2, [out]; ld.param.u64 %rd4, [other]; mov.u16 %h1, 6; mov.u16 %h2, 3; mov.u32 %r5, 3; mov.u16 %h3, 0;
@%p1 mbarrier.init.shared.b64 [%r2], 1;
fence.proxy.async.shared::cta; bar.sync 0;
@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
@%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.OVERRIDE
    [%r3], [%rd1, %rd4, {%h1, %h2}, {%r5}, %h3, {%r9, %r9}], [%r2];
L: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra L;
mad.lo.u32 %r6, %r1, 4, %r3; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd2, %rd3;
ld.shared.u32 %r10, [%r6]; st.global.u32 [%rd2], %r10;
ret; }""".replace("OVERRIDE", "override::global_address.override::global_dim_stride")
    tensor, other = np.zeros((8, 8), np.uint32), np.arange(1, 61, dtype=np.uint32).reshape(5, 12)
    out = np.zeros((4, 8), np.uint32)
    run = ptxisa.launch(text, "k", 1, 32, [ptxisa.TensorMap(tensor, box=(8, 4)), other, out])
    assert run.complete, run.unmodeled
    assert [str(finding) for finding in run.findings] == []
    assert np.array_equal(out[:3, :6], other[:3, :6])
    assert not out[3:].any()
    assert not out[:, 6:].any()
