"""Numbers of unnamed values, as LLVM 7 reads them and newer LLVM does not.

LLVM 7 counts parameters, blocks and results without a name from 0 in each function, and requires that each number that
is written is the next one. Newer LLVM allows gaps, numbers of parameters (`i32 %0`), and numbers as labels (`5:`).
Compilers of today write these, and libNVVM reports them as errors for targets before compute_100.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.lexer import between_commas, closing_bracket
from ptxisa.nvvm.rules import broken

_RULE = "nvvm-dialects/llvm-subset"
_NAME = r"(?:[-\w$.]+|\0+)"
_NUMBERED = re.compile(r"[%@][0-9]+\b|^[0-9]+:", re.MULTILINE)
_GLOBAL = re.compile(r"^(?:@|(?:define|declare)\b[^@\n]*@)(?P<number>[0-9]{1,9})(?=[ ]*[=(])", re.MULTILINE)
_HEAD = re.compile(rf"^(?P<kind>define|declare)\b[^@\n]*@{_NAME}[ ]*\(", re.MULTILINE)
_BRANCH = re.compile(r"label[ ]+%([0-9]+)\b")
_LINE = re.compile(
    rf"""^[ \t]*(?:
        %(?P<number>[0-9]{{1,9}})[ ]*=[ ]*(?P<invoked>invoke\b)?
      | (?P<label>{_NAME}):
      | (?P<terminator>br|ret|switch|unreachable|indirectbr|resume|invoke)\b
      | (?P<unused>(?:(?:tail|musttail|notail)[ ]+)?call\b(?![^@%\n]*\bvoid\b) | (?:load|atomicrmw|cmpxchg|add|sub)\b)
      | (?P<other>%|store\b|fence\b|(?:(?:tail|musttail|notail)[ ]+)?call\b)
      | (?P<end>\}})
    )""",
    re.VERBOSE | re.MULTILINE,
)
"""Beginning of an instruction, a label, or the end of a function."""


def check_unnamed_values(masked: str) -> Iterator[Diagnostic]:
    """Check the numbers of globals, parameters, labels and results.

    Args:
        masked: The module with opaque pointers and with zero bytes in place of strings, quoted names and comments.
    """
    if _NUMBERED.search(masked) is None:
        return
    for expected, match in enumerate(_GLOBAL.finditer(masked)):
        if int(match["number"]) != expected:
            message = f"the next number of a global identifier is @{expected}"
            yield broken(_RULE, message, Span(*match.span("number")), code="nvvm-syntax")
            break
    for head in _HEAD.finditer(masked):
        unnamed = 0
        end = closing_bracket(masked, head.end() - 1, len(masked)) - 1
        for low, high in between_commas(masked, head.end(), end):
            name = re.search(rf"%({_NAME})\Z", masked[low:high])
            if name is None or masked[low:high] == name[0]:  # `%type` is a type, not a name.
                unnamed += masked[low:high] != "..."
            elif name[1].isdecimal():
                span = Span(low + name.start(), low + name.start() + len(name[1]) + 1)
                message = f"parameter {name[0]}: a parameter without a name has no number in the LLVM 7 dialect"
                yield broken(_RULE, message, span, "write its type only", code="nvvm-syntax")
                unnamed += 1
        if head["kind"] == "define":
            yield from _check_body(masked, end, unnamed)


def _check_body(masked: str, start: int, expected: int) -> Iterator[Diagnostic]:
    """Check the numbers in the body of a function, whose parameters have the numbers before `expected`."""
    # The instruction after a terminator begins a block; without a label, the block has a number, also the first one.
    begins = True
    branches: set[str] | None = None
    for line in _LINE.finditer(masked, start):
        kind = line.lastgroup or ""
        if kind == "end":
            return
        if kind == "label":
            if line["label"].isdecimal() and branches is None:
                branches = set(_BRANCH.findall(masked, start, masked.find("\n}", start)))
            if branches and line["label"] in branches:
                message = f"label {line['label'][:20]}: a block without a name has no label in the LLVM 7 dialect"
                hint = "write the number as a comment, or name the block"
                yield broken(_RULE, message, Span(*line.span("label")), hint, code="nvvm-syntax")
                return
            begins = False
            continue
        expected += begins
        begins = kind in ("terminator", "invoked")
        if line["number"]:
            if int(line["number"]) > expected:
                message = f"the next number in the function is %{expected}, not %{line['number']}"
                yield broken(_RULE, message, Span(*line.span("number")), code="nvvm-syntax")
                return
            expected = int(line["number"]) + 1
        expected += kind == "unused"
