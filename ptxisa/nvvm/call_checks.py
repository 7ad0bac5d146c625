"""Calls of intrinsics: known ones, with their types, where compute target and dialect have them."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa.targets import admits
from ptxisa.nvvm import called_intrinsics as intrinsics
from ptxisa.nvvm.found import SILENT, Breach, compute
from ptxisa.nvvm.instructions import Call, called
from ptxisa.nvvm.module import Module

PREFIX = "llvm."
_CODE = "nvvm-intrinsic"


def breaches(module: Module) -> Iterator[Breach]:
    """What declarations and calls of intrinsics break."""
    for function in module.functions:
        if function.name.startswith(PREFIX) and function.statement.kind == "declare":
            yield from intrinsics.signature(module.text, function, module.types, module.dialect)
    for one in module.of("define"):
        for each in one.body:
            if each.kind in ("call", "invoke"):
                call = called(module.text, each)
                if call is not None and call.name.startswith(PREFIX):
                    yield from _call(module, call)


def _call(module: Module, call: Call) -> Iterator[Breach]:
    found = intrinsics.recorded(call.name)
    span = module.text.span(call.at, call.at + 1)
    if isinstance(found, str):
        hint = found.partition("; ")[2]
        message = f"{call.name[:80]} is not supported"
        yield Breach("nvvm-intrinsics/others", message, span, hint, _CODE, subject=call.name)
        return
    if found.support == "unsupported" or found.until:
        yield Breach(f"{found.family}/{found.member}", f"{call.name} is not supported", span, found.obsolete, _CODE)
    elif module.dialect not in found.dialects:
        message = f"{call.name} is only in the {found.dialects[0]} dialect"
        yield Breach(f"{found.family}/{found.member}", message, span, "", _CODE, subject=module.compiled_as)
    elif found.target and module.target and not admits(found.target, module.target):
        message = f"{call.name} needs {compute(found.target)}"
        yield Breach(f"{found.family}/{found.member}", message, span, "", "nvvm-target")
    else:
        message = f"{call.name} in the {module.dialect} dialect"
        yield Breach(f"{found.family}/{found.member}", message, span, "", _CODE, SILENT, module.compiled_as)
    yield from intrinsics.operands(module.text, call, module.target)
