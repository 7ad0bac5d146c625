"""Pseudo-code for the docs: all variants in one, comments kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.backends.text import render, render_model
from generator.records.model import FormProgram, TargetModel
from generator.records.problems import RecordError
from generator.semantics.functions import functions_of
from tests.generator.programs import make_form, mode_slot, types_slot
from tests.generator.real_records import real_records

FORM = make_form({"d": "u32"}, {"a": "u32"}, slots=[mode_slot("lo", "hi"), types_slot("u32", "s32")])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("d = a + b", "d ← a + b\n"),
        ("d += a * 2", "d ← d + a × 2\n"),
        ("d = a == b", "d ← a = b\n"),
        ("d = a != b and a <= 1 or a >= 255", "d ← (a ≠ b and a ≤ 1) or a ≥ 0xFF\n"),
        ("d = (a + 1) <= b", "d ← a + 1 ≤ b\n"),
        ("d = a[2 * type.bits - 1 : type.bits]", "d ← a[2 × type.bits - 1 : type.bits]\n"),
        ("d[7:0] = (a >> 3)[i]", "d[7:0] ← (a >> 3)[i]\n"),
        ("d = -a if not q else ~b", "d ← -a if not q else ~b\n"),
        ("d = min(a, signed(b, 8))", "d ← min(a, signed(b, 8))\n"),
        ("if mode == 'hi':\n  d = a\nelse:\n  d = 0", "if .mode = .hi:\n    d ← a\nelse:\n    d ← 0\n"),
        ("if mode in ('lo', 'hi'):\n  d = a", "if .mode ∈ {.lo, .hi}:\n    d ← a\n"),
        ("if mode not in ('lo',):\n  d = a", "if .mode ∉ {.lo}:\n    d ← a\n"),
        ("if type.signed:\n  d = a", "if type.signed:\n    d ← a\n"),
        ("if a == 1:\n  d = 1\nelif a == 2:\n  d = 2\nelse:\n  d = 3",
         "if a = 1:\n    d ← 1\nelse if a = 2:\n    d ← 2\nelse:\n    d ← 3\n"),
        ("for i in range(4):\n  d[i] = a[i]", "for i in 0 .. 3:\n    d[i] ← a[i]\n"),
        ("for i in range(type.elements):\n  d = i", "for i in 0 .. type.elements - 1:\n    d ← i\n"),
        ("for i in range(2, n, 3):\n  d = i", "for i in 2 .. n - 1 step 3:\n    d ← i\n"),
        ("# first\nd = a   # beside\nif q:  # when\n    # within\n    d = 1\n# last",
         "# first\nd ← a  # beside\nif q:  # when\n    # within\n    d ← 1\n# last\n"),
    ],
)  # fmt: skip
def test_render(text: str, shown: str) -> None:
    assert render(FORM, FormProgram(text, None, ())) == shown


def test_a_form_without_semantics_has_no_pseudo_code() -> None:
    assert render(FORM, FormProgram(None, "why", ())) == ""


def test_models_are_rendered_by_themselves() -> None:
    model = TargetModel("sm_90", {}, "All ones.", "d = -1")
    assert render_model(FORM, model) == "d ← -1\n"
    assert render_model(FORM, TargetModel("sm_90", {}, "As the contract.")) == ""


def test_an_error_names_the_record() -> None:
    with pytest.raises(RecordError) as caught:
        render(FORM, FormProgram("d = 1.5", None, ()))
    assert caught.value.problems[0].path == Path("isa/instructions/family/test.yaml")


def test_records_render() -> None:
    isa = real_records()
    # The documentation shows those of every form; here are some, from all families.
    programs = [(form, program) for _, form, program in isa.forms() if program.semantics]
    shown = {form.id: render(form, program, functions_of(isa)) for form, program in programs[::4]}
    assert all("←" in text and text.endswith("\n") for text in shown.values())
