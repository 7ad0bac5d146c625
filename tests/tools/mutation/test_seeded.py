"""Seeded faults can be put in: each changes what it says, and only that."""

from __future__ import annotations

import json
import random
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.instructions import forms_of
from ptxisa.numbers import primitives
from ptxisa.spread import ALONE
from tools.mutation import code, records, seeded
from tools.mutation.seeded import Verdict, report

GROUPS = {"semantics", "types", "operands", "availability", "rules", "modifiers"}


def test_faults_in_records_change_their_form() -> None:
    isa = resolve(load())
    forms = {form["id"]: form for record in isa.records("instruction") for form in record.data["forms"]}
    every = list(records.faults(isa))
    assert {fault.group for fault in every} == GROUPS
    assert min(Counter(fault.group for fault in every).values()) > 100
    for fault in random.Random(1).sample(every, 200):
        changed = deepcopy(forms[fault.form])
        fault.edit(changed)
        assert changed != forms[fault.form], fault.name


def test_a_fault_in_code_is_in_the_loaded_function() -> None:
    name = "ptxisa/numbers/primitives.py"
    every = [fault for fault in code.faults() if fault.path == name and fault.function == "leading_zeros"]
    function = primitives.leading_zeros
    right, faulty = function.__code__, []
    for fault in every:
        try:
            assert code.put_in(fault)
            faulty.append([_result(number) for number in (0, 1, 5)])
        finally:
            function.__code__ = right
    assert [_result(number) for number in (0, 1, 5)] == [32, 31, 29]
    assert any(results != [32, 31, 29] for results in faulty)


def test_a_test_that_fails_without_the_fault_kills_none(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "ptxisa/numbers/primitives.py"
    faults = [fault for fault in code.faults() if fault.path == name and fault.function == "leading_zeros"]
    failing: dict[str, Callable[[], bool]] = {
        "broken": lambda: True,
        "blind": lambda: False,
        "exact": lambda: [_result(number) for number in (0, 1, 5)] != [32, 31, 29],
    }

    def protocol(item: SimpleNamespace, **_: object) -> list[SimpleNamespace]:
        return [SimpleNamespace(failed=failing[item.nodeid]())]

    monkeypatch.setattr(seeded, "runtestprotocol", protocol)
    tests: Any = [SimpleNamespace(nodeid=name) for name in failing]
    isa: Any = None
    verdicts = [seeded.judge(fault, isa, tests, 20) for fault in faults]
    assert {verdict.by for verdict in verdicts if verdict.end == "killed"} == {"exact"}
    assert all(verdict.ran == 2 for verdict in verdicts if verdict.end == "survived")


def test_a_few_cases_of_each_test_come_before_the_rest() -> None:
    fault = next(fault for fault in code.faults() if fault.path == "ptxisa/memory_model/causality.py")
    names = {
        "tests/memory_model/test_causality.py": 6,
        "tests/memory_model/test_verdicts.py": 1,
        "tests/machine/test_races.py": 6,
        "tests/syntax/test_lexer.py": 1,
    }
    every: Any = [
        SimpleNamespace(nodeid=f"{path}::test[{number}]", path=seeded.ROOT / path)
        for path, count in names.items()
        for number in range(count)
    ]
    ordered = [item.nodeid for item in seeded.relevant(fault, random.Random(1).sample(every, len(every)), False)]
    paths = [name.partition("::")[0] for name in ordered]
    assert set(paths[:4]) == {"tests/memory_model/test_causality.py"}
    assert set(paths[4:9]) == {"tests/memory_model/test_verdicts.py", "tests/machine/test_races.py"}
    assert paths[9:11] == ["tests/memory_model/test_causality.py"] * 2
    assert paths[-1] == "tests/syntax/test_lexer.py"


def _result(number: int) -> int:
    return primitives.leading_zeros(number, 32)


def test_faults_are_in_both_packages() -> None:
    packages = Counter(fault.path.split("/")[0] for fault in code.faults())
    assert packages["ptxisa"] > 1000
    assert packages["generator"] > 1000


def test_the_report_names_survivors() -> None:
    verdicts = [
        Verdict("record", "rules", "a: without rule b", "survived", "", 12, 1.0),
        Verdict("code", "ptxisa/isa", "x.py:3 f: Eq -> NotEq", "killed", "tests/x.py", 3, 0.5),
    ]
    lines = list(report(verdicts))
    assert lines[-1].startswith("survived 12 tests: rules: a: without rule b")
    assert lines[-2].split() == ["all", "2", "1", "1", "0"]


def test_functions_of_records_are_known_to_a_build_with_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """`vset` calls functions that records share; without them every fault in it would count as found."""
    for folder in ("reference", "vector", "forms"):
        monkeypatch.setitem(sys.modules, f"ptxisa._generated.{folder}.vset", ModuleType("before"))
    fault = records.Fault("semantics", "vset", "vset", "d is 0", lambda form: form.update(semantics="d = 0\n"))
    records.put_in(fault, resolve(load()))
    assert sys.modules["ptxisa._generated.vector.vset"].__name__ != "before"


@pytest.mark.parametrize(
    ("clause", "ptx", "alike"),
    [("flush", "1.4", True), ("flush", "1.5", False), ("base", "1.4", False)],
)
def test_a_clause_that_another_one_makes_needless_is_no_fault(clause: str, ptx: str, alike: bool) -> None:
    """`.ftz` is newer than the form: without its condition the clause still adds nothing."""
    right = next(form for form in forms_of("neg") if form.id == "neg.f32")
    listed = (
        candidate._replace(ptx=ptx, when={}) if candidate.id == clause else candidate
        for candidate in right.availability
    )
    assert records.available_alike(right, right._replace(availability=tuple(listed))) is alike


def test_parts_have_every_fault_once_and_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = Namespace(
        records=45, code=10, skip=5, seed=3, limit=9, named=True, reach="", again="", out=str(tmp_path / "out")
    )
    ran: list[list[str]] = []

    def part(options: list[str], part: list[str]) -> str:
        ran.append([*options, *part])
        return json.dumps(Verdict("code", "g", part[2], "killed", "", 1, 0.5)._asdict()) + "\n"

    monkeypatch.setattr(seeded, "judge_part", part)
    faults = list(seeded.in_parts(given, ALONE))
    assert [line[-3:] for line in ran] == [
        ["--records=20", "--code=10", "--skip=5"],
        ["--records=20", "--code=0", "--skip=25"],
        ["--records=5", "--code=0", "--skip=45"],
    ]
    assert ran[0][:5] == ["--seed=3", "--limit=9", "--reach=", "--again=", "--named"]
    assert [fault.fault for fault in faults] == ["--skip=5", "--skip=25", "--skip=45"]
    assert len((tmp_path / "out").read_text().splitlines()) == 3


def test_survivors_alone_are_drawn_again(tmp_path: Path) -> None:
    isa = resolve(load())
    given = Namespace(records=3, code=3, skip=0, seed=5, named=False, again="")
    every = [fault.name for fault in seeded.drawn(given, isa)]
    ends = [(every[0], "survived"), (every[1], "killed"), (every[5], "survived")]
    verdicts = [Verdict("code", "g", fault, end, "", 1, 0.5) for fault, end in ends]
    earlier = tmp_path / "earlier.jsonl"
    earlier.write_text("".join(json.dumps(verdict._asdict()) + "\n" for verdict in verdicts), encoding="utf-8")
    given.again = str(earlier)
    assert [fault.name for fault in seeded.drawn(given, isa)] == [every[0], every[5]]
