"""A session reports after every edit what a check of the whole text reports."""

from __future__ import annotations

from random import Random

import pytest

from ptxisa.check.body import MOST_HINTS
from ptxisa.check.module import check_module
from ptxisa.check.session import Session
from tools.editing import edited

MODULE = """\
.version 8.0
.target sm_80
.address_size 64
.file 1 "a.cu"
.global .align 4 .u32 counter;
.extern .shared .align 16 .b8 dynamic[];
.global .u64 table[2] = {counter, helper};

.func (.param .b32 result) helper(.param .b32 a, .param .b64 b)
{
    .reg .b32 %r<3>;
    .loc 1 10 2
    ld.param.b32 %r1, [a];
    add.u32 %r2, %r1, 1;
    st.param.b32 [result], %r2;
    ret;
}
.visible .entry first(.param .u64 p)
.maxntid 128, 1, 1
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    .shared .align 4 .b8 tile[1024];
    .loc 1 20 3, function_name Linfo, inlined_at 1 10 2
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    {
        .param .b32 x;
        .param .b32 y;
        st.param.b32 [x], %r1;
        call (y), helper, (x, %rd1);
        ld.param.b32 %r2, [y];
    }
    setp.lt.u32 %p1, %r1, 64;
    @%p1 bra DONE;
    atom.global.add.u32 %r3, [counter], %r2;
    add.u16x2 %r1, %r1, %r2;
    cvt.u32.u32 %r1, %r2;
DONE:
    ret;
}
.visible .entry second(.param .u64 p)
{
    .reg .b32 %r<4>;
    add.u16x2 %r1, %r1, %r2;
    mov.u32 %r1, %r7;
    add.sat.s32 %r3, %r1, %undeclared;
    ret;
}
.alias other, helper;
.section .debug_info
{
Linfo:
.b8 1, 2, 3
.b32 .debug_abbrev
Lend:
.b64 first
}
.section .debug_abbrev
{
.b8 0
}
"""


@pytest.mark.parametrize(
    "options", [{}, {"target": "sm_70"}, {"assembler": "13.0"}, {"strict": True, "ptx": "7.0"}], ids=str
)
@pytest.mark.parametrize("seed", range(6))
def test_random_edits_lead_to_the_diagnostics_of_the_whole_text(options: dict[str, str], seed: int) -> None:
    random = Random(f"{options}{seed}")
    session, text = Session(**options), MODULE
    for _ in range(12):
        assert session.check(text) == check_module(text, **options), text
        text = edited(text, random)


def test_an_edit_of_a_declaration_changes_the_functions_that_use_it() -> None:
    session = Session()
    assert [diagnostic.code for diagnostic in session.check(MODULE)].count("operand-type") == 0
    narrow = MODULE.replace(".global .align 4 .u32 counter;", ".global .align 1 .u8 counter;")
    assert session.check(narrow) == check_module(narrow)
    without = MODULE.replace(".param .b64 b)", ".param .b32 b)")
    diagnostics = session.check(without)
    assert diagnostics == check_module(without)
    assert {diagnostic.code for diagnostic in diagnostics} > {diagnostic.code for diagnostic in check_module(MODULE)}
    assert session.check(MODULE) == check_module(MODULE)


def test_labels_of_debug_sections_are_unique_after_edits() -> None:
    session = Session()
    session.check(MODULE)
    for text in (
        MODULE.replace("{\n.b8 0", "{\nLinfo:\n.b8 0"),
        MODULE.replace("Linfo:\n", ""),
        MODULE.replace(".b8 1, 2, 3", ".b8 1, 2, 300"),
        MODULE.replace(".version 8.0", ".version 6.0"),
        MODULE,
    ):
        assert session.check(text) == check_module(text), text


def test_hints_end_at_the_same_instruction_after_an_edit() -> None:
    session = Session()
    for count in (9, 5):
        bodies = (
            " ".join(f"createpolicy{name}{number};" for number in range(most))
            for name, most in (("a", count), ("b", MOST_HINTS))
        )
        text = MODULE + "".join(f".func f{index}() {{ {body} }}\n" for index, body in enumerate(bodies))
        assert session.check(text) == check_module(text)


