"""Where a statement shall run, and what is wrong where it lacks something."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.language import Loan
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version, known, may_have, order
from ptxisa.query.availability import satisfied


class Place(NamedTuple):
    """Where a statement shall run; None asks for no particular target or version.

    `loans` are what options of `.target` lend from other targets; `mode` is the texture mode, empty for any.
    `assembler` is the release of ptxas that answers, or `ptxisa.isa.instructions.MANUAL`; if it is empty, the manual
    answers, and a second opinion says where ptxas does not agree. `body` is "kernel" or "function" in the body of one,
    and empty where it is not known; `directives` are those of the kernel that special registers ask for.
    """

    target: Target | None
    version: Version | None
    loans: tuple[Loan, ...] = ()
    mode: str = ""
    assembler: str = ""
    body: str = ""
    directives: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"PTX {self.version}" if self.version else "", self.target.name if self.target else ""]
        return " on ".join(part for part in parts if part)

    @property
    def read_as(self) -> Version | None:
        """The version that decides whether what has no record is unknown or may exist.

        Where a release of ptxas answers nothing is left open, as in any documented version.
        """
        if self.assembler in ("", MANUAL):
            return self.version
        return next(order(name) for name, one in known().items() if one.documented)

    def may_have(self, what: str) -> str:
        """What to say of a thing without a record, if it may exist here; else an empty text."""
        return may_have(what, self.read_as)

    @property
    def described(self) -> str:
        """`this module targets sm_90, PTX 7.8`."""
        parts = [self.target.name if self.target else "", f"PTX {self.version}" if self.version else ""]
        return f"this module targets {', '.join(part for part in parts if part)}"

    @property
    def anywhere(self) -> bool:
        """Whether neither a target nor a version is asked for."""
        return self.target is None and self.version is None


def unavailable(message: str, requirements: tuple[Requirement, ...], place: Place, removed: bool = False) -> Diagnostic:
    """A thing that a place lacks: another version has it there, or only another target has it at all."""
    reachable = any(satisfied(one.ptx, one.target, place.target, None) for one in requirements)
    code = "unavailable-version" if reachable and not removed else "unavailable-target"
    return error(code, message)._replace(requires=requirements)
