"""Statements that repeat with numbers in even steps, as loops: the text of a record has them as loops, too.

`d = d + lane(1)`, `d = d + lane(2)` and so on become `for i in range(1, 32): d = d + lane(i)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.backends.layout import INDENT
from generator.backends.naming import unique
from generator.backends.patterns import Unit, is_number, units, with_tokens

FEW = 3
"""Lines that a loop of three or more turns saves at least."""
MANY = 8
"""Lines that a loop of two turns saves at least."""

Numbers = tuple[tuple[int, ...], ...]
"""The numbers of each of some statements."""


class Run(NamedTuple):
    """Statements that repeat: how many there are in a turn, how many turns, and by how much their numbers change."""

    period: int
    turns: int
    steps: Numbers

    def saved(self, found: Sequence[_Shape]) -> int:
        """The lines that a loop saves, of the statements of the first turn."""
        return (self.turns - 1) * sum(len(one.unit) for one in found[: self.period]) - 1


class _Shape(NamedTuple):
    """A statement with its numbers, and what it is without them."""

    unit: Unit
    key: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]


def rolled(lines: Sequence[str], indent: int = INDENT) -> list[str]:
    """The unbroken lines of a block, with loops for statements that repeat."""
    return list(_rolled([_shape(unit) for unit in units(lines, indent)], indent))


def _shape(unit: Unit) -> _Shape:
    key = tuple(tuple("#" if is_number(token) else token for token in line.tokens) for line in unit)
    return _Shape(unit, key, tuple(int(token, 0) for line in unit for token in line.tokens if is_number(token)))


def _rolled(found: Sequence[_Shape], indent: int) -> Iterator[str]:
    at = 0
    while at < len(found):
        run = _best(found[at:])
        if run:
            yield from _loop(found[at : at + run.period], run, indent)
            at += run.period * run.turns
        else:
            yield from _inner(found[at].unit, indent)
            at += 1


def _inner(unit: Unit, indent: int) -> Iterator[str]:
    """A statement that stands alone; blocks below it may have loops."""
    block: list[str] = []
    for line in ("".join(one.tokens) for one in unit):
        if line[indent] == " ":
            block.append(line)
            continue
        yield from rolled(block, indent + INDENT)
        block = []
        yield line
    yield from rolled(block, indent + INDENT)


def _best(found: Sequence[_Shape]) -> Run | None:
    """The run at the first statement that saves most lines."""
    periods = (at for at in range(1, len(found) // 2 + 1) if found[at].key == found[0].key)
    best = max((_run(found, period) for period in periods), key=lambda run: run.saved(found), default=None)
    return best if best and best.saved(found) >= (FEW if best.turns > 2 else MANY) else None


def _run(found: Sequence[_Shape], period: int) -> Run:
    """As many turns as the first one repeats."""
    steps: Numbers = ()
    turns = 1
    while (turns + 1) * period <= len(found):
        pairs = list(zip(found[(turns - 1) * period :], found[turns * period : (turns + 1) * period], strict=False))
        if any(one.key != other.key for one, other in pairs):
            break
        here = tuple(tuple(b - a for a, b in zip(x.numbers, y.numbers, strict=True)) for x, y in pairs)
        if steps not in ((), here):
            break
        steps, turns = here, turns + 1
    return Run(period, turns, steps)


def _loop(turn: Sequence[_Shape], run: Run, indent: int) -> Iterator[str]:
    """The loop over statements of the first turn."""
    name = unique("i", {token for one in turn for line in one.unit for token in line.tokens})
    changes = zip((one.numbers for one in turn), run.steps, strict=True)
    starts = Counter(number // step for change in changes for number, step in zip(*change, strict=True) if step > 0)
    start = max(starts, key=lambda one: (starts[one], -one), default=0)
    yield f"{' ' * indent}for {name} in range({f'{start}, ' if start else ''}{start + run.turns}):"
    for one, steps in zip(turn, run.steps, strict=True):
        pairs = list(zip(one.numbers, steps, strict=True))
        terms = iter([_term(name, number - step * start, step) for number, step in pairs])
        for line in one.unit:
            yield " " * INDENT + with_tokens(line, [next(terms) if is_number(token) else "" for token in line.tokens])


def _term(name: str, first: int, step: int) -> str:
    """The source of a number that changes by `step` each turn; nothing for one that stays."""
    product = name if abs(step) == 1 else f"{abs(step)} * {name}"
    if step > 0:
        return f"{product} + {first}".replace("+ -", "- ") if first else product
    return f"{first} - {product}" if step else ""
