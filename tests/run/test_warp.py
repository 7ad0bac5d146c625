"""Collectives of a warp: both backends, and a model of each written from the manual."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import reduce

import numpy as np
import pytest

import ptxisa
from ptxisa.checkers import checker_of, mnemonics
from ptxisa.isa.forms import Form, Values
from ptxisa.isa.variants import variants
from ptxisa.run.implementation import REFERENCE, NotExecutable, implementation
from ptxisa.run.warp import ACTIVE, looks_around
from ptxisa.vectors.samples import executing, of_thread, samples
from tests.vectors.made import vectors

EVERY = 0xFFFFFFFF


def collectives() -> Iterator[tuple[Form, Values]]:
    """Every variant that reads other lanes."""
    for name in mnemonics():
        checker = checker_of(name)
        for form in checker.forms if checker else ():
            for values in variants(form):
                try:
                    inputs = implementation(form, values, backend=REFERENCE).inputs
                except NotExecutable:
                    break
                if not looks_around(inputs):
                    break
                yield form, values


@pytest.mark.parametrize(
    ("form", "values"),
    [pytest.param(*collective, id=f"{collective[0].id} {collective[1]}") for collective in collectives()],
)
def test_backends_agree_on_whole_warps(form: Form, values: Values) -> None:
    scalar, lanes = (implementation(form, values, backend=backend) for backend in (REFERENCE, "vector"))
    for sample in samples(form, values, random=128):
        results = lanes.function(*(sample.values[name] for name in lanes.inputs))
        for index in np.flatnonzero(executing(sample.values))[:96]:
            given = of_thread(sample.values, int(index))
            expected = scalar.function(*(given[name] for name in scalar.inputs))
            assert [int(result[index]) for result in results] == [int(result) for result in expected]


def shuffled(mode: str, a: list[int], lane: int, b: int, c: int) -> tuple[int, int]:
    """`shfl`, with the names that the manual uses."""
    bval, cval, segmask = b & 31, c & 31, c >> 8 & 31
    max_lane = (lane & segmask) | (cval & ~segmask)
    min_lane = lane & segmask
    if mode == "up":
        j, pval = lane - bval, lane - bval >= max_lane
    else:
        j = {"down": lane + bval, "bfly": lane ^ bval, "idx": min_lane | (bval & ~segmask)}[mode]
        pval = j <= max_lane
    return a[j if pval else lane], int(pval)


@pytest.mark.parametrize("mode", ["up", "down", "bfly", "idx"])
def test_shuffle_is_that_of_the_manual(mode: str) -> None:
    rng = np.random.default_rng(3)
    a, b, c = (rng.integers(0, 2**32, 32 * 200, dtype=np.uint32) for _ in range(3))
    out = ptxisa.execute(f"shfl.sync.{mode}.b32 d|p, a, b, c, -1;", {"a": a, "b": b, "c": c})
    for index in range(len(a)):
        first = index // 32 * 32
        expected = shuffled(mode, list(a[first : first + 32]), index % 32, int(b[index]), int(c[index]))
        assert (out["d"][index], out["p"][index]) == expected


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add.u32": lambda x, y: x + y & EVERY,
    "min.u32": min,
    "max.u32": max,
    "and.b32": operator.and_,
    "or.b32": operator.or_,
    "xor.b32": operator.xor,
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("mask", [EVERY, 1, 0x80000000, 0x0F0F00FF])
def test_reductions_combine_the_lanes_of_the_mask(operation: str, mask: int) -> None:
    a = np.random.default_rng(5).integers(0, 2**32, 64, dtype=np.uint32)
    members = [lane for lane in range(32) if mask >> lane & 1]
    actual = ptxisa.execute(f"redux.sync.{operation} d, a, {mask};", {"a": a})["d"]
    for warp in range(2):
        expected = reduce(OPERATIONS[operation], (int(a[warp * 32 + lane]) for lane in members))
        assert {int(actual[warp * 32 + lane]) for lane in members} == {expected}


def test_signed_reductions() -> None:
    a = np.arange(-16, 16).astype(np.int32).view(np.uint32)
    assert ptxisa.execute("redux.sync.min.s32 d, a, -1;", {"a": a})["d"].view(np.int32)[0] == -16
    assert ptxisa.execute("redux.sync.max.s32 d, a, -1;", {"a": a})["d"].view(np.int32)[0] == 15


def test_votes_count_active_members_alone() -> None:
    lanes = np.arange(32)
    values = {"mine": lanes < 8, "go": lanes % 2 == 0, **dict.fromkeys(("b", "all", "any", "uni"), 0)}
    out = ptxisa.execute(
        "@go vote.sync.ballot.b32 b, mine, 0xffff; @go vote.sync.all.pred all, mine, 0xff;"
        "@go vote.sync.any.pred any, !mine, 0xff; @go vote.sync.uni.pred uni, mine, 0xffff;",
        values,
    )
    assert out["b"][0] == 0x55
    assert out["b"][1] == 0
    assert [int(out[name][0]) for name in ("all", "any", "uni")] == [1, 0, 0]


def test_matches() -> None:
    key = np.array([7, 7, 9, 9] * 8, np.uint64)
    out = ptxisa.execute("match.any.sync.b64 d, k, -1; match.all.sync.b64 e|p, k, -1;", {"k": key})
    assert hex(out["d"][0]) == "0x33333333"
    assert not out["e"].any()
    assert not out["p"].any()
    same = ptxisa.execute("match.all.sync.b64 e|p, k, 0xff;", {"k": key * 0})
    assert same["e"][0] == 0xFF
    assert same["p"][0] == 1


def test_threads_that_do_not_exist_are_not_active() -> None:
    out = ptxisa.execute("activemask.b32 m;", threads=40)
    assert list(map(hex, out["m"][[0, 39]])) == ["0xffffffff", "0xff"]


def test_predicated_threads_are_not_active() -> None:
    out = ptxisa.execute("@p activemask.b32 m;", {"p": np.arange(32) == 5, "m": 0})
    assert out["m"][5] == 32
    assert out["m"][4] == 0


def test_samples_have_each_lane_alone_inside_and_outside_of_the_mask() -> None:
    form = next(form for form in checker_of("redux").forms if form.id == "redux.sync")  # type: ignore[union-attr]
    values = next(iter(variants(form)))
    (sample,) = (sample for sample in samples(form, values, random=32) if sample.id == "one-lane-apart")
    warps = sample.values["src"].reshape(-1, 32)
    active = sample.values[ACTIVE].reshape(-1, 32)[:, 0]
    assert len(warps) == 128
    for index, (warp, mask) in enumerate(zip(warps, active, strict=True)):
        lane = index % 32
        others = np.delete(warp, lane)
        assert len(set(others.tolist())) == 1
        assert (int(warp[lane]) ^ int(others[0])) >> 31 == 1
        assert int(mask) == (0xFFFFFFFF if index < 64 else 0xFFFFFFFF ^ 1 << lane)


def test_vectors_come_from_every_warp_of_lanes_apart() -> None:
    form = next(form for form in checker_of("redux").forms if form.id == "redux.sync")  # type: ignore[union-attr]
    chosen = [next(iter(variants(form)))]
    actual = [vector.inputs for vector in vectors(form, random=32, chosen=chosen) if vector.sample == "one-lane-apart"]
    assert len(actual) == 256
    assert len({(entry["src_lanes"], entry["active"]) for entry in actual}) == 128
