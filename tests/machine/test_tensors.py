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
