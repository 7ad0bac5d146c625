"""Lines that need no tokens: plain instructions, and lines that repeat another line.

No rule of NVVM IR is about a plain instruction such as `%5 = add i32 %3, %4`, nor about most debug metadata. They are
half of what compilers write. Calls and others are often repeated: the same opcode, types, attributes, functions and
constants, and other names of values. Rules are about neither these names nor places in the source, so that only the
first such line in a function is read and checked; its diagnostics are copied to the others. LLVM's verifier, which
checks values, reads every line.

    needed = without_plain_lines(text, fold=True)
    diagnostics += copies(diagnostics, needed.repeated, text)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Span
from ptxisa.nvvm.lexer import tokens

UNUSUAL_WIDTH = r"\bi(?<![.$%@!-]i)(?!(?:[1-9]|1[0-6]|32|64)\b)[1-9][0-9]{0,6}\b(?![.:$-])"
"""A type of integers that some code cannot have. Layouts of data have the names of all types with a colon."""
_RESERVED = r'(?!"?(?:nvvm|llvm)\.)'
"""Names with a reserved prefix break a rule."""
VALUE = re.compile(
    rf"""%(?<=[^{{<]\ %)(?<!load\ %)(?<!alloca\ %)(?<!getelementptr\ %)(?<!inbounds\ %){_RESERVED}
    (?:[-\w$.]+|"[^"\n]*")(?=[,)\r\n]|\ =|\ \]|\ to\ )""",
    re.ASCII | re.VERBOSE,
)
"""Name of a value, also of a type in the list of a structure.

The pattern begins with its character, for which Python searches several times faster than for a condition.
"""
_PLACES = (re.compile("!dbg ![0-9]+"), "!dbg !"), (re.compile("metadata ![0-9]+"), "metadata !")
"""Numbers of debug metadata, which are places in the source and variables, with the text without numbers."""
VARIABLE_PART = re.compile(rf"{VALUE.pattern} | (?:(?<=!dbg\ !)|(?<=metadata\ !))[0-9]+", re.ASCII | re.VERBOSE)
"""Names and numbers by which lines of one shape differ."""
_BARE = tuple(
    re.compile(rf"{start}(?={end})")
    for start, end in (
        ("%", r"[,)\r\n]| =| \]| to |\Z"),
        ("!dbg !", r"[,)\r\n ]|\Z"),
        ("metadata !", r"[,)\r\n ]|\Z"),
    )
)
"""Variable parts without a name or number, which a shape has as well."""
_RESULT = rf'%{_RESERVED}(?:[-\w$.]*|"[^"]*")\ =\ '
_OPERANDS = r'[-\w$.%,*\ ]|%"[^"]*"'
_NESTED = rf"\[(?:{_OPERANDS})*\]|\{{(?:{_OPERANDS})*\}}"
_PLAIN = re.compile(
    rf"""[ \t]+ (?: {_RESULT}(?:
            add|sub|mul|[us]div|[us]rem|shl|[la]shr|and|or|xor|f(?:add|sub|mul|div|rem|cmp)|icmp|select|phi|trunc
          | [sz]ext|fptrunc|fpext|fpto[us]i|[us]itofp|getelementptr|load|extractvalue|insertvalue|extractelement
          | insertelement|shufflevector|ptrtoint|inttoptr
        ) | store | br | ret ) [ ]
    (?:{_OPERANDS}|<[-\w\ ]*>|\((?:{_OPERANDS})*\)|\[(?:{_OPERANDS}|{_NESTED})*\]|\{{(?:{_OPERANDS}|{_NESTED})*\}})+
    (?<!,) (?:,\ !(?!callalign|pragma)[a-z.]+\ ![0-9]*)* \r?""",
    re.VERBOSE | re.ASCII,
)
"""A plain instruction: its types and operands have at most two levels of brackets."""
_PART = re.compile(
    r"\b(?:half|bfloat|fp128|x86_|ppc_fp128|token|atomic|addrspacecast|bitcast|asm)|addrspace\((?![01345]\))", re.ASCII
)
"""Part of an instruction that rules are about."""
_PLAIN_METADATA = re.compile(r"![0-9]+ = (?:distinct )?!DI(?!CompileUnit)[A-Za-z]+\(.*\)", re.ASCII)
_REPEATABLE = re.compile(
    rf"[ \t]+(?:{_RESULT}(?:(?:tail|musttail|notail)\ )?[a-z]+\ |(?:(?:tail|musttail|notail)\ )?(?:call|store)\ )",
    re.ASCII | re.VERBOSE,
)
_UNUSUAL_CONVERSION = re.compile(rf"\ (?:[su]itofp|fpto[su]i)\ .*{UNUSUAL_WIDTH}", re.ASCII | re.VERBOSE)
_ALWAYS_READ = re.compile(r"texsurf\.handle|nvvm\.shfl\.(?!sync)|addrspace\(101\)|(?:landingpad|invoke|switch) ")
"""Instructions of which rules check the metadata or the values, and instructions of several lines."""
_NEXT = re.compile(
    r'[ \t]*(?:\}|%(?:[-\w$.]*|"[^"]*") = |(?:[-\w$.]+|"[^"]*"):|(?:store|br|ret|call|tail|switch|unreachable)\b)',
    re.ASCII,
)
"""Beginning of a line with another instruction, which ends that of the line before."""
_LONG = 1000
"""Characters of a line of a variable whose numbers are not read."""
_NUMBERS = re.compile(
    r"(?<=[\[ ])(?:(?:i(?:16|32|64) -?[0-9]+|(?:float|double) [-+.0-9a-fA-Fx]+|[a-z0-9]{1,9}\*? null), )+"
)
"""Elements of an array before its last one, which no rule is about; strings may be written as numbers of i8."""
_READ, _SKIP, _REPEAT = range(3)


class RepeatedLine(NamedTuple):
    """The place of a line that is checked, and the places of the lines that repeat it."""

    start: int
    end: int
    copies: list[tuple[int, int]]


class NeededLines(NamedTuple):
    """The lines of a text that are read.

    Attributes:
        text: The text in which plain lines, and lines that repeat another one, are blank, with the same places.
        repeated: Lines that repeat another one, in the order of the text.
        shapes: The lines without names of values and numbers of debug metadata, and unchanged where strings have what
            looks like a name; none if strings or comments may have several lines.
        distinct: Each different line of the text once, without names of values. A pattern that is not about these
            names, and that matches in one line, matches in this text if it does in the whole one, which is ten times
            as long.
    """

    text: str
    repeated: list[RepeatedLine]
    shapes: list[str]
    distinct: str


def without_plain_lines(text: str, *, fold: bool = False) -> NeededLines:
    """Return a text without its plain lines, and with `fold` without lines that repeat another one."""
    if any(pattern.search(text) for pattern in _BARE):
        return NeededLines(text, [], [], text)
    # Three searches of the whole text are faster than one for each line.
    shaped = text
    for pattern, place in _PLACES:
        shaped = pattern.sub(place, shaped)
    shapes = VALUE.sub("%", shaped).split("\n")
    distinct = dict.fromkeys(shapes)
    if "/*" in text or any(shape.count('"') % 2 for shape in distinct):
        # A comment or a string of several lines may contain what looks like an instruction.
        return NeededLines(text, [], [], text)
    lines = text.split("\n")
    # In a string, what looks like a name may be the end of the string.
    quoted = {shape for shape in distinct if "%" in shape and any("%" in piece for piece in shape.split('"')[1::2])}
    if quoted:
        shapes = [line if shape in quoted else shape for line, shape in zip(lines, shapes, strict=True)]
        distinct = dict.fromkeys(shapes)
    uses = {shape: _use(shape) for shape in distinct}
    following: dict[str, bool] = {}
    first: dict[str, RepeatedLine] = {}
    repeated: list[RepeatedLine] = []
    start, before = 0, ""
    for index, shape in enumerate(shapes[:-1]):
        end = start + len(lines[index])
        use = uses[shape]
        if use:
            # Compilers write an empty line before a block.
            after = shapes[index + 1] or shapes[min(index + 2, len(shapes) - 1)]
            ends = following.get(after)
            if ends is None:
                ends = following[after] = _NEXT.match(after) is not None
            if not (ends or shape.startswith("!")) or before.endswith((",", "=", "(")):
                pass
            elif use == _SKIP:
                lines[index] = " " * (end - start)
            elif fold:
                line = first.setdefault(shape, RepeatedLine(start, end, []))
                if line.start != start:
                    if not line.copies:
                        repeated.append(line)
                    line.copies.append((start, end))
                    lines[index] = " " * (end - start)
        elif shape.startswith("define"):
            # The functions to which a function refers decide which definitions the module needs.
            first.clear()
        elif shape.startswith("@") and end - start > _LONG:
            lines[index] = _NUMBERS.sub(lambda match: " " * len(match[0]), lines[index])
        start, before = end + 1, shape
    return NeededLines("\n".join(lines), sorted(repeated), shapes, "\n".join(distinct))


def _use(shape: str) -> int:
    """Return whether a line of this shape is read, skipped, or read once."""
    if shape.startswith("!"):
        return _SKIP if _PLAIN_METADATA.fullmatch(shape) else _READ
    if not shape.startswith((" ", "\t")) or _UNUSUAL_CONVERSION.search(shape):
        return _READ
    if _PLAIN.fullmatch(shape) and not _PART.search(shape):
        return _SKIP
    pieces = shape.split('"')
    if any(";" in piece for piece in pieces[::2]) or any("%" in piece for piece in pieces[1::2]):
        return _READ
    depth = 0
    for symbol in re.findall("[{}%]", shape):
        depth += (symbol == "{") - (symbol == "}")
        if symbol == "%" and depth > 0:
            return _READ  # It may be the name of a type, which is compared with that of a parameter.
    return _REPEAT if _REPEATABLE.match(shape) and not _ALWAYS_READ.search(shape) else _READ


def copies(diagnostics: Iterable[Diagnostic], repeated: Sequence[RepeatedLine], text: str) -> Iterator[Diagnostic]:
    """Yield the diagnostics of lines that were not checked, at the tokens that those of the checked line are about.

    Args:
        diagnostics: Diagnostics of the text without repeated lines.
        repeated: Repeated lines, in the order of the text.
        text: The text with repeated lines.
    """
    starts = [line.start for line in repeated]
    bounds: dict[int, tuple[list[int], list[int]]] = {}

    def bounds_of(start: int, end: int) -> tuple[list[int], list[int]]:
        """Return the starts and the ends of the tokens of a line, relative to the line."""
        if start not in bounds:
            read = tokens(text[start:end])
            bounds[start] = [token.start for token in read], [token.end for token in read]
        return bounds[start]

    for diagnostic in diagnostics:
        index = bisect_right(starts, diagnostic.span.start) - 1
        if index < 0 or diagnostic.span.start >= repeated[index].end:
            continue
        line = repeated[index]
        lows, highs = bounds_of(line.start, line.end)
        low = lows.index(diagnostic.span.start - line.start)
        high = highs.index(diagnostic.span.end - line.start)
        for start, end in line.copies:
            lows, highs = bounds_of(start, end)
            yield diagnostic.at(Span(start + lows[low], start + highs[high]))
