"""Elements of matrices in shared memory of a CTA, as matrix descriptors of `tcgen05` describe them.

Elements may have 4 or 6 bits, and lie where `ptxisa.run.matrix_descriptors` finds them (section 9.7.16.9.6).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ptxisa.numbers.patterns import Bits
from ptxisa.run.issue import memory_error
from ptxisa.run.matrix_descriptors import Described, Integers, Matrix, places, read, steps

FORMAT = "tcgen05.matrix"


def matrix_fields(value: int, kind: str = "", major: str = "K") -> Described:
    """What a matrix descriptor says; what is illegal in it is an error of the statement."""
    ((_, found),) = read(FORMAT, np.array([value], np.uint64), kind, major)
    return found


def tile_bytes(array: Bits, fields: Described, rows: int, columns: int) -> Bits:
    """Rows of bytes of a K-major matrix."""
    found: Bits = tile(array, fields, ("e4m3", "", "K"), rows, columns)
    return found


def tile(array: Bits, fields: Described, of: tuple[str, str, str], rows: int, columns: int) -> Any:
    """Elements of a matrix in an array of bytes: rows along M or N, columns along K, each in a word of its own.

    `of` are the type, the kind if the layout of the type depends on it, and the major order.
    """
    found = steps(Matrix("tcgen05", *of, rows, columns), fields.swizzle)
    return _elements(array, places(fields, found)[0], found.element_bits)


def _elements(array: Bits, places: Integers, bits: int) -> Any:
    """Elements at bit addresses of an array of bytes."""
    count = 1 if 8 % bits == 0 else -(-bits // 8) + (bits % 8 > 0)
    last = int(places.max() >> 3) + (bits + 7) // 8
    if last > len(array) or places.min() < 0:
        raise memory_error(f"a matrix in shared memory ends at byte {last}, outside of {len(array)} bytes")
    at = np.minimum((places >> 3)[..., None] + np.arange(count), len(array) - 1)
    words = (array[at].astype(np.uint64) << (np.arange(count, dtype=np.uint64) * np.uint64(8))).sum(axis=-1)
    found = words >> (places & 7).astype(np.uint64) & np.uint64((1 << bits) - 1)
    return found.astype(np.uint8 if bits <= 8 else np.uint16 if bits <= 16 else np.uint32)
