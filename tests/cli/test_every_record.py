"""Every command that reads records, over every record: an answer, a status, JSON, and never a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ptxisa
from ptxisa.cli.explain_command import known_codes
from ptxisa.cli.main import main
from ptxisa.isa.instructions import every_form
from ptxisa.isa.variants import representatives

SQL = ptxisa.database().sql
RECORDS = [(kind, name) for kind, name in SQL("SELECT DISTINCT kind, name FROM record ORDER BY kind, name")]
NAMES = sorted({name for _, name in RECORDS} | set(known_codes()))
KINDS = sorted({kind for kind, _ in RECORDS})
FAMILIES = [name for (name,) in SQL("SELECT DISTINCT family FROM instruction ORDER BY family")]
TARGETS = [name for kind, name in RECORDS if kind == "target"]
VERSIONS = [name for kind, name in RECORDS if kind == "version"]
MNEMONICS = [name for (name,) in SQL("SELECT DISTINCT mnemonic FROM instruction ORDER BY mnemonic")]
FORMS = list(every_form())


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return status and output of a command that must not write to standard error."""
    status = main(arguments)
    captured = capsys.readouterr()
    assert captured.err == "", arguments
    assert status in (0, 1), arguments
    return status, captured.out


def both(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, Any]:
    """Return status, text and JSON of a command; both formats must have the same status."""
    status, text = answer(capsys, *arguments)
    again, out = answer(capsys, *arguments, "--json")
    assert again == status
    assert out.count("\n") >= 1
    return status, text, json.loads(out)


def test_every_kind_has_records() -> None:
    assert len(RECORDS) > 1000
    assert len(FORMS) > 500


@pytest.mark.parametrize("name", NAMES)
def test_every_record_is_shown(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, text, data = both(capsys, "show", name)
    assert status == 0
    assert text.splitlines()[0].strip()
    kinds = {kind for kind, other in RECORDS if other == name}
    assert kinds <= {record.get("kind") for record in data}


@pytest.mark.parametrize("mnemonic", MNEMONICS)
def test_show_names_every_form(capsys: pytest.CaptureFixture[str], mnemonic: str) -> None:
    _, text, data = both(capsys, "show", mnemonic)
    ids = {form.id for form in FORMS if form.mnemonic == mnemonic}
    assert ids
    assert ids <= {form["id"] for record in data for form in record.get("forms", ())}
    assert all(f"[{form_id}]" in text for form_id in ids)


@pytest.mark.parametrize("kind", KINDS)
def test_list_kind(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    status, text, data = both(capsys, "list", "--kind", kind)
    names = {name for other, name in RECORDS if other == kind}
    assert status == 0
    assert {entry["name"] for entry in data} == names
    assert all(name.split()[0] in text for name in names)


@pytest.mark.parametrize("family", FAMILIES)
def test_list_family(capsys: pytest.CaptureFixture[str], family: str) -> None:
    _, _, data = both(capsys, "list", "--family", family)
    names = {name for (name,) in SQL("SELECT name FROM instruction WHERE family = ?", (family,))}
    assert {entry["name"] for entry in data} == names


@pytest.mark.parametrize(("option", "name"), [*(("--target", t) for t in TARGETS), *(("--ptx", v) for v in VERSIONS)])
def test_list_of_a_place(capsys: pytest.CaptureFixture[str], option: str, name: str) -> None:
    status, _, data = both(capsys, "list", option, name)
    assert status == 0
    assert {"add", "mov", "ld"} <= {entry["name"] for entry in data}


@pytest.mark.parametrize("mnemonic", MNEMONICS)
def test_available_matrix(capsys: pytest.CaptureFixture[str], mnemonic: str) -> None:
    status, text, _ = both(capsys, "available", mnemonic)
    assert status == 0
    assert text


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_available_in_a_place(capsys: pytest.CaptureFixture[str], form: Any) -> None:
    opcode = form.opcode(representatives(form)[0])
    status, text, data = both(capsys, "available", opcode, "--target", "sm_90a", "--ptx", "8.7")
    assert data["available"] is (status == 0)
    assert (": yes" in " ".join(text.split())) is (status == 0)


@pytest.mark.parametrize(
    ("kind", "name"), [record for record in RECORDS if record[0] not in ("evidence", "measurement", "term")]
)
def test_search_finds_a_record_by_its_name(capsys: pytest.CaptureFixture[str], kind: str, name: str) -> None:
    status, text = answer(capsys, "search", name, "--json")
    hits = json.loads(text)
    assert status == 0
    assert any(name == hit["name"] or name in hit["name"].split() for hit in hits)
    assert all({"kind", "name", "summary"} <= hit.keys() for hit in hits)
