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
_VARIABLE = re.compile(r"'[^']*'|[\w.%$:+-]*\d[\w.%$:+-]*")

Shape = tuple[str, str, str]


def shape(one: Diagnostic) -> Shape:
    """What a finding has in common with its repeats: words with digits and words in quotes do not count."""
    return one.severity, one.code, _VARIABLE.sub("#", one.message[:400])


def summed_up(found: Sequence[Diagnostic], name: str) -> Iterator[tuple[Diagnostic, str | None]]:
    """Every finding with None where it is shown, else with a line in its place, which is often empty.

    The line of the last finding of a shape says how many there were of it.
    """
    totals = Counter(shape(one) for one in found)
    numbers = {one: number for number, one in enumerate(totals)}
    seen: Counter[Shape] = Counter()
    left = sum(total for one, total in totals.items() if numbers[one] >= SHAPES)
    for index, one in enumerate(found):
        kind = shape(one)
        seen[kind] += 1
        if numbers[kind] < SHAPES and (seen[kind] <= SHOWN or totals[kind] == SHOWN + 1):
            yield one, None
        elif numbers[kind] < SHAPES and seen[kind] == totals[kind]:
            yield one, _repeated(one, totals[kind] - SHOWN, name)
        else:
            last = index == len(found) - 1 and left
            yield one, f"{name}: {counted(left, 'more finding')} of other sorts; -v prints each" if last else ""


def _repeated(one: Diagnostic, count: int, name: str) -> str:
    where = f"{name}:{one.line}:{one.column}"
    return f"{where}: {one.severity}[{one.code}]: {count:,} more like this, up to here; -v prints each"
