"""Check modules of NVVM IR in textual form.

check_nvvm(text, "compute_90")                  # by the specification
check_nvvm(text, "compute_90", assembler="13.0")  # as libNVVM of CUDA 13.0 answers
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error
from ptxisa.nvvm.declaration_checks import (
    check_attribute_groups,
    check_dialect,
    check_function,
    check_module_items,
    check_variable,
)
from ptxisa.nvvm.instruction_checks import check_handles, check_instruction, check_words
from ptxisa.nvvm.intrinsic_checks import check_intrinsics
from ptxisa.nvvm.lines import copies
from ptxisa.nvvm.metadata_checks import check_metadata
from ptxisa.nvvm.module import NvvmModule
from ptxisa.nvvm.reader import IrText
from ptxisa.nvvm.rules import LibraryErrata
from ptxisa.nvvm.verifier import check_llvm
from ptxisa.nvvm.wide_integers import check_wide_integers
from ptxisa.syntax.source import Source, undecoded_byte

_BINARY = "this is a binary file, not textual LLVM IR"
_NO_TEXT = re.compile("[\0\udc80-\udcff]")
"""Zero bytes, and bytes that are not UTF-8."""
_BITCODE = ("BC\udcc0\udcde", "\udcde\udcc0\x17\x0b")
"""First bytes of bitcode, with and without a wrapper."""
_LEADING = re.compile(r"(?:[ \t\r\n]|//[^\n]*\n)*")
"""Space and comments of other languages at the beginning."""
_LANGUAGES = {
    r"\.version\s+[0-9]": "PTX",
    r"#\s*(?:include|define|pragma|if)\b|extern\s+\"C\"|template\s*<|__(?:global|device)__\b": "CUDA C++",
    r"(?:builtin\.)?module(?!\s+asm\b)\b[^\n]*\{[ \t]*\n": "MLIR",
    "BC\xc0\xde|\xde\xc0\x17\x0b|4243[cC]0[dD][eE]|QkPA3": "bitcode that was decoded or encoded as text",
    "\x7fELF|P\udced|\x1f\udc8b": "a binary file",
    "\udcff\udcfe|\udcfe\udcff": "UTF-16",
}
"""Beginnings of texts in other languages."""


def check_nvvm(
    text: str | bytes, target: str | None = None, *, strict: bool = False, assembler: str | None = None
) -> list[Diagnostic]:
    """Check a module of NVVM IR in textual form.

    The dialect is that of the pointers in the text: `i32*` or `ptr`.

    Args:
        text: The module.
        target: A compute target, such as `compute_90`. Without one, nothing is reported that only some targets have.
        strict: Report what libNVVM is known to accept against the specification as errors rather than warnings.
        assembler: A release of libNVVM that answers instead of the specification, such as "13.0".

    Returns:
        Diagnostics in the order of the text; an empty list for a clean module.

    Raises:
        UnknownTarget: There is no such target.
        UnknownRelease: The release was not measured.
    """
    compute_target = targets.target(target) if target else None
    errata = LibraryErrata(strict, assembler)
    source = Source(text)
    diagnostics: list[Diagnostic] = []
    plain = source.text.isascii() and "\0" not in source.text
    unreadable = None if plain else _NO_TEXT.search(source.text)
    leading = _LEADING.match(source.text)
    start = source.text[leading.end() :][:1000] if leading else ""
    other = next((language for pattern, language in _LANGUAGES.items() if re.match(pattern, start)), "")
    if not source.text.strip():
        diagnostics = [error("nvvm-syntax", "the file is empty", Span(0, 0))]
    elif source.text.startswith(_BITCODE):
        diagnostics = [error("nvvm-syntax", "this is LLVM bitcode", Span(0, 1), "convert it to text with llvm-dis")]
    elif source.text.startswith("\ufeff"):
        message, hint = "a byte order mark begins the file", "save it as UTF-8 without a byte order mark"
        diagnostics = [error("nvvm-syntax", message, Span(0, 1), hint)]
    elif other:
        diagnostics = [error("nvvm-syntax", f"this is {other}, not textual LLVM IR", Span(0, 1))]
    elif unreadable is not None:
        byte = unreadable[0]
        message = f"invalid UTF-8 byte 0x{undecoded_byte(byte):02X}" if byte != "\0" else _BINARY
        diagnostics = [error("nvvm-syntax", message, Span(*unreadable.span()))]
    else:
        ir = IrText(source.text, fold=True)
        module = NvvmModule(ir, compute_target)
        if ir.problems and ir.repeated:
            # Each problem of a repeated line is reported, and brackets may be open over several lines.
            ir = IrText(source.text)
            module = NvvmModule(ir, compute_target)
        unreachable = sorted(module.unreachable)
        by_rules = list(errata.apply(_check(module), module.compiled_as, unreachable))
        by_rules += copies(by_rules, ir.repeated, source.text)
        diagnostics = [*by_rules, *ir.problems]
        if not ir.problems:
            # What LLVM finds in a place that breaks a rule of NVVM IR is the same mistake.
            errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
            lines = {source.position(diagnostic.span.start)[0] for diagnostic in errors}
            by_llvm = errata.apply(check_llvm(module, source.text), module.compiled_as, unreachable)
            diagnostics += [each for each in by_llvm if source.position(each.span.start)[0] not in lines]
    located = []
    for diagnostic in diagnostics:
        rule = f"rule {diagnostic.rule}" if diagnostic.rule else ""
        hint = "; ".join(part for part in (diagnostic.hint.removesuffix("."), rule) if part)
        located.append(diagnostic._replace(hint=hint).located(source.position))
    return Diagnostics(sorted(dict.fromkeys(located), key=lambda diagnostic: (diagnostic.line, diagnostic.column)))


def _check(module: NvvmModule) -> Iterator[Diagnostic]:
    """Yield every diagnostic by the specification, and those that only errata make visible."""
    yield from check_dialect(module)
    yield from check_module_items(module)
    for variable in module.variables:
        yield from check_variable(module, variable)
    for function in module.functions:
        yield from check_function(module, function)
    yield from check_attribute_groups(module)
    for instruction in module.instructions:
        yield from check_instruction(module, instruction)
    yield from check_words(module)
    yield from check_intrinsics(module)
    yield from check_handles(module)
    yield from check_metadata(module)
    yield from check_wide_integers(module)
