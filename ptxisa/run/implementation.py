"""What a generated module says about each function, so that a runner can bind operands to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Implementation(NamedTuple):
    """One function with the operands it takes and gives, in order; the carry flag is called CF."""

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


Key = tuple[str | None, ...]
"""Values of the slots that decide, in the order in which `Choices` names them; None where a modifier is absent."""

Choices = tuple[tuple[str, ...], dict[Key, Implementation]]
"""Slots that the semantics of a form depend on, and the implementation for each combination of their values."""

Forms = dict[str, Choices]
"""Form id to its implementations."""


class ModelEntry(NamedTuple):
    """What the targets that `target` admits do with a form, for the slot values that it lists."""

    target: str
    slots: tuple[str, ...]
    implementations: dict[Key, Implementation]


Models = dict[str, tuple[ModelEntry, ...]]
"""Form id to what named targets do, in the order in which they are tried."""
