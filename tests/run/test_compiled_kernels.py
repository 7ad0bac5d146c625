"""Kernels in CUDA C++ with matrices, compiled by nvcc 13.0: `execute` leaves the bits that an H200 left.

`kernels.ptx` is what ``nvcc -std=c++17 -arch=sm_90 -ptx kernels.cu`` made of ``nvcuda::wmma``, and of ``ldmatrix`` and
``mma`` in inline assembly. `results_sm_90.npz` has the bytes of D from one warp, with the operands of `operands`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.oracle.gpu.matrix_statements import content

FOLDER = Path(__file__).parent.parent / "fixtures" / "compiled_matrix_kernels"
PTX = (FOLDER / "kernels.ptx").read_text()
BYTES = 4096
KINDS = {
    "wmma_f16_f32": ("f16", "f16", "f32"),
    "wmma_f16_f16": ("f16", "f16", "f16"),
    "wmma_bf16": ("bf16", "bf16", "f32"),
    "wmma_s8": ("s8", "s8", "s32"),
    "wmma_u8": ("u8", "u8", "s32"),
    "wmma_f64": ("f64", "f64", "f64"),
    "wmma_tf32": ("f32", "f32", "f32"),
    "ldmatrix_mma": ("f16", "f16", "f32"),
}
"""Types of A, B and C of each kernel."""


def operands(name: str) -> list[Any]:
    return [content(f"{name} {index}", kind, BYTES) for index, kind in enumerate(KINDS[name])]


def body(name: str) -> str:
    """Return the statements of a kernel up to its only `ret`; the one variable in shared memory is at address 0."""
    text = PTX[PTX.index(f".entry {name}(") :].partition("\n\tret;")[0]
    text = re.sub(r"//[^\n]*", "", text.partition("{")[2])
    text = re.sub(r"^\s*\.(reg|shared) [^;]*;|^\s*[{}]$", "", text, flags=re.MULTILINE)
    return text.replace("_ZZ12ldmatrix_mmaE4tile", "0")


@pytest.mark.parametrize("name", KINDS)
def test_a_compiled_kernel_leaves_the_bits_of_the_gpu(name: str) -> None:
    memory = np.concatenate([*operands(name), np.zeros(BYTES, np.uint8)])
    parameters = {f"{name}_param_{index}": np.array([index * BYTES], np.uint64) for index in range(4)}
    given = {"global": memory, "shared": np.zeros(1536, np.uint8), **parameters}
    ptxisa.execute(body(name), memory=given, target="sm_90", threads=32)
    with np.load(FOLDER / "results_sm_90.npz") as measured:
        assert memory[3 * BYTES :].any()
        assert np.array_equal(memory[3 * BYTES :], measured[name])


def test_the_compiled_module_has_no_errors() -> None:
    assert [str(diagnostic) for diagnostic in ptxisa.check_module(PTX) if diagnostic.severity == "error"] == []
