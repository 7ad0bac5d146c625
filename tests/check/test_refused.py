"""Statements that ptxas 13.0 rejects and the checker once accepted."""

from __future__ import annotations

import pytest

from ptxisa import check_module
from ptxisa.isa.instructions import instruction, mnemonics

HEAD = """.version 9.0
.target sm_90a
.address_size 64
.global .b32 in_global; .shared .b32 in_shared; .global .texref texture; .global .surfref surface;
.entry k()
{
.local .b32 in_local; .reg .f32 f1, f2; .reg .b32 r1, r2; .reg .b64 d1;
"""


def errors(statement: str) -> list[str]:
    return [
        diagnostic.code
        for diagnostic in check_module(f"{HEAD}{statement}\nret;\n}}\n")
        if diagnostic.severity == "error"
    ]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("vadd.f32 f1, f2;", "unknown-modifier"),
        ("vset4.foo.f32 r1, r2;", "unknown-modifier"),
        ("setmaxnreg.foo.f32;", "unknown-modifier"),
        ("nanosleep.f32 r1;", "unknown-modifier"),
        ("stacksave.f32 r1;", "unknown-modifier"),
        ("txq.width.b32 r1, [texture+4];", "operand-kind"),
        ("txq.width.b32 r1, [d1+4];", "operand-kind"),
        ("txq.width.b32 r1, [r2];", "operand-kind"),
        ("suq.width.b32 r1, [surface+0];", "operand-kind"),
        ("suq.width.b32 r1, [d1+4];", "operand-kind"),
        ("lop3.b32 r1, r1, r1, r1, surface+4;", "operand-kind"),
        ("mapa.u32 r1, surface+4, r1;", "operand-kind"),
        ("mbarrier.pending_count.b64 r1, surface+4;", "operand-kind"),
        ("prefetchu.L1 [in_shared];", "operand-space"),
        ("prefetchu.L1 [in_local];", "operand-space"),
        ("cvta.shared::cta.u64 d1, in_global;", "operand-space"),
    ],
)
def test_errors(statement: str, code: str) -> None:
    assert errors(statement) == [code]


@pytest.mark.parametrize(
    "statement",
    [
        "txq.width.b32 r1, [texture];",
        "txq.width.b32 r1, [d1];",
        "suq.width.b32 r1, [surface];",
        "and.b32 r1, r1, surface+4;",
        "prefetchu.L1 [in_global];",
        "prefetchu.L1 [d1];",
        "prefetchu.L1 [d1+4];",
        "cvta.shared::cta.u64 d1, in_shared;",
    ],
)
def test_statements_that_ptxas_accepts_have_no_error(statement: str) -> None:
    assert errors(statement) == []


def test_a_later_edition_of_a_section_leaves_nothing_uncovered() -> None:
    """Instructions of sections 9.7.17 to 9.7.19 are in two editions of the manual; a single record covers both."""
    for mnemonic in ("vadd", "vset4", "setmaxnreg", "stacksave", "trap", "brkpt"):
        record = instruction(mnemonic)
        assert record is not None
        assert record.uncovered == ()
    every = (instruction(mnemonic) for mnemonic in mnemonics())
    assert not [section for form in every if form for section in form.uncovered if section.startswith("ptx-9.0 9.7.1")]
