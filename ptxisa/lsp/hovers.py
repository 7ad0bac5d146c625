"""Hover: what the word at an offset is."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.check.instruction import match_opcode, resolve
from ptxisa.check.scope import ANY, Symbol, special
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.lsp import texts
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.names import Declared, Names
from ptxisa.lsp.statements import Spot, identifier_at, statement_at
from ptxisa.query.continuations import continuations
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statement
from ptxisa.syntax.printer import print_head, print_statement

_LONGEST = 2000
"""Characters of a declaration that a hover shows."""


class Hover(NamedTuple):
    """Markdown about the text from `start` to `end`."""

    markdown: str
    start: int
    end: int


def hover(text: str, offset: int, checked: Checked, checked_offset: int) -> Hover | None:
    """Return what the word at an offset is, or None.

    Args:
        text: Current text of the module.
        offset: Offset in it.
        checked: Results of the last check, perhaps of an earlier text.
        checked_offset: The corresponding offset in the checked text.
    """
    spot = statement_at(text, offset)
    word = spot.word
    if word is None or spot.part in ("comment", "string"):
        return None
    place, documentation = checked.session.place, checked.settings.documentation
    head = spot.head
    if head is not None and word.start == head.start and word.kind == "word":
        markdown = opcode_text(text, spot, checked, checked_offset)
        return Hover(markdown, word.start, word.end) if markdown else None
    if word.kind in ("integer", "exact", "decimal"):
        markdown = texts.number(word.text)
        return Hover(markdown, word.start, word.end) if markdown else None
    if word.kind == "dotted":
        markdown = texts.named_record(word.text, place, documentation)
        return Hover(markdown, word.start, word.end) if markdown else None
    span = identifier_at(text, offset)
    if span is None:
        return None
    name = text[span[0] : span[1]]
    declared = checked.names.resolve(name, checked_offset)
    if declared is not None:
        return Hover(declaration_text(declared, checked.text), *span)
    if special(name) is not None or _of_head(spot):
        markdown = texts.named_record(name, place, documentation)
        return Hover(markdown, *span) if markdown else None
    return None


def _of_head(spot: Spot) -> bool:
    return bool(spot.words) and spot.words[0].text in (".target", ".version")


def opcode_text(text: str, spot: Spot, checked: Checked, checked_offset: int) -> str:
    """Return the text about the opcode of a statement; "" for an unknown mnemonic."""
    place, documentation = checked.session.place, checked.settings.documentation
    name, *modifiers = spot.opcode.split(".")
    candidates = candidates_at(text, spot, checked, checked_offset)
    if candidates:
        return texts.instruction(candidates, spot.opcode, place, documentation)
    parts = [texts.mnemonic(name, place, documentation)]
    if modifiers:
        following = continuations(name, modifiers, (), place.target, place.version)
        if following:
            offered = " ".join(f"`.{one.modifier}`" for one in following[:20])
            parts.insert(0, f"`{spot.opcode}` is incomplete: next {offered}")
    return "\n\n".join(part for part in parts if part)


def candidates_at(text: str, spot: Spot, checked: Checked, checked_offset: int) -> tuple[ResolvedInstruction, ...]:
    """Return the forms of the statement at a place, the best match first; none if no form has the modifiers."""
    name, *modifiers = spot.opcode.split(".")
    head = spot.head
    if head is None:
        return ()
    node = parse_statement(text[head.start : spot.words[-1].end] + ";").instruction
    if node is not None:
        found = resolve(node, checked.session.place, lookup_at(checked.names, checked_offset))
        if found:
            return found
    return match_opcode(name, tuple(modifiers))


class _Lookup:
    """Lookup of names at an offset, as the checker has it; undeclared names fit everywhere."""

    def __init__(self, names: Names, offset: int) -> None:
        self.names, self.offset = names, offset

    def __call__(self, name: str) -> Symbol | None:
        declared = self.names.resolve(name, self.offset)
        return symbol_of(declared) if declared is not None else special(name) or ANY


def lookup_at(names: Names, offset: int) -> _Lookup:
    """Return a function that looks up names at an offset."""
    return _Lookup(names, offset)


def symbol_of(declared: Declared) -> Symbol:
    """Return a declared name as a symbol of the checker."""
    node, kind = declared.node, declared.kind
    if isinstance(node, (tree.Declaration, tree.Parameter)):
        kind = "register" if node.space == "reg" else kind
        return Symbol(kind, node.type, node.vector, node.space, node)
    return Symbol("function" if kind == "kernel" else kind, node=node)


def declaration_text(declared: Declared, text: str) -> str:
    """Return the declaration of a symbol as PTX."""
    node = declared.node
    if isinstance(node, tree.Function):
        shown = print_head(node._replace(body=None))
    elif isinstance(node, tree.Declaration):
        dimensions = ""
        for declarator in node.declarators:
            if declarator.name.text == declared.name:
                sizes = (str(size.value) if size is not None else "" for size in declarator.dimensions)
                dimensions = "".join(f"[{size}]" for size in sizes)
                break
        linkage = f".{node.linkage} " if node.linkage else ""
        alignment = f" .align {node.alignment.value}" if node.alignment is not None else ""
        shown = f"{linkage}.{node.space}{alignment} {declared.type} {declared.shown}{dimensions};"
    elif isinstance(node, tree.Parameter):
        shown = f"{declared.kind}: .{node.space} {declared.type} {declared.name}"
    elif isinstance(node, tree.Label):
        shown = f"{declared.name}:"
    else:
        shown = f"{declared.name}: {print_statement(node)}"
    line = text.count("\n", 0, declared.start) + 1
    return f"{texts.code_block(shown[:_LONGEST])}\n\ndeclared in line {line}"
