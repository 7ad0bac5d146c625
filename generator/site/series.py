"""Values in series as one line: `.m64nNk16`, where N is a multiple of 8 from 8 to 256.

A page that lists 32 shapes with 32 almost equal meanings hides their rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

_NUMBER = re.compile(r"(\d+)")
LEAST = 4
"""Least number of values that are worth a series."""


class Series(NamedTuple):
    """Values that differ in one number.

    `name` has the letter in place of the number; `numbers` are its values in order; `range` states them in words.
    """

    name: str
    letter: str
    numbers: tuple[int, ...]
    range: str


def series_of(values: Sequence[str]) -> Series | None:
    """Return the series that all values form, or None.

    Example:
        >>> series_of(["x1", "x2", "x4", "x8"]).range
        'N is a power of 2 from 1 to 8'
    """
    split = [_NUMBER.split(value) for value in values]
    if len(values) < LEAST or len({len(parts) for parts in split}) != 1:
        return None
    differing = [place for place, column in enumerate(zip(*split, strict=True)) if len(set(column)) > 1]
    if len(differing) != 1 or differing[0] % 2 == 0:
        return None
    (place,) = differing
    numbers = tuple(int(parts[place]) for parts in split)
    first, last, steps = numbers[0], numbers[-1], {after - before for before, after in pairwise(numbers)}
    step = next(iter(steps)) if len(steps) == 1 else 0
    if step == 1:
        words = f"a number from {first} to {last}"
    elif step > 1 and first % step == 0:
        words = f"a multiple of {step} from {first} to {last}"
    elif step > 1:
        words = f"a number from {first} to {last} in steps of {step}"
    elif all(after == 2 * before for before, after in pairwise(numbers)):
        words = f"a power of 2 from {first} to {last}"
    elif list(numbers) == sorted(set(numbers)):
        words = f"one of {', '.join(map(str, numbers))}"
    else:
        return None
    before = split[0][place - 1][-1:]
    letter = before.upper() if before in ("m", "n", "k") else "N"
    name = "".join([*split[0][:place], letter, *split[0][place + 1 :]])
    return Series(name, letter, numbers, f"{letter} is {words}")


def partition(values: Sequence[str]) -> list[list[int]]:
    """Return the indices of values in as few groups as possible that each differ in one number.

    Example:
        >>> partition(["m64n8k8", "m64n8k32", "m64n16k8", "m64n16k32"])
        [[0, 2], [1, 3]]
    """
    split = [_NUMBER.split(value) for value in values]
    if len({len(parts) for parts in split}) != 1:
        return [[at] for at in range(len(values))]
    best: list[list[int]] = [[at] for at in range(len(values))]
    for place in range(1, len(split[0]), 2):
        groups: dict[tuple[str, ...], list[int]] = {}
        for at, parts in enumerate(split):
            groups.setdefault((*parts[:place], "", *parts[place + 1 :]), []).append(at)
        if len(groups) < len(best):
            best = list(groups.values())
    return best


def common_text(texts: Sequence[str], series: Series) -> str | None:
    """Return the one text that all texts are, with the letter in place of the number of each, or None."""
    pieces = [_NUMBER.split(text) for text in texts]
    if len({len(parts) for parts in pieces}) != 1:
        return None
    result = []
    for place, column in enumerate(zip(*pieces, strict=True)):
        if len(set(column)) == 1:
            result.append(column[0])
        elif place % 2 and all(int(number) == own for number, own in zip(column, series.numbers, strict=True)):
            result.append(series.letter)
        else:
            return None
    return "".join(result)


def multiple(amounts: Sequence[int], series: Series) -> str | None:
    """Return amounts that are in proportion to the numbers of a series, such as `N/2`, or None."""
    ratios = {Fraction(amount, number) for amount, number in zip(amounts, series.numbers, strict=True)}
    if len(ratios) != 1:
        return None
    ratio = ratios.pop()
    times = "" if ratio.numerator == 1 else f"{ratio.numerator}·"
    return f"{times}{series.letter}{'' if ratio.denominator == 1 else f'/{ratio.denominator}'}"
