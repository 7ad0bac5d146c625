"""Shape of a launch, and the special registers that follow from it.

Element i of a register array is thread `i % size` of CTA `i // size`; both are counted with x fastest (section 10 of
the manual). Registers that do not follow from the shape, such as ``%clock`` and ``%smid``, are inputs like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.run.errors import execution_error
from ptxisa.run.warp import LANES, lane_numbers

Words = NDArray[np.uint32]
Numbers = NDArray[np.intp]
Shape = tuple[int, int, int]
ONE: Shape = (1, 1, 1)
LARGEST = (1024, 1024, 64)
"""Largest sizes of a CTA in x, y and z, the same for every compute capability since 2.0."""
MOST_IN_CTA = 1024
"""Largest number of threads of a CTA."""
_AXES = "xyz"


class Launch(NamedTuple):
    """Sizes of a CTA in threads, and of a grid and of its clusters in CTAs.

    `named` is True if the caller gave a shape; otherwise all threads are one CTA of one dimension. `clustered` is True
    for a launch with clusters.
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

    def cta(self) -> Numbers:
        """Return the number of the CTA of each thread."""
        return np.arange(self.threads) // max(self.size, 1)

    def cluster_number(self) -> Numbers:
        """Return the number of the cluster of each CTA."""
        places = _places(self.ctas, self.grid)
        return _linear([place // size for place, size in zip(places, self.cluster, strict=True)], self.clusters())

    def clusters(self) -> Shape:
        """Return the size of the grid in clusters."""
        x, y, z = (whole // part for whole, part in zip(self.grid, self.cluster, strict=True))
        return (x, y, z)

    def rank(self) -> Numbers:
        """Return the rank of each CTA in its cluster."""
        places = _places(self.ctas, self.grid)
        return _linear([place % size for place, size in zip(places, self.cluster, strict=True)], self.cluster)

    def pairs(self) -> list[tuple[int, ...]]:
        """Return the CTA pair of each CTA, the CTA of even rank first; empty if the cluster has no peer for it.

        The ranks of a pair differ in the last bit alone.
        """
        names = list(zip(self.cluster_number().tolist(), self.rank().tolist(), strict=True))
        number = {name: cta for cta, name in enumerate(names)}
        pairs = [((cluster, rank & ~1), (cluster, rank | 1)) for cluster, rank in names]
        return [tuple(number[name] for name in pair) if pair[1] in number else () for pair in pairs]

    def require_one_cta(self, purpose: str) -> None:
        """Raise `PtxError` if no shape is given and the threads are more than a CTA can have."""
        if not self.named and self.threads > MOST_IN_CTA:
            message = f"{purpose} needs the shape of the launch: {self.threads} threads are more than one CTA has"
            raise execution_error("launch-shape", f"{message}; give block=")


def launch(count: int, block: Any = None, grid: Any = None, cluster: Any = None) -> Launch:
    """Return the launch of `count` threads.

    Args:
        count: Number of threads.
        block: Size of a CTA in threads: a number, a tuple of up to three, or None.
        grid: Size of the grid in CTAs, likewise.
        cluster: Size of a cluster in CTAs, likewise.

    Raises:
        PtxError: The threads do not fill the sizes, or no target has such sizes (code ``launch-shape``).
    """
    named = not (block is None and grid is None and cluster is None)
    # The size that is not given is what remains of `count`.
    ctas = _shape("grid", grid)
    threads = _shape("block", block) if block is not None else _row(count, _product(ctas), "grid")
    if grid is None and block is not None:
        ctas = _row(count, _product(threads), "block")
    if _product(threads) * _product(ctas) != count:
        sizes = f"{_product(ctas)} CTAs of {_product(threads)} threads"
        message = f"{sizes} are {_product(ctas) * _product(threads)} threads, not {count}"
        raise execution_error("launch-shape", message)
    if named:
        if _product(threads) > MOST_IN_CTA or any(size > most for size, most in zip(threads, LARGEST, strict=True)):
            message = f"a block of {_shown(threads)} threads is too large: at most 1,024, and 64 in z"
            raise execution_error("launch-shape", message)
        if _product(ctas) > 1 and _product(threads) % LANES:
            # Warps never span CTAs, and lanes here are the numbers of threads modulo 32.
            message = f"a block of {_product(threads)} threads is not a whole number of warps of 32"
            raise execution_error("launch-shape", message)
    clusters = _shape("cluster", cluster)
    if any(whole % part for whole, part in zip(ctas, clusters, strict=True)):
        message = f"a grid of {_shown(ctas)} CTAs does not divide into clusters of {_shown(clusters)}"
        raise execution_error("launch-shape", message)
    return Launch(count, threads, ctas, clusters, named, cluster is not None)


def block_threads(block: Any, grid: Any) -> int:
    """Return the number of threads of all CTAs of a grid."""
    return _product(_shape("block", block)) * _product(_shape("grid", grid))


def _row(count: int, parts: int, other: str) -> Shape:
    """Return the size in one dimension that remains of `count` threads."""
    if count % parts:
        raise execution_error("launch-shape", f"{count} threads do not fill a {other} of {parts}")
    return (count // parts, 1, 1)


def _shape(name: str, given: Any) -> Shape:
    if given is None:
        return ONE
    sizes = tuple(given) if isinstance(given, (tuple, list)) else (given,)
    if any(isinstance(size, bool) or not isinstance(size, (int, np.integer)) for size in sizes):
        raise TypeError(f"{name} must be an integer or a tuple of up to three, not {str(given)[:60]!r}")
    if not 1 <= len(sizes) <= 3 or any(not 1 <= size < 1 << 31 for size in sizes):
        message = f"{name} must be one to three positive sizes, not {str(given)[:60]}"
        raise execution_error("launch-shape", message)
    x, y, z = (*(int(size) for size in sizes), 1, 1)[:3]
    return (x, y, z)


def _product(shape: Shape) -> int:
    return shape[0] * shape[1] * shape[2]


def _shown(shape: Shape) -> str:
    return " x ".join(map(str, shape))


def _places(count: int, shape: Shape) -> list[Numbers]:
    """Return x, y and z of the numbers below `count`, which wrap around in a shape."""
    numbers = np.arange(count) % _product(shape)  # x is fastest, then y (sections 10.1 and 10.3).
    x, y, _ = shape
    return [numbers % x, numbers // x % y, numbers // (x * y)]


def _linear(places: list[Numbers], shape: Shape) -> Numbers:
    x, y, z = places
    return x + shape[0] * (y + shape[1] * z)


# --- special registers ---

_Value = Callable[[Launch], Any]


def _of_cta(number: Callable[[Launch], Numbers]) -> _Value:
    """Return the value of a register that all threads of a CTA share."""
    return lambda launch: number(launch)[launch.cta()].astype(np.uint32)


def _number(value: Callable[[Launch], int]) -> _Value:
    return lambda launch: np.uint32(value(launch))


def _mask(relation: Callable[[Words], Words]) -> _Value:
    return lambda launch: relation(lane_numbers(launch.threads))


_VECTORS: Mapping[str, Callable[[int], _Value]] = {
    "%tid": lambda axis: lambda launch: _places(launch.threads, launch.block)[axis].astype(np.uint32),
    "%ntid": lambda axis: _number(lambda launch: launch.block[axis]),
    "%ctaid": lambda axis: _of_cta(lambda launch: _places(launch.ctas, launch.grid)[axis]),
    "%nctaid": lambda axis: _number(lambda launch: launch.grid[axis]),
    "%clusterid": lambda axis: _of_cta(lambda launch: _places(launch.ctas, launch.grid)[axis] // launch.cluster[axis]),
    "%nclusterid": lambda axis: _number(lambda launch: launch.clusters()[axis]),
    "%cluster_ctaid": lambda axis: _of_cta(
        lambda launch: _places(launch.ctas, launch.grid)[axis] % launch.cluster[axis]
    ),
    "%cluster_nctaid": lambda axis: _number(lambda launch: launch.cluster[axis]),
}
_ONE, _TWO = np.uint32(1), np.uint32(2)
_OF_WARP: dict[str, _Value] = {
    "%laneid": lambda launch: lane_numbers(launch.threads),
    "%lanemask_eq": _mask(lambda lane: _ONE << lane),
    "%lanemask_lt": _mask(lambda lane: (_ONE << lane) - _ONE),
    "%lanemask_le": _mask(lambda lane: (_TWO << lane) - _ONE),
    "%lanemask_gt": _mask(lambda lane: ~((_TWO << lane) - _ONE)),
    "%lanemask_ge": _mask(lambda lane: ~((_ONE << lane) - _ONE)),
}
"""Registers that depend on the warp alone: any number of threads has them."""
SUPPLIED: Mapping[str, _Value] = {
    **_OF_WARP,
    "%warpid": lambda launch: (np.arange(launch.threads) % max(launch.size, 1) // LANES).astype(np.uint32),
    "%cluster_ctarank": _of_cta(Launch.rank),
    "%cluster_nctarank": _number(lambda launch: _product(launch.cluster)),
    "%is_explicit_cluster": lambda launch: np.uint8(launch.clustered),
    **{f"{name}.{axis}": value(number) for name, value in _VECTORS.items() for number, axis in enumerate(_AXES)},
    # The manual gives these registers four elements, of which the last is always 0.
    **{f"{name}.w": _number(lambda _launch: 0) for name in _VECTORS},
}
"""Special registers, or elements of them, that follow from the launch."""


def supplied(name: str, launch: Launch) -> Any:
    """Return the value of a special register: an array with one element per thread, or a scalar for all threads."""
    if name not in _OF_WARP:
        launch.require_one_cta(name)
    return SUPPLIED[name](launch)
