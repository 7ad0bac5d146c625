"""The records against stored verdicts of ptxas: statements of every form, legal and nearly so."""

from __future__ import annotations

from contextlib import suppress

import pytest

from ptxisa.oracle.ptxas.conform import _Pending, candidate
from tests.verdicts.verdicts import PATH, Verdict, accepts, stored

OPEN = {
    ("tcgen05.ld", "r", "sink"),
    ("tcgen05.mma.tensor_memory.masked", "disable_output_lane", "negated"),
    ("tex.level", "", "one more"),
}
"""Differences from ptxas that no record explains yet: form, operand and change."""

BY_FORM: dict[str, list[Verdict]] = {}
for _verdict in stored():
    if (_verdict.trial.form, _verdict.trial.operand, _verdict.trial.change) not in OPEN:
        BY_FORM.setdefault(_verdict.trial.form, []).append(_verdict)


@pytest.mark.parametrize("form", BY_FORM)
def test_verdicts(form: str) -> None:
    wrong = []
    for verdict in (one for one in BY_FORM[form] if not one.explained):
        with suppress(_Pending):
            if accepts(candidate(verdict.trial), verdict.target, verdict.ptx) is not verdict.accepted:
                wrong.append((verdict.trial.probe.statement, verdict.target, verdict.ptx, verdict.accepted))
    assert wrong == []


def test_there_are_verdicts_of_both_kinds() -> None:
    every = [verdict.accepted for listed in BY_FORM.values() for verdict in listed]
    assert PATH.stat().st_size < 600_000
    assert len(BY_FORM) > 500
    assert every.count(True) > 5_000
    assert every.count(False) > 5_000
