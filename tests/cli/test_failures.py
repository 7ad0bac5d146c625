"""Bad names, programs and folders: one line, and an object with `--json`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa.cli.main import main
from ptxisa.oracle import assembler


@pytest.mark.parametrize(
    "arguments",
    [
        ["available", "foo"],
        ["available"],
        ["available", "add", "--target", "sm_1"],
        ["show", "nothing-of-this-name"],
        ["eval", "foo;"],
        ["list", "--kind", "foo"],
        ["diff", "1", "2"],
        ["layout", "foo", "--operand", "A"],
        ["descriptor", "decode", "foo", "1"],
        ["search"],
        ["vectors", "bfe"],
        ["conform", "no-such-form"],
        ["verify-gpu", "no-such-form"],
        ["check"],
    ],
    ids=" ".join,
)
def test_json_has_the_error(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert main([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["error"]
    assert json.loads(out)["error"] in err
    assert err.count("\n") == 1
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "executable", "message"),
    [
        ("neither a program nor a script", True, "cannot be run: Exec format error"),
        ("#!/bin/sh\n", False, "cannot be run: Permission denied"),
        ("#!/bin/sh\nexit 3\n", True, "does not answer like ptxas"),
        ("#!/bin/sh\nprintf '\\377\\376'\n", True, "does not answer like ptxas"),
        ("#!/bin/sh\nexec sleep 60\n", True, "did not end within 0.5 seconds"),
        ("#!/bin/sh\necho release 13.0, V\nprintf '\\377'\n", True, "does not say which PTX version it reads"),
    ],
)
def test_programs_that_are_not_ptxas(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    content: str,
    executable: bool,
    message: str,
) -> None:
    monkeypatch.setattr(assembler, "ANSWER_LIMIT", 0.5)
    program = tmp_path / "program"
    program.write_text(content)
    program.chmod(0o755 if executable else 0o644)
    assert main(["conform", "--ptxas", str(program), "szext"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_a_module_that_takes_too_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(assembler, "TIME_LIMIT", 0.5)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    with pytest.raises(assembler.PtxasTimeout, match=r"did not end within 0\.5 seconds"):
        assembler.Ptxas(program)._run(".version 8.0\n", "compute_90")


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_folders_without_a_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """The shell makes an empty word of a null character, which must not mean the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["vectors", "szext", "-o", name]) == 2
    assert "-o needs the name of a folder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", ["99999999999", "0", "-1"])
@pytest.mark.parametrize("command", [["vectors", "szext", "-o", "folder"], ["verify-gpu", "szext"]])
def test_numbers_out_of_range(capsys: pytest.CaptureFixture[str], command: list[str], number: str) -> None:
    assert main([*command, "--random", number]) == 2
    assert "--random must be in 1.." in capsys.readouterr().err


# --- repeats ---

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n"


def checked(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> str:
    assert main(["check", str(path), *options]) == 1
    return capsys.readouterr().out


def test_repeats_are_summed_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module = tmp_path / "k.ptx"
    module.write_text(HEAD + "".join(f"add.u32 %r{i}, %r{i + 1}, 1;\n" for i in range(500)) + "foo;\nret;\n}\n")
    out = checked(capsys, module)
    assert out.count("is not declared") + out.count("undeclared") <= 10
    assert "1,000 times, first at" in out
    assert "unknown instruction 'foo'" in out
    assert out.splitlines()[-1].startswith("1,001 errors") or "1001 errors" in out.splitlines()[-1]
    every = checked(capsys, module, "-v")
    assert every.count("%r7 ") + every.count("%r7\n") >= 2
    assert "times, first at" not in every
    assert len(out) < len(every) / 50


def test_findings_of_many_sorts_are_bounded(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    module = tmp_path / "k.ptx"
    names = (a + b + c + d for a in letters[:2] for b in letters for c in letters for d in letters)
    module.write_text(HEAD + "".join(f"add.u32.{name} a, b, c;\n" for name in names) + "ret;\n}\n")
    assert len(checked(capsys, module)) < 100_000


def test_few_repeats_are_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module = tmp_path / "k.ptx"
    module.write_text(HEAD + "foo;\nbar0;\nfoo1;\nfoo2;\nret;\n}\n")
    assert checked(capsys, module).count("unknown instruction") == 4


def test_evidence_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "ptxas-13.0"]) == 0
    out = capsys.readouterr().out
    assert "digest: sha256:daba837a" in out
    assert len(out) < 1000


def test_a_command_without_numpy_fails_with_one_line() -> None:
    hidden = "import sys; sys.modules['numpy'] = None; from ptxisa.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", hidden, "layout", "mma.m8n8k16", "--operand", "A", "--type", "s8"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 2
    assert process.stderr == "ptxisa: layout needs NumPy, which is not installed: pip install numpy\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("chek kernel.ptx", "ptxisa: unknown command 'chek'; did you mean check?"),
        ("--verion", "ptxisa: unknown option '--verion'; did you mean --version?"),
        ("show cvt --brif", "ptxisa show: unknown option --brif; did you mean --brief?"),
        ("available add.u32 --targt=sm_80", "ptxisa available: unknown option --targt; did you mean --target?"),
        ("check --format jsn -", "ptxisa check: argument --format: invalid choice: 'jsn'; did you mean json?"),
        ("search add --limit=--", "ptxisa search: --limit needs a value; see ptxisa search --help"),
        ("available add.u32 --target=--", "ptxisa available: --target needs a value; see ptxisa available --help"),
        ("diff -- sm_80 --", "ptxisa diff: argument B is missing; see ptxisa diff --help"),
        ("descriptor decode wgmma.matrix 0 --jsn", "ptxisa descriptor: unknown option --jsn; did you mean --json?"),
        ("list instruktions", "ptxisa: unknown kind 'instruktions'; did you mean instruction?"),
        ("show ld.globl", "ptxisa: ld has no modifier .globl; did you mean .global?"),
        ("show ld.global.v3", "ptxisa: ld has no modifier .v3; ld takes .v2, .v4 or .v8"),
        ("show lopp3", "ptxisa: nothing is called 'lopp3'; did you mean lop3?"),
        ("show e4m4", "ptxisa: nothing is called 'e4m4'; did you mean e4m3?"),
        ("show __shfl_dwn_sync", "ptxisa: nothing is called '__shfl_dwn_sync'; did you mean __shfl_down_sync?"),
        ("show cvt --target H100", "ptxisa: unknown target 'H100'; the target of this GPU is sm_90"),
        ("list typs", "ptxisa: unknown kind 'typs'; did you mean type?"),
        (
            "diff sm_80 8.0",
            "ptxisa: 8.0 is a PTX version and sm_80 a target; compare two versions or two targets",
        ),
        ("layout mma.m8n8k17", "ptxisa: no layout of 'mma.m8n8k17'; did you mean mma.m8n8k16?"),
        ("diff 8.0 8.55", "ptxisa: unknown PTX version '8.55'; did you mean 8.5?"),
        ("show cvt --target sm80", "ptxisa: unknown target 'sm80'; did you mean sm_80?"),
        ("check kernel.pxt", "ptxisa: kernel.pxt: No such file or directory; did you mean kernel.ptx?"),
        ("litmus kernel.pxt", "ptxisa: kernel.pxt: No such file or directory; did you mean kernel.ptx?"),
        ("run kernel.pxt", "ptxisa: kernel.pxt: No such file or directory; did you mean kernel.ptx?"),
    ],
)
def test_near_misses_have_a_suggestion_and_status_2(
    line: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kernel.ptx").touch()
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    assert capsys.readouterr() == ("", f"{message}\n")
