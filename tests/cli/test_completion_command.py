"""Completion: the words that real shells show, and those of every argument."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ptxisa.cli import completion_command as complete
from ptxisa.cli.main import main
from ptxisa.cli.parsers import COMMANDS, parser

ROOT = Path(__file__).parents[2]
BASH = """
eval "$(ptxisa completion bash)"
COMP_LINE="$1" COMP_POINT=${#1} COMP_TYPE=9
read -ra COMP_WORDS <<< "$1"
[[ "$1" == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_python_argcomplete ptxisa "${COMP_WORDS[COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
autoload -Uz compinit && compinit -u -D
eval "$(ptxisa completion zsh)"
(( ${+_comps[ptxisa]} )) && print -r -- ${_comps[ptxisa]}
"""
CASES = [
    ("ptxisa ch", {"check"}),
    ("ptxisa check --form", {"--format"}),
    ("ptxisa check --format ", {"json", "sarif", "text"}),
    ("ptxisa check --target sm_90", {"sm_90", "sm_90a"}),
    ("ptxisa check --explain operand-ty", {"operand-type"}),
    ("ptxisa available szext.clamp.", {"szext.clamp.s32", "szext.clamp.u32"}),
    ("ptxisa available --ptx 7.", {f"7.{minor}" for minor in range(9)}),
    ("ptxisa show %clusterid", {"%clusterid"}),
    ("ptxisa diff 8.6 8.", {f"8.{minor}" for minor in range(9)}),
    ("ptxisa completion ", {"bash", "zsh", "fish"}),
]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return a search path with a command `ptxisa` of this checkout."""
    pytest.importorskip("argcomplete")
    script = tmp_path_factory.mktemp("bin") / "ptxisa"
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom ptxisa.cli.main import main\nsys.exit(main())\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    path = f"{script.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(script.parent)}


def words(*given: str, environment: dict[str, str]) -> set[str]:
    done = subprocess.run(given, env=environment, capture_output=True, text=True, check=True)
    return {line.split("\t")[0].strip() for line in done.stdout.splitlines() if line.strip()}


def shell(name: str) -> str:
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


@pytest.mark.parametrize(("line", "expected"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_bash_completes_a_line(line: str, expected: set[str], environment: dict[str, str]) -> None:
    actual = words(shell("bash"), "--norc", "-c", BASH, "bash", line, environment=environment)
    assert expected <= actual
    prefix = line.rpartition(" ")[2]
    assert all(item.startswith(prefix) for item in actual)


@pytest.mark.parametrize(("line", "expected"), CASES[:7], ids=lambda value: value if isinstance(value, str) else "")
def test_fish(line: str, expected: set[str], environment: dict[str, str]) -> None:
    code = "ptxisa completion fish | source; complete -C $argv[1]"
    assert expected <= words(shell("fish"), "--no-config", "-c", code, line, environment=environment)


def test_zsh_has_a_completion_for_the_command(environment: dict[str, str]) -> None:
    assert words(shell("zsh"), "-f", "-c", ZSH, environment=environment) == {"_python_argcomplete"}


def test_files_are_modules_and_folders(environment: dict[str, str], tmp_path: Path) -> None:
    for name in ("a.ptx", "b.ll", "c.txt"):
        (tmp_path / name).touch()
    (tmp_path / "d").mkdir()
    actual = words(shell("bash"), "--norc", "-c", BASH, "bash", f"ptxisa check {tmp_path}/", environment=environment)
    assert {Path(value).name for value in actual} == {"a.ptx", "b.ll", "d"}


def test_an_answer_is_quick(environment: dict[str, str]) -> None:
    """Processor time, which other work on the machine changes little."""
    line = "ptxisa available cvt.rn."
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": os.devnull, "COMP_LINE": line}
    before = os.times().children_user
    subprocess.run(["ptxisa"], env={**environment, **asked, "COMP_POINT": str(len(line))}, check=True)
    assert os.times().children_user - before < 1


@pytest.mark.parametrize("name", COMMANDS)
def test_completions_name_existing_arguments(name: str) -> None:
    known = {action.dest for action in parser(name)._actions}
    assert {argument for command, argument in complete.WORDS if command == name} <= known


@pytest.mark.parametrize("key", complete.WORDS, ids="-".join)
def test_every_argument_has_words(key: tuple[str, str]) -> None:
    actual = list(complete.WORDS[key](""))
    assert len(actual) > 2
    assert all(word == word.strip() != "" for word in actual)


def test_modifiers_follow_in_the_order_of_the_form() -> None:
    assert "cvt.rn.satfinite" in complete.opcodes("cvt.rn.")
    assert "cvt.rn.rn" not in complete.opcodes("cvt.rn.")
    assert {opcode for opcode in complete.opcodes("nothing.x") if opcode.startswith("nothing")} == set()


def test_without_argcomplete_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == "ptxisa: completion needs argcomplete: pip install 'ptxisa[completion]'\n"
