"""Functions of the semantics language on the lanes of one warp, for one of them.

The values of an operand in all lanes are one integer: that of lane i from bit `i * bits` on.
"""

from __future__ import annotations

LANES = 32


def lane_value(lanes: int, index: int, bits: int) -> int:
    """The value of lane `index`."""
    return lanes >> (index * bits) & ((1 << bits) - 1)


def lanes_set(lanes: int) -> int:
    """The mask of the lanes whose predicate is set: predicates have one bit, so they are the mask."""
    return lanes


def lanes_alike(lanes: int, lane: int, bits: int) -> int:
    """The mask of the lanes that have the value of lane `lane`."""
    own = lane_value(lanes, lane, bits)
    return sum(1 << index for index in range(LANES) if lane_value(lanes, index, bits) == own)


def packed(values: list[int], bits: int) -> int:
    """The values of all lanes as one integer."""
    return sum(value << (index * bits) for index, value in enumerate(values))


LANE = "lane"
ACTIVE = "active"
_SUFFIX = "_lanes"


def operand_of(name: str) -> str:
    """The operand that an input has of all lanes; empty for any other input."""
    return name.removesuffix(_SUFFIX) if name.endswith(_SUFFIX) else ""


def looks_around(inputs: tuple[str, ...]) -> bool:
    """Whether a function with these inputs depends on the warp that the thread is in."""
    return any(name in (LANE, ACTIVE) or operand_of(name) for name in inputs)
