"""Random kernels: results of an H200, whose driver compiled them without optimization."""

from __future__ import annotations

import hashlib

import pytest

from tools.gpu.random_kernels import Program, computed

MEASURED = [
    (0, "4c53ae42a5033e76"), (1, "bef46624460eb982"), (2, "d863d3206c4bde9f"), (3, "c45b2b0cbaa6e20e"),
    (4, "001f8e7b1e180c99"), (5, "ca9c6544a5d00a00"), (6, "537a0375cb70aa77"), (7, "511255ab610535bb"),
    (8, "46435e95c33b35d8"), (9, "bc216b15c3bfedef"), (10, "b60d95006566a8f3"), (11, "93d6f89cb57da467"),
]  # fmt: skip
"""Seeds, with the SHA-256 of the output and the totals."""


@pytest.mark.parametrize(("seed", "digest"), MEASURED)
def test_a_random_kernel_leaves_the_bits_of_the_gpu(seed: int, digest: str) -> None:
    program = Program(seed, features=())
    results, findings = computed(program, program.text())
    assert findings == []
    assert hashlib.sha256(b"".join(array.tobytes() for array in results)).hexdigest()[:16] == digest
