"""Inline assembly of CUDA C++ and Python: diagnostics point into the strings of the source."""

from __future__ import annotations

import pytest

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.sources.check import check_source
from ptxisa.sources.files import regions
from ptxisa.sources.regions import Region


def diagnostics(text: str, name: str = "kernel.cu", target: str | None = None) -> list[str]:
    """Return line, column and code of each diagnostic."""
    return [f"{item.line}:{item.column} {item.code}" for item in check_source(text, name, target=target)]


def ptx(text: str, name: str = "kernel.cu", target: str | None = None) -> list[str]:
    """Return the PTX texts of a source."""
    return [item.text for item in regions(text, name, target) if isinstance(item, Region)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('asm("add.u32 %0, %1, 1;" : "=r"(x) : "r"(y));', []),
        ('asm("add.u32 %0, %1, 1" : "=r"(x) : "r"(y));', ["1:22 missing-semicolon"]),
        ('asm("bar.sync 0 /* ; */ // ;");', ["1:15 missing-semicolon"]),
        ('asm("// nothing");', []),
        ('asm("mov.u32 %1, %0;" : "r"(x) : "=r"(y));', ["1:25 asm-operand", "1:34 asm-operand"]),
        ('asm("mov.u32 %0, %1;" : "=x"(x) : "m"(y));', ["1:25 asm-operand", "1:35 asm-operand"]),
        (
            'asm("mov.u32 %0, %1;" : "="(x) : "i"(3) : "cc", "memory");',
            ["1:25 asm-operand", "1:34 asm-operand", "1:43 asm-operand"],
        ),
        ('asm("mov.u32 %0, %1;" : "=&r"(x) : "rn"(3) : "r1");', ["1:36 asm-operand", "1:46 asm-operand"]),
        ('asm("{ .reg .pred p; and.pred p, %0, %1; }" :: "b"(x), "b"(y));', ["1:48 asm-operand", "1:56 asm-operand"]),
        ('asm("mov %1, %0" : "=m"(x) : "g"(y) : "rax");', []),
        ('asm("{ .reg .u32 r;\\n\\t"\n    "mov.u32 r, (%0); }" :: "r"(x));', ["2:18 syntax-error"]),
        ('asm("bar.sync 0;\\n"\n    "bar.sync ]; trap;" ::: "memory");', ["2:15 syntax-error"]),
        ('asm("bar.sync 0;\\n"\n    "if (%0) { trap; }" :: "r"(x));', ["2:6 syntax-error"]),
        ('asm("add.u32 %0, %1, 1;" : "=r"(x) : "f"(y));', ["1:18 operand-type"]),
        ('asm volatile("add.u32 %0, %2, 1;" : "=r"(x) : "r"(y));', ["1:27 undeclared-name"]),
        ('__asm__ __volatile__("bar.synk 0;" ::: "memory");', ["1:26 unknown-modifier"]),
        ('asm("mov.u32 %0, %%laneid;" : "=r"(x));', []),
        ('asm("mov.u32 %[out], %[in];" : [out] "=r"(x) : [in] "r"(y));', ["1:14 asm-operand", "1:22 asm-operand"]),
        ('asm("{ L%=: bra L%=; }" ::);', []),
        ('asm("mov.u64 %0, %1;" : "=l"(x) : "0"(y));', ["1:35 asm-operand"]),
        ('asm("add.f32 %0, %0, %1;" : "+f"(x) : "0"(y));', ["1:39 asm-operand"]),
        ('asm("shl.b32 %0, %1, %2;" : "=r"(x) : "r"(y), "n"(3));', []),
        ('asm("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(a), "l"(b), "n"(5));', ["1:44 operand-range"]),
        ('asm("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(a), "l"(b), "n"(sizeof(T)));', []),
        ('asm("{ .reg .pred p;" "setp.eq.u32 p, %0, 1;"\n    "@q trap; }" :: "r"(x));', ["2:7 undeclared-name"]),
        ('asm(R"(add.u32 %0,\n  %1, 1;\n  frob;)" : "=r"(x) : "r"(y));', ["3:3 unknown-mnemonic"]),
        ('asm("add.u32 %0, \\\n %1, 1;" : "=r"(x) : "r"(y));', []),
        (
            'asm("{\\n\\t.reg .u32 t;\\n\\tmov.u32 t, %0;\\n\\tadd.u33 %1, t, 1;}" : "+r"(x), "+r"(y));',
            ["1:48 unknown-modifier"],
        ),
    ],
)
def test_operands_have_the_types_of_their_constraints(source: str, expected: list[str]) -> None:
    assert diagnostics(source) == expected


