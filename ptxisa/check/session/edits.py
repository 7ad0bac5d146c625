"""Find what an edit left as it was: the passages and the ends of functions outside of what changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ptxisa.syntax import tree
from ptxisa.syntax.cursor import DEPTH_LIMIT
from ptxisa.syntax.source import Source

DEEPEST = DEPTH_LIMIT // 2
"""Blocks around a passage, and blocks in it, so that a passage never contains a block that nests too deep."""


class Outline(NamedTuple):
    """An item of the module as an editor needs it.

    `node` has offsets from the start of the text in which the item was parsed; `base` is the start of the item there,
    `start` and `end` are its place in the current text. Bodies contain a `Run` in place of instructions.
    """

    node: tree.Item
    base: int
    start: int
    end: int

    @property
    def shift(self) -> int:
        """Difference between offsets in the current text and in the node."""
        return self.start - self.base


class Checkpoint(NamedTuple):
    """Text of a check, the items in it, and the places of its syntax errors in order."""

    source: Source
    items: Sequence[Outline]
    errors: Sequence[tuple[int, int]]

    def passages(self) -> Iterator[tuple[Outline, tree.Passage]]:
        """Yield the passages of each function."""
        for item in self.items:
            if isinstance(item.node, tree.Function) and item.node.body is not None:
                pending = [item.node.body]
                for block in pending:
                    yield from ((item, node) for node in block.statements if isinstance(node, tree.Passage))
                    pending += [node for node in block.statements if isinstance(node, tree.Block)]

    def is_wrong(self, start: int, end: int) -> bool:
        """Return True if a part of the text has a syntax error."""
        if not self.errors:
            return False
        first = bisect_left(self.errors, self.source.position(start))
        return first < bisect_right(self.errors, self.source.position(end))


class Unchanged:
    """Passages without syntax errors, and ends of functions, that edits left as they were, with their new places."""

    def __init__(self, text: str, checkpoints: Sequence[Checkpoint]) -> None:
        """Find what is unchanged since some checkpoints, the last one last."""
        self.passages: dict[int, tree.Passage] = {}
        """Passages by their starts."""
        self.ends: list[int] = []
        for checkpoint in checkpoints:
            before = checkpoint.source.text
            prefix, suffix = common_ends(before, text)
            rest, distance = len(before) - suffix, len(text) - len(before)
            for item, passage in checkpoint.passages():
                start, end = passage.start + item.shift, passage.end + item.shift
                shift = 0 if end <= prefix else distance
                # A passage ends before the brace of its body; else a block in it may not be closed.
                closed = passage.end < item.node.body.end  # type: ignore[union-attr]
                if (end <= prefix or start >= rest) and closed and not checkpoint.is_wrong(start, end):
                    self.passages[start + shift] = passage._replace(start=start + shift, end=end + shift)
            # Ends are those of the last checkpoint, which is the last one in the loop.
            self.ends = [
                item.end if item.end <= prefix else item.end + distance
                for item in checkpoint.items
                if isinstance(item.node, tree.Function) and (item.end <= prefix or item.end >= rest)
            ]
        self._starts = sorted(self.passages)

    def next_passage(self, offset: int) -> int | None:
        """Return the start of the first passage after an offset."""
        index = bisect_right(self._starts, offset)
        return self._starts[index] if index < len(self._starts) else None

    def next_end(self, offset: int) -> int | None:
        """Return the first end of a function after an offset."""
        index = bisect_right(self.ends, offset)
        return self.ends[index] if index < len(self.ends) else None


def common_ends(before: str, after: str) -> tuple[int, int]:
    """Return how many characters two texts share at their beginning, and how many more at their end."""

    # Bisection compares slices in C; a loop over characters takes a hundred times longer.
    def longest(is_equal: Callable[[int], bool], most: int) -> int:
        low, high = 0, most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if is_equal(middle) else (low, middle - 1)
        return low

    most = min(len(before), len(after))
    prefix = longest(lambda length: after.startswith(before[:length]), most)
    return prefix, longest(lambda length: after.endswith(before[len(before) - length :]), most - prefix)
