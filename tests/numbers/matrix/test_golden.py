"""Both backends against results of an H200 and an H100.

Each of 690 multiplications has a result of each class of samples, and results with which similar models would fail.
`python -m tools.gpu.matrices FOLDER` on a GPU of sm_90 writes such a file.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from ptxisa.numbers.lanes import Lanes
from ptxisa.numbers.matrix.contract import allowed
from ptxisa.numbers.matrix.lanes import multiply
from ptxisa.numbers.matrix.multiplication import Model
from ptxisa.numbers.matrix.scalar import element
from ptxisa.oracle.gpu.matrices import model, multiplication
from ptxisa.oracle.gpu.product_samples import classes
from ptxisa.oracle.gpu.products import ProductCase, cases
from tools.gpu import golden
from tools.gpu.matrices import neighbors

GOLDEN = golden.read(Path(__file__).parents[2] / "fixtures" / "matrix_products_sm_90.npz")
CASES = {case.name: case for case in cases()}
FLOATING = [name for name, case in CASES.items() if case.d in ("f16", "f32")]


def computed(case: ProductCase, result: golden.Elements, by: Model | None) -> Lanes:
    """Each element as a product of a row and a column."""
    given = result.a[:, None, :], result.b[:, :, None], result.c[:, None, None]
    return multiply(*given, multiplication(case), by)[:, 0, 0]


def test_every_case_is_kept_with_results_of_every_class() -> None:
    assert set(GOLDEN) == set(CASES)
    assert len(GOLDEN) == 690
    for name, result in GOLDEN.items():
        assert len(result.d) >= len(classes(CASES[name]))


@pytest.mark.parametrize("name", CASES)
def test_arrays_equal_results_of_a_gpu(name: str) -> None:
    assert computed(CASES[name], GOLDEN[name], model(CASES[name])).tolist() == GOLDEN[name].d.tolist()


@pytest.mark.parametrize(
    ("name", "missed"),
    [
        ("mma.m16n8k16.f32.f16.f16.f32", {"less fraction", "more fraction", "smaller blocks", "less kept"}),
        ("mma.m16n8k8.f32.tf32.tf32.f32", {"no floor", "lower floor", "higher floor", "smaller blocks"}),
        ("mma.m16n8k16.f32.bf16.bf16.f32", {"no floor", "lower floor", "higher floor"}),
        ("wmma.m16n16k8.f32.tf32.tf32.f32", {"smaller blocks", "larger blocks"}),
        ("wmma.m16n16k16.f16.f16.f16.f32", {"fused"}),
        ("mma.m16n8k32.f32.e4m3.e4m3.f32", {"fused", "less fraction", "more fraction"}),
        ("mma.m8n8k4.f32.f16.f16.f32", {"pairwise"}),
        ("wgmma.m64n8k32.f32.e4m3.e4m3.f32", {"less fraction", "more fraction", "less kept", "more kept"}),
        ("wgmma.sp.m64n8k32.f32.f16.f16.f32", {"less fraction", "more fraction", "smaller blocks"}),
    ],
)
def test_neighbors_of_the_model_miss_results(name: str, missed: set[str]) -> None:
    case = CASES[name]
    known = model(case)
    assert known is not None
    others = neighbors(known)
    assert {
        value for value in missed if (computed(case, GOLDEN[name], others[value]) != GOLDEN[name].d).any()
    } == missed


@pytest.mark.parametrize("name", list(CASES)[::3])
def test_the_scalar_definition_equals_results_of_a_gpu(name: str) -> None:
    result, case = GOLDEN[name], CASES[name]
    results = [
        element(a, b, c, multiplication(case), model(case))
        for a, b, c in zip(result.a.tolist(), result.b.tolist(), result.c.tolist(), strict=True)
    ]
    assert results == result.d.tolist()


@pytest.mark.parametrize("name", FLOATING[::2])
def test_without_a_model_both_backends_round_the_exact_sum(name: str) -> None:
    result, case = GOLDEN[name], CASES[name]
    results = [
        element(a, b, c, multiplication(case))
        for a, b, c in zip(result.a.tolist(), result.b.tolist(), result.c.tolist(), strict=True)
    ]
    assert computed(case, result, None).tolist() == results


@pytest.mark.parametrize("name", FLOATING)
def test_the_contract_allows_results_of_a_gpu(name: str) -> None:
    """All but 8-bit products of wgmma, whose sums have 13 bits where PTX promises single precision."""
    result, case = GOLDEN[name], CASES[name]
    given = result.a[:, None, :], result.b[:, :, None], result.c[:, None, None], result.d[:, None, None]
    imprecise = case.instruction.startswith("wgmma") and case.a in ("e4m3", "e5m2") and case.d == "f32"
    assert imprecise or allowed(*given, multiplication(case)).all()


def test_8_bit_products_of_wgmma_are_less_precise_than_the_contract() -> None:
    name = "wgmma.m64n8k32.f32.e4m3.e4m3.f32"
    result = GOLDEN[name]
    given = result.a[:, None, :], result.b[:, :, None], result.c[:, None, None], result.d[:, None, None]
    assert not allowed(*given, multiplication(CASES[name])).all()


def test_contract_allows_the_exact_sum_alone_where_it_must() -> None:
    """One unit beyond the slack is not allowed, nor an infinity where none can come about."""
    name = "mma.m16n8k16.f32.f16.f16.f32"
    one, case = np.full((1, 1, 16), 0x3C00, np.uint16), CASES[name]
    for pattern, wanted in ((0x41880000, True), (0x41880010, True), (0x41880040, False), (0x7F800000, False)):
        d = np.full((1, 1, 1), pattern, np.uint32)
        c = np.full((1, 1, 1), 0x3F800000, np.uint32)
        assert bool(allowed(one, one.reshape(1, 16, 1), c, d, multiplication(case)).all()) == wanted


def test_golden_elements_are_read_as_they_were_written(tmp_path: Path) -> None:
    some = {name: GOLDEN[name] for name in list(GOLDEN)[:5]}
    golden.write(tmp_path / "some.npz", some)
    again = golden.read(tmp_path / "some.npz")
    assert list(again) == list(some)
    for name, actual in some.items():
        assert [digest(value) for value in actual] == [digest(number) for number in again[name]]


def digest(x: Lanes) -> tuple[str, tuple[int, ...], str]:
    return x.dtype.str, x.shape, hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest()
