"""The records against stored verdicts of ptxas: statements of every form, legal and nearly so."""

from __future__ import annotations

import pytest

from tests.verdicts.verdicts import PATH, TELLING, Verdict, accepts, stored

BY_FORM: dict[str, list[Verdict]] = {}
for _path in (PATH, *TELLING.values()):
    for _verdict in stored(_path):
        BY_FORM.setdefault(_verdict.trial.form, []).append(_verdict)


@pytest.mark.parametrize("form", BY_FORM)
def test_verdicts(form: str) -> None:
    """The checker answers as releases do, of every statement at every place."""
    wrong = [
        (one.trial.probe.statement, one.release, one.target, one.ptx, one.accepted)
        for one in BY_FORM[form]
        if accepts(one.trial, one.target, one.ptx, one.release) is not one.accepted
    ]
    assert wrong == []


def test_there_are_verdicts_of_both_kinds() -> None:
    every = [verdict.accepted for listed in BY_FORM.values() for verdict in listed]
    assert sum(path.stat().st_size for path in (PATH, *TELLING.values())) < 300_000
    assert len(BY_FORM) > 500
    assert every.count(True) > 5_000
    assert every.count(False) > 5_000
