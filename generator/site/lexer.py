"""Pygments lexers: PTX with the mnemonics, types and modifiers of the records, and the pseudo-code of semantics."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from generator.backends.language import special_registers
from generator.backends.tables import unrecorded
from generator.records.isa import Isa
from ptxisa.sphinx.lexer import rules


def ptx_lexer(isa: Isa) -> type[RegexLexer]:
    """Return a lexer for `ptx` code blocks with the names of these records."""
    mnemonics = {*unrecorded(isa), *(instruction.mnemonic for instruction in isa.instructions)}
    modifiers = (value.value for group in isa.modifiers.values() for value in group)
    root = rules(mnemonics, isa.types, modifiers, (name for name, _ in special_registers(isa)))
    members: dict[str, Any] = {"name": "PTX", "aliases": ["ptx"], "filenames": ["*.ptx"], "tokens": {"root": root}}
    return type("PtxLexer", (RegexLexer,), members)


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
