"""The hooks for pre-commit and the GitHub action: the names in them exist, and their scripts work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ptxisa.cli.parsers import COMMANDS, parser
from ptxisa.sources.files import LANGUAGES

ROOT = Path(__file__).parents[1]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
KERNEL = (
    ".version 8.0\n.target sm_90\n.entry k()\n{\n    .reg .b32 a;\n    mov.b32 a, 0;\n    bfe.u32 a, a, 300, 8;\n}\n"
)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_hooks_run_commands_that_there_are(hook: dict[str, Any]) -> None:
    program, command, *options = hook["entry"].split()
    assert (program, command in COMMANDS, hook["language"]) == ("ptxisa", True, "python")
    parsed = parser(command).parse_args([*options, *hook["args"], "-file"])
    assert parsed.files == ["-file"]
    assert hook["id"] in (ROOT / "docs" / "integrating.rst").read_text(encoding="utf-8")


def test_hooks_are_about_files_of_their_language() -> None:
    patterns = {hook["id"]: re.compile(hook["files"]) for hook in HOOKS}
    assert {name for name, pattern in patterns.items() if pattern.search("a/b.ptx")} == {"ptxisa-check"}
    assert {name for name, pattern in patterns.items() if pattern.search("a/b.ll")} == {"ptxisa-check-nvvm"}
    for name in (f"a/b{suffix}" for suffix in LANGUAGES):
        assert {hook for hook, pattern in patterns.items() if pattern.search(name)} == {"ptxisa-check-sources"}, name


def step(name: str) -> dict[str, Any]:
    return next(step_ for step_ in ACTION["runs"]["steps"] if step_.get("name") == name)


def run_check(folder: Path, **inputs: str) -> tuple[dict[str, str], str]:
    """Run the step of the action; return its outputs and the text that it prints."""
    if (bash := shutil.which("bash")) is None:
        pytest.skip("bash is not installed")
    program = folder / "ptxisa" / "bin" / "ptxisa"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!{sys.executable}\nimport sys\nfrom ptxisa.cli.main import main\nsys.exit(main())\n")
    program.chmod(0o755)
    names = {key: re.sub(r".*inputs\.(\w+).*", r"\1", value) for key, value in step("Check")["env"].items()}
    given = {key: inputs.get(name, ACTION["inputs"][name]["default"]) for key, name in names.items()}
    outputs = folder / "outputs"
    environment = {"RUNNER_TEMP": str(folder), "GITHUB_OUTPUT": str(outputs), "PYTHONPATH": str(ROOT), **given}
    command = [bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step("Check")["run"]]
    done = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(line.split("=", 1) for line in outputs.read_text().splitlines()), done.stdout


def test_the_action_writes_findings_and_a_status(tmp_path: Path) -> None:
    (tmp_path / "a file.ptx").write_text(KERNEL)
    status, printed = run_check(tmp_path, files="a file.ptx\n", target="sm_80")
    log = json.loads((tmp_path / "ptxisa.sarif").read_text())
    assert status == {"sarif": "ptxisa.sarif", "status": "1"}
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["operand-range"]
    assert "operand b is 300" in printed


def test_the_action_prints_ptx_where_the_runner_obeys_no_command(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(KERNEL.replace("    bfe", "::warning::obey\n    bfe"))
    _, printed = run_check(tmp_path, files="k.ptx")
    first, *report, last = printed.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert len(token) == 32
    assert last == f"::{token}::"
    assert any(line.startswith("::warning::") for line in report)


def test_the_action_takes_no_input_for_a_command(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(KERNEL.replace("300", "3"))
    status, _ = run_check(
        tmp_path, files="k.ptx", options="--werror\n--require-records", sarif="$(touch no); `touch no`"
    )
    assert status["status"] == "0"
    assert not (tmp_path / "no").exists()


def test_scripts_of_the_action_have_no_expressions() -> None:
    scripts = [step_["run"] for step_ in ACTION["runs"]["steps"] if "run" in step_]
    assert len(scripts) == 3
    assert not any("${{" in script for script in scripts)
