"""One module a mnemonic: its forms as values, which `ptxisa.isa.instructions` loads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.backends.python_source import derived, source
from generator.backends.sharing import shared
from generator.records.model import Instruction
from ptxisa.isa.forms import Form

_NAMES = (
    *("Case", "Choice", "Clause", "Condition", "Contract", "End", "Form"),
    *("Operand", "Promise", "Row", "Rule", "Selector", "Slot", "State"),
)


def emit(mnemonic: str, instructions: Sequence[Instruction], uncovered: tuple[str, ...]) -> str:
    """Source of `ptxisa/_generated/forms/<mnemonic>.py`; `uncovered` are sections without records yet."""
    forms = [form for instruction in instructions for form in instruction.forms]
    constants, written = shared(tuple(forms), "forms")
    definitions = [one.text() for one in constants]
    body = "\n".join(f"    {source(form, 4)}," for form in written)
    used = [name for name in _NAMES if re.search(rf"\b{name}( =|\()", "\n".join([*definitions, body]))]
    return "\n".join(
        [
            derived(f"Forms of `{mnemonic}`.", "each form"),
            f"from ptxisa.isa.forms import {', '.join(used)}",
            "",
            *definitions,
            "FORMS = (",
            body,
            ")",
            f"UNCOVERED: tuple[str, ...] = {source(uncovered, 0, 31)}",
            "",
        ]
    )


def by_mnemonic(instructions: Sequence[Instruction]) -> dict[str, list[Instruction]]:
    """Instruction records grouped by mnemonic: `add` has records in several families."""
    groups: dict[str, list[Instruction]] = {}
    for instruction in instructions:
        groups.setdefault(instruction.mnemonic, []).append(instruction)
    return dict(sorted(groups.items()))


def form_count(groups: dict[str, list[Instruction]]) -> int:
    """Forms that the modules hold; the build compares it with the records."""
    forms: list[Form] = [form for group in groups.values() for instruction in group for form in instruction.forms]
    return len(forms)
