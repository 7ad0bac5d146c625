"""Any bytes end in diagnostics, and in time that grows with their number."""

from __future__ import annotations

import random

import pytest

from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.nvvm.checker import check_nvvm
from tests.nvvm.cases import cases
from tests.timing import processor_time

SIZE = 20_000
_TEXT = """
define void @f ( ) { } [ ] < > = , ! !0 !{ #0 $c ^0 %x @g global addrspace 1 i32 * ptr call asm " ; !nvvm.annotations
atomicrmw cmpxchg alloca align load store atomic switch bitcast addrspacecast to declare llvm.nvvm.barrier0
@llvm.nvvm.shfl.sync.i32 -1 99999999999999999999999999 c" \\ metadata distinct attributes %x@= @g@= @
"""
WORDS = [word.replace("@=", " =") for word in _TEXT.split()] + ["\n"]


def check(data: str | bytes) -> None:
    for diagnostic in check_nvvm(data, "compute_90"):
        assert diagnostic.code in CATALOGUE
        assert diagnostic.line >= 1
        assert diagnostic.end >= (diagnostic.line, diagnostic.column)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"BC\xc0\xde\x35\x14", "this is LLVM bitcode"),
        (b"\xde\xc0\x17\x0b\x00", "this is LLVM bitcode"),
        (b"\x7fELF\0\0", "this is a binary file, not textual LLVM IR"),
        (b"; caf\xe9\n@g = global i32 0\n", "invalid UTF-8 byte 0xE9"),
        (b"\xef\xbb\xbf@g = global i32 0\n", "a byte order mark begins the file"),
        ("@g = global i32 0\n".encode("utf-16"), "this is UTF-16, not textual LLVM IR"),
        (b"// generated\n.version 8.0\n.target sm_90\n", "this is PTX, not textual LLVM IR"),
        (b"\n__global__ void k() {}\n", "this is CUDA C++, not textual LLVM IR"),
        (b"module {\n}\n", "this is MLIR, not textual LLVM IR"),
        (b"4243C0DE35140000", "this is bitcode that was decoded or encoded as text, not textual LLVM IR"),
        (b"\x1f\x8b\x08\x00", "this is a binary file, not textual LLVM IR"),
    ],
)
def test_bytes_that_are_no_text_are_one_error(data: bytes, message: str) -> None:
    (diagnostic,) = check_nvvm(data)
    assert (diagnostic.code, diagnostic.message) == ("nvvm-syntax", message)


def test_random_bytes() -> None:
    chance = random.Random(1)
    for _ in range(200):
        check(chance.randbytes(chance.randrange(200)))


def test_random_words() -> None:
    chance = random.Random(2)
    for _ in range(400):
        check(" ".join(chance.choices(WORDS, k=chance.randrange(80))))


def test_truncated_modules() -> None:
    chance = random.Random(3)
    for case in chance.sample(cases(), 120):
        check(case.text[: chance.randrange(len(case.text))])


@pytest.mark.parametrize(
    "lines",
    [
        '  store i64 %x, i64* %p\n  store i64 %".38", i64* %\n',
        "  store i64 %x, i64* %p, !dbg !12\n  store i64 %x, i64* %p, !dbg !\n",
        "  %a = getelementptr inbounds {i8*, i64}, {i8*, i64}* ,\n",
        "  %a = getelementptr inbounds i64, i64* ",
    ],
)
def test_a_name_or_number_is_missing(lines: str) -> None:
    check(f"define void @f(i64* %p, i64 %x) {{\n{lines}  ret void\n}}\n")


def test_a_group_of_attributes_contains_itself() -> None:
    text = 'define void @f() #0 {\n  ret void\n}\nattributes #0 = { "nvvm.maxntid"="1" #0 }\n'
    assert "nvvm-layout" in {diagnostic.code for diagnostic in check_nvvm(text, "compute_100")}


def test_an_instruction_without_an_opcode() -> None:
    check("define void @f() {\n  %a =")
    check("define void @f() {\n  %a =\n}")


def test_mutated_modules() -> None:
    chance = random.Random(4)
    for case in chance.sample(cases(), 200):
        tokens = case.text.split(" ")
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(tokens))
            tokens[at] = chance.choice([chance.choice(WORDS), tokens[at][1:], tokens[at] * 2, ""])
        check(" ".join(tokens))


LONG = {
    "brackets": ("(", 1),
    "closing brackets": (")}", 1),
    "nested brackets": ("{ [ ( <", 1),
    "quotes": ('"', 1),
    "dashes": ("-", 1),
    "digits": ("1", 1),
    "percent signs": ("%", 1),
    "labels": ("a:", 1),
    "functions": ("define void @f() {\n", 1),
    "definitions": ("define void @f() { ret void }\n", 1),
    "variables": ('@g = addrspace(1) global i32 0, section "x"\n', 1),
    "operands": ("define void @f() { call void @g(", 0),
    "calls": ("call void @llvm.nvvm.barrier0() ", 1),
    "types": ("i32 addrspace(1)*", 1),
    "equals signs": ("@x = ", 1),
    "metadata": ("!nvvm.annotations = !{!0}\n!0 = !{", 1),
    "numbers of a variable": ("@g = global [9 x i32] [", 0),
    "one function": ("  %x = add i32 1, 2\n", 2),
    "stores": (" store i32 ", 2),
    "stores of pointers": (" store i32* %x, i32* ", 2),
    "calls of brackets": (" call i8* <(i8)(i8)> ", 2),
    "constraints": ('  call void asm "", "=r,r,x"()\n', 2),
}


@pytest.mark.parametrize("name", LONG)
def test_time_is_linear(name: str) -> None:
    part, kind = LONG[name]

    def seconds(size: int) -> float:
        text = part * (size // len(part)) if kind else part + "i32 1, " * (size // 7)
        text = f"define void @f() {{\n{text}  ret void\n}}\n" if kind == 2 else text
        return processor_time(lambda: check(text))

    seconds(1000)
    small = max(seconds(SIZE), 0.01)
    assert seconds(4 * SIZE) < 12 * small


def test_a_long_number() -> None:
    check(f"@g = addrspace(1) global i32 {'7' * 100_000}\n")


def test_comments_of_another_language_are_read_in_linear_time() -> None:
    check("//" * 3000 + "\n")


def test_a_long_line() -> None:
    check("@g = addrspace(1) global [500000 x i32] [" + "i32 0, " * 100_000 + "i32 0]\n")


def test_places_in_a_long_line_are_those_of_the_text() -> None:
    # LLVM takes quadratic time for instructions in one line, so that it reads them in several.
    before = "define void @f(i32 %n) { " + " ".join(f"%a{number} = add i32 %n, 1" for number in range(1000))
    errors = [
        each
        for each in check_nvvm(f"declare void @g()\n{before} %b = add i64 %n, 1 ret void }}\n")
        if "expected 'i64'" in each.message
    ]
    assert [(each.line, each.column) for each in errors] == [(2, len(before) + len(" %b = add i64 ") + 1)]
