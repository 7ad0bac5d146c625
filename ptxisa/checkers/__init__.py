"""The generated checkers, one a mnemonic: `from ptxisa.checkers import add`.

Mnemonics that are Python keywords carry an underscore: `from ptxisa.checkers import and_`. A checker is
loaded when its name is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ptxisa.isa.names import module_name

if TYPE_CHECKING:
    from ptxisa.check.checker import Checker


def checker_of(mnemonic: str) -> Checker | None:
    """The checker of a mnemonic, or None when no record covers it."""
    from ptxisa._generated.tables import MNEMONICS

    if mnemonic not in MNEMONICS:
        return None
    name = module_name(mnemonic)
    module = importlib.import_module(f"ptxisa._generated.checkers.{name}")
    checker: Checker = getattr(module, name)
    return checker


def mnemonics() -> tuple[str, ...]:
    """Every mnemonic that has a checker."""
    from ptxisa._generated.tables import MNEMONICS

    return MNEMONICS


def __getattr__(name: str) -> Checker:
    checker = None if name.startswith("__") else checker_of(name.removesuffix("_"))
    if checker is None:
        raise AttributeError(f"no checker {name!r}; ptxisa.checkers.mnemonics() lists them all")
    return checker


def __dir__() -> list[str]:
    return ["checker_of", "mnemonics", *mnemonics()]
