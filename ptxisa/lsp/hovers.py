"""Hover: what the word at an offset is."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.check.instruction import match_opcode, resolve
from ptxisa.check.scope import ANY, Symbol, register, special
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.lsp import texts
from ptxisa.lsp.documents import View
from ptxisa.lsp.names import Declared, Names
from ptxisa.lsp.statements import Spot, identifier_at
from ptxisa.query.continuations import continuations
from ptxisa.sources.regions import AsmOperand
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


def hover(view: View) -> Hover | None:
    """Return what the word at a place is, or None."""
    spot = view.spot
    word, head = spot.word, spot.head
    place, documentation = view.checked.place, view.checked.settings.documentation
    if word is None or spot.part in ("comment", "string"):
        return None
    markdown, span = "", (word.start, word.end)
    if head is not None and word.start == head.start and word.kind == "word":
        markdown = opcode_text(view, spot)
    elif word.kind in ("integer", "exact", "decimal"):
        markdown = texts.number(word.text)
    elif word.kind == "dotted":
        markdown = texts.named_record(word.text, place, documentation)
    else:
        span = identifier_at(view.text, view.offset) or (word.start, word.start)
        name = view.text[slice(*span)]
        declared = view.checked.names.resolve(name, view.checked_offset)
        in_head = bool(spot.words) and spot.words[0].text in (".target", ".version")
        if declared is not None:
            markdown = declaration_text(declared, view)
        elif name and (special(name) is not None or in_head):
            markdown = texts.named_record(name, place, documentation)
    return Hover(markdown, *span) if markdown else None


def opcode_text(view: View, spot: Spot) -> str:
    """Return the text about the opcode of a statement; "" for an unknown mnemonic."""
    place, documentation = view.checked.place, view.checked.settings.documentation
    name, *modifiers = spot.opcode.split(".")
    candidates = candidates_at(view, spot)
    if candidates:
        return texts.instruction(candidates, spot.opcode, place, documentation)
    parts = [texts.mnemonic(name, place, documentation)]
    if modifiers:
        following = continuations(name, modifiers, (), place.target, place.version)
        if following:
            offered = " ".join(f"`.{continuation.modifier}`" for continuation in following[:20])
            parts.insert(0, f"`{spot.opcode}` is incomplete: next {offered}")
    return "\n\n".join(part for part in parts if part)


def candidates_at(view: View, spot: Spot) -> tuple[ResolvedInstruction, ...]:
    """Return the forms of the statement at a place, the best match first; none if no form has the modifiers."""
    name, *modifiers = spot.opcode.split(".")
    head = spot.head
    if head is None:
        return ()
    # With all operands, the form that the checker reports on is first; half a statement has an opcode alone.
    node = parse_statement(view.text[head.start : spot.words[-1].end] + ";").instruction
    if node is not None:
        resolved = resolve(node, view.checked.place, Lookup(view.checked.names, view.checked_offset))
        if resolved:
            return resolved
    return match_opcode(name, tuple(modifiers))


class Lookup:
    """Lookup of names at an offset, as the checker has it; undeclared names fit everywhere."""

    def __init__(self, names: Names, offset: int) -> None:
        self.names, self.offset = names, offset

    def __call__(self, name: str) -> Symbol | None:
        """Return the symbol of a name."""
        declared = self.names.resolve(name, self.offset)
        return symbol_of(declared) if declared is not None else special(name) or ANY


def symbol_of(declared: Declared) -> Symbol:
    """Return a declared name as a symbol of the checker."""
    node, kind = declared.node, declared.kind
    if isinstance(node, AsmOperand):
        return register(node.type) if node.type else ANY
    if isinstance(node, (tree.Declaration, tree.Parameter)):
        # Parameters of a device function in space .reg are registers for its instructions.
        kind = "register" if node.space == "reg" else kind
        return Symbol(kind, node.type, node.vector, node.space, node)
    return Symbol("function" if kind == "kernel" else kind, node=node)


def declaration_text(declared: Declared, view: View) -> str:
    """Return the declaration of a symbol as PTX, or what an operand of inline assembly is."""
    node = declared.node
    if isinstance(node, AsmOperand):
        return texts.operand(node)
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
    line = view.range(declared.start, declared.end).start.line + 1
    return f"{texts.code_block(shown[:_LONGEST])}\n\ndeclared in line {line}"
