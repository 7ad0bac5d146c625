"""Tensor memory as an object: allocation by the rules of the manual, and access to what is allocated alone."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.objects.tensor_memory import TensorMemory, TensorMemoryError, address_of, parts_of


def test_an_address_has_the_lane_above_the_column() -> None:
    assert address_of(96, 5) == 0x600005
    assert parts_of(0x600005) == (96, 5)


def test_allocations_do_not_overlap_and_are_given_back() -> None:
    tensor = TensorMemory()
    assert [tensor.allocate(count) for count in (256, 128, 128)] == [0, 256, 384]
    with pytest.raises(TensorMemoryError, match="no 64 columns in a row are free; tcgen05.alloc would wait forever"):
        tensor.allocate(64)
    tensor.deallocate(256, 128)
    assert [tensor.allocate(count) for count in (64, 32, 32)] == [256, 320, 352]


@pytest.mark.parametrize("columns", [0, 16, 31, 33, 96, 1024, 1 << 32])
def test_counts_are_powers_of_two_from_32_to_512(columns: int) -> None:
    with pytest.raises(TensorMemoryError, match=f"{columns} columns; their number must be a power of 2 from 32 to 512"):
        TensorMemory().allocate(columns)


def test_later_allocations_are_not_larger() -> None:
    tensor = TensorMemory()
    tensor.allocate(64)
    with pytest.raises(TensorMemoryError, match="128 columns are allocated after 64; later allocations must not be"):
        tensor.allocate(128)


def test_only_whole_allocations_are_given_back() -> None:
    tensor = TensorMemory()
    tensor.allocate(64)
    for address, columns, message in (
        (0, 32, "address 0x0 has 64 columns, not 32"),
        (32, 32, "address 0x20 is not that of an allocation"),
        (1 << 16, 64, "address 0x10000 is not that of an allocation"),
    ):
        with pytest.raises(TensorMemoryError, match=message):
            tensor.deallocate(address, columns)
    tensor.deallocate(0, 64)
    with pytest.raises(TensorMemoryError, match="is not that of an allocation"):
        tensor.deallocate(0, 64)


def test_nothing_is_allocated_after_the_right_is_given_up() -> None:
    tensor = TensorMemory()
    tensor.relinquish()
    with pytest.raises(TensorMemoryError, match="nothing can be allocated after tcgen05.relinquish_alloc_permit"):
        tensor.allocate(32)


def test_columns_that_are_not_allocated_cannot_be_accessed() -> None:
    tensor, lane = TensorMemory(), np.array([0])
    tensor.read(lane, np.array([511]))
    tensor.allocate(32)
    tensor.write(lane, np.array([31]), 7)
    assert tensor.read(lane, np.array([31])).tolist() == [7]
    with pytest.raises(TensorMemoryError, match="column 32 of tensor memory is not allocated"):
        tensor.read(lane, np.array([32]))


def test_an_array_is_used_in_place() -> None:
    words = np.zeros((128, 64), np.float32)
    tensor = TensorMemory(words)
    tensor.write(np.array([127]), np.array([63]), 0x3F800000)
    assert words[127, 63] == 1
    for lane, column, message in ((128, 0, "lane 128 is outside"), (-1, 0, "lane -1"), (0, 64, "which has 64 columns")):
        with pytest.raises(TensorMemoryError, match=message):
            tensor.read(np.array([lane]), np.array([column]))
    with pytest.raises(TensorMemoryError, match="no 128 columns in a row are free"):
        tensor.allocate(128)


@pytest.mark.parametrize(
    "words", [np.zeros((128, 513), np.uint32), np.zeros(128, np.uint32), np.zeros((128, 8), np.uint16), [[0]]]
)
def test_arrays_of_another_shape_raise(words: object) -> None:
    with pytest.raises(TensorMemoryError, match="must be an array of 128 x 512 32-bit values"):
        TensorMemory(words)
