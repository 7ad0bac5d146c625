"""Checking a body by its text gives the same as checking its tree, on clean and on damaged modules."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import ptxisa.check.module as module
from ptxisa.check import body_text
from ptxisa.check.place import Place
from ptxisa.check.plain_text import plain_text
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax.source import Source

MODULES = sorted((Path(__file__).parents[1] / "syntax" / "modules").glob("*.ptx"))
ANYWHERE = Place(None, None)
HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def by_text(text: str) -> list[Diagnostic] | None:
    found = module._check_regular(Source(text), ANYWHERE)
    return None if found is None else sorted(found, key=lambda one: (one.line, one.column, one.code, one.message))


def by_tree(text: str) -> list[Diagnostic]:
    found = module._check_parsed(Source(text), ANYWHERE)
    return sorted(found, key=lambda one: (one.line, one.column, one.code, one.message))


def kernel(*lines: str) -> str:
    return HEAD + ".visible .entry k(.param .u64 p)\n{\n" + "\n".join(f"\t{line}" for line in lines) + "\n}\n"


REGISTERS = (".reg .pred %p<4>;", ".reg .b32 %r<20>;", ".reg .b64 %rd<8>;")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_real_modules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert by_text(text) == by_tree(text)


def damaged(text: str, chance: random.Random) -> str:
    """The text with one word of it replaced by another, dropped or doubled."""
    words = [match.span() for match in re.finditer(r"[%$\w]+|[;{}\[\],:<>@]", text)]
    start, end = chance.choice(words)
    other = text[slice(*chance.choice(words))]
    return text[:start] + chance.choice([other, "", text[start:end] * 2, f"{text[start:end]} {other}"]) + text[end:]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_damaged_modules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")[:40_000]
    text = text[: text.rfind("}") + 1]
    chance = random.Random(path.stem)
    for _ in range(12):
        changed = damaged(text, chance)
        found = by_text(changed)
        assert found is None or found == by_tree(changed)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (("add.s32 %r1, %r19, 1;",), []),
        (("add.s32 %r1, %r20, 1;",), ["undeclared-name"]),
        (("add.s32 %r1, %r2, 1;", "add.s32 %r1, %rd2, 1;"), ["operand-type"]),
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
        (("@%p3 add.s32 %r1, %r2, 1;", "@%p4 add.s32 %r1, %r2, 1;"), ["undeclared-name"]),
        (("add.s32 %r1, %r2, 1; // %r99", "/* add.s32 %r99; */ add.s32 %r01, %r2, 1;"), []),
        (("bfe.u32 %r1, %r2, 1, 256;", "bfe.u32 %r1, %r2, 1, 255;"), ["operand-range"]),
        (("add.s32 %r1, %r2, 1 %% 2;",), ["syntax-error"]),
        (("add.s32 %r1, %r2, 1+15;", "shf.l.wrap.b32 %r1, %r1, %r1, 1+3;"), []),
        (('.pragma "nounroll";', "add.s32 %r1, %r2, 1;"), []),
        (("xL1: add.s32 %r1, %r2, 1;", "L1: add.s32 %r1, %r2, 1;", "yL1: L2: xL2: add.s32 %r1, %r2, 1;"), []),
        (
            (".loc 1 2 3", "add.s32 %r1, %r2, 1;", ".loc 1 2 4", "add.s32 %r1, %r77, 1;"),
            ["undeclared-file", "undeclared-name"],
        ),
    ],
)
def test_bodies(lines: tuple[str, ...], codes: list[str]) -> None:
    text = kernel(*REGISTERS, *lines)
    found = by_text(text)
    assert found is None or found == by_tree(text)
    assert sorted(one.code for one in by_tree(text) if one.code != "unrecorded-instruction") == codes


def test_a_statement_that_fails_is_reported_wherever_it_stands() -> None:
    text = kernel(*REGISTERS, *["add.s32 %r1, %rd1, 1;", "add.s32 %r1, %r1, 1;"] * 3)
    assert [one.line for one in module.check_module(text)] == [9, 11, 13]


def test_a_pragma_with_a_finding_leaves_the_body_to_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    text = kernel(*REGISTERS, '.pragma "nounrol";', "add.s32 %r1, %r1, 1;", 'L: .pragma "nounrol";', "bra L;")
    wanted = by_tree(text)
    assert [(one.code, one.line) for one in wanted] == [("unknown-pragma", 9), ("unknown-pragma", 11)]
    monkeypatch.setattr(module, "parse_body", lambda *_: pytest.fail("the body was parsed as a tree"))
    assert by_text(text) == wanted


def test_no_pragma_makes_a_body_be_parsed_as_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    strings = ["nounroll", "used_bytes_mask 0xf", "a;b", "{", "}", "x:", "a // b", "/* a"]
    pragmas = [f'.pragma "{string}";' for string in strings]
    text = kernel(*REGISTERS, *pragmas, "add.s32 %r1, %r1, 1;", "add.s32 %r1, %rd1, 1;")
    wanted = by_tree(text)
    assert [one.code for one in wanted] == ["unknown-pragma"] * 6 + ["operand-type"]
    monkeypatch.setattr(module, "parse_body", lambda *_: pytest.fail("the body was parsed as a tree"))
    assert by_text(text) == wanted


def test_locations_of_both_kinds_leave_the_body_to_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [".loc 1 2 3", ".loc_intermediate 1 4 5", "add.s32 %r1, %r1, 1;", "frobnicate.sp::2:4.b32 %r1, %r2;"]
    text = re.sub(r"version \S+", "version 9.5", kernel(*REGISTERS, *lines)) + '.file 1 "a"\n'
    wanted = by_tree(text)
    assert {one.severity for one in wanted} == {"note"}
    monkeypatch.setattr(module, "parse_body", lambda *_: pytest.fail("the body was parsed as a tree"))
    assert by_text(text) == wanted


def test_an_unusual_spelling_is_noted_once() -> None:
    text = kernel(*REGISTERS, *["add.s32 %r1, %r1, 1;", "ld.global.relaxed.gpu.b32 %r1, [%rd1];"] * 3)
    assert [(one.code, one.line) for one in by_text(text)] == [("unusual-spelling", 10)]
    assert by_tree(text) == by_text(text)


def test_bodies_share_what_is_clean_but_not_their_registers() -> None:
    first = kernel(*REGISTERS, "add.s32 %r7, %r8, 9;")
    second = ".entry m()\n{\n\t.reg .b32 %r<8>;\n\tadd.s32 %r7, %r8, 9;\n}\n"
    third = ".entry n()\n{\n\t.reg .f32 %r<20>;\n\tadd.s32 %r7, %r8, 9;\n}\n"
    assert [one.line for one in module.check_module(first + second)] == [14]
    assert [one.line for one in module.check_module(first + third)] == [14]


def parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The pieces of a body that are parsed, without the ranges of registers that are declared first."""
    found: list[str] = []

    class Walk(body_text._Walk):
        def _read(self, index: int, piece: str, offset: int) -> list[Any]:
            found.append(" ".join(piece.split()))
            return super()._read(index, piece, offset)

    monkeypatch.setattr(body_text, "_Walk", Walk)
    by_text(text)
    return "; ".join(found[len(REGISTERS) :])


