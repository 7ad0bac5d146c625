"""`ptxisa conform`: verdicts, and the evidence that it writes. Real runs are in tests/oracle."""

from typing import Any

import pytest

from ptxisa.cli import conform_command
from ptxisa.cli.main import main
from ptxisa.cli.output import Failure
from ptxisa.oracle.conform import ConformReport

DIGEST = "sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("names", "only", "forms", "records"),
    [
        (["szext"], None, {"szext"}, set()),
        (["%tid"], None, set(), {"special_register/%tid"}),
        (["special_register/%tid", "szext"], None, {"szext"}, {"special_register/%tid"}),
        (["szext"], "forms", {"szext"}, set()),
        (["%tid"], "records", set(), {"special_register/%tid"}),
    ],
)
def test_names_of_forms_and_of_other_records(
    names: list[str], only: str | None, forms: set[str], records: set[str]
) -> None:
    actual, others = conform_command.chosen(names, only)
    assert ({form.id for form in actual}, {other.key for other in others}) == (forms, records)


@pytest.mark.parametrize(("only", "forms", "records"), [(None, 1, 1), ("forms", 1, 0), ("records", 0, 1)])
def test_everything_where_no_name_is_given(only: str | None, forms: int, records: int) -> None:
    actual, others = conform_command.chosen([], only)
    assert (bool(actual), bool(others)) == (bool(forms), bool(records))


@pytest.mark.parametrize(
    ("names", "only", "message"),
    [
        (["nothing"], None, "unknown instruction or form 'nothing'"),
        (["%tid"], "forms", "unknown instruction or form '%tid'"),
        (["szext"], "records", "no record with availability clauses is called 'szext'"),
    ],
)
def test_unknown_names_are_errors(names: list[str], only: str | None, message: str) -> None:
    with pytest.raises(Failure, match=message):
        conform_command.chosen(names, only)


def test_evidence_of_a_part_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--evidence", "isa/evidence", "szext"]) == 2
    assert "give no NAME with --evidence" in capsys.readouterr().err


def test_evidence_keeps_results_of_parts_that_did_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    from ptxisa.query.database import Database

    old: dict[str, Any] = {"digest": DIGEST, "date": "2026-01-01", "totals": {"judged": 5}, "clauses": {"szext": {}}}
    monkeypatch.setattr(Database, "record", lambda self, kind, name: [old])
    status = {"floor": "verified", "below_version": "verified", "below_target": "not-run"}
    report = ConformReport(
        "13.0", "b", DIGEST, {"judged": 3}, (), {"special_register/%tid": {"base": status}}, "records"
    )
    record = conform_command.evidence_of([report])
    assert (record["date"], record["totals"]) == ("2026-01-01", {"judged": 5})
    assert record["records"]["totals"] == {"judged": 3}
    assert record["clauses"] == {"szext": {}, "special_register/%tid": {"base": status}}
