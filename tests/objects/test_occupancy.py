"""Occupancy against the CUDA driver on an H200, against the occupancy calculator of CUDA, and by hand.

tests/fixtures/occupancy.npz holds samples of their answers. `gpu` and `clusters` are of the driver on compute
capability 9.0; `header` is of cuda_occupancy.h of CUDA 13.0, asked by tests/fixtures/occupancy_header.c.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.capabilities import UnknownCapability, known
from ptxisa.objects.occupancy import UNLIMITED, Occupancy, OccupancyError, occupancy, steps, sweep

FIXTURE = Path(__file__).parents[1] / "fixtures" / "occupancy.npz"
GROUPS = (18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2)
"""SMs in each group of the GPU that was measured."""


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    with np.load(FIXTURE) as file:
        return {name: file[name] for name in file.files}


def test_blocks_match_the_driver(answers: dict[str, Any]) -> None:
    threads, registers, shared, dynamic, barriers, carveout, limit, expected = answers["gpu"].T
    result = occupancy(
        "9.0",
        threads=threads,
        registers=registers,
        shared=shared,
        dynamic=dynamic,
        barriers=barriers,
        carveout=carveout,
        dynamic_limit=limit,
    )
    assert len(expected) >= 9000
    assert len(set(expected.tolist())) > 15
    assert np.array_equal(result.blocks, expected)


def test_clusters_match_the_driver(answers: dict[str, Any]) -> None:
    threads, registers, shared, dynamic, barriers, cluster, expected = answers["clusters"].T
    kernel = {"threads": threads, "registers": registers, "shared": shared, "dynamic": dynamic, "barriers": barriers}
    result = occupancy("9.0", **kernel, cluster=cluster, groups=GROUPS)
    assert len(expected) >= 2000
    assert np.array_equal(result.clusters, expected)


def test_blocks_match_the_calculator_on_every_capability(answers: dict[str, Any]) -> None:
    assert answers["capabilities"].tolist() == list(known())
    for index, version in enumerate(answers["capabilities"].tolist()):
        rows = answers["header"][answers["header"][:, 0] == index]
        _, threads, registers, shared, dynamic, barriers, carveout, expected = rows.T
        kernel = {"threads": threads, "registers": registers, "shared": shared, "dynamic": dynamic}
        result = occupancy(version, **kernel, barriers=barriers, carveout=carveout)
        assert len(expected) >= 300
        assert (expected > 0).any()
        assert np.array_equal(result.blocks, expected), version


# By hand.


def test_example_by_hand() -> None:
    """8.6: 64 registers of 32 threads are 2,048 per warp; 16,384 of a part hold 8 warps, 32 in four parts."""
    result = occupancy("8.6", registers=64, threads=256, shared=16384)
    assert (result.blocks, result.warps, result.limiter, result.limiters) == (4, 32, "registers", ("registers",))
    assert result.fraction == 32 / 48
    assert result.limits == {
        "warps": 48 // 8,
        "registers": 32 // 8,
        "shared memory": 102400 // (16384 + 1024),
        "barriers": UNLIMITED,
        "blocks": 16,
    }
    assert (result.registers, result.shared, result.capacity) == (64 * 256, 17408, 102400)


@pytest.mark.parametrize("name", ["8.6", "cc_8.6", "sm_86", "compute_86"])
def test_capability_by_any_name(name: str) -> None:
    assert occupancy(name, threads=128).capability.version == "8.6"


def test_block_that_does_not_fit_names_its_limiter() -> None:
    assert occupancy("9.0", threads=1024, registers=128).limiters == ("registers",)
    assert occupancy("9.0", threads=1025).limiters == ("warps",)
    assert occupancy("7.5", threads=32, dynamic=65537).limiters == ("shared memory",)
    assert occupancy("7.5", threads=32, dynamic=65536).blocks == 1


def test_system_memory_is_taken_from_8_0_on() -> None:
    """100 KiB of an SM hold 50 blocks of 1 KiB with the 1 KiB that the system takes, but 64 of 7.5."""
    assert occupancy("8.6", threads=32, shared=1024).limits["shared memory"] == 50
    assert occupancy("7.5", threads=32, shared=1024).limits["shared memory"] == 64


def test_barriers_limit_blocks_from_9_0_on() -> None:
    assert occupancy("9.0", threads=32, barriers=16).limiters == ("barriers",)
    assert occupancy("9.0", threads=32, barriers=16).blocks == 4
    assert occupancy("8.0", threads=32, barriers=16).blocks == 32


@pytest.mark.parametrize(("barriers", "limit"), [(0, UNLIMITED), (1, 64), (2, 32), (3, 21), (16, 4)])
def test_64_barriers_of_9_0_are_shared_by_blocks(barriers: int, limit: int) -> None:
    assert occupancy("9.0", threads=32, barriers=barriers).limits["barriers"] == limit


def test_unused_resources_are_unlimited() -> None:
    result = occupancy("7.5", threads=32)
    unused = {"registers": UNLIMITED, "shared memory": UNLIMITED, "barriers": UNLIMITED}
    assert result.limits == {"warps": 32, **unused, "blocks": 16}
    assert occupancy("7.5", threads=32, registers=1).limits["registers"] == 65536 // 256
    assert occupancy("7.5", threads=32, shared=1).limits["shared memory"] == 65536 // 256


def test_dynamic_limit_counts_above_48_kib_only() -> None:
    assert occupancy("9.0", threads=32, dynamic=49152, dynamic_limit=0).blocks == 4
    assert occupancy("9.0", threads=32, dynamic=49153, dynamic_limit=0).blocks == 0
    assert occupancy("9.0", threads=32, dynamic=49153, dynamic_limit=49153).blocks == 4


def test_carveouts() -> None:
    assert occupancy("8.0", threads=32, dynamic=8192, carveout=50).capacity == 100 * 1024
    assert occupancy("8.0", threads=32, dynamic=8192, carveout="l1").capacity == 16 * 1024
    assert occupancy("3.5", threads=32, carveout="l1").capacity == 16 * 1024
    assert occupancy("3.7", threads=32, carveout="equal").capacity == 96 * 1024
    assert occupancy("6.1", threads=32, carveout="l1").capacity == 96 * 1024
    assert occupancy("3.5", threads=32, shared=32768, carveout="equal").capacity == 32 * 1024
    assert occupancy("3.5", threads=32, shared=32769, carveout="equal").capacity == 48 * 1024
    with pytest.raises(OccupancyError, match=r"percent needs compute capability 7\.0 or later, not 6\.1"):
        occupancy("6.1", threads=32, carveout=30)


def test_arrays_broadcast_and_keep_their_shape() -> None:
    registers, threads = np.arange(16, 256, 8), np.array([[64], [128], [256]])
    result = occupancy("8.9", threads=threads, registers=registers)
    assert result.blocks.shape == result.limiter.shape == result.fraction.shape == (3, 30)
    for row, column in itertools.product(range(3), range(30)):
        single = occupancy("8.9", threads=int(threads[row, 0]), registers=int(registers[column]))
        assert (single.blocks, single.limiter) == (result.blocks[row, column], result.limiter[row, column])
    with pytest.raises(OccupancyError, match="arrays have `limiting`"):
        _ = result.limiters


def test_empty_array_is_an_empty_answer() -> None:
    assert occupancy("8.9", threads=np.zeros(0, np.int64)).blocks.shape == (0,)


def test_range_and_list_are_arrays() -> None:
    assert occupancy("8.0", threads=range(32, 129, 32)).blocks.tolist() == [32, 32, 21, 16]
    assert occupancy("8.0", threads=[32, 128]).blocks.tolist() == [32, 16]


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "no threads": ({"threads": 0}, "threads is 0; it must be in 1..2147483647"),
    "negative": ({"threads": 32, "registers": -1}, "registers is -1; it must be in 0..2147483647"),
    "negative in an array": ({"threads": [32, -5]}, "threads is -5"),
    "fraction": ({"threads": 1.5}, "threads must be an integer or an array of integers, not 1.5"),
    "text": ({"threads": "many"}, "threads must be an integer or an array of integers, not 'many'"),
    "truth value": ({"threads": True}, "threads must be an integer"),
    "nothing": ({"threads": None}, "threads must be an integer"),
    "ragged": ({"threads": [[1], [1, 2]]}, "threads is not an array of integers"),
    "too large": ({"threads": 32, "dynamic": 2**40}, "dynamic is 1099511627776; it must be in 0..2147483647"),
    "barriers": ({"threads": 32, "barriers": 17}, "barriers is 17; it must be in 0..16"),
    "carveout": ({"threads": 32, "carveout": 101}, "carveout is 101; it must be in -1..100"),
    "name of a carveout": (
        {"threads": 32, "carveout": "half"},
        "carveout 'half' is not a percentage or one of default",
    ),
    "shapes": ({"threads": [32, 64], "registers": [1, 2, 3]}, r"do not broadcast: threads \(2,\), registers \(3,\)"),
    "negative shared": ({"threads": 32, "shared": -1}, "shared is -1; it must be in 0.."),
    "negative dynamic": ({"threads": 32, "dynamic": -1}, "dynamic is -1; it must be in 0.."),
    "negative limit": ({"threads": 32, "dynamic_limit": -1}, "dynamic_limit is -1; it must be in 0.."),
    "negative barriers": ({"threads": 32, "barriers": -1}, r"barriers is -1; it must be in 0\.\.16"),
    "negative carveout": ({"threads": 32, "carveout": -2}, r"carveout is -2; it must be in -1\.\.100"),
    "no blocks of a cluster": ({"threads": 32, "cluster": 0}, r"cluster is 0; it must be in 1\.\.16"),
    "cluster": ({"threads": 32, "cluster": 17}, "cluster is 17; it must be in 1..16"),
    "groups": ({"threads": 32, "cluster": 2, "groups": (0,)}, r"groups is 0; it must be in 1..1024"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_named(name: str) -> None:
    given, message = MISTAKES[name]
    with pytest.raises(OccupancyError, match=message):
        occupancy("9.0", **given)


@pytest.mark.parametrize(("cc", "blocks"), [("9.0", 8), ("10.0", 32)])
def test_a_cluster_has_up_to_16_blocks(cc: str, blocks: int) -> None:
    result = occupancy(cc, threads=32, cluster=[1, 16], groups=(16,))
    assert result.clusters.tolist() == [16 * blocks, blocks]
    with pytest.raises(OccupancyError, match=r"cluster is 17; it must be in 1\.\.16"):
        occupancy(cc, threads=32, cluster=[1, 17])


def test_no_clusters_by_default() -> None:
    result = occupancy("9.0", threads=32, groups=(16,))
    assert result.clusters is None
    assert "clusters" not in result.limits


def test_clusters_need_hopper() -> None:
    with pytest.raises(OccupancyError, match=r"clusters need compute capability 9\.0 or later, not 8\.9"):
        occupancy("8.9", threads=32, cluster=2)


def test_unknown_capability_suggests_a_near_one() -> None:
    with pytest.raises(UnknownCapability, match=r"unknown compute capability '8\.5'; did you mean"):
        occupancy("8.5", threads=32)


def test_public_names() -> None:
    assert ptxisa.occupancy is occupancy
    assert ptxisa.Occupancy is Occupancy
    assert issubclass(ptxisa.OccupancyError, ValueError)


# The next step up.


def brute(cc: str, kernel: dict[str, int], resource: str, name: str) -> int | None:
    """Return the largest smaller use with which a resource allows more, by trying each."""
    now = occupancy(cc, **kernel).limits[resource]
    least = 1 if name == "threads" else 0
    uses = range(kernel[name] - 1, least - 1, -1)
    return next((use for use in uses if occupancy(cc, **{**kernel, name: use}).limits[resource] > now), None)


KERNELS = [
    ("8.6", {"threads": 256, "registers": 64, "shared": 1000, "dynamic": 300}),
    ("9.0", {"threads": 384, "registers": 168, "dynamic": 2300, "barriers": 5}),
    ("6.0", {"threads": 100, "registers": 33, "shared": 700}),
    ("9.0", {"threads": 32, "registers": 8, "shared": 1}),
    ("7.5", {"threads": 32, "shared": 100}),
    ("9.0", {"threads": 32, "shared": 100000, "dynamic": 1}),
    ("9.0", {"threads": 32, "shared": 1025, "dynamic": 256}),
]


@pytest.mark.parametrize(("cc", "kernel"), KERNELS)
def test_steps_are_the_largest_that_help(cc: str, kernel: dict[str, int]) -> None:
    larger = steps(cc, kernel)
    assert [step.name for step in larger] == [
        name for name in ("threads", "registers", "dynamic", "shared", "barriers") if kernel.get(name)
    ]
    for step in larger:
        assert step.at_most == brute(cc, kernel, step.resource, step.name), step
        if step.at_most is not None:
            after = occupancy(cc, **{**kernel, step.name: step.at_most})
            assert (step.blocks, step.warps, step.limit) == (after.blocks, after.warps, after.limits[step.resource])


def test_sweep_is_occupancy_of_each_value() -> None:
    bars = sweep("8.0", {"threads": 128}, "registers")
    assert (bars[0].value, bars[-1].value) == (8, 255)
    assert all(bar.blocks == occupancy("8.0", threads=128, registers=bar.value).blocks for bar in bars)
    assert [bar.fraction for bar in bars] == sorted((bar.fraction for bar in bars), reverse=True)


def test_sweep_includes_both_ends() -> None:
    """On 7.5 a block has at most 1024 threads and 64 KiB of shared memory."""
    values = {name: [bar.value for bar in sweep("7.5", {"threads": 64}, name)] for name in ("threads", "shared")}
    assert values["threads"] == [32 * warps for warps in range(1, 33)]
    assert values["shared"] == [4096 * pages for pages in range(17)]
    registers = [bar.value for bar in sweep("7.5", {"threads": 64}, "registers")]
    assert registers == [8 * units for units in range(1, 32)] + [255]


@pytest.mark.parametrize(("length", "named"), [(40, True), (41, False)])
def test_a_value_is_shown_if_it_is_short(length: int, named: bool) -> None:
    text = "x" * (length - 2)
    with pytest.raises(OccupancyError) as caught:
        occupancy("9.0", threads=text)
    assert str(caught.value).endswith(f"not {text!r}" if named else "not str")


@pytest.mark.parametrize("cc", known())
def test_single_kernels_equal_arrays(cc: str) -> None:
    draw = np.random.default_rng(int(cc.replace(".", "")))
    threads, registers = draw.integers(1, 1100, 60).tolist(), draw.integers(0, 260, 60).tolist()
    shared, barriers = draw.integers(0, 49_153, 60).tolist(), draw.integers(0, 17, 60).tolist()
    carveout = draw.choice([-1, 0, 50, 100], 60).tolist()
    given = {"threads": threads, "registers": registers, "shared": shared, "barriers": barriers, "carveout": carveout}
    arrays = occupancy(cc, **given)
    for index in range(60):
        single = occupancy(cc, **{name: values[index] for name, values in given.items()})
        assert type(single.blocks) is int
        assert (single.blocks, single.warps, single.fraction) == tuple(
            column[index] for column in (arrays.blocks, arrays.warps, arrays.fraction)
        )
        assert single.limits == {name: limit[index] for name, limit in arrays.limits.items()}
        assert (single.capacity, single.limiter) == (arrays.capacity[index], arrays.limiter[index])


@pytest.mark.parametrize(("cc", "most"), [("7.5", 49152), ("8.0", 49152), ("9.0", 232448), ("12.0", 101376)])
def test_more_shared_memory_than_a_kernel_can_declare_is_dynamic(cc: str, most: int) -> None:
    assert occupancy(cc, threads=32, shared=most).blocks >= 1
    with pytest.raises(OccupancyError, match=f"it must be in 0..{most}; more shared memory is dynamic"):
        occupancy(cc, threads=32, shared=most + 1)
