"""The campaign of atomic additions: its kernels and operands, and results of an H200."""

from __future__ import annotations

import numpy as np
import pytest

from tools.gpu.atomics import PLACES, Case, cases, differing, kernel, pairs, special_values

GLOBAL, GENERIC_SHARED, OTHER = (next(place for place in PLACES if place.name == name)
                                 for name in ("global", "generic_shared", "other"))  # fmt: skip

MEASURED = [
    ("f64", GLOBAL, 0x7FF0000000000001, 0x3FF0000000000000, 0x7FF0000000000001),
    ("f64", GENERIC_SHARED, 0x7FF0000000000001, 0x3FF0000000000000, 0x7FF8000000000001),
    ("f64", GLOBAL, 0x7FF8000000000001, 0xFFF0000000000001, 0xFFF0000000000001),
    ("f64", OTHER, 0x7FF8000000000001, 0xFFF0000000000001, 0x7FF8000000000001),
    ("f64", GLOBAL, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF8000000000000),
    ("f32", GLOBAL, 1, 1, 0),
    ("f32", GENERIC_SHARED, 1, 1, 2),
    ("f32", GLOBAL, 0x00800000, 0x80000001, 0x00800000),
    ("f32", OTHER, 0x00800000, 0x80000001, 0x007FFFFF),
    ("f32", GLOBAL, 0x7F800001, 0x3F800000, 0x7FFFFFFF),
    ("f16", GLOBAL, 0x7C01, 0x3C00, 0x7FFF),
    ("f16", GENERIC_SHARED, 1, 1, 2),
]


@pytest.mark.parametrize("kind", ["atom", "red"])
@pytest.mark.parametrize(("type_", "place", "before", "addend", "after"), MEASURED)
def test_the_model_has_results_of_the_gpu(
    kind: str, type_: str, place: object, before: int, addend: int, after: int
) -> None:
    word = {"f16": np.uint16, "f32": np.uint32, "f64": np.uint64}[type_]
    before_, addend_, after_ = (np.array([value], word) for value in (before, addend, after))
    case = Case(kind, place, type_)  # type: ignore[arg-type]
    assert not len(differing(case, before_, addend_, after_, "sm_90a"))
    assert len(differing(case, before_, addend_, after_ ^ word(1), "sm_90a"))


def test_vectors_flush_in_global_memory() -> None:
    import ptxisa

    memory = {"global": np.array([1, 0x00800000], np.uint32)}
    registers = {"p": 0, "b": 1, "c": 0x80000001}
    ptxisa.execute("red.global.add.v2.f32 [p], {b, c};", registers, memory=memory, target="sm_90", threads=1)
    assert memory["global"].tolist() == [0, 0x00800000]


def test_kernels_name_each_case_once() -> None:
    every = list(cases())
    assert len({case.name for case in every}) == len(every) == 72
    text = kernel(Case("atom", OTHER, "f16x2"))
    assert "atom.shared::cluster.add.noftz.f16x2 old, [%q], addend;" in text
    assert ".reqnctapercluster 2" in text
    assert "cvta.shared.u64 %cell, %cell;" in kernel(Case("red", GENERIC_SHARED, "f64"))


def test_operands_have_every_pair_of_special_values() -> None:
    special = special_values("f16")
    assert {0, 0x8000, 1, 0x3FF, 0x400, 0x3C00, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7FFF, 0xFE01} <= set(special)
    operands = pairs("f16", 10)
    assert {(a, b) for a in special for b in special} <= {(int(a), int(b)) for a, b in operands}
    assert len(operands) % 256 == 0
