"""Names: near ones, for messages that suggest what was meant, and those of generated modules."""

from __future__ import annotations

import keyword
from collections.abc import Iterable


class Unknown(Exception):
    """A name that no record knows; the message says which, and what may have been meant."""


def near(name: str, names: Iterable[str]) -> str | None:
    """The closest of `names` to `name`, or None; difflib is imported only when an error is at hand."""
    from difflib import get_close_matches

    short = name[:100]
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


def counted(number: int, noun: str) -> str:
    """`1 form`, `1,536 forms`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def module_name(mnemonic: str) -> str:
    """Generated module of a mnemonic; one that is a Python keyword carries an underscore."""
    return f"{mnemonic}_" if keyword.iskeyword(mnemonic) else mnemonic
