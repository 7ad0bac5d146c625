"""Metadata of a sparse A: the row of B that each stored element meets.

PTX leaves results undefined where metadata have other values than those here: they are errors of the statement.
Sections 9.7.14.6.1, 9.7.15.6.1 and 9.7.16.10.8 of the manuals.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ptxisa.numbers.lanes import Lanes
from ptxisa.objects.layouts import Layout
from ptxisa.run.errors import refusal

Legal = frozenset[int]
DIFFERENT: Legal = frozenset(first | second << 2 for first in range(4) for second in range(4) if first != second)
"""Two indices of two bits, of `mma.sp` and `wgmma.mma_async.sp`: in any order, but not the same twice."""
ORDERED: Legal = frozenset(first | second << 2 for second in range(4) for first in range(second))
"""The lower index first, as `mma.sp::ordered_metadata` has them."""
OF_TENSOR_MEMORY: Legal = ORDERED | {0b0110}
"""Those of `tcgen05.mma.sp`, whose manual lists one more."""
_ONE_OF_TWO: Legal = frozenset({0b0100, 0b1110})
"""The first element of two, and the second: one index of 4 bits."""


def columns_of(metadata: Layout, indices: Lanes, legal: Legal) -> NDArray[np.int64]:
    """The row of B that each stored element of A meets, (matrices, M, stored K), by (matrices, M, indices).

    Of 1:2 sparsity an index has 4 bits, 0b0100 for the first element and 0b1110 for the second. Of 4:8 it is that of
    a pair of elements. Raises for metadata that are not `legal`.
    """
    nonzero, block = metadata.sparsity
    given = indices.astype(np.int64)
    _check(given if block == 2 else given[..., ::2] | given[..., 1::2] << 2, _ONE_OF_TWO if block == 2 else legal)
    together = 2 if block == 8 else 1
    within = given >> 3 if block == 2 else given
    first = np.arange(given.shape[-1]) // (nonzero // together) * block + within * together
    columns = first[..., None] + np.arange(together)
    return columns.reshape(*given.shape[:-1], -1)


def _check(fields: NDArray[np.int64], legal: Legal) -> None:
    """Raise for the first 4 bits of metadata (matrices, M, blocks) that are not legal."""
    wrong = ~_table(legal)[fields]
    if wrong.any():
        matrix, row, block = (int(one[0]) for one in np.nonzero(wrong))
        found, listed = int(fields[matrix, row, block]), ", ".join(f"0b{one:04b}" for one in sorted(legal))
        where = f"row {row} of A has metadata 0b{found:04b} for block {block}"
        raise refusal("not-executable", f"{where}, whose results are undefined; defined are {listed}")


def _table(legal: Iterable[int]) -> NDArray[np.bool_]:
    found = np.zeros(16, bool)
    found[list(legal)] = True
    return found
