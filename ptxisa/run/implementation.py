"""Generated functions: how a module lists those of its forms, and how to find the function of a variant.

    implementation(form, values).function(a, b)

A function may serve many variants of a form. What differs between them, such as a comparison, a rounding mode, a number
format or a dtype, are keyword arguments of the function, and follow from the modifiers by rules (`By`).

Each semantics text becomes three functions (docs/decisions/0015 and 0040): "vector" functions take NumPy arrays with
one element per thread, "reference" functions take Python integers, "symbolic" functions take terms.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ptxisa.isa.forms import Condition, Form, Values, holds
from ptxisa.isa.names import module_name
from ptxisa.isa.targets import Target, admits, known
from ptxisa.isa.versions import Version, order

VECTOR = "vector"
REFERENCE = "reference"
SYMBOLIC = "symbolic"


class NotExecutable(ValueError):
    """A form without executable semantics; the message gives the reason."""


# --- what generated modules contain ---


class Implementation(NamedTuple):
    """A function with its operands: inputs and outputs in order; the carry flag is called CF."""

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


Key = tuple[str | None, ...]
"""Values of the slots that decide, in the order of the form; None where a modifier is absent."""

ABSENT = "-"
"""Spelling of an absent modifier in a rule."""


class By(NamedTuple):
    """Rule: what follows from the modifiers in some slots.

    `slots` are their names with spaces between them. A row has the modifiers of each slot, likewise with spaces, and
    what follows from any combination of them; a row of one slot is a string, of several a tuple.
    """

    slots: str
    rows: Mapping[Any, Any]

    def value(self, values: Values) -> Any:
        """Return what follows from the modifiers of a statement; None if no row has them."""
        modifiers = [values[slot] or ABSENT for slot in self.slots.split()]
        for row, result in self.rows.items():
            parts = (row,) if isinstance(row, str) else row
            if all(modifier in part.split() for modifier, part in zip(modifiers, parts, strict=True)):
                return result
        return None


class FunctionCase(NamedTuple):
    """A function with its operands, and its keyword arguments.

    `slots` are arguments that are the modifiers themselves, None where they are absent: names of slots with spaces
    between them, after `parameter=` where the argument has another name. `rules` are the other arguments.
    """

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    slots: str = ""
    rules: Mapping[str, By] = {}

    def bound(self, values: Values) -> Implementation:
        """Return the function with the arguments that follow from the modifiers of a statement."""
        arguments = {name: rule.value(values) for name, rule in self.rules.items()}
        for word in self.slots.split():
            name, _, slot = word.partition("=")
            arguments[name] = values[slot or name]
        function = functools.partial(self.function, **arguments) if arguments else self.function
        return Implementation(function, self.inputs, self.outputs)


class FunctionChoice(NamedTuple):
    """Several functions of one form, and the rule that numbers them."""

    rule: By
    cases: tuple[FunctionCase, ...]

    def bound(self, values: Values) -> Implementation | None:
        """Return the function for the modifiers of a statement; None if there is none."""
        index = self.rule.value(values)
        return None if index is None else self.cases[index].bound(values)


Forms = dict[str, FunctionCase | FunctionChoice]
"""Functions by the id of the form."""


class ModelEntry(NamedTuple):
    """Function of a form on the targets that `target` admits, for the modifiers that `when` admits.

    With `until`, it applies to modules of PTX up to that version.
    """

    target: str
    when: Condition
    cases: FunctionCase | FunctionChoice
    until: str = ""

    def bound(self, values: Values) -> Implementation | None:
        """Return the function for the modifiers of a statement; None if the model does not cover them."""
        return self.cases.bound(values) if holds(self.when, values) else None


Models = dict[str, tuple[ModelEntry, ...]]
"""Functions of named targets by the id of the form, in the order in which they are tried."""


# --- finding the function of a variant ---


def implementation(
    form: Form, values: Values, *, backend: str = VECTOR, on: Target | None = None, ptx: Version | None = None
) -> Implementation:
    """Return the function of a variant of a form.

    Args:
        form: Form of the instruction.
        values: Modifiers by slot.
        backend: "vector", "reference" or "symbolic".
        on: Target whose model is used where there is one; otherwise, and without a target, the function follows the
            contract (docs/decisions/0013).
        ptx: PTX version of the module; None for the newest.

    Raises:
        NotExecutable: The form has no executable semantics.
    """
    module = _module(module_name(form.mnemonic), backend)
    bound: Implementation | None = None
    if on is not None:
        # The first recorded model that admits the target and the modifiers; sm_90a runs on the chips of sm_90. A model
        # for modules up to an old PTX version keeps what was then compiled in another way.
        silicon = known().get(on.silicon, on)
        for entry in module.MODELS.get(form.id, ()):
            outdated = entry.until and (ptx is None or ptx > order(entry.until))
            if not outdated and (admits(entry.target, on) or admits(entry.target, silicon)):
                bound = entry.bound(values)
                if bound is not None:
                    break
    if bound is None and form.id in module.FORMS:
        bound = module.FORMS[form.id].bound(values)
    if bound is None:
        raise NotExecutable(f"{form.id} has no executable semantics: {reason(form)}")
    if backend != VECTOR:
        return bound
    from ptxisa.numbers.lanes import over_lanes

    return bound._replace(function=over_lanes(bound.function))


def executable(form: Form) -> bool:
    """Return True if the form has semantics that each thread executes."""
    return form.id in _module(module_name(form.mnemonic), REFERENCE).FORMS


def reason(form: Form) -> str:
    """Return why a form cannot be executed, from its record."""
    from ptxisa.query.database import database

    rows = database().sql("SELECT no_semantics FROM form WHERE id = ?", (form.id,))
    return str(rows[0][0]) if rows and rows[0][0] else "its record gives none"


class _Nothing:
    """Content of a module of mnemonics that compute nothing; no such module is written."""

    FORMS: Forms = {}
    MODELS: Models = {}


@functools.cache
def _module(name: str, backend: str) -> Any:
    """Import the generated module `name` of a backend."""
    path = f"ptxisa._generated.{backend}.{name}"
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return _Nothing
