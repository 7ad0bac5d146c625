"""Corrections of diagnostics: the changes that hints describe, as edits.

Every correction is computed from the fields of a diagnostic and from the records; no message is read. An opcode is
offered only if it is legal, and on the target of the module if there is such a one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.instructions import instruction, mnemonics
from ptxisa.isa.names import near
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.statements import statement_at
from ptxisa.query.continuations import continuations

_MOST_OFFERED = 8
"""Opcodes that are offered for a missing modifier: a menu of an editor."""


class Replacement(NamedTuple):
    """Replacement of the text from `start` to `end`."""

    start: int
    end: int
    text: str


class Correction(NamedTuple):
    """Correction of a diagnostic; `preferred` is True if it is the only one or the most likely one."""

    title: str
    diagnostic: Diagnostic
    edits: tuple[Replacement, ...]
    preferred: bool = False


def corrections(checked: Checked, start: int, end: int) -> Iterator[Correction]:
    """Yield the corrections of the diagnostics between two offsets; the results are for the current text."""
    lines = Lines(checked.text)
    for diagnostic in checked.diagnostics:
        low = lines.diagnostic_offset(diagnostic.line, diagnostic.column)
        high = lines.diagnostic_offset(*diagnostic.end)
        if low <= end and start <= high:
            # Most codes have no correction: what to write instead is the author's decision.
            correct = _CORRECTIONS.get(diagnostic.code)
            if correct is not None:
                yield from correct(checked, diagnostic, low, high)


def _opcode_at(checked: Checked, offset: int) -> tuple[int, str]:
    """Return the start and the text of the opcode of the statement at an offset."""
    spot = statement_at(checked.text, offset)
    head = spot.head
    return (head.start, head.text) if head is not None and head.kind == "word" else (offset, "")


def _replaced(checked: Checked, diagnostic: Diagnostic, offset: int, opcode: str, preferred: bool) -> Correction:
    start, written = _opcode_at(checked, offset)
    return Correction(f"Write {opcode}", diagnostic, (Replacement(start, start + len(written), opcode),), preferred)


def correct_order(checked: Checked, diagnostic: Diagnostic, low: int, _high: int) -> Iterator[Correction]:
    """Offer the modifiers in the order of the form."""
    name, *modifiers = _opcode_at(checked, low)[1].split(".")
    instruction_forms = instruction(name)
    for form in instruction_forms.forms if instruction_forms is not None else ():
        ordered = match(form, modifiers, any_order=True)
        if form.id == diagnostic.form and isinstance(ordered, ResolvedInstruction):
            yield _replaced(checked, diagnostic, low, ordered.opcode, True)


def correct_missing_modifier(checked: Checked, diagnostic: Diagnostic, low: int, _high: int) -> Iterator[Correction]:
    """Offer the opcodes that become legal by inserting one modifier, those of the target first."""
    name, *modifiers = _opcode_at(checked, low)[1].split(".")
    instruction_forms, place = instruction(name), checked.place
    offered: dict[str, None] = {}
    # The diagnostic reports that a modifier is missing but not where, so every position is tried.
    for index in range(len(modifiers) + 1) if instruction_forms is not None else ():
        for continuation in continuations(name, modifiers[:index], modifiers[index:], place.target, place.version):
            words = [*modifiers[:index], continuation.modifier, *modifiers[index:]]
            if (
                continuation.expected
                and not continuation.unavailable
                and instruction_forms is not None
                and instruction_forms.matches(words)
            ):
                offered[".".join((name, *words))] = None
    for number, opcode in enumerate(list(offered)[:_MOST_OFFERED]):
        yield _replaced(checked, diagnostic, low, opcode, number == 0)


def correct_modifier(checked: Checked, diagnostic: Diagnostic, low: int, _high: int) -> Iterator[Correction]:
    """Offer the most similar legal modifier, and the opcode without the unknown one."""
    name, *modifiers = _opcode_at(checked, low)[1].split(".")
    index, place, instruction_forms = diagnostic.modifier, checked.place, instruction(name)
    if index is None or index >= len(modifiers) or instruction_forms is None:
        return
    before, after = modifiers[:index], modifiers[index + 1 :]
    legal = [
        continuation.modifier
        for continuation in continuations(name, before, after, place.target, place.version)
        if not continuation.unavailable
    ]
    similar = near(modifiers[index], legal)
    if similar is not None:
        yield _replaced(checked, diagnostic, low, ".".join((name, *before, similar, *after)), True)
    if instruction_forms.matches((*before, *after)):
        yield _replaced(checked, diagnostic, low, ".".join((name, *before, *after)), similar is None)


def correct_mnemonic(checked: Checked, diagnostic: Diagnostic, low: int, _high: int) -> Iterator[Correction]:
    """Offer the most similar mnemonic."""
    start, opcode = _opcode_at(checked, low)
    name = opcode.partition(".")[0]
    similar = near(name, mnemonics())
    if similar is not None:
        yield Correction(f"Write {similar}", diagnostic, (Replacement(start, start + len(name), similar),), True)


def correct_name(checked: Checked, diagnostic: Diagnostic, low: int, high: int) -> Iterator[Correction]:
    """Offer the most similar declared name, and for a member just past a range a longer range."""
    names = {declared.name for declared in checked.names.visible(low) if declared.copies is None}
    similar = near(diagnostic.subject, names)
    if similar is not None:
        yield Correction(f"Write {similar}", diagnostic, (Replacement(low, high, similar),), True)
    stem = diagnostic.subject.rstrip("0123456789")
    digits = diagnostic.subject[len(stem) :]
    for declared in checked.names.visible(low):
        # A larger range than a million registers is a typing error in the name, not in the declaration.
        if declared.copies is not None and declared.name == stem and digits and len(digits) < 7:
            count = str(int(digits) + 1)
            place = checked.text.index("<", declared.end) + 1
            edit = Replacement(place, checked.text.index(">", place), count)
            yield Correction(f"Declare {stem}<{count}>", diagnostic, (edit,), similar is None)


def correct_semicolon(_checked: Checked, diagnostic: Diagnostic, low: int, _high: int) -> Iterator[Correction]:
    """Insert a semicolon."""
    yield Correction("Insert ;", diagnostic, (Replacement(low, low, ";"),), True)


def raise_place(checked: Checked, diagnostic: Diagnostic, _low: int, _high: int) -> Iterator[Correction]:
    """Offer a later `.version`, or another `.target`, that has what the statement needs."""
    module, place = checked.module, checked.place
    # Settings replace the directives of the module, so that a change of these would have no effect.
    if module is None or checked.settings.target or checked.settings.ptx:
        return
    offered: set[str] = set()
    # `.target` may also name options, such as texmode_independent, which stay.
    architectures = [name for directive in module.targets for name in directive.names if name.text.startswith("sm_")]
    for requirement in diagnostic.requires:
        # The target of the module if the requirement admits it, else the first one that it admits.
        admitted = [other for other in targets.known().values() if targets.admits(requirement.target, other)]
        target = place.target if place.target in admitted else next(iter(admitted), None)
        if target is None:
            continue
        edits, title = [], []
        version = max(versions.order(requirement.ptx), target.floor)
        if place.version is not None and module.version is not None and version > place.version:
            edits.append(Replacement(module.version.start, module.version.end, f".version {version}"))
            title.append(f".version {version}")
        if place.target is not None and target is not place.target and architectures:
            edits.append(Replacement(architectures[0].start, architectures[0].end, target.name))
            title.append(f".target {target.name}")
        text = f"Use {' and '.join(title)}"
        # Several requirements may lead to the same edit.
        if edits and text not in offered:
            offered.add(text)
            yield Correction(text, diagnostic, tuple(edits), len(offered) == 1)


_CORRECTIONS: Mapping[str, Callable[[Checked, Diagnostic, int, int], Iterator[Correction]]] = {
    "missing-modifier": correct_missing_modifier,
    "modifier-combination": correct_missing_modifier,
    "missing-semicolon": correct_semicolon,
    "modifier-order": correct_order,
    "unavailable-target": raise_place,
    "unavailable-version": raise_place,
    "undeclared-name": correct_name,
    "unknown-mnemonic": correct_mnemonic,
    "unknown-modifier": correct_modifier,
}
