"""Selectors: suffixes for the parts of an operand that an instruction reads or writes, as in `a.b0` or `d.h10`.

A selector is a letter and digits. The letter is the width of a part (`b` bytes, `h` half-words); the digits are the
numbers of the parts, highest element first.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from functools import lru_cache

from ptxisa.isa.forms import Form, Operand, Selector

WORD = 32
NUMBERS = ("bits", "index", "mask")
"""Numbers of a selector that semantics read."""

Selection = Mapping[str, str | None]
"""Spelling of each selector of a form by name, None if it is left out."""

_WIDTHS = {"b": 8, "h": 16}
_RANGE = re.compile(r"\[([0-9])-([0-9])\]|(.)")
_SPELLING = re.compile(r"[bh][0-9]+")


def selectors(form: Form) -> list[Selector]:
    """Return the selectors of a form, in the order of its syntax."""
    return [operand.selector for operand in form.operands if operand.selector is not None]


def looks_like_selector(text: str) -> bool:
    """Return True for a selector, legal or not, rather than an element of a vector."""
    return _SPELLING.fullmatch(text) is not None


@lru_cache(maxsize=256)
def spellings(selector: Selector) -> tuple[str, ...]:
    """Return every spelling of a selector."""
    texts: list[str] = []
    for value in selector.values:
        choices = [
            (character,) if character else tuple(map(str, range(int(low), int(high) + 1)))
            for low, high, character in _RANGE.findall(value)
        ]
        texts += map("".join, itertools.product(*choices))
    return tuple(texts)


def takes(selector: Selector, spelling: str) -> bool:
    """Return True if a spelling of the selector is legal."""
    return spelling in spellings(selector)


def number(selector: Selector, spelling: str | None, what: str) -> int:
    """Return a number of a selector.

    Args:
        selector: The selector.
        spelling: Its spelling; None for its default, or for the whole word.
        what: "bits" for the width of a part, "index" for the number of each part in 4 bits, "mask" for a bit for each
            part.
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
    """Return the smallest and the largest number of a selector."""
    numbers = [number(selector, text, what) for text in spellings(selector)]
    if selector.optional:
        numbers.append(number(selector, None, what))
    return min(numbers), max(numbers)


def inputs(form: Form, selection: Selection) -> dict[str, int]:
    """Return the numbers of all selectors by name of the parameter of semantics, such as `asel_index`."""
    return {
        f"{selector.name}_{what}": number(selector, selection.get(selector.name), what)
        for selector in selectors(form)
        for what in NUMBERS
    }


def written(operand: Operand, text: str, selection: Selection) -> str:
    """Return the text of an operand in a statement: `-a.b0`. Constants have no selector."""
    spelling = selection.get(operand.selector.name) if operand.selector else None
    named = text[:1].isalpha() or text[:1] in "_%$"
    selected = f"{text}.{spelling}" if spelling and named else text
    return f"-{selected}" if operand.negated and named else selected


def plainest(form: Form) -> dict[str, str | None]:
    """Return the shortest selection."""
    return {selector.name: None if selector.optional else spellings(selector)[0] for selector in selectors(form)}


def selections(form: Form, most: int, seed: object) -> list[dict[str, str | None]]:
    """Return the shortest selection and random ones, at most `most`; a form without selectors has one."""
    from random import Random  # Checks of statements draw nothing.

    selections = [plainest(form)]
    every: dict[str, list[str | None]] = {}
    for selector in selectors(form):
        texts = [text for text in spellings(selector) if text not in selector.reinterpreted]
        every[selector.name] = [None, *texts] if selector.optional else [*texts]
    total = 1
    for contents in every.values():
        total *= len(contents)
    random = Random(repr((form.id, seed)))  # A text as seed gives the same numbers in every process.
    while len(selections) < min(most, total):
        drawn = {name: random.choice(contents) for name, contents in every.items()}
        if drawn not in selections:
            selections.append(drawn)
    return selections
