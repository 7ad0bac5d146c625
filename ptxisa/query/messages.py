"""Explain messages of ptxas, the CUDA driver and LLVM: what a message means, and what to do about it.

explain("Unknown symbol '%r9'").fix  # 'Declare the register, …'
"""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.query.database import database
from ptxisa.query.features import about_feature, opcode_with
from ptxisa.query.toolkits import about_target

_PLACE = re.compile(
    r"^(?:error:\s*)?(?:ptxas\s+)?(?:[^,;]+,\s+line\s+\d+;\s*)?(?:(?:fatal|error|warning|info)\s*:\s*)?", re.IGNORECASE
)
"""File, line and severity before a message."""
_PLACE_NAME = re.compile(r"(?P<version>[0-9]+\.[0-9]+)|sm_[0-9]+[af]?")
"""PTX version or target."""
_NUMBER = re.compile(r"\(?(C[0-9]{4})\)?")
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
    number = _NUMBER.fullmatch(message)
    for pattern, record in _patterns():
        fields: Sequence[str]
        if number:
            # A number alone, such as C7508: the fields of the message are not known.
            if number[1] not in record.get("numbers", ()):
                continue
            fields = ["…"] * len(_FIELD.findall(record["text"]))
            message = f"({number[1]}) {_FIELD.sub('…', record['text'])}"
        elif match := pattern.search(message):
            fields = match.groups()
        else:
            continue
        means, fix = (_filled(record[key], fields).replace("``", "") for key in ("means", "fix"))
        return Explanation(message, means, fix, tuple(record.get("codes", ())))
    return None


def is_message(line: str) -> bool:
    """Return True for a message, False for a hint of a compiler or an empty line."""
    return bool(re.search(r"\b(?:error|fatal|warning)\s*:|\(C\d{4}\)|\bAdvisory:|\bCUDA_ERROR_", line))


def _filled(text: str, fields: Sequence[str]) -> str:
    """Return the text of a record with the fields of a message; commands in it run as they are printed."""

    def command(match: re.Match[str]) -> str:
        verb, option = match[1], _replaced(match[3] or "", fields)
        argument = _replaced(match[2], fields)
        if place := _PLACE_NAME.fullmatch(argument):
            # A version or target that ptxas rejects may have no record.
            known = versions.known() if place["version"] else targets.known()
            kind = "version" if place["version"] else "target"
            return f"`ptxisa {verb} {argument}{option}`" if argument in known else f"`ptxisa list --kind {kind}`"
        opcode = opcode_with(argument)
        return f"`ptxisa {verb} {opcode}{option}`" if opcode else f"`ptxisa search {shlex.quote(argument)}`"

    # Commands first: they are recognized by fields that are not filled yet.
    text = re.sub(r"`ptxisa (available|show) (\{\d\})( --target \{\d\})?`", command, text)
    return _replaced(text, fields)


def _replaced(text: str, fields: Sequence[str]) -> str:
    """Return a text with the fields of a message, and with sentences about the targets in them."""

    def value(match: re.Match[str]) -> str:
        named = [fields[int(number) - 1] for number in match[2].split(":")]
        if match[1] == "targets:":
            return about_feature(*named)
        if match[1] != "releases:":
            return named[0]
        try:
            return about_target(targets.target(named[0]).name)
        except targets.UnknownTarget:
            return "Check the spelling of the target: `ptxisa list --kind target` lists all."

    return re.sub(r"\{(releases:|targets:)?(\d(?::\d)?)\}", value, text)


@cache
def _patterns() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return the recorded messages as patterns, longest text first, since short ones also match longer messages."""
    rows = database().sql("SELECT data FROM record WHERE kind = 'assembler_message' ORDER BY path")
    records = [record for (data,) in rows for record in json.loads(data)["messages"]]
    messages = [(text, record) for record in records for text in (record["text"], *record.get("also", ()))]
    messages.sort(key=lambda message: -len(_FIELD.sub("", message[0])))
    spellings = Counter(text.lower() for text, _ in messages)
    patterns = []
    for text, record in messages:
        *heads, tail = (re.escape(part) for part in _FIELD.split(text))
        # Bounded fields keep the time linear in the length of a message. A field at the end takes the whole rest, and a
        # field before a final point the points of `7.8.`, too.
        rest = f"(.{{1,80}}?){tail}(?!\\w)" if tail else "(.{1,200})"
        pattern = "(.{1,80}?)".join(heads) + rest if heads else f"{tail}(?!\\w)"
        # ptxas and LLVM have messages that differ only in the case of a letter.
        alone = spellings[text.lower()] == 1
        patterns.append((re.compile(pattern, re.IGNORECASE if alone else 0), record))
    return patterns
