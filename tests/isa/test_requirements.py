"""What it takes to have something, in words."""

from __future__ import annotations

from ptxisa.isa.requirements import Requirement


def test_a_requirement_names_the_version_and_the_targets() -> None:
    assert str(Requirement("8.0", "sm_90+", "form", "clause")) == "PTX 8.0 on sm_90 or later"
