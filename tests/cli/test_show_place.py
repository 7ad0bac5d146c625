"""`ptxisa show --ptx V --target T`: only what exists at the place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ptxisa.cli.main import main
from ptxisa.cli.show_place import UNAVAILABLE
from ptxisa.isa.diagnostics import CATALOGUE


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(("show", *arguments)) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(shown(capsys, *arguments, "--json"))


def rejected(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(("show", *arguments)) == 2
    return capsys.readouterr().err


def test_forms_of_a_version(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "ld", "--ptx", "7.8").partition(".proxy::readonly")[0]  # Notes are prose.
    for name in ("ld.weak", "ld.volatile", "ld.strong"):
        assert f"[{name}]" in text
    for later in (
        "[ld.mmio]",
        "[ld.weak.unified]",
        ".v8",
        "PTX 8.",
        "PTX 9.3",
        ".b128",
        "].unified",
        ".L2::evict_first",
    ):
        assert later not in text, later


def test_json_has_the_same_forms(capsys: pytest.CaptureFixture[str]) -> None:
    record, *_ = data(capsys, "mma", "--ptx", "7.0", "--target", "sm_80")
    assert [form["id"] for form in record["forms"]] == ["mma"]


def test_clauses_are_limited_to_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    record, *_ = data(capsys, "red", "--ptx", "2.0", "--target", "sm_20")
    clauses = {
        form["id"]: [entry["id"] for key in ("availability", "requirements") for entry in form[key]]
        for form in record["forms"]
    }
    assert clauses["red.bitwise"] == ["global", "shared", "generic"]
    assert clauses["red.add.f32"] == ["single"]
    assert "red.add.f64" not in clauses


def test_examples_are_available(capsys: pytest.CaptureFixture[str]) -> None:
    (record, *_) = data(capsys, "ld", "--ptx", "7.8")
    assert record["examples"]
    assert not any(".unified" in example["code"] or ".mmio" in example["code"] for example in record["examples"])


def test_codes_of_unavailable_statements_exist() -> None:
    assert set(CATALOGUE) >= UNAVAILABLE


def test_instruction_of_a_later_version(capsys: pytest.CaptureFixture[str]) -> None:
    message = rejected(capsys, "tcgen05.mma", "--ptx", "7.8")
    assert "not available in PTX 7.8: needs PTX 8.6" in message
    assert "not available on sm_90" in rejected(capsys, "tcgen05.mma", "--target", "sm_90")


def test_variant_of_a_later_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ld.global.b128 is not available in PTX 7.8: needs PTX 8.3" in rejected(
        capsys, "ld.global.b128", "--ptx", "7.8"
    )
    assert "ld.global.b32" in shown(capsys, "ld.global.b32", "--ptx", "7.8")


@pytest.mark.parametrize(
    ("name", "ptx"), [(".b128", "7.8"), (".managed", "3.0"), ("%clusterid", "7.7"), ("sm_90", "7.7"), ("8.0", "7.8")]
)
def test_record_of_a_later_version(capsys: pytest.CaptureFixture[str], name: str, ptx: str) -> None:
    assert f"{name} is not available in PTX {ptx}" in rejected(capsys, name, "--ptx", ptx)


def test_values_of_a_modifier(capsys: pytest.CaptureFixture[str]) -> None:
    assert ".cluster" not in shown(capsys, "scope", "--ptx", "7.7")
    assert ".cluster" in shown(capsys, "scope", "--ptx", "7.8")


def test_note_of_a_target_leaves_out_later_additions(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "sm_90", "--ptx", "7.8")
    assert "stmatrix" in text
    assert "Bulk copies" not in text


def test_parts_of_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\nfeatures\n" in shown(capsys, ".loc", "--ptx", "7.2")
    assert "\nfeatures\n" not in shown(capsys, ".loc", "--ptx", "3.0")
