"""The checker against stored verdicts of libNVVM, and against the library itself."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.nvvm.cases import cases
from tests.nvvm.verdicts import RELEASES, agrees, answer, ask, key, stored
from tests.tools.nvvm.libraries import libnvvm
from tools.nvvm.releases import PINS

ROOT = Path(__file__).parents[2]
BY_KEY = {key(case): case for case in cases()}
STORED = {release.release: release for release in stored()}


def test_the_releases_are_pinned() -> None:
    assert tuple(STORED) == RELEASES
    assert all(stored.digest == f"sha256:{PINS[release].digest}" for release, stored in STORED.items())


def test_every_case_has_verdicts() -> None:
    pytest.importorskip("llvmlite")
    assert STORED["12.9"].verdicts.keys() == BY_KEY.keys(), "run python -m tests.nvvm.verdicts"


@pytest.mark.parametrize("release", RELEASES)
def test_the_checker_answers_as_each_release(release: str) -> None:
    wrong = [
        (name, verdict, answer(BY_KEY[name], release))
        for name, verdict in STORED[release].verdicts.items()
        if name in BY_KEY and not agrees(BY_KEY[name], release, verdict)
    ]
    assert wrong == []


def test_the_published_figures_count_the_stored_verdicts() -> None:
    figures = yaml.safe_load((ROOT / "isa/measurements/nvvm-modules.yaml").read_text(encoding="utf-8"))["figures"]
    every = [(BY_KEY[name], verdict) for stored in STORED.values() for name, verdict in stored.verdicts.items()]
    verdicts = [verdict for _, verdict in every]
    counts = [verdicts.count(word) for word in ("accepts", "rejects", "crashes")]
    otherwise = sum(case.accept != (verdict == "accepts") for case, verdict in every)
    # test_the_checker_answers_as_each_release proves that all of them agree.
    agreed = len(every)
    assert [figure["value"] for figure in figures[:7]] == [len(BY_KEY), len(every), *counts, agreed, otherwise]


@pytest.mark.network
@pytest.mark.parametrize("release", ["12.9", "13.0"])
def test_the_installed_libnvvm_has_the_recorded_verdicts(release: str) -> None:
    libnvvm(release).close()
    answers = ask(release, cases())
    steady = {name for name, verdict in STORED[release].verdicts.items() if verdict != "crashes"}
    changed = {
        name: (verdict, STORED[release].verdicts[name])
        for name, verdict in answers.verdicts.items()
        if verdict != STORED[release].verdicts[name] and name in steady and not answer(BY_KEY[name], release)[1]
    }
    assert changed == {}
