"""The records against stored verdicts of ptxas: statements of every form, legal and nearly so."""

from __future__ import annotations

import pytest

from tests.verdicts.verdicts import DISPUTED, PATH, TELLING, Verdict, answer, stored

BY_FORM: dict[str, list[Verdict]] = {}
for _path in (PATH, *TELLING.values(), DISPUTED):
    for _verdict in stored(_path):
        BY_FORM.setdefault(_verdict.trial.form, []).append(_verdict)


@pytest.mark.parametrize("form", BY_FORM)
def test_verdicts(form: str) -> None:
    """The checker agrees with releases on every statement at every place; without a release, with the documents."""
    wrong = [
        (verdict.trial.probe.statement, verdict.release, verdict.target, verdict.ptx, verdict.answer)
        for verdict in BY_FORM[form]
        if answer(verdict.trial, verdict.target, verdict.ptx, verdict.release) != verdict.answer
    ]
    assert wrong == []


def test_there_are_verdicts_of_both_kinds() -> None:
    every = [verdict.answer for listed in BY_FORM.values() for verdict in listed]
    assert sum(path.stat().st_size for path in (PATH, *TELLING.values(), DISPUTED)) < 300_000
    assert len(BY_FORM) > 500
    assert every.count(True) > 5_000
    assert every.count(False) > 5_000
