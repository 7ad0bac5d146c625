"""Which PTX a driver compiles, and which releases run on it."""

from __future__ import annotations

import pytest

from ptxisa.isa.toolkits import toolkit
from ptxisa.query import toolkits
from ptxisa.query.toolkits import (
    UnknownDriver,
    about_target,
    assembling,
    newest_ptx,
    numbers,
    runs,
    supported,
    with_ptx,
)


def test_a_driver_compiles_ptx_up_to_its_own_release() -> None:
    assert supported("550")[-1].release == "12.4"
    assert newest_ptx("550") == toolkit("12.4").ptx
    assert "12.5" in [run.release for run in runs("550")], "machine code of newer releases runs"
    assert all(run.release.startswith("12.") for run in runs("550"))


def test_a_full_driver_version_counts_to_its_last_number() -> None:
    (first, *_) = sorted(numbers(update.linux) for update in toolkit("12.4").drivers)
    exact = ".".join(f"{part:02}" for part in first)
    older = ".".join(f"{part:02}" for part in (*first[:-1], first[-1] - 1))
    assert toolkit("12.4") in supported(exact)
    assert toolkit("12.4") not in supported(older)


@pytest.mark.parametrize(
    ("branch", "driver", "reached"),
    [
        (550, "549.99", False),
        (550, "550", True),
        (550, "550.54.14", True),
        (550, "549.54.600", False),
        (0, "550", False),  # The branch is not known.
        (1, "550", True),
    ],
)
def test_without_driver_versions_the_branch_counts(
    branch: int, driver: str, reached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, unmeasured = toolkit("7.0"), toolkit("12.4")._replace(branch=branch, drivers=())
    monkeypatch.setattr(toolkits, "known", lambda: {"7.0": first, "12.4": unmeasured})
    assert (unmeasured in supported(driver)) is reached


@pytest.mark.parametrize("text", ["", "12", "550.", "550.54.14.1", "r", "x550", "99999"])
def test_other_texts_are_not_driver_versions(text: str) -> None:
    with pytest.raises(UnknownDriver, match="is not a driver version"):
        numbers(text)


def test_a_driver_older_than_all_releases_is_an_error() -> None:
    with pytest.raises(UnknownDriver, match="older than that of CUDA"):
        supported("100")


def test_releases_by_target_and_version() -> None:
    assert [item.release for item in assembling("sm_90a")][:2] == ["12.0", "12.1"]
    assert "11.8" not in [item.release for item in assembling("sm_100")]
    assert assembling("sm_70")[0].release == "9.0", "measured since 11.7, introduced with PTX 6.0"
    assert assembling("sm_70")[-1].release == "12.9"
    assert assembling("sm_52")[0].release == "6.5"
    assert assembling("sm_30") == [], "CUDA 11.7 does not assemble for it"
    assert with_ptx(toolkit("12.4").ptx)[0].release == "12.4"


def test_advice_names_older_or_newer_releases() -> None:
    assert about_target("sm_70") == (
        "Use an older CUDA Toolkit: CUDA 9.0 to 12.9 assemble for sm_70, later releases do not."
    )
    assert about_target("sm_121a") == "Use a newer CUDA Toolkit: CUDA 12.9 and later assemble for sm_121a."
    assert "PTX 3.0 in CUDA 4.2" in about_target("sm_30"), "CUDA 4.1 has the version without the target"
