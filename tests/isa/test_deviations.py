"""Which measured release another release of ptxas is taken for."""

from __future__ import annotations

import pytest

from ptxisa.isa import deviations
from ptxisa.isa.deviations import UnknownRelease, reference


@pytest.mark.parametrize(
    ("assembler", "taken"),
    [("9.0", "11.8"), ("12.0", "12.0"), ("12.1", "13.1"), ("13.0", "13.1"), ("13.1", "13.1"), ("13.2", "13.1")],
)
def test_a_release_is_taken_for_the_next_measured_one_or_the_newest(
    monkeypatch: pytest.MonkeyPatch, assembler: str, taken: str
) -> None:
    monkeypatch.setattr(deviations, "measured_releases", lambda: ("11.8", "12.0", "13.1"))
    monkeypatch.setattr(deviations, "newest_versions", lambda: {"9.0", "12.1", "13.0", "13.2"})
    assert reference(assembler) == taken


def test_unknown_releases() -> None:
    with pytest.raises(UnknownRelease, match=r"unknown release '99\.9'; measured releases are 11\.8"):
        reference("99.9")
