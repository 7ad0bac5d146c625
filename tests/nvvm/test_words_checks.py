"""Places and words of what is found wherever it stands."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.checker import check_nvvm


def spans(text: str, *rules: str) -> list[str]:
    """What the diagnostics of some rules point at, in a text of one line."""
    return [text[one.column - 1 : one.end[1] - 1] for one in check_nvvm(text) if str(one.rule).startswith(rules)]


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("declare fp128 @f(float)", "fp128"),
        ("define x86_mmx @f() { unreachable }", "x86_mmx"),
        ("declare void @f(i32 addrspace(99)*)", "addrspace(99)"),
        ("@f = alias i8, ptr addrspace(99", "addrspace(99"),
    ],
)
def test_findings_point_at_the_word_alone(text: str, pointed: str) -> None:
    assert spans(text, "nvvm-types/", "nvvm-address-spaces/") == [pointed]


@pytest.mark.parametrize("digits", [30, 31, 5000])
def test_messages_have_thirty_digits_of_an_address_space(digits: int) -> None:
    found = check_nvvm(f"@g = addrspace({'9' * digits}) global i32 0")
    assert f"address space {'9' * 30} is not supported" in [one.message for one in found]


@pytest.mark.parametrize("text", ["@g = addrspace(", "define void @f() { %a = alloca i32, addrspace("])
def test_an_address_space_that_the_text_lacks_is_not_judged(text: str) -> None:
    assert spans(text, "nvvm-address-spaces/", "nvvm-memory-instructions/") == []
