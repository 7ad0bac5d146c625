"""Instructions: the forms of each mnemonic, loaded when they are first used."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from ptxisa.isa.forms import Form
from ptxisa.isa.names import counted, module_name
from ptxisa.isa.opcode import FormIndex, ResolvedInstruction

MANUAL = "manual"
"""In place of a release of ptxas: ignore errata; see `ptxisa.isa.deviations`."""


class InstructionForms:
    """A mnemonic with its forms, in record order; `uncovered` are sections of the manual without a record.

    `index` finds the forms that may accept modifiers, so that not every form is tried.
    """

    __slots__ = ("forms", "index", "mnemonic", "uncovered")

    def __init__(self, mnemonic: str, forms: tuple[Form, ...], uncovered: tuple[str, ...] = ()) -> None:
        self.mnemonic, self.forms, self.uncovered = mnemonic, forms, uncovered
        self.index = FormIndex(forms)

    def __repr__(self) -> str:
        return f"<instruction {self.mnemonic}: {counted(len(self.forms), 'form')}>"

    def matches(self, modifiers: Sequence[str]) -> tuple[ResolvedInstruction, ...]:
        """Return an instruction for every form that accepts the modifiers."""
        return self.index.matches(modifiers)


def instruction(mnemonic: str) -> InstructionForms | None:
    """Return the instruction of a mnemonic, None if it has no record."""
    return _recorded_instruction(mnemonic) if mnemonic in set_of_mnemonics() else None


@cache
def _recorded_instruction(mnemonic: str) -> InstructionForms:
    # A program uses few of the mnemonics; to import the forms of all takes longer than to check it.
    module = importlib.import_module(f"ptxisa._generated.forms.{module_name(mnemonic)}")
    return InstructionForms(mnemonic, module.FORMS, module.UNCOVERED)


def forms_of(mnemonic: str) -> tuple[Form, ...]:
    """Return the forms of a mnemonic, none if it has no record."""
    record = instruction(mnemonic)
    return record.forms if record else ()


def form_by_id(name: str) -> Form:
    """Return the form with an id, which begins with the mnemonic; raise `KeyError` if there is none."""
    for candidate in forms_of(name.partition(".")[0]):
        if candidate.id == name:
            return candidate
    raise KeyError(name)


def every_form() -> Iterator[Form]:
    """Yield every form of every instruction."""
    for mnemonic in mnemonics():
        yield from forms_of(mnemonic)


@cache
def mnemonics() -> tuple[str, ...]:
    """Return every mnemonic with a record."""
    from ptxisa._generated.tables import MNEMONICS

    return MNEMONICS


@cache
def set_of_mnemonics() -> frozenset[str]:
    """Return every mnemonic with a record, to look up words that may be anything."""
    return frozenset(mnemonics())


@cache
def rejected() -> frozenset[str]:
    """Return the ids of forms with variants that some release of ptxas rejects, or whose guard it ignores."""
    from ptxisa._generated.tables import REJECTED

    return REJECTED


def unrecorded() -> Mapping[str, str]:
    """Return the mnemonics without a record, with the section of the manual that defines each."""
    from ptxisa._generated.tables import UNRECORDED

    return UNRECORDED
