"""Find the generated function of one variant of a form."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from ptxisa.isa.forms import Form, Values
from ptxisa.isa.instructions import module_of
from ptxisa.isa.targets import Target, admits, known
from ptxisa.run.implementation import Forms, Implementation, Models

VECTOR = "vector"
REFERENCE = "reference"


class NotExecutable(ValueError):
    """The form has no executable semantics; the message says why."""


def implementation(form: Form, values: Values, *, backend: str = VECTOR, on: Target | None = None) -> Implementation:
    """The function of a variant: what the target `on` does where that is recorded, else the contract.

    `backend` is "vector" (NumPy arrays) or "reference" (Python integers).
    """
    module = _module(form, backend)
    found = _model(module, form, values, on) if on else None
    if found is None and form.id in module.FORMS:
        found = module.FORMS[form.id].bound(values)
    if found is None:
        raise NotExecutable(f"{form.id} has no executable semantics: {reason(form)}")
    return found if backend == REFERENCE else _over_lanes(found)


def _over_lanes(found: Implementation) -> Implementation:
    """A function on arrays that takes constants as well."""
    from ptxisa.numbers.lanes import over_lanes

    return found._replace(function=over_lanes(found.function))


def executable(form: Form) -> bool:
    """Whether the form computes something."""
    return form.id in _module(form, REFERENCE).FORMS


def _model(module: Any, form: Form, values: Values, on: Target) -> Implementation | None:
    """The first recorded model that the target and the modifiers fit; sm_90a runs on the chips of sm_90."""
    silicon = known().get(on.silicon, on)
    for entry in module.MODELS.get(form.id, ()):
        if admits(entry.target, on) or admits(entry.target, silicon):
            found: Implementation | None = entry.bound(values)
            if found:
                return found
    return None


class _Nothing:
    """What a module of mnemonics that compute nothing has; no such module is written."""

    FORMS: Forms = {}
    MODELS: Models = {}


def _module(form: Form, backend: str) -> Any:
    return _imported(f"ptxisa._generated.{backend}.{module_of(form.mnemonic)}")


@cache
def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return _Nothing


def reason(form: Form) -> str:
    """Why a form cannot be executed, as its record says."""
    from ptxisa.query.database import database

    rows = database().sql("SELECT no_semantics FROM form WHERE id = ?", (form.id,))
    return str(rows[0][0]) if rows and rows[0][0] else "its record gives none"
