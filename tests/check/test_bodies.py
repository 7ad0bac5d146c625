"""Bodies of functions: checks with remembered keys have the same findings as checks of each statement."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ptxisa import check_module
from ptxisa.check.body import MOST_HINTS
from ptxisa.check.module import diagnose
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import LONGEST_NAME, Diagnostic
from ptxisa.syntax.source import Source

MODULES = sorted((Path(__file__).parents[1] / "syntax" / "modules").glob("*.ptx"))
HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
LONG = "%" + LONGEST_NAME * "n"
"""Register whose name messages shorten."""
REGISTERS = (".reg .pred %p<4>;", ".reg .b32 %r<20>;", ".reg .b64 %rd<8>;")


def kernel(*lines: str) -> str:
    return HEAD + ".visible .entry k(.param .u64 p)\n{\n" + "\n".join(f"\t{line}" for line in lines) + "\n}\n"


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in check_module(text)]


def one_by_one(text: str) -> list[Diagnostic]:
    """Return the diagnostics of a module whose statements are all parsed and checked."""
    diagnostics = diagnose(Source(text), Place(None, None), runs=False)
    return sorted(diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column))


def damaged(text: str, chance: random.Random) -> str:
    """Return the text with one of its words replaced by another, dropped or doubled."""
    words = [match.span() for match in re.finditer(r"[%$\w]+|[;{}\[\],:<>@]", text)]
    start, end = chance.choice(words)
    other = text[slice(*chance.choice(words))]
    return text[:start] + chance.choice([other, "", text[start:end] * 2, f"{text[start:end]} {other}"]) + text[end:]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_runs_change_no_diagnostic_of_real_and_damaged_modules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert check_module(text) == one_by_one(text)
    text = text[:40_000]
    text = text[: text.rfind("}") + 1]
    chance = random.Random(path.stem)
    for _ in range(12):
        changed = damaged(text, chance)
        assert check_module(changed) == one_by_one(changed)


@pytest.mark.parametrize(
    "declaration",
    [
        ".reg .b32 a;",
        ".reg .pred a;",
        ".reg .v2 .b32 a;",
        ".shared .b32 a;",
        ".shared .b8 a[16];",
        ".local .b32 a;",
        ".param .b32 a;",
        ".const .b32 a;",
    ],
)
@pytest.mark.parametrize("between", [(), ("ret;",), (".reg .b32 z;", "mov.b32 z, 1;")])
def test_a_repeated_declaration_is_reported(declaration: str, between: tuple[str, ...]) -> None:
    """Verdict of ptxas 13.5: Duplicate definition of variable 'a'."""
    (diagnostic,) = check_module(kernel(declaration, *between, declaration, "ret;"))
    assert (diagnostic.code, diagnostic.line) == ("redeclared-name", 7 + len(between))


@pytest.mark.parametrize("statement", ["ret", "mov.u32 %r1, 1", "bar.sync 0"])
@pytest.mark.parametrize("end", ["}", " }", "\n}"])
def test_a_missing_semicolon_is_reported_after_equal_statements(statement: str, end: str) -> None:
    """Verdict of ptxas 12.9: Parsing error near '}': syntax error."""
    text = f"{HEAD}.func f(){{\n.reg .u32 %r1;\n{statement};\n{statement};\n{statement}{end}\n"
    assert codes(text) == ["missing-semicolon"]


def test_locations_are_reported_where_they_are_written() -> None:
    lines = ("mov.u32 %r1, 1;", "mov.u32 %r2, 1; .loc 1 2 3", "mov.u32 %r1, 1; { .loc 2 2 3", "ret; }")
    text = kernel(*REGISTERS, *lines)
    assert [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in check_module(text)] == [
        ("undeclared-file", 10, 18),
        ("undeclared-file", 11, 20),
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("add.s32 %r1, %r19, 1;",), []),
        (("add.s32 %r1, %r20, 1;",), ["undeclared-name"]),
        (("add.s32 %r1, %r2, 1;", "add.s32 %r1, %rd2, 1;"), ["operand-type"]),
        (("add.s32 %r1, %r2, 7;", "add.s32 %r1, %r2, 0f3F800000;"), ["operand-type"]),
        (("mov.u32 %r1, 1 / 2;", "mov.u32 %r1, 1 / 0;"), ["division-by-zero"]),
        (("ld.global.u32 %r1, [%rd1+16];", "ld.global.u32 %r1, [%rd1+99999999999999999999];"), ["constant-overflow"]),
        (("add.s32 %r1, %rd1, 1;", "add.s32 %r1, %r1, 1;") * 3, ["operand-type"] * 3),
        (("{ .reg .f32 %r3; add.s32 %r3, %r4, 1; }", "add.s32 %r3, %r4, 1;"), ["operand-type"]),
        (("{ .reg .f32 %r0; add.s32 %r0, %r4, 1; }",), ["operand-type"]),
        (("{ .reg .f32 %r<30>; add.s32 %r29, %r28, 1; }",), ["operand-type"]),
        (("{ .reg .b32 x; add.s32 x, x, 1; }", "add.s32 x, x, 1;"), ["undeclared-name"] * 2),
        (("{ .reg .b32 x; add.s32 x, x, 1; }",) * 3, []),
        (("{ .reg .b32 x; add.s32 x, x, 1; }", "{ .reg .f32 x; add.s32 x, x, 1; }"), ["operand-type"]),
        (("{ .reg .b32 x; { .reg .b32 y; add.s32 x, y, 1; } add.s32 x, y, 1; }",), ["undeclared-name"]),
        (("{ .reg .b32 x; .reg .b32 x; }",), ["redeclared-name"]),
        ((".reg .b32 %r5;",), ["redeclared-name"]),
        (("L1: add.s32 %r1, %r2, 1;", "L2: add.s32 %r1, %r2, 1;"), []),
        (("L1: add.s32 %r1, %r2, 1;", "L1: add.s32 %r1, %r2, 1;"), ["redeclared-name"]),
        (("{ L1: add.s32 %r1, %r2, 1; }", "L1: add.s32 %r1, %r2, 1;"), []),
        (("{ L1: add.s32 %r1, %r2, 1; L1: }",), ["redeclared-name"]),
        (("bra L1;", "add.s32 %r1, %r2, 1;", "L1: add.s32 %r1, %r2, 1;"), []),
        (("@%p3 add.s32 %r1, %r2, 1;", "@%p4 add.s32 %r1, %r2, 1;"), ["undeclared-name"]),
        (("add.s32 %r1, %r2, 1; // %r99", "/* add.s32 %r99; */ add.s32 %r01, %r2, 1;"), []),
        (("bfe.u32 %r1, %r2, 1, 255;", "bfe.u32 %r1, %r2, 1, 256;", "bfe.u32 %r1, %r2, 1, 255;"), ["operand-range"]),
        (("add.s32 %r1, %r2, 1 %% 2;",), ["syntax-error"]),
        (("add.s32 %r1, %r2, 1+15;", "shf.l.wrap.b32 %r1, %r1, %r1, 1+3;"), []),
        (("mov.u32 %r1, 1;", "mov.u32 %r1, \x01;", "mov.u32 \x06, 1;"), ["stray-character", "syntax-error"] * 2),
        (('.pragma "nounroll";', "add.s32 %r1, %r2, 1;"), []),
        (('.pragma "nounrol";', "add.s32 %r1, %r1, 1;") * 2, ["unknown-pragma"] * 2),
        (("ld.global.relaxed.gpu.b32 %r1, [%rd1];", "add.s32 %r1, %r1, 1;") * 3, ["unusual-spelling"]),
        (("xL1: add.s32 %r1, %r2, 1;", "L1: add.s32 %r1, %r2, 1;", "yL1: L2: xL2: add.s32 %r1, %r2, 1;"), []),
    ],
)
def test_statements_are_checked_in_their_scope(lines: tuple[str, ...], expected: list[str]) -> None:
    text = kernel(*REGISTERS, *lines)
    assert codes(text) == expected
    assert check_module(text) == one_by_one(text)


def test_registers_of_other_functions_do_not_count() -> None:
    first = kernel(*REGISTERS, "add.s32 %r7, %r8, 9;")
    second = ".entry m()\n{\n\t.reg .b32 %r<8>;\n\tadd.s32 %r7, %r8, 9;\n}\n"
    third = ".entry n()\n{\n\t.reg .f32 %r<20>;\n\tadd.s32 %r7, %r8, 9;\n}\n"
    assert [diagnostic.line for diagnostic in check_module(first + second)] == [14]
    assert [diagnostic.line for diagnostic in check_module(first + third)] == [14]


def test_calls_of_functions_with_other_parameters() -> None:
    functions = ".func f(.param .b32 a) { ret; }\n.func g(.param .b64 a) { ret; }\n"
    body = ".entry k() { .reg .b32 %r1; call f, (%r1); call f, (%r1); call g, (%r1); call f, (%r1); }\n"
    assert codes(HEAD + functions + body) == ["call-type"]


DECLARATIONS = (
    ".reg .b32 %a, %b, %c;",
    ".reg .b32 %a, %b, %a;",
    ".reg .f32 %x, %y, add, %z;",
    ".reg .b32 %r<4>;",
    ".reg .b32 %r1, %q;",
    ".reg .b32 %tid, %q;",
    ".reg .wrong %q, %s;",
    ".reg .b32 %q, WARP_SZ;",
    ".reg .b64 %d, %e; add.s64 %d, %e, %d;",
    "{ .reg .f32 %a, %b; add.f32 %a, %b, %b; add.s32 %c, %c, 1; }",
    "{ .reg .b32 %a, %b; }",
)
EIGHT = "{a, b, c, d, e, f, g, h}"
STATEMENTS = (
    "add.s32 %a, %b, 7;",
    "add.s32 %a, %b, 70;",
    "add.f32 %x, %y, %z;",
    "add.f32 add, %y, %z;",
    "lop3.b32 %a, %b, %c, %a, 255;",
    "lop3.b32 %a, %b, %c, %a, 300;",
    "bar.sync 1;",
    "bar.sync 16;",
    "mov.u32 %q, %tid.x;",
    "mov.u32 %a, %r1;",
    "mov.u32 %b, %r7;",
    "add.s64 %d, %e, 5;",
)


BLOCKS = (
    "{ add.s32 %a, %b, 7; }",
    "{add.s32 %a,%b,%c;\n}",
    "{ .reg .b32 %a; add.s32 %a, %b, 7; }",
    "{ .reg .f32 %b; add.s32 %a, %b, 7; }",
    "{ .reg .b32 t; mov.b64 {t, %a}, %d; }",
    "{ .reg .b32 t, u; mov.b64 {t, u}, %d; add.s32 %a, t, u; }",
    "{ .reg .b32 t; .reg .f32 t; add.s32 t, t, 1; }",
    "{ add.s32 t, %a, 1; .reg .b32 t; }",
    "{ add.f32 %x, %x, %y; .reg .b32 %x; add.s32 %x, %x, 1; }",
    "{ { add.f32 %x, %x, %y; } .reg .b32 %x; add.s32 %x, %x, 1; }",
    "{ { .reg .b32 %x; add.s32 %x, %x, 1; } .reg .b64 %x; add.s64 %x, %x, 1; }",
    "{ .reg .b32 t; add.s32 t, t, 1; .reg .b32 t; add.s32 t, t, 1; }",
    "{ bra L; .reg .b32 t; L: add.s32 t, t, 1; .reg .b32 L; }",
    "{ bra L; .reg .b32 t; L: add.s32 t, t, 1; .reg .b64 u; add.s64 u, u, %d; }",
    "{ .param .b32 q; st.param.b32 [q], %a; .param .b32 r; st.param.b32 [r], %b; .param .b32 s; call (s), f, (q); }",
    "{ .reg .b32 t; add.s32 t, %a, u; .reg .b32 u; add.s32 u, t, %a; }",
    "{ .reg .b32 t<3>; add.s32 t2, t1, 1; }",
    "{ .reg .b32 add; add.s32 add, add, 1; }",
    "{ .reg .b128 t; add.s32 %a, %b, 1; }",
    "{ .reg .pred p; L: setp.eq.s32 p, %a, 1; @p bra L; bra M; M: }",
    "{ .reg .pred L; L: add.s32 %a, %b, 1; }",
    "{ L: L: add.s32 %a, %b, 1; }",
    "{ bra L; } L: add.s32 %a, %b, 1; ",
    "{ .reg .b32 t; { .reg .f32 t; add.f32 t, t, t; } add.s32 t, t, 1; }",
    "{ .reg .b32 t; { { add.s32 t, t, 1; } add.s32 t, t, 1; } } add.s32 %a, t, 1;",
    "{ .param .align 8 .b8 q[16]; st.param.b32 [q], %a; st.param.b32 [q+2], %a; }",
    "{ .param .align 3 .b8 q[16]; st.param.b32 [q], %a; }",
    "{ .param .b32 q; st.param.b32 [q], %a; call f, (q); }",
    "{ .shared .b32 q; st.shared.b32 [q], %a; }",
    "{ .loc 1 2 3\n add.s32 %a, %b, 1; .loc 1 2 3\n}",
    "{ lop3.b32 %a, %b, %c, %a, 255; lop3.b32 %a, %b, %c, %a, 300; }",
    "{ add.s32 %a, %b, 7 }",
    "{ add.s32 %a, %b, 7; };",
    "{ add.s32 %a, %b; }",
    "{ .reg .b32 t, add.s32 t, t, 1; }",
    "{ } { L: } { ; }",
    "{ add.s32 %a, {%b}, 1; mov.b64 %d, {%a, %b",
    "} add.s32 %a, %b, 1; {",
    "/* { */ add.s32 %a, %b, 1; // }",
    "{ // an é\n add.s32 %a, %b, 1; }",
    "{ mov.b64 {%a, %b} , %d; mov.b64 %d, {%a, %b}\n; }",
)


@pytest.mark.parametrize("seed", range(60))
def test_random_blocks_are_checked_as_statement_by_statement(seed: int) -> None:
    draw = random.Random(seed)
    mixed = (*BLOCKS * 2, *STATEMENTS, *DECLARATIONS[:1]) if seed % 2 else (*BLOCKS[:31], *STATEMENTS)
    lines = [draw.choice(mixed) for _ in range(60)]
    names = ".reg .b32 %a, %b, %c; .reg .b64 %d, %e; .reg .f32 %x, %y, %z;\n"
    function = ".func f(.param .b32 a) { ret; }\n"
    bodies = (names + "\n".join(lines[20 * k :]) for k in range(3))
    text = HEAD + function + "".join(f".entry k{k}()\n{{\n{body}\n}}\n" for k, body in enumerate(bodies))
    assert check_module(text) == one_by_one(text)


@pytest.mark.parametrize("depth", [96, 97, 98, 99, 100, 101])
def test_blocks_may_nest_a_hundred_levels_deep(depth: int) -> None:
    block = "{ add.s32 %r1, %r2, 1; { add.s32 %r1, %r2, 1; } }"
    text = kernel(*REGISTERS, block, "{" * depth, block, block, "}" * depth)
    assert check_module(text) == one_by_one(text)
    assert ("nesting-too-deep" in codes(text)) == (depth > 97)


@pytest.mark.parametrize(
    "faults",
    [
        ("add.s32 %r{}, %rd{}, 1;", "add.s32 %r{}, %r{}, %nowhere{};", "addd.s32 %r{}, %r{}, 1;"),
        ("add.f32 %r{}, %r{}, %rd{};", "ld.global.u32 %rd{}, [%r{}];", "shf.l.wrap.b32 %r{}, %r{}, %p{}, 700;"),
        ("setp.lt.s32 %r{}, %p{}, %p{};", "st.global.v2.u32 [%rd{}+3], {%r{}, %r{}};", "@%r{} ret;"),
        ("mov.u32 %r{}, %tid.q;", "mov.u32 %tid.x, %r{};", "bra %r{};", "bra.uni nowhere{};"),
        ("ld.global.b8 %r{}, [%rd{}+{}];", "ld.global.u8 %r{}, [%rd{}+0{}9];", "ld.global.b64 %r{}, [%rd{}+{}{}];"),
        ("bra %r{};", f"bra {LONG}{{}};", "bra %r{}", "bra \xa1;"),
        ("st.shared.u64 [v+{}], %rd{};", "st.shared.u64 [v+1{}], %rd{};", f"bra a{LONG[1:]};", f"bra b{LONG[1:]};"),
        ("q{} ({});", "q{} ({});", "if ({});", "add.s32 %r{}, %p{}, 1"),
    ],
)
def test_repeated_faults_are_reported_as_statement_by_statement(faults: tuple[str, ...]) -> None:
    draw = random.Random(1)
    lines = [draw.choice(faults).replace("{}", "{0}", 1) for _ in range(1500)]
    lines = [re.sub(r"\{0?\}", lambda _: str(draw.randrange(3)), line) for line in lines]
    declarations = f".reg .b32 {LONG}<3>;", f".shared .align 8 .b8 v[64], a{LONG[1:]}[4], b{LONG[1:]}[4];"
    text = kernel(*REGISTERS, *declarations, *lines)
    assert check_module(text) == one_by_one(text)


@pytest.mark.parametrize("character", ["\0", "\x7f", "\u00e9"])
@pytest.mark.parametrize("comment", ["// a{}b\n", "/* a{}b */"])
def test_characters_in_comments_are_reported_after_equal_instructions_too(character: str, comment: str) -> None:
    before, after = comment.split("{}")
    start, end = f"{HEAD}.entry k()\n{{\n{{\nadd.s32 %r1, %r2, 1;\n{before}", f"{after}add.s32 %r1, %r2, 1;\n"
    check_module(f"{start}x{end}")
    text = f"{start}{character}{end}"
    assert check_module(text) == one_by_one(text)


def test_unknown_instructions_without_hints_are_reported_with_their_own_names() -> None:
    many = (f"{kind}{number};" for number in range(MOST_HINTS) for kind in ("q", "mov.u32 %r1, %n"))
    long = "n" * LONGEST_NAME
    words = ("instruction", "a1", "unknown", "a2", "q7", f"a{long}", f"b{long}", "n_1", "a1")
    text = kernel(*REGISTERS, *many, *(f"{word}.u32 %r{n}, {n % 2}, %{word};" for word in words for n in range(6)))
    assert check_module(text) == one_by_one(text)


@pytest.mark.parametrize("seed", range(30))
def test_random_bodies_are_checked_as_statement_by_statement(seed: int) -> None:
    draw = random.Random(seed)
    lines = [draw.choice(DECLARATIONS if draw.random() < 0.2 else STATEMENTS) for _ in range(60)]
    text = HEAD + "".join(f".entry k{k}()\n{{\n{chr(10).join(lines[20 * k :])}\n}}\n" for k in range(3))
    assert check_module(text) == one_by_one(text)


@pytest.mark.parametrize("fault", ["%nowhere", "%tid.x", "add", "0f3F800000"])
def test_faults_in_text_that_never_repeats(fault: str) -> None:
    from benchmarks.unrepeated import module as unrepeated

    text = unrepeated(30_000, statements=80)
    assert check_module(text) == [] == one_by_one(text)
    words = re.findall(r"%[a-z]{6}", text[text.index("ret;") :])
    for place in (5, len(words) // 2, len(words) - 3):
        changed = text.replace(f"{words[place]},", f"{fault},")
        assert check_module(changed) == one_by_one(changed)


@pytest.mark.parametrize(("suffix", "registers"), [("f32", "a"), ("v4.f32", "{a, b, c, d}"), ("v8.f32", EIGHT)])
def test_offsets_are_checked_after_others_of_the_same_statement(suffix: str, registers: str) -> None:
    text = """.version 8.8
