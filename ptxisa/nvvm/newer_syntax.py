"""Words and flags that are newer than the LLVM of a dialect, which LLVM of today reads.

The verifier parses modules with a recent LLVM. libNVVM reads the older dialect with LLVM 7, and reports these words as
syntax errors; compilers of today write many of them. The record of the dialects lists the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.isa.nvvm import constructs
from ptxisa.nvvm.lexer import ADDRESS_SPACES, whole_word
from ptxisa.nvvm.rules import LLVM_SYNTAX, NEWEST_WORDS, SILENT, broken

_AFTER = r"(?![\w.$\0:-])"
_FLAGS = "(?:fast|nnan|ninf|nsz|arcp|contract|reassoc|afn)"
_FLAGGED = (
    ("trunc", re.compile(r"=[ ]*(trunc[ ]+n[us]w)\b")),
    (
        "getelementptr",
        re.compile(rf"({whole_word('getelementptr')}[ ]+(?:(?:inbounds[ ]+)?nuw|inrange\())"),
    ),
    ("phi", re.compile(rf"=[ ]*(phi[ ]+{_FLAGS})\b")),
    ("select", re.compile(rf"=[ ]*(select[ ]+{_FLAGS})\b")),
    ("fpext", re.compile(rf"=[ ]*(fpext[ ]+{_FLAGS})\b")),
    ("fptrunc", re.compile(rf"=[ ]*(fptrunc[ ]+{_FLAGS})\b")),
    ("errnomem", re.compile(r"[(,][ ]*(errnomem)[ ]*:")),
    ("target_mem", re.compile(r"[(,][ ]*(target_mem[01]?)[ ]*:")),
    ("itofp", re.compile(rf"=[ ]*([su]itofp[ ]+{_FLAGS})\b")),
    ("call", re.compile(rf"({whole_word('call')}[ ]+{_FLAGS}(?:[ ]+{_FLAGS})*)[ ]+[\[{{]")),
    ("atomicrmw", re.compile(rf"({whole_word('atomicrmw')})\b[^\n]*, align\b")),
    ("cmpxchg", re.compile(rf"({whole_word('cmpxchg')})\b[^\n]*, align\b")),
    *((word, re.compile(rf"({whole_word(word)}[ ]*\()")) for word in ("target", "range", "uwtable")),
    ("align(", re.compile(f"({whole_word('align(')})")),
    ("unwind", re.compile(rf"{whole_word('asm')}\b[ a-z]*\b(unwind)\b")),
    ("DW_OP_LLVM_", re.compile(rf"({whole_word('DW_OP_LLVM_')}(?!fragment\b)\w+)")),
)
"""Uses of older words that LLVM 7 does not read, each with a word that begins a search."""
_NEWEST_USES = ("fpext", "fptrunc", "itofp", "errnomem", "target_mem")
"""Words of `_FLAGGED` whose uses are newer than LLVM 18, too."""
FLAGS_OF_INTEGERS = re.compile(rf"(?<=[su]itofp )[ ]*(?:{_FLAGS}[ ]+)+")
"""Flags of a conversion of an integer in LLVM 23."""
_ORDERS = re.compile(rf"{whole_word('cmpxchg')}\b[^\n]*[ ](monotonic|acquire|release|acq_rel)[ ]+(acquire|seq_cst)\b")
OPAQUE_POINTER = re.compile(whole_word("ptr") + _AFTER)
"""A pointer of the modern dialect."""
_HUGE_ALIGNMENT = re.compile(r"align[ ]+([1-9][0-9]{9,})\b")
_WIDE_SPACE = re.compile(r"addrspace\(([0-9]{8,10})\)")
LITERAL = re.compile(r"(?<![\w.$%@!-])(?:f0x[0-9A-Fa-f]+|[-+](?:inf|[qs]?nan)(?:\([^()]*\))?)(?![\w.$-])")
"""Floating-point literals of LLVM 23."""
LITERALS = ("f0x", "-inf", "+inf", "-nan", "+nan", "-qnan", "+qnan", "-snan", "+snan")
"""Words of which a text with such a literal contains one."""
HEXADECIMAL_FRACTION = re.compile(r"0x(?<![\w.$%@!]0x)[0-9A-Fa-f]+\.[0-9A-Fa-f]*p[-+]?[0-9]+(?![\w.$-])")
"""Floating-point literal of LLVM 23 in the notation of C, such as `0x1.8p3`."""


def check_newer_syntax(masked: str, distinct: str, dialect: str) -> Iterator[Diagnostic]:
    """Check that a module has no words that are newer than its dialect.

    Args:
        masked: The module with zero bytes in place of strings, quoted names and comments.
        distinct: Lines of the module, masked in the same way, of which one has each word of the module.
        dialect: The dialect as which libNVVM compiles the module.
    """

    def newer(match: re.Match[str], group: int = 0) -> Diagnostic:
        span, word = Span(*match.span(group)), " ".join(match[group].rstrip("( ").split())
        if dialect == "llvm7":
            message = f"`{word[:40]}` is newer than the LLVM 7 dialect"
            return broken(LLVM_SYNTAX, message, span, code="nvvm-syntax", subject=f"newer {word}")
        message = f"`{word[:40]}` is newer than LLVM 18"
        return broken(NEWEST_WORDS, message, span, code="nvvm-syntax", severity=SILENT, subject=word)

    # A search for a word is ten times faster than for a pattern, and most modules have none of these.
    for word, pattern in _patterns(dialect):
        if word in distinct and pattern.search(distinct):
            yield from (newer(match) for match in pattern.finditer(masked))
    if any(word in distinct for word in LITERALS) and LITERAL.search(distinct):
        yield from (newer(match) for match in LITERAL.finditer(masked))
    if "0x" in distinct and HEXADECIMAL_FRACTION.search(distinct):
        yield from (newer(match) for match in HEXADECIMAL_FRACTION.finditer(masked))
    for word, pattern in _FLAGGED:
        if (dialect == "llvm7" or word in _NEWEST_USES) and word in distinct and pattern.search(distinct):
            yield from (newer(match, 1) for match in pattern.finditer(masked))
    if dialect == "llvm7":
        pointer = OPAQUE_POINTER.search(masked)
        if pointer is not None:
            yield newer(pointer)._replace(hint="write a typed pointer, such as i32*, everywhere or nowhere")
        for match in _HUGE_ALIGNMENT.finditer(masked):
            message = f"alignment {match[1][:30]} is larger than 536870912, the largest one of LLVM 7"
            yield broken(LLVM_SYNTAX, message, Span(*match.span(1)), code="nvvm-syntax", subject="huge alignment")
        for match in _WIDE_SPACE.finditer(masked) if _WIDE_SPACE.search(distinct) else ():
            if ADDRESS_SPACES <= int(match[1]) < 1 << 32:
                message = f"address space {match[1]} is larger than {ADDRESS_SPACES - 1}; LLVM keeps 24 bits"
                yield broken(
                    LLVM_SYNTAX, message, Span(*match.span(1)), code="nvvm-syntax", subject="wide address space"
                )
    if dialect == "llvm7" and "cmpxchg" in distinct:
        for match in _ORDERS.finditer(masked):
            if match[2] == "seq_cst" or match[1] == "monotonic":
                message = f"failure order {match[2]} is stronger than success order {match[1]}"
                yield broken(LLVM_SYNTAX, message, Span(*match.span(2)), code="nvvm-syntax", subject="cmpxchg orders")


@cache
def _patterns(dialect: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the words that are newer than a dialect, with their patterns."""
    rule = "older-words" if dialect == "llvm7" else "newest-words"
    words = constructs()["nvvm-dialects"].rules[rule].about
    # `!DIAssignID(…)` is a node, but `!DIAssignID !5` is metadata of any kind.
    return [
        (word, re.compile(whole_word(word) + _AFTER + (r"(?=[ ]*\()" if word.startswith("!") else "")))
        for word in words
    ]
