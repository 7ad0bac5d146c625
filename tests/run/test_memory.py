"""Statements on memory: loads, stores and atomic operations on arrays of bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.execute import execute
from ptxisa.run.memory import rounds

U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64


def bytes_of(*values: Any, dtype: Any = U32) -> Any:
    return np.array(values, dtype).view(U8).copy()


def test_a_load_is_little_endian() -> None:
    memory = {"global": np.arange(16, dtype=U8)}
    out = execute("ld.global.u32 d, [p+4];", {"p": np.array([0, 4, 8], U64)}, memory=memory)
    assert [hex(value) for value in out["d"]] == ["0x7060504", "0xb0a0908", "0xf0e0d0c"]


def test_narrow_loads_fill_wider_registers() -> None:
    memory = {"global": np.array([0x80, 0x7F], U8)}
    address = {"p": np.array([0, 1], U64), "z": np.zeros(2, U32)}
    signed = execute("ld.global.s8 d, [p]; add.u32 e, d, z;", address, memory=memory)
    assert list(signed["d"]) == [0xFFFFFF80, 0x7F]
    unsigned = execute("ld.global.u8 d, [p]; add.u32 e, d, z;", address, memory=memory)
    assert list(unsigned["d"]) == [0x80, 0x7F]
    assert execute("ld.global.u8 d, [p];", {"p": address["p"]}, memory=memory)["d"].dtype == U8


def test_narrow_stores_write_the_low_bits_of_wider_registers() -> None:
    memory = {"shared": np.zeros(4, U8)}
    execute(
        "st.shared.u8 [p], x;", {"p": np.arange(4, dtype=U32), "x": np.arange(0x100, 0x104, dtype=U32)}, memory=memory
    )
    assert list(memory["shared"]) == [0, 1, 2, 3]


def test_vectors_move_element_by_element() -> None:
    memory = {"global": bytes_of(*range(8))}
    out = execute(
        "ld.global.v4.u32 {a, b, c, d}, [p]; st.global.v2.u32 [p+8], {a, b};", {"p": np.array([16], U64)}, memory=memory
    )
    assert [int(out[name][0]) for name in "abcd"] == [4, 5, 6, 7]
    assert list(memory["global"].view(U32)) == [0, 1, 2, 3, 4, 5, 4, 5]


def test_a_vector_may_overwrite_its_own_address() -> None:
    memory = {"global": bytes_of(0, 0, 5, 7, dtype=U64)}
    out = execute("ld.global.v2.u64 {p, q}, [p];", {"p": np.array([16], U64)}, memory=memory)
    assert (out["p"][0], out["q"][0]) == (5, 7)


def test_threads_whose_guard_is_false_access_no_memory() -> None:
    memory = {"global": bytes_of(1, 2)}
    values = {"p": np.array([0, 1 << 40], U64), "go": np.array([1, 0], U8), "x": np.array([9, 9], U32)}
    execute("@go st.global.u32 [p], x;", values, memory=memory)
    assert list(memory["global"].view(U32)) == [9, 2]


def test_local_memory_has_a_row_for_each_thread() -> None:
    memory = {"local": np.zeros((3, 8), U8)}
    execute("st.local.u32 [p], x;", {"p": np.full(3, 4, U64), "x": np.arange(3, dtype=U32)}, memory=memory)
    assert memory["local"].view(U32)[:, 1].tolist() == [0, 1, 2]


def test_variables_have_memory_of_their_own() -> None:
    memory = {"table": bytes_of(10, 20, 30)}
    assert execute("ld.global.u32 d, [table+8];", memory=memory, threads=1)["d"][0] == 30


def test_generic_addresses_are_global_by_default() -> None:
    address = {"p": np.array([4], U64)}
    assert execute("ld.u32 d, [p];", address, memory={"global": bytes_of(1, 2)})["d"][0] == 2
    generic = {"generic": bytes_of(3, 4), "global": bytes_of(1, 2)}
    assert execute("ld.u32 d, [p];", address, memory=generic)["d"][0] == 4


def test_atomic_operations_on_one_place_follow_each_other() -> None:
    memory = {"global": bytes_of(100, 7)}
    places = np.array([0, 4, 0, 0, 4], U64)
    out = execute("atom.global.add.u32 d, [p], x;", {"p": places, "x": np.arange(1, 6, dtype=U32)}, memory=memory)
    assert list(out["d"]) == [100, 7, 101, 104, 9]
    assert list(memory["global"].view(U32)) == [108, 14]


ASSOCIATIVE = [
    *(f"atom.global.{name}.{type_} d, [p], x;" for name in ("add", "min", "max") for type_ in ("u32", "s32")),
    *(f"atom.global.{name}.b32 d, [p], x;" for name in ("and", "or", "xor", "exch")),
]


@pytest.mark.parametrize("statement", ASSOCIATIVE)
def test_associative_operations_on_one_place_equal_those_of_one_thread_after_the_other(statement: str) -> None:
    rng = np.random.default_rng(7)
    values = {
        "p": (rng.integers(0, 5, 300) * 4).astype(U64),
        "x": rng.integers(0, 2**32, 300, dtype=U32),
        "go": (rng.integers(0, 4, 300) > 0).astype(U8),
        "d": np.zeros(300, U32),
    }
    memory = {"global": rng.integers(0, 256, 20, dtype=U8)}
    alone = {"global": memory["global"].copy()}
    together = execute(f"@go {statement}", values, memory=memory)["d"]
    each = [
        execute(f"@go {statement}", {name: array[[thread]] for name, array in values.items()}, memory=alone)["d"]
        for thread in range(300)
    ]
    np.testing.assert_array_equal(together, np.concatenate(each))
    np.testing.assert_array_equal(memory["global"], alone["global"])


def test_compare_and_swap() -> None:
    memory = {"shared": bytes_of(5)}
    values = {"p": np.zeros(3, U32), "b": np.array([5, 5, 6], U32), "c": np.array([6, 7, 8], U32)}
    out = execute("atom.shared.cas.b32 d, [p], b, c;", values, memory=memory)
    assert list(out["d"]) == [5, 6, 6]
    assert memory["shared"].view(U32)[0] == 8


def test_a_reduction_has_no_result() -> None:
    memory = {"global": bytes_of(0)}
    values = {"p": np.zeros(100, U64)}
    assert execute("red.global.inc.u32 [p], 63;", values, memory=memory) == {}
    assert memory["global"].view(U32)[0] == 100 - 64


@pytest.mark.parametrize(
    ("address", "memory", "message"),
    [
        ([0, 8], {"global": bytes_of(1, 2)}, "thread 1: address 0x8 is outside of 8 bytes"),
        ([2], {"global": bytes_of(1, 2)}, "address 0x2 is not aligned to 4 bytes"),
        ([0], {}, "no memory is given for global"),
        ([0], {"global": [1, 2, 3]}, "memory global must be a NumPy array"),
        ([0], {"global": np.zeros((4, 4), U8).T}, "must be contiguous"),
        ([1 << 63], {"global": bytes_of(1)}, "outside"),
        ([0], {"global": np.zeros(2, U8)}, "4 bytes at address 0x0 end beyond the 2 bytes of memory"),
        ([0], {"global": np.zeros(2, ">u4")}, "memory global has swapped bytes"),
        ([0], {"global": np.frombuffer(b"12345678", U8)}, "memory global is read-only"),
        ([0], {"global": np.zeros((1, 6), U8)}, "rows of memory of 6 bytes"),
        ([0, 0], {"global": np.zeros((1, 8), U8)}, "memory has 1 rows, one a thread; thread 1 has none"),
    ],
)
def test_errors(address: list[int], memory: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message) as caught:
        execute("ld.global.u32 d, [p];", {"p": np.array(address, U64)}, memory=memory)
    assert caught.value.diagnostics[0].code == "memory-access"


def test_an_address_without_a_value_is_an_error() -> None:
    with pytest.raises(PtxError, match="no value is given for register p, and no memory for a variable of that name"):
        execute("ld.global.u32 d, [p];", memory={"global": bytes_of(1)})


@pytest.mark.parametrize(
    "statement",
    [
        "ld.param.u64 d, [input]; mov.b64 t, input;",
        "mov.b64 t, input; ld.param.u64 d, [input];",
        "ld.param.u64 d, [input]; @input add.u32 t, 1, 2;",
    ],
)
def test_a_variable_with_memory_has_no_value_as_a_register(statement: str) -> None:
    with pytest.raises(PtxError, match="no value is given for input, which the statements read"):
        execute(statement, memory={"input": np.zeros(2, U64)})


def test_groups_of_one_place_each() -> None:
    groups = list(rounds(np.array([3, 1, 3, 3, 1])))
    assert [sorted(group) for group in groups] == [[0, 1], [2, 4], [3]]
    assert list(rounds(np.zeros(0, np.int64))) == []


def test_a_vector_is_aligned_as_a_whole() -> None:
    """Each element of 4 bytes would be aligned at address 4, the vector of 8 bytes is not."""
    memory = {"global": np.zeros(16, U8)}
    with pytest.raises(PtxError, match="thread 0: address 0x4 is not aligned to 8 bytes"):
        execute("ld.global.v2.u32 {a, b}, [p];", {"p": np.array([4], U64)}, memory=memory)


def test_a_vector_that_ends_outside_of_memory_writes_nothing() -> None:
    memory = {"global": np.zeros(12, U8)}
    with pytest.raises(PtxError, match="outside of 12 bytes"):
        execute("st.global.v2.u32 [p], {a, a};", {"p": np.array([8], U64), "a": 7}, memory=memory)
    assert not memory["global"].any()


@pytest.mark.parametrize("upper", [1 << 32, 0xABCD << 32])
def test_addresses_of_shared_memory_are_truncated_to_32_bits(upper: int) -> None:
    memory = {"shared": np.arange(4, dtype=np.uint32)}
    assert execute("ld.shared.u32 d, [p];", {"p": upper + 8}, memory=memory, threads=1)["d"].tolist() == [2]
