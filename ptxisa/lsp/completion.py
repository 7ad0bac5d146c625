"""Completion: modifiers that are legal next, opcodes, declared names, special registers, directives and their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.hovers import symbol_of
from ptxisa.lsp.names import Declared
from ptxisa.lsp.statements import Spot, statement_at
from ptxisa.query.availability import candidates as availability_candidates
from ptxisa.query.availability import judge, satisfied
from ptxisa.query.continuations import Continuation, continuations

_IN_BODY = frozenset({"body", "labeled"})
_IN_MODULE = frozenset({"module", "module-head", "before-variable", "before-function"})
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


def complete(text: str, offset: int, checked: Checked, checked_offset: int) -> list[Item]:
    """Return the proposals at an offset, the best first.

    Args:
        text: Current text of the module.
        offset: Offset in it.
        checked: Results of the last check, perhaps of an earlier text.
        checked_offset: The corresponding offset in the checked text.
    """
    spot = statement_at(text, offset)
    place = checked.session.place
    if spot.part in ("comment", "string"):
        return []
    if spot.part == "opcode":
        return list(_modifiers(spot, place))
    if spot.part == "operand":
        return sorted(_operands(spot, checked, checked_offset), key=lambda item: (bool(item.lack), item.rank))
    if spot.part == "directive":
        return list(_directive_words(spot, place))
    return list(_starts(spot, place))


# Modifiers


def _modifiers(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield the modifiers that are legal at the place in the opcode."""
    head = spot.head
    assert head is not None
    words = head.text.split(".")
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
    for number, one in enumerate(_continuations_at(words[0], before, following, place)):
        yield Item(one.modifier, "modifier", start, end, floor(one.requires), one.lack, _summary(one), number)


def _continuations_at(
    mnemonic: str, before: Sequence[str], after: Sequence[str], place: Place
) -> tuple[Continuation, ...]:
    assembler = "" if place.assembler == MANUAL else place.assembler
    return continuations(mnemonic, before, after, place.target, place.version, assembler)


def _summary(one: Continuation) -> str:
    return texts.modifier_summary(one.group, one.modifier)


def floor(requirements: Sequence[Requirement]) -> str:
    """Return the lowest floor as it is shown beside an item: `PTX 7.8, sm_90`."""
    if not requirements:
        return ""
    first = requirements[0]
    return f"PTX {first.ptx}, {first.target.replace('+', '')}"


# The start of a statement


