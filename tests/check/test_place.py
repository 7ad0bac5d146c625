"""Places: versions that do not support the target."""

from __future__ import annotations

import pytest

from ptxisa.check.errata import why_unavailable
from ptxisa.check.place import Place, unavailable
from ptxisa.isa.forms import Clause
from ptxisa.isa.requirements import Requirement
from ptxisa.isa.targets import known
from ptxisa.isa.versions import version

SM_90 = known()["sm_90"]
PLACE = Place(SM_90, version("7.8"))


@pytest.mark.parametrize(
    ("target", "removed", "code"),
    [
        ("sm_90+", False, "unavailable-version"),
        ("sm_100+", False, "unavailable-target"),
        ("sm_90+", True, "unavailable-target"),
        ("sm_100+", True, "unavailable-target"),
    ],
)
def test_another_version_helps_only_where_the_target_has_the_thing(target: str, removed: bool, code: str) -> None:
    diagnostics = unavailable("message", (Requirement("8.0", target, "x", "base"),), PLACE, removed)
    assert (diagnostics.code, diagnostics.message, diagnostics.severity) == (code, "message", "error")


def test_later_features_are_unavailable_at_a_place() -> None:
    clauses = (Clause("base", "8.0", "sm_90+"),)
    (diagnostic,) = why_unavailable("x", clauses, PLACE)
    assert diagnostic.message == "x needs PTX 8.0 on sm_90"
    assert why_unavailable("x", clauses, Place(SM_90, version("8.0"))) == ()
    assert why_unavailable("x", clauses, Place(None, None)) == ()
    assert why_unavailable("x", (), PLACE) == ()


def test_a_place_in_words() -> None:
    assert str(PLACE) == "PTX 7.8 on sm_90"
    assert PLACE.described == "this module targets sm_90, PTX 7.8"
    assert str(Place(None, version("7.8"))) == "PTX 7.8"
    assert Place(SM_90, None).described == "this module targets sm_90"
