"""Texts of hostile shapes, of any size, that may cost a reader much time, memory or stack."""

from __future__ import annotations

from collections.abc import Callable

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"
BODY = HEAD + ".entry k() {\n"
CODE = (
    "\tld.param.u64 \t%rd1, [k_param_0];\n\tmad.lo.s32 \t%r1, %r3, %r4, %r5;\n\t@%p1 bra \t$L__BB0_2;\n"
    "\t.loc\t1 12 3\n\tfma.rn.f32 \t%f4, %f1, %f2, 0f3F800000;\n\tst.global.v2.f32 \t[%rd7+16], {%f4, %f5};\n"
)


def repeated(head: str, unit: str, tail: str = "") -> Callable[[int], str]:
    """Return a text of a number of bytes that repeats a unit."""
    return lambda size: head + unit * (size // len(unit)) + tail


def numbered(head: str, unit: str, tail: str = "") -> Callable[[int], str]:
    """As `repeated`, with a number in place of `#`."""
    return lambda size: head + "".join(unit.replace("#", str(i)) for i in range(size // (len(unit) + 6))) + tail


def enclosed(head: str, left: str, right: str, tail: str = "") -> Callable[[int], str]:
    """Return a number of opening brackets, and as many closing ones."""
    return lambda size: head + left * (size // 2) + right * (size // 2) + tail


SHAPES: dict[str, Callable[[int], str]] = {
    "code": repeated(BODY, CODE, "}"),
    "code on one line": repeated(BODY, CODE.replace("\n", " ").replace(".loc\t1 12 3", ""), "}"),
    "code without end": repeated(BODY, CODE),
    "semicolons": repeated(HEAD, ";"),
    "semicolons in a body": repeated(BODY, ";", "}"),
    "newlines": repeated(HEAD, "\n"),
    "spaces": repeated(HEAD, " "),
    "comments": repeated(HEAD, "// c\n"),
    "unterminated comment": repeated(BODY, "/* "),
    "closed comments": repeated(BODY, "/**/", "}"),
    "quotes": repeated(HEAD, '"'),
    "strings": repeated(BODY, '.pragma "a";\n', "}"),
    "unterminated string": repeated(HEAD + '.pragma "', "a"),
    "identifier": repeated(BODY + "mov.b32 ", "a", ", b;}"),
    "digits": repeated(BODY + "mov.b32 a, ", "1", ";}"),
    "word of a digit": repeated(BODY + "mov.b32 a, ", "1", "x;}"),
    "open braces": repeated(BODY, "{"),
    "nested braces": enclosed(BODY, "{", "}", "}"),
    "functions with blocks on one line": numbered(HEAD, ".func f#() { {ret;} } "),
    "functions without end": numbered(HEAD, ".func f#() {"),
    "functions with errors": numbered(HEAD, ".func f#()\n{\nadd.u32 a, b;\n}\n"),
    "stems of labels": numbered(BODY, "L#_1: bra L#_1;\n", "}"),
    "stems of registers": numbered(BODY, ".reg .b32 %r#_<2>;\nmov.b32 %r#_0, %r#_1;\n", "}"),
    "counted registers": numbered(BODY + ".reg .b32 %q<2>", ", %r#_<2>", ";}"),
    "registers one by one": numbered(BODY + ".reg .b32 %r<9>;\n{", ".reg .b32 %r#;\n", "}}"),
    "blocks with labels": repeated(BODY, "{L1:\nbra L1;}\n", "}"),
    "empty blocks": repeated(BODY, "{}", "}"),
    "closing braces": repeated(HEAD, "}"),
    "branches": numbered(BODY, "L#:\nbra L#;\n", "}"),
    "distinct statements": numbered(BODY + ".reg .b32 %r<9>;\n", "add.u32 %r1, %r2, #;\n", "}"),
    "distinct opcodes": numbered(BODY + ".reg .b32 %r<9>;\n", "a#.u32 %r1, %r2, 1;\n", "}"),
    "distinct modifiers": numbered(BODY + ".reg .b32 %r<9>;\n", "add.m# %r1, %r2, 1;\n", "}"),
    "undeclared names": numbered(BODY + ".reg .b32 %r<9>;\n", "add.u32 %r1, a#, b#;\n", "}"),
    "redeclared names": repeated(HEAD, ".global .u32 a;\n"),
    "labels": numbered(BODY, "L#:\n", "}"),
    "equal labels": repeated(BODY, "L:", "}"),
    "declarations": numbered(HEAD, ".global .u32 a#;\n"),
    "registers": numbered(BODY, ".reg .b32 %a#;\n", "}"),
    "declarators": numbered(BODY + ".reg .b32 x", ", a#", ";}"),
    "array": repeated(HEAD + ".global .u32 x[] = {1", ", 1", "};"),
    "nested array": enclosed(HEAD + ".global .u32 x[] = ", "{", "}", ";"),
    "debug section": repeated(HEAD + ".section .debug_info {\n", ".b8 1\n", "}"),
    "debug section of rows": repeated(HEAD + ".section .debug_info {\n", ".b8 1,255,16,0,0,3,7,22\n", "}"),
    "vector": repeated(BODY + "mov.b32 a, {b", ",b", "};}"),
    "operands": repeated(BODY + "mov.b32 a", ",b", ";}"),
    "modifiers": repeated(BODY + "mov", ".b32", " a, b;}"),
    "modifiers apart": repeated(BODY + "mov", " .b32", " a, b;}"),
    "parentheses": enclosed(BODY + "mov.b32 a, ", "(", ")", ";}"),
    "sum": repeated(BODY + "mov.b32 a, 1", "+1", ";}"),
    "minus": repeated(BODY + "mov.b32 a, ", "-", "1;}"),
    "files": numbered(HEAD, '.file # "a"\n'),
    "locations": repeated(BODY, ".loc 1 2 3\n", "}"),
    "functions": numbered(HEAD, ".func f#() { ret; }\n"),
    "functions on lines": numbered(HEAD, ".func f#()\n{\nret;\n}\n"),
    "functions on one line": numbered(HEAD, ".func f#() { ret; } "),
    "functions and a comment": numbered(HEAD, ".func f#() { ret; /* c */ }\n"),
    "parameters": numbered(HEAD + ".func f(.param .u32 x", ", .param .u32 a#", ") { ret; }"),
    "prototypes": numbered(BODY, "P#: .callprototype _ ();\n", "}"),
    "errors": repeated(BODY, "a b;\n", "}"),
    "errors of checks": repeated(BODY, "ad.u32 a, b, c;\n", "}"),
    "errors in operands": repeated(BODY, "add.u32 a, b;\n", "}"),
    "errors in lists": repeated(HEAD, ".global .u32 = 1;\n"),
    "stray characters": repeated(BODY, "` ", "}"),
    "NUL": repeated(BODY, "\0", "}"),
    "foreign characters": repeated(BODY, "é ", "}"),
    "comments of foreign characters": repeated(BODY, "// é\n", "}"),
    "guards": repeated(BODY, "@", "}"),
    "brackets": repeated(BODY + "ld.u32 a, ", "["),
    "hashes": repeated(HEAD, "#"),
    "line markers": repeated(HEAD, '# 1 "a"\n'),
}
