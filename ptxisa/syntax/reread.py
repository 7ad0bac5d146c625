"""Long lists of nodes that are parsed again whenever they are gone through, instead of being kept.

A table of numbers or a debug section has a node for every few characters, which takes fifty times as much memory
as the text. Whoever wants the nodes mostly wants them once, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

Node = TypeVar("Node", covariant=True)


class Reread(Sequence[Node]):
    """`length` nodes that `again` reads. To ask for one by its index reads all of them, and keeps them."""

    __slots__ = ("_again", "_kept", "_length")

    def __init__(self, again: Callable[[], Iterator[Node]], length: int) -> None:
        self._again, self._length = again, length
        self._kept: tuple[Node, ...] | None = None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Node]:
        return self._again() if self._kept is None else iter(self._kept)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...
    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        if self._kept is None:
            self._kept = tuple(self._again())
        return self._kept[index]

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, (tuple, Reread)):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{self._length} nodes to be read again>"
