"""Pygments lexers: PTX with the mnemonics, types and modifiers of the records, and the pseudo-code of semantics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from generator.backends.language import special_registers
from generator.backends.tables import unrecorded
from generator.records.isa import Isa

# No word may run on: `.f16` is not the start of `.f16x2`, nor `.L2` of `.L2::128B`.
_END = r"(?![A-Za-z0-9_:])"
_PTX_NUMBERS = [
    (r"0[fFdD][0-9A-Fa-f]+\b", Number.Float),
    (r"[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?", Number.Float),
    (r"0[xX][0-9A-Fa-f]+U?\b", Number.Hex),
    (r"0[bB][01]+U?\b", Number.Bin),
    (r"[0-9]+U?\b", Number.Integer),
]


def ptx_lexer(isa: Isa) -> type[RegexLexer]:
    """A lexer for `ptx` code blocks that knows the names of these records."""
    mnemonics = {*unrecorded(isa), *(instruction.mnemonic for instruction in isa.instructions)}
    modifiers = {value.value for group in isa.modifiers.values() for value in group} - set(isa.types)
    root = [
        (r"\s+", Whitespace),
        (r"//[^\n]*", Comment.Single),
        (r"/\*[\s\S]*?\*/", Comment.Multiline),
        (r'"[^"\n]*"', String),
        (r"@!?%?[A-Za-z_$][\w$]*", Name.Label),
        (r"[A-Za-z_$][\w$]*(?=\s*:(?!:))", Name.Label),
        *_dotted(isa.types, Keyword.Type),
        *_dotted(modifiers, Name.Decorator),
        (r"\.[A-Za-z_][\w:]*", Keyword),
        *_PTX_NUMBERS,
        (words(sorted(mnemonics), prefix=r"\b", suffix=r"(?=[.\s;])"), Name.Function),
        *_registers(isa),
        (r"%[A-Za-z_$][\w$]*(?:\.[xyzw])?", Name.Variable),
        (r"[A-Za-z_$][\w$]*", Name),
        (r"[-+*/&|^~!<>=?]", Operator),
        (r"[][{}(),;:]", Punctuation),
        (r".", Text),
    ]
    members: dict[str, Any] = {"name": "PTX", "aliases": ["ptx"], "filenames": ["*.ptx"], "tokens": {"root": root}}
    return type("PtxLexer", (RegexLexer,), members)


def _registers(isa: Isa) -> list[tuple[Any, Any]]:
    """A rule for the special registers, with the selectors of their elements."""
    names = sorted(name for name, _ in special_registers(isa))
    return [(words(names, suffix=r"(?:\.[xyzw])?(?![\w$])"), Name.Builtin)] if names else []


def _dotted(names: Iterable[str], token: Any) -> list[tuple[Any, Any]]:
    """A rule for the names after a dot; none where there are no names, which would match everywhere."""
    listed = sorted(names)
    return [(words(listed, prefix=r"\.", suffix=_END), token)] if listed else []


class SemanticsLexer(RegexLexer):
    """Pseudo-code of the semantics language; it takes any text, since code that it cannot read is still shown."""

    name = "PTX semantics"
    aliases: ClassVar = ["ptx-semantics"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (words(("if", "elif", "else", "for", "in", "and", "or", "not"), r"\b", r"\b"), Keyword),
            (r"[A-Za-z_]\w*(?=\()", Name.Function),
            (r"(?<!\w)\.[A-Za-z_]\w*", Name.Decorator),
            (r"0[xX][0-9A-Fa-f]+|[0-9]+", Number),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/&|^~!<>=←×≠≤≥∈∉]", Operator),
            (r"[][{}(),;:.]", Punctuation),
            (r".", Text),
        ]
    }
