"""Names of special registers and of WARP_SZ in declarations: verdicts of ptxas 11.8, 12.9, 13.0 and 13.5."""

from __future__ import annotations

import pytest

from ptxisa import check_module

REGISTERS = ("%tid", "%laneid", "%clock64", "%envreg3", "%pm0", "%gridid", "%dynamic_smem_size")


def codes(text: str) -> list[str]:
    diagnostics = check_module(f".version 7.8\n.target sm_90\n.address_size 64\n{text}")
    return [diagnostic.code for diagnostic in diagnostics if diagnostic.severity == "error"]


@pytest.mark.parametrize("name", REGISTERS)
@pytest.mark.parametrize(
    "declaration",
    [
        ".func {}() {{ ret; }}",
        ".extern .func {};",
        ".weak .func {}() {{ ret; }}",
        ".entry {}() {{ ret; }}",
        ".global .b32 {};",
        ".global .b32 a, {};",
        ".shared .b32 {};",
        ".const .b32 {};",
        ".extern .shared .b32 {}[];",
        ".visible .global .u32 {};",
    ],
)
def test_special_registers_belong_to_the_module(name: str, declaration: str) -> None:
    (code,) = codes(declaration.format(name))
    assert code in ("inconsistent-declaration", "wrong-linkage")


@pytest.mark.parametrize("name", REGISTERS)
@pytest.mark.parametrize(
    "text",
    [
        ".entry k() {{ .reg .b32 {}; ret; }}",
        ".entry k() {{ .shared .b32 {}; ret; }}",
        ".entry k(.param .b32 {}) {{ ret; }}",
        ".func f(.reg .b32 {}) {{ ret; }}",
        ".entry k() {{ {0}: bra {0}; }}",
    ],
)
def test_functions_may_hide_special_registers(name: str, text: str) -> None:
    assert codes(text.format(name)) == []


@pytest.mark.parametrize(
    "text",
    [
        ".visible .global .b32 %laneid;",
        ".extern .const .b32 %laneid;",
        ".common .global .b32 %laneid;",
        ".visible .global .v4 .b32 %tid;",
        ".visible .global .b64 %clock64;",
        ".global .b32 %laneid<4>;",
        ".global .b32 %nosuch;",
    ],
)
def test_declarations_that_agree_with_the_predefined_variable(text: str) -> None:
    assert codes(text) == []


def test_a_label_hides_a_special_register_from_its_place_on() -> None:
    assert codes(".entry k() { bra %laneid; %laneid: ret; }") == ["branch-target"]


@pytest.mark.parametrize(
    "text",
    [
        ".entry k() { WARP_SZ: ret; }",
        ".entry k() { { WARP_SZ: ret; } }",
        ".entry k() { WARP_SZ: bra WARP_SZ; }",
        ".func WARP_SZ() { ret; }",
    ],
)
def test_warp_size_is_no_name(text: str) -> None:
    assert "syntax-error" in codes(text)