@pytest.mark.parametrize(
    ("source", "hints"),
    [
        ('asm("add.u32 %0, %0, 1;" : "=r"(x));', ['"+r" is also read']),
        ('asm("add.u32 %0, %0, 1;" : "+r"(x));', []),
        ('asm("mov.u32 %0, %1;" : "+r"(x) : "r"(y));', []),
        ('asm("add.u32 %0, %0, %1;" : "=&r"(x) : "0"(y));', []),
        ('asm("mov.u32 %0, 1; add.u32 %0, %0, 1;" : "=r"(x));', []),
        ('asm("st.global.u32 [%0], %1;" : "=l"(x) : "r"(y));', ['"+l" is also read']),
        ('asm("st.global.v2.u32 [%2], {%0, %1};" : "=r"(x), "=r"(z) : "l"(y));', ['"+r" is also read'] * 2),
        ('asm("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p mov.u32 %0, 1; }" : "=r"(x));', ['"+r" is also read']),
        ('asm("{ .reg .pred p; setp.ne.u32 p, 1, 0; @p mov.u32 %0, 1; @p add.u32 %0, %0, 1; }" : "=r"(x));', []),
        ('asm("{ bra L; M: add.u32 %0, %0, 1; ret; L: mov.u32 %0, 1; bra M; }" : "=r"(x));', []),
        ('asm("xor.b32 %0, %0, %0;" : "=r"(x));', []),
    ],
)
def test_outputs_that_are_certainly_read_first_are_reported(source: str, hints: list[str]) -> None:
    reported = [item for item in check_source(source, "kernel.cu") if item.code != "asm-operand"]
    assert [(item.severity, item.code, item.hint) for item in reported] == [
        ("warning", "unset-output", hint) for hint in hints
    ]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('asm("mov.u32 %0, %%laneid;" : "=r"(x));', []),
        ('asm("mov.u32 %0, %laneid;" : "=r"(x));', ["note 1:18: the single percent sign of %laneid"]),
        ('asm("{ .reg .u32 %a<2>; mov.u32 %%a1, 1; }" :: "r"(x));', ["note 1:18: the single percent sign of %a"]),
        ('asm("{ .reg .u32 %a1; }" : "+r"(x));', ["error 1:18: %a1 as an operand with a modifier"]),
        ('asm("mov.u32 %0, 7 % 4;" : "=r"(x));', ["error 1:20: the percent sign and the character after it"]),
        ('asm("mov.u32 %0, 7; // 7 % 4" : "=r"(x));', ["warning 1:26: the percent sign and the character after it"]),
        ('asm("mov.u32 %0, 7; // 7 %" : "=r"(x));', ["error 1:26: a percent sign at the end of the text"]),
        ('asm("%{ bar.sync 0; %}" :: "r"(x));', ["warning 1:6: leaves out %{", "warning 1:21: leaves out %}"]),
        ('asm("{ .reg .u32 r; mov.u32 r, %laneid; }");', []),
        ('asm("{ .reg .u32 r; mov.u32 r, %%laneid; }");', ["error 1:32: both percent signs of %%"]),
        ('asm("{ .reg .u32 r; mov.u32 r, %%laneid; }" :::);', ["warning 1:32: both percent signs of %%"]),
        (
            'asm("{ .reg .u32 r; mov.u32 r, %laneid; }" ::: "memory");',
            ["note 1:32: the single percent sign of %laneid"],
        ),
    ],
)
def test_percent_signs_that_compilers_do_not_take_are_reported(statement: str, expected: list[str]) -> None:
    found = [item for item in check_source(statement, "kernel.cu") if item.code == "asm-operand"]
    assert [f"{item.severity} {item.line}:{item.column}" for item in found] == [
        text.partition(": ")[0] for text in expected
    ]
    assert all(text.partition(": ")[2] in item.message for item, text in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("kernel.cu", 'asm("mov.u32 %0, %1;" :: "r"(x), "r"(y));', ['%0 (r): make it an output, "+r"']),
        ("kernel.cu", 'asm("add.f32 %1, %0, %1;" : "=f"(x) : "f"(y));', ['%1 (f): make it an output, "+f"']),
        ("kernel.cu", 'asm("add.u32 %0, %0, %1;" : "+r"(x) : "r"(y));', []),
        ("kernel.cu", 'asm("add.u32 %0, %1, 1;" : "=r"(x) : "0"(y));', []),
        ("kernel.cu", 'asm("st.global.u32 [%0], %1;" :: "l"(x), "r"(y));', []),
        (
            "kernel.cu",
            'asm("{ .reg .pred p; setp.eq.u32 p, %0, 1; @p bra L; ld.global.v2.u32 {%0, %1}, [%2]; L: }"\n'
            ' : "=r"(x) : "r"(y), "l"(z));',
            ['%1 (r): make it an output, "+r"'],
        ),
        ("kernel.cu", 'asm("red.global.add.u32 [%0], %1; foo %0;" :: "l"(x), "r"(y));', []),
        (
            "kernel.rs",
            'asm!("add.u32 {a}, {a}, 1;", a = in(reg32) x);',
            ["{a} (reg32): make it an output, inout(reg32)"],
        ),
        ("kernel.rs", 'asm!("add.u32 {a}, {a}, 1;", a = inout(reg32) x);', []),
        (
            "kernel.py",
            'cute.arch.inline_ptx("add.u32 {$r0}, {$r1}, {$rw0};", [a, b], [c])',
            ["{$r0} (read only): make it an output, {$rw}"],
        ),
        (
            "kernel.ll",
            'define void @f(i32 %a) {\n  call void asm sideeffect "add.u32 $0, $0, 1;", "r"(i32 %a)\n  ret void\n}\n',
            ["$0 (r): copy it to a register that the text declares"],
        ),
    ],
)
def test_inputs_that_the_text_writes_are_reported(name: str, source: str, expected: list[str]) -> None:
    found = [item for item in check_source(source, name) if item.code == "written-input"]
    assert [f"{item.message.partition(' is only')[0]}: {item.hint}" for item in found] == expected


