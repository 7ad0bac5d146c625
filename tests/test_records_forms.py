"""Summaries of forms: each form of an instruction has its own."""

from __future__ import annotations

from ptxisa.query.database import database


def test_forms_of_an_instruction_have_different_summaries() -> None:
    several = "instruction IN (SELECT instruction FROM form GROUP BY instruction HAVING count(*) > 1)"
    assert database().sql(f"SELECT id FROM form WHERE summary = '' AND {several}") == []
    repeated = (
        f"SELECT instruction, summary FROM form WHERE {several} GROUP BY instruction, summary HAVING count(*) > 1"
    )
    assert database().sql(repeated) == []
