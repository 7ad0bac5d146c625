"""Find the shortest rule from modifiers to a value: the slots that decide, and the value for their contents.

A column has a value for each variant, under a key of the contents of all slots. A rule may have any value for keys
that are not in the column.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ptxisa.run.implementation import ABSENT, Key

T = TypeVar("T", bound=Hashable)
Contents = tuple[str | None, ...]
"""Modifiers of a slot in one row of a rule."""


class TabledRule(NamedTuple):
    """Table of values by the contents of a few slots."""

    slots: tuple[str, ...]
    table: Mapping[Key, Hashable]


def rule_of(slots: Sequence[str], column: Mapping[Key, Hashable]) -> TabledRule:
    """Return the rule of a column: with at most two slots the smallest, with more one in which every slot is needed."""
    return _rule_of(tuple(slots), tuple(column.items()), tuple(map(type, column.values())))


@lru_cache(maxsize=20_000)
def _rule_of(slots: tuple[str, ...], items: tuple[tuple[Key, Hashable], ...], types: tuple[type, ...]) -> TabledRule:
    """Return the rule of a column; `types` distinguish 1 and True in the cache."""
    column = dict(items)
    # All pairs of slots are tried. Larger sets would be exponentially many; there, slots are left out one by one while
    # the others still decide, which gives a set without a needless slot but not always the smallest.
    for count in range(3):
        for chosen in itertools.combinations(range(len(slots)), count):
            table = _table(chosen, column)
            if table is not None:
                return TabledRule(tuple(slots[index] for index in chosen), table)
    kept = list(range(len(slots)))
    for index in range(len(slots)):
        fewer = [other for other in kept if other != index]
        if _table(fewer, column) is not None:
            kept = fewer
    return TabledRule(tuple(slots[index] for index in kept), _table(kept, column) or {})


def _table(chosen: Sequence[int], column: Mapping[Key, Hashable]) -> dict[Key, Hashable] | None:
    """Return the column by the contents of some slots, if those decide."""
    parts: Iterable[Key]  # The contents of the chosen slots in each key.
    if len(chosen) > 1:
        parts = map(operator.itemgetter(*chosen), column)
    else:
        parts = zip(map(operator.itemgetter(*chosen), column), strict=True) if chosen else (() for _ in column)
    table: dict[Key, Hashable] = {}
    for part, value in zip(parts, column.values(), strict=True):
        if table.setdefault(part, value) != value:
            return None
    return table


def rows(table: Mapping[Key, T]) -> Iterator[tuple[tuple[Contents, ...], T]]:
    """Yield the table as products of contents, each with its value."""
    by_value: dict[T, list[Key]] = {}
    for key, value in table.items():
        by_value.setdefault(value, []).append(key)
    for value, keys in by_value.items():
        others = {key for key, other in table.items() if other != value}
        yield from ((product, value) for product in _products(keys, others))


def _products(keys: Sequence[Key], others: set[Key]) -> Iterator[tuple[Contents, ...]]:
    """Yield products that together contain all keys and none of the others."""
    whole = tuple(tuple(dict.fromkeys(contents)) for contents in zip(*keys, strict=True))
    if len(keys) == 1 or not any(
        all(content in contents for content, contents in zip(key, whole, strict=True)) for key in others
    ):
        yield whole
        return
    tails: dict[str | None, list[Key]] = {}
    for first, *rest in keys:
        tails.setdefault(first, []).append(tuple(rest))
    alike: dict[frozenset[Key], list[str | None]] = {}
    for first, rests in tails.items():
        alike.setdefault(frozenset(rests), []).append(first)
    for contents in alike.values():
        excluded = {tuple(rest) for first, *rest in others if first in contents}
        yield from ((tuple(contents), *product) for product in _products(tails[contents[0]], excluded))


def rule_items(rule: TabledRule) -> Iterator[tuple[str | tuple[str, ...], Hashable]]:
    """Yield the rows of a rule as `By` has them."""
    for product, value in rows(rule.table):
        parts = tuple(" ".join(content or ABSENT for content in contents) for contents in product)
        yield parts[0] if len(parts) == 1 else parts, value
