"""The command line as a whole: exit statuses and output streams, however a command ends."""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from ptxisa import __version__
from ptxisa.cli import main as command_line
from ptxisa.cli.main import main
from ptxisa.cli.output import Failure
from ptxisa.cli.parsers import COMMANDS

NO_NUMPY = "ptxisa: check needs NumPy, which is not installed: pip install numpy\n"


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let every command end in this way."""

    def run(_: argparse.Namespace) -> int:
        raise error

    monkeypatch.setattr(command_line, "command", lambda _: SimpleNamespace(run=run))
    # The output of the tests stays open.
    monkeypatch.setattr(os, "dup2", lambda *_: None)


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (SystemExit(0), 0, ""),
        (SystemExit(3), 3, ""),
        (SystemExit("text"), 2, ""),
        (SystemExit(), 2, ""),
        (Failure("no such thing"), 2, "ptxisa: no such thing\n"),
        (ModuleNotFoundError("none", name="numpy"), 2, NO_NUMPY),
        (ModuleNotFoundError("none", name="numpy.linalg"), 2, NO_NUMPY),
        (OSError(28, "No space left", "a.txt"), 2, "ptxisa: a.txt: No space left\n"),
        (OSError(28, "No space left"), 2, "ptxisa: output: No space left\n"),
        (KeyboardInterrupt(), 130, "ptxisa: interrupted\n"),
    ],
)
def test_every_end_has_a_status(
    error: BaseException,
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    raising(monkeypatch, error)
    assert main(["check"]) == status
    assert capfd.readouterr() == ("", message)


def test_a_reader_that_stops_early_is_no_error() -> None:
    end, other = os.pipe()
    command = [sys.executable, "-m", "ptxisa", "list"]
    with subprocess.Popen(command, stdout=other, stderr=subprocess.PIPE, text=True) as process:
        os.close(end)
        os.close(other)
        assert process.communicate() == (None, "")
    assert process.returncode == 0


@pytest.mark.parametrize("name", ["sphinx", None])
def test_another_missing_module_is_an_error_of_its_own(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    raising(monkeypatch, ModuleNotFoundError("none", name=name))
    with pytest.raises(ModuleNotFoundError):
        main(["check"])


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["check", "--json"], True),
        (["check", "--format=json"], True),
        (["check", "--format", "json"], True),
        (["check", "--format", "text", "json"], False),
        (["check"], False),
    ],
)
def test_a_failure_is_an_object_where_json_is_wanted(
    arguments: list[str], wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising(monkeypatch, Failure("bad: input"))
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.err == "ptxisa: bad: input\n"
    assert (json.loads(output.out) == {"error": "bad: input"}) if wanted else output.out == ""


def test_without_arguments_those_of_the_process_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ptxisa", "--version"])
    assert main() == 0
    assert main([]) == 2
    assert capsys.readouterr().out.startswith(f"ptxisa {__version__}\n")


@pytest.mark.parametrize(("arguments", "status"), [([], 2), (["-h"], 0), (["--help"], 0)])
def test_the_help_lists_every_command(arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == status
    lines = capsys.readouterr().out.splitlines()
    listed = lines[lines.index("commands:") + 1 : lines.index("", lines.index("commands:"))]
    assert [line.split()[0] for line in listed] == list(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nothing"], "ptxisa: unknown option '--nothing'; see ptxisa --help"),
        (["shwo"], "ptxisa: unknown command 'shwo'; did you mean show?"),
        (["qqqqqqq"], f"ptxisa: unknown command 'qqqqqqq'; commands are {', '.join(COMMANDS)}"),
        (["show", "\udc80"], "ptxisa: not text in the terminal's encoding: '\\udc80'"),
        (["show", "\ud800"], "ptxisa: not text in the terminal's encoding: '\\ud800'"),
        (["show", "\udfff"], "ptxisa: not text in the terminal's encoding: '\\udfff'"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"{message}\n")


@pytest.mark.parametrize("text", ["\ud7ff", "\ue000"])
def test_characters_next_to_surrogates_are_text(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", text]) == 2
    assert "not text" not in capsys.readouterr().err


def test_a_closed_standard_output_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["--version"]) == 2
    assert capsys.readouterr().err == "ptxisa: standard output is closed\n"


def test_a_closed_error_stream_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["--version"]) == 0
    assert sys.stderr.name == os.devnull
    sys.stderr.close()


def test_characters_outside_of_the_terminals_encoding_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["--version"]) == 0
    assert stream.errors == "backslashreplace"
