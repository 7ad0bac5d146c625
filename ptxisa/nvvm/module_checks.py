"""What the specification says of a module as a whole: data layout, triple, names, and constant initializers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa.nvvm import DataLayout, data_layouts
from ptxisa.nvvm.found import SILENT, Breach, Found, Use
from ptxisa.nvvm.lexer import name
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.reader import Statement
from ptxisa.nvvm.variables import aliased

_SPECIAL = ("llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors")
_COMPUTING = frozenset(
    [
        "mul",
        "udiv",
        "sdiv",
        "urem",
        "srem",
        "shl",
        "lshr",
        "ashr",
        "and",
        "or",
        "xor",
        "icmp",
        "fcmp",
        "select",
        "trunc",
        "zext",
        "sext",
        "fptrunc",
        "fpext",
        "fptoui",
        "fptosi",
        "uitofp",
        "sitofp",
        "fadd",
        "fsub",
        "fmul",
        "fdiv",
        "frem",
    ]
)


def found(module: Module) -> Iterator[Found]:
    """What a module uses and breaks, beside its functions and variables themselves."""
    yield from _layout(module)
    yield from _names(module)
    yield from _initializers(module)
    yield from _aliases(module)
    yield from _kernels(module)
    for one in module.of("comdat"):
        yield Use("comdat", "comdat", module.text.span(one.low, one.high))
    for one in module.of("summary"):
        yield Use("module-item", "ThinLTO summary", module.text.span(one.low, one.low + 1))
    for one in module.of("uselistorder", "uselistorder_bb"):
        yield Use("module-item", "uselistorder", module.text.span(one.low, one.high))


def _layout(module: Module) -> Iterator[Breach]:
    layout, triple = module.head("datalayout"), module.head("triple")
    start = module.text.span(0, 1)
    known = {one.layout: one for one in data_layouts().values()}
    best = next(one for one in data_layouts().values() if one.bits == 64 and not one.obsolete)
    if layout is None:
        hint = f'write target datalayout = "{best.layout}"'
        yield Breach("nvvm-data-layout/supported", "the module has no data layout", start, hint, "nvvm-layout")
    elif layout[1] not in known:
        span = module.text.span(layout[0].high - 1, layout[0].high)
        yield Breach(
            "nvvm-data-layout/supported",
            "unsupported data layout",
            span,
            f'write "{best.layout}"',
            "nvvm-layout",
            subject=layout[1],
        )
    elif known[layout[1]].obsolete:
        yield _old(module, layout[0], known[layout[1]])
    if triple is None:
        hint = f'write target triple = "{best.triple.replace("*", "nvidia")}"'
        yield Breach("nvvm-target-triple/supported", "the module has no target triple", start, hint, "nvvm-layout")
        return
    span = module.text.span(triple[0].high - 1, triple[0].high)
    if not any(_fits(one.triple, triple[1]) for one in known.values()):
        hint = f'write "{best.triple.replace("*", "nvidia")}"'
        yield Breach(
            "nvvm-target-triple/supported",
            f"unsupported target triple {triple[1][:60]!r}",
            span,
            hint,
            "nvvm-layout",
            subject=triple[1],
        )
    elif layout and layout[1] in known and not _fits(known[layout[1]].triple, triple[1]):
        yield Breach(
            "nvvm-target-triple/matches",
            f"the data layout has {known[layout[1]].bits}-bit pointers",
            span,
            "",
            "nvvm-layout",
        )


def _old(module: Module, one: Statement, layout: DataLayout) -> Breach:
    span = module.text.span(one.high - 1, one.high)
    message = f"deprecated data layout of {layout.bits}-bit pointers"
    return Breach(f"{layout.name}/deprecated", message, span, layout.obsolete, "nvvm-deprecated", "warning")


def _fits(pattern: str, triple: str) -> bool:
    return re.fullmatch(pattern.replace("*", "[^-]*"), triple) is not None


def _names(module: Module) -> Iterator[Found]:
    """Names of global identifiers, and names that programs define."""
    text = module.text
    for function in module.functions:
        yield from _global_name(module, function.at, function.statement.kind)
    for variable in module.variables:
        yield from _global_name(module, variable.statement.low, variable.statement.kind)
    for one in module.statements:
        if one.kind == "local":
            yield Use("name", name(text.tokens[one.low]), text.span(one.low, one.low + 1))
        for each in one.body:
            if text.tokens[each.low].kind == "local":
                yield Use("name", name(text.tokens[each.low]), text.span(each.low, each.low + 1))


def _global_name(module: Module, index: int, kind: str) -> Iterator[Found]:
    label, span = name(module.text.tokens[index]), module.text.span(index, index + 1)
    if label in _SPECIAL:
        yield Use("global", label, span)
    elif not (kind == "declare" and label.startswith("llvm.")):
        yield Use("function-name" if kind == "define" else "name", label, span)
        if not label.isdecimal():
            yield Use("global-name", label, span)


def _kernels(module: Module) -> Iterator[Breach]:
    """A kernel returns nothing: no rule of the specification, but libNVVM says so."""
    for one in module.functions:
        if one.name in module.kernels and one.returns != ("void",):
            span = module.text.span(one.at, one.at + 1)
            yield Breach("nvvm-kernel/result", f"kernel @{one.name[:40]} returns a value", span, severity=SILENT)


def _aliases(module: Module) -> Iterator[Breach]:
    """An alias names a device function, not a kernel."""
    functions = {one.name for one in module.functions}
    for one in module.variables:
        if one.kind == "alias":
            label = aliased(module.text, one)
            span = module.text.span(one.statement.low, one.statement.high)
            if label in module.kernels or label not in functions:
                what = "a kernel" if label in functions else "no function"
                yield Breach("nvvm-aliases/function-alias", f"@{label[:40]} is {what}", span)


def _initializers(module: Module) -> Iterator[Breach]:
    """Initializers with addresses must be an address plus a constant."""
    for one in module.variables:
        low, high = one.value
        words = [module.text.tokens[index] for index in range(low, high)]
        computing = next((token for token in words if token.kind == "word" and token.text in _COMPUTING), None)
        if computing and any(token.kind == "global" for token in words):
            message = f"{computing.text} of an address: an initializer can only add a constant to an address"
            yield Breach(
                "nvvm-constants/initializer-form", message, module.text.span(low, high), subject=computing.text
            )
