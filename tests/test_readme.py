"""README: its console examples print the output that it shows, its Python example runs."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from ptxisa.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [ROOT / "docs/examples/litmus/message-passing.ptx", ROOT / "docs/examples/kernels/neighbors.ptx"]
KERNEL = """.version 7.8
.target sm_90
.address_size 64

.visible .entry k()
{
    .reg .b32 %r<4>;
    add.u16x2 %r1, %r2, %r3;
    mul.s32.lo %r1, %r2, %r3;
    bfe.u32 %r1, %r2, 300, 8;
    ret;
}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """Return commands with the output that README shows; those that need a tool or a GPU show none."""
    parts = [part.partition("\n") for block in blocks("console") for part in block.split("$ ")[1:]]
    return [(command, output) for command, _, output in parts if "#" not in command]


@pytest.mark.parametrize(("command", "output"), sessions(), ids=lambda text: text[:40])
def test_console_examples(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kernel.ptx").write_text(KERNEL)
    for example in EXAMPLES:
        shutil.copy(example, tmp_path)
    program, *arguments = shlex.split(command)
    assert program == "ptxisa"
    main(arguments)
    assert capsys.readouterr().out == output


def test_there_are_console_examples() -> None:
    assert len(sessions()) >= 5


def test_python_examples_pass_strict_type_checks(tmp_path: Path) -> None:
    if shutil.which("mypy") is None:
        pytest.skip("needs mypy")
    readme = tmp_path / "readme_example.py"
    readme.write_text("\n".join(blocks("python")), encoding="utf-8")
    examples = sorted((ROOT / "docs" / "examples").rglob("*.py"))
    assert len(examples) >= 5
    run = subprocess.run(["mypy", *examples, readme], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_python_examples_have_their_stated_results() -> None:
    (code,) = blocks("python")
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)
    answer, bfe = names["answer"], names["bfe"]
    assert (bool(answer), answer.reason) == (False, "needs PTX 7.6 on sm_70")  # type: ignore[attr-defined]
    assert "'needs PTX 7.6 on sm_70'" in code
    assert bfe("bfe.u32 d, a, b, 256;")[0].message in code  # type: ignore[operator]


@pytest.mark.parametrize("mentioned", ["ARCHITECTURE.md", "CONTRIBUTING.md", "benchmarks/run.py"])
def test_files_that_it_names_exist(mentioned: str) -> None:
    assert mentioned in README
    assert (ROOT / mentioned).exists()
