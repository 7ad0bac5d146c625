"""Which forms, and which of their variants, the words of a command line name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import every_form
from ptxisa.isa.names import Unknown, suggestion
from ptxisa.isa.opcode import canonical
from ptxisa.isa.variants import variants
from ptxisa.query.availability import UnknownOpcode, candidates

Pairs = Iterator[tuple[Form, Iterator[Values]]]


class UnknownSelection(Unknown, ValueError):
    """A word names no instruction, form, family or opcode."""


def chosen(words: Sequence[str]) -> Pairs:
    """Forms with the variants that one of the words names; without words, everything.

    A word is a mnemonic, the name of a record, the id of a form, a family, a full opcode, or a pattern of opcodes
    with `*`, `?` and `[…]`.
    """
    every = list(every_form())
    found = [_named(word, every) for word in words]
    for form in every:
        wanted = [one[form.id] for one in found if form.id in one]
        if not words or "" in wanted:
            yield form, variants(form)
        elif wanted:
            yield form, (values for values in variants(form) if _matches(canonical(form, values), wanted))


def _matches(opcode: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(opcode, pattern) for pattern in patterns)


def _named(word: str, every: Sequence[Form]) -> dict[str, str]:
    """The forms that a word names, by id, each with a pattern of its opcodes; all of them where that is empty."""
    if any(mark in word for mark in "*?["):
        found = {form.id: word for form in every if _possible(word, form)}
    else:
        found = {form.id: "" for form in every if word in _names(form)} or _of_opcode(word)
    if not found:
        known = {name for form in every for name in _names(form)}
        hint = suggestion(word, known) or "see `ptxisa list`"
        raise UnknownSelection(f"unknown instruction, form, family or opcode {word[:60]!r}; {hint}")
    return found


def _names(form: Form) -> tuple[str, ...]:
    family, name = form.record.split("/")
    return form.id, form.mnemonic, name, family


def _possible(pattern: str, form: Form) -> bool:
    """Whether opcodes of a form may fit a pattern, by the mnemonic as far as the pattern writes it out."""
    start = min(pattern.find(mark) for mark in "*?[" if mark in pattern)
    fixed = pattern[:start].split(".")[0]
    return form.mnemonic == fixed if "." in pattern[:start] else form.mnemonic.startswith(fixed)


def _of_opcode(word: str) -> dict[str, str]:
    """The forms of a full opcode, whose modifiers may be in any order that assemblers accept."""
    try:
        found = candidates(word)
    except UnknownOpcode:
        return {}
    return {one.form.id: one.opcode if one.modifiers else "" for one in found}
