"""The Pygments lexer `ptx-isa`: PTX with the mnemonics, types, modifiers and registers of the records.

A misspelled modifier looks different from a modifier of a record.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

# No word may run on: `.f16` is not the start of `.f16x2`, nor `.L2` of `.L2::128B`.
_END = r"(?![A-Za-z0-9_:])"
_NUMBERS = [
    (r"0[fFdD][0-9A-Fa-f]+\b", Number.Float),
    (r"[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?", Number.Float),
    (r"0[xX][0-9A-Fa-f]+U?\b", Number.Hex),
    (r"0[bB][01]+U?\b", Number.Bin),
    (r"[0-9]+U?\b", Number.Integer),
]


def rules(
    mnemonics: Iterable[str], types: Iterable[str], modifiers: Iterable[str], registers: Iterable[str]
) -> list[tuple[Any, Any]]:
    """Return the rules of a lexer for these names."""
    # The first rule that matches decides: labels before names, types and known modifiers before other words.
    return [
        (r"\s+", Whitespace),
        (r"//[^\n]*", Comment.Single),
        (r"/\*[\s\S]*?\*/", Comment.Multiline),
        (r'"[^"\n]*"', String),
        (r"@!?%?[A-Za-z_$][\w$]*", Name.Label),
        (r"[A-Za-z_$][\w$]*(?=\s*:(?!:))", Name.Label),
        *_listed(types, Keyword.Type, prefix=r"\.", suffix=_END),
        *_listed(set(modifiers) - set(types), Name.Decorator, prefix=r"\.", suffix=_END),
        (r"\.[A-Za-z_][\w:]*", Keyword),
        *_NUMBERS,
        *_listed(mnemonics, Name.Function, prefix=r"\b", suffix=r"(?=[.\s;])"),
        *_listed(registers, Name.Builtin, suffix=r"(?:\.[xyzw])?(?![\w$])"),
        (r"%[A-Za-z_$][\w$]*(?:\.[xyzw])?", Name.Variable),
        (r"[A-Za-z_$][\w$]*", Name),
        (r"[-+*/&|^~!<>=?]", Operator),
        (r"[][{}(),;:]", Punctuation),
        (r".", Text),
    ]


def _listed(names: Iterable[str], token: Any, **around: str) -> list[tuple[Any, Any]]:
    """Return the rule for names; none if there are no names, since an empty pattern matches everywhere."""
    listed = sorted(names)
    return [(words(listed, **around), token)] if listed else []


class PtxLexer(RegexLexer):
    """PTX, with the names of the installed package, which are read with the first text."""

    name = "PTX ISA"
    url = "https://docs.nvidia.com/cuda/parallel-thread-execution/"
    aliases: ClassVar = ["ptx-isa"]
    filenames: ClassVar = ["*.ptx"]
    mimetypes: ClassVar = ["text/x-ptx"]
    tokens: ClassVar[dict[str, Any]] = {}

    @classmethod
    def get_tokendefs(cls) -> dict[str, Any]:
        """Return the rules, made from the generated tables."""
        from ptxisa._generated.language import SPECIAL_REGISTERS
        from ptxisa._generated.tables import MNEMONICS, TYPES, UNRECORDED
        from ptxisa.query.database import database

        modifiers = (value for (value,) in database().sql("SELECT DISTINCT value FROM modifier"))
        return {"root": rules({*MNEMONICS, *UNRECORDED}, TYPES, modifiers, SPECIAL_REGISTERS)}
