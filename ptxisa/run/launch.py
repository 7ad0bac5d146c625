"""The shape of a launch, and the special registers that follow from it.

Thread i of the arrays is thread `i % size` of CTA `i // size`, both counted with x fastest. See section 10 of the
manual. Registers that follow from nothing here, such as ``%clock`` and ``%smid``, are inputs like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import refusal
from ptxisa.run.warp import LANES

Words = NDArray[np.uint32]
Shape = tuple[int, int, int]
ONE: Shape = (1, 1, 1)
LARGEST = (1024, 1024, 64)
MOST_IN_CTA = 1024
_AXES = "xyz"


class Launch(NamedTuple):
    """Sizes of a CTA in threads, of a grid and of its clusters in CTAs; `named` says that the caller gave them.

    Without a named shape all threads are one CTA of one dimension. `clustered` grids were launched with clusters.
    """

    threads: int
    block: Shape
    grid: Shape
    cluster: Shape
    named: bool
    clustered: bool

    @property
    def size(self) -> int:
        """Threads of a CTA."""
        return _product(self.block)

    @property
    def ctas(self) -> int:
        """CTAs of the grid."""
        return _product(self.grid)

    def cta(self) -> NDArray[np.intp]:
        """The number of each thread's CTA in the grid."""
        return np.arange(self.threads) // max(self.size, 1)

    def cluster_number(self) -> NDArray[np.intp]:
        """The number of each CTA's cluster in the grid."""
        clusters = _in_clusters(self)
        places = _places(self.ctas, self.grid)
        return _linear([place // size for place, size in zip(places, self.cluster, strict=True)], clusters)

    def rank(self) -> NDArray[np.intp]:
        """The rank of each CTA in its cluster."""
        places = _places(self.ctas, self.grid)
        return _linear([place % size for place, size in zip(places, self.cluster, strict=True)], self.cluster)

    def pairs(self) -> list[tuple[int, ...]]:
        """The pair of each CTA, the even one first: those whose ranks in the cluster differ in the last bit alone.

        Empty for a CTA whose cluster has no other one for it.
        """
        names = list(zip(self.cluster_number().tolist(), self.rank().tolist(), strict=True))
        number = {name: cta for cta, name in enumerate(names)}
        found = [((cluster, rank & ~1), (cluster, rank | 1)) for cluster, rank in names]
        return [tuple(number[name] for name in pair) if pair[1] in number else () for pair in found]


def launch(count: int, block: Any = None, grid: Any = None, cluster: Any = None) -> Launch:
    """The launch of `count` threads; sizes are numbers or tuples of up to three, or None.

    Raises `PtxError` (code ``launch-shape``) for sizes that the threads do not fill or that no target has.
    """
    named = not (block is None and grid is None and cluster is None)
    ctas = _shape("grid", grid)
    threads = _shape("block", block) if block is not None else _row(count, _product(ctas), "grid")
    if grid is None and block is not None:
        ctas = _row(count, _product(threads), "block")
    if _product(threads) * _product(ctas) != count:
        whole = f"{_product(ctas)} CTAs of {_product(threads)} threads"
        raise refusal("launch-shape", f"{whole} are {_product(ctas) * _product(threads)} threads, not {count}")
    if named:
        _demand_legal(threads, ctas)
    clusters = _shape("cluster", cluster)
    if any(whole % part for whole, part in zip(ctas, clusters, strict=True)):
        raise refusal(
            "launch-shape", f"a grid of {_shown(ctas)} CTAs does not divide into clusters of {_shown(clusters)}"
        )
    return Launch(count, threads, ctas, clusters, named, cluster is not None)


def block_threads(block: Any, grid: Any) -> int:
    """The number of threads of a block, in every CTA of a grid."""
    return _product(_shape("block", block)) * _product(_shape("grid", grid))


def _row(count: int, parts: int, other: str) -> Shape:
    """What is left of `count` threads in one dimension."""
    if count % parts:
        raise refusal("launch-shape", f"{count} threads do not fill a {other} of {parts}")
    return (count // parts, 1, 1)


def _demand_legal(block: Shape, grid: Shape) -> None:
    if _product(block) > MOST_IN_CTA or any(one > most for one, most in zip(block, LARGEST, strict=True)):
        raise refusal("launch-shape", f"a block of {_shown(block)} threads is too large: at most 1,024, and 64 in z")
    if _product(grid) > 1 and _product(block) % LANES:
        raise refusal("launch-shape", f"blocks of {_product(block)} threads do not hold whole warps of 32")


def _shape(name: str, given: Any) -> Shape:
    if given is None:
        return ONE
    sizes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if any(isinstance(one, bool) or not isinstance(one, (int, np.integer)) for one in sizes):
        raise TypeError(f"{name} must be an integer or a tuple of up to three, not {str(given)[:60]!r}")
    if not 1 <= len(sizes) <= 3 or any(not 1 <= one < 1 << 31 for one in sizes):
        raise refusal("launch-shape", f"{name} must be one to three positive sizes, not {str(given)[:60]}")
    x, y, z = (*(int(one) for one in sizes), 1, 1)[:3]
    return (x, y, z)


def _product(shape: Shape) -> int:
    return shape[0] * shape[1] * shape[2]


def _shown(shape: Shape) -> str:
    return " x ".join(map(str, shape))


def _in_clusters(of: Launch) -> Shape:
    x, y, z = (whole // part for whole, part in zip(of.grid, of.cluster, strict=True))
    return (x, y, z)


def _places(count: int, shape: Shape) -> list[NDArray[np.intp]]:
    """The coordinates of `count` numbers that wrap around in a shape."""
    numbers = np.arange(count) % _product(shape)
    x, y, _ = shape
    return [numbers % x, numbers // x % y, numbers // (x * y)]


def _linear(places: list[NDArray[np.intp]], shape: Shape) -> NDArray[np.intp]:
    x, y, z = places
    return x + shape[0] * (y + shape[1] * z)


# --- special registers ---

_Value = Callable[[Launch], Any]
_MASKS: Mapping[str, Callable[[Words], Words]] = {
    "eq": lambda lane: np.uint32(1) << lane,
    "lt": lambda lane: (np.uint32(1) << lane) - np.uint32(1),
    "le": lambda lane: (np.uint32(2) << lane) - np.uint32(1),
    "gt": lambda lane: ~((np.uint32(2) << lane) - np.uint32(1)),
    "ge": lambda lane: ~((np.uint32(1) << lane) - np.uint32(1)),
}


def _lane(of: Launch) -> Words:
    """Elements of the arrays are lanes in turn; CTAs hold whole warps."""
    lanes: Words = np.arange(of.threads, dtype=np.uint32) % np.uint32(LANES)
    return lanes


def _warp(of: Launch) -> Words:
    warps: Words = (np.arange(of.threads) % max(of.size, 1) // LANES).astype(np.uint32)
    return warps


def _of_cta(number: Callable[[Launch], NDArray[np.intp]]) -> _Value:
    return lambda of: number(of)[of.cta()].astype(np.uint32)


def _thread(axis: int) -> _Value:
    return lambda of: _places(of.threads, of.block)[axis].astype(np.uint32)


def _block_place(axis: int) -> _Value:
    return _of_cta(lambda of: _places(of.ctas, of.grid)[axis])


def _cluster_place(axis: int) -> _Value:
    return _of_cta(lambda of: _places(of.ctas, of.grid)[axis] // of.cluster[axis])


def _place_in_cluster(axis: int) -> _Value:
    return _of_cta(lambda of: _places(of.ctas, of.grid)[axis] % of.cluster[axis])


def _number(value: Callable[[Launch], int]) -> _Value:
    return lambda of: np.uint32(value(of))


def _mask(relation: Callable[[Words], Words]) -> _Value:
    return lambda of: relation(_lane(of))


_VECTORS: Mapping[str, Callable[[int], _Value]] = {
    "%tid": _thread,
    "%ntid": lambda axis: _number(lambda of: of.block[axis]),
    "%ctaid": _block_place,
    "%nctaid": lambda axis: _number(lambda of: of.grid[axis]),
    "%clusterid": _cluster_place,
    "%nclusterid": lambda axis: _number(lambda of: _in_clusters(of)[axis]),
    "%cluster_ctaid": _place_in_cluster,
    "%cluster_nctaid": lambda axis: _number(lambda of: of.cluster[axis]),
}
_ANY_SHAPE: dict[str, _Value] = {
    "%laneid": _lane,
    **{f"%lanemask_{name}": _mask(relation) for name, relation in _MASKS.items()},
}
"""Registers of the warp alone: they need no legal CTA."""
SUPPLIED: Mapping[str, _Value] = {
    **_ANY_SHAPE,
    "%warpid": _warp,
    "%cluster_ctarank": _of_cta(Launch.rank),
    "%cluster_nctarank": _number(lambda of: _product(of.cluster)),
    "%is_explicit_cluster": lambda of: np.uint8(of.clustered),
    **{f"{name}.{one}": value(axis) for name, value in _VECTORS.items() for axis, one in enumerate(_AXES)},
    **{f"{name}.w": _number(lambda of: 0) for name in _VECTORS},
}
"""Every special register, or element of one, that follows from the launch."""


def supplied(name: str, of: Launch) -> Any:
    """The value of a special register: an array of one element a thread, or one value for all threads."""
    if name not in _ANY_SHAPE:
        demand_one_cta(of, name)
    return SUPPLIED[name](of)


def demand_one_cta(of: Launch, what: str) -> None:
    """Fail where no shape is given and the threads are more than a CTA can have."""
    if not of.named and of.threads > MOST_IN_CTA:
        message = f"{what} needs the shape of the launch: {of.threads} threads are more than one CTA has; give block="
        raise refusal("launch-shape", message)
