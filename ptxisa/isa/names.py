"""Names: near ones, for messages that suggest what was meant, and those of generated modules."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Iterable, Sequence

NUMBER = re.compile(r"(\d+)")


class Unknown(Exception):
    """A name that no record knows; the message says which, and what may have been meant."""


def near(name: str, names: Iterable[str]) -> str | None:
    """The closest of `names` to `name`, or None; difflib is imported only when an error is at hand."""
    from difflib import get_close_matches

    short = name[:100]
    names = list(names)
    same = next((other for other in names if other.lower() == short.lower()), None)
    if same is not None:
        return same
    matches = get_close_matches(short, [other for other in names if _alike(short, other)], n=1, cutoff=0.6)
    return matches[0] if matches else None


def _alike(name: str, other: str) -> bool:
    """Whether it is worth measuring how near two names are: files full of errors must not be slow."""
    letters = set(name)
    return abs(len(name) - len(other)) <= 1 + len(other) // 3 and 2 * len(letters.intersection(other)) >= len(letters)


def suggestion(name: str, names: Iterable[str]) -> str:
    """`did you mean X?`, or an empty string."""
    match = near(name, names)
    return f"did you mean {match}?" if match else ""


def listing(names: Iterable[str], limit: int = 12, last: str = "or") -> str:
    """`a, b or c`, cut off after `limit` names; `last` is the word before the last one."""
    every = list(names)
    shown = every[:limit]
    if len(every) > limit:
        return ", ".join(shown) + ", …"
    return f" {last} ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


LEAST_RUN = 4
"""From how many values on a run is summed up."""


def runs(values: Sequence[str]) -> list[str]:
    """Values in which one number grows in equal steps are summed up: `m64n8k16 to m64n256k16 in steps of 8`."""
    found: list[str] = []
    rest = list(values)
    while rest:
        length, step = _run(rest)
        one = f"{rest[0]} to {rest[length - 1]} in steps of {step}" if length >= LEAST_RUN else rest[0]
        found.append(one)
        del rest[: length if length >= LEAST_RUN else 1]
    return found


def _run(values: Sequence[str]) -> tuple[int, int]:
    """How many of the first values go on in the step of the first two, and the step."""
    steps = [_step(one, other) for one, other in itertools.pairwise(values)]
    if not steps or steps[0] is None:
        return 1, 0
    return 1 + len(list(itertools.takewhile(lambda step: step == steps[0], steps))), steps[0][1]


def _step(one: str, other: str) -> tuple[int, int] | None:
    """Which number of a value grows to the next one, and by how much; None where other text differs."""
    before, after = NUMBER.split(one), NUMBER.split(other)
    differing = [place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    if len(before) != len(after) or len(differing) != 1 or differing[0] % 2 == 0:
        return None
    return differing[0], int(after[differing[0]]) - int(before[differing[0]])


def counted(number: int, noun: str) -> str:
    """`1 form`, `1,536 forms`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def module_name(mnemonic: str) -> str:
    """Name of a mnemonic in Python; one that is a Python keyword carries an underscore."""
    return f"{mnemonic}_" if keyword.iskeyword(mnemonic) else mnemonic