@pytest.mark.parametrize(
    ("name", "source", "place"),
    [
        ("kernel.cu", 'asm(".reg .u32 t; mov.u32 t, %1; mov.u32 %0, t;" : "=r"(x) : "r"(y));', (1, 16)),
        ("kernel.cu", 'asm("{ .reg .u32 t; mov.u32 t, %1; mov.u32 %0, t; }" : "=r"(x) : "r"(y));', None),
        ("kernel.cu", 'asm("L: bar.sync %0;" :: "r"(x));', (1, 6)),
        ("kernel.cu", 'asm("L%=: bar.sync %0;" :: "r"(x));', None),
        ("kernel.cu", 'asm("{");\nasm(".reg .u32 t;");\nasm("mov.u32 t, %0; }" :: "r"(x));', None),
        ("kernel.rs", 'asm!(".reg .pred p;");\nasm!("isspacep.global p, {};", in(reg64) x);', (1, 18)),
    ],
)
def test_names_that_a_copy_of_the_statement_declares_again_are_reported(
    name: str, source: str, place: tuple[int, int] | None
) -> None:
    found = [item for item in check_source(source, name) if item.code == "unscoped-name"]
    assert [(item.line, item.column) for item in found] == ([place] if place else [])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('asm("max.s32 %0, %1, %1;" : "=r"(x) : "r"(a), "r"(b));', "does not name %2 (r): nothing reads it"),
        ('asm("prefetch.global.L1 [%1];" : "=l"(x) : "l"(p));', "does not name %0 (=l): nothing writes it"),
        ('asm("add.u32 %0, %1, %11;" : "=r"(x) : "r"(y)' + ', "r"(y)' * 10 + ");", "does not name %2 (r)"),
        ('asm("mov.u32 %[out], 1;" : [out] "=r"(x) : [in] "r"(y));', "does not name %[in] (r)"),
        ('asm("" : "=r"(x) : "r"(y));', ""),
        ('asm("bar.sync 0;" : "+r"(x));', ""),
        ('asm("mov.u32 %1, 1;" : "=r"(x) : "0"(y));', ""),
        ('asm("mov.u32 %0, %1;" : "=r"(x) : "n"(3));', ""),
    ],
)
def test_operands_that_the_text_does_not_name_are_reported(source: str, message: str) -> None:
    found = [item for item in check_source(source, "kernel.cu") if item.code == "unused-operand"]
    assert found[0].message.find(message) > 0 if message else not found


