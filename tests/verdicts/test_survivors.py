"""Statements that reveal seeded faults which stored verdicts once missed: verdicts of ptxas 13.0."""

from __future__ import annotations

import re

import pytest

from ptxisa import check_statement

EIGHT = "{f0, f1, f2, f3, f4, f5, f6, f7}"
REGISTERS = {
    **{f"f{index}": "f32" for index in range(8)},
    **dict.fromkeys(("u0", "u1", "r"), "b32"),
    **dict.fromkeys(("x", "q"), "b64"),
    **dict.fromkeys("hij", "b16"),
}


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        (f"ld.volatile.global.v8.f32 {EIGHT}, [x];", True),
        (f"st.volatile.global.v8.f32 [x], {EIGHT};", True),
        (f"ld.global.L2::evict_last.v8.f32 {EIGHT}, [x];", True),
        (f"st.global.L2::evict_last.v8.f32 [x], {EIGHT};", True),
        ("ld.global.L2::evict_last.v4.f32 {f0, f1, f2, f3}, [x];", False),
        ("st.global.L2::evict_last.v4.f32 [x], {f0, f1, f2, f3};", False),
        ("bar.arrive 1, 64;", True),
        ("bar.arrive r, 64;", True),
        ("bar.arrive 16, 64;", False),
        ("fma.rn.bf16 h, i, j, i;", True),
        ("fma.rn.bf16 h, i, 5, j;", False),
        ("red.global.add.L2::cache_hint.f32 [x], f0, q;", True),
        ("red.global.add.L2::cache_hint.f32 [x], f0, 5;", True),
        ("cvt.pack.sat.u16.s32 r, u0, u1;", True),
        ("cvt.pack.sat.u16.s32 h, u0, u1;", False),
    ],
)
def test_verdict(statement: str, accepted: bool) -> None:
    registers = {name: REGISTERS[name] for name in re.findall(r"\b\w+\b", statement) if name in REGISTERS}
    diagnostics = check_statement(statement, target="sm_100a", ptx="9.0", registers=registers)
    assert (not any(diagnostic.severity == "error" for diagnostic in diagnostics)) is accepted
