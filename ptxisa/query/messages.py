"""What a message of ptxas means, and what to do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

_PLACE = re.compile(
    r"^(?:ptxas\s+)?(?:[^\s,]+,\s+line\s+\d+;\s*)?(?:(?:fatal|error|warning|info)\s*:\s*)?", re.IGNORECASE
)
_FIELD = re.compile(r"%(?:s|d|lld)")


class Explanation(NamedTuple):
    """A message, what it means and what to do; `codes` are diagnostics of the checker for the same mistake."""

    message: str
    means: str
    fix: str
    codes: tuple[str, ...]


def explain(text: str) -> Explanation | None:
    """The explanation of one line that ptxas printed; None where no record fits."""
    message = _PLACE.sub("", " ".join(text.split()))
    for pattern, data in _patterns():
        match = pattern.search(message)
        if match:
            means, fix = (_filled(data[key], match.groups()) for key in ("means", "fix"))
            return Explanation(message, means, fix, tuple(data.get("codes", ())))
    return None


def is_message(line: str) -> bool:
    """Whether a line of output is a message, and not a hint of a compiler or an empty line."""
    return bool(re.search(r"\b(?:error|fatal|warning)\s*:", line))


def _filled(text: str, values: tuple[str, ...]) -> str:
    """A text of a record with the words of a message."""
    for number, value in enumerate(values, 1):
        text = text.replace(f"{{{number}}}", value)
    return text.replace("``", "")


@cache
def _patterns() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Every message as a pattern, those with most words first."""
    found = sorted(_messages(), key=lambda one: -len(_FIELD.sub("", one["text"])))
    return [(re.compile(_pattern(one["text"]), re.IGNORECASE), one) for one in found]


def _messages() -> Iterator[dict[str, Any]]:
    from ptxisa.query.database import database

    for (data,) in database().sql("SELECT data FROM record WHERE kind = 'assembler_message' ORDER BY path"):
        yield from json.loads(data)["messages"]


def _pattern(text: str) -> str:
    """Fields are short, so that a message of any length is matched in no time."""
    parts = [re.escape(part) for part in _FIELD.split(text)]
    if parts[-1]:
        return "(.{1,80}?)".join(parts)
    return "(.{1,80}?)".join(parts[:-1]) + "(.{1,200})"
