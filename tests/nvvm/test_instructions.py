"""What instructions use, as the checker tells it."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.found import Use
from ptxisa.nvvm.instructions import assembly, called, space_of, uses
from ptxisa.nvvm.reader import Text


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


def facts(instruction: str) -> list[str]:
    """What an instruction uses and breaks, each with the text that it points at."""
    text = f"define void @f() {{\n  {instruction}\n  ret void\n}}\n"
    read = Text(text)
    (function,) = read.read()
    listed = list(uses(read, function.body[0]))
    return [f"{one[0]} {one[1]}: {text[one.span.start : one.span.end]}" for one in listed]


@pytest.mark.parametrize(
    ("instruction", "used"),
    [
        ("ret void", ["instruction ret: ret"]),
        ("%x = add i32 1, 2", ["instruction add: add"]),
        ("%x = tail call i32 @f()", ["instruction call: call"]),
        ("%x = load i32, i32* %p", ["instruction load: load"]),
        ("%x = load atomic i32, i32* %p", ["instruction load: load", "instruction load atomic: load atomic"]),
        (
            "load volatile atomic i32, i32* %p",
            ["instruction load: load", "instruction load atomic: load volatile atomic"],
        ),
        ("store i32 atomic, i32* %p", ["instruction store: store"]),
        ("store atomic", ["instruction store: store", "instruction store atomic: store atomic"]),
        ("fence atomic", ["instruction fence: fence"]),
    ],
)
def test_an_instruction_is_its_opcode_with_atomic_behind_it(instruction: str, used: list[str]) -> None:
    assert facts(instruction) == used


def test_no_opcode_is_what_begins_after_the_name() -> None:
    text = "define void @f() {\n  %x = }"
    read = Text(text)
    ((one,),) = (each.body for each in read.read())
    assert [each.span.start for each in uses(read, one)] == [text.index("}")]


@pytest.mark.parametrize(
    ("instruction", "used"),
    [
        ("alloca i32", []),
        ("alloca inalloca i32", ["alloca inalloca: inalloca"]),
        ("alloca swifterror i8*, i32 4, align 8", ["alloca-alignment 8: align 8"]),
        ("alloca i32, align 4, addrspace(5)", ["alloca-alignment 4: align 4", "alloca-space 5: addrspace(5)"]),
        ("alloca i32, , align 4", ["alloca-alignment 4: align 4"]),
        ("alloca i32, align %x", []),
        ("alloca i32, aline 4", []),
        (f"alloca i32, align {'1' * 31}", [f"alloca-alignment {'1' * 30}: align {'1' * 31}"]),
        (f"alloca i32, addrspace({'1' * 31})", [f"alloca-space {'1' * 30}: addrspace({'1' * 31})"]),
    ],
)
def test_parts_of_alloca(instruction: str, used: list[str]) -> None:
    assert facts(instruction) == ["instruction alloca: alloca", *used]


@pytest.mark.parametrize(
    ("instruction", "used"),
    [
        (
            "cmpxchg i32* %p, i32 1, i32 2 acquire monotonic",
            ["cmpxchg value-type i32: i32", "cmpxchg pointer-space 0: i32* %p"],
        ),
        (
            "cmpxchg weak volatile i64 addrspace(3)* %p, [2 x i8] %x, i64 2 acquire monotonic",
            ["cmpxchg value-type [2xi8]: [2 x i8]", "cmpxchg pointer-space 3: i64 addrspace(3)* %p"],
        ),
        ("cmpxchg i32* %p", []),
        (
            "atomicrmw volatile add ptr addrspace(1) %p, i16 1 seq_cst",
            [
                "atomicrmw add: add",
                "atomicrmw add value-type i16: i16",
                "atomicrmw add pointer-space 1: ptr addrspace(1) %p",
            ],
        ),
        ("atomicrmw xchg", ["atomicrmw xchg: xchg"]),
        ("atomicrmw", ["atomicrmw : ret"]),
    ],
)
def test_atomic_operations_have_a_value_of_a_type_and_a_pointer_of_a_space(instruction: str, used: list[str]) -> None:
    assert facts(instruction)[1:] == used


@pytest.mark.parametrize(
    ("type_", "space"),
    [
        ("ptr", "0"),
        ("i32 *", "0"),
        ("ptr addrspace ( 3 )", "3"),
        ("i32 addrspace ( 1 ) *", "1"),
        ("i32 addrspace ( 1 ) * *", "0"),
        ("i32 addrspace ( 1 ) * addrspace ( 4 ) *", "4"),
        ("{ i32 }", "0"),
        ("[ 2 x i32 ]", "0"),
        ("", "0"),
    ],
)
def test_the_space_of_a_pointer_is_that_of_its_last_star(type_: str, space: str) -> None:
    assert space_of(tuple(type_.split())) == space


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("addrspacecast i32 addrspace(1)* %p to i32*", ""),
        ("addrspacecast i32* %p to i32 addrspace(3)*", ""),
        ("addrspacecast ptr addrspace(3) %p to ptr addrspace(3)", ""),
        ("addrspacecast i32 addrspace(1)* %p", ""),
        (
            "addrspacecast i32 addrspace(1)* %p to i32 addrspace(3)*",
            "nvvm-conversions/generic-side addrspacecast from address space 1 to 3",
        ),
        ("addrspacecast i32 addrspace(1)* %p to [2 x i8]*", ""),
        ("addrspacecast [2 x i8]* %p to i32 addrspace(1)*", ""),
        (
            "addrspacecast [2 x i8] addrspace(1)* %p to [2 x i8] addrspace(4)*",
            "nvvm-conversions/generic-side addrspacecast from address space 1 to 4",
        ),
        ("bitcast i32 addrspace(1)* %p to i8 addrspace(1)*", ""),
        ("bitcast [2 x i8] addrspace(1)* %p to [3 x i8] addrspace(1)*", ""),
        ("bitcast i32 addrspace(1)* %p", ""),
        ("bitcast ptr addrspace(1) %p to i8*", ""),
        ("bitcast i8* %p to ptr addrspace(1)", ""),
        (
            "bitcast i32 addrspace(1)* %p to i32 addrspace(3)*",
            "nvvm-conversions/same-space bitcast from address space 1 to 3",
        ),
        ("bitcast i32* %p to i8 addrspace(4)*", "nvvm-conversions/same-space bitcast from address space 0 to 4"),
    ],
)
def test_what_converts_between_address_spaces(instruction: str, said: str) -> None:
    opcode = instruction.split()[0]
    assert facts(instruction) == [f"instruction {opcode}: {opcode}", *([f"{said}: {instruction}"] if said else [])]


@pytest.mark.parametrize(
    ("call", "used"),
    [
        ("call void @f", []),
        ("call void @f()", []),
        ("call void @f() cold #0, !dbg !0", ["function-attribute cold: cold"]),
        ("call void @f() nounwind, align 4", ["function-attribute nounwind: nounwind"]),
        ("call void @f(i32 zeroext 1) cold", ["parameter-attribute zeroext: zeroext", "function-attribute cold: cold"]),
        (
            "call void (i32, ...) @f(i8* byval(i8) align 4 undef, i8* nest null)",
            [f"parameter-attribute {one}: {one}" for one in ("byval", "align", "nest")],
        ),
        ("call void @f(metadata i32 7, i1 inreg true)", ["parameter-attribute inreg: inreg"]),
        ('call void @f([2 x i8] c"ab", float fadd (float 1.0, float 2.0))', []),
        ("call void %f(i8* nest @g)", ["parameter-attribute nest: nest"]),
        ('call void asm "", "r"(i32 inreg 1)', ["parameter-attribute inreg: inreg"]),
        ("call void bitcast (void ()* @f to void (i8)*)(i8 inreg 1)", ["parameter-attribute inreg: inreg"]),
        ("call void inttoptr (i64 %n to void (i8)*) cold", []),
        ("call void bitcast cold", []),
        ('call void @f() [ "a"(i32 1) ]', ['module-item operand bundles: [ "a"(i32 1) ]']),
        (
            'call void @f() cold [ "a"() ], !dbg !0',
            ['module-item operand bundles: [ "a"() ]', "function-attribute cold: cold"],
        ),
        ('call void @f() [ "a"() ] cold', ['module-item operand bundles: [ "a"() ]']),
        ("invoke void @f() cold to label %a unwind label %b", ["function-attribute cold: cold"]),
        ("callbr void @f() cold to label %a [label %b]", ["function-attribute cold: cold"]),
    ],
)
def test_attributes_and_bundles_of_calls(call: str, used: list[str]) -> None:
    assert facts(call)[1:] == used


@pytest.mark.parametrize(
    ("before", "written", "used"),
    [
        ("i32", 'asm ""', []),
        ("i32", 'asm "",', []),
        ("i32", 'asm "", 7', []),
        ("i32", 'asm "" "r"', []),
        ("void", 'asm "", ""()', ["constraint "]),
        ("i32", 'asm "", "=r"()', ["constraint =r", "constraint-type r i32"]),
        ("", 'asm "", "=r"()', ["constraint =r", "constraint-type r "]),
        ("void", 'asm sideeffect alignstack "", "~{memory}"(i32 1)', ["constraint ~{memory}"]),
        ("void", 'asm sideeffect "", "~{memory}"()', ["constraint ~{memory}"]),
        ("void", 'asm inteldialect unwind "", "r"()', ["inline-assembly inteldialect", "constraint r"]),
        ("void", 'asm "", "r,l"(i32 1)', ["constraint r", "constraint l", "constraint-type r i32"]),
        (
            "{ i32, [2 x i8] }",
            'asm "", "=&r,=%h,0,l"(i8 1, i64 %l)',
            [
                *("constraint =&r", "constraint =%h", "constraint 0", "constraint l"),
                *("constraint-type r i32", "constraint-type h [2xi8]"),
                *("constraint-type 0 i8", "constraint-type l i64"),
            ],
        ),
        (
            "i32",
            'asm "", "=*m,=r,l"(i32* %p, i64 %l)',
            [
                *("constraint =*m", "constraint =r", "constraint l"),
                *("constraint-type r i32", "constraint-type *m i32*", "constraint-type l i64"),
            ],
        ),
    ],
)
def test_constraints_of_assembly_with_the_types_of_results_and_arguments(
    before: str, written: str, used: list[str]
) -> None:
    text = f"{before} {written}".strip()
    read = Text(text)
    at = next(index for index, token in enumerate(read.tokens) if token.text == "asm")
    pointed = {"inline-assembly": "inteldialect"}
    found = [one for one in assembly(read, at) if isinstance(one, Use)]
    assert [f"{one.part} {one.name}" for one in found] == used
    constraints = {text[one.span.start : one.span.end] for one in found if one.part not in pointed}
    assert all(one == written[written.index('", ') + 3 :].split("(")[0] for one in constraints)
    assert all(text[one.span.start : one.span.end] == pointed.get(one.part, *constraints) for one in found)


@pytest.mark.parametrize(
    ("call", "name", "arguments"),
    [
        ("call void @f()", "f", []),
        ("call i32 (i8, ...) @f(i8 1, [2 x i8] %x)", "f", ["i8", "[2xi8]"]),
        ("%x = tail call float @f(float %y)", "f", ["float"]),
    ],
)
def test_a_direct_call_has_a_name_and_arguments(call: str, name: str, arguments: list[str]) -> None:
    read = Text(f"define void @g() {{\n  {call}\n}}")
    ((one,),) = (each.body for each in read.read())
    found = called(read, one)
    assert found is not None
    assert (found.name, read.tokens[found.at].text) == (name, f"@{name}")
    assert ["".join(each.type) for each in found.arguments] == arguments


@pytest.mark.parametrize("call", ["call void %f()", 'call void asm "", ""()', "call void @f", "ret void"])
def test_other_instructions_call_nothing_directly(call: str) -> None:
    read = Text(f"define void @g() {{\n  {call}\n}}")
    ((one,),) = (each.body for each in read.read())
    assert called(read, one) is None


def test_an_address_space_without_its_bracket_is_that_of_stack_memory() -> None:
    read = Text("define void @f() { alloca i32, addrspace(5")
    ((one,),) = (each.body for each in read.read())
    assert [each.name for each in uses(read, one) if isinstance(each, Use)] == ["alloca", "5"]
