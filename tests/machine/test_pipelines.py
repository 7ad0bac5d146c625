"""Kernels whose threads hand data over: no false findings, in any order of threads."""

from __future__ import annotations

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import clean

RNG = np.random.default_rng(11)
SCHEDULES = pytest.mark.parametrize("schedule", ["lockstep", "adversarial"])


@SCHEDULES
def test_a_warp_that_produces_and_warps_that_consume(schedule: str) -> None:
    data, sums = RNG.integers(0, 99, 7 * 128).astype(np.float32), np.zeros(128, np.float32)
    clean("pipelines", "specialized", 1, 160, [data, sums, 7], schedule=schedule)
    assert np.array_equal(sums, data.reshape(7, 128).sum(axis=0))


@SCHEDULES
def test_a_scan_that_looks_back_at_other_ctas(schedule: str) -> None:
    data = RNG.integers(0, 99, 4 * 128, dtype=np.int32)
    sums = np.zeros_like(data)
    clean(
        "pipelines", "look_back", 4, 128, [data, sums, np.zeros(4, np.uint64), np.zeros(1, np.int32)], schedule=schedule
    )
    assert np.array_equal(sums, data.cumsum())


def test_the_last_cta_adds_what_all_have_left() -> None:
    data, total = RNG.integers(0, 9, 5 * 128).astype(np.float32), np.zeros(1, np.float32)
    clean("pipelines", "last_adds", 5, 128, [data, np.zeros(5, np.float32), total], schedule="random", seed=4)
    assert total[0] == data.sum()


def test_a_pipeline_of_the_cuda_library() -> None:
    data = RNG.integers(0, 99, 5 * 64, dtype=np.int32)
    results = np.zeros_like(data)
    clean("pipelines", "pipeline", 1, 64, [data, results, len(data)])
    assert np.array_equal(results.reshape(5, 64), data.reshape(5, 64)[:, ::-1] + np.arange(5)[:, None])


@SCHEDULES
def test_stores_and_arrivals_in_the_next_cta_of_a_cluster(schedule: str) -> None:
    data = RNG.integers(0, 99, 8 * 32, dtype=np.int32)
    results = np.zeros_like(data)
    clean("pipelines", "ring", 8, 32, [data, results], schedule=schedule)
    assert np.array_equal(results.reshape(2, 4, 32), np.roll(data.reshape(2, 4, 32), 1, axis=1) + 1)


@SCHEDULES
@pytest.mark.parametrize("multicast", [False, True])
def test_a_product_of_matrices_by_a_producer_and_a_warpgroup(multicast: bool, schedule: str) -> None:
    a, b = (RNG.integers(-4, 4, (rows, 320)).astype(np.float16) for rows in (128, 64))
    product = np.zeros((128, 64), np.float32)
    maps = [
        ptxisa.TensorMap(matrix, box=(64, rows), swizzle="128b")
        for matrix, rows in ((a, 64), (b, 32 if multicast else 64))
    ]
    entry = "gemm_multicast" if multicast else "gemm"
    clean("hopper", entry, 2, 160, [*maps, product, 5, 64], shared=49152, schedule=schedule)
    assert np.array_equal(product, a.astype(np.float32) @ b.astype(np.float32).T)


@SCHEDULES
def test_bulk_copies_around_a_cluster_and_through_two_buffers(schedule: str) -> None:
    data = RNG.integers(0, 99, 1024, dtype=np.int32)
    around, doubled = np.zeros((2, 1024), np.int32)
    clean("hopper", "ring", 8, 128, [data, around], schedule=schedule)
    assert np.array_equal(around.reshape(2, 4, 128), np.roll(data.reshape(2, 4, 128), 3, axis=1) + 3)
    clean("hopper", "stores", 1, 256, [data, doubled, 4], schedule=schedule)
    assert np.array_equal(doubled, 2 * data)


@SCHEDULES
def test_two_stages_with_barriers_of_the_cuda_library(schedule: str) -> None:
    data, results = RNG.integers(0, 99, 512, dtype=np.int32), np.zeros((8, 64), np.int32)
    clean("hopper", "staged", 1, 128, [data, results, 8], schedule=schedule)
    assert np.array_equal(results, data.reshape(8, 64)[:, ::-1] + np.arange(8)[:, None])
