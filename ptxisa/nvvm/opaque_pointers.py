"""Typed pointers of the LLVM 7 dialect, replaced by opaque ones, with which newer LLVM reads a module.

Texts are masked: characters of strings and quoted names are zero bytes, and comments are blank. Places are those of the
user's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from ptxisa.nvvm.lines import VALUE, VARIABLE_PART

NAME = "%\N{MICRO SIGN}"
"""Placeholder of the name of a value: names of LLVM that are not in quotes are ASCII."""
_NUMBER = "\N{MICRO SIGN}" * len(NAME)
PLACEHOLDERS = re.compile(f"{NAME}|{_NUMBER}")
_VARIABLE_PART = re.compile(r"%(?=[,)\r]| =| \]| to |\Z)|(?:(?<=!dbg !)|(?<=metadata !))(?=[,)\r ]|\Z)")
"""Place of a variable part in a shape."""
HEADS = ("@", "%", "define", "declare")
"""Beginnings of the lines of globals, types and functions."""
_DEEPEST = 100
"""Levels of types in types that are replaced; with no limit, time would be quadratic."""


def _nested(opening: str, closing: str, depth: int) -> str:
    """Return a pattern for a bracket with brackets of the same kind in it, to this depth."""
    inner = rf"[^{opening}{closing}]*"
    within = rf"(?:{_nested(opening, closing, depth - 1)}{inner})*" if depth else ""
    return rf"{opening}{inner}{within}{closing}"


_STRUCTURE, _ARRAY = _nested(r"\{", r"\}", 3), _nested(r"\[", r"\]", 3)
_TYPED = re.compile(
    rf"""(?P<pointee>(?: i[0-9]+ | half | bfloat | float | double | fp128 | x86_fp80 | ppc_fp128 | x86_mmx | void
          | metadata | %(?:[-\w$.]+|\0+) | ptr(?:[ ]+addrspace\([0-9]+\))? | {_STRUCTURE} | {_ARRAY} | <[^<>]*>
        )
        (?: [ ]* \((?:[^()]|addrspace\([0-9]+\))*\) )?)
        (?P<pointers>(?:[ ]*(?:addrspace\([0-9]+\))?[ ]*\*)+)""",
    re.VERBOSE,
)
"""A pointer to a type without pointers in it, or a pointer to such a pointer."""
_SIMPLE = re.compile(r"i[1-9][0-9]*|half|float|double|%(?:[-\w$.]+|\0+)|ptr(?:[ ]+addrspace\([0-9]+\))?")


class OpaqueText(NamedTuple):
    """A masked text in which pointers are opaque.

    `masked` is the text with typed pointers. `ends` has the end of each pointer by its start. `pointees` are the types
    that pointers point to, besides names and numbers, each with the place of the first one.

    A module has `lines`: the start and the shape of each line about which there is something to check. Lines of one
    shape differ in names of values only, so that they are read once, and `ends` has only the pointers of the lines of
    globals, functions and types. A module without `lines` is read as a whole.
    """

    text: str
    masked: str
    ends: dict[int, int]
    pointees: dict[str, int]
    lines: Sequence[tuple[int, str]] = ()
    shapes: Mapping[str, LineShape] = MappingProxyType({})


class LineShape(NamedTuple):
    """A line with placeholders for its variable parts, which `parts` finds in a line of the text.

    `template` has `%s` for each variable part of the opaque line. It is empty if a name is part of a type, so that it
    is that of a type.
    """

    line: str
    opaque: OpaqueText
    template: str
    parts: re.Pattern[str]


def opaque_module(text: str, masked: str, shapes: Sequence[str], mask: Callable[[str], str]) -> OpaqueText:
    """Return a module with opaque pointers in place of typed ones.

    Args:
        text: The module.
        masked: The module, masked.
        shapes: The lines without names of values; none if lines cannot be read one by one.
        mask: The function that masks a text.
    """
    written = masked.split("\n")
    lines: list[tuple[int, str]] = []
    known: dict[str, LineShape] = {}
    ends: dict[int, int] = {}
    pointees: dict[str, int] = {}
    start = 0
    for index, shape in enumerate(shapes):
        end = start + len(written[index])
        head = shape.startswith(HEADS)
        if head or "*" in shape or "alloca" in shape or "call" in shape or "extractvalue" in shape:
            lines.append((start, shape))
            first = not head and shape not in known
            if first:
                known[shape] = _shape(shape, VARIABLE_PART.findall(text, start, end + 1), mask)
            line = None if head or first else known[shape]
            if line is not None and line.template:
                parts = line.parts.finditer(text, start, end + 1)
                written[index] = line.template % tuple([masked[slice(*part.span())] for part in parts])
            else:
                opaque = opaque_pointers(written[index])
                written[index] = opaque.text
                for pointee, place in opaque.pointees.items():
                    pointees.setdefault(pointee, start + place)
                if head:
                    ends.update((start + low, start + high) for low, high in opaque.ends.items())
        start = end + 1
    result = "\n".join(written)
    if not shapes or "*" in result:
        return opaque_pointers(masked)  # A type may have several lines.
    return OpaqueText(result, masked, ends, pointees, lines, known)


def _shape(shape: str, example: Sequence[str], mask: Callable[[str], str]) -> LineShape:
    """Return a shape; `example` are the variable parts of one of its lines."""
    line = _VARIABLE_PART.sub(lambda part: NAME if part[0] else _NUMBER, shape)
    opaque = opaque_pointers(mask(line))
    slots = [match.start() for match in PLACEHOLDERS.finditer(line)]
    # Comments are blank.
    kept = all(opaque.text[slot : slot + len(NAME)] in (NAME, _NUMBER, " " * len(NAME)) for slot in slots)
    if not kept or len(slots) != len(example):
        return LineShape(line, opaque, "", VARIABLE_PART)
    bounds = [-len(NAME), *slots, len(line)]
    parts = [opaque.text[low + len(NAME) : high].replace("%", "%%") for low, high in pairwise(bounds)]
    # Most lines have names only, which are found faster.
    return LineShape(line, opaque, "%s".join(parts), VARIABLE_PART if _NUMBER in line else VALUE)


def opaque_pointers(masked: str) -> OpaqueText:
    """Return the text with opaque pointers in place of typed ones: `i32 addrspace(1)*` becomes `ptr addrspace(1) `."""
    if "*" not in masked:
        return OpaqueText(masked, masked, {}, {})
    ends: dict[int, int] = {}
    pointees: dict[str, int] = {}

    replacements: dict[str, str] = {}
    shift = 0

    def opaque(match: re.Match[str]) -> str:
        start, end = match.start() + shift, match.end() + shift
        ends[start] = end
        written = match[0]
        if written not in replacements:
            pointee, pointers = match.groups()
            if not _SIMPLE.fullmatch(pointee):
                inner = opaque_pointers(pointee)
                pointees.setdefault(inner.text, start)
                for each, place in inner.pointees.items():
                    pointees.setdefault(each, start + place)
            # `i32 addrspace(1)**` is a generic pointer to a pointer to global memory.
            pointer = f"ptr {pointers.split('*')[-2].strip()}".strip()
            newlines = written.count("\n")
            replacements[written] = pointer + "\n" * newlines + " " * (end - start - len(pointer) - newlines)
        return replacements[written]

    typed, masked = masked, _TYPED.sub(opaque, masked)
    for _ in range(_DEEPEST):
        # What is left are pointers to pointers and to structures with pointers: only their lines are searched again.
        before, parts = masked, []
        last, star = 0, masked.find("*")
        while star >= 0:
            low, end = masked.rfind("\n", 0, star) + 1, masked.find("\n", star)
            shift, high = low, end if end >= 0 else len(masked)
            parts += [masked[last:low], _TYPED.sub(opaque, masked[low:high])]
            last, star = high, masked.find("*", high)
        shift = 0
        masked = "".join([*parts, masked[last:]])
        if masked == before:
            masked = _TYPED.sub(opaque, masked) if parts else masked  # A type may have several lines.
        if masked == before:
            break
    return OpaqueText(masked, typed, ends, pointees)
