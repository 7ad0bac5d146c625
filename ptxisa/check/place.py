"""Place for which a statement is checked, and the diagnostic for something unavailable there."""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.diagnostics import Diagnostic, Stretch, error
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.language import Loan
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version, known, may_have, order
from ptxisa.query.availability import satisfied


class Place(NamedTuple):
    """Target, PTX version and surroundings for which a statement is checked."""

    target: Target | None
    """Target; None for any."""
    version: Version | None
    """PTX version; None for any."""
    loans: tuple[Loan, ...] = ()
    """Features of other targets that options of `.target` enable."""
    mode: str = ""
    """Texture mode; "" for any."""
    assembler: str = ""
    """Release of ptxas whose verdict counts, or `MANUAL`; "" for the manual, with differences of ptxas as warnings."""
    body: str = ""
    """"kernel" or "function" in the body of one; "" if it is not known."""
    directives: tuple[str, ...] = ()
    """Directives of the kernel that special registers require."""
    generates_code: bool = True
    """False for the verdict of `ptxas -arch compute_XX`, which stops before it generates code."""

    def __str__(self) -> str:
        parts = [f"PTX {self.version}" if self.version else "", self.target.name if self.target else ""]
        return " on ".join(part for part in parts if part)

    @property
    def read_as(self) -> Version | None:
        """Version that decides whether a name without a record is unknown or may exist.

        If a release of ptxas was selected, names without a record are unknown, as in any documented version.
        """
        if self.assembler in ("", MANUAL):
            return self.version
        return next(order(name) for name, version in known().items() if version.documented)

    def may_have(self, what: str) -> str:
        """Return the message for a name without a record that may exist here, or ""."""
        return may_have(what, self.read_as)

    @property
    def described(self) -> str:
        """Hint `this module targets sm_90, PTX 7.8`."""
        parts = [self.target.name if self.target else "", f"PTX {self.version}" if self.version else ""]
        return f"this module targets {', '.join(part for part in parts if part)}"

    @property
    def lacks_target(self) -> bool:
        """True if the PTX version does not support the target."""
        return self.target is not None and self.version is not None and self.version < self.target.floor

    @property
    def anywhere(self) -> bool:
        """True if any target and any version count."""
        return self.target is None and self.version is None


def unsupported_target(target: Target, version: Version, node: Stretch | None) -> Diagnostic:
    """Create the diagnostic for a target that a PTX version does not support."""
    hint = f"{target.name} needs .version {target.introduced} or later"
    return error("unavailable-version", f"PTX {version} does not support {target.name}", node, hint)


def unavailable(message: str, requirements: tuple[Requirement, ...], place: Place, removed: bool = False) -> Diagnostic:
    """Create the diagnostic for something unavailable: in this version, or on this target in any version."""
    # A later version is the smaller change for a user, so the version is to blame if it alone would help.
    reachable = any(satisfied(needed.ptx, needed.target, place.target, None) for needed in requirements)
    code = "unavailable-version" if reachable and not removed else "unavailable-target"
    return error(code, message)._replace(requires=requirements)
