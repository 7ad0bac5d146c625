"""Explanations of messages of ptxas: what a message means, and what to do about it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple

from ptxisa.query.database import database

_PLACE = re.compile(
    r"^(?:ptxas\s+)?(?:[^\s,]+,\s+line\s+\d+;\s*)?(?:(?:fatal|error|warning|info)\s*:\s*)?", re.IGNORECASE
)
"""File, line and severity before a message."""
_FIELD = re.compile(r"%(?:s|d|lld)")


class Explanation(NamedTuple):
    """A message, its meaning and its fix; `codes` are diagnostics of the checker for the same mistake."""

    message: str
    means: str
    fix: str
    codes: tuple[str, ...]


def explain(text: str) -> Explanation | None:
    """Return the explanation of one line of output of ptxas, None if no record matches."""
    message = _PLACE.sub("", " ".join(text.split()))
    for pattern, record in _patterns():
        match = pattern.search(message)
        if match:
            means, fix = record["means"], record["fix"]
            for number, value in enumerate(match.groups(), 1):
                means, fix = means.replace(f"{{{number}}}", value), fix.replace(f"{{{number}}}", value)
            return Explanation(message, means.replace("``", ""), fix.replace("``", ""), tuple(record.get("codes", ())))
    return None


def is_message(line: str) -> bool:
    """Return True for a message, False for a hint of a compiler or an empty line."""
    return bool(re.search(r"\b(?:error|fatal|warning)\s*:", line))


@cache
def _patterns() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return the recorded messages as patterns, longest text first, since short ones also match longer messages."""
    rows = database().sql("SELECT data FROM record WHERE kind = 'assembler_message' ORDER BY path")
    messages = [message for (data,) in rows for message in json.loads(data)["messages"]]
    messages.sort(key=lambda message: -len(_FIELD.sub("", message["text"])))
    patterns = []
    for message in messages:
        *heads, tail = (re.escape(part) for part in _FIELD.split(message["text"]))
        # Bounded fields keep the time linear in the length of a message. A field at the end takes the whole rest.
        pattern = "(.{1,80}?)".join([*heads, tail]) if tail else "(.{1,80}?)".join(heads) + "(.{1,200})"
        patterns.append((re.compile(pattern, re.IGNORECASE), message))
    return patterns
