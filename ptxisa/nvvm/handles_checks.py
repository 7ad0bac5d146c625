"""Uses that texture variables and functions cannot have: accesses of memory, and other operands of instructions."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.nvvm.annotations import Property
from ptxisa.nvvm.found import Breach
from ptxisa.nvvm.instructions import called
from ptxisa.nvvm.lexer import name
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Statement

_HINT = "get its handle with @llvm.nvvm.texsurf.handle"


def breaches(module: Module) -> Iterator[Breach]:
    """Instructions of each function body."""
    handles = {
        one.entity for one in module.annotations if isinstance(one, Property) and one.name in ("texture", "surface")
    }
    functions = {one.name for one in module.functions}
    for one in module.of("define"):
        for each in one.body:
            if each.kind in ("load", "store"):
                _, *operands = (*module.text.pieces(each.low, each.high), (each.low, each.high))
                _, end = operands[0]
                yield from _access(module, end - 1, handles, functions)
            elif handles:
                yield from _operands(module, each, handles)


def _access(module: Module, index: int, handles: set[str], functions: set[str]) -> Iterator[Breach]:
    token = module.text.tokens[index]
    if token.kind != "global":
        return
    label, span = name(token), module.text.span(index, index + 1)
    if label in handles:
        message = f"@{label[:40]} is a texture or surface; it has no value in memory"
        yield Breach("nvvm-texture-variables/no-access", message, span, _HINT)
    elif label in functions:
        message = f"@{label[:40]} is a function; nothing can be loaded or stored there"
        yield Breach("nvvm-memory-instructions/no-access-of-code", message, span)


def _operands(module: Module, one: Statement, handles: set[str]) -> Iterator[Breach]:
    """A texture or surface is an operand of intrinsics, and of no other instruction."""
    places = [
        index
        for index in range(one.low, one.high)
        if module.text.tokens[index].kind == "global" and name(module.text.tokens[index]) in handles
    ]
    call = called(module.text, one) if places and one.kind == "call" else None
    if places and not (call and call.name.startswith("llvm.")):
        message = "a texture or surface is an operand of intrinsics alone"
        at = places[0]
        span = module.text.span(at, at + 1)
        yield Breach("nvvm-texture-variables/texture-uses", message, span, _HINT)
