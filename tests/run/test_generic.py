"""Generic addresses: windows, conversions, and accesses through them. Addresses of windows are those of the manual."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute

U8, U32, U64 = np.uint8, np.uint32, np.uint64
SHARED, LOCAL, CONST, PARAM = 0x7F0000000000, 0x7E0000000000, 0x7D0000000000, 0x7C0000000000


def result_of(statement: str, **registers: Any) -> int:
    (value,) = execute(statement, registers, threads=1).values()
    return int(value[0])


@pytest.mark.parametrize(
    ("space", "address", "generic"),
    [
        ("shared", 0x40, SHARED + 0x40),
        ("shared::cta", 0x1000040, SHARED + 0x1000040),
        ("shared::cluster", 0x2000040, SHARED + 0x2000040),
        ("local", 0x40, LOCAL + 0x40),
        ("const", 0, CONST),
        ("param", 8, PARAM + 8),
        ("global", 0x123456789A, 0x123456789A),
    ],
)
def test_conversions_go_both_ways(space: str, address: int, generic: int) -> None:
    assert result_of(f"cvta.{space}.u64 p, a;", a=address) == generic
    assert result_of(f"cvta.to.{space}.u64 p, a;", a=generic) == address


@pytest.mark.parametrize(
    ("address", "spaces"),
    [
        (0, {"global"}),
        (SHARED - 1, {"global"}),
        (SHARED, {"shared", "shared::cta", "shared::cluster"}),
        (SHARED + 0xFFFFFF, {"shared", "shared::cta", "shared::cluster"}),
        (SHARED + 0x1000000, {"shared::cluster"}),
        (SHARED + 0xFFFFFFFF, {"shared::cluster"}),
        (SHARED + 0x100000000, {"global"}),
        (LOCAL, {"local"}),
        (LOCAL + 0xFFFFFF, {"local"}),
        (LOCAL + 0x1000000, {"global"}),
        (CONST, {"const"}),
        (PARAM, {"param", "param::entry", "global"}),
    ],
)
def test_windows_are_as_large_as_on_the_gpu(address: int, spaces: set[str]) -> None:
    """Sizes and overlaps are those that an H200 has: see the measurement atomic-additions."""
    every = ("global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry")
    assert {space for space in every if result_of(f"isspacep.{space} p, a;", a=address)} == spaces


def test_other_windows() -> None:
    memory = {"generic": {"shared": 0x300000000}, "shared": np.array([7], U32)}
    out = execute("cvta.shared.u64 p, a; ld.u32 d, [p];", {"a": 0}, memory=memory, threads=1)
    assert (out["p"][0], out["d"][0]) == (0x300000000, 7)


def test_windows_may_begin_in_the_middle_of_4_gib_and_next_to_each_other() -> None:
    local = 0x500000000 + 0x1000000
    memory: dict[str, Any] = {
        "generic": {"shared": 0x400000000, "local": local},
        "shared": np.array([7], U32),
        "local": np.array([[8, 9]], U32),
    }
    addresses = {"a": 4, "p": [local + 4], "q": [0x400000000]}
    out = execute("cvta.local.u64 d, a; ld.u32 x, [p]; ld.u32 y, [q];", addresses, memory=memory)
    assert (int(out["d"][0]), int(out["x"][0]), int(out["y"][0])) == (local + 4, 9, 7)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"y": 0, "x": 0}, "no window of generic addresses is called 'x'; they are shared, local, const, param"),
        ({"globl": 0}, "no window of generic addresses is called 'globl'; they are shared, local, const, param"),
        ({"local": 1.5}, "the window of local memory begins at a number, not at '1.5'"),
        ({"local": True}, "the window of local memory begins at a number, not at 'True'"),
        ({"local": 0}, "the window of local memory begins at a multiple of 0x1000000, not at 0x0"),
        ({"local": (1 << 40) + (1 << 23)}, "begins at a multiple of 0x1000000, not at 0x10000800000"),
        ({"shared": (1 << 40) + (1 << 24)}, "begins at a multiple of 0x100000000, not at 0x10001000000"),
        ({"local": 1 << 64}, "the window of local memory begins at a multiple of 0x1000000"),
        ({"local": SHARED + (1 << 24)}, "windows of generic addresses must differ in their upper 32 bits"),
        ({"local": SHARED}, "windows of generic addresses must differ in their upper 32 bits"),
    ],
)
def test_illegal_windows_are_errors(given: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError) as caught:
        execute("add.u32 d, 1, 1;", memory={"generic": given})
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "memory-access"
    assert message in diagnostic.message


def test_threads_may_point_into_different_memories() -> None:
    memory: dict[str, Any] = {
        "global": np.array([1, 2], U32),
        "shared": np.array([3, 4], U32),
        "local": np.array([[5], [6], [7], [8]], U32),
    }
    addresses = np.array([4, SHARED, SHARED + 4, LOCAL], U64)
    out = execute("ld.u32 d, [p]; add.u32 e, d, 10; st.u32 [p], e;", {"p": addresses}, memory=memory)
    assert out["d"].tolist() == [2, 3, 4, 8]
    assert memory["global"].tolist() == [1, 12]
    assert memory["shared"].tolist() == [13, 14]
    assert memory["local"].tolist() == [[5], [6], [7], [18]]


def test_atomic_additions_flush_by_the_memory_that_an_address_points_to() -> None:
    """Subnormals: 1 + 1 is 2 in shared memory and 0 in global memory, as an H200 has it."""
    for target in (None, "sm_90"):
        memory = {"global": np.array([1], U32), "shared": np.array([1], U32)}
        execute("red.add.f32 [p], x;", {"p": np.array([0, SHARED], U64), "x": U32(1)}, memory=memory, target=target)
        assert (memory["global"][0], memory["shared"][0]) == (0, 2)


def test_atomic_nans_follow_the_memory() -> None:
    """A signaling NaN stays as it is in global memory and becomes quiet in shared memory, as measured."""
    nan = 0x7FF0000000000001
    memory = {"global": np.array([nan], U64), "shared": np.array([nan], U64)}
    registers = {"p": np.array([0, SHARED], U64), "x": U64(0x3FF0000000000000)}
    execute("atom.add.f64 d, [p], x;", registers, memory=memory, target="sm_90")
    assert [hex(memory[name][0]) for name in ("global", "shared")] == [hex(nan), "0x7ff8000000000001"]


def test_atomic_operations_in_two_memories_keep_their_order() -> None:
    memory = {"global": np.zeros(1, U32), "shared": np.zeros(1, U32)}
    addresses = np.array([0, SHARED, 0, SHARED, 0], U64)
    assert execute("atom.add.u32 d, [p], 1;", {"p": addresses}, memory=memory)["d"].tolist() == [0, 0, 1, 1, 2]


def test_an_error_in_one_memory_leaves_the_other_untouched() -> None:
    memory = {"global": np.zeros(1, U32), "shared": np.zeros(1, U32)}
    with pytest.raises(PtxError, match="address 0x8 is outside of 4 bytes"):
        execute("st.u32 [p], 1;", {"p": np.array([0, SHARED + 8], U64)}, memory=memory)
    assert memory["global"][0] == 0
    with pytest.raises(PtxError, match="no memory is given for local"):
        execute("st.u32 [p], 1;", {"p": np.array([LOCAL], U64)}, memory=memory)


def test_vectors_through_generic_addresses() -> None:
    memory = {"shared": np.arange(8, dtype=U32)}
    out = execute("ld.v4.u32 {a, b, c, d}, [p];", {"p": np.array([SHARED + 16], U64)}, memory=memory)
    assert [int(out[name][0]) for name in "abcd"] == [4, 5, 6, 7]
    with pytest.raises(PtxError, match="is not aligned to 16 bytes"):
        execute("ld.v4.u32 {a, b, c, d}, [p];", {"p": np.array([SHARED + 8], U64)}, memory=memory)


def test_operands_in_shared_memory_accept_generic_addresses() -> None:
    for address in (8, SHARED + 8):
        memory = {"shared": np.zeros(2, U64)}
        execute("mbarrier.init.b64 [p], 1;", {"p": address}, memory=memory, threads=1)
        assert memory["shared"][0] == 0
        assert memory["shared"][1] != 0


def test_shared_memory_of_each_cta_and_of_the_cluster() -> None:
    """Two clusters of two CTAs; each CTA writes its number, then reads that of the other one of its cluster."""
    memory = {"shared": np.zeros((4, 4), U8)}
    program = """
        mov.u64 zero, 0; mov.u32 n, %ctaid.x; st.shared.u32 [zero], n; barrier.cluster.arrive; barrier.cluster.wait;
        mov.u32 r, %cluster_ctarank; xor.b32 other, r, 1;
        mapa.shared::cluster.u64 a, zero, other; ld.shared::cluster.u32 d, [a];
        cvta.shared::cluster.u64 p, a; ld.u32 e, [p];
    """
    out = execute(program, block=32, grid=4, cluster=2, memory=memory, target="sm_90")
    assert out["d"][::32].tolist() == out["e"][::32].tolist() == [1, 0, 3, 2]
    assert memory["shared"][:, 0].tolist() == [0, 1, 2, 3]
    with pytest.raises(PtxError, match="its cluster has no CTA of rank 2"):
        execute("ld.shared::cluster.u32 d, [p];", {"p": 0x2000000}, block=32, grid=4, cluster=2, memory=memory)
    with pytest.raises(PtxError, match="one a CTA; CTA 4 has none"):
        execute("ld.shared.u32 d, [p];", {"p": 0}, block=32, grid=5, memory=memory)


def test_narrow_generic_addresses_have_no_window() -> None:
    with pytest.raises(PtxError, match=r"use \.u64"):
        execute("cvta.shared.u32 p, a;", {"a": 0})


@pytest.mark.filterwarnings("error", "ignore:.*undefined-behavior")
@pytest.mark.parametrize("space", ["shared", "local", "const", "param"])
@pytest.mark.parametrize("address", [0, 1, (1 << 64) - 1])
def test_scalar_addresses_wrap_around_without_warnings(space: str, address: int) -> None:
    threads = 4
    for statement in (f"cvta.{space}.u64 p, a;", f"cvta.to.{space}.u64 p, a;"):
        scalar = execute(statement, {"a": address}, threads=threads)["p"].tolist()
        assert scalar == execute(statement, {"a": np.full(threads, address, U64)})["p"].tolist()
