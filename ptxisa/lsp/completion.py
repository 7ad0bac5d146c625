"""Completion: modifiers that are legal next, opcodes, declared names, special registers, directives and their words."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Any, NamedTuple

from ptxisa.check.instruction import match_opcode
from ptxisa.check.place import Place
from ptxisa.isa import targets, versions
from ptxisa.isa.forms import type_of
from ptxisa.isa.instructions import MANUAL, forms_of, mnemonics
from ptxisa.isa.language import directives, special_registers
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.types import known as types_known
from ptxisa.lsp import texts
from ptxisa.lsp.documents import View
from ptxisa.lsp.hovers import symbol_of
from ptxisa.lsp.names import Declared
from ptxisa.lsp.statements import Spot
from ptxisa.query.availability import availability_of, joined, satisfied
from ptxisa.query.availability import candidates as availability_candidates
from ptxisa.query.continuations import continuations
from ptxisa.query.database import database

_IN_BODY = frozenset({"body", "labeled"})
_IN_MODULE = frozenset({"module", "module-head", "before-variable", "before-function"})
_WITH_LABELS = frozenset({"bra", "brx", "call"})
_OF_FUNCTIONS = {".entry": "entry", ".func": "func"}
"""Places of directives, as their records name them."""


class Item(NamedTuple):
    """Proposal of completion that replaces the text from `start` to `end`.

    `kind` is "modifier", "instruction", "register", "label" and so on. `note` is shown beside the label: a floor, a
    type. `lack` is the reason why the target lacks it, "" if it does not; such items come last.
    """

    label: str
    kind: str
    start: int
    end: int
    note: str = ""
    lack: str = ""
    detail: str = ""
    rank: int = 0


def complete(view: View) -> list[Item]:
    """Return the proposals at a place, the best first."""
    spot, place = view.spot, view.checked.place
    if spot.part in ("comment", "string"):
        return []
    if spot.part == "opcode":
        return list(_modifiers(spot, place))
    if spot.part == "operand":
        return sorted(_operands(spot, view), key=lambda item: (bool(item.lack), item.rank))
    if spot.part == "directive":
        return list(_directive_words(spot, place))
    word = spot.typed
    dotted = word is not None and word.kind == "dotted"
    items = list(_opcodes(spot, place)) if spot.in_function and not dotted else []
    if word is None or dotted:
        items += _directives(spot, place, _IN_BODY if spot.in_function else _IN_MODULE)
    return items


def _modifiers(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield the modifiers that are legal at the place in the opcode."""
    head = spot.head
    assert head is not None
    words = head.text.split(".")
    # A dot that was just typed is a token of its own: the modifier after it is still empty.
    after = [word for word in spot.words if word.start == head.end and word.text == "."]
    if after and spot.offset == after[0].end:
        words.append("")
    start, index = head.start, 0
    while index < len(words) - 1 and start + len(words[index]) < spot.offset:
        start += len(words[index]) + 1
        index += 1
    if index == 0:
        yield from _opcodes(spot, place)
        return
    before, following = words[1:index], [word for word in words[index + 1 :] if word]
    end = start + len(words[index])
    # Modifiers after the place stay, so a proposal must be legal together with them.
    assembler = "" if place.assembler == MANUAL else place.assembler
    offered = continuations(words[0], before, following, place.target, place.version, assembler)
    for number, continuation in enumerate(offered):
        summary = texts.modifier_summary(continuation.group, continuation.modifier)
        yield Item(
            continuation.modifier,
            "modifier",
            start,
            end,
            texts.floor(continuation.requires),
            continuation.unavailable,
            summary,
            number,
        )