.target sm_100
.address_size 64
.global .align 32 .b8 v[512];
.entry k() {
.reg .f32 a, b, c, d, e, f, g, h;
"""
    offsets = [32, 64, 96, 16, 8, 4, 2, 1, 3, 0, -4, 33, 128]
    text += "".join(f"ld.global.{suffix} {registers}, [v+{offset}];\n" for offset in offsets) + "}\n"
    size = 4 * len(registers.split(","))
    lines = [diagnostic.line for diagnostic in check_module(text) if diagnostic.code == "misaligned-address"]
    assert lines == [7 + index for index, offset in enumerate(offsets) if offset % size]


def test_a_label_of_a_block_hides_a_register_of_a_range() -> None:
    text = """.version 8.0
.target sm_90
.address_size 64
.entry a() { .reg .u32 r<4>; mov.u32 r1, 2; { r2: add.u32 r1, r1, 1; bra r2; } add.u32 r2, r1, 1; bra r3; }
.entry b() { .reg .u32 r<4>; mov.u32 r1, 2; { r3: mov.u32 r3, 1; bra r3; } { L: bra L; } mov.u32 r3, 1; }
"""
    assert [(diagnostic.line, diagnostic.message) for diagnostic in check_module(text)] == [
        (4, "r3 is a .u32 register; a branch goes to a label"),
        (5, "operand d takes a register; r3 is a label"),
    ]


@pytest.mark.parametrize("declaration", [".reg .b32 add;", ".reg .pred add;", "{ .reg .b32 add; add: }", "add:"])
def test_a_mnemonic_is_checked_where_it_is_a_name(declaration: str) -> None:
    body = (*REGISTERS, "add.s32 %r1, %r2, 3;", "mov.b32 %r3, %r1;", "add.s32 %r1, %r2, 3;")
    text = kernel(*body) + kernel(declaration, *body, "mov.b32 %r1, add;").removeprefix(HEAD).replace(" k(", " l(")
    assert sorted(check_module(text), key=str) == sorted(one_by_one(text), key=str)


def test_a_plain_instruction_is_checked_again_in_a_function_with_other_registers() -> None:
    repeated = ("add.s32 %r1, %r2, 3;", "shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;") * 3
    text = kernel(*REGISTERS, *repeated)
    other = kernel(".reg .f32 %r<20>;", *repeated).removeprefix(HEAD).replace(" k(", " l(")
    assert len(check_module(text)) == 0
    wrong = check_module(text + other)
    assert len(wrong) == 3
    assert wrong == one_by_one(text + other)
