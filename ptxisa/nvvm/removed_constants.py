"""Constant expressions that LLVM 7 has and newer LLVM does not, such as `zext (i16 3 to i32)`.

Newer LLVM has their operations as instructions only. So it reads a value of the same type in place of each expression,
and the expressions themselves as instructions of another module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.nvvm.lexer import balanced

REMOVED = re.compile(
    r"(?<![\w.$%@!-])(?P<operation>(?:[sz]ext|fptrunc|fpext|fpto[us]i|[us]itofp|select|extractvalue|insertvalue"
    r"|fcmp[ ]+[a-z]+|icmp[ ]+[a-z]+|f(?:add|sub|mul|div|rem))[ ]*"
    r"|(?:mul|shl|[us]div|lshr|ashr)(?:[ ]+(?:nuw|nsw|exact))*[ ]*"
    rf"|(?:[us]rem|and|or)[ ]*)\((?P<operands>{balanced(3)}*)\)"
)
"""A constant expression that LLVM 7 has and newer LLVM does not. Instructions have no parentheses."""
_LOCAL = re.compile(r"(?:\b(?:i[0-9]+|half|float|double|ptr)|[)\]}>])[ ]+%")
"""A local value with its type, which constant expressions cannot have."""
_NESTED = re.compile(r"[\[({<][^\[\](){}<>]*[\])}>]")
_INTEGER_RESULT = re.compile(r"[ ]to[ ]+(i[1-9][0-9]*)[ ]*\Z")
_GLOBAL = re.compile(r"@[-\w$.]+")
_TYPE = r"i[1-9][0-9]*|half|bfloat|float|double|<[0-9]+[ ]+x[ ]+[a-z0-9]+>|\[[^\[\]{}]*\]|\{[^\[\]{}]*\}"
_TYPE_BEFORE = re.compile(
    rf"(?:=[ ]+(?:f?add|f?sub|f?mul|[usf]div|[usf]rem|shl|[la]shr|and|or|xor)[ ]+(?:[a-z]+[ ]+)*(?P<operand>{_TYPE})"
    rf"[ ]+[^\s,]+,[ ]*|(?<![\w.$%@!-])(?P<type>{_TYPE})[ ]+)\Z"
)
"""The type of an expression before it: that of the value, or that of an instruction with two operands."""
_CONVERTED = re.compile(rf"[ ]to[ ]+(?P<type>{_TYPE})[ ]*\Z")
_FIRST_TYPE = re.compile(rf"[ ]*(?P<type>{_TYPE})[ ]")
_BEFORE = 200
_AS_WRITTEN = ("select", "extractvalue", "insertvalue")
"""Instructions that repeat the type of each operand."""


class RemovedConstant(NamedTuple):
    """An expression as an instruction, with the place of the expression.

    `reason` says why no instruction has these operands.
    """

    start: int
    instruction: str
    reason: str = ""


def replacement(match: re.Match[str]) -> str:
    """Return a value for an expression that newer LLVM reads: one of the same type if it is as short, or `undef`."""
    if _LOCAL.search(match[0]):
        return match[0]
    result = _INTEGER_RESULT.search(match["operands"])
    value = "undef"
    if result is not None:
        value = f"xor({result[1]} 0,{result[1]} 0)"
    return (value if len(value) <= len(match[0]) else "undef").ljust(len(match[0]))


def removed_constants(masked: str) -> Iterator[RemovedConstant]:
    """Yield the expressions of a masked text with opaque pointers, also those in other expressions."""
    match = REMOVED.search(masked)
    while match is not None:
        operands = REMOVED.sub("undef", match["operands"])
        if not (_LOCAL.search(match[0]) or "%" in operands or "\0" in operands or "\n" in operands):
            constant = _as_instruction(match.start(), " ".join(match["operation"].split()), operands)
            expected = _TYPE_BEFORE.search(masked, max(0, match.start() - _BEFORE), match.start())
            type_ = _type_of(match)
            if expected and type_ and not constant.reason:
                written = "".join((expected["type"] or expected["operand"]).split())
                if written != type_:
                    constant = constant._replace(reason=f"a constant of type {type_[:60]}, not {written[:60]}")
            yield constant
        match = REMOVED.search(masked, match.start() + 1)


def _type_of(match: re.Match[str]) -> str:
    """Return the type of an expression without spaces; empty if unknown."""
    operation, operands = match["operation"].split()[0], match["operands"]
    converted = _CONVERTED.search(operands)
    if converted is not None:
        return "".join(converted["type"].split())
    if operation in ("icmp", "fcmp"):
        return "" if "<" in operands else "i1"
    if operation == "extractvalue":
        return ""
    first = _FIRST_TYPE.match(operands.partition(",")[2] if operation == "select" else operands)
    return "".join(first["type"].split()) if first is not None else ""


def _as_instruction(start: int, operation: str, operands: str) -> RemovedConstant:
    operands = _GLOBAL.sub("null", operands).strip()
    if " to " in operands or operation in _AS_WRITTEN:
        return RemovedConstant(start, f"{operation} {operands}")
    # The instruction has the type of its operands once.
    flat = _NESTED.sub(lambda match: "." * len(match[0]), operands)
    while flat != (flatter := _NESTED.sub(lambda match: "." * len(match[0]), flat)):
        flat = flatter
    comma = flat.find(",")
    first, second = operands[:comma].split(" "), operands[comma + 1 :].strip()
    for length in range(len(first) - 1, 0, -1):
        type_ = " ".join(first[:length])
        if second.startswith(type_ + " "):
            return RemovedConstant(start, f"{operation} {operands[:comma]}, {second[len(type_) + 1 :]}")
    return RemovedConstant(start, "", f"operands of {operation} have different types")
