"""Messages about combinations of modifiers that no row of a table has: the wrong slots, and their legal values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from ptxisa.isa.forms import ABSENT, Form, Row, Rule, Values, holds
from ptxisa.isa.names import listing

MOST_VALUES = 10
ANYTHING = ""
"""Value of a slot that a row does not name."""


def wrong_slots(rule: Rule, values: Values) -> dict[str, tuple[str, ...]]:
    """Return the wrong slots of a combination, with their legal values given the other slots.

    The values are those of the nearest rows of the table: those that agree in most slots, and in the first ones.
    """
    rows = [(row, _wrong(row, values)) for row in rule.rows]
    places = {slot: index for index, slot in enumerate(rule.slots)}
    least = min(len(wrong) for _, wrong in rows)
    slots = max((wrong for _, wrong in rows if len(wrong) == least), key=lambda wrong: [places[slot] for slot in wrong])
    near = [row for row, wrong in rows if wrong == slots]
    if least > 1:
        near = near[:1]  # Values of several slots belong together, so they are those of one row.
    return {slot: tuple(dict.fromkeys(value for row in near for value in _wanted(row, slot))) for slot in slots}


def _wrong(row: Row, values: Values) -> tuple[str, ...]:
    """Return the slots whose values a row does not have."""
    return tuple(slot for slot, wanted in row.when.items() if not holds({slot: wanted}, values))


def _wanted(row: Row, slot: str) -> tuple[str, ...]:
    """Return the values that a row permits in a slot."""
    wanted = row.when[slot]
    return wanted if isinstance(wanted, tuple) else (ABSENT,)


def describe(form: Form, rule: Rule, values: Values) -> str:
    """Return the message: `mma with .m16n8k16, atype .f16 and btype .f16 needs dtype .f16 or .f32 (got .s32)`."""
    wrong = wrong_slots(rule, values)
    named = {slot.name: slot.group == "type" for slot in form.slots}
    # A type is shown with the name of its slot, since several slots have types.
    given = [f"{slot} .{values[slot]}" if named[slot] else f".{values[slot]}" for slot in deciding(rule, values, wrong)]
    needs = []
    for slot, wanted in wrong.items():
        present, value = [f".{value}" for value in wanted if value != ABSENT], values.get(slot)
        if not present:
            needs.append(f"no .{value}")
            continue
        name = f"{slot} " if named[slot] else ""
        optional = f" or no {slot}" if ABSENT in wanted and value else ""
        instead = f" (got .{value})" if value else ""
        needs.append(f"{name}{listing(present, limit=MOST_VALUES)}{optional}{instead}")
    return f"{form.mnemonic}{' with ' + listing(given, last='and') if given else ''} needs {' and '.join(needs)}"


def deciding(rule: Rule, values: Values, wrong: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the slots that decide the legal values of the wrong ones, which the message names."""
    kept = [slot for slot in rule.slots if slot not in wrong and values.get(slot)]
    for slot in reversed(kept.copy()):
        others = [other for other in kept if other != slot]
        if _admitted(rule, values, others, wrong) == _admitted(rule, values, kept, wrong):
            kept = others
    return kept


def _admitted(rule: Rule, values: Values, given: Sequence[str], wrong: Iterable[str]) -> set[tuple[str, ...]]:
    """Return the values of the wrong slots in the rows that match the given ones."""
    rows = (row for row in rule.rows if not set(_wrong(row, values)).intersection(given))
    cells = ([_wanted(row, slot) if slot in row.when else (ANYTHING,) for slot in wrong] for row in rows)
    return {combination for cell in cells for combination in itertools.product(*cell)}
