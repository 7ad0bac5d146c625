"""Selectors: the suffix that says which parts of an operand an instruction takes or writes, as in `a.b0` or `d.h10`.

A selector is a letter and digits. The letter tells the width of a part (`b` bytes, `h` half-words); the digits
are the numbers of the parts, that of the highest element first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ptxisa.isa.forms import Form, Operand, Selector

WORD = 32
NUMBERS = ("bits", "index", "mask")
"""What semantics see of a selector."""

Selection = Mapping[str, str | None]
"""Name of each selector of a form to its spelling, None where it is left out."""

_WIDTHS = {"b": 8, "h": 16}
_RANGE = re.compile(r"\[([0-9])-([0-9])\]|(.)")
_SPELLING = re.compile(r"[bh][0-9]+")


def selectors(form: Form) -> list[Selector]:
    """The selectors of a form, in the order in which they are written."""
    return [operand.selector for operand in form.operands if operand.selector is not None]


def looks_like_selector(text: str) -> bool:
    """Whether a suffix is a selector, legal or not, and no element of a vector."""
    return _SPELLING.fullmatch(text) is not None


@lru_cache(maxsize=256)
def spellings(selector: Selector) -> tuple[str, ...]:
    """Every spelling, the ranges of digits in its values written out."""
    return tuple(text for value in selector.values for text in _written_out(value))


def _written_out(value: str) -> Iterator[str]:
    choices = [
        (character,) if character else tuple(map(str, range(int(low), int(high) + 1)))
        for low, high, character in _RANGE.findall(value)
    ]
    return map("".join, itertools.product(*choices))


@lru_cache(maxsize=256)
def _known(selector: Selector) -> frozenset[str]:
    return frozenset(spellings(selector))


def takes(selector: Selector, spelling: str) -> bool:
    """Whether the selector may be spelled so."""
    return spelling in _known(selector)


def number(selector: Selector, spelling: str | None, what: str) -> int:
    """Width of a part in `bits`; `index`, the number of each part in 4 bits; or `mask`, a bit for each part.

    A selector that is left out stands for its default, or for the whole word.
    """
    text = spelling or selector.default
    if text is None:
        return {"bits": WORD, "index": 0, "mask": 1}[what]
    if what == "bits":
        return _WIDTHS[text[0]]
    if what == "index":
        return int(text[1:], 16)
    return sum(1 << digit for digit in set(map(int, text[1:])))


def bounds(selector: Selector, what: str) -> tuple[int, int]:
    """The least and the greatest number that a selector can stand for."""
    numbers = [number(selector, text, what) for text in spellings(selector)]
    if selector.optional:
        numbers.append(number(selector, None, what))
    return min(numbers), max(numbers)


def inputs(form: Form, selection: Selection) -> dict[str, int]:
    """The numbers of all selectors by the names of the inputs that functions take, such as `asel_index`."""
    return {
        f"{one.name}_{what}": number(one, selection.get(one.name), what) for one in selectors(form) for what in NUMBERS
    }


def written(operand: Operand, text: str, selection: Selection) -> str:
    """An operand as a statement has it: `-a.b0`. Constants have no selector."""
    spelling = selection.get(operand.selector.name) if operand.selector else None
    named = text[:1].isalpha() or text[:1] in "_%$"
    selected = f"{text}.{spelling}" if spelling and named else text
    return f"-{selected}" if operand.negated and named else selected


def plainest(form: Form) -> dict[str, str | None]:
    """The selection that writes no more than it must."""
    return {one.name: None if one.optional else spellings(one)[0] for one in selectors(form)}


def selections(form: Form, most: int, seed: object) -> list[dict[str, str | None]]:
    """The plainest selection, and others drawn at random; at most `most`, of a form without selectors one."""
    from random import Random  # It takes a millisecond to load, and checking does not need it.

    found = [plainest(form)]
    every = {one.name: _contents(one) for one in selectors(form)}
    total = 1
    for contents in every.values():
        total *= len(contents)
    random = Random(repr((form.id, seed)))
    while len(found) < min(most, total):
        drawn = {name: random.choice(contents) for name, contents in every.items()}
        if drawn not in found:
            found.append(drawn)
    return found


def _contents(selector: Selector) -> Sequence[str | None]:
    every = [text for text in spellings(selector) if text not in selector.reinterpreted]
    return [None, *every] if selector.optional else every
