"""The instructions that there are: the forms of each mnemonic, loaded when they are first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from ptxisa.isa.forms import Form
from ptxisa.isa.names import counted, module_name
from ptxisa.isa.opcode import FormIndex, ResolvedInstruction

MANUAL = "manual"
"""Who answers where no assembler is asked for a second opinion; see `ptxisa.isa.deviations`."""


class Instruction:
    """A mnemonic with its forms, in record order; `uncovered` names sections of the manual without a record yet.

    `index` finds the forms that modifiers may fit, so that not every form is tried.
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


@cache
def instruction(mnemonic: str) -> Instruction | None:
    """The instruction of a mnemonic, or None when no record covers it."""
    if mnemonic not in mnemonics():
        return None
    module = importlib.import_module(f"ptxisa._generated.forms.{module_of(mnemonic)}")
    return Instruction(mnemonic, module.FORMS, module.UNCOVERED)


def module_of(mnemonic: str) -> str:
    """Return the name of the generated modules of a mnemonic, which are in `forms`, `reference` and `vector`."""
    return module_name(mnemonic)


def forms_of(mnemonic: str) -> tuple[Form, ...]:
    """The forms of a mnemonic; none when no record covers it."""
    found = instruction(mnemonic)
    return found.forms if found else ()


def every_form() -> Iterator[Form]:
    """Every form of every instruction."""
    for mnemonic in mnemonics():
        yield from forms_of(mnemonic)


def mnemonics() -> tuple[str, ...]:
    """Every mnemonic that has a record."""
    from ptxisa._generated.tables import MNEMONICS

    return MNEMONICS


def refused() -> frozenset[str]:
    """The ids of forms of which some release of ptxas rejects what the manual lists."""
    from ptxisa._generated.tables import REFUSED

    return REFUSED


def unrecorded() -> Mapping[str, str]:
    """Mnemonics without a record, with the section of the manual that defines each."""
    from ptxisa._generated.tables import UNRECORDED

    return UNRECORDED
