"""32-bit addresses: verdicts of ptxas releases that generate code."""

from __future__ import annotations

import pytest

from ptxisa import check_module, check_statement

REJECTED = [
    "ld.u32 r1, [r2];",
    "ld.global.u32 r1, [r2+4];",
    "ld.global.nc.u32 r1, [r2];",
    "ldu.global.u32 r1, [r2];",
    "st.global.u32 [r2], r1;",
    "atom.add.u32 r1, [r2], r3;",
    "red.global.add.u32 [r2], r3;",
    "prefetch.L1 [r2];",
    "discard.global.L2 [r2], 128;",
    "mbarrier.init.b64 [r1], 1;",
    "cvta.shared.u32 r1, r2;",
    "cvta.to.global.u32 r1, r2;",
    "mov.u32 r1, gv;",
    "mov.b32 r1, gv[2];",
]
ACCEPTED = [
    "ld.shared.u32 r1, [r2];",
    "ld.const.u32 r1, [r2];",
    "ld.local.u32 r1, [r2];",
    "ld.global.u32 r1, [gv];",
    "mbarrier.init.shared.b64 [r1], 1;",
    "ldmatrix.sync.aligned.m8n8.x1.b16 {r1}, [r2];",
    "cp.async.ca.shared.global [r1], [r2], 4;",
    "cvta.shared.u64 d1, d2;",
    "mov.u32 r1, sv;",
    "mov.u32 r1, gv+4;",
    "isspacep.global p, d1;",
]


def module(body: str, target: str = "sm_90", head: str = ".address_size 64") -> str:
    registers = ".reg .b32 r<4>; .reg .b64 d<4>; .reg .pred p;"
    variables = ".global .b32 gv[4]; .shared .b32 sv[4];"
    return f".version 7.8\n.target {target}\n{head}\n{variables}\n.entry k() {{ {registers} {body} ret; }}"


def answers(text: str, **options: str) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.severity) for diagnostic in check_module(text, **options)]


@pytest.mark.parametrize("statement", REJECTED)
def test_code_with_32_bit_addresses(statement: str) -> None:
    text = module(statement)
    assert answers(text) == [("rejected-by-assembler", "warning")]
    for release in ("11.8", "12.0", "12.9", "13.5"):
        assert answers(text, assembler=release) == [("rejected-by-assembler", "error")]


@pytest.mark.parametrize("statement", ACCEPTED)
def test_narrow_addresses_that_are_accepted(statement: str) -> None:
    for release in ("11.8", "12.9", "13.5"):
        assert answers(module(statement), assembler=release) == []


@pytest.mark.parametrize(("release", "rejected"), [("11.8", False), ("12.0", False), ("12.1", True), ("13.5", True)])
def test_targets_below_sm_90(release: str, rejected: bool) -> None:
    text = module("ld.global.u32 r1, [r2];", "sm_80")
    assert answers(text, assembler=release) == [("rejected-by-assembler", "error")] * rejected
    text = module("", "sm_80", ".address_size 32")
    assert answers(text, assembler=release) == [("rejected-by-assembler", "error")] * rejected


def test_a_module_is_rejected_once() -> None:
    text = module("ld.global.u32 r1, [r2]; st.global.u32 [r2], r1; ld.u32 r1, [r3];")
    assert answers(text, assembler="13.5") == [("rejected-by-assembler", "error")]


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
def test_without_an_address_size_only_addresses_count(target: str) -> None:
    assert answers(module("ld.shared.u32 r1, [r2];", target, ""), assembler="13.5") == []
    assert answers(module("ld.u32 r1, [r2];", target, ""), assembler="13.5") == [("rejected-by-assembler", "error")]


def test_statements_without_a_module() -> None:
    registers = {"d": "b32", "a": "b32"}
    (diagnostic,) = check_statement("cvta.global.u32 d, a;", "sm_90", "8.7", registers, assembler="13.0")
    assert (diagnostic.code, diagnostic.severity) == ("rejected-by-assembler", "error")
