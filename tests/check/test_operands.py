"""Operands of statements: accepted kinds and types, and the places of findings."""

from __future__ import annotations

import pytest

from ptxisa import check_module, check_statement

REGISTERS = {"r": "u32", "s": "u32", "d": "u64", "p": "pred", "h": "u16", "k": "b16", "f": "f32"}


@pytest.mark.parametrize(
    ("statement", "message", "place"),
    [
        ("add.u32 r, s, [d];", "operand b takes a register or a constant", "[d]"),
        ("add.u32 r, s, {r, s};", "operand b takes a register or a constant", "{r, s}"),
        ("add.u32 [d], s, r;", "operand d takes a register", "[d]"),
        ("add.u32 r+1, r, s;", "operand d takes a register", "r+1"),
        ("add.u32 _, r, s;", "operand d takes a register: `_` is not allowed here", "_"),
        ("add.u32 1, r, s;", "operand d takes a register: a result needs a place", "1"),
        ("pmevent r;", "operand a takes a constant", "r"),
        ("mbarrier.arrive.shared::cluster.b64 d, [d];", "operand state takes `_` alone: there is no result", "d"),
    ],
)
def test_operands_of_another_kind(statement: str, message: str, place: str) -> None:
    (diagnostic,) = check_statement(statement, registers=REGISTERS)
    assert (diagnostic.code, diagnostic.message) == ("operand-kind", message)
    assert statement[diagnostic.span.start : diagnostic.span.end] == place


@pytest.mark.parametrize(
    "statement",
    [
        "add.u32 r, s+1, d+1;",
        "atom.add.u32 _, [d], 1;",
        "mbarrier.arrive.shared::cluster.b64 _, [d];",
        "bra L;",
        "mov.b32 r, {k, h};",
        "tex.2d.v4.f32.s32 {f, f, f, f}, [d, {r, s}];",
    ],
)
def test_operands_that_fit(statement: str) -> None:
    assert check_statement(statement, registers=REGISTERS) == []


@pytest.mark.parametrize(
    ("statement", "message", "place"),
    [
        ("ld.v2.u32 {r, d}, [d];", "elements of a vector have one width", "r, d"),
        ("ld.v4.u32 {r, s, s, p}, [d];", "elements of a vector have one width", "r, s, s, p"),
        ("ld.v2.u32 {h, h}, [d];", "operand d is a .u16 register of 16 bits; .u32 takes .b32, .u32 or .s32", "h"),
        ("ld.v2.u32 {f, f}, [d];", "operand d is a .f32 register; .u32 takes .b32, .u32 or .s32", "f"),
    ],
)
def test_vectors_that_do_not_fit_are_one_finding(statement: str, message: str, place: str) -> None:
    (diagnostic,) = check_statement(statement, registers=REGISTERS)
    assert (diagnostic.code, diagnostic.message) == ("operand-type", message)
    assert statement[diagnostic.span.start : diagnostic.span.end] == place


def test_only_variables_are_indexed() -> None:
    text = """.version 8.0
.target sm_90
.address_size 64
.global .u32 arr[4];
.entry k() { .reg .b32 r; frob.u32 r, arr[3]; frob.u32 r, r[3]; frob.u32 r, k[3]; }"""
    assert [diagnostic.message for diagnostic in check_module(text)] == [
        "unknown instruction 'frob'",
        "unknown instruction 'frob'",
        "r is a register, not an array: it has no index",
        "unknown instruction 'frob'",
        "k is a function, not an array: it has no index",
    ]


@pytest.mark.parametrize("name", ["of_device", "of_host"])
@pytest.mark.parametrize("assembler", [None, "11.8", "13.5"])
def test_functions_have_addresses_and_no_elements(name: str, assembler: str | None) -> None:
    """Message of ptxas: `Unknown field` (measured)."""
    text = """.version 7.8
.target sm_90
.address_size 64
.func of_device() { ret; }
.entry of_host() { ret; }
.entry k() { .reg .u64 d; mov.u64 d, NAME; mov.u64 d, NAME.x; }"""
    diagnostics = check_module(text.replace("NAME", name), assembler=assembler)
    assert [diagnostic.message for diagnostic in diagnostics] == [f"operand a takes a register; {name} is a function"]
