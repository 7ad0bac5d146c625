"""The limits of tensor maps and of accesses through them."""

from __future__ import annotations

import pytest

from ptxisa.objects.tensor_maps import Im2col, TensorAccess, TensorError, TensorMap, check, problems

PLANE = TensorMap("u16", (40, 30), (96,), (16, 5))
IMAGES = TensorMap("f16", (64, 9, 14, 3), (128, 1152, 16128), Im2col((-1, -1), (-1, -1), 8, 64))
SOLID = TensorMap("u8", (64, 64, 64), (64, 4096), (16, 4, 4))
BROKEN = {
    "there is no element type 'u7'": PLANE._replace(element="u7"),
    "a tensor has 1 to 5 dimensions, not 6": PLANE._replace(sizes=(1,) * 6, strides=(16,) * 5, box=(1,) * 6),
    "2 dimensions have 1 strides, not 2": PLANE._replace(strides=(96, 96)),
    "stride 98 is not a multiple of 16 bytes": PLANE._replace(strides=(98,)),
    "size of the box 257 is not in 1 to 256": PLANE._replace(box=(16, 257)),
    "size 0 is not in 1 to 4294967296": PLANE._replace(sizes=(40, 0)),
    "traversal stride 0 is not in 1 to 8": PLANE._replace(traversal=(1, 0)),
    "traversal stride 9 is not in 1 to 8": PLANE._replace(traversal=(1, 9)),
    "rows of the box, 34 bytes, are not a multiple of 16": PLANE._replace(box=(17, 5)),
    "rows of the box, 64 bytes, are longer than the 32 of the swizzle": PLANE._replace(box=(32, 5), swizzle="32b"),
    "u16 cannot be combined with fill oob-nan": PLANE._replace(fill="oob-nan"),
    "interleave 16b takes 3 to 5 dimensions, not 2": PLANE._replace(interleave="16b"),
    "corner 128 is not in -128 to 127": IMAGES._replace(box=Im2col((0, 0), (0, 128), 8, 64)),
    "the upper corner is before the lower one": IMAGES._replace(box=Im2col((8, 0), (-1, 0), 8, 64)),
    "number of bytes of the box 233520 is not in 0 to 233472": SOLID._replace(box=(16, 139, 105)),
    "number of bytes of the column 262144 is not in 0 to 233472": IMAGES._replace(
        box=Im2col((0, 0), (0, 0), 128, 1024)
    ),
    "number of pixels 1025 is not in 1 to 1024": IMAGES._replace(box=Im2col((0, 0), (0, 0), 8, 1025)),
    "corners of an image tensor of 4 dimensions have 2 coordinates or one": IMAGES._replace(
        box=Im2col((0, 0, 0), (0, 0, 0), 8, 1)
    ),
    "address 0x8 is not a multiple of 16 bytes": PLANE._replace(address=8),
}


@pytest.mark.parametrize("message", BROKEN)
def test_broken_limits_are_named(message: str) -> None:
    assert problems(BROKEN[message]) == [message]


WRONG = {
    "there is no mode 'row'": (PLANE, TensorAccess((0, 0), "row")),
    "tile takes 2 coordinates, not 3": (PLANE, TensorAccess((0, 0, 0))),
    "im2col does not take 2 dimensions; the tensor map is not made for im2col": (PLANE, TensorAccess((0, 0), "im2col")),
    "the tensor map is not made for tile": (IMAGES, TensorAccess((0, 0, 0, 0))),
    "tile-gather4 takes boxes of one row": (PLANE, TensorAccess((0, 0, 1, 2, 3), "tile-gather4")),
    "the first coordinate is not a multiple of 16 bytes": (PLANE, TensorAccess((4, 0))),
    "base 13 is not in -1 to 12": (IMAGES, TensorAccess((0, 0, 13, 0), "im2col")),
    "base -2 is not in -1 to 7": (IMAGES, TensorAccess((0, -2, 0, 0), "im2col")),
    "offset 256 is not in 0 to 255": (IMAGES, TensorAccess((0, 0, 0, 0), "im2col", (0, 256))),
    "im2col takes 2 further operands, not 1": (IMAGES, TensorAccess((0, 0, 0, 0), "im2col", (0,))),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_accesses_are_named(message: str) -> None:
    with pytest.raises(TensorError) as caught:
        check(*WRONG[message])
    assert str(caught.value) == message