def _opcodes(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield the mnemonics, those that the target lacks last."""
    word = spot.typed
    start, end = (word.start, word.start + len(word.text.partition(".")[0])) if word else (spot.offset, spot.offset)
    for name, summary, note, lack in sorted(every_mnemonic(place), key=lambda entry: (bool(entry[3]), entry[0])):
        yield Item(name, "instruction", start, end, note, lack, summary)


@lru_cache(maxsize=16)
def every_mnemonic(place: Place) -> tuple[tuple[str, str, str, str], ...]:
    """Return each mnemonic with its summary, its floor, and why the place lacks it."""
    rows = []
    for name in mnemonics():
        requirements, lack = availability_of(availability_candidates(name), place.target, place.version)
        summary = texts.plain(texts.record_of(forms_of(name)[0].record)["summary"])
        rows.append((name, summary, texts.floor(requirements[:1]), lack.reason if lack else ""))
    return tuple(rows)


def _directives(spot: Spot, place: Place, wanted: Set[str]) -> Iterator[Item]:
    """Yield the directives that may be at some places, as their records name them."""
    word = spot.typed
    start, end = (word.start, word.end) if word else (spot.offset, spot.offset)
    for spelling, directive in directives().items():
        if spelling.startswith(".") and not wanted.isdisjoint(directive.places):
            lack, note = _lack(directive, place)
            yield Item(spelling, "directive", start, end, note, lack, _directive_summary(spelling))


def _lack(record: Any, place: Place) -> tuple[str, str]:
    """Return why a place lacks something, and its floor."""
    clauses = record.availability
    requirements = [Requirement(clause.ptx, clause.target, "", clause.id) for clause in clauses]
    if (
        not clauses
        or place.anywhere
        or any(satisfied(clause.ptx, clause.target, place.target, place.version) for clause in clauses)
    ):
        return "", texts.floor(requirements)
    return f"needs {joined(requirements)}", texts.floor(requirements)


@lru_cache(maxsize=256)
def _directive_summary(spelling: str) -> str:
    records = database().record("directive", spelling[1:])
    return texts.plain(records[0].get("summary", "")) if records else ""


def _directive_words(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield types, targets, versions and directives of functions."""
    first, word = spot.words[0].text, spot.word
    start, end = (word.start, word.end) if word else (spot.offset, spot.offset)
    if first == ".target":
        for target in targets.known().values():
            lack = "" if place.version is None or place.version >= target.floor else f"needs PTX {target.introduced}"
            yield Item(target.name, "value", start, end, f"PTX {target.introduced}", lack)
        return
    if first == ".version":
        for version in versions.known():
            yield Item(version, "value", start, end)
        return
    kind = next((_OF_FUNCTIONS[word.text] for word in spot.words if word.text in _OF_FUNCTIONS), "")
    if kind:
        wanted = {kind, "parameter"}
    elif first in (".visible", ".extern", ".weak", ".common"):
        wanted = {"module", "variable"}
    else:
        wanted = {"variable"}
    yield from _directives(spot, place, wanted)
    for type_ in types_known():
        yield Item(f".{type_}", "type", start, end, "", "", texts.modifier_summary("type", type_))
    for name in (".v2", ".v4"):
        yield Item(name, "keyword", start, end)


def _operands(spot: Spot, view: View) -> Iterator[Item]:
    """Yield declared names and special registers; names of a type that the operand takes come first."""
    checked, word = view.checked, spot.typed
    start, end = (word.start, word.end) if word and word.kind != "symbol" else (spot.offset, spot.offset)
    if word is None or word.kind == "symbol":
        # A name of which only the first character is written is not a token yet.
        start -= view.text[:start].endswith(("%", "$"))
    elif word.kind == "word" and "." in word.text and spot.offset > word.start + word.text.index("."):
        name = word.text.partition(".")[0]
        special = special_registers().get(name)
        for element in special.elements if special is not None else ("x", "y", "z", "w"):
            yield Item(f"{name}.{element}", "element", word.start, word.end)
        return
    mnemonic, *modifiers = spot.opcode.split(".")
    wanted = {
        type_of(operand, candidate.modifiers)
        for candidate in match_opcode(mnemonic, tuple(modifiers))
        for operand, number in zip(candidate.form.operands, texts.operand_numbers(candidate.form), strict=True)
        if number == spot.operand
    }
    # A register may have another type of the same size, which many instructions accept (PTX ISA 8.7,
    # section 9.4), so that its size ranks it.
    bits = {types_known()[type_].bits for type_ in wanted if type_ in types_known()}
    seen: set[str] = set()
    for declared in checked.names.visible(view.checked_offset):
        # Compilers write thousands of labels, which branches alone take.
        if declared.kind == "label" and mnemonic and mnemonic not in _WITH_LABELS:
            continue
        if declared.name not in seen:
            seen.add(declared.name)
            rank = _rank(declared, mnemonic, wanted, bits, spot)
            label = declared.name if declared.copies is None else f"{declared.name}0"
            note = declared.type if declared.copies is None else declared.shown
            yield Item(label, declared.kind, start, end, note, "", "", rank)
    for name, note, lack in every_special(checked.place):
        yield Item(name, "special", start, end, note, lack, "", 5)


@lru_cache(maxsize=16)
def every_special(place: Place) -> tuple[tuple[str, str, str], ...]:
    """Return each special register with its type and floor, and why the place lacks it."""
    rows = []
    for name, register in special_registers().items():
        lack, note = _lack(register, place)
        rows.append((name, f".{register.type}, {note}" if note else f".{register.type}", lack))
    return tuple(rows)


def _rank(declared: Declared, mnemonic: str, wanted: set[str], bits: set[int], spot: Spot) -> int:
    """Return the rank of a name: 0 if it fits, more if it is less likely."""
    head = spot.head
    if head is None or spot.offset < head.start:  # In a guard, which takes predicates alone.
        return 0 if declared.type == ".pred" else 3
    if mnemonic in ("bra", "brx"):
        return 0 if declared.kind in ("label", "targets") else 4
    if mnemonic == "call":
        return {"function": 0, "prototype": 1, "targets": 1}.get(declared.kind, 2)
    if declared.kind in ("register", "operand"):
        type_ = types_known().get(symbol_of(declared).type)
        return 0 if type_ is not None and (type_.name in wanted or type_.bits in bits) else 1
    return 2 if declared.kind in ("variable", "parameter") else 4
