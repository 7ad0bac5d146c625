"""What the specification says of metadata: the version of NVVM IR, module flags, and what debugging needs."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.nvvm.found import Breach
from ptxisa.nvvm.metadata import Node
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Statement

VERSION = (2, 0)
DEBUG = (3, 1)
"""The versions of NVVM IR and of its debug metadata that the records are about."""
_NEWEST_DEBUG = (3, 2)
_CURRENT = "nvvm-named-metadata/current-version"
_FLAGS = "nvvm-metadata-nodes/llvm.module.flags"
_BEHAVIORS = range(1, 9)
_REQUIRE = 3
_DEBUG_FLAG = "Debug Info Version"


def breaches(module: Module) -> Iterator[Breach]:
    """What the metadata of a module breaks."""
    yield from _version(module)
    yield from _flags(module)
    yield from _debug(module)
    yield from _alignments(module)


def _alignments(module: Module) -> Iterator[Breach]:
    """`!callalign` of a call: i32 values in ascending order."""
    for one in module.of("define"):
        for each in one.body:
            if each.kind == "call":
                yield from _alignment(module, each)


def _alignment(module: Module, call: Statement) -> Iterator[Breach]:
    tokens = module.text.tokens
    at = next((i for i in range(call.low, call.high - 1) if tokens[i].text == "!callalign"), None)
    node = module.metadata.reached((at + 1, at + 2)) if at is not None else None
    if at is None or node is None:
        return
    numbers = [module.metadata.number(one) for one in node.operands]
    values = [one[1] for one in numbers if one and one[0] == "i32"]
    if len(values) < len(numbers) or values != sorted(values):
        message = "the values of !callalign are i32 constants in ascending order"
        yield Breach("nvvm-calls/indirect-calls", message, module.text.span(at, at + 2))


def _version(module: Module) -> Iterator[Breach]:
    nodes = list(module.metadata.listed("nvvmir.version"))
    if not nodes:
        end = module.text.span(0, 1)
        message = "no !nvvmir.version: the module counts as NVVM IR 1.0"
        yield Breach(_CURRENT, message, end, "add !nvvmir.version with !{i32 2, i32 0}")
    for node in nodes:
        yield from _version_node(module, node)


def _version_node(module: Module, node: Node) -> Iterator[Breach]:
    span = module.text.span(node.low, node.high)
    numbers = [module.metadata.number(one) for one in node.operands]
    if len(numbers) not in (2, 4) or not all(one and one[0] == "i32" for one in numbers):
        wide = "i64" if len(numbers) in (2, 4) and all(numbers) else ""
        message = "a version is two or four i32 constants"
        yield Breach("nvvm-named-metadata/version-node", message, span, "write !{i32 2, i32 0}", subject=wide)
        return
    values = [one[1] for one in numbers if one]
    if (values[0], values[1]) > VERSION or values[0] != VERSION[0]:
        message = f"NVVM IR {values[0]}.{values[1]} is not compatible with 2.0"
        yield Breach(_CURRENT, message, span, "write !{i32 2, i32 0}")
    if len(values) == 4 and not (DEBUG[0], 0) <= (values[2], values[3]) <= _NEWEST_DEBUG:
        message = f"debug metadata {values[2]}.{values[3]} is not compatible with 3.1"
        yield Breach(_CURRENT, message, span, "write !{i32 2, i32 0, i32 3, i32 1}")


def _flags(module: Module) -> Iterator[Breach]:
    seen: set[str] = set()
    for node in module.metadata.listed("llvm.module.flags"):
        span = module.text.span(node.low, node.high)
        if len(node.operands) != 3:
            yield Breach(_FLAGS, "a module flag has a behavior, a name and a value", span)
            continue
        behavior, label = module.metadata.number(node.operands[0]), module.metadata.string(node.operands[1])
        if behavior is None or behavior[1] not in _BEHAVIORS or label is None:
            yield Breach(_FLAGS, "a module flag begins with a behavior, 1 to 8, and a name", span)
        elif label in seen and behavior[1] != _REQUIRE:
            yield Breach(_FLAGS, f"module flag {label[:40]!r} is repeated", span)
        else:
            seen.add(label)


def _debug(module: Module) -> Iterator[Breach]:
    """Source-level debugging: one compile unit, the version of debug metadata, and the version of its format."""
    units = module.metadata.named.get("llvm.dbg.cu")
    if units is None or not units.operands:
        return
    span = module.text.span(units.low, units.high)
    if len(units.operands) > 1:
        yield Breach(
            "nvvm-debug-information/one-unit", f"{len(units.operands)} compile units; only one is supported", span
        )
    if _debug_version(module) != ("i32", 3):
        hint = 'add !{i32 1, !"Debug Info Version", i32 3} to !llvm.module.flags'
        yield Breach(
            "nvvm-debug-information/debug-flag",
            "debug information without the module flag Debug Info Version 3",
            span,
            hint,
        )
    if not any(len(node.operands) == 4 for node in module.metadata.listed("nvvmir.version")):
        hint = "write !{i32 2, i32 0, i32 3, i32 1}"
        yield Breach(
            "nvvm-debug-information/debug-version",
            "debug information without its version in !nvvmir.version",
            span,
            hint,
        )


def _debug_version(module: Module) -> tuple[str, int] | None:
    for node in module.metadata.listed("llvm.module.flags"):
        if len(node.operands) == 3 and module.metadata.string(node.operands[1]) == _DEBUG_FLAG:
            return module.metadata.number(node.operands[2])
    return None
