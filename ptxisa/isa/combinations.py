"""Say what is wrong with a combination that no row of a table has: which value, given the others, and what would do."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ptxisa.isa.forms import ABSENT, Form, Row, Rule, Values, holds
from ptxisa.isa.names import listing

MOST_VALUES = 10
ANYTHING = ""
"""What a row admits in a slot that it does not name."""


class Misfit(NamedTuple):
    """The slots that are wrong in a combination, with what each would have to be; the others are taken as meant."""

    wrong: dict[str, tuple[str, ...]]


def misfit(rule: Rule, values: Values) -> Misfit:
    """The nearest rows of a table: they agree in most slots, and where they do not, it is in the last ones."""
    rows = [(row, _wrong(row, values)) for row in rule.rows]
    places = {slot: index for index, slot in enumerate(rule.slots)}
    least = min(len(wrong) for _, wrong in rows)
    slots = max((wrong for _, wrong in rows if len(wrong) == least), key=lambda wrong: [places[one] for one in wrong])
    near = [row for row, wrong in rows if wrong == slots]
    if least > 1:
        near = near[:1]  # Values of several slots belong together, so they are those of one row.
    return Misfit({slot: tuple(dict.fromkeys(one for row in near for one in _wanted(row, slot))) for slot in slots})


def _wrong(row: Row, values: Values) -> tuple[str, ...]:
    return tuple(slot for slot, wanted in row.when.items() if not holds({slot: wanted}, values))


def _wanted(row: Row, slot: str) -> tuple[str, ...]:
    wanted = row.when[slot]
    return wanted if isinstance(wanted, tuple) else (ABSENT,)


def describe(form: Form, rule: Rule, values: Values) -> str:
    """`mma with .m16n8k16, atype .f16 and btype .f16 needs dtype .f16 or .f32 (got .s32)`."""
    wrong = misfit(rule, values).wrong
    named = {slot.name: slot.group == "type" for slot in form.slots}
    given = [_value(slot, values[slot], named[slot]) for slot in deciding(rule, values, wrong)]
    needs = " and ".join(_need(slot, wanted, values.get(slot), named[slot]) for slot, wanted in wrong.items())
    return f"{form.mnemonic}{' with ' + listing(given, last='and') if given else ''} needs {needs}"


def deciding(rule: Rule, values: Values, wrong: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The slots without which other values would do for the wrong ones: those that the message names."""
    kept = [slot for slot in rule.slots if slot not in wrong and values.get(slot)]
    for slot in reversed(kept.copy()):
        others = [one for one in kept if one != slot]
        if _admitted(rule, values, others, wrong) == _admitted(rule, values, kept, wrong):
            kept = others
    return kept


def _admitted(rule: Rule, values: Values, given: Sequence[str], wrong: Iterable[str]) -> set[tuple[str, ...]]:
    """The values that the rows with the given ones have for the wrong slots."""
    rows = (row for row in rule.rows if not set(_wrong(row, values)).intersection(given))
    cells = ([_wanted(row, slot) if slot in row.when else (ANYTHING,) for slot in wrong] for row in rows)
    return {combination for cell in cells for combination in itertools.product(*cell)}


def _value(slot: str, value: str | None, typed: bool) -> str:
    """A modifier, with the name of its slot where it is a type, since several slots hold types."""
    return f"{slot} .{value}" if typed else f".{value}"


def _need(slot: str, wanted: tuple[str, ...], given: str | None, typed: bool) -> str:
    present = [f".{value}" for value in wanted if value != ABSENT]
    name = f"{slot} " if typed else ""
    if not present:
        return f"no .{given}"
    instead = f" (got .{given})" if given else ""
    optional = f" or no {slot}" if ABSENT in wanted and given else ""
    return f"{name}{listing(present, limit=MOST_VALUES)}{optional}{instead}"
