"""Sets and relations over numbered events, as bits of Python integers.

A set of events is an integer with one bit for each event. A relation over n events is an integer of n * n bits: bit
``i * n + k`` says that event i is related to event k. Union, intersection and difference are the operators of integers;
composition and closure take n multiplications.

    space = Space(3)
    order = space.pairs([(0, 1), (1, 2)])
    space.listed(space.closure(order))          # [(0, 1), (0, 2), (1, 2)]
"""

from __future__ import annotations

from collections.abc import Iterable


class Space:
    """Relations over a fixed number of events."""

    __slots__ = ("column", "everything", "identity", "n", "row")

    def __init__(self, n: int) -> None:
        self.n = n
        self.row = (1 << n) - 1
        """Set of all events; also the mask of one row."""
        self.column = sum(1 << i * n for i in range(n))
        """Relation of each event to event 0; also the mask of one column."""
        self.identity = sum(1 << i * n + i for i in range(n))
        self.everything = (1 << n * n) - 1
        """Relation of each event to each event."""

    def pairs(self, pairs: Iterable[tuple[int, int]]) -> int:
        """Return the relation with the given pairs."""
        result = 0
        for i, k in pairs:
            result |= 1 << i * self.n + k
        return result

    def listed(self, relation: int) -> list[tuple[int, int]]:
        """Return the pairs of a relation in order."""
        result = []
        while relation:
            low = relation & -relation
            result.append(divmod(low.bit_length() - 1, self.n))
            relation ^= low
        return result

    def members(self, events: int) -> list[int]:
        """Return the numbers in a set in order."""
        return [i for i in range(self.n) if events >> i & 1]

    def product(self, first: int, second: int) -> int:
        """Return the relation of each event of `first` to each of `second`."""
        # The rows of `first` are its bits spread over the column; a product by `second` fills each of these rows.
        return self.spread(first) * second

    def spread(self, events: int) -> int:
        """Return the relation of each event of a set to event 0."""
        result = 0
        for i in range(self.n):
            if events >> i & 1:
                result |= 1 << i * self.n
        return result

    def diagonal(self, events: int) -> int:
        """Return the identity on a set."""
        return self.identity & self.spread(events) * self.row

    def compose(self, first: int, second: int) -> int:
        """Return the pairs (i, k) with an event between them: (i, m) in `first` and (m, k) in `second`."""
        n, column, row, result = self.n, self.column, self.row, 0
        if not first or not second:
            return 0
        for middle in range(n):
            targets = second >> middle * n & row
            if targets:
                # Each source has its own row, so the products do not overlap.
                result |= (first >> middle & column) * targets
        return result

    def closure(self, relation: int) -> int:
        """Return the transitive closure (Warshall's algorithm on rows)."""
        n, column, row = self.n, self.column, self.row
        for middle in range(n):
            sources = relation >> middle & column
            if sources:
                relation |= sources * (relation >> middle * n & row)
        return relation

    def inverse(self, relation: int) -> int:
        """Return the pairs the other way round."""
        n, result = self.n, 0
        while relation:
            low = relation & -relation
            i, k = divmod(low.bit_length() - 1, n)
            result |= 1 << k * n + i
            relation ^= low
        return result

    def irreflexive(self, relation: int) -> bool:
        """Return True if no event is related to itself."""
        return not relation & self.identity

    def acyclic(self, relation: int) -> bool:
        """Return True if no chain of pairs leads back to its start."""
        return not self.closure(relation) & self.identity

    def cycle(self, relation: int) -> list[int]:
        """Return the events of a shortest cycle in order, or nothing without one."""
        successors: dict[int, list[int]] = {}
        for i, k in self.listed(relation):
            successors.setdefault(i, []).append(k)
        best: list[int] = []
        for start in successors:
            parents, queue = {start: -1}, [start]
            for event in queue:
                if start in successors.get(event, ()):
                    path = [event]
                    while parents[path[-1]] >= 0:
                        path.append(parents[path[-1]])
                    if not best or len(path) < len(best):
                        best = path[::-1]
                    break
                for following in successors.get(event, ()):
                    if following not in parents:
                        parents[following] = event
                        queue.append(following)
        return best
