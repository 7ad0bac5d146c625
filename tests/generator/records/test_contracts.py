"""Contracts of forms: what cannot be meant is rejected at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.forms import Contract, Promise
from tests.generator.record_trees import HERE, SUB, VALID, Edit, check_marked, edited, write

END = "    no_semantics: A test needs none.\n"


def contract(text: str) -> Edit:
    """Return the form of `sub` with a contract."""
    return Edit(SUB, END, f"{END}    contract:\n      {text}\n")


def test_a_contract_reaches_the_form(tmp_path: Path) -> None:
    rows = '[{operands: {a: [nan, -inf], "|b|": "[0, 2^4)"}, result: +zero}, {when: {s32: [s32]}, ulp: 2}]'
    edit = contract(f"{{function: divide, flush: always, upper_bits: 8, rows: {rows}}}")
    form = [form for _, form, _ in resolve(load(write(tmp_path, edited([edit])))).forms()][2]
    assert form.contract == Contract(
        "divide",
        (
            Promise("result", "+zero", {}, {"a": ("nan", "-inf"), "|b|": "[0, 2^4)"}),
            Promise("ulp", "2", {"s32": ("s32",)}),
        ),
        {},
        8,
    )


def test_a_form_needs_no_contract(tmp_path: Path) -> None:
    assert {form.contract for _, form, _ in resolve(load(write(tmp_path, VALID))).forms()} == {None}


REJECTED = {
    "{%sfunction: sine, rows: [{ulp: 1}]}": "sine has 1 operand, but the form reads 2",
    "{function: divide, rows: [{operands: {%sc: nan}, ulp: 1}]}": "c is not an operand that the form reads",
    '{function: divide, rows: [{operands: {%s"|d|": nan}, ulp: 1}]}': "|d| is not an operand that the form reads",
    '{function: divide, rows: [{operands: {%sb: "(1, 1]"}, ulp: 1}]}': "no number is in (1, 1]",
    "{function: divide, rows: [{ulp: 1}, %s{ulp: 2}]}": "no row after one without a condition can apply",
    "{function: divide, rows: [{when: {%sftz: true}, ulp: 1}]}": "condition on unknown slot 'ftz'",
    "{function: divide, flush: {%sftz: true}, rows: [{ulp: 1}]}": "condition on unknown slot 'ftz'",
}


@pytest.mark.parametrize("text", REJECTED)
def test_contradictory_contracts_are_rejected_at_their_place(tmp_path: Path, text: str) -> None:
    check_marked([contract(text % HERE)], REJECTED[text], tmp_path)
