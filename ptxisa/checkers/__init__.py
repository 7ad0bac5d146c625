"""A checker for each mnemonic: `from ptxisa.checkers import add`.

Mnemonics that are Python keywords carry an underscore: `from ptxisa.checkers import and_`. A checker is
made when its name is first used. Type checkers read the names from a generated stub.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ptxisa.check.statement import Checker
from ptxisa.isa.instructions import instruction, mnemonics

if TYPE_CHECKING:
    from ptxisa._generated import checkers as _stub
    from ptxisa._generated.checkers import *  # noqa: F403

__all__ = ["checker_of", "mnemonics"]
if TYPE_CHECKING:
    __all__ += _stub.__all__


@cache
def checker_of(mnemonic: str) -> Checker | None:
    """Return the checker of a mnemonic, or None if no record covers it."""
    found = instruction(mnemonic)
    return Checker(found) if found else None


if not TYPE_CHECKING:  # For type checkers, every requested name would be a checker.

    def __getattr__(name: str) -> Checker:
        checker = None if name.startswith("__") else checker_of(name.removesuffix("_"))
        if checker is None:
            raise AttributeError(f"no checker {name!r}; ptxisa.checkers.mnemonics() lists them all")
        return checker


def __dir__() -> list[str]:
    return ["checker_of", "mnemonics", *mnemonics()]
