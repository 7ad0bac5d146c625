"""Forms as values, which `ptxisa.isa.instructions` loads: one module for several mnemonics of a family."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.backends.python_source import derived, flat, source
from generator.backends.sharing import shared
from generator.records.model import Instruction
from ptxisa.isa.forms import Form
from ptxisa.isa.names import module_name

_NAMES = (
    *("Case", "Choice", "Clause", "Condition", "Contract", "End", "Form"),
    *("Operand", "Promise", "Row", "Rule", "Selector", "Slot", "State"),
)

LARGE = 12_000
"""Characters of forms from which on a mnemonic has a module of its own: who needs others should not wait for it."""

Groups = Mapping[str, Sequence[Instruction]]
"""Records of instructions by their mnemonics."""


def emit(groups: Groups, uncovered: Mapping[str, tuple[str, ...]]) -> str:
    """Source of a module of `ptxisa/_generated/forms/`; `uncovered` are sections without records yet, by mnemonic."""
    constants, written = shared({name: tuple(_forms(records)) for name, records in groups.items()}, "forms")
    definitions = [one.text() for one in constants]
    body = [line for name, forms in written.items() for line in _assignment(name, forms)]
    used = [name for name in _NAMES if re.search(rf"\b{name}( =|\()", "\n".join([*definitions, *body]))]
    return "\n".join(
        [
            derived(f"Forms of {listing(groups)}.", "each form"),
            f"from ptxisa.isa.forms import {', '.join(used)}",
            "",
            *definitions,
            *body,
            f"UNCOVERED: dict[str, tuple[str, ...]] = {source(dict(uncovered), 0, 41)}",
            "",
        ]
    )


def _assignment(mnemonic: str, forms: Sequence[Form]) -> list[str]:
    """The lines that give the forms of a mnemonic its name."""
    return [f"{module_name(mnemonic)} = (", *(f"    {source(form, 4)}," for form in forms), ")"]


def listing(mnemonics: Iterable[str]) -> str:
    """Mnemonics as a title names them."""
    return ", ".join(f"`{name}`" for name in mnemonics)


def modules(groups: Groups) -> dict[str, tuple[str, ...]]:
    """The mnemonics of each module by its name: those of a family together, and one with many forms alone."""
    found: dict[str, list[str]] = {}
    for mnemonic, instructions in groups.items():
        large = sum(len(flat(form)) for form in _forms(instructions)) >= LARGE
        name = module_name(mnemonic) if large else _family(instructions).replace("-", "_")
        found.setdefault(name, []).append(mnemonic)
    return {name: tuple(mnemonics) for name, mnemonics in sorted(found.items())}


def _family(instructions: Sequence[Instruction]) -> str:
    """The family that most forms of a mnemonic are in; the first of several."""
    return Counter(one.family for one in instructions for _ in one.forms).most_common(1)[0][0]


def _forms(instructions: Sequence[Instruction]) -> Iterator[Form]:
    return (form for instruction in instructions for form in instruction.forms)


def by_mnemonic(instructions: Sequence[Instruction]) -> dict[str, list[Instruction]]:
    """Instruction records grouped by mnemonic: `add` has records in several families."""
    groups: dict[str, list[Instruction]] = {}
    for instruction in instructions:
        groups.setdefault(instruction.mnemonic, []).append(instruction)
    return dict(sorted(groups.items()))


def form_count(groups: Groups) -> int:
    """Forms that the modules hold; the build compares it with the records."""
    return sum(1 for group in groups.values() for _ in _forms(group))
