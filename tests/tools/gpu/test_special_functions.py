"""Dumps that are written and read without a GPU: a context that computes with NumPy replaces it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxisa.isa.targets import target
from ptxisa.oracle.assembler import Ptxas
from tools.gpu import special_functions as dump
from tools.gpu.special_functions import FUNCTIONS, Function, Words, digests, module, pack, read, unpack


class _Context:
    """Loads nothing and computes `rule` of 32-bit patterns."""

    def __init__(self, rule: Callable[[Words], Words]) -> None:
        self.rule = rule

    def load(self, ptx: str) -> Any:
        return self

    def function(self, name: str) -> str:
        return name

    def launch(self, name: str, threads: int, inputs: list[Words], outputs: list[Any]) -> None:
        if name == "values":
            outputs[0][:] = self.rule(np.arange(threads, dtype=np.uint32) + inputs[0][0])
        else:
            every = np.arange(threads * dump.CHUNK, dtype=np.uint32)
            outputs[0][:] = digests(0, self.rule(every).astype(np.uint64))


def _noise(count: int) -> Words:
    return np.random.default_rng(1).integers(0, 4, count, dtype=np.uint32)


@pytest.mark.parametrize("kind", ["parabola", "anything"])
def test_packing_loses_nothing(kind: str) -> None:
    at = np.arange(1 << 18, dtype=np.uint64)
    smooth = (np.uint64(0x3F800000) + (at * at >> np.uint64(15)) - at).astype(np.uint32)
    given = smooth + _noise(1 << 18) if kind == "parabola" else _noise(1 << 18) * np.uint32(0x7FFFFFFF)
    assert np.array_equal(unpack(pack(given), len(given)), given)


def test_a_dump_of_sixteen_bits_gives_back_every_result(tmp_path: Path) -> None:
    def rule(x: Words) -> Words:
        return (x * np.uint32(77)) & np.uint32(0xFFFF)

    context: Any = _Context(rule)
    path = tmp_path / "half.zip"
    with ThreadPoolExecutor() as pool, zipfile.ZipFile(path, "w") as file:
        dump.FunctionDump(context, Function("tanh.approx.f16", 16, dense=lambda exponent: True), file, pool).run()
    blocks, checks = read(path)
    every = np.arange(1 << 16, dtype=np.uint32)
    assert np.array_equal(blocks[0][1], rule(every))
    assert np.array_equal(checks, digests(0, rule(every).astype(np.uint64)))


def test_a_digest_sees_one_changed_result() -> None:
    results = np.arange(dump.CHUNK, dtype=np.uint64)
    changed = results.copy()
    changed[4711] ^= np.uint64(1)
    assert digests(0, results) != digests(0, changed)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_kernels_assemble(name: str, ptxas: Ptxas) -> None:
    assert ptxas.rejection(module(FUNCTIONS[name]), target("sm_90")) == ""
