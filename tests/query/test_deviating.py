"""Where deviations hold: by the places that they name, and by the versions that the measured releases read."""

from __future__ import annotations

import pytest

from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import Deviation
from ptxisa.isa.instructions import forms_of
from ptxisa.query.availability import form_there, reaches

EVERYWHERE = Deviation("e", ("12.9",))
SINCE = Deviation("e", ("12.9",), since=(("8.0", "sm_90+"), ("8.6", "sm_80+")))


@pytest.mark.parametrize(
    ("deviation", "target", "ptx", "expected"),
    [
        (EVERYWHERE, None, None, True),
        (EVERYWHERE, "sm_90", "8.0", True),
        (EVERYWHERE, "sm_90", "9.0", False),  # ptxas 12.9 does not read PTX 9.0.
        (SINCE, "sm_90", "8.0", True),
        (SINCE, "sm_90", "7.8", False),
        (SINCE, "sm_80", "8.0", False),
        (SINCE, "sm_80", "8.6", True),
        (SINCE, None, "8.0", True),
        (SINCE, None, "7.8", False),
        (SINCE, "sm_75", None, False),
        (SINCE, None, None, True),
        (EVERYWHERE._replace(ptxas="rejects"), None, None, True),
        (EVERYWHERE._replace(ptxas="rejects"), None, "8.8", True),
        (EVERYWHERE._replace(ptxas="rejects"), None, "9.0", False),
        (EVERYWHERE._replace(ptxas="rejects", releases=("12.9", "13.0")), None, "9.0", True),
        (SINCE._replace(ptxas="rejects"), "sm_90", "8.0", True),
        (SINCE._replace(ptxas="rejects"), None, "8.0", False),
        (SINCE._replace(ptxas="rejects"), "sm_90", None, False),
        (SINCE._replace(ptxas="rejects"), None, None, False),
        (SINCE._replace(ptxas="rejects"), "sm_80", "8.0", False),
    ],
)
def test_a_rejection_needs_a_known_place(
    deviation: Deviation, target: str | None, ptx: str | None, expected: bool
) -> None:
    on, at = targets.target(target) if target else None, versions.order(ptx) if ptx else None
    assert reaches(deviation, on, at) is expected


@pytest.mark.parametrize(
    ("used", "target", "ptx", "expected"),
    [
        ((), "sm_90", "7.8", True),
        ((), "sm_90", "7.7", False),  # No version before 7.8 has the target.
        ((), "sm_20", "2.0", True),
        ((), "sm_20", "1.4", False),
        ((), None, "1.4", False),
        ((EVERYWHERE,), "sm_90", "7.7", False),
        ((SINCE,), "sm_80", "8.0", False),
        ((SINCE,), "sm_80", "8.6", True),
        ((SINCE._replace(extra_values={"type": ("b32",)}),), "sm_80", "8.6", True),
        ((EVERYWHERE._replace(extra_values={"type": ("b32",)}, since=(("1.4", "sm_10+"),)),), None, "1.4", True),
    ],
)
def test_places_of_a_form_with_deviations(
    used: tuple[Deviation, ...], target: str | None, ptx: str, expected: bool
) -> None:
    """`popc` is there since PTX 2.0 on sm_20; places of deviations in its values replace that."""
    (popc,) = forms_of("popc")
    on = targets.target(target) if target else None
    assert form_there(popc, {"type": "b32"}, on, versions.order(ptx), used) is expected
