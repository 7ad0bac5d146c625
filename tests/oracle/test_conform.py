"""Judgments of a release, and the errata that explain them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import error, note
from ptxisa.isa.instructions import forms_of
from ptxisa.oracle.assembler import Probe, Ptxas
from ptxisa.oracle.conform import conform, homes_of
from ptxisa.oracle.probes import Trial
from ptxisa.oracle.reports import Answer, ConformReport, Judgments, answer, evidence, merged

TRIAL = Trial(Probe("addc.sat.s32 d, a, b;", ()), "modifier", "addc", change="sat")
PLACE = (targets.known()["sm_90"], versions.order("8.0"))


def test_errata_count_where_they_lead_to_the_answer_of_ptxas() -> None:
    judgments = Judgments()
    judgments.add(TRIAL, PLACE, Answer(True, frozenset({"addc-saturation"})), None)
    judgments.add(TRIAL, PLACE, Answer(True, frozenset({"addc-saturation"})), "illegal")
    judgments.add(TRIAL, PLACE, Answer(False), "illegal")
    assert judgments.totals == {"judged": 3, "accepted": 1, "agreed": 2}
    assert judgments.errata == {"addc-saturation": 1}
    (difference,) = judgments.differences()
    assert (difference.ptxas, difference.pairs, difference.message) == ("rejects", 1, "illegal")


def test_findings_that_cite_errata_are_answers_of_the_assembler() -> None:
    cited = note("undocumented", "m")._replace(erratum="addc-saturation")
    assert answer([cited, cited]) == Answer(True, frozenset({"addc-saturation"}))
    rejected = error("rejected-by-assembler", "m")._replace(erratum="lop3-sink")
    assert answer([cited, rejected]) == Answer(False, frozenset({"lop3-sink"}))
    assert answer([rejected, error("operand-type", "m")]) == Answer(False)
    assert answer([]) == Answer(True)


def _report(part: str, errata: dict[str, int]) -> ConformReport:
    return ConformReport("13.0", "b", "sha256:0", {"judged": 1, "agreed": 1}, (), {}, part, errata=errata)


def test_evidence_keeps_the_errata_of_the_part_that_did_not_run() -> None:
    reports = [_report("forms", {"b": 2, "a": 1}), _report("forms", {"b": 3})]
    first = evidence([merged(reports)], {}, "2026-01-01")
    assert first["errata"] == {"forms": {"a": 1, "b": 5}}
    second = evidence([_report("records", {"c": 1})], first, "2026-01-02")
    assert second["errata"] == {"forms": {"a": 1, "b": 5}, "records": {"c": 1}}
    third = evidence([_report("forms", {})], {**second, "digest": "sha256:1"}, "2026-01-03")
    assert "errata" not in third


def _ptxas(*pairs: tuple[str, str]) -> Ptxas:
    listed = [(targets.known()[name], versions.order(version)) for name, version in pairs]
    ptxas = Ptxas(Path("ptxas"))
    ptxas.pairs = lambda: listed  # type: ignore[method-assign]
    return ptxas


def test_statements_are_assembled_for_documented_versions_first() -> None:
    """No document of PTX 9.5 is recorded, so what an unknown opcode is there cannot be told."""
    ptxas = _ptxas(("sm_90", "9.3"), ("sm_90", "9.5"), ("sm_107f", "9.4"), ("sm_107f", "9.5"))
    places = [(target.name, str(version)) for target, version in ptxas.homes()]
    assert places == [("sm_90", "9.5"), ("sm_107f", "9.5"), ("sm_90", "9.3"), ("sm_107f", "9.4")]
    assert _name(ptxas.newest_pair()) == ("sm_90", "9.3")
    assert _name(next(homes_of(forms_of("add")[0], ptxas.homes()))) == ("sm_107f", "9.4")
    assert _name(next(homes_of(forms_of("trace")[0], ptxas.homes()))) == ("sm_107f", "9.5")


def test_a_form_has_so_many_homes_that_each_variant_has_one() -> None:
    """Only the first of the two targets has .pzo; every conversion without it is on the last one."""
    newest = _ptxas(("sm_80", "9.4"), ("sm_107f", "9.4"), ("sm_121", "9.4")).homes()
    by_id = {form.id: form for form in forms_of("cvt")}
    assert [_name(pair)[0] for pair in homes_of(by_id["cvt.bf16.f32"], newest)] == ["sm_121", "sm_107f"]
    assert [_name(pair)[0] for pair in homes_of(by_id["cvt.f32.f16"], newest)] == ["sm_121"]
    assert list(homes_of(by_id["cvt.bf16.f32"], newest[:0])) == []


def _name(pair: Any) -> tuple[str, str]:
    return pair[0].name, str(pair[1])


@pytest.mark.network
def test_a_run_counts_the_errata_that_it_needs(ptxas: Ptxas) -> None:
    report = conform([form for form in forms_of("subc") if form.id == "subc"], ptxas, boundaries=True)
    assert report.differences == ()
    assert report.errata["addc-saturation"] > 0