@pytest.mark.parametrize(
    ("opcode", "expected"),
    [
        ("mma.sync.aligned.m16n8k%14.row.col.s32.s4.s4.s32", []),
        ("mma.qsync.aligned.m16n8k%14.row.col.s32.s4.s4.s32", ["1:9 unknown-modifier"]),
    ],
)
def test_a_constant_in_an_opcode_has_the_numbers_that_make_modifiers(opcode: str, expected: list[str]) -> None:
    registers = "{%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13}"
    outputs, inputs = ", ".join(['"=r"(d)'] * 4), ", ".join(['"r"(a)'] * 10)
    assert diagnostics(f'asm("{opcode} {registers};" : {outputs} : {inputs}, "n"(K));') == expected


def test_macros_of_the_file_that_are_strings_are_replaced() -> None:
    source = '#define CACHE ".L2::128B"\nasm("ld.global" CACHE ".u32 %0, [%1];" : "=r"(x) : "l"(p));\n'
    assert ptx(source) == ["ld.global.L2::128B.u32 %0, [%1];"]


ADD = '#define ADD(type, d, a) asm volatile("add." #type " %0, %1, 1;" : "=r"(d) : "r"(a))\n'
HINT = '#if NEW\n#define HINT(n) ".L2::" #n "B"\n#else\n#define HINT(n)\n#endif\n'
STRING = "#define TEXT(x) #x\n#define STR(x) TEXT(x)\n#define COUNT 4\n"


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        (f"{ADD}ADD(u32, x, y); ADD(s32, x, f(y, z)); ADD(u32, z, z);", ["add.u32 %0, %1, 1;", "add.s32 %0, %1, 1;"]),
        (
            f'{HINT}asm("ld.global" HINT(128) ".u32 %0, [%1];" : "=r"(x) : "l"(p));',
            ["ld.global.L2::128B.u32 %0, [%1];", "ld.global.u32 %0, [%1];"],
        ),
        (f'{STRING}asm("mov.u32 %0, " STR(COUNT) ";" : "=r"(x));', ["mov.u32 %0, 4;"]),
        (f'{STRING}asm("mov.u32 %0, " STR(ELSEWHERE) ";" : "=r"(x));', []),
        ('#define T ".u32"\n#undef T\n#define T ".f32"\nasm("neg" T " %0, %0;" : "+r"(x));', []),
        ('#define OP "add"\n#define TYPED OP ".u32"\nasm(TYPED " %0, %0, 1;" : "+r"(x));', ["add.u32 %0, %0, 1;"]),
        ("#define A B B\n#define B A A\nasm(A);", []),
        ('#define RUN(op) asm(op " %0, %0;" : "+r"(x))\nRUN("not.b32"); RUN(OTHER);', ["not.b32 %0, %0;"]),
    ],
)
def test_macros_have_the_values_that_the_file_shows(source: str, texts: list[str]) -> None:
    assert ptx(source) == texts


def test_a_fault_in_a_macro_is_reported_once() -> None:
    uses = "ADD(u32, x, y); ADD(u33, x, y); ADD(s32, x, y);"
    assert diagnostics(ADD + uses) == ["1:42 unknown-modifier"]
    assert diagnostics(ADD.replace("%1, 1", "%2, 1") + uses.replace("u33", "u32")) == ["1:57 undeclared-name"]


def test_many_macros_take_linear_time() -> None:
    lines = [f'#define M{number}(t) asm("mov." #t " %0, 1;" : "=r"(x))\nM{number}(u32);\n' for number in range(400)]
    assert ptx("".join(lines)) == ["mov.u32 %0, 1;"] * 400
    doubling = "".join(f"#define M{number} M{number + 1} M{number + 1}\n" for number in range(40))
    assert ptx(f'{doubling}#define M40 ""\nasm(M0);') == []


@pytest.mark.parametrize(
    "statement", ["s_waitcnt vmcnt(0)", "ds_read_b32 v0, v1;", ".intel_syntax noprefix; nop;", "v_nop; s_nop 0;"]
)
def test_assembly_of_other_machines_in_cuda_files_is_left_out(statement: str) -> None:
    assert diagnostics(f'#ifdef USE_ROCM\nasm volatile("{statement}");\n#endif') == []


