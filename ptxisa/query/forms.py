"""Legal forms by target and PTX version, for generators of code and tables."""

from __future__ import annotations

from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form
from ptxisa.isa.targets import target as target_of
from ptxisa.isa.versions import version as version_of


def forms(target: str | None = None, ptx: str | None = None) -> tuple[Form, ...]:
    """Return every form that has a legal variant on a target at a PTX version, each once, in record order.

    Args:
        target: Target, such as "sm_90a"; any target if None.
        ptx: PTX version, such as "8.7"; any version if None.

    Raises:
        ptxisa.UnknownTarget: There is no such target.
        ptxisa.UnknownVersion: There is no such PTX version.

    Example:
        >>> len(forms()) > len(forms("sm_90a", "8.7")) > len(forms("sm_50", "8.7"))
        True
    """
    if target is not None:
        target_of(target)
    if ptx is not None:
        version_of(ptx)
    return tuple(form for form in every_form() if next(form.variants(target, ptx), None) is not None)
