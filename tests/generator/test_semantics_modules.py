"""Modules of the two back ends: equal from one process and from several, and problems of all mnemonics together."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest

from generator import semantics_modules
from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from tests.generator.real_records import real_records


@pytest.fixture(scope="module")
def small() -> Isa:
    """Return the records with a few mnemonics, of which `exit` computes nothing."""
    isa = real_records()
    chosen = tuple(instruction for instruction in isa.instructions if instruction.mnemonic in ("bfind", "exit", "popc"))
    return dataclasses.replace(isa, instructions=chosen)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    count: int = request.param
    monkeypatch.setattr(os, "cpu_count", lambda: count)
    return count


def test_every_executable_mnemonic_has_a_module_of_each_back_end(small: Isa, processes: int) -> None:
    with semantics_modules.started(small) as modules:
        texts = dict(modules())
    assert {mnemonic: sorted(folders) for mnemonic, folders in texts.items()} == {
        "bfind": ["reference", "symbolic", "vector"],
        "exit": [],
        "popc": ["reference", "symbolic", "vector"],
    }


def test_problems_of_all_mnemonics_are_raised_together(
    small: Isa, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(mnemonic: str, *_: object) -> None:
        raise RecordError([Problem(Path("a.yaml"), 1, 2, f"{mnemonic} is wrong")])

    monkeypatch.setattr(semantics_modules, "modules_of", fail)
    with semantics_modules.started(small) as modules, pytest.raises(RecordError) as raised:
        list(modules())
    mnemonics = sorted({instruction.mnemonic for instruction in small.instructions})
    assert [problem.message for problem in raised.value.problems] == [f"{name} is wrong" for name in mnemonics]
