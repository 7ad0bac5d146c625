"""Answers in a notebook."""

from __future__ import annotations

import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.query.availability import opcode_available
from ptxisa.query.database import InstructionRecord

FORMS = {form.id: form for form in every_form()}


@pytest.mark.parametrize(
    ("form", "since"),
    [
        ("abs.f64", "PTX 1.0 on sm_13 or later"),
        ("add.f32", "PTX 1.0 on sm_10 or later; PTX 1.4 on sm_10 or later; PTX 2.0 on sm_20 or later"),
        ("max.f32", "PTX 1.0 on sm_10 or later; PTX 1.4 on sm_10 or later; PTX 7.0 on sm_80 or later; …"),
    ],
)
def test_a_form_is_shown_with_its_first_three_clauses(form: str, since: str) -> None:
    shown = InstructionRecord("name", (), "Its summary.", (FORMS[form],), ())._repr_html_()
    assert shown.startswith("<p><code>name</code> Its summary.</p><table")
    assert f"<code>{form}</code>" in shown
    assert f">{since}</td>" in shown


def test_an_answer_is_shown_with_the_targets_of_each_version() -> None:
    answer = opcode_available("add.u16x2", "sm_80")
    shown = answer._repr_html_()
    assert shown.startswith(f"<p><code>add.u16x2</code> {answer.reason}</p><table")
    assert ">8.0</td>" in shown
    assert ">sm_90 sm_90a</td>" in shown
    assert "sm_80<" not in shown
