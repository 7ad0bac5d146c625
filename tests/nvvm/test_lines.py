"""Repeated lines are read once, and reported as if each had been read."""

from __future__ import annotations

import random

import pytest

from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.lines import without_plain_lines
from tests.nvvm.cases import LAYOUT, TRIPLE

HEAD = f"""target datalayout = "{LAYOUT}"
target triple = "{TRIPLE}"
%pair = type {{ i32, i32 }}
@shared = internal addrspace(3) global [64 x i32] undef
declare float @llvm.maxnum.f32(float, float)
declare i32 @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare void @unused()
"""
TAIL = "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n"
LINES = (
    "%{0} = call float @llvm.maxnum.f32(float {f}, float %y)",
    "%{0} = tail call float @llvm.maxnum.f32(float %y, float {f}), !dbg !{n}",
    "%{0} = call i32 @llvm.nvvm.shfl.sync.i32(i32 -1, i32 {n}, i32 %i, i32 1, i32 31)",
    '%{0} = call i32 asm "mov.u32 $0, $1;", "=x,r"(i32 %i)',
    '%{0} = call i32 asm "mov.u32 $0, %tid.x;", "=r"()',
    "%{0} = alloca i32, align {n}",
    "%{0} = alloca i32, align 536870912",
    "%nvvm.{0} = add i32 %i, 1",
    "%{0} = bitcast i32 %i to float",
    "%{0} = fpext half 0xH3C00 to float",
    "%{0} = add i32 %i, {n}",
    "%{0} = call float @llvm.maxnun.f32(float {f}, float %y)",
    "%{0} = atomicrmw nand ptr addrspace(1) %p, i32 1 seq_cst",
    "call void @unused() noinline",
    "fence seq_cst",
)


def module(seed: int, after: str) -> str:
    """Return a module of repeated lines; a comment `after` each line keeps lines from being skipped."""
    chance = random.Random(seed)
    functions = []
    for function in range(3):
        lines = []
        for number in range(40):
            value = chance.choice(["%y", '%"q.1"', "1.0"])
            line = chance.choice(LINES).format(f"v{number}", f=value, n=chance.choice([4, 8, 16]))
            lines.append(f"  {line}{after}\n")
        parameters = 'float %y, i32 %i, ptr addrspace(1) %p, float %"q.1"'
        linkage = chance.choice(["", "internal "])
        functions.append(f"define {linkage}void @f{function}({parameters}) {{\n{''.join(lines)}  ret void\n}}\n")
    return HEAD + "".join(functions) + TAIL


@pytest.mark.parametrize("release", [None, "13.5"])
@pytest.mark.parametrize("seed", range(4))
def test_repeated_lines_are_reported_like_single_ones(seed: int, release: str | None) -> None:
    folded, single = module(seed, ""), module(seed, " ;")
    assert len(without_plain_lines(folded, fold=True).repeated) > 5
    assert not without_plain_lines(single, fold=True).repeated
    reported = check_nvvm(folded, "compute_100", assembler=release)
    expected = check_nvvm(single, "compute_100", assembler=release)
    assert [str(diagnostic) for diagnostic in reported] == [str(diagnostic) for diagnostic in expected]
    assert [(diagnostic.end, diagnostic.rule, diagnostic.subject) for diagnostic in reported] == [
        (diagnostic.end, diagnostic.rule, diagnostic.subject) for diagnostic in expected
    ]
    assert len(reported) > 20


@pytest.mark.parametrize(
    "text",
    [
        '@s = constant [40 x i8] c"\n  %a = add i32 %x, %y\n  ret void\n"\n',
        "/*\n  %a = add i32 %x, %y\n  ret void\n*/\n",
        "define void @f() {\n  call void @g(\n  i32 0)\n  call void @g(\n  i32 0)\n  unreachable\n}\n",
        "define void @f() {\n  %a = add i32 %x,\n  %y\n}\n",
    ],
)
def test_lines_in_strings_comments_and_longer_instructions_remain(text: str) -> None:
    assert without_plain_lines(text, fold=True)[:2] == (text, [])


def test_calls_with_structures_of_other_named_types_are_compared() -> None:
    text = "%p = type { i32 }\n%q = type { i32 }\ndeclare void @g({ i32, %p })\ndefine void @f({ i32, %p } %a) {\n"
    calls = "  call void @g({ i32, %p } %a)\n  call void @g({ i32, %q } %a)\n  ret void\n}\n@x = global i32* null\n"
    messages = [diagnostic.message for diagnostic in check_nvvm(text + calls)]
    assert "arguments of @g have other types than its parameters" in messages


def test_words_between_strings_that_end_with_percent_are_found() -> None:
    value = '{ [3 x i8] c"5 %", half +inf, [3 x i8] c", x" }'
    text = f"@p = global i32* null\n@s = private constant {{ [3 x i8], half, [3 x i8] }} {value}\n"
    messages = [diagnostic.message for diagnostic in check_nvvm(text, "compute_80")]
    assert "`+inf` is newer than the LLVM 7 dialect" in messages
