"""Seeded faults: each changes what its words name, and is judged by tests that can run it, within limits of time."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.instructions import forms_of
from ptxisa.numbers import primitives
from tools.mutation import code, judging, records, seeded, selection
from tools.mutation.campaign import FaultVerdict, report
from tools.mutation.imports import ImportGraph
from tools.mutation.judging import Trial

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
    every = faults_in_leading_zeros()
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


def fake_tests(**outcomes: Callable[[], bool]) -> list[Any]:
    """Return fake tests, by the function that decides whether they fail."""
    return [SimpleNamespace(nodeid=name, fails=fails) for name, fails in outcomes.items()]


@pytest.fixture
def run_fake_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run fake tests where pytest runs its tests."""

    def protocol(item: SimpleNamespace, **_: object) -> list[SimpleNamespace]:
        return [SimpleNamespace(failed=item.fails())]

    monkeypatch.setattr(judging, "runtestprotocol", protocol)


def faults_in_leading_zeros() -> list[code.CodeFault]:
    name = "ptxisa/numbers/primitives.py"
    return [fault for fault in code.faults(name) if fault.function == "leading_zeros"]


@pytest.mark.usefixtures("run_fake_tests")
def test_a_test_that_fails_without_the_fault_kills_none() -> None:
    tests = fake_tests(
        broken=lambda: True,
        blind=lambda: False,
        exact=lambda: [_result(number) for number in (0, 1, 5)] != [32, 31, 29],
    )
    trials = [Trial(fault, partial(code.put_in, fault), lambda: tests, 20) for fault in faults_in_leading_zeros()]
    verdicts = list(judging.judge_all(trials, 2))
    assert sorted(verdict.fault for verdict in verdicts) == sorted(trial.fault.name for trial in trials)
    assert {verdict.by for verdict in verdicts if verdict.end == "killed"} == {"exact"}
    assert all(verdict.ran == 2 for verdict in verdicts if verdict.end == "survived")


def endless_loop() -> bool:
    while True:
        pass


