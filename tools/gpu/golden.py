"""Selected results of a GPU, element by element, which are stored with the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.oracle.gpu.product_samples import Tiles, positions
from ptxisa.oracle.gpu.products import ProductCase

Words = NDArray[Any]


class Elements(NamedTuple):
    """Results, bit patterns all: rows of A (count, K) and columns of B that they meet, of C and D (count,)."""

    a: Words
    b: Words
    c: Words
    d: Words


def draw(case: ProductCase, given: Tiles, measured: Words, where: Words, count: int) -> Elements:
    """Return at most `count` of the elements that `where` marks, always the same ones."""
    marked = np.argwhere(where)
    random = np.random.default_rng([len(marked), count])
    tile, row, column = random.permutation(marked)[:count].T
    if case.is_sparse:
        b = given.b[tile[:, None], positions(case, given.kept)[tile, row], column[:, None]]
    else:
        b = given.b[tile, :, column]
    c = given.c[tile, row, column] * given.c.dtype.type(case.accumulate)
    return Elements(given.a[tile, row], b, c, measured[tile, row, column])


def joined(*some: Elements | None) -> Elements:
    """Return all results in order."""
    return Elements(*map(np.concatenate, zip(*filter(None, some), strict=True)))


def write(path: Path, elements_of: Mapping[str, Elements]) -> None:
    """Keep elements by the name of their case."""
    index, data = [], []
    for name, elements in elements_of.items():
        index.append([name, [[array.dtype.str, *array.shape] for array in elements]])
        data += [np.ascontiguousarray(array).tobytes() for array in elements]
    text = np.frombuffer(json.dumps(index).encode(), np.uint8)
    np.savez_compressed(path, index=text, data=np.frombuffer(b"".join(data), np.uint8))


def read(path: Path) -> dict[str, Elements]:
    """Return the elements that `write` stored."""
    with np.load(path) as file:
        index, data = json.loads(file["index"].tobytes()), file["data"].tobytes()
    elements, place = {}, 0
    for name, arrays in index:
        parts = []
        for dtype, *shape in arrays:
            count = int(np.prod(shape))
            parts.append(np.frombuffer(data, dtype, count, place).reshape(shape))
            place += parts[-1].nbytes
        elements[name] = Elements(*parts)
    return elements
