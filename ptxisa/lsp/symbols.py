"""Outline of a module, definitions, references and renaming."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ptxisa.isa.language import reserved_words
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.names import Declared
from ptxisa.lsp.statements import identifier_at, statement_at
from ptxisa.syntax import tree

_NAME = re.compile(r"[A-Za-z][\w$]*|[_$%][\w$]+", re.ASCII)


class SymbolNode(NamedTuple):
    """Entry of an outline; `start` and `end` are the whole declaration, `name_start` and `name_end` its name."""

    name: str
    kind: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple[SymbolNode, ...] = ()


class Rename(Exception):
    """Invalid rename: no symbol at the offset, or a name that cannot be used."""


def document_symbols(checked: Checked) -> list[SymbolNode]:
    """Return the functions, variables and sections of a module, with the names that each function declares."""
    nodes: list[SymbolNode] = []
    for item in checked.items:
        node, shift = item.node, item.shift
        if isinstance(node, tree.Function):
            children = tuple(
                _symbol(symbol) for symbol in sorted(checked.names.of_function(item), key=lambda symbol: symbol.start)
            )
            kind = "kernel" if node.kind == "entry" else "function"
            name = node.name
            detail = f".{node.kind}" if node.body is not None else f".{node.kind}, declaration"
            nodes.append(
                SymbolNode(
                    name.text, kind, detail, item.start, item.end, name.start + shift, name.end + shift, children
                )
            )
        elif isinstance(node, tree.Section):
            nodes.append(SymbolNode(node.name, "section", "", item.start, item.end, item.start, item.end))
    declared = [symbol for symbol in checked.names.of_module if isinstance(symbol.node, tree.Declaration)]
    return sorted([*nodes, *(_symbol(symbol) for symbol in declared)], key=lambda symbol: symbol.start)


def _symbol(declared: Declared) -> SymbolNode:
    return SymbolNode(
        declared.shown, declared.kind, declared.type, declared.start, declared.end, declared.start, declared.end
    )


def symbol_at(checked: Checked, offset: int) -> tuple[Declared, int, int] | None:
    """Return the symbol that is named at an offset, and the place of the name."""
    span = identifier_at(checked.text, offset)
    if span is None or statement_at(checked.text, offset).part in ("comment", "string"):
        return None
    name = checked.text[span[0] : span[1]]
    declared = checked.names.resolve(name, span[0])
    if declared is None or not checked.names.means(declared, name, span[0]):
        return None
    return declared, *span


def definition(checked: Checked, offset: int) -> tuple[int, int] | None:
    """Return the place of the name in the declaration of the symbol at an offset; of a function, its definition."""
    named = symbol_at(checked, offset)
    return (named[0].start, named[0].end) if named is not None and named[0].kind != "operand" else None


def references(checked: Checked, offset: int, declaration: bool = True) -> list[tuple[int, int]]:
    """Return the places at which the symbol at an offset is named."""
    named = symbol_at(checked, offset)
    if named is None:
        return []
    symbol = named[0]
    return [place for place in checked.names.occurrences(symbol) if declaration or place[0] != symbol.start]


def renamable(checked: Checked, offset: int) -> tuple[int, int, str] | None:
    """Return the place and the text that a rename at an offset replaces; of a member of a range, its stem."""
    named = symbol_at(checked, offset)
    if named is None or named[0].kind == "operand":
        return None
    symbol, start, _ = named
    return start, start + len(symbol.name), symbol.name


def rename(checked: Checked, offset: int, name: str) -> list[tuple[int, int, str]]:
    """Return the edits that give the symbol at an offset another name; of a range, another stem.

    Raises:
        Rename: The offset has no symbol, or the new name is invalid.
    """
    named = symbol_at(checked, offset)
    if named is None or named[0].kind == "operand":
        raise Rename("nothing can be renamed here")
    symbol = named[0]
    if not _NAME.fullmatch(name):
        raise Rename(f"{name[:60]!r} is not a name of PTX")
    sort = "register" if symbol.kind == "register" else "label" if symbol.kind == "label" else "variable"
    if sort in reserved_words().get(name, ()):
        raise Rename(f"{name} is a reserved word")
    if symbol.copies is not None and name[-1].isdigit():
        raise Rename(f"the members of {name}<{symbol.copies}> are not distinct names; end the stem with a letter")
    places = list(checked.names.occurrences(symbol))
    # The new name must mean nothing else wherever the symbol is named, nor hide or be hidden elsewhere.
    for start, end in places:
        member = name + checked.text[start + len(symbol.name) : end]
        other = checked.names.resolve(member, start)
        if other is not None and other.start != symbol.start and member != checked.text[start:end]:
            raise Rename(f"{member} is declared already")
    renamed = symbol._replace(name=name)
    for other in checked.names.everything():
        inside = other.low <= symbol.start <= other.high or symbol.low <= other.start <= symbol.high
        # Two ranges clash by their stems; a range and a name if the name is a member.
        if renamed.copies is None:
            clash = other.is_named(name)
        else:
            clash = renamed.is_named(other.name) if other.copies is None else other.name == name
        if other.start != symbol.start and inside and clash:
            raise Rename(f"{other.shown} is declared already")
    return [(start, start + len(symbol.name), name) for start, _ in places]


def folds(checked: Checked) -> Iterator[tuple[int, int]]:
    """Yield the places of bodies, blocks, sections and long comments."""
    for item in checked.items:
        node, shift = item.node, item.shift
        if isinstance(node, tree.Function) and node.body is not None:
            pending = [(node.body, shift)]
            while pending:
                block, shift = pending.pop()
                yield block.start + shift, block.end + shift
                pending += [
                    (child, distance)
                    for child, distance in tree.unfolded(block.statements, shift)
                    if isinstance(child, tree.Block)
                ]
        elif isinstance(node, (tree.Section, tree.Declaration, tree.IntermediateSources, tree.Metadata)):
            yield item.start, item.end
    for match in re.finditer(r"/\*(?s:.*?)\*/", checked.text):
        yield match.span()