PYTHON_STRINGS = r"""
import textwrap
OP = "add"
PERCENT = 'asm("neg.%s %%0, %%1;" : "=r"(x) : "f"(y));'
FORMAT = 'asm("{{ .reg .{type} t; frob; }}");'
LATER = 'asm("KIND.u32 %0, %0;" : "+r"(x));'
def kernel(x, kind):
    a = PERCENT % "s32"
    b = FORMAT.format(type="b32")
    c = LATER.replace("KIND", "not")
    tl.inline_asm_elementwise(f"{OP}.u33 $0, $1, {1};", "=r,r", [x])
    tl.inline_asm_elementwise(f"{kind}.u33 $0, $1;", "=r,r", [x])
    tl.inline_asm_elementwise(OP + ".u32 $0, " + "$1, $2;", "=r,r", [x])
    tl.inline_asm_elementwise(textwrap.dedent('''
        not.b32 $0, $1;
        bar.synk 0;'''), "=r,r", [x])
    tl.inline_asm_elementwise("\n".join(["not.b32 $0, $1;", "not.b32 $0, $7;"]), "=r,r", [x])
    d = f'__device__ {{ asm("{OP}.u34 %0, %0, 1;" : "+r"(x)); asm("{kind} %0;" : "+r"(x)); asm("trap.x;"); }}'
    e = f'asm("mov.u32 %0, 1;" : {kind});'
    assert 'asm("frob;" : "=l"(__d' in d
"""


def test_strings_of_python_that_are_put_together() -> None:
    assert diagnostics(PYTHON_STRINGS, "kernel.py") == [
        "4:29 operand-type",
        "5:35 unknown-mnemonic",
        "6:19 unknown-modifier",
        "11:37 unknown-modifier",
        "12:5 unchecked-assembly",
        "13:55 undeclared-name",
        "16:12 unknown-modifier",
        "17:74 undeclared-name",
        "18:34 unknown-modifier",
        "18:63 unchecked-assembly",
        "18:101 unknown-modifier",
        "19:11 unchecked-assembly",
    ]


def test_strings_with_fields_in_a_file_with_syntax_errors() -> None:
    errors = diagnostics(f"{PYTHON_STRINGS}\ndef (", "kernel.py")
    assert [error for error in errors if "unchecked" not in error] == ["18:101 unknown-modifier"]


@pytest.mark.parametrize(
    "text",
    ["a = a + 'asm(\"frob;\");'", "b = c + c\nc = b + b\n", "x = " + " + ".join(["'asm('"] * 3000), "f'{x!r:{w}}' % ()",
     "'{' '%' % 1", "'{'.format(1)", "'%(' % 1", "'asm(\"%'.format('asm(')", "f'''{'''asm('''}'''"],
)  # fmt: skip
def test_any_expression_has_a_value_or_none(text: str) -> None:
    assert isinstance(check_source(text, "a.py"), list)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('asm("add." TYPE " %0, %1, 1;" : "=r"(x) : "r"(y));', "the macro TYPE"),
        ('#define OP(op) asm("red." #op ".u32 [%0], 1;" :: "l"(p))', "a computed part"),
        ('asm("add.u32 %0, %1, 1;" : OUTPUTS(x) : "r"(y));', "the operands of the macro OUTPUTS"),
        ('asm("st.%1.u32 [%0], 1;" :: "l"(p), "C"(space));', "the string space"),
    ],
)
def test_a_computed_text_is_noted_once(source: str, reason: str) -> None:
    assert [item.message for item in regions(source, "a.cu") if isinstance(item, Diagnostic)] == [
        f"not checked: {reason}"
    ]
    assert diagnostics(source)[0].endswith("unchecked-assembly")
    assert len(diagnostics(source)) == 1


def test_asm_statements_that_share_a_block_are_checked_together() -> None:
    source = 'asm("{ .reg .b32 t;");\nasm("mov.b32 t, %0;" :: "r"(x));\nasm("mov.b16 %0, t; }" : "=h"(y));'
    assert diagnostics(source) == ["3:18 operand-type"]


def test_registers_declared_by_another_statement_are_known() -> None:
    assert diagnostics('asm(".reg .b32 t;");\nasm("mov.b32 t, %0;" :: "r"(x));') == ["1:16 unscoped-name"]


def test_text_in_comments_and_strings_is_no_assembly() -> None:
    assert ptx('// asm("frob;");\n/* asm("frob;"); */ f("asm(\\"frob;\\")"); char c = \'"\'; asm_("frob;");') == []


