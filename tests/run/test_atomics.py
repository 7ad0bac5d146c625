"""Atomic operations and reductions on memory, compared with their definitions in NumPy."""

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

from ptxisa import execute
from ptxisa.numbers.patterns import integers

U16, U32, U64, F32 = np.uint16, np.uint32, np.uint64, np.float32

OPERATIONS: list[tuple[str, str, Callable[[int, int], int]]] = [
    ("and", "b32", lambda r, s: r & s),
    ("or", "b64", lambda r, s: r | s),
    ("xor", "b32", lambda r, s: r ^ s),
    ("exch", "b64", lambda r, s: s),
    ("add", "u32", lambda r, s: r + s),
    ("add", "u64", lambda r, s: r + s),
    ("inc", "u32", lambda r, s: 0 if r >= s else r + 1),
    ("dec", "u32", lambda r, s: s if r == 0 or r > s else r - 1),
    ("min", "u64", min),
    ("max", "u32", max),
    ("min", "s32", lambda r, s: min(r, s, key=lambda x: x ^ 1 << 31)),
    ("max", "s64", lambda r, s: max(r, s, key=lambda x: x ^ 1 << 63)),
]


@pytest.mark.parametrize(("operation", "type_", "combined"), OPERATIONS)
def test_atomic_operations_follow_the_order_of_the_threads(
    operation: str, type_: str, combined: Callable[[int, int], int]
) -> None:
    """Many threads and few places, where each thread sees what the one before left."""
    rng = np.random.default_rng(1)
    dtype, bits = (U32, 32) if type_.endswith("32") else (U64, 64)
    edges = np.array([0, 1, 5, 2 ** (bits - 1), 2**bits - 1], dtype)
    memory, given = rng.choice(edges, 4), rng.choice(edges, 200)
    places = rng.integers(0, 4, 200)
    wanted, old = memory.tolist(), []
    for place, value in zip(places.tolist(), given.tolist(), strict=True):
        old.append(wanted[place])
        wanted[place] = combined(wanted[place], value) % 2**bits
    registers = {"a": (places * (bits // 8)).astype(U64), "b": given}
    alone = memory.copy()
    actual = execute(f"atom.global.{operation}.{type_} d, [a], b;", registers, memory={"global": memory})
    assert actual["d"].tolist() == old
    assert memory.tolist() == wanted
    if operation != "exch":
        assert execute(f"red.shared.{operation}.{type_} [a], b;", registers, memory={"shared": alone}) == {}
        assert alone.tolist() == wanted


@pytest.mark.parametrize(("type_", "dtype"), [("b16", U16), ("b32", U32), ("b64", U64)])
def test_compare_and_swap(type_: str, dtype: type) -> None:
    memory = np.array([3, 7], dtype)
    size = memory.itemsize
    registers = {"a": np.array([0, 0, size], U64), "b": np.array([3, 3, 8], dtype), "c": np.array([4, 5, 6], dtype)}
    actual = execute(f"atom.shared::cta.cas.{type_} d, [a], b, c;", registers, memory={"shared": memory})
    assert actual["d"].tolist() == [3, 4, 7]
    assert memory.tolist() == [4, 7]


def test_128_bits_are_exchanged_at_once() -> None:
    memory = np.array([1, 2], U64)
    swapped = execute("atom.global.exch.b128 e, [v], 3;", {}, memory={"v": memory}, threads=1)
    assert integers(swapped["e"]) == [2 << 64 | 1]
    assert memory.tolist() == [3, 0]


@pytest.mark.parametrize(
    ("statement", "memory", "left"),
    [
        ("red.global.add.f32 [a], b;", "global", 0.0),
        ("red.add.f32 [a], b;", "global", 0.0),
        ("red.shared.add.f32 [a], b;", "shared", 3e-40),
        ("red.global.add.noftz.f32 [a], b;", "global", 3e-40),
    ],
)
def test_subnormal_sums_depend_on_the_memory(statement: str, memory: str, left: float) -> None:
    numbers = np.array([2e-40, 1.5], F32)
    registers = {"a": np.array([0, 4], U64), "b": np.array([1e-40, 1e-40], F32).view(U32)}
    execute(statement, registers, memory={memory: numbers}, ptx="9.4", target="sm_90")
    np.testing.assert_array_equal(numbers, np.array([left, 1.5], F32))


def test_doubles_round_once() -> None:
    rng = np.random.default_rng(2)
    numbers, addends = rng.normal(size=100), rng.normal(size=100)
    wanted = numbers + addends
    registers = {"a": np.arange(100, dtype=U64) * 8, "b": addends.view(U64)}
    execute("red.global.add.f64 [a], b;", registers, memory={"global": numbers})
    np.testing.assert_array_equal(numbers, wanted)


@pytest.mark.parametrize(("type_", "dtype"), [("f16", np.float16), ("bf16", ml_dtypes.bfloat16)])
@pytest.mark.parametrize(("operation", "ufunc"), [("add", np.add), ("min", np.minimum), ("max", np.maximum)])
def test_elements_of_vectors_are_contiguous(type_: str, dtype: type, operation: str, ufunc: np.ufunc) -> None:
    rng = np.random.default_rng(3)
    numbers, operands = (rng.normal(size=8).astype(F32).astype(dtype) for _ in range(2))
    before, wanted = numbers.view(U16).tolist(), ufunc(numbers, operands)
    names = [f"d{i}" for i in range(8)]
    registers = {f"b{i}": operands.view(U16)[i : i + 1] for i in range(8)} | {"a": np.array([0], U64)}
    statement = f"atom.global.{operation}.noftz.v8.{type_} {{{', '.join(names)}}}, [a], "
    memory = numbers.view(U16)
    actual = execute(f"{statement}{{{', '.join(f'b{i}' for i in range(8))}}};", registers, memory={"global": memory})
    assert [int(actual[name][0]) for name in names] == before
    np.testing.assert_array_equal(memory, wanted.view(U16))


def test_packed_elements_are_added_each_by_itself() -> None:
    memory = np.array([1.0, 2.0], np.float16)
    given = {"a": np.array([0], U64), "b": np.array([0.5, 65504.0], np.float16).view(U32)}
    execute("red.global.add.noftz.f16x2 [a], b;", given, memory={"global": memory})
    assert memory.tolist() == [1.5, 65504.0]


def test_cache_policies_and_scopes_change_no_result() -> None:
    memory = np.array([1], U32)
    registers = {"a": np.array([0], U64), "policy": np.array([7], U64)}
    statement = "atom.global.acq_rel.sys.add.L2::cache_hint.u32 d, [a], 2, policy;"
    assert execute(statement, registers, memory={"global": memory})["d"].tolist() == [1]
    assert memory.tolist() == [3]


def test_the_old_value_may_be_discarded() -> None:
    memory = np.array([1], U32)
    assert execute("atom.global.inc.u32 _, [v], 9;", {}, memory={"v": memory}, threads=4) == {}
    assert memory.tolist() == [5]
