"""Which measured release another release of ptxas is taken for."""

from __future__ import annotations

import json

import pytest

from ptxisa.isa import deviations
from ptxisa.isa.deviations import UnknownRelease, measured_releases, named, reference
from ptxisa.query.database import database


@pytest.mark.parametrize(
    ("assembler", "taken"),
    [("9.0", "11.8"), ("12.0", "12.0"), ("12.1", "13.1"), ("13.0", "13.1"), ("13.1", "13.1"), ("13.2", "13.1")],
)
def test_an_unmeasured_release_counts_as_the_next_measured_one_or_the_newest(
    monkeypatch: pytest.MonkeyPatch, assembler: str, taken: str
) -> None:
    monkeypatch.setattr(deviations, "measured_releases", lambda: ("11.8", "12.0", "13.1"))
    monkeypatch.setattr(deviations, "newest_versions", lambda: {"9.0", "12.1", "13.0", "13.2"})
    assert reference(assembler) == taken


def test_unknown_releases() -> None:
    with pytest.raises(UnknownRelease, match=r"unknown release '99\.9'; measured releases are 11\.8"):
        reference("99.9")


@pytest.mark.parametrize(
    ("releases", "words"),
    [
        (("13.5",), "13.5"),
        (("12.9", "13.0"), "12.9 and 13.0"),
        (("12.9", "13.0", "13.1"), "12.9 to 13.1"),
        (("11.8", "13.1", "13.2", "13.3", "13.5"), "11.8, 13.1 to 13.3 and 13.5"),
        (("12.3", "12.9", "13.0"), "12.3, 12.9 and 13.0"),  # 12.4 to 12.8 exist.
    ],
)
def test_releases_in_words(releases: tuple[str, ...], words: str) -> None:
    assert named(releases) == words


def test_rules_of_an_erratum_leave_out_no_release_between_two_that_differ() -> None:
    # A release that was not measured would seem to agree with the manual.
    released = measured_releases()
    skipped = {}
    for name, data in database().sql("SELECT name, data FROM record WHERE kind = 'erratum'"):
        erratum = json.loads(data)
        if any("releases" not in rule for rule in erratum.get("rules", ())):
            listed = [number for number, release in enumerate(released) if release in erratum["measured"]["releases"]]
            if listed and len(listed) <= listed[-1] - listed[0]:
                skipped[name] = erratum["measured"]["releases"]
    assert skipped == {}
