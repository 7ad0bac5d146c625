"""Tokens of every kind, and a finding for whatever is none. The verdicts were measured with ptxas 13.0."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ptxisa.syntax.lexer import Report, Token, inspected, matches
from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.source import decode

Finding = tuple[str, str, int, int]


def tokens(text: str, report: Report) -> Iterator[Token]:
    return (token for match in matches(text) if (token := inspected(match, report)))


def scan(text: str) -> tuple[list[tuple[str, str]], list[Finding]]:
    """Kinds and texts of all tokens, and code, severity and offsets of all findings."""
    findings: list[Finding] = []

    def report(code: str, message: str, start: int, end: int, hint: str, severity: str, rule: str | None) -> None:
        findings.append((code, severity, start, end))

    tokens_ = []
    for kind, token, offset in tokens(text, report):
        if kind == "end":
            break
        assert text[offset : offset + len(token)] == token
        tokens_.append((kind, token))
    return tokens_, findings


def kinds(text: str) -> list[str]:
    return [f"{kind} {token}" for kind, token in scan(text)[0]]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("word", name) for name in ("a", "A9_$", "_a", "__", "$L", "%r1", "%1", "_$", "a" * 5000)),
        *(("word", name) for name in ("add.rn.f32", "%tid.x", "ld.shared::cta.b32", "tex.1d.v4.f32.s32")),
        ("word", "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"),
        ("word", "tcgen05.mma.cta_group::1.kind::f16"),
        ("word", "ld.const[2].b32"),
        ("word", "add.u32$a"),
        *(("dotted", name) for name in (".entry", ".v4", ".1d", ".L2::cache_hint", ".shared::cta", ".const[10]")),
        *(("integer", number) for number in ("0", "42", "42U", "052", "0x2aU", "0X2A", "0b101", "0B1U", "00")),
        *(("decimal", number) for number in ("1.5", "1.", ".5", "1e5", "1E+5", "1.5e-5", ".5e5", "09.5")),
        *(("exact", number) for number in ("0f3f800000", "0F3F800000", "0d3ff0000000000000", "0DFFF0000000000000")),
        *(("string", string) for string in ('""', '"a\\"', '"two\nlines"')),
        *(("symbol", sign) for sign in "{}()[]<>,;:@!~+-*/%&|^?=_"),
        *(("symbol", sign) for sign in ("||", "&&", "==", "!=", "<=", ">=", "<<", ">>")),
        ("dwarf", '@@DWARF .section .debug_info, "", @progbits'),
    ],
)
def test_one_token(kind: str, text: str) -> None:
    assert scan(text) == ([(kind, text)], [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add.u32 %r1,%r2;", ["word add.u32", "word %r1", "symbol ,", "word %r2", "symbol ;"]),
        ("add .u32", ["word add", "dotted .u32"]),
        ("L1:L2:{", ["word L1", "symbol :", "word L2", "symbol :", "symbol {"]),
        ("%r<10>", ["word %r", "symbol <", "integer 10", "symbol >"]),
        ("5%3", ["integer 5", "word %3"]),
        ("5 % 3", ["integer 5", "symbol %", "integer 3"]),
        (".ptr.global.align 8", ["dotted .ptr", "dotted .global", "dotted .align", "integer 8"]),
        ("1-.5", ["integer 1", "symbol -", "decimal .5"]),
        ("{.05,.1}", ["symbol {", "decimal .05", "symbol ,", "decimal .1", "symbol }"]),
        ("v.x+1", ["word v.x", "symbol +", "integer 1"]),
        ("a>>=1", ["word a", "symbol >>", "symbol =", "integer 1"]),
        ("@!p", ["symbol @", "symbol !", "word p"]),
        (".L2 ::x", ["dotted .L2", "symbol :", "symbol :", "word x"]),
        ("1.5.5", ["malformed 1.5.5"]),
        ("@@DWARFS", ["symbol @", "symbol @", "word DWARFS"]),
    ],
)
def test_several_tokens(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    "trivia",
    [
        *(" ", "\t", "\r\n", "\f", "\n\n"),
        *("// to the end", "/**/", "/***/", "/*/ */", "/* two\nlines * / */", "// a \\"),
        *('# 1 "kernel.cu"', '#line 12 ""', '#line12 "k.cu" \t\f 1\r', '  # 3 "k.cu" 1 3 4', '#1 "two\nlines"'),
    ],
)
def test_white_space_comments_and_line_markers_yield_nothing(trivia: str) -> None:
    assert scan(f"a{trivia}\nb") == ([("word", "a"), ("word", "b")], [])


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ("a /* b", "unterminated-comment", 2, 4),
        ("a /*/", "unterminated-comment", 2, 4),
        ('a "b', "unterminated-string", 2, 4),
        ("a ` b", "stray-character", 2, 3),
        ("a \0\0 b", "stray-character", 2, 3),
        ("a \x1a\x1a b", "stray-character", 2, 4),
        ("a // \0\nb", "stray-character", 5, 6),
        ("a \v b", "stray-character", 2, 3),
        ("a $ b", "stray-character", 2, 3),
        ("a . b", "stray-character", 2, 3),
        ("a 'x' b", "stray-character", 2, 3),
        ("a é b", "non-ascii-character", 2, 3),
        ("a \u00a0 b", "non-ascii-character", 2, 3),
        ("\ufeffa", "non-ascii-character", 0, 1),
        ("a\n#define N 4\nb", "preprocessor-directive", 2, 13),
        ("a # b", "preprocessor-directive", 2, 5),
        ("a #line 12\nb", "preprocessor-directive", 2, 10),
        ('# 12a "k.cu"\nb', "preprocessor-directive", 0, 12),
        ('# 12 "k.cu" 10\nb', "preprocessor-directive", 0, 14),
        ('# 12 "k.cu"', "preprocessor-directive", 0, 11),
    ],
)
def test_characters_that_begin_no_token_are_reported(text: str, code: str, start: int, end: int) -> None:
    assert scan(text)[1][0] == (code, "error", start, end)


@pytest.mark.parametrize(
    "number",
    [
        *("08", "09", "0xG", "0x", "0b2", "0b", "1u", "1UU", "1L", "1_000", "1a", "0xfU1"),
        *("1e", "1e+", "1.5f", "0x1p3", "0f3f80000", "0f3f8000000", "0d3ff", "1.5U", "1.5e1.5"),
    ],
)
def test_a_malformed_number_is_reported_once_and_parsed_as_a_constant(number: str) -> None:
    tokens, findings = scan(f"{number};")
    assert [finding[0] for finding in findings] == ["malformed-number"]
    assert tokens[0][0] == "malformed"


def test_other_characters_in_comments_are_only_warned_about() -> None:
    """CUDA 12.9 to 13.0 reject them, earlier and later assemblers do not."""
    assert scan("// café\n/* é */")[1] == [
        ("non-ascii-character", "warning", 6, 7),
        ("non-ascii-character", "warning", 11, 12),
    ]


def test_other_characters_in_strings_are_errors() -> None:
    assert scan('"é"') == ([("string", '"é"')], [("non-ascii-character", "error", 1, 2)])


def test_an_undecodable_byte_is_named() -> None:
    assert scan(decode(b"a \xff b"))[1] == [("undecodable-byte", "error", 2, 3)]


def test_the_end_repeats() -> None:
    sequence = tokens("a", lambda *finding: None)
    assert [next(sequence)[0] for _ in range(4)] == ["word", "end", "end", "end"]


@pytest.mark.parametrize(
    ("unit", "tokens_a_unit"),
    [("a ", 1), ("[", 1), ("1,", 2), (".a", 1), ('"" ', 1), ("/**/", 0), ("/* ", 0), ("\n", 0), ("a.b ", 1), ("@", 1)],
)
def test_the_number_of_tokens_grows_with_the_text(unit: str, tokens_a_unit: int) -> None:
    assert len(scan(unit * 50_000)[0]) == tokens_a_unit * 50_000


@pytest.mark.parametrize("text", ["a" * 10_000_000, "1" * 10_000_000, "/*" + "*" * 10_000_000, '"' + "a" * 10_000_000])
def test_ten_megabytes_of_one_token(text: str) -> None:
    assert len(scan(text)[0]) <= 1


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        ("0f12", "0f takes 8 hexadecimal digits"),
        ("0F", "0F takes 8 hexadecimal digits"),
        ("0d12f", "0d takes 16 hexadecimal digits"),
        ("0D12", "0D takes 16 hexadecimal digits"),
        ("1.5f", "write 1.5"),
        ("2F", "write 2"),
        ("1.5g", ""),
        ("0x1gf", ""),
        ("0X1gF", ""),
    ],
)
def test_hints_for_malformed_numbers(number: str, hint: str) -> None:
    (diagnostic,) = parse_statement(f"x {number};").diagnostics
    assert (diagnostic.code, diagnostic.hint) == ("malformed-number", hint)
