"""Rules from modifiers to what follows from them, as short as they can be: which slots decide, and for which values.

A column says what holds for each variant, a key of the contents of all slots. Keys that are not in a column do not
matter, so a rule may say anything of them.
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


class Rule(NamedTuple):
    """What follows from the contents of a few slots."""

    slots: tuple[str, ...]
    table: Mapping[Key, Hashable]


def rule_of(slots: Sequence[str], column: Mapping[Key, Hashable]) -> Rule:
    """Return the rule with the fewest slots that gives a column; of more than two, one that needs each of its slots."""
    return _rule_of(tuple(slots), tuple(column.items()), tuple(map(type, column.values())))


@lru_cache(maxsize=20_000)
def _rule_of(slots: tuple[str, ...], items: tuple[tuple[Key, Hashable], ...], types: tuple[type, ...]) -> Rule:
    """Return the rule; `types` tell 1 and True apart in the cache."""
    column = dict(items)
    for count in range(3):
        for chosen in itertools.combinations(range(len(slots)), count):
            table = _table(chosen, column)
            if table is not None:
                return Rule(tuple(slots[index] for index in chosen), table)
    kept = list(range(len(slots)))
    for index in range(len(slots)):
        fewer = [other for other in kept if other != index]
        if _table(fewer, column) is not None:
            kept = fewer
    return Rule(tuple(slots[index] for index in kept), _table(kept, column) or {})


def _table(chosen: Sequence[int], column: Mapping[Key, Hashable]) -> dict[Key, Hashable] | None:
    """Return the column by the contents of some slots, if those decide."""
    found: dict[Key, Hashable] = {}
    for part, value in zip(_parts(chosen, column), column.values(), strict=True):
        if found.setdefault(part, value) != value:
            return None
    return found


def _parts(chosen: Sequence[int], keys: Iterable[Key]) -> Iterable[Key]:
    """Return the contents of some slots in each key."""
    if len(chosen) > 1:
        return map(operator.itemgetter(*chosen), keys)
    return zip(map(operator.itemgetter(*chosen), keys), strict=True) if chosen else (() for _ in keys)


def rows(table: Mapping[Key, T]) -> Iterator[tuple[tuple[Contents, ...], T]]:
    """Yield the table as products of contents, one after the other."""
    by_value: dict[T, list[Key]] = {}
    for key, value in table.items():
        by_value.setdefault(value, []).append(key)
    for value, keys in by_value.items():
        others = {key for key, other in table.items() if other != value}
        yield from ((product, value) for product in _products(keys, others))


def _products(keys: Sequence[Key], others: set[Key]) -> Iterator[tuple[Contents, ...]]:
    """Products that have all keys and none of the others."""
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
    for first, found in tails.items():
        alike.setdefault(frozenset(found), []).append(first)
    for contents in alike.values():
        excluded = {tuple(rest) for first, *rest in others if first in contents}
        yield from ((tuple(contents), *product) for product in _products(tails[contents[0]], excluded))


def rule_items(rule: Rule) -> Iterator[tuple[str | tuple[str, ...], Hashable]]:
    """Yield the rows of a rule as `By` has them."""
    for product, value in rows(rule.table):
        parts = tuple(" ".join(content or ABSENT for content in contents) for contents in product)
        yield parts[0] if len(parts) == 1 else parts, value
