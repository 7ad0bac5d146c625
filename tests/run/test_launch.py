"""Special registers that follow from the shape of a launch, and registers that keep a value they never had."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute


def read(name: str, type_: str = "u32", **launch: Any) -> list[int]:
    return execute(f"mov.{type_} d, {name};", **launch)["d"].tolist()


def places(shape: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Every place of a shape, x fastest."""
    x, y, z = shape
    return [(i, j, k) for k, j, i in itertools.product(range(z), range(y), range(x))]


def test_a_block_of_one_dimension_is_the_default() -> None:
    assert read("%tid.x", threads=5) == [0, 1, 2, 3, 4]
    assert read("%ntid.x", threads=5) == [5] * 5
    assert [read(name, threads=2) for name in ("%tid.y", "%tid.w", "%ntid.w", "%ctaid.x")] == [[0, 0]] * 4
    assert [read(name, threads=2) for name in ("%ntid.z", "%nctaid.x", "%cluster_nctarank")] == [[1, 1]] * 3
    assert read("%tid.x") == list(range(32))


def test_lanes_and_their_masks() -> None:
    assert read("%laneid", threads=70) == [i % 32 for i in range(70)]
    assert read("%warpid", threads=70) == [i // 32 for i in range(70)]
    compared = {"eq": int.__eq__, "lt": int.__lt__, "le": int.__le__, "gt": int.__gt__, "ge": int.__ge__}
    for name, holds in compared.items():
        expected = [sum(1 << other for other in range(32) if holds(other, lane)) for lane in range(32)]
        assert read(f"%lanemask_{name}") == expected


def test_blocks_and_grids_of_three_dimensions() -> None:
    block, grid = (8, 2, 4), (3, 1, 2)
    expected = [(thread, cta) for cta in places(grid) for thread in places(block)]
    for axis, name in enumerate("xyz"):
        assert read(f"%tid.{name}", block=block, grid=grid) == [thread[axis] for thread, _ in expected]
        assert read(f"%ctaid.{name}", block=block, grid=grid) == [cta[axis] for _, cta in expected]
        assert set(read(f"%ntid.{name}", block=block, grid=grid)) == {block[axis]}
        assert set(read(f"%nctaid.{name}", block=block, grid=grid)) == {grid[axis]}


def test_clusters_divide_the_grid() -> None:
    """A grid of 4 x 2 CTAs in clusters of 2 x 2: CTA 5 is (1, 1) of the first cluster."""
    launch = {"block": 32, "grid": (4, 2), "cluster": (2, 2)}

    def of_ctas(name: str, type_: str = "u32") -> list[int]:
        return read(name, type_, **launch)[::32]

    assert of_ctas("%clusterid.x") == [0, 0, 1, 1, 0, 0, 1, 1]
    assert of_ctas("%cluster_ctaid.x") == [0, 1, 0, 1, 0, 1, 0, 1]
    assert of_ctas("%cluster_ctaid.y") == [0, 0, 0, 0, 1, 1, 1, 1]
    assert of_ctas("%cluster_ctarank") == [0, 1, 0, 1, 2, 3, 2, 3]
    assert set(of_ctas("%cluster_nctarank")) == {4}
    assert set(of_ctas("%nclusterid.x")) == {2}
    assert set(of_ctas("%is_explicit_cluster", "pred")) == {1}
    assert set(read("%is_explicit_cluster", "pred")) == {0}


def test_vectors_and_low_halves() -> None:
    out = execute("mov.v4.u32 {a, b, c, d}, %tid; mov.u16 e, %tid.x;", threads=3)
    assert [out[name].tolist() for name in "abcd"] == [[0, 1, 2], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert out["e"].dtype == np.uint16
    assert out["e"].tolist() == [0, 1, 2]


def test_a_given_value_comes_first() -> None:
    given = np.array([7, 9], np.uint32)
    assert execute("mov.u32 d, %tid.x; mov.u32 e, %laneid;", {"%tid.x": given, "%laneid": 3})["d"].tolist() == [7, 9]
    assert execute("mov.u64 d, %clock64;", {"%clock64": 1 << 40}, threads=1)["d"].tolist() == [1 << 40]


def test_the_usual_global_index() -> None:
    program = "mov.u32 b, %ctaid.x; mov.u32 n, %ntid.x; mov.u32 t, %tid.x; mad.lo.u32 i, b, n, t;"
    assert execute(program, block=64, grid=3)["i"].tolist() == list(range(192))
    assert execute(program, block=64, threads=128)["i"].tolist() == list(range(128))


@pytest.mark.parametrize(
    ("launch", "message"),
    [
        ({"threads": 4096}, "%tid.x needs the shape of the launch: 4096 threads are more than one CTA has"),
        ({"threads": 100, "block": 64}, "100 threads do not fill a block of 64"),
        ({"block": 33, "grid": 2}, "a block of 33 threads is not a whole number of warps of 32"),
        ({"block": (1024, 2)}, "a block of 1024 x 2 x 1 threads is too large"),
        ({"block": 0}, "block must be one to three positive sizes, not 0"),
        ({"block": (1, 1, 1, 1)}, "block must be one to three positive sizes"),
        ({"block": 32, "grid": 3, "cluster": 2}, "a grid of 3 x 1 x 1 CTAs does not divide into clusters of 2 x 1 x 1"),
        ({"block": 32, "grid": 3, "threads": 32}, "3 CTAs of 32 threads are 96 threads, not 32"),
    ],
)
def test_launches_that_are_not_legal_are_errors(launch: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        read("%tid.x", **launch)


@pytest.mark.parametrize(
    ("launch", "threads"),
    [
        ({"block": 1024}, 1024),
        ({"block": (1, 1024)}, 1024),
        ({"block": (16, 1, 64)}, 1024),
        ({"block": 33, "grid": 1}, 33),
        ({"block": 1024, "grid": 2}, 2048),
        ({"threads": 1024}, 1024),
        ({"threads": 0}, 0),
    ],
)
def test_shapes_that_just_fit(launch: dict[str, Any], threads: int) -> None:
    assert len(read("%tid.x", **launch)) == threads


@pytest.mark.parametrize("launch", [{"block": (1, 1025)}, {"block": (1, 1, 65)}, {"block": 1025}])
def test_a_block_that_is_too_large_in_one_dimension(launch: dict[str, Any]) -> None:
    with pytest.raises(PtxError, match=r"threads is too large: at most 1,024, and 64 in z"):
        read("%tid.x", **launch)


def test_one_cta_has_at_most_1024_threads() -> None:
    with pytest.raises(PtxError, match="1025 threads are more than one CTA has; give block="):
        read("%tid.x", threads=1025)


@pytest.mark.parametrize("launch", [{"block": 1.5}, {"grid": True}, {"cluster": "2"}])
def test_shapes_of_another_kind(launch: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        read("%tid.x", **launch)


def test_lanes_need_no_shape() -> None:
    assert read("%laneid", threads=4096)[-1] == 31


@pytest.mark.parametrize("name", ["%clock", "%smid", "%globaltimer_lo", "%gridid"])
def test_registers_that_do_not_follow_from_the_shape_must_be_given(name: str) -> None:
    type_ = "u64" if name == "%gridid" else "u32"
    with pytest.raises(PtxError, match=f"no value is given for {name}"):
        read(name, type_)


def test_special_registers_are_read_with_mov_alone() -> None:
    with pytest.raises(PtxError, match="no special register; read %laneid with mov first"):
        execute("add.u32 d, %laneid, 1;")


# --- registers without a value ---

HALF = {"p": np.array([1, 0], np.uint8)}


def test_an_old_value_that_was_never_given() -> None:
    with pytest.raises(PtxError, match="d keeps its old value in thread 1, where no guard is true, and no old value"):
        execute("@p mov.u32 d, 7;", HALF)
    assert execute("@p mov.u32 d, 7;", {**HALF, "d": 3})["d"].tolist() == [7, 3]


def test_two_guards_may_write_every_thread() -> None:
    assert execute("@p mov.u32 d, 7; @!p mov.u32 d, 8;", HALF)["d"].tolist() == [7, 8]
    assert execute("@p mov.u32 d, 7; mov.u32 d, 9;", HALF)["d"].tolist() == [9, 9]


def test_a_register_without_a_value_must_not_be_read() -> None:
    with pytest.raises(PtxError, match="thread 1 reads t, which has no value there"):
        execute("@p mov.u32 t, 7; add.u32 d, t, 1; mov.u32 t, 0;", HALF)
    out = execute("@p mov.u32 t, 7; @p add.u32 d, t, 1; @!p mov.u32 d, 0; mov.u32 t, 0;", HALF)
    assert out["d"].tolist() == [8, 0]
    with pytest.raises(PtxError, match="thread 1 reads q"):
        execute("@p setp.eq.u32 q, 1, 1; @q mov.u32 d, 1; mov.u32 d, 2;", HALF)
    with pytest.raises(PtxError, match="thread 1 reads a"):
        execute("@p mov.u64 a, 0; ld.global.u32 d, [a]; mov.u64 a, 0;", HALF, memory={"global": np.zeros(4, np.uint8)})


@pytest.mark.parametrize(
    ("statement", "given", "expected"),
    [
        ("mov.u32 d, %clock;", {"%clock64": 0x500000007}, 7),
        ("mov.u32 d, %clock_hi;", {"%clock64": 0x500000007}, 5),
        ("mov.u32 d, %globaltimer_lo;", {"%globaltimer": 0x500000007}, 7),
        ("mov.u32 d, %globaltimer_hi;", {"%globaltimer": 0x500000007}, 5),
        ("mov.u32 d, %pm3;", {"%pm3_64": 0x500000007}, 7),
        ("mov.u32 d, %pm7;", {"%pm7_64": 0x500000007}, 7),
        ("mov.u64 d, %clock64;", {"%clock": 7, "%clock_hi": 5}, 0x500000007),
        ("mov.u64 d, %globaltimer;", {"%globaltimer_lo": 7, "%globaltimer_hi": 5}, 0x500000007),
        ("mov.u32 d, %clock;", {"%clock64": 0x500000007, "%clock": 7}, 7),
    ],
)
def test_halves_of_special_registers_follow_from_the_whole(
    statement: str, given: dict[str, int], expected: int
) -> None:
    assert execute(statement, given, threads=1)["d"].tolist() == [expected]


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        ("mov.u32 d, %clock;", {"%clock64": 0x500000007, "%clock": 8}),
        ("mov.u64 d, %clock64;", {"%clock64": 0x500000007, "%clock_hi": 8}),
        ("mov.u64 d, %pm3_64;", {"%pm3": 7}),
        ("mov.u32 d, %pm3;", {"%pm2_64": 7}),
    ],
)
def test_contradicting_or_missing_halves_are_errors(statement: str, given: dict[str, int]) -> None:
    with pytest.raises(PtxError, match="register-value"):
        execute(statement, given, threads=1)
