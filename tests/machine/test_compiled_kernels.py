"""Kernels of nvcc run to the end without findings; expected values are computed with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.machine.launching import clean

RNG = np.random.default_rng(7)


def numbers(count: int, low: int = 0, high: int = 50, dtype: Any = np.int32) -> Any:
    return RNG.integers(low, high, count).astype(dtype)


def test_saxpy_leaves_elements_beyond_the_count() -> None:
    x, y = np.arange(1024, dtype=np.float32), np.ones(1024, np.float32)
    clean("basic", "saxpy", 4, 256, [1000, 2.0, x, y])
    assert np.array_equal(y[:1000], 2 * x[:1000] + 1)
    assert (y[1000:] == 1).all()


def test_a_reduction_in_shared_memory() -> None:
    data, total = numbers(1000), np.zeros(1, np.int32)
    clean("basic", "reduce_shared", 4, 256, [data, total, 1000])
    assert total[0] == data.sum()


def test_a_reduction_with_shuffles() -> None:
    data, sums = numbers(512, dtype=np.float32), np.zeros(2, np.float32)
    clean("basic", "reduce_warps", 2, 256, [data, sums])
    assert np.array_equal(sums, data.reshape(2, -1).sum(axis=1))


def test_a_scan_between_two_buffers() -> None:
    data, sums = numbers(128), np.zeros(128, np.int32)
    clean("basic", "scan_block", 1, 128, [data, sums])
    assert np.array_equal(sums, data.cumsum())


def test_a_tiled_product_of_matrices() -> None:
    a, b = (numbers(1024, -5, 5, np.float32).reshape(32, 32) for _ in range(2))
    c = np.zeros((32, 32), np.float32)
    clean("basic", "matmul", (2, 2), (16, 16), [a, b, c, 32])
    assert np.array_equal(c, a @ b)


def test_a_histogram_with_atomics() -> None:
    data, bins = numbers(5000, 0, 256, np.uint8), np.zeros(256, np.uint32)
    clean("basic", "histogram", 3, 128, [data, bins, 5000])
    assert np.array_equal(bins, np.bincount(data, minlength=256))


def test_threads_leave_a_loop_at_different_times() -> None:
    image = np.zeros((24, 40), np.int32)
    clean("basic", "mandelbrot", (3, 2), (16, 16), [image, 40, 24, 50])
    one = np.float32(1)
    c_real = (np.arange(40) * np.float64(np.float32(3) / np.float32(40)) - 2).astype(np.float32)[None, :]
    c_imaginary = (np.arange(24) * np.float64(np.float32(2) / np.float32(24)) - 1).astype(np.float32)[:, None]
    real, imaginary = np.zeros((2, 24, 40), np.float32)
    expected = np.zeros((24, 40), np.int32)
    inside = np.ones((24, 40), bool)
    for _ in range(50):
        inside &= real * real + imaginary * imaginary <= 4 * one
        expected += inside
        real, product = np.where(inside, real * real - imaginary * imaginary + c_real, real), real * imaginary
        imaginary = np.where(inside, 2 * one * product + c_imaginary, imaginary)
    assert np.array_equal(image, expected)


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_a_lock_between_threads_of_a_warp(schedule: str) -> None:
    counter = np.zeros(1, np.int32)
    clean("basic", "spin_lock", 2, 32, [counter], schedule=schedule)
    assert counter[0] == 2 * 32 * 33 // 2


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_groups_of_two_warps_synchronize_in_reserved_shared_memory(schedule: str) -> None:
    values, results = np.arange(128, dtype=np.int32) ** 2, np.zeros(128, np.int32)
    clean("wide_groups", "wide_groups", 1, 128, [values, results], schedule=schedule, seed=3)
    groups = values.reshape(2, 64)
    assert np.array_equal(results, np.repeat(groups.sum(axis=1) - groups[:, 63], 64))


def test_recursion() -> None:
    results = np.zeros(32, np.uint64)
    clean("basic", "recursion", 1, 32, [results])
    fibonacci = [0, 1]
    while len(fibonacci) < 12:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert results.tolist() == [fibonacci[thread % 12] for thread in range(32)]


def test_calls_through_a_table_of_functions() -> None:
    which, results, thread = numbers(64, 0, 3), np.zeros(64, np.int32), np.arange(64)
    clean("basic", "pointers", 1, 64, [which, results])
    assert np.array_equal(results, np.choose(which, [2 * thread, thread * thread, -thread]))


def test_a_branch_through_a_list_of_labels() -> None:
    which, results = numbers(64, 0, 9), np.zeros(64, np.int32)
    clean("basic", "switches", 1, 64, [which, results])
    cases: list[Callable[[int], int]] = [
        lambda t: t + 100,
        lambda t: t * t,
        lambda t: t ^ 0x55,
        lambda t: t.bit_count(),
        lambda t: -t,
        lambda t: t << 3,
        lambda t: 32 - t.bit_length(),
        lambda t: t % 7,
        lambda t: t,
    ]
    assert results.tolist() == [cases[which[thread]](thread) for thread in range(64)]


def test_printed_text() -> None:
    run = clean("basic", "hello", 1, 32, [2])
    assert run.printed == "".join(
        f"thread {thread} of 32: {thread * 0.5:5.2f} text 123456789ab x%\n" for thread in range(2)
    )


def test_memory_of_malloc() -> None:
    results = np.zeros(32, np.int32)
    clean("basic", "heap", 1, 32, [results])
    assert np.array_equal(results, 6 * np.arange(32))


def test_constant_memory() -> None:
    data, results = numbers(100, dtype=np.float32), np.zeros(100, np.float32)
    clean("basic", "stencil", 1, 128, [data, results, 100])
    weights = np.array([0.1, 0.2, 0.4, 0.2, 0.1], np.float32).astype(np.float64)
    padded = np.pad(data.astype(np.float64), 2, mode="edge")
    assert np.allclose(results, np.convolve(padded, weights, "valid"), rtol=1e-6)


def test_an_array_in_local_memory() -> None:
    order, results = RNG.permutation(16).astype(np.int32), np.zeros(32, np.int32)
    clean("basic", "local_array", 1, 32, [order, results])
    expected = np.zeros(32, np.int32)
    thread = np.arange(32, dtype=np.int32)
    for step in range(16):
        expected = expected * np.int32(3) + thread * np.int32(16) + order[(step + thread) & 15]
    assert np.array_equal(results, expected)


def test_an_aggregate_as_parameter() -> None:
    triple = np.zeros((), np.dtype([("a", "i4"), ("b", "f8"), ("c", "i2", 3)], align=True))
    triple["a"], triple["b"], triple["c"] = 3, 1.5, [1, 2, -3]
    results = np.zeros(32)
    clean("basic", "aggregate", 1, 32, {"aggregate_param_0": triple.tobytes(), "aggregate_param_1": results})
    assert results.tolist() == [3 + 1.5 * [1, 2, -3][thread % 3] for thread in range(32)]


def test_synchronization_of_a_grid() -> None:
    a, b = np.zeros((2, 300), np.int32)
    clean("basic", "grid_sync", 3, 64, [a, b, 300], cooperative=True)
    assert np.array_equal(b, np.arange(300)[::-1] * 3 + 1)


def test_tiles_and_coalesced_threads() -> None:
    data, results = numbers(64), np.zeros(64, np.int32)
    clean("basic", "tiles", 1, 64, [data, results])
    sums = np.repeat(data.reshape(-1, 8).sum(axis=1), 8)
    odd = (data & 1).reshape(2, 32)
    count, rank = np.repeat(odd.sum(axis=1), 32), (np.cumsum(odd, axis=1) - odd).ravel()
    assert np.array_equal(results, np.where(data & 1, sums * 100 + count + rank, sums))


def test_distributed_shared_memory() -> None:
    data, results = numbers(8), np.zeros(8, np.int32)
    clean("basic", "cluster_sum", 8, 32, [data, results])
    assert np.array_equal(results, np.repeat(data.reshape(2, 4).sum(axis=1), 4))


def test_votes_of_warps_and_ctas() -> None:
    data, results = numbers(64, 0, 12), np.zeros((3, 64), np.uint32)
    clean("basic", "votes", 1, 64, [data, results])
    warps = data.reshape(2, 32)
    ballot = np.repeat([(1 << np.flatnonzero(warp > 5)).sum() for warp in warps], 32)
    match = [(1 << np.flatnonzero((warp & 3) == (value & 3))).sum() for warp in warps for value in warp]
    some = np.repeat([(warp == 9).any() for warp in warps], 32)
    expected = ballot ^ (np.array(match) << 1) ^ (some.astype(np.int64) << 31) ^ (1 << 30)
    assert np.array_equal(results[0], (expected & 0xFFFFFFFF).astype(np.uint32))
    assert np.array_equal(results[1], np.repeat(warps.sum(axis=1), 32))
    assert (results[2] == (data & 1).sum() + 1000 * (data == 3).any() + 2000 * (data < 100).all()).all()


def test_square_roots_and_quotients() -> None:
    data = RNG.random(32) * 100
    doubles, singles, narrow = np.zeros(32), np.zeros(32, np.float32), data.astype(np.float32)
    clean("basic", "doubles", 1, 32, [data, doubles, singles])
    assert np.array_equal(doubles, np.sqrt(data) / (data + 1))
    assert np.array_equal(singles, np.sqrt(narrow) + np.float32(1) / (narrow + np.float32(2)))


def test_dynamic_shared_memory() -> None:
    data, results = numbers(200), np.zeros(200, np.int32)
    clean("basic", "dynamic_shared", 1, 64, [data, results, 200], shared=800)
    assert np.array_equal(results, data[::-1])


def test_a_pipeline_of_asynchronous_copies() -> None:
    data = RNG.random((256, 4)).astype(np.float32)
    results = np.zeros_like(data)
    clean("async", "copy_async", 1, 64, [data, results, 256])
    expected = data.reshape(4, 64, 4)[:, ::-1].copy()
    expected[..., 0] += 1
    assert np.array_equal(results, expected.reshape(256, 4))


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_bulk_copies_with_an_mbarrier(schedule: str) -> None:
    data, results = numbers(1024), np.zeros(1024, np.int32)
    clean("async", "bulk", 1, 256, [data, results, 1024], schedule=schedule, seed=3)
    assert np.array_equal(results, data + np.repeat(np.arange(4), 256) + np.tile(np.arange(256), 4))


def test_a_barrier_of_the_cuda_library_orders_accesses() -> None:
    data, results = numbers(128), np.zeros(128, np.int32)
    clean("async", "cuda_barrier", 1, 128, [data, results])
    assert np.array_equal(results, np.roll(data, -3) + 3)


def test_a_product_on_tensor_cores() -> None:
    a, b = (numbers(1024, -3, 3, np.float16).reshape(16, 64) for _ in range(2))
    c = np.zeros((16, 16), np.float32)
    clean("async", "wmma_half", 1, 32, [a, b, c])
    assert np.array_equal(c, a.astype(np.float32) @ b.astype(np.float32).T)


def test_ctas_wait_for_a_flag() -> None:
    data, flag, results = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(8, np.int32)
    clean("async", "scoped_atomics", 8, 32, [data, flag, results])
    assert results.tolist() == [0] + [42] * 7


def test_scan_of_a_block_by_cub() -> None:
    data, results = numbers(512), np.zeros(512, np.int32)
    clean("cub", "block_scan", 1, 128, [data, results])
    assert np.array_equal(results, data.cumsum() - data)


def test_reduction_of_a_block_by_cub() -> None:
    data, result = RNG.random(128).astype(np.float32), np.zeros(1, np.float32)
    clean("cub", "block_reduce", 1, 128, [data, result])
    assert result[0] == data.max()


def test_radix_sort_of_a_block_by_cub() -> None:
    keys = RNG.integers(0, 1 << 32, 512, dtype=np.uint32)
    expected = np.sort(keys)
    clean("cub", "radix_sort", 1, 128, [keys])
    assert np.array_equal(keys, expected)
