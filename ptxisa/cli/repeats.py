"""Sum up findings of one file that differ in names and numbers alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.names import counted

SHOWN = 3
"""Findings of one shape that are shown in full."""
SHAPES = 200
"""Shapes of findings that are shown; of others only the number is."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPCODE = re.compile(r"[.%]?[A-Za-z_][\w$]*(?:(?:\.|::)\w+)*")
_VARIABLE = re.compile(r"'[^']*'|[\w.%$:+-]*\d[\w.%$:+-]*")

Shape = tuple[str, str, str]


def shape(one: Diagnostic) -> Shape:
    """What a finding has in common with its repeats: words with digits and words in quotes do not count."""
    return one.severity, one.code, _VARIABLE.sub("#", one.message[:400])


def occurrences(data: bytes, names: Sequence[str]) -> dict[str, int]:
    """How often each name is written in a text, comments aside; at least once."""
    text = _COMMENT.sub(" ", data.decode("ascii", "replace"))
    written = Counter(match[0] for match in _OPCODE.finditer(text))
    return {name: max(1, written[name]) for name in names}


def summed_up(found: Sequence[Diagnostic], name: str) -> Iterator[tuple[Diagnostic, str | None]]:
    """Every finding with None where it is shown, else with a line in its place, which is often empty.

    Notes are counted alone.

    The line of the last finding of a shape says how many there were of it.
    """
    totals = Counter(shape(one) for one in found if one.severity != "note")
    first: dict[Shape, Diagnostic] = {}
    numbers = {one: number for number, one in enumerate(totals)}
    seen: Counter[Shape] = Counter()
    left = sum(total for one, total in totals.items() if numbers[one] >= SHAPES)
    end = max((index for index, one in enumerate(found) if one.severity != "note"), default=0)
    for index, one in enumerate(found):
        kind = shape(one)
        if kind not in totals:
            yield one, ""
            continue
        first.setdefault(kind, one)
        seen[kind] += 1
        if numbers[kind] < SHAPES and (seen[kind] <= SHOWN or totals[kind] == SHOWN + 1):
            yield one, None
        elif numbers[kind] < SHAPES and seen[kind] == totals[kind]:
            yield one, _repeated(first[kind], totals[kind], name)
        else:
            last = index == end and left
            yield one, f"{name}: {counted(left, 'more finding')} of other sorts; -v prints each" if last else ""


def _repeated(one: Diagnostic, count: int, name: str) -> str:
    times = f"{count:,} times, first at {one.line}:{one.column}; -v prints each"
    return f"{name}: {one.severity}[{one.code}]: {times}"
