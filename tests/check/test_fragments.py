"""Statements without a module: blocks, declarations and labels, as in the text of inline assembly."""

from __future__ import annotations

import pytest

from ptxisa import available, check_module, check_statement, checkers


def codes(text: str, registers: dict[str, str] | None = None) -> list[str]:
    return [diagnostic.code for diagnostic in check_statement(text, registers=registers)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{ add.s32 a, b; }", ["operand-count"]),
        ("{ { { add.s32 a, b; } } }", ["operand-count"]),
        ("{ nonsense.foo a; }", ["unknown-mnemonic"]),
        ("add.s32 a, b; { add.s32 a, b; }", ["operand-count", "operand-count"]),
        ("{ .reg .f32 a; add.s32 a, b, c; }", ["operand-type"]),
        ("{ .reg .f32 a; } add.s32 a, b, c;", []),
        ("{ .reg .u99 x; }", ["unknown-type"]),
        ("{ .reg .b32 x; .reg .b32 x; }", ["redeclared-name"]),
        ("{ .shared .b32 s[4]; ld.global.b32 a, [s]; }", ["operand-space"]),
        ("{ .reg .b32 p; @p bra L; }", ["operand-type"]),
        ("{ .reg .b32 p; bra p; }", ["branch-target"]),
        ("{ L: L: bra L; }", ["redeclared-name"]),
        ("{ L: @p bra L; bra elsewhere; }", []),
        ("{ .param .b32 a0; st.param.b32 [a0], x; call f, (a0); }", []),
        ("", []),
    ],
)
def test_blocks_are_checked(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".reg .pred p; setp.eq.s32 p, %1, 0;", []),
        ("{ .reg .pred p; setp.ne.b32 p, %1, 0; selp.b32 %0, 1, 0, p; }", []),
        ("{ .reg .pred p; setp.ne.b64 p, %1, 0; selp.b32 %0, 1, 0, q; }", ["operand-type", "undeclared-name"]),
        ("{ .reg .b32 %r<4>; add.s32 %r3, %r1, %0; add.s32 %r4, %r1, %0; }", ["undeclared-name"]),
        ("{ .reg .pred P; W: mbarrier.try_wait.shared::cta.b64 P, [%0], %2; @P bra D; bra W; D: }", []),
        ("{ .reg .b64 %0; mov.b64 %0, 1; } mov.b32 %0, 1;", []),
    ],
)
def test_registers_from_outside_and_inside(text: str, expected: list[str]) -> None:
    assert codes(text, {"%0": "b32", "%1": "b32", "%2": "b64"}) == expected


def test_blocks_are_checked_for_a_target() -> None:
    (diagnostic,) = check_statement("{ wgmma.fence.sync.aligned; }", target="sm_80", ptx="8.0")
    assert (diagnostic.code, diagnostic.column) == ("unavailable-target", 3)


def test_checkers_read_blocks() -> None:
    assert [diagnostic.code for diagnostic in checkers.add("{ add.s32 a, b; }")] == ["operand-count"]
    assert [diagnostic.code for diagnostic in checkers.add("{ add.s32 a, b, c; sub.s32 a, b, c; }")] == [
        "unknown-mnemonic"
    ]


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("add.s32", True),
        ("add.s32 %0, %1, %2;", True),
        ("add.s32 %0, %1;", False),
        ("@p add.s32 d, a", False),
        ("bfe.u32 d, a, 300, 1;", False),
        ("ret 4;", False),
        ("mul.wide.u16 d, a, [b];", False),
        ("lop3.or.b32 d|p, a, b, c, 0x3f, q", True),
    ],
)
def test_statements_are_available_if_their_operands_are_valid(statement: str, answer: bool) -> None:
    assert bool(available(statement, target="sm_90", ptx="8.7")) is answer


def test_a_vector_of_two_elements_has_no_third() -> None:
    text = (
        ".version 8.7\n.target sm_90\n.address_size 64\n.entry k () { .reg .v2 .u32 v; .reg .u32 a; mov.u32 a, v.z; }"
    )
    # ptxas 13.0 accepts this for a virtual architecture and crashes when it generates code.
    assert [diagnostic.code for diagnostic in check_module(text)] == ["operand-kind"]
