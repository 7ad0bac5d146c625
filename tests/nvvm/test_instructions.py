"""What instructions use, as the checker tells it."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.checker import check_nvvm


def found(instruction: str, rule: str) -> list[str]:
    """What the diagnostics of a rule say of a function with one instruction."""
    text = f"define void @f() {{\n  %v = {instruction}\n  ret void\n}}\n"
    return [one.message for one in check_nvvm(text) if str(one.rule).startswith(rule)]


@pytest.mark.parametrize(
    ("type_", "constraints", "wrong"),
    [
        ("i32", "=r", []),
        ("i64", "=r", ["r"]),
        ("{ i32 }", "=r", []),
        ("{ i64 }", "=r", ["r"]),
        ("{ i64, i32 }", "=r,=r", ["r"]),
        ("{ i32, i64 }", "=r,=r", ["r"]),
        ("{ i32, float, i64 }", "=r,=f,=l", []),
        ("{ i32, i64, float }", "=r,=f,=l", ["f", "l"]),
        ("{ i32, { i64 }, i64 }", "=r,=l,=r", ["r"]),
    ],
)
def test_results_of_assembly_meet_their_constraints(type_: str, constraints: str, wrong: list[str]) -> None:
    messages = found(f'call {type_} asm "", "{constraints}"()', "nvvm-inline-assembly/")
    assert [one.split("`")[1] for one in messages] == wrong


@pytest.mark.parametrize("part", ["addrspace", "addrspace 5", "align"])
def test_what_a_part_of_alloca_lacks_is_not_taken_from_the_next_line(part: str) -> None:
    assert found(f"alloca i32, {part}", "nvvm-memory-instructions/") == []


@pytest.mark.parametrize("space", ["5", "0"])
def test_the_address_space_of_stack_memory(space: str) -> None:
    wrong = [] if space == "0" else [f"alloca in address space {space}"]
    assert found(f"alloca i32, addrspace({space})", "nvvm-memory-instructions/alloca-space") == wrong
    assert found(f"alloca i32, align 4, addrspace({space})", "nvvm-memory-instructions/alloca-space") == wrong
