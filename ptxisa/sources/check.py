"""Diagnostics of the PTX in source files, with places in the source.

`check_source` is for a file, `check_texts` for callers that need the texts, too, such as the language server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ptxisa.check.module import check_module
from ptxisa.check.statement import check_statement
from ptxisa.isa.diagnostics import Diagnostic, Diagnostics, Span, error
from ptxisa.isa.instructions import instruction
from ptxisa.isa.names import listing
from ptxisa.sources.files import regions
from ptxisa.sources.regions import AsmOperand, Region
from ptxisa.sources.templates import blank_comments
from ptxisa.sources.uses import check_uses
from ptxisa.syntax.source import Source, decode

CONSTANTS = ("1", "0", "16", "128", "-1")
"""Values tried for constants that the source computes: a diagnostic counts if every value causes it."""
_LONGEST_OPCODE = 200
"""Characters before a constant in an opcode that are searched for the mnemonic."""
_COMPILED = (".cu", ".ll")
"""Files that are compiled for the target. Others have functions for several targets, of which a program uses some."""
_TARGETS = frozenset(("unavailable-target", "unavailable-ptx", "unavailable-version"))
"""Codes of what the target or version lacks."""
_MOST_JOINED = 64
"""Statements that are joined to close a brace; a brace that is never closed must not swallow the rest of the file."""
_NUMBERED = re.compile(r"[%$]\d{1,9}")
"""Name of an operand of inline assembly."""
_SIGNED = re.compile(r"[%$][\w$]+")
"""Name of an operand, of a special register, or of another register with a percent sign."""
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
    reported: list[Diagnostic] = []
    for item, diagnostics in check_texts(source.text, name, target=target, ptx=ptx, strict=strict, assembler=assembler):
        reported += in_source(item, diagnostics, source)
    # Each text of a macro with other arguments has the errors that do not depend on them.
    reported = list(dict.fromkeys(reported))
    return Diagnostics(sorted(reported, key=lambda diagnostic: (diagnostic.line, diagnostic.column)))


def check_texts(
    text: str,
    name: str,
    *,
    target: str | None = None,
    ptx: str | None = None,
    strict: bool = False,
    assembler: str | None = None,
) -> Iterator[tuple[Region | Diagnostic, Sequence[Diagnostic]]]:
    """Yield the PTX texts of a source file with their diagnostics, which have places in the PTX text.

    Statements that share a block in braces are one text. The arguments are those of `check_source`.
    """
    options: dict[str, Any] = {"ptx": ptx, "strict": strict, "assembler": assembler}
    items = list(regions(text, name, target))
    yield from ((item, ()) for item in items if isinstance(item, Diagnostic))
    texts = list(_join_blocks(item for item in items if isinstance(item, Region)))
    # ptxas sees the asm statements of a function as one text. Which ones share a function is not known here, so that a
    # register that any statement of the file declares may be used by all.
    shared = {name: type_ for item in texts if not item.module for name, type_ in _declared_for_others(item.text)}
    for item in texts:
        options["target"] = target if item.targets else None
        if item.module:
            diagnostics: Sequence[Diagnostic] = check_module(item.text, **options)
        else:
            # A register of the text itself would be declared twice if it also came from the file.
            own = {name for name, _ in _declared_for_others(item.text)}
            others = tuple(pair for pair in shared.items() if pair[0] not in own)
            diagnostics = check_operands(item.text, item.operands, others, **options)
            diagnostics = [_with_operands(diagnostic, item) for diagnostic in diagnostics]
        if not name.endswith(_COMPILED):
            diagnostics = [
                diagnostic._replace(severity="warning") if diagnostic.code in _TARGETS else diagnostic
                for diagnostic in diagnostics
            ]
        yield item, diagnostics


def _with_operands(diagnostic: Diagnostic, item: Region) -> Diagnostic:
    """Return a diagnostic whose hint has names as the source writes them: operands, and `%%laneid`.

    The hint about an operand that the statement does not have, such as `%2`, lists those that it has.
    """
    if diagnostic.code != "undeclared-name" or not _NUMBERED.fullmatch(diagnostic.subject):
        return diagnostic._replace(hint=_SIGNED.sub(lambda name: item.spell(name[0]), diagnostic.hint))
    names = [operand.written for operand in item.operands]
    shown = listing(names, last="and") if len(names) < 3 else f"{names[0]} to {names[-1]}"
    return diagnostic._replace(hint=f"the statement has operands {shown}" if names else "the statement has no operands")


def in_source(item: Region | Diagnostic, diagnostics: Iterable[Diagnostic], source: Source) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a text with places in the source file, or the one that a reader of the file made."""
    if isinstance(item, Diagnostic):
        yield item.located(source.position)
        return
    for diagnostic in diagnostics:
        yield diagnostic.at(Span(*item.place(*diagnostic.span))).located(source.position)


def _join_blocks(items: Iterable[Region]) -> Iterator[Region]:
    """Join asm statements of which the first opens a brace that a later one closes."""
    open_: list[Region] = []
    depth = 0
    for item in items:
        # Vectors have braces, too, but open and close them in one statement.
        text = blank_comments(item.text)
        depth += text.count("{") - text.count("}")
        if not open_ and depth <= 0:
            depth = 0
            yield item
            continue
        open_.append(item)
        if depth <= 0 or len(open_) == _MOST_JOINED:
            # Statements whose braces do not match are checked one by one: joined, each would have the same error.
            yield from [_join(open_)] if depth == 0 else open_
            open_, depth = [], 0
    yield from open_