def test_assembly_of_the_host_is_left_out() -> None:
    source = 'asm volatile("pause" ::: "memory"); asm("cpuid" : "=a"(x) : "a"(y)); asm("mfence"); asm("bar.sync 0;");'
    assert ptx(source, "host.cpp") == ["bar.sync 0;"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('__device__ int load(int4 a, int (*f)(int))\n  __asm("llvm.amdgcn.raw.buffer.load.i32");', []),
        ('extern __device__ int counter asm("counter$0");', []),
        ('__device__ void f() { if (done) asm("exitt"); }', ["1:38 unknown-mnemonic", "1:42 missing-semicolon"]),
        ('__device__ void f() { if (a); else asm("exitt"); }', ["1:41 unknown-mnemonic", "1:45 missing-semicolon"]),
        ('__device__ void f() { while (g(1)) asm("exitt;"); }', ["1:41 unknown-mnemonic"]),
    ],
)
def test_assembler_names_of_declarations_are_no_assembly(source: str, expected: list[str]) -> None:
    assert diagnostics(source) == expected


def test_misspelled_mnemonics_of_headers_for_devices_are_reported() -> None:
    text = '__device__ void f() { asm("adds.u32 %0, %1, 1;" : "=r"(x) : "r"(y)); asm volatile("pause" ::: "memory"); }'
    assert diagnostics(text, "device.h") == ["1:28 unknown-mnemonic"]
    assert diagnostics(text.replace("__device__", ""), "host.h") == []
    assert diagnostics('asm("cpp.async.bulk.commit_group;");', "any.h") == ["1:6 unknown-mnemonic"]


def test_a_pragma_of_kernels_may_be_inlined_into_one() -> None:
    assert diagnostics('asm volatile(".pragma \\"enable_smem_spilling\\";");') == []


def test_conditions_on_the_architecture_select_the_text() -> None:
    source = """
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
asm("griddepcontrol.wait;");
#elif __CUDA_ARCH__ == 800
asm("bar.sync 0;");
#else
asm("bar.sync 1;");
#endif
"""
    assert ptx(source, target="sm_90a") == ["griddepcontrol.wait;"]
    assert ptx(source, target="sm_80") == ["bar.sync 0;"]
    assert ptx(source, target="sm_70") == ["bar.sync 1;"]
    assert len(ptx(source)) == 3


@pytest.mark.parametrize(
    ("condition", "targets"),
    [  # As nvcc 13.0 defines the macros for these targets (`nvcc --dryrun`).
        ("#ifdef __CUDA_ARCH_FEAT_SM100_ALL", ["sm_100a"]),
        ("#if __CUDA_ARCH_FEAT_SM100_ALL", ["sm_100a"]),
        ("#if defined(__CUDA_ARCH_SPECIFIC__) && __CUDA_ARCH_SPECIFIC__ == 1030", ["sm_103a"]),
        ("#if __CUDA_ARCH_FAMILY_SPECIFIC__ == 1000", ["sm_100a", "sm_100f"]),
        ("#if __CUDA_ARCH_FAMILY_SPECIFIC__ == 1030", ["sm_103a", "sm_103f"]),
        ("#ifndef __CUDA_ARCH_FAMILY_SPECIFIC__", ["sm_100"]),
    ],
)
def test_targets_of_a_family_or_an_architecture_have_macros_of_their_own(condition: str, targets: list[str]) -> None:
    source = f'{condition}\nasm("bar.sync 0;");\n#endif\n'
    candidates = ("sm_100", "sm_100a", "sm_100f", "sm_103a", "sm_103f")
    assert [target for target in candidates if ptx(source, target=target)] == targets
    assert ptx(source)  # For any target, both branches count.


def test_assembly_below_unknown_conditions_is_not_checked_for_the_target() -> None:
    wgmma = 'asm("wgmma.fence.sync.aligned;");\n'
    assert diagnostics(wgmma, target="sm_80") == ["1:6 unavailable-target"]
    assert diagnostics(f"#if HAS_WGMMA\n{wgmma}#endif", target="sm_80") == []


def test_headers_have_functions_for_several_targets() -> None:
    (diagnostic,) = check_source('asm("wgmma.fence.sync.aligned;");', "hopper.hpp", target="sm_80")
    assert (diagnostic.code, diagnostic.severity) == ("unavailable-target", "warning")


PYTHON = '''
import triton.language as tl
def kernel(a, b):
    return tl.inline_asm_elementwise(
        asm="""
        { .reg .b32 t;
          add.u32 t, $1, $2;
          add.u32 $0, t, $3; }""",
        constraints="=r,r,r", args=[a, b], dtype=tl.int32, is_pure=True, pack=1)
SOURCE = r"""
__global__ void k() { asm volatile("bar.synk 0;"); }
"""
MODULE = """
.version 8.0
.target sm_90
.entry k() { frob; ret; }
"""
unknown = tl.inline_asm_elementwise(f"add.u32 {a}", "=r,r", [])
other = llvm.inline_asm(i32, [x], "mov.u32 $0, $1;", "=r,r")
'''


