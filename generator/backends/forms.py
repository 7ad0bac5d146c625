"""Forms as values, which `ptxisa.isa.instructions` loads: one module for each mnemonic."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.backends.python_source import derived, source
from generator.records.model import RecordedInstruction

_NAMES = (
    *("Advisory", "AnyOf", "Case", "Choice", "Clause", "Contract", "End", "Form", "Limit"),
    *("MemoryEvent", "Operand", "Promise", "Row", "Rule", "Selector", "Slot", "StateAccess", "Stride"),
)
FORM_LIST = "forms/{}.py"
"""Path of the module that has the forms of a mnemonic, relative to the generated package."""

Groups = Mapping[str, Sequence[RecordedInstruction]]
"""Records of instructions by their mnemonics."""


def emit(mnemonic: str, instructions: Sequence[RecordedInstruction], uncovered: Sequence[str] = ()) -> str:
    """Return the source of the module of a mnemonic in `ptxisa/_generated/forms/`.

    Args:
        mnemonic: The mnemonic.
        instructions: The records of its instructions.
        uncovered: Sections of manuals about the mnemonic that no record cites yet.
    """
    forms = [form for instruction in instructions for form in instruction.forms]
    body = [
        "FORMS: tuple[Form, ...] = (",
        *(f"    {source(form, 4)}," for form in forms),
        ")",
        f"UNCOVERED: tuple[str, ...] = {source(tuple(uncovered))}",
    ]
    used = [name for name in _NAMES if re.search(rf"\b{name}(\(|,)", "\n".join(body))]
    head = derived(f"Forms of `{mnemonic}`.", "each form")
    return "\n".join([head, f"from ptxisa.isa.forms import {', '.join(used)}", "", *body, ""])


def by_mnemonic(instructions: Sequence[RecordedInstruction]) -> dict[str, list[RecordedInstruction]]:
    """Return the records of instructions by mnemonic: `add` has records in several families."""
    groups: dict[str, list[RecordedInstruction]] = {}
    for instruction in instructions:
        groups.setdefault(instruction.mnemonic, []).append(instruction)
    return dict(sorted(groups.items()))


def form_count(groups: Groups) -> int:
    """Return the number of forms in the modules; the build compares it with the records."""
    return sum(len(instruction.forms) for group in groups.values() for instruction in group)
