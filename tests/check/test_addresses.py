"""Addresses in brackets: the registers and variables that they accept."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ptxisa import check_statement
from ptxisa.check.operands import check_address
from ptxisa.check.scope import Symbol, register
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.forms import Operand
from ptxisa.syntax.parser import parse_statement

NAMES: Mapping[str, Symbol] = {
    **{name: register(name) for name in ("b16", "u32", "b32", "u64", "b128", "f32", "pred", "v2.u32")},
    "global_x": Symbol("variable", "u32", space="global"),
    "shared_x": Symbol("variable", "u32", space="shared"),
    "const_x": Symbol("variable", "u32", space="const"),
    "input": Symbol("parameter", "u32", space="param"),
    "of_kernel": Symbol("parameter", "u32", space="param::entry"),
    "output": Symbol("result", "u32", space="param"),
    "of_device": Symbol("function"),
    "%tid": Symbol("special", "u32", "v4"),
    "tex": Symbol("variable", "texref", space="global"),
}


def findings(address: str, space: str | None, access: str) -> list[Diagnostic]:
    statement = parse_statement(f"x {address};").instruction
    assert statement is not None
    operand = Operand("a", access, "", "", kind="address", space=space)
    return list(check_address(operand, {}, statement.operands[0], NAMES.get))


def codes(address: str, space: str | None, access: str = "read") -> list[str]:
    return [diagnostic.code for diagnostic in findings(address, space, access)]


@pytest.mark.parametrize(
    ("name", "global_", "tensor"),
    [
        ("b16", [], ["operand-type"]),
        ("u32", [], []),
        ("b32", [], []),
        ("u64", [], ["operand-type"]),
        ("b128", ["operand-type"], ["operand-type"]),
        ("f32", ["operand-type"], ["operand-type"]),
        ("pred", ["operand-type"], ["operand-type"]),
    ],
)
def test_registers_of_addresses(name: str, global_: list[str], tensor: list[str]) -> None:
    """Integers of at most 64 bits, and of exactly 32 bits in tensor memory."""
    assert codes(f"[{name}]", "global") == global_
    assert codes(f"[{name}]", "tensor") == tensor


@pytest.mark.parametrize(
    ("address", "space", "access", "expected"),
    [
        ("[global_x+4]", "global", "read", []),
        ("[shared_x]", "global", "read", ["operand-space"]),
        ("[shared_x]", "shared::cta", "read", []),
        ("[shared_x]", None, "read", []),
        ("[const_x]", None, "read", ["operand-space"]),
        ("[input]", "param", "read", []),
        ("[input]", "param", "write", ["operand-kind"]),
        ("[of_kernel]", "param", "read", []),
        ("[of_kernel]", "param::entry", "read", []),
        ("[of_kernel]", "const", "read", ["operand-space"]),
        ("[output]", "param", "read", ["operand-kind"]),
        ("[output]", "param", "write", []),
        ("[tex]", "global", "read", ["operand-kind"]),
        ("[16]", "local", "read", []),
        ("[16]", "global", "read", ["operand-kind"]),
        ("u32", "global", "read", ["operand-kind"]),
        ("[nothing]", "global", "read", ["undeclared-name"]),
    ],
)
def test_bases_of_addresses(address: str, space: str | None, access: str, expected: list[str]) -> None:
    assert codes(address, space, access) == expected


@pytest.mark.parametrize(("name", "what"), [("of_device", "function"), ("%tid", "special register")])
def test_operands_without_an_address_are_errors(name: str, what: str) -> None:
    (finding,) = findings(f"[{name}]", "global", "read")
    assert finding.message == f"operand a takes an address; {name} is a {what}"


@pytest.mark.parametrize("offset", ["1.0", "0f7fc00000", "0f7f800000", "0dfff8000000000000", "1e30"])
def test_floating_point_offsets_are_reported_once(offset: str) -> None:
    # ptxas 11.8, 12.9 and 13.5 reject these offsets.
    for statement in (f"ld.global.u32 %r1, [%rd1+{offset}];", f"st.global.u32 [%rd1+{offset}], %r1;"):
        assert [diagnostic.code for diagnostic in check_statement(statement)] == ["constant-type"]
