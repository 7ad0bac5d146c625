"""Contracts of approximations: the function takes the operands that the form reads, and every row can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.records.model import FormRecord
from generator.records.problems import Problem, near
from ptxisa.numbers.enclosures import ARITY, interval


def check_contract(form: FormRecord) -> Iterator[Problem]:
    """Every row that contradicts its form or itself."""
    contract = form.data.get("contract")
    if contract is None:
        return
    read = [name for name, operand in form.data["operands"].items() if operand["access"] == "read"]
    if len(read) != ARITY[contract["function"]]:
        wanted = f"{contract['function']} takes {ARITY[contract['function']]} operands, the form reads {len(read)}"
        yield form.problem(("contract", "function"), wanted)
    rows = contract["rows"]
    for index, row in enumerate(rows):
        yield from _given(form, index, row, read)
    final = next((index for index, row in enumerate(rows) if not {"when", "operands"} & row.keys()), len(rows))
    if final + 1 < len(rows):
        yield form.problem(("contract", "rows", final + 1), "no row after one without a condition can decide")


def _given(form: FormRecord, index: int, row: Mapping[str, Any], read: list[str]) -> Iterator[Problem]:
    for key, wanted in row.get("operands", {}).items():
        place = ("contract", "rows", index, "operands", key)
        if key.strip("|") not in read:
            yield form.problem(place, f"{key} is not an operand that the form reads{near(key.strip('|'), read)}")
        if isinstance(wanted, str) and wanted[0] in "[(":
            low, high = interval(wanted)
            if low > high:
                yield form.problem(place, f"no number is in {wanted}")
