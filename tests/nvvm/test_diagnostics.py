"""Diagnostics of NVVM IR: the rule, and the text that each points at."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.checker import check_nvvm
from tests.nvvm.cases import LAYOUT, TRIPLE

HEAD = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
LLVM_RULES = ("nvvm-dialects/llvm-subset", "nvvm-dialects/llvm-verifier")
ATTRIBUTE = "nvvm-function-attributes/others: "
VERSION = "!nvvmir.version = !{!100}\n!100 = !{i32 2, i32 0}\n"


def pointed(text: str, target: str | None = None) -> list[str]:
    """Return the rule of each diagnostic of a module, with the text that it points at.

    LLVM's diagnostics are left out, since the modules are fragments.
    """
    whole = HEAD + text + "\n" + VERSION
    lines = whole.split("\n")
    places = []
    for diagnostic in check_nvvm(whole, target):
        if diagnostic.rule in LLVM_RULES:
            continue
        line, last = lines[diagnostic.line - 1], diagnostic.end
        end = last[1] - 1 if last[0] == diagnostic.line else len(line)
        places.append(f"{diagnostic.rule}: {line[diagnostic.column - 1 : end]}")
    return places


def body(*instructions: str, rest: str = "") -> str:
    """Return a module with the instructions in a function, and other definitions."""
    lines = "\n".join(f"  {instruction}" for instruction in instructions)
    return f"define void @f(i32 addrspace(1)* %p, i32* %q, i32 %n) {{\n{lines}\n  ret void\n}}\n{rest}"


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        ("@g = global i32 0", []),
        ("@g = addrspace(1) constant i32 0", []),
        ("@llvm.used = appending global [0 x i8*] []", []),
        ("@g = appending global [1 x i32] zeroinitializer", ["nvvm-linkage/others: appending"]),
        ("@g = dso_local global i32 0", ["nvvm-module-items/dso_local: dso_local"]),
        ("@g = thread_local(initialexec) global i32 0", ["nvvm-module-items/thread_local: thread_local"]),
        ('@g = global i32 0, section "mine", align 4', ['nvvm-global-variables/no-section: section "mine"']),
        ("$c = comdat any", ["nvvm-module-items/comdat: $c = comdat any"]),
        ("@g = addrspace(3) global i32 undef", []),
        ("@g = external addrspace(3) global i32", []),
        ("@g = addrspace(3) global i32 7, align 4", ["nvvm-global-variables/shared-initializer: 7"]),
        ("@g = addrspace(5) global i32 0", ["nvvm-global-variables/variable-space: addrspace(5) global"]),
        ("@a.b = global i32 0", ["nvvm-identifiers/no-dot: @a.b"]),
        ("@nvvm.mine = global i32 0", ["nvvm-identifiers/reserved-prefix: @nvvm.mine"]),
        ("@g = global i32 0\n@a = alias i32, i32* @g", ["nvvm-aliases/function-alias: @a = alias i32, i32* @g"]),
        (
            "@g = global i32 0\n@h = global i64 mul (i64 ptrtoint (i32* @g to i64), i64 2)",
            ["nvvm-constants/initializer-form: mul (i64 ptrtoint (i32* @g to i64), i64 2)"],
        ),
    ],
)
def test_a_variable_is_reported_at_the_words_that_break_a_rule(variable: str, expected: list[str]) -> None:
    assert pointed(variable) == expected


@pytest.mark.parametrize(
    ("clause", "entry"),
    [
        ('section "s"', "functions/section"),
        ('gc "g"', "functions/gc"),
        ("align 16", "functions/align"),
        ("comdat", "module-items/comdat"),
        ("comdat($c)", "module-items/comdat"),
        ("prefix i32 7", "functions/prefix"),
        ("prologue { i8, i8 } { i8 1, i8 2 }", "functions/prologue"),
        ("personality i32 (...)* @p", "functions/personality"),
        ("personality i8* bitcast (i32* @p to i8*)", "functions/personality"),
    ],
)
def test_clauses_of_functions_end_after_their_argument(clause: str, entry: str) -> None:
    assert pointed(f"define void @f() {clause} {{\n  ret void\n}}") == [f"nvvm-{entry}: {clause}"]
    cold = f"define void @f() {clause} naked {{\n  ret void\n}}"
    assert sorted(pointed(cold)) == sorted([f"nvvm-{entry}: {clause}", ATTRIBUTE + "naked"])


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("declare fp128 @f(float)", ["nvvm-types/fp128: fp128"]),
        ("declare void @f(i32 addrspace(99)*)", ["nvvm-address-spaces/others: addrspace(99)"]),
        ("declare dllimport void @f()", ["nvvm-module-items/dllimport: dllimport"]),
        (
            'declare zeroext i8 @f(i8* nocapture align 4, i8 signext) nounwind "k"="naked"',
            ['nvvm-function-attributes/others: "k"'],
        ),
        ("declare void @f() #0\nattributes #0 = { nounwind naked }", [ATTRIBUTE + "naked"]),
        ("declare void @f() #1\nattributes #0 = { nounwind naked }\nattributes #1 = { nounwind }", []),
    ],
)
def test_a_function_is_reported_at_its_unsupported_type_or_attribute(head: str, expected: list[str]) -> None:
    assert pointed(head) == expected


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("%x = add i32 1, 2", []),
        ("fence seq_cst", ["fence: fence"]),
        ("%x = load atomic i32, i32* %q seq_cst, align 4", ["load atomic: load atomic"]),
        ("%x = load atomic volatile i32, i32* %q seq_cst, align 4", ["load atomic: load atomic"]),
        ("%x = load volatile i32, i32* %q, align 4", []),
        ("%x = alloca i32, align 4", []),
        ("%x = alloca i32, align 16777216", ["alloca-alignment: align 16777216"]),
        ("%x = alloca i32, align 4, addrspace(5)", ["alloca-space: addrspace(5)"]),
        ("%x = cmpxchg i32* %q, i32 1, i32 2 acquire monotonic", []),
        ("%x = cmpxchg weak volatile i8* %r, i8 1, i8 2 acquire monotonic", ["cmpxchg-types: i8"]),
        ("%x = atomicrmw volatile add i32 addrspace(1)* %p, i32 1 seq_cst", []),
        ("%x = atomicrmw add i8* %r, i8 1 seq_cst", ["atomicrmw-types: i8"]),
        ("%x = atomicrmw nand i32* %q, i32 1 seq_cst", ["others: nand"]),
        ("%x = atomicrmw add i32 addrspace(4)* %r, i32 1 seq_cst", ["atomicrmw-spaces: i32 addrspace(4)* %r"]),
    ],
)
def test_memory_instructions_are_reported_at_what_is_not_supported(instruction: str, expected: list[str]) -> None:
    expected = [f"nvvm-memory-instructions/{value}" for value in expected]
    assert [place for place in pointed(body(instruction)) if "memory-instructions" in place] == expected


@pytest.mark.parametrize(
    ("instruction", "rule"),
    [
        ("%x = addrspacecast i32 addrspace(1)* %p to i32*", None),
        ("%x = addrspacecast [2 x i8]* %r to [2 x i8] addrspace(3)*", None),
        ("%x = addrspacecast i32 addrspace(1)* %p to i32 addrspace(3)*", "generic-side"),
        ("%x = bitcast i32 addrspace(1)* %p to i8 addrspace(1)*", None),
        ("%x = bitcast i32 addrspace(1)* %p to i8 addrspace(3)*", "same-space"),
        ("%x = bitcast i32 addrspace(1)* addrspace(3)* %r to i8 addrspace(3)*", None),
    ],
)
def test_a_conversion_between_address_spaces_has_a_generic_side(instruction: str, rule: str | None) -> None:
    conversion = instruction.removeprefix("%x = ")
    assert pointed(body(instruction)) == ([f"nvvm-conversions/{rule}: {conversion}"] if rule else [])


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("call void @g() nounwind", []),
        ("call void @g() naked, !dbg !0", [ATTRIBUTE + "naked"]),
        ("call void @g(i32 zeroext 1) naked", [ATTRIBUTE + "naked"]),
        ("call void @g(metadata i32 7)", []),
        ('call void @g([2 x i8] c"ab", float fadd (float 1.0, float 2.0))', []),
        ('call void @g() [ "a"(i32 1) ]', ['nvvm-module-items/operand bundles: [ "a"(i32 1) ]']),
        ("call void bitcast (void ()* @g to void (i8)*)(i8 1) naked", [ATTRIBUTE + "naked"]),
    ],
)
def test_calls_take_supported_attributes_and_no_operand_bundles(call: str, expected: list[str]) -> None:
    assert pointed(body(call)) == expected


@pytest.mark.parametrize(
    ("type_", "constraints", "arguments", "wrong"),
    [
        ("void", "~{memory}", "", []),
        ("i32", "=r", "", []),
        ("i64", "=r", "", ["r"]),
        ("{ i64, i32 }", "=r,=r", "", ["r"]),
        ("{ i32, i64, float }", "=r,=f,=l", "", ["f", "l"]),
        ("{ i32, { i64 }, i64 }", "=r,=l,=r", "", ["r"]),
        ("i32", "=r,r,l", "i32 1, i32 2", ["l"]),
        ("i32", "=&r,0", "i32 1", []),
        ("void", "x", "i32 1", ["others"]),
    ],
)
def test_operands_of_inline_assembly_have_the_types_of_their_constraints(
    type_: str, constraints: str, arguments: str, wrong: list[str]
) -> None:
    text = f'call {type_} asm sideeffect "", "{constraints}"({arguments})'
    assert pointed(body(text)) == [f'nvvm-inline-assembly/{letter}: "{constraints}"' for letter in wrong]


HANDLES = """declare void @g(i64 addrspace(1)*)
declare i64 @llvm.nvvm.texsurf.handle.p1i64(metadata, i64 addrspace(1)*)
@t = addrspace(1) global i64 undef
@v = addrspace(1) global i64 undef
!nvvm.annotations = !{!0}
!0 = !{i64 addrspace(1)* @t, !"texture", i32 1}
"""


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("%x = load i64, i64 addrspace(1)* @t", ["nvvm-texture-variables/no-access: @t"]),
        ("store volatile i64 1, i64 addrspace(1)* @t, align 8", ["nvvm-texture-variables/no-access: @t"]),
        ("%x = load i64, i64 addrspace(1)* @v", []),
        ("%x = load i8, i8* bitcast (void ()* @h to i8*)", []),
        ("store void ()* null, void (i64 addrspace(1)*)* @g", ["nvvm-memory-instructions/no-access-of-code: @g"]),
        ("call void @g(i64 addrspace(1)* @t)", ["nvvm-texture-variables/texture-uses: @t"]),
        ("call void @g(i64 addrspace(1)* @v)", []),
        (
            "%x = call i64 @llvm.nvvm.texsurf.handle.p1i64(metadata i64 addrspace(1)* @t, i64 addrspace(1)* @t)",
            [],
        ),
        (
            "%x = select i1 true, i64 addrspace(1)* @v, i64 addrspace(1)* @t",
            ["nvvm-texture-variables/texture-uses: @t"],
        ),
    ],
)
def test_textures_and_functions_are_not_memory(instruction: str, expected: list[str]) -> None:
    assert pointed(body(instruction, rest=HANDLES)) == expected


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ("0", None),
        ("16", None),
        ("2", "operation (bits 0-3) is 2, which is reserved"),
        ("32", "ordering (bits 4-7) is 2, which is reserved"),
        ("256", "bits 8-31 must be zero"),
        ("-2147483648", "bits 8-31 must be zero"),
        ("4294967297", "4294967297 does not fit i32; libNVVM uses 1"),
        ("-4294967296", "-4294967296 does not fit i32; libNVVM uses 0"),
        ("4294967295", "operation (bits 0-3) is 15, which is reserved"),
    ],
)
def test_flags_of_a_cluster_barrier_use_defined_bits(flags: str, message: str | None) -> None:
    name = "llvm.nvvm.cluster.barrier"
    text = HEAD + body(f"call void @{name}(i32 {flags})", rest=f"declare void @{name}(i32)\n") + VERSION
    expected = [f"operand flags of {name}: {message}"] if message else []
    assert [diagnostic.message for diagnostic in check_nvvm(text)] == expected


def test_flags_of_a_cluster_barrier_are_constant() -> None:
    name = "llvm.nvvm.cluster.barrier"
    text = HEAD + body(f"call void @{name}(i32 %n)", rest=f"declare void @{name}(i32)\n") + VERSION
    (diagnostic,) = check_nvvm(text)
    assert diagnostic.message == f"operand flags of {name} must be a constant"


def test_a_constant_that_does_not_fit_is_a_warning() -> None:
    name = "llvm.nvvm.cluster.barrier"
    text = HEAD + body(f"call void @{name}(i32 4294967296)", rest=f"declare void @{name}(i32)\n") + VERSION
    (diagnostic,) = check_nvvm(text, "compute_90", strict=True)
    assert (diagnostic.severity, diagnostic.rule) == ("warning", "nvvm-constants/integer-range")


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ("!0 = !{i32 8, i32 65544}", []),
        ("!0 = distinct !{i32 8, i32 65544}", []),
        ("!0 = !{i32 9, i32 8}", ["nvvm-calls/indirect-calls: !callalign !0"]),
        ("!0 = !{i64 8}", ["nvvm-calls/indirect-calls: !callalign !0"]),
        ("", []),
    ],
)
def test_alignments_of_a_call_are_in_ascending_order(nodes: str, expected: list[str]) -> None:
    assert pointed(body("call void @f(i32 addrspace(1)* %p, i32* %q, i32 1), !callalign !0", rest=nodes)) == expected


@pytest.mark.parametrize(
    ("flags", "right"),
    [
        (['i32 1, !"Debug Info Version", i32 3'], True),
        (['i32 1, !"a", i32 1', 'i32 1, !"Debug Info Version", i32 3'], True),
        (['i32 1, !"Debug Info Version", i32 4'], False),
        (['i32 2, !"another", i32 3'], False),
        (['i32 2, !"Debug Info Version", i32 3'], False),
        ([], False),
    ],
)
def test_debug_information_needs_the_module_flag(flags: list[str], right: bool) -> None:
    listed = ", ".join(f"!{{{flag}}}" for flag in flags)
    text = HEAD + (
        "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n"
        f"!nvvmir.version = !{{!2}}\n!2 = !{{i32 2, i32 0, i32 3, i32 1}}\n!llvm.module.flags = !{{{listed}}}\n"
    )
    rules = [diagnostic.rule for diagnostic in check_nvvm(text) if diagnostic.rule not in LLVM_RULES]
    assert rules == ([] if right else ["nvvm-debug-information/debug-flag"])


@pytest.mark.parametrize(
    ("annotation", "rule"),
    [
        ('!"kernel", i32 1', None),
        ('!"kernel", i64 1', "nvvm-kernel/value"),
        ("i32 7, i32 1", "nvvm-annotation-format/pairs"),
        ('!"frobnicate", i32 1', "nvvm-annotation-format/others"),
        ('!"kernel"', "nvvm-annotation-format/pairs"),
    ],
)
def test_annotations_have_known_names_and_i32_values(annotation: str, rule: str | None) -> None:
    text = f"declare void @f()\n!nvvm.annotations = !{{!0}}\n!0 = !{{void ()* @f, {annotation}}}"
    assert [place.split(":")[0] for place in pointed(text)] == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("number", "rule"),
    [
        ("i32 1", None),
        ("i32 2", "nvvm-grid-constant/byval-pointer"),
        ("i32 3", "nvvm-grid-constant/byval-pointer"),
        ("i32 4", None),
        ("i32 5", "nvvm-grid-constant/value"),
        ("i32 0", "nvvm-grid-constant/value"),
        ("i64 1", "nvvm-grid-constant/value"),
        ('!"a"', "nvvm-grid-constant/value"),
    ],
)
def test_grid_constants_are_pointers_with_byval_counted_from_one(number: str, rule: str | None) -> None:
    text = (
        "declare void @f(i8* byval, i8*, i32, i8* byval)\n"
        "!nvvm.annotations = !{!0, !1}\n"
        '!0 = !{void (i8*, i8*, i32, i8*)* @f, !"kernel", i32 1}\n'
        f'!1 = !{{void (i8*, i8*, i32, i8*)* @f, !"grid_constant", !2}}\n!2 = !{{{number}}}'
    )
    assert [place.split(":")[0] for place in pointed(text)] == ([rule] if rule else [])
