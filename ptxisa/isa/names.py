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
    return _near(name[:LONGEST], tuple(names))


@lru_cache(maxsize=256)
def _near(name: str, names: tuple[str, ...]) -> str | None:
    lowered, lengths = _by_length(names)
    same = lowered.get(name.lower())
    if same is not None:
        return same
    # `difflib` compares letter by letter; files full of errors are fast only if most names are left out before. No more
    # letters match than both names have.
    letters, size = _letters(name), len(name)
    bounds = sorted(
        (
            (2 * common / (size + length), others)
            for length, groups in lengths.items()
            if abs(size - length) <= 1 + length // 3
            for other_letters, others in groups.items()
            if 2 * (common := (letters & other_letters).bit_count()) >= CUTOFF * (size + length)
        ),
        reverse=True,
    )
    if not bounds:
        return None
    from difflib import SequenceMatcher  # Only errors need it.

    matcher = SequenceMatcher(b=name)
    best: list[tuple[float, str]] = []
    for bound, others in bounds:
        for other in others:
            if len(best) == 3 and (bound, other) < best[-1]:
                break  # Neither this nor a later name of the group is better.
            matcher.set_seq1(other)
            ratio = matcher.ratio()
            if ratio >= CUTOFF:
                best = sorted([*best, (ratio, other)], reverse=True)[:3]
    if best and abs(len(best[0][1]) - size) > 1:
        # One wrong letter, as in `e4m4`, is likelier than two missing ones.
        for _, other in best:
            if len(other) == size and sum(map(str.__ne__, other, name)) == 1:
                return other
    return best[0][1] if best else None


LONGEST = 100
"""Characters of a name that are compared with other names."""
CUTOFF = 0.6
"""Least share of letters that two similar names have in common, in the same order."""


@lru_cache(maxsize=32)
def _by_length(names: tuple[str, ...]) -> tuple[dict[str, str], dict[int, dict[int, list[str]]]]:
    """Return names by their lower case (the first of equals), and by length and letters in descending order.

    Thousands of numbered names have a few hundred multisets of letters.
    """
    lowered: dict[str, str] = {}
    for name in names:
        lowered.setdefault(name.lower(), name)
    lengths: dict[int, dict[int, list[str]]] = {}
    for name in sorted(set(names), reverse=True):
        if len(name) <= 2 * LONGEST:
            lengths.setdefault(len(name), {}).setdefault(_letters(name), []).append(name)
    return lowered, lengths


@lru_cache(maxsize=1 << 15)
def _letters(name: str) -> int:
    """Return the characters of a name as bits, of which two names have as many in common as characters, or more."""
    bits = more = 0
    for character in set(name):
        number = name.count(character)
        if character.isascii():
            bits |= (15 >> 4 - min(number, 4)) << 4 * ord(character)
            number -= 4
        more += max(number, 0)
    return bits | ((1 << more) - 1) << 4 * 128


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