def _starts(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield opcodes and directives."""
    word = spot.typed
    if word is None or not word.text.startswith("."):
        yield from _opcodes(spot, place) if spot.in_function else ()
    if word is None or word.kind == "dotted":
        yield from _directives(spot, place)


def _opcodes(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield the mnemonics, those that the target lacks last."""
    word = spot.typed
    start, end = (word.start, word.start + len(word.text.partition(".")[0])) if word else (spot.offset, spot.offset)
    for name, summary, note, lack in sorted(_every_mnemonic(place), key=lambda one: (bool(one[3]), one[0])):
        yield Item(name, "instruction", start, end, note, lack, summary)


@lru_cache(maxsize=16)
def _every_mnemonic(place: Place) -> tuple[tuple[str, str, str, str], ...]:
    """Return each mnemonic with its summary, its floor, and why the place lacks it."""
    found = []
    for name in mnemonics():
        requirements, lack = judge(availability_candidates(name), place.target, place.version)
        summary = texts.plain(texts.record_of(forms_of(name)[0].record)["summary"])
        found.append((name, summary, floor(requirements[:1]), lack.reason if lack else ""))
    return tuple(found)


def _directives(spot: Spot, place: Place) -> Iterator[Item]:
    """Yield the directives that may begin a statement here."""
    word = spot.typed
    start, end = (word.start, word.end) if word else (spot.offset, spot.offset)
    wanted = _IN_BODY if spot.in_function else _IN_MODULE
    for spelling, directive in directives().items():
        if spelling.startswith(".") and not wanted.isdisjoint(directive.places):
            lack, note = _lack(directive, place)
            yield Item(spelling, "directive", start, end, note, lack, _directive_summary(spelling))


def _lack(record: Any, place: Place) -> tuple[str, str]:
    """Return why a place lacks something, and its floor."""
    clauses = record.availability
    requirements = [Requirement(one.ptx, one.target, "", one.id) for one in clauses]
    if (
        not clauses
        or place.anywhere
        or any(satisfied(one.ptx, one.target, place.target, place.version) for one in clauses)
    ):
        return "", floor(requirements)
    from ptxisa.query.availability import joined

    return f"needs {joined(requirements)}", floor(requirements)


@lru_cache(maxsize=256)
def _directive_summary(spelling: str) -> str:
    from ptxisa.query.database import database

    found = database().record("directive", spelling[1:])
    return texts.plain(found[0].get("summary", "")) if found else ""


# Words of directives


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
    kind = next((_OF_FUNCTIONS[one.text] for one in spot.words if one.text in _OF_FUNCTIONS), "")
    if kind:
        wanted = {kind, "parameter"}
    elif first in (".visible", ".extern", ".weak", ".common"):
        wanted = {"module", "variable"}
    else:
        wanted = {"variable"}
    for spelling, directive in directives().items():
        if not wanted.isdisjoint(directive.places):
            lack, note = _lack(directive, place)
            yield Item(spelling, "directive", start, end, note, lack, _directive_summary(spelling))
    for type_ in types_known():
        yield Item(f".{type_}", "type", start, end, "", "", texts.modifier_summary("type", type_))
    for name in (".v2", ".v4"):
        yield Item(name, "keyword", start, end)


# Operands


def _operands(spot: Spot, checked: Checked, checked_offset: int) -> Iterator[Item]:
    """Yield declared names and special registers; names of a type that the operand takes come first."""
    word = spot.typed
    start, end = (word.start, word.end) if word and word.kind != "symbol" else (spot.offset, spot.offset)
    if (
        word is not None
        and word.kind == "word"
        and "." in word.text
        and spot.offset > word.start + word.text.index(".")
    ):
        yield from _selectors(word.text.partition(".")[0], word.start, word.end)
        return
    wanted = _wanted_types(spot)
    mnemonic = spot.opcode.partition(".")[0]
    seen: set[str] = set()
    bits = {types_known()[one].bits for one in wanted if one in types_known()}
    for declared in checked.names.visible(checked_offset):
        if declared.name in seen:
            continue
        seen.add(declared.name)
        rank = _rank(declared, mnemonic, wanted, bits, spot)
        if declared.copies is None:
            yield Item(declared.name, declared.kind, start, end, declared.type, "", "", rank)
        else:
            yield Item(f"{declared.name}0", declared.kind, start, end, declared.shown, "", "", rank)
    for name, note, lack in _specials(checked.session.place):
        yield Item(name, "special", start, end, note, lack, "", 5)


@lru_cache(maxsize=16)
def _specials(place: Place) -> tuple[tuple[str, str, str], ...]:
    """Return each special register with its type and floor, and why the place lacks it."""
    found = []
    for name, register in special_registers().items():
        lack, note = _lack(register, place)
        found.append((name, f".{register.type}, {note}" if note else f".{register.type}", lack))
    return tuple(found)


def _selectors(name: str, start: int, end: int) -> Iterator[Item]:
    """Yield the elements of a vector register."""
    register = special_registers().get(name)
    elements = register.elements if register is not None else ("x", "y", "z", "w")
    for element in elements:
        yield Item(f"{name}.{element}", "element", start, end)


def _wanted_types(spot: Spot) -> set[str]:
    """Return the types of registers that the operand at the place takes, of all forms that match the opcode."""
    name, *modifiers = spot.opcode.split(".")
    return {
        type_of(operand, candidate.modifiers)
        for candidate in match_opcode(name, tuple(modifiers))
        for operand, number in zip(candidate.form.operands, texts.operand_numbers(candidate.form), strict=True)
        if number == spot.operand
    }


def _rank(declared: Declared, mnemonic: str, wanted: set[str], bits: set[int], spot: Spot) -> int:
    """Return the rank of a name: 0 if it fits, more if it is less likely."""
    head = spot.head
    if head is None or spot.offset < head.start:
        return 0 if declared.type == ".pred" else 3
    if mnemonic in ("bra", "brx"):
        return 0 if declared.kind in ("label", "targets") else 4
    if mnemonic == "call":
        return {"function": 0, "prototype": 1, "targets": 1}.get(declared.kind, 2)
    if declared.kind == "register":
        type_ = types_known().get(symbol_of(declared).type)
        return 0 if type_ is not None and (type_.name in wanted or type_.bits in bits) else 1
    return 2 if declared.kind in ("variable", "parameter") else 4