def _join(items: Sequence[Region]) -> Region:
    """Return statements as one text, each on lines of its own.

    The operands of the later statements get new names, because each statement numbers its own.
    """
    parts: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    operands: list[AsmOperand] = []
    for number, item in enumerate(items):
        names = {operand.name: f"{operand.name}_{number}" for operand in item.operands} if number else {}
        part, indexes = _replaced(item.text, names)
        parts += [part, "\n"]
        # The line end between two statements is in no literal; its place is the end of the statement before it.
        last = item.offsets[-1]
        offsets += [*(item.offsets[index] for index in indexes[:-1]), last]
        ends += [*(item.ends[index] for index in indexes[:-1]), last]
        for operand in item.operands:
            spelling = operand.written if operand.name in names else operand.spelling
            operands.append(replace(operand, name=names.get(operand.name, operand.name), spelling=spelling))
    targets, sign = all(item.targets for item in items), next((item.sign for item in items if item.sign), "")
    return Region("".join(parts), [*offsets, offsets[-1]], ends, tuple(operands), targets=targets, sign=sign)


def _declared_for_others(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and type of the registers that a text declares outside of braces, which later texts may use."""
    # A name that is declared in braces ends with them. A text with any brace is left out, since a pattern cannot tell
    # which side of a brace a declaration is on.
    if "{" not in text:
        for match in _REGISTERS.finditer(text):
            yield from ((name.strip(), match[1]) for name in match[2].split(","))


@lru_cache(maxsize=4096)
def check_operands(
    text: str,
    operands: tuple[AsmOperand, ...],
    others: tuple[tuple[str, str], ...],
    **options: Any,
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of inline assembly, with places in its text.

    The cache serves editors, which check a file after each key.

    Args:
        text: The statements.
        operands: Their operands.
        others: Name and type of registers that other statements of the file declare.
        options: Target, PTX version and opinion, as of `check_statement`.
    """
    registers = dict(others) | {operand.name: operand.type for operand in operands if operand.type is not None}
    constants = [operand for operand in operands if operand.type is None]
    source = Source(text)
    common: list[Diagnostic] | None = None
    # Numbers that make a modifier come first: no other number can be legal in an opcode.
    tried = {
        operand.name: (operand.value,) if operand.value is not None else _in_modifiers(text, operand.name) or CONSTANTS
        for operand in constants
    }
    for number in range(max(map(len, tried.values()), default=1)):
        # One run a value, not one a combination: constants with fewer values begin again.
        values = {name: several[number % len(several)] for name, several in tried.items()}
        filled, indexes = _replaced(text, values)
        diagnostics = []
        for diagnostic in check_statement(filled, registers=registers, **options):
            start, end = (indexes[min(place, len(filled))] for place in diagnostic.span)
            if start == end < len(text) and diagnostic.span[0] < diagnostic.span[1]:
                end += 1  # A part of a number that replaces a name.
            diagnostics.append(diagnostic.at(Span(start, end)).located(source.position))
        if common is None:
            common = diagnostics
        else:
            keys = {(diagnostic.code, diagnostic.span) for diagnostic in diagnostics}
            common = [item for item in common if (item.code, item.span) in keys]
        # Further values could only remove diagnostics, and the usual text has none after the first value.
        if not any(diagnostic.severity == "error" for diagnostic in common):
            common += (diagnostic.located(source.position) for diagnostic in check_uses(text, operands))
            break
    end = len(blank_comments(text).rstrip())
    if end and text[end - 1] not in ";:{}":
        # A compiler puts the text on lines of its own, so that ptxas finds no semicolon after it.
        missing = error("missing-semicolon", "the last statement needs a semicolon", Span(end - 1, end))
        return (*(common or ()), missing.located(source.position))
    return tuple(common or ())


def _in_modifiers(text: str, name: str) -> tuple[str, ...]:
    """Return the numbers with which a constant in an opcode makes a modifier, such as `%14` in `mma.sync.m16n8k%14`."""
    numbers: set[str] = set()
    # `%14` also begins with `%1`; letters that follow are the rest of the modifier.
    for use in re.finditer(rf"{re.escape(name)}(?!\d)(\w*)", text):
        # A bounded part of the text, since the search for the start of the opcode begins at each character.
        before = re.search(r"([a-z]\w*)\.[\w.:%]*$", text[max(0, use.start() - _LONGEST_OPCODE) : use.start()])
        index = instruction(before[1]) if before is not None else None
        if before is None or index is None:
            continue
        word = before[0].rpartition(".")[2]
        spelling = re.compile(rf"{re.escape(word)}(\d+){re.escape(use[1])}")
        modifiers = {value for form in index.forms for slot in form.slots for value in slot.values}
        numbers.update(match[1] for match in map(spelling.fullmatch, modifiers) if match is not None)
    return tuple(sorted(numbers, key=int))


def _replaced(text: str, names: Mapping[str, str]) -> tuple[str, Sequence[int]]:
    """Return a text with other words for some names, and the index in `text` of each character and of the end."""
    if not names:
        return text, range(len(text) + 1)
    pattern = re.compile("|".join(rf"{re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))
    parts: list[str] = []
    indexes: list[int] = []
    position = 0
    for match in pattern.finditer(text):
        word = names[match.group()]
        parts += [text[position : match.start()], word]
        indexes += [*range(position, match.start()), *[match.start()] * len(word)]
        position = match.end()
    return "".join(parts) + text[position:], [*indexes, *range(position, len(text) + 1)]
