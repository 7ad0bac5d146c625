"""Check a module of NVVM IR in textual form: what the specification rules out, for a compute target or any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error
from ptxisa.isa.nvvm import constructs
from ptxisa.isa.targets import admits
from ptxisa.nvvm import (
    annotation_checks,
    call_checks,
    functions,
    handles_checks,
    instructions,
    metadata_checks,
    module_checks,
    variables,
    words_checks,
)
from ptxisa.nvvm.found import Breach, Found, compute
from ptxisa.nvvm.judging import Judge
from ptxisa.nvvm.module import Module
from ptxisa.nvvm.opinion import Opinion
from ptxisa.nvvm.reader import Text
from ptxisa.syntax.source import Source, undecoded_byte

_BITCODE = ("BC\udcc0\udcde", "\udcde\udcc0\x17\x0b")
_START = Span(0, 1)


def check_nvvm(
    text: str | bytes, target: str | None = None, *, strict: bool = False, assembler: str | None = None
) -> list[Diagnostic]:
    """Diagnostics of a module of NVVM IR in textual form, in the order of the text; empty when all is well.

    The dialect is that of the pointers in the text. `target` is a compute target, such as `compute_90`: without one,
    nothing is said of what only some targets have. What libNVVM is known to accept against the specification is a
    warning, with `strict` an error; `assembler` names a release of libNVVM that answers instead. Raises
    `UnknownTarget` or `UnknownRelease` for a target or release that does not exist.
    """
    on = targets.target(target) if target else None
    opinion = Opinion(strict, assembler)
    source = Source(text)
    found = _unreadable(source.text)
    if found is None:
        read = Text(source.text)
        module = Module(read, on)
        found = [*opinion.applied(_findings(module), module.dialect), *_problems(read)]
    located = (_cited(one).located(source.position) for one in found)
    return Diagnostics(sorted(dict.fromkeys(located), key=lambda one: (one.line, one.column)))


def _cited(one: Diagnostic) -> Diagnostic:
    """The same with its rule in the hint."""
    rule = f"rule {one.rule}" if one.rule else ""
    return one._replace(hint="; ".join(part for part in (one.hint.removesuffix("."), rule) if part))


def _unreadable(text: str) -> list[Diagnostic] | None:
    """The one error of a file that is not textual LLVM IR."""
    if not text.strip():
        return [error("nvvm-syntax", "the file is empty", Span(0, 0))]
    if text.startswith(_BITCODE):
        return [error("nvvm-syntax", "this is LLVM bitcode", _START, "llvm-dis makes textual IR of it")]
    for index, character in enumerate(text):
        if character == "\0":
            return [error("nvvm-syntax", "this is a binary file, not textual LLVM IR", Span(index, index + 1))]
        if "\udc80" <= character <= "\udcff":
            message = f"invalid UTF-8 byte 0x{undecoded_byte(character):02X}"
            return [error("nvvm-syntax", message, Span(index, index + 1))]
    return None


def _problems(text: Text) -> Iterator[Diagnostic]:
    for one in text.problems:
        yield error("nvvm-syntax", one.message, one.span)


def _findings(module: Module) -> Iterator[Diagnostic]:
    judge = Judge(module.target, module.dialect)
    for found in _found(module):
        yield from judge.diagnostics(found)


def _found(module: Module) -> Iterable[Found]:
    """Everything that is found in the module."""
    yield from _dialect(module)
    yield from module_checks.found(module)
    for variable in module.variables:
        yield from variables.uses(module.text, variable)
    for function in module.functions:
        yield from functions.uses(module.text, function)
    yield from _groups(module)
    for one in module.of("define"):
        for each in one.body:
            yield from instructions.uses(module.text, each)
    yield from words_checks.uses(module)
    yield from call_checks.breaches(module)
    yield from handles_checks.breaches(module)
    yield from metadata_checks.breaches(module)
    yield from annotation_checks.breaches(module)


def _groups(module: Module) -> Iterator[Found]:
    """The attributes of groups, each of which functions may have."""
    for one in module.of("attributes"):
        at = module.text.find(one.low, one.high, "{")
        if at is not None:
            yield from functions.attributes(module.text, at + 1, module.text.closing[at], "function-attribute")


def _dialect(module: Module) -> Iterator[Found]:
    """Opaque pointers need a target of the modern dialect, and no typed pointers beside them."""
    wanted = constructs()["nvvm-dialects"].entries["modern"].target
    if module.pointers == "modern" and module.target and not admits(wanted, module.target):
        at = next(i for i, token in enumerate(module.text.tokens) if token.text == "ptr" and token.kind == "word")
        message = f"opaque pointers are in the modern dialect, which needs {compute(wanted)}"
        yield Breach("nvvm-dialects/modern", message, module.text.span(at, at + 1), "", "nvvm-target")
