"""Diagnostics of the PTX in source files, with places in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ptxisa.check.module import check_module
from ptxisa.check.statement import check_statement
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error, note
from ptxisa.sources.files import regions
from ptxisa.sources.regions import AsmOperand, Region, Unread
from ptxisa.syntax.source import Source, decode

CONSTANTS = ("1", "0", "16", "128", "-1")
"""Values tried for constants that the source computes: a finding counts if it holds for each."""
_COMPILED = (".cu",)
"""Files that are compiled for the target. Others have functions for several targets, of which a program uses some."""
_TARGETS = frozenset(("unavailable-target", "unavailable-ptx", "unavailable-version"))
_MOST_JOINED = 64
"""Statements that are joined to close a brace."""
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_REGISTERS = re.compile(r"\.reg\s+\.(\w+)\s+([^;{}]+);")


def check_source(
    text: str | bytes,
    name: str,
    *,
    target: str | None = None,
    ptx: str | None = None,
    strict: bool = False,
    assembler: str | None = None,
) -> list[Diagnostic]:
    """Check the inline assembly, and the PTX in strings, of a source file.

    Args:
        text: The file.
        name: Its name; the suffix selects the language.
        target: Target (`"sm_90a"`); without it, any target counts, and where preprocessor conditions decide whether a
            target compiles a text.
        ptx: PTX version; without it, any version counts.
        strict: Report differences between the manual and ptxas as errors.
        assembler: Release of ptxas whose verdict counts instead of that of the manual.

    Returns:
        The diagnostics in the order of the file, which point into its strings. A text that is computed is a note of
        the code `unchecked-assembly`. What the target lacks is an error in `.cu` files and a warning in others, which
        have functions for several targets.

    Raises:
        UnknownTarget, UnknownVersion, UnknownRelease: There is no such `target`, `ptx` or `assembler`.
    """
    source = Source(decode(text) if isinstance(text, bytes) else text)
    options: dict[str, Any] = {"ptx": ptx, "strict": strict, "assembler": assembler}
    items = list(regions(source.text, name, target))
    found = [
        note("unchecked-assembly", f"not checked: {item.reason}").at(item).located(source.position)
        for item in items
        if isinstance(item, Unread)
    ]
    texts = list(_joined(item for item in items if isinstance(item, Region)))
    shared = {name: type_ for item in texts if not item.module for name, type_ in _declared_for_others(item.text)}
    for item in texts:
        options["target"] = target if item.targets else None
        if item.module:
            found += (_moved(diagnostic, item, source) for diagnostic in check_module(item.text, **options))
        else:
            found += _check_statements(item, shared, source, options)
    if not name.endswith(_COMPILED):
        found = [
            diagnostic._replace(severity="warning") if diagnostic.code in _TARGETS else diagnostic
            for diagnostic in found
        ]
    return Diagnostics(sorted(found, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))


def _joined(items: Iterable[Region]) -> Iterator[Region]:
    """Join asm statements of which the first opens a brace that a later one closes.

    The operands of the later statements get new names, because each statement numbers its own.
    """
    open_: list[Region] = []
    depth = 0
    for item in items:
        text = _COMMENT.sub("", item.text)
        depth += text.count("{") - text.count("}")
        if not open_ and depth <= 0:
            depth = 0
            yield item
            continue
        open_.append(item)
        if depth <= 0 or len(open_) == _MOST_JOINED:
            yield from [_join(open_)] if depth == 0 else open_
            open_, depth = [], 0
    yield from open_


def _join(items: Sequence[Region]) -> Region:
    text = ""
    offsets: list[int] = []
    operands: list[AsmOperand] = []
    for number, item in enumerate(items):
        names = {operand.name: f"{operand.name}_{number}" for operand in item.operands} if number else {}
        part, places = _replaced(item, names)
        text += part + "\n"
        offsets += [*places[:-1], places[-1]]
        operands += (replace(operand, name=names.get(operand.name, operand.name)) for operand in item.operands)
    return Region(text, [*offsets, offsets[-1]], tuple(operands), targets=all(item.targets for item in items))


def _declared_for_others(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and type of the registers that a text declares outside of braces, which later texts may use."""
    if "{" not in text:
        for match in _REGISTERS.finditer(text):
            yield from ((name.strip(), match[1]) for name in match[2].split(","))


def _check_statements(
    region: Region, shared: Mapping[str, str], source: Source, options: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    own = {name for name, _ in _declared_for_others(region.text)}
    registers = {name: type_ for name, type_ in shared.items() if name not in own}
    registers |= {operand.name: operand.type for operand in region.operands if operand.type is not None}
    unknown = any(operand.type is None and operand.value is None for operand in region.operands)
    common: list[Diagnostic] | None = None
    for value in CONSTANTS if unknown else ("",):
        text, places = _with_constants(region, value)
        diagnostics = [
            _moved(diagnostic, Region(text, places), source)
            for diagnostic in check_statement(text, registers=registers, **options)
        ]
        keys = {(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in diagnostics}
        common = [item for item in diagnostics if common is None] + [
            item for item in common or () if (item.code, item.line, item.column) in keys
        ]
        if not any(diagnostic.severity == "error" for diagnostic in common):
            break
    yield from common or ()
    end = len(_COMMENT.sub(lambda comment: " " * len(comment[0]), region.text).rstrip())
    if end and region.text[end - 1] not in ";:{}":
        # A compiler puts the text on lines of its own, so that ptxas finds no semicolon after it.
        place = Span(region.offsets[end - 1], region.offsets[end - 1] + 1)
        yield error("missing-semicolon", "the last statement needs a semicolon", place).located(source.position)


def _with_constants(region: Region, value: str) -> tuple[str, list[int]]:
    """Return the text and its places with numbers instead of the names of constants."""
    return _replaced(
        region, {operand.name: operand.value or value for operand in region.operands if operand.type is None}
    )


def _replaced(region: Region, names: Mapping[str, str]) -> tuple[str, list[int]]:
    """Return the text and its places with other words for some names."""
    if not names:
        return region.text, list(region.offsets)
    pattern = re.compile("|".join(rf"{re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))
    parts, places, position = [], [], 0
    for match in pattern.finditer(region.text):
        word = names[match.group()]
        parts += [region.text[position : match.start()], word]
        places += [*region.offsets[position : match.start()], *[region.offsets[match.start()]] * len(word)]
        position = match.end()
    return "".join(parts) + region.text[position:], [*places, *region.offsets[position:]]


def _moved(diagnostic: Diagnostic, region: Region, source: Source) -> Diagnostic:
    """Return a diagnostic of the text as one of the source file."""
    last = len(region.offsets) - 1
    start, end = (region.offsets[min(place, last)] for place in diagnostic.span)
    line, column = source.position(start)
    return diagnostic._replace(line=line, column=column, end=source.position(max(end, start)))