@pytest.mark.usefixtures("run_fake_tests")
@pytest.mark.parametrize("endless", [lambda: time.sleep(60), endless_loop])
def test_a_test_that_takes_too_long_detects_a_fault(
    endless: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test may use the processor for too long, or wait for too long; without the fault it does neither."""
    monkeypatch.setattr(judging, "WAITING", 2)
    fault, slow = faults_in_leading_zeros()[0], [False]

    def put_in() -> bool:
        slow[0] = True
        return True

    tests = fake_tests(quick=lambda: False, waits=lambda: slow[0] and endless())
    verdict = judging.judge(Trial(fault, put_in, lambda: tests, 4))
    assert (verdict.end, verdict.by, verdict.ran) == ("killed", "waits", 1)


@pytest.mark.usefixtures("run_fake_tests")
def test_a_slow_test_detects_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second test is slow with and without the fault; the time that the first one lost does not matter."""
    monkeypatch.setattr(judging, "WAITING", 50)

    def busy(seconds: float) -> bool:
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        return False

    tests = fake_tests(fails=lambda: busy(0.5) or True, slow=lambda: busy(0.7), last=lambda: False)
    fault = faults_in_leading_zeros()[0]
    verdict = judging.judge(Trial(fault, lambda: True, lambda: tests, 4))
    assert (verdict.end, verdict.ran) == ("survived", 2)


def test_a_fault_whose_process_ends_is_lost() -> None:
    fault = faults_in_leading_zeros()[0]
    (verdict,) = judging.judge_all([Trial(fault, lambda: True, lambda: os._exit(1), 20)], 1)
    assert verdict.end == "lost"


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return ImportGraph(selection.ROOT)


def test_imports_in_functions_and_by_name_reach_a_module(graph: ImportGraph) -> None:
    importers = graph.importers("ptxisa/memory_model/verdicts.py")
    assert importers["ptxisa/memory_model/__init__.py"] == 1
    assert importers["tests/memory_model/test_verdicts.py"] == 2
    assert importers["tests/machine/test_races.py"] > 2
    assert "tests/syntax/test_lexer.py" not in importers
    # A command is imported by its name, in a function of `ptxisa.cli.parsers`.
    assert "ptxisa/cli/main.py" in graph.importers("ptxisa/cli/litmus_command.py")


def test_a_few_cases_of_each_test_come_before_the_rest(graph: ImportGraph) -> None:
    fault = next(code.faults("ptxisa/memory_model/verdicts.py"))
    names = {
        "tests/memory_model/test_verdicts.py": 6,
        "tests/memory_model/test_weakest.py": 1,
        "tests/machine/test_races.py": 6,
        "tests/syntax/test_lexer.py": 1,
    }
    every: Any = [
        SimpleNamespace(nodeid=f"{path}::test[{number}]", path=selection.ROOT / path)
        for path, count in names.items()
        for number in range(count)
    ]
    shuffled = random.Random(1).sample(every, len(every))
    ordered = [item.nodeid for item in selection.tests_of_code(fault, shuffled, graph, {})]
    paths = [name.partition("::")[0] for name in ordered]
    assert set(paths[:4]) == {"tests/memory_model/test_verdicts.py"}
    assert set(paths[4:9]) == {"tests/memory_model/test_weakest.py", "tests/machine/test_races.py"}
    assert paths[9:11] == ["tests/memory_model/test_verdicts.py"] * 2
    assert "tests/syntax/test_lexer.py" not in paths
    # A test that ran the function in an earlier measurement comes first.
    reach = {f"{fault.path}:{fault.function}": ["tests/machine/test_races.py::test"]}
    ordered = [item.nodeid for item in selection.tests_of_code(fault, shuffled, graph, reach)]
    assert all(name.startswith("tests/machine/test_races.py") for name in ordered[:4])


def _result(number: int) -> int:
    return primitives.leading_zeros(number, 32)


def test_faults_are_in_both_packages() -> None:
    packages = Counter(fault.path.split("/")[0] for fault in code.faults())
    assert packages["ptxisa"] > 1000
    assert packages["generator"] > 1000


def test_the_report_names_survivors() -> None:
    verdicts = [
        FaultVerdict("rules", "a: without rule b", "survived", "", 12, 1.0),
        FaultVerdict("ptxisa/isa", "x.py:3 f: Eq -> NotEq", "killed", "tests/x.py", 3, 0.5),
    ]
    lines = list(report(verdicts))
    assert lines[-1] == "survived 12 tests: rules: a: without rule b"
    assert lines[-2].split() == ["all", "2", "1", "1", "0", "0"]


def test_functions_of_records_are_known_to_a_build_with_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """`vset` calls functions that records share; without them every fault in it would count as found."""
    for folder in ("reference", "vector", "forms"):
        monkeypatch.setitem(sys.modules, f"ptxisa._generated.{folder}.vset", ModuleType("before"))
    fault = records.RecordFault("semantics", "vset", "vset", "d is 0", lambda form: form.update(semantics="d = 0\n"))
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


def test_a_resumed_run_tries_the_remaining_faults(
    graph: ImportGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[list[str]] = []

    def collect(_: list[str], plugins: list[seeded.Loop]) -> None:
        drawn.append([fault.name for fault in plugins[0].faults])

    def run(*options: str) -> None:
        monkeypatch.setattr(
            sys,
            "argv",
            ["seeded", "--records=0", "--code=3", "--only=ptxisa/numbers", f"--out={tmp_path / 'out'}", *options],
        )
        seeded.main()

    monkeypatch.setattr(pytest, "main", collect)
    monkeypatch.setattr(seeded, "ImportGraph", lambda root: graph)
    run()
    (every,) = drawn
    verdicts = [FaultVerdict("g", every[0], "survived"), FaultVerdict("g", every[2], "killed")]
    lines = "".join(json.dumps(verdict._asdict()) + "\n" for verdict in verdicts)
    (tmp_path / "out").write_text(lines + '{"group": "cut of', encoding="utf-8")
    run("--resume")
    assert drawn[1] == [every[1]]
    assert (tmp_path / "out").read_text(encoding="utf-8") == lines
    assert f"survived: g: {every[0]}" in capsys.readouterr().out

    (tmp_path / "earlier").write_text(lines, encoding="utf-8")
    run("--again", str(tmp_path / "earlier"))
    assert drawn[2] == [every[0]]
