"""Litmus tests of the literature over placements, strengths and scopes.

A shape names the accesses of each thread: ``Wx1`` writes 1 to x, ``Rx`` reads x, ``Ax1`` adds 1 to x atomically. A
strength decides the statements of the accesses, and the fences between them. `tests()` yields every combination:

    MP+fence.acq_rel.gpu+relaxed.gpu at ctas
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

SHAPES: Mapping[str, str] = {
    "MP": "Wx1 Wy1 | Ry Rx",
    "SB": "Wx1 Ry | Wy1 Rx",
    "LB": "Rx Wy1 | Ry Wx1",
    "S": "Wx2 Wy1 | Ry Wx1",
    "R": "Wx1 Wy1 | Wy2 Rx",
    "2+2W": "Wx1 Wy2 | Wy1 Wx2",
    "CoRR": "Wx1 | Rx Rx",
    "CoWR": "Wx1 Rx | Wx2",
    "CoRW1": "Rx Wx1",
    "CoRW2": "Rx Wx1 | Wx2",
    "CoRR2": "Wx1 | Wx2 | Rx Rx | Rx Rx",
    "WRC": "Wx1 | Rx Wy1 | Ry Rx",
    "RWC": "Wx1 | Rx Ry | Wy1 Rx",
    "WWC": "Wx2 | Rx Wy1 | Ry Wx1",
    "ISA2": "Wx1 Wy1 | Ry Wz1 | Rz Rx",
    "W+RWC": "Wx1 Wy1 | Ry Rz | Wz1 Rx",
    "Z6.3": "Wx1 Wy1 | Wy2 Wz1 | Rz Rx",
    "3.SB": "Wx1 Ry | Wy1 Rz | Wz1 Rx",
    "3.LB": "Rx Wy1 | Ry Wz1 | Rz Wx1",
    "3.2W": "Wx2 Wy1 | Wy2 Wz1 | Wz2 Wx1",
    "IRIW": "Wx1 | Wy1 | Rx Ry | Ry Rx",
    "MP+A": "Wx1 Ay1 | Ay1 Rx",
    "SB+A": "Ax1 Ry | Ay1 Rx",
    "2xA": "Ax1 | Ax1",
    "MP+chain": "Wx1 Wy1 | Ay1 | Ry Rx",
}
PLACEMENTS: Mapping[str, tuple[str, ...]] = {"warps": ("warp",), "cluster": ("cta",), "ctas": ("cluster",)}
"""Field of a place that differs between the threads of a test."""
SCOPES = ("cta", "cluster", "gpu", "sys")


class ShapedTest(NamedTuple):
    """A litmus test: statements of each thread with variables in brackets and registers r0, r1 and so on."""

    name: str
    placement: str
    threads: tuple[tuple[str, ...], ...]
    spaces: Mapping[str, str] = {}
    """State space of each variable: "global" or "shared"."""
    mbarriers: Mapping[str, int] = {}

    @property
    def places(self) -> list[dict[str, int]]:
        """Place of each thread."""
        return [
            dict.fromkeys(PLACEMENTS[self.placement], number) | {"warp": number} for number in range(len(self.threads))
        ]


def strengths(scope: str) -> dict[str, tuple[str, str, str, str, str]]:
    """Return load, store, atomic operation, fence of the first thread, and fence of the others, by name."""
    relaxed = (f"ld.relaxed.{scope}", f"st.relaxed.{scope}", f"atom.relaxed.{scope}")
    return {
        "weak": ("ld.weak", "st.weak", f"atom.relaxed.{scope}", "", ""),
        f"relaxed.{scope}": (*relaxed, "", ""),
        f"rel_acq.{scope}": (f"ld.acquire.{scope}", f"st.release.{scope}", f"atom.acq_rel.{scope}", "", ""),
        f"fence.acq_rel.{scope}": (*relaxed, f"fence.acq_rel.{scope}", f"fence.acq_rel.{scope}"),
        f"fence.sc.{scope}": (*relaxed, f"fence.sc.{scope}", f"fence.sc.{scope}"),
        f"first-fenced.{scope}": (*relaxed, f"fence.acq_rel.{scope}", ""),
        f"others-fenced.{scope}": (*relaxed, "", f"fence.acq_rel.{scope}"),
    }


def shaped(shape: str, placement: str, strength: str, scope: str, space: str = "global") -> ShapedTest:
    """Return the test of a shape."""
    load, store, atomic, first, others = strengths(scope)[strength]
    suffix = f".{'shared::cluster' if space == 'shared' and placement == 'cluster' else space}"
    threads = []
    variables: set[str] = set()
    for number, accesses in enumerate(SHAPES[shape].split(" | ")):
        code: list[str] = []
        register = 0
        for position, access in enumerate(accesses.split()):
            kind, variable, value = access[0], access[1], access[2:]
            variables.add(variable)
            fence = others if number else first
            if position and fence:
                code.append(fence)
            if kind == "W":
                code.append(f"{store}{suffix}.u32 [{variable}], {value}")
            else:
                statement = f"{load}{suffix}.u32" if kind == "R" else f"{atomic}{suffix}.add.u32"
                code.append(f"{statement} r{register}, [{variable}]" + (f", {value}" if kind == "A" else ""))
                register += 1
        threads.append(tuple(code))
    if strength == "weak" and "A" in SHAPES[shape]:
        # Atomic operations have the scope.
        strength = f"weak.{scope}"
    name = f"{shape}+{strength} at {placement}" + ("" if space == "global" else f" in {space}")
    return ShapedTest(name, placement, tuple(threads), dict.fromkeys(sorted(variables), space))


def tests() -> Iterator[ShapedTest]:
    """Yield each shape with each strength, scope and placement, in global and in shared memory."""
    for shape in SHAPES:
        for placement in PLACEMENTS:
            for space in ("global", "shared"):
                if space == "shared" and placement == "ctas":
                    continue
                seen = set()
                for scope in SCOPES:
                    for strength in strengths(scope):
                        test = shaped(shape, placement, strength, scope, space)
                        if test.threads not in seen:
                            seen.add(test.threads)
                            yield test
