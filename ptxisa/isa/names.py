"""Names: suggestions and lists for messages, and names of generated modules."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

NUMBER = re.compile(r"(\d+)")


class UnrecordedName(Exception):
    """A name without a record; the message suggests a similar name."""


def near(name: str, names: Iterable[str]) -> str | None:
    """Return the name that is most similar to `name`, None if none is similar."""
    return _near(name[:100], tuple(names))


@lru_cache(maxsize=256)
def _near(name: str, names: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # Only errors need it.

    lowered, lengths = _by_length(names)
    same = lowered.get(name.lower())
    if same is not None:
        return same
    # `difflib` compares letter by letter; files full of errors are fast only if most names are left out before.
    letters = _letters(name)
    least = letters.bit_count()
    similar = [
        other
        for length, (all_letters, group) in lengths.items()
        if abs(len(name) - length) <= 1 + length // 3 and 2 * (letters & all_letters).bit_count() >= least
        for others, other in group
        if 2 * (letters & others).bit_count() >= least
    ]
    matches = get_close_matches(name, similar, n=3, cutoff=0.6) if similar else []
    if matches and abs(len(matches[0]) - len(name)) > 1:
        # One wrong letter, as in `e4m4`, is likelier than two missing ones.
        for match in matches:
            if len(match) == len(name) and sum(map(str.__ne__, match, name)) == 1:
                return match
    return matches[0] if matches else None


@lru_cache(maxsize=32)
def _by_length(names: tuple[str, ...]) -> tuple[dict[str, str], dict[int, tuple[int, list[tuple[int, str]]]]]:
    """Return names by their lower case (the first of equals), and by length the letters of all and of each."""
    lowered: dict[str, str] = {}
    lengths: dict[int, tuple[int, list[tuple[int, str]]]] = {}
    for name in names:
        lowered.setdefault(name.lower(), name)
        letters = _letters(name)
        all_letters, group = lengths.get(len(name), (0, []))
        lengths[len(name)] = all_letters | letters, [*group, (letters, name)]
    return lowered, lengths


def _letters(name: str) -> int:
    """Return the set of the characters of a name as bits."""
    bits = 0
    for character in name:
        bits |= 1 << (ord(character) & 127)  # Characters may share a bit: that only lets more names pass.
    return bits


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return `did you mean X?`, or an empty string."""
    match = near(name, names)
    return f"did you mean {match}?" if match else ""


def listing(names: Iterable[str], limit: int = 12, last: str = "or") -> str:
    """Return `a, b or c`, cut off after `limit` names; `last` is the word before the last one."""
    every = list(names)
    shown = every[:limit]
    if len(every) > limit:
        return ", ".join(shown) + ", …"
    return f" {last} ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


LEAST_RUN = 4
"""Shortest run that is abbreviated."""


def runs(values: Sequence[str]) -> list[str]:
    """Abbreviate values in which one number grows in equal steps: `m64n8k16 to m64n256k16 in steps of 8`."""
    return list(_abbreviated(tuple(values)))


@lru_cache(maxsize=256)
def _abbreviated(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the runs of values; messages about one instruction list the same values again and again."""
    abbreviated: list[str] = []
    rest = list(values)
    while rest:
        # The run at the start: its length, and the difference between its values.
        differences = [_step(value, other) for value, other in itertools.pairwise(rest)]
        first = differences[0] if differences else None
        length, step = 1, first[1] if first is not None else 0
        while first is not None and length <= len(differences) and differences[length - 1] == first:
            length += 1
        steps = f" in steps of {step}" if step != 1 else ""
        abbreviated.append(f"{rest[0]} to {rest[length - 1]}{steps}" if length >= LEAST_RUN else rest[0])
        del rest[: length if length >= LEAST_RUN else 1]
    return tuple(abbreviated)


def _step(value: str, other: str) -> tuple[int, int] | None:
    """Return the index of the only number that differs, and the difference; None if other text differs."""
    before, after = NUMBER.split(value), NUMBER.split(other)
    differing = [place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    if len(before) != len(after) or len(differing) != 1 or differing[0] % 2 == 0:
        return None
    return differing[0], int(after[differing[0]]) - int(before[differing[0]])


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 form`, `1,536 forms`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def module_name(mnemonic: str) -> str:
    """Return the name of a mnemonic in Python, with an underscore if it is a keyword."""
    return f"{mnemonic}_" if keyword.iskeyword(mnemonic) else mnemonic
