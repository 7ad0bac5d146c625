"""Tiles of shared memory for tests of `tcgen05`, placed by the formulas of the manual and of CuTe's swizzles."""

from __future__ import annotations

from typing import Any

import numpy as np

import ptxisa

SPANS = {"none": 16, "32B": 32, "64B": 64, "128B": 128}
CODES = {"none": 0, "128B_32B": 1, "128B": 2, "64B": 4, "32B": 6}


def swizzled(address: Any, swizzle: str) -> Any:
    """CuTe's Swizzle<1,4,3>, <2,4,3> and <3,4,3> of byte addresses."""
    bits = {"none": 0, "32B": 1, "64B": 2, "128B": 3}[swizzle]
    return address ^ ((address >> 7 & ((1 << bits) - 1)) << 4)


def k_major(rows: int, width: int, swizzle: str, leading: int, stride: int) -> Any:
    """Byte addresses (rows, bytes of a row): groups of 8 rows, rows of the span, or columns of 16 bytes without one."""
    row, byte = np.arange(rows)[:, None], np.arange(width)
    if swizzle == "none":
        return row // 8 * stride + row % 8 * 16 + byte // 16 * leading + byte % 16
    return row // 8 * stride + row % 8 * SPANS[swizzle] + byte


def mn_major(rows: int, columns: int, size: int, swizzle: str, leading: int, stride: int) -> Any:
    """Byte addresses (rows, columns) of elements of `size` bytes: rows follow each other in spans."""
    row, column = np.arange(rows)[:, None] * size, np.arange(columns)
    span = SPANS[swizzle]
    if swizzle == "none":
        return row // 16 * stride + row % 16 + column % 8 * 16 + column // 8 * leading
    return row // span * leading + row % span + column % 8 * span + column // 8 * stride


def put(shared: Any, start: int, places: Any, swizzle: str, elements: Any) -> None:
    """Write elements of whole bytes, little-endian, at the byte addresses of their first bytes."""
    size = elements.dtype.itemsize
    every = elements[..., None].view(np.uint8).reshape(*elements.shape, size)
    shared[swizzled(start + places[..., None] + np.arange(size), swizzle)] = every


def matrix(start: int, swizzle: str, leading: int, stride: int) -> int:
    """Return a matrix descriptor, its bits by the table of the manual."""
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | 1 << 46 | CODES[swizzle] << 61


def instruction(kind: str, **fields: Any) -> int:
    return ptxisa.descriptor(f"tcgen05.instruction.{kind}").encode(**fields)