@pytest.mark.parametrize(
    ("source", "name", "hint"),
    [
        ('asm("add.u32 %0, %0, %2;" : "+r"(x) : "r"(y));', "a.cu", "the statement has operands %0 and %1"),
        ('asm("add.u32 %0, %0, %2;" : "+r"(x));', "a.cu", "the statement has operands %0"),
        (
            'asm("add.u32 %0, %1, %4;" : "=r"(x) : "r"(y), "r"(z), "r"(z));',
            "a.cu",
            "the statement has operands %0 to %3",
        ),
        ('asm("bar.sync %0;" ::: "memory");', "a.cu", "the statement has no operands"),
        ('llvm.inline_asm(i32, [x], "add.u32 $0, $1, $3;", "=r,r")', "a.py", "the statement has operands $0 and $1"),
        ('asm("mov.u32 %0, %%lanid;" : "=r"(x));', "a.cu", "did you mean %%laneid?"),
        ('asm("mov.u32 %[out], ou;" : [out] "=r"(x));', "a.cu", "did you mean %[out]?"),
        ('asm("{.reg .u32 %%r<4>; mov.u32 %0, %%r7;}" : "=r"(x));', "a.cu", ".reg .u32 %%r<4> declares %%r0 to %%r3"),
        ('llvm.inline_asm(i32, [x], "mov.u32 $0, %lanid;", "=r")', "a.py", "did you mean %laneid?"),
    ],
)
def test_hints_about_undeclared_names_are_written_as_in_the_source(source: str, name: str, hint: str) -> None:
    hints = [diagnostic.hint for diagnostic in check_source(source, name) if diagnostic.code == "undeclared-name"]
    assert hints == [hint]


def test_python_sources_have_assembly_and_cuda_and_modules_in_strings() -> None:
    assert diagnostics(PYTHON, "kernel.py") == [
        "8:26 undeclared-name",
        "11:40 unknown-modifier",
        "16:14 unknown-mnemonic",
        "18:11 unchecked-assembly",
    ]


@pytest.mark.parametrize("name", ["a.cu", "a.hpp", "a.py"])
@pytest.mark.parametrize(
    "text",
    [
        "", "asm", "asm(", 'asm("', 'asm("a', 'asm(R"(', 'asm("a" : "', 'asm("a" : [', 'asm("a" : [x', "#if", "/*",
        "#if (((", 'asm("%', 'asm("%[" :: "r"(x));', "'" * 999, "asm(" * 500, '#define A "x" A\nasm(A A A);',
        "(" * 5000, "\0", "\udcff", 'asm("{" "{" "{");' * 100, 'x = """' * 9, "inline_asm_elementwise()",
        'inline_asm_elementwise("$", "=")',
    ],
)  # fmt: skip
def test_any_text_ends_in_diagnostics(text: str, name: str) -> None:
    assert isinstance(check_source(text, name), list)


RUST = r"""
use core::arch::asm;
pub fn lane() -> u32 {
    let mut tid: u32;
    unsafe { asm!("mov.u32 {tid}, %tid.x;", "add.u32 {tid}, {tid}, {0:e};", in(reg32) 1u32, tid = out(reg32) tid) };
    asm!(concat!("add.u32 {}, ", "{}, {};"), out(reg32) tid, in(reg32) 'a' as u32, in(reg64) 2u64);
    asm!("mov {}, rax", out(reg) tid); /* asm!("frob;") /* nested */ */ asm!("pause");
    asm!(r#"{{ .reg .pred p; frob; }}"#, options(nomem));
    asm!(TEMPLATE, out(reg32) tid);
}
"""
JULIA = r'''
active_mask() = @asmcall("activemask.b32 \$0;", "=r", false, UInt32, Tuple{})
add(x) = LLVM.Interop.@asmcall("add.u32 \$0, \$1, 1;", "=r,l", UInt32, Tuple{UInt64}, x) # @asmcall("frob;", "")
fence() = @asmcall "fence.frob;" "~{memory}" true Cvoid Tuple{}
@asmcall("nop")
@asmcall("red.$op.u32 [\$0], 1;", "l", true, Nothing, Tuple{UInt64}, p)
old(x) = Base.llvmcall("""%2 = call i32 asm "frob.b32 \$0, \$1;", "=r,r"(i32 %0)
    ret i32 %2""", UInt32, Tuple{UInt32}, x)
'''
MLIR = r"""
// CHECK: llvm.inline_asm "frob;", ""
%0 = llvm.inline_asm has_side_effects asm_dialect = att "frob.u32 $0, $1;", "=r,r" %a : (i32) -> i32
%1 = tt.elementwise_inline_asm "{\0A .reg .b32 t;\0A add.u32 t, $1, $3;\0A}" {constraints = "=r,r", pure = true} %a
%2 = nvvm.inline_ptx "add.u32 {$w0}, {$r0}, {$r1};" ro(%a, %b : i32, i64) -> i32
%3 = nvvm.inline_ptx "add.u32 $0, $1, 1;" ro (%a : i32) -> i32
%4 = llvm.inline_asm "mov eax, $0", "=a" : () -> i32
"""