def test_a_check_can_stop_between_items() -> None:
    session = Session()
    steps = session.steps(MODULE)
    next(steps)
    steps.close()
    assert session.check(MODULE) == check_module(MODULE)


def long_module(statements: int = 400) -> str:
    """Return a module with a kernel of many passages: blocks, labels, calls, locations and a repeated note."""
    lines = [
        ".version 8.0\n.target sm_80\n.address_size 64",
        '.file 1 "a.cu"\n.file 2 "b.cu"',
        ".func (.param .b32 result) helper(.param .b32 a);",
        ".visible .entry long(.param .u64 p)\n{\n    .reg .pred %p<3>;\n    .reg .b32 %r<40>;\n    .reg .b64 %rd<4>;",
        "    .loc 1 10 2\n    ld.param.u64 %rd1, [p];",
    ]
    for number in range(statements):
        lines.append(f"    .loc 1 {number} 1, function_name Linfo{number % 3}, inlined_at 1 10 2")
        lines.append(f"    add.s32 %r{number % 40}, %r{(number + 7) % 40}, {number};")
        if number % 20 == 5:
            lines.append(f"$L{number}:\n    @%p1 bra $L{number // 40 * 40 + 5};\n    add.u16x2 %r1, %r2, %r3;")
        if number % 30 == 7:
            lines.append("    {\n    .reg .b32 t;\n    .param .b32 x;\n    .param .b32 y;\n    st.param.b32 [x], %r1;")
            lines.append("    call (y), helper, (x);\n    ld.param.b32 t, [y];\n    }")
        if number % 50 == 9:
            lines.append("    mul.s32.lo %r1, %r2, %r3; // in another order")
    return "\n".join([*lines, "    ret;\n}\n"])


LONG = long_module()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$L45:", "$M45:"),
        ("%r<40>", "%r<30>"),
        (".reg .b32 %r<40>;", ".reg .b32 %r<30>;\n    .reg .f32 %r35;"),
        ("(.param .b32 a);", "(.param .b64 a);"),
        (".loc 1 10 2\n", ".loc 1 11 2\n"),
        ("    mul.s32.lo %r1, %r2, %r3; // in another order\n", ""),
        (".reg .b32 t;", ".reg .b64 %r1;\n.reg .b32 t;"),
        (".target sm_80", ".target sm_90"),
        ("    add.s32 %r17", "    /* add.s32 %r17"),
        ("    add.s32 %r17", "    { add.s32 %r17"),
        ("    add.s32 %r17", "    {\n    .reg .f32 %r3;\n    add.s32 %r17"),
        ("    add.s32 %r17", "    {\n    .reg .f32 %r<9>;\n    add.s32 %r17"),
        ("    .reg .b32 %r<40>;", "    {\n    .reg .b32 %r<40>;"),
        ("    .reg .b32 %r<40>;", "    mov.b32 %rd1\n    .reg .b32 %r<40>;"),
        ("    add.s32 %r17", '    " add.s32 %r17'),
        ("    add.s32 %r17", "    } add.s32 %r17"),
        ("    add.s32 %r17", "    .reg .b64 %r5; add.s32 %r17"),
        ("    add.s32 %r17", "    .loc 3 1 1\n add.s32 %r17"),
        ("    ret;\n}", "    ret;\n"),
    ],
)
def test_edits_of_a_long_function_lead_to_the_diagnostics_of_the_whole_text(before: str, after: str) -> None:
    session = Session()
    assert session.check(LONG) == check_module(LONG)
    changed = LONG.replace(before, after, 1)
    assert changed != LONG
    for text in (changed, changed.replace("%r1, %r2, %r3;", "%r1, %r2, %q;", 1), changed, LONG):
        assert session.check(text) == check_module(text)


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_of_a_long_function(seed: int) -> None:
    random, session, text = Random(seed), Session(), LONG
    for _ in range(25):
        text = edited(text, random)
        assert session.check(text) == check_module(text)
