"""Errata about several releases name those that differ from the records; the others agree with the records."""

from __future__ import annotations

import pytest

from ptxisa import check_statement


@pytest.mark.parametrize(("release", "expected"), [("13.0", False), ("13.4", False), ("13.5", True)])
def test_only_the_newest_release_has_asynchronous_fences(release: str, expected: bool) -> None:
    diagnostics = check_statement("fence.async.release.gpu;", "sm_90", "9.0", assembler=release)
    assert (not diagnostics) is expected


@pytest.mark.parametrize(("release", "expected"), [("13.0", True), ("13.1", False), ("13.5", False)])
def test_counts_of_mbarriers_are_checked_since_13_1(release: str, expected: bool) -> None:
    diagnostics = check_statement("mbarrier.init.shared.b64 [a], 0;", "sm_90", "9.0", {"a": "b32"}, assembler=release)
    assert all(diagnostic.severity == "note" for diagnostic in diagnostics) is expected
