"""The forms that a command line names."""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.cli.output import Failure
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.names import suggestion


def chosen_forms(names: Sequence[str]) -> list[Form]:
    """Forms by mnemonic, by record name or by form id; all of them when no name is given."""
    every = list(every_form())
    if not names:
        return every
    chosen = {form.id: form for name in names for form in _named(name, every)}
    return list(chosen.values())


def _named(name: str, every: Sequence[Form]) -> list[Form]:
    found = [form for form in every if name in (form.id, form.record.split("/")[1], form.mnemonic)]
    if not found:
        known = {form.id for form in every} | {form.mnemonic for form in every}
        hint = suggestion(name, known) or "see `ptxisa list`"
        raise Failure(f"unknown instruction or form {name[:60]!r}; {hint}")
    return found