@pytest.mark.parametrize(
    ("source", "name", "expected"),
    [
        (RUST, "kernel.rs", ["6:39 operand-type", "8:30 unknown-mnemonic", "9:5 unchecked-assembly"]),
        (
            JULIA,
            "kernel.jl",
            ["3:46 operand-type", "4:26 unknown-modifier", "6:1 unchecked-assembly", "7:46 unknown-mnemonic"],
        ),
        (MLIR, "kernel.mlir", ["3:58 unknown-mnemonic", "4:69 undeclared-name", "5:45 operand-type"]),
    ],
)
def test_other_languages(source: str, name: str, expected: list[str]) -> None:
    assert diagnostics(source, name) == expected


def test_operands_of_inline_ptx_are_named_by_their_access() -> None:
    source = 'nvvm.inline_ptx("@p {$w0} = 1; add.u32 {$rw0}, {$r0}, $1;", read_only_args=[a])'
    (region,) = regions(source, "a.py")
    assert isinstance(region, Region)
    assert [(item.name, item.constraint) for item in region.operands] == [
        ("$w0", "write only"), ("$rw0", "read and write"), ("$r0", "read only"), ("$1", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ('asm("{ .reg .b32 t;\\n\\t"\n    "mov.b32 %[out], %%tid.x; }" : [out] "=r"(x));', "a.cu"),
        ('k = """\nasm("mov.u32 %0, %%laneid;" : "=r"(x));\n"""', "a.py"),
        ('x = tl.inline_asm_elementwise("mov.u32 $0, %tid.x;" " ret;", "=r", [])', "a.py"),
        (RUST, "a.rs"),
        (JULIA, "a.jl"),
        (MLIR, "a.mlir"),
    ],
)
def test_places_of_the_file_and_of_the_text_correspond(source: str, name: str) -> None:
    for region in regions(source, name):
        if not isinstance(region, Region):
            continue
        for index, character in enumerate(region.text):
            start, end = region.place(index, index + 1)
            position = region.index(start)
            assert position is not None
            assert region.offsets[position] == start
            if end - start == 1:
                assert source[start] == character
                assert position == index
        assert region.index(region.offsets[0] - 1) is None


BROKEN_PYTHON = """\
import triton.language as tl
def f(x:
    y = tl.inline_asm_elementwise("addd.u32 $0, $1, $2;", "=r,r,r", [x, y] pack=1)
    z = tl.inline_asm_elementwise(asm="add.u32 $0, $1;"  # in two parts
        " mov.u32 $0, $1;", constraints=("=r,r"), args=[x])
    w = tl.inline_asm_elementwise(TEMPLATE, "=r,r", args=[x
TEMPLATE = r"mov.u64 $0, $1;"
CODE = '''__global__ void k() { asm volatile("ad.u32 %0, %1;" : "=r"(a) : "r"(b)); }'''
x = "no closing quote
"""


def test_python_with_syntax_errors_is_read_by_its_tokens() -> None:
    diagnostics = check_source(BROKEN_PYTHON, "kernel.py")
    assert [(diagnostic.line, diagnostic.column, diagnostic.code) for diagnostic in diagnostics] == [
        (1, 1, "unchecked-assembly"),
        (3, 36, "unknown-mnemonic"),
        (4, 40, "operand-count"),
        (7, 22, "operand-type"),
        (8, 47, "unknown-mnemonic"),
    ]


@pytest.mark.parametrize("cut", range(0, len(BROKEN_PYTHON), 13))
def test_a_prefix_of_a_python_file_is_read(cut: int) -> None:
    for each in check_source(BROKEN_PYTHON[:cut], "kernel.py"):
        assert 1 <= each.line <= BROKEN_PYTHON.count("\n") + 1
