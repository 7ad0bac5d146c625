"""Type stubs of the checkers: their names and their arguments."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mypy import api

import ptxisa
from ptxisa import checkers
from ptxisa.isa.names import module_name

ROOT = Path(ptxisa.__file__).parents[1]
GOOD = """
from ptxisa.checkers import add, and_, checker_of, mnemonics
message: str = add("add.s32 d, a, b;", target="sm_90")[0].message
forms: int = len(and_.forms) + len(mnemonics())
"""
BAD = """
from ptxisa.checkers import nosuch
from ptxisa.checkers import add
add("add.s32 d, a, b;", targt="sm_90")
"""


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the output of one run of mypy on a valid and an invalid module."""
    folder = tmp_path_factory.mktemp("typed")
    (folder / "good.py").write_text(GOOD)
    (folder / "bad.py").write_text(BAD)
    (folder / "mypy.ini").write_text(f"[mypy]\nstrict = True\nfollow_imports = silent\nmypy_path = {ROOT}\n")
    files = [str(folder / name) for name in ("good.py", "bad.py")]
    out, errors, _ = api.run(["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache"), *files])
    assert not errors
    return out


def test_names_that_exist_have_types(findings: str) -> None:
    assert "good.py" not in findings


def test_a_name_that_does_not_exist_is_a_type_error(findings: str) -> None:
    assert 'Module "ptxisa.checkers" has no attribute "nosuch"' in findings


def test_arguments_are_checked(findings: str) -> None:
    assert 'Unexpected keyword argument "targt"' in findings


def test_the_stub_names_every_checker() -> None:
    text = (Path(ptxisa.__file__).parent / "_generated" / "checkers.pyi").read_text(encoding="utf-8")
    for name in checkers.mnemonics():
        assert f"\n{module_name(name)}: Checker\n" in text


def test_at_run_time_names_are_made_when_they_are_used() -> None:
    assert checkers.and_.mnemonic == "and"
    with pytest.raises(AttributeError, match="no checker 'nosuch'"):
        checkers.nosuch  # noqa: B018
    assert "ptxisa._generated.checkers" not in sys.modules
