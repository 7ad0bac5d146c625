"""The campaign without a GPU: cases, samples, and how differences are counted."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxisa.numbers.lanes import Lanes
from ptxisa.oracle.gpu import matrices as products
from ptxisa.oracle.gpu.driver import GpuError
from ptxisa.oracle.gpu.product_kernels import kernel, metadata_words
from ptxisa.oracle.gpu.product_samples import Tiles, classes, is_float, positions, tiles
from ptxisa.oracle.gpu.products import ProductCase, cases
from tools.gpu import matrices as campaign

CASES = {case.name: case for case in cases()}
SOME = ("mma.m16n8k16.f32.f16.f16.f32", "mma.sp.m16n8k32.s32.s8.u8.s32", "wgmma.m64n8k8.f32.tf32.tf32.f32")


def test_names_are_those_of_opcodes() -> None:
    assert len(CASES) == len(cases())
    assert "mma.m16n8k32.s32.u8.s8.s32.satfinite" in CASES
    assert "wgmma.m64n8k16.f32.bf16.bf16.f32.shared-a.a-col.b-row" in CASES


def test_every_floating_point_case_has_a_model() -> None:
    assert [case.name for case in cases() if is_float(case) != (products.model(case) is not None)] == []


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        (
            SOME[0],
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%dr0, %dr1, %dr2, %dr3}, {%ar0, %ar1, %ar2, %ar3}",
        ),
        (SOME[1], "{%cr0, %cr1, %cr2, %cr3}, %e, 0;"),
        (SOME[2], "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32"),
        ("mma.m8n8k128.s32.b1.b1.s32.xor", "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc"),
        ("mma.m8n8k4.f64.f64.f64.f64.rp", "mma.sync.aligned.m8n8k4.row.col.rp.f64.f64.f64.f64"),
        ("wmma.m8n8k128.s32.b1.b1.s32.and", "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32"),
        ("wgmma.m64n8k32.s32.s8.u8.s32.satfinite", "wgmma.mma_async.sync.aligned.m64n8k32.satfinite.s32.s8.u8"),
        ("wgmma.m64n8k16.f32.f16.f16.f32.negate-a", "%bdesc, %scale, -1, 1, 0;"),
        ("wgmma.m64n8k16.f32.f16.f16.f32.shared-a.a-col", "%adesc, %bdesc, %scale, 1, 1, 1, 0;"),
    ],
)
def test_kernels_have_the_statement(name: str, statement: str) -> None:
    assert statement in kernel(CASES[name])


@pytest.mark.parametrize("name", SOME)
def test_tiles_are_always_the_same_and_vary_with_the_seed(name: str) -> None:
    case = CASES[name]
    for class_ in classes(case):
        first, again, other = (tiles(case, class_, 8, seed) for seed in (0, 0, 1))
        assert all(np.array_equal(x, y) for x, y in zip(first, again, strict=True))
        assert not np.array_equal(first.b, other.b)
        assert first.a.shape == (8, case.m, case.stored_k)


@pytest.mark.parametrize("name", ["mma.sp.m16n8k16.f32.tf32.tf32.f32", "mma.sp.m16n8k64.s32.s4.u4.s32", SOME[1]])
def test_stored_elements_are_in_distinct_columns_of_their_groups(name: str) -> None:
    case = CASES[name]
    columns = positions(case, tiles(case, classes(case)[0], 8).kept)
    assert columns.shape == (8, case.m, case.stored_k)
    assert all(len(set(row)) == case.stored_k for row in columns.reshape(-1, case.stored_k).tolist())
    assert columns.min() >= 0
    assert columns.max() < case.k


def pretend(monkeypatch: pytest.MonkeyPatch, change: Any = lambda d: d) -> None:
    """Return a GPU that computes with the model, then changes results."""

    def run(context: object, case: ProductCase, a: Lanes, b: Lanes, c: Lanes, e: Lanes | None = None) -> Lanes:
        given = Tiles(a, b, c, run.kept[len(a)] if case.is_sparse else a)  # type: ignore[attr-defined]
        results: Lanes = change(products.expected(case, given, products.model(case)))
        return results

    def words(case: ProductCase, kept: Lanes, places: object) -> Lanes:
        run.kept = {len(kept): kept}  # type: ignore[attr-defined]
        return kept

    monkeypatch.setattr(products, "run", run)
    monkeypatch.setattr(products, "metadata", lambda *_: [])
    monkeypatch.setattr(products, "metadata_words", words)


@pytest.mark.parametrize("name", SOME)
def test_equal_results_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    outcome = campaign.verify(None, CASES[name], 256, 3)  # type: ignore[arg-type]
    assert outcome.run == outcome.equal >= 8 * 128 * len(classes(CASES[name]))
    assert outcome.differences == ()
    assert set(classes(CASES[name])) <= set(outcome.kept)


def test_a_wrong_bit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def flip(d: Lanes) -> Lanes:
        d[1, 2, 3] ^= 1
        return d

    pretend(monkeypatch, flip)
    outcome = campaign.verify(None, CASES[SOME[0]], 256, 3)  # type: ignore[arg-type]
    assert outcome.run - outcome.equal == len(classes(CASES[SOME[0]]))
    first = outcome.differences[0]
    assert (first.sample, first.inputs) == ("near", {"tile": 1, "row": 2, "column": 3})


def test_words_choose_cases() -> None:
    assert {case.instruction for case in campaign.chosen(["wgmma.sp", "tf32"])} == {"wgmma.sp"}
    assert campaign.chosen(["no such word"]) == []


def test_no_case_is_bad_usage(tmp_path: Path) -> None:
    assert campaign.main([str(tmp_path / "found"), "no such word"]) == 2


def test_a_module_that_the_driver_rejects_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def reject(*_: object) -> Lanes:
        raise GpuError("the driver rejects the module")

    monkeypatch.setattr(products, "run", reject)
    monkeypatch.setattr(campaign, "GpuContext", nullcontext)
    assert campaign.report(campaign.verify_apart(128, 0, [CASES[SOME[0]]])) == 1
    assert "the driver rejects the module" in capsys.readouterr().out


def test_metadata_words_hold_the_indices_of_stored_elements() -> None:
    """Row 0 has columns 1 and 3 of its first group: indices 1 and 3 in the lowest four bits, first the lower."""
    case = CASES["mma.sp.m16n8k16.f32.f16.f16.f32"]
    kept = np.zeros((1, 16, 4, 2), np.int64) + np.array([0, 1])
    kept[0, 0, 0] = [1, 3]
    places = [[4 * (row % 8), 16 * (row // 8) + 4 * column, row, column] for row in range(16) for column in range(4)]
    words = metadata_words(case, kept, places)
    assert words.shape == (1, 32)
    assert hex(words[0, 0]) == "0x4444444d"
    assert hex(words[0, 1]) == "0x44444444"
