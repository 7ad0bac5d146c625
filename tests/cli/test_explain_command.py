"""`ptxisa explain`: one message, the output of a build, or a code."""

from __future__ import annotations

import io
import json

import pytest

from ptxisa.cli.main import main

OUTPUT = b"""\
ptxas kernel.ptx, line 8; error   : Arguments mismatch for instruction 'add'
ptxas kernel.ptx, line 9; error   : Arguments mismatch for instruction 'add'
nvcc note: something else
ptxas kernel.ptx, line 9; error   : Never seen before
ptxas fatal   : Ptx assembly aborted due to errors
"""


class Input:
    """Standard input with the output of a compiler."""

    buffer = io.BytesIO(OUTPUT)

    @staticmethod
    def isatty() -> bool:
        return False


def test_a_message_is_explained_with_its_cause_and_its_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(("explain", "Unknown symbol '%r9'")) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Unknown symbol '%r9'",
        "  %r9 is not declared.",
        "  Declare the register, variable or label, or correct its name. A range %r<8>",
        "  declares %r0 to %r7; `ptxisa list --kind special_register` lists names such as",
        "  %tid.",
        "  see `ptxisa explain undeclared-name`",
    ]


def test_a_version_without_a_record_leads_to_the_list_of_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("explain", "Unsupported .version 12.0; current version is '9.0'")) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "`ptxisa list --kind version`" in out
    assert "show 12.0" not in out


def test_the_code_of_a_diagnostic_shows_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("explain", "undeclared-name")) == 0
    assert capsys.readouterr().out.startswith("undeclared-name (diagnostic)")


def test_a_whole_output_once_a_message(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Input)
    Input.buffer.seek(0)
    assert main(("explain",)) == 0
    out = capsys.readouterr().out
    assert out.count("Arguments mismatch for instruction 'add'") == 1
    assert "No record explains this message" in out
    assert "something else" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_json_has_the_codes_of_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("explain", "Unknown symbol 'x'", "--json")) == 0
    assert json.loads(capsys.readouterr().out)[0]["codes"] == ["undeclared-name"]


def test_a_message_without_a_record_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("explain", "the moon is made of cheese")) == 1
    assert "cheese\n  No record explains" in capsys.readouterr().out


def test_a_terminal_without_a_message_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert main(("explain",)) == 2
    assert capsys.readouterr().err == (
        "ptxisa: give a MESSAGE, or pipe the output of ptxas or nvcc; see ptxisa explain --help\n"
    )
