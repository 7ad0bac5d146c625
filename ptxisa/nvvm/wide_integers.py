"""Checks of integers of unusual widths, for which libNVVM cannot generate some code.

The specification has integers of any width. LLVM divides those that PTX does not have into parts, or calls functions of
a library that libNVVM does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.nvvm.intrinsics import in_llvm7
from ptxisa.nvvm.lines import UNUSUAL_WIDTH
from ptxisa.nvvm.module import DISCARDABLE, IrFunction, IrType, NvvmModule, opcode_at
from ptxisa.nvvm.reader import IrStatement
from ptxisa.nvvm.rules import SILENT, broken, quoted, type_text

_UNUSUAL = re.compile(UNUSUAL_WIDTH, re.ASCII)
_FLAGS = ("nneg", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "reassoc", "afn")
_DEEPEST = 20
"""Levels of named types in types."""
_SORTS = ("odd", "wide", "wide element", "wider", "split element", "split")
"""Sorts of types that have such integers, from the one that the fewest releases reject."""


def check_wide_integers(module: NvvmModule) -> Iterator[Diagnostic]:
    """Check parameters, results and conversions for widths of integers that libNVVM cannot compile there."""
    if _UNUSUAL.search(module.text.distinct) is None:
        return
    for function in module.functions:
        if function.statement.kind == "define" and module.linkage(function.statement) not in DISCARDABLE:
            yield from _check_passed(module, function)
    for instruction in module.instructions:
        if instruction.kind in ("sitofp", "uitofp", "fptosi", "fptoui"):
            yield from _check_conversion(module, instruction)
    for call in module.calls.values():
        callee = module.functions_by_name.get(call.name)
        # A function with a body may be inlined.
        external = module.compiled_as == "llvm7" and not in_llvm7(call.name)
        if callee is None or callee.statement.kind == "define" or (call.name.startswith("llvm.") and not external):
            continue
        for place, type_ in (("call", callee.returns), *(("argument", argument.type) for argument in call.arguments)):
            sort = _sort_of(module, type_)
            if sort:
                message = f"{place} with a value of type {quoted(type_text(''.join(type_)))}"
                yield broken(
                    "nvvm-types/passed-width",
                    message,
                    module.text.tokens[call.at],
                    severity=SILENT,
                    subject=f"{place} {sort}",
                )


def _check_passed(module: NvvmModule, function: IrFunction) -> Iterator[Diagnostic]:
    rule, text = "nvvm-types/passed-width", module.text
    sort = _sort_of(module, function.returns)
    if sort:
        message = f"result of type {quoted(type_text(''.join(function.returns)))}"
        span = text.span(function.result, function.at)
        yield broken(rule, message, span, severity=SILENT, subject=f"result {sort}")
    unnamed = 0
    for parameter in function.parameters:
        name = text.tokens[parameter.high - 1].text
        if text.tokens[parameter.high - 1].kind != "local":
            name = f"%{unnamed}"
            unnamed += 1
        sort = _sort_of(module, parameter.type)
        if sort and _is_used(module, function, name):
            place = "kernel parameter" if function.name in module.kernels else "parameter"
            message = f"parameter of type {quoted(type_text(''.join(parameter.type)))}"
            span = text.span(parameter.low - len(parameter.type), parameter.high)
            yield broken(rule, message, span, severity=SILENT, subject=f"{place} {sort}")


def _is_used(module: NvvmModule, function: IrFunction, name: str) -> bool:
    """Return True if an instruction that LLVM does not remove has this parameter as an operand."""
    text = module.whole.text
    return any(
        name in text.texts(instruction.low, instruction.high)
        and text.tokens[instruction.low].start not in module.unused
        for instruction in module.whole.functions_by_name[function.name].statement.body
    )


def _check_conversion(module: NvvmModule, instruction: IrStatement) -> Iterator[Diagnostic]:
    text, at = module.text, opcode_at(module.text, instruction)
    type_at = at + 1
    while text.word(type_at, *_FLAGS):
        type_at += 1
    to = text.find(at, instruction.high, "to")
    if to is None or text.tokens[to - 1].kind != "local":
        return
    source, result = text.type_at(type_at), text.type_at(to + 1)
    integer, other = (source, result) if instruction.kind.endswith("fp") else (result, source)
    sort = _sort_of(module, integer)
    if integer == ("i128",) and other not in (("float",), ("double",)):
        sort = "wide"
    if result and sort not in ("", "odd") and text.tokens[instruction.low].start not in module.unused:
        message = f"conversion of {quoted(' '.join(source))} to {quoted(' '.join(result))}"
        span = text.span(at, instruction.high)
        subject = f"{instruction.kind} {sort}"
        yield broken("nvvm-types/converted-width", message, span, severity=SILENT, subject=subject)


def _sort_of(module: NvvmModule, type_: IrType, outer: frozenset[str] = frozenset()) -> str:
    """Return which of `_SORTS` a type is; empty for a type that every release can pass.

    "wide" integers have 65 to 127 bits, "wider" ones more than 128; "split" ones have one bit more than parts of 128
    bits. A "wide element" is in a structure, an array or a vector; i128 is one in a vector. A "split element" is in a
    vector of two or more.
    """
    if type_[-1:] == ("*",):
        return ""
    found = {""}
    for index, word in enumerate(type_):
        if type_[index + 1 : index + 2] in (("*",), ("addrspace",)):
            continue
        if word in module.types and word not in outer and len(outer) < _DEEPEST:
            sort = _sort_of(module, module.types[word], outer | {word})
            found.add("wide element" if sort == "wide" else sort)
        digits = word[1:] if word[:1] == "i" else ""
        if not (digits.isdecimal() and len(digits) <= 7):
            continue
        width = int(digits)
        in_vector = index >= 3 and type_[index - 3] == "<" and type_[index - 1] == "x"
        if width > 128:
            split = "split element" if in_vector and type_[index - 2] != "1" else "split"
            found.add(split if width % 128 == 1 else "wider")
        elif 64 < width < 128 or (width == 128 and in_vector):
            found.add("wide" if len(type_) == 1 else "wide element")
        elif 16 < width < 64 and width != 32:
            found.add("odd")
    return max(found, key=lambda sort: _SORTS.index(sort) if sort else -1)
