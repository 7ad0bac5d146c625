"""`tcgen05.mma` on arbitrary bits against the plain reference, one element at a time in Python integers.

The bits of the operands are random, so that infinities, NaNs and subnormal numbers occur. Elements are in shared memory
one row of 16 bytes after the other; the reference reads them from there by itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.numbers.matrix.multiplication import Model, Multiplication
from ptxisa.numbers.matrix.scalar import element
from tests.run.tensor_core import instruction, matrix

M, N = 128, 16
B_START = 0x4000
FUSED, GROUPS = "fused", "scaled_groups"


def elements(shared: Any, start: int, row: int, rows: int, bits: int, count: int) -> list[int]:
    """Return a row of a K-major matrix without a swizzle: 16 bytes, then those of the next 8 columns and so on."""
    chunks = [shared[start + column * 16 * rows + row * 16 :][:16].tobytes() for column in range(count * bits // 128)]
    number = int.from_bytes(b"".join(chunks), "little")
    return [number >> i * bits & (1 << bits) - 1 for i in range(count)]


CASES = [
    ("f16", {"atype": "f16", "btype": "f16", "dtype": "f32"}, 16, 16, Model(FUSED, 25, 16)),
    ("f16", {"atype": "f16", "btype": "bf16", "dtype": "f32", "negate_b": "yes"}, 16, 16, Model(FUSED, 25, 16)),
    ("f16", {"atype": "f16", "btype": "f16", "dtype": "f16"}, 16, 16, Model(FUSED, 25, 16)),
    ("tf32", {"atype": "tf32", "btype": "tf32", "dtype": "f32"}, 32, 8, Model(FUSED, 25, 8)),
    ("f8f6f4", {"atype": "e4m3", "btype": "e5m2", "dtype": "f32"}, 8, 32, Model(FUSED, 25, 32)),
    ("f8f6f4", {"atype": "e5m2", "btype": "e4m3", "dtype": "f16"}, 8, 32, Model(FUSED, 25, 32)),
    ("mxf8f6f4", {"atype": "e5m2", "btype": "e4m3"}, 8, 32, Model(FUSED, 25, 32)),
    ("mxf4", {"scale_type": "ue8m0"}, 4, 64, Model(GROUPS, 35, 16)),
    ("mxf4nvf4", {"scale_type": "ue4m3"}, 4, 64, Model(GROUPS, 35, 16)),
]


def factors(tensor: Any, column: int, row: int, blocks: int) -> list[int]:
    """Return the scale factors of a row of A or a column of B, in the lowest bytes of a word."""
    word = int(tensor[row % 32, column + row // 32])
    return [word >> 8 * block & 0xFF for block in range(blocks)]


def prepared(random: Any) -> tuple[Any, Any]:
    """Tensor memory and shared memory; the words of scale factors in columns 256 and up are equal in each 32 lanes."""
    tensor = random.integers(0, 1 << 32, (128, 512), np.uint32)
    tensor[:, 256:] = np.tile(tensor[:32, 256:] & 0x7F7F7F7F | 0x20202020, (4, 1))
    return tensor, random.integers(0, 256, 1 << 16).astype(np.uint8)


@pytest.mark.parametrize(("kind", "fields", "bits", "k", "model"), CASES)
@pytest.mark.parametrize("target", [None, "sm_100a"])
def test_random_bits(kind: str, fields: dict[str, str], bits: int, k: int, model: Model, target: str | None) -> None:
    random = np.random.default_rng(k)
    tensor, shared = prepared(random)
    before, blocks = tensor.copy(), {"mxf8f6f4": 1, "mxf4": 2, "mxf4nvf4": 4}.get(kind, 0)
    scaled = f".block_scale{'.scale_vec::4X' if blocks == 4 else ''}" if blocks else ""
    end = "i, [x], [y], p;" if blocks else "i, p;"
    given = {"d": 32, "p": 1, "i": instruction(kind, m=M, n=N, **fields)} | ({"x": 256, "y": 300} if blocks else {})
    given |= {"a": np.uint64(matrix(0, "none", 16 * M, 128)), "b": np.uint64(matrix(B_START, "none", 16 * N, 128))}
    statement = f"tcgen05.mma.cta_group::1.kind::{kind}{scaled} [d], a, b, {end}"
    memory = {"tensor": tensor, "shared": shared}
    ptxisa.execute(statement, given, memory=memory, threads=1, target=target)

    d = fields.get("dtype", "f32")
    scale = fields.get("scale_type", "ue8m0" if blocks else "")
    types = fields.get("atype", "e2m1"), fields.get("btype", "e2m1")
    what = Multiplication(*types, d, d, negate_b=fields.get("negate_b") == "yes", scale=scale)
    for row, column in zip(random.integers(0, M, 60).tolist(), random.integers(0, N, 60).tolist(), strict=True):
        left = elements(shared, 0, row, M, bits, k)
        right = elements(shared, B_START, column, N, bits, k)
        c = int(before[row, 32 + column]) & (0xFFFF if d == "f16" else 0xFFFFFFFF)
        scales = list(zip(factors(before, 256, row, blocks), factors(before, 300, column, blocks), strict=True))
        assert tensor[row, 32 + column] == element(left, right, c, what, model if target else None, scales)