ADD = "add.s32 %r1, %r2, 1;"
ADDED = "add.s32 %r0, %r0, 1; "


@pytest.mark.parametrize(
    ("lines", "once"),
    [
        ((ADD, "{ .reg .b32 x; sub.s32 x, %r1, 7; }") * 3, f"{ADDED}{{ .reg .b32 x; sub.s32 x, %r0, 7; }} {ADDED}}}"),
        (
            (ADD, "{ mul.lo.s32 %r1, %r1, 1; sub.s32 %r1, %r1, %r2; one: }", ADD) * 2,
            f"{ADDED}{{ mul.lo.s32 %r0, %r0, 1; sub.s32 %r0, %r0, %r0; one: }} {ADDED}",
        ),
        (
            (ADD, "{ sub.s32 %r1, %r1, 1; one: }", ADD, "{ sub.s32 %r1, %r1, 1; two: }", ADD),
            f"{ADDED}{{ sub.s32 %r0, %r0, 1; one: }} {ADDED}{{ sub.s32 %r0, %r0, 1; two: }} {ADDED}",
        ),
        (
            (ADD, "{ { sub.s32 %r1, %r1, 1; one: } two: }", ADD) * 2,
            f"{ADDED}{{ {{ sub.s32 %r0, %r0, 1; one: }} two: }} {ADDED}",
        ),
        (
            ("{ sub.s32 %r1, %rd1, 1; }", ADD) * 2,
            f"{{ sub.s32 %r0, %rd0, 1; }} {ADDED}{{ sub.s32 %r0, %rd0, 1; }} {ADDED}",
        ),
        ((".reg .b32 x, y ;", "sub.s32 x, x, y;", "sub.s32 y, y, x;"), "sub.s32 x, x, y; "),
    ],
)
def test_only_what_is_new_or_wrong_where_it_stands_is_parsed(
    lines: tuple[str, ...], once: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block is another one if it has other labels; registers declared several at once need not be parsed."""
    text = kernel(*REGISTERS, *lines)
    wanted = by_tree(text)
    monkeypatch.setattr(module, "parse_body", lambda *_: pytest.fail("the body was parsed as a tree"))
    assert by_text(text) == wanted
    assert parsed(text, monkeypatch) == once


def test_bodies_with_equal_ranges_share_statements_about_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Special registers are the same in every body; a register that is declared by itself is not."""
    looked_at: list[str] = []

    class Walk(body_text._Walk):
        def _known(self, first: int) -> int:
            looked_at.append(" ".join(self.plain.pieces[first].split()))
            return super()._known(first)

    monkeypatch.setattr(body_text, "_Walk", Walk)
    body = "\n".join([*REGISTERS, ".reg .b32 %x;", ADD, "mov.u32 %r1, %tid.x;", "mov.u32 %r1, %x;"])
    first = kernel(body)
    assert by_text(first) == []
    once = len(looked_at)
    assert by_text(f"{first}.entry m()\n{{\n{body}\n}}\n") == []
    again = [piece for piece in looked_at[2 * once :] if not piece.startswith(".reg")]
    assert again == ["mov.u32 %r0, %x", ""]


def test_pieces_keep_their_places() -> None:
    """Every piece of the plain text stands between the same words in the text as it is."""
    checked = 0
    for text in (path.read_text(encoding="utf-8") for path in MODULES):
        for match in re.finditer(r"^\{\n.*?^\}\n", text, re.DOTALL | re.MULTILINE):
            plain = plain_text(text, match.start() + 1, match.end() - 2)
            for index in range(0, len(plain.pieces) if plain else 0, 7):
                assert plain is not None
                start, end = plain.place(index)
                words = re.sub(r"//.*|/\*.*?\*/|\.loc.*", "", text[start:end]).split()
                mine = plain.pieces[index].removesuffix(plain.mark).split()
                assert [word[:1] for word in mine] == [word[:1] for word in words][: len(mine)]
                checked += 1
    assert checked > 30


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


@pytest.mark.parametrize("seed", range(60))
def test_many_at_once_are_judged_as_one_by_one(seed: int) -> None:
    draw = random.Random(seed)
    lines = [draw.choice(DECLARATIONS if draw.random() < 0.2 else STATEMENTS) for _ in range(60)]
    text = HEAD + "".join(f".entry k{k}()\n{{\n{chr(10).join(lines[20 * k :])}\n}}\n" for k in range(3))
    found = by_text(text)
    assert found is None or found == by_tree(text)


@pytest.mark.parametrize("fault", ["%nowhere", "%tid.x", "add", "0f3F800000"])
def test_text_that_never_repeats(fault: str) -> None:
    from benchmarks.unrepeated import module as unrepeated

    text = unrepeated(30_000, statements=80)
    assert by_text(text) == [] == by_tree(text)
    words = re.findall(r"%[a-z]{6}", text[text.index("ret;") :])
    for place in (5, len(words) // 2, len(words) - 3):
        changed = text.replace(f"{words[place]},", f"{fault},")
        assert by_text(changed) in (None, by_tree(changed))


def test_a_label_of_a_block_hides_a_register_of_a_range() -> None:
    text = """.version 8.0
.target sm_90
.address_size 64
.entry a() { .reg .u32 r<4>; mov.u32 r1, 2; { r2: add.u32 r1, r1, 1; bra r2; } add.u32 r2, r1, 1; bra r3; }
.entry b() { .reg .u32 r<4>; mov.u32 r1, 2; { r3: mov.u32 r3, 1; bra r3; } { L: bra L; } mov.u32 r3, 1; }
"""
    assert [(one.line, one.message) for one in module.check_module(text)] == [
        (4, "r3 is a .u32 register; a branch goes to a label"),
        (5, "operand d takes a register; r3 is a label"),
    ]
