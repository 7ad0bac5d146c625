"""Clauses of a form by their floors: what became available together, with like conditions as one row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import Clause

Row = Mapping[str, bool | tuple[str, ...]]
"""The values that a condition admits, by slot; the word `absent` among them says that the slot may be empty."""


class Group(NamedTuple):
    """Clauses with the same floors; one of `floors` must hold, and one of `rows`."""

    floors: tuple[Clause, ...]
    """A clause for each floor, whose condition says nothing of the group."""
    clauses: tuple[Clause, ...]
    rows: tuple[Row, ...]


def grouped(clauses: Sequence[Clause]) -> list[Group]:
    """The groups in the order of their first clauses."""
    found: dict[tuple[tuple[str, str], ...], list[list[Clause]]] = {}
    for same in _by_condition(clauses):
        found.setdefault(tuple((one.ptx, one.target) for one in same), []).append(same)
    return [
        Group(
            tuple(members[0]),
            tuple(one for same in members for one in same),
            tuple(_merged([same[0].when for same in members])),
        )
        for members in found.values()
    ]


def _by_condition(clauses: Sequence[Clause]) -> list[list[Clause]]:
    found: dict[tuple[tuple[str, object], ...], list[Clause]] = {}
    for clause in clauses:
        found.setdefault(tuple(clause.when.items()), []).append(clause)
    return list(found.values())


def _merged(rows: Sequence[Row]) -> list[Row]:
    """Rows that differ in one slot become one row with the values of both."""
    merged: list[Row] = []
    for row in rows:
        for place, other in enumerate(merged):
            both = _union(other, row)
            if both is not None:
                merged[place] = both
                break
        else:
            merged.append(row)
    return merged if len(merged) == len(rows) else _merged(merged)


def _union(one: Row, other: Row) -> Row | None:
    """One row for both where they differ in the values of one slot."""
    differing = [slot for slot in one if one[slot] != other.get(slot)]
    if one.keys() != other.keys() or len(differing) != 1:
        return None
    (slot,) = differing
    mine, its = one[slot], other[slot]
    if isinstance(mine, bool) or isinstance(its, bool):
        return None
    return {**one, slot: tuple(dict.fromkeys((*mine, *its)))}
