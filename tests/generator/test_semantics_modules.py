"""Modules of both back ends: the same from one process as from several, and every problem of all mnemonics."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator import semantics_modules
from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from generator.semantics.functions import NONE

BAD, WORSE, WORST = (Problem(Path("a.yaml"), line, 2, "wrong") for line in (1, 2, 3))
MADE: dict[str, semantics_modules.Made] = {
    "popc": ({"reference": "one", "vector": "two"}, []),
    "bar": ({}, []),
    "bad": ({}, [BAD]),
    "worse": ({}, [WORSE, WORST]),
}
SLOTS = (SimpleNamespace(values=("u32", "s32")), SimpleNamespace(values=("sat",)))


def entry(mnemonic: str, slots: Any, text: str | None, *models: object) -> Any:
    """An instruction, its form and its program, each with what is looked at."""
    form = SimpleNamespace(mnemonic=mnemonic, slots=slots)
    return SimpleNamespace(mnemonic=mnemonic), form, SimpleNamespace(semantics=text, models=models)


ISA = cast(
    Isa,
    SimpleNamespace(
        forms=lambda: [
            entry("popc", SLOTS, "d = a"),
            entry("popc", SLOTS[:1], "d = b", 1),
            entry("bar", SLOTS, None),
        ]
    ),
)


class Pool:
    """Stands for a pool of processes, and keeps what it was asked for."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def map_async(self, work: Callable[[Any], Any], given: list[semantics_modules.Named], chunksize: int) -> Any:
        self.given, self.chunksize = given, chunksize
        return SimpleNamespace(get=lambda: list(map(work, given)))


@pytest.fixture(params=[(None, 0), (1, 0), (2, 2), (7, 7), (12, 8)])
def pools(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Pool]]:
    """The pools that are started: none for one processor, or where their number is unknown, and of eight at most."""
    processors, processes = request.param
    started: list[Pool] = []

    def pool(count: int) -> Pool:
        started.append(Pool(count))
        return started[-1]

    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: SimpleNamespace(Pool=pool))
    monkeypatch.setattr(semantics_modules, "_made", lambda one: MADE[one[0]])
    monkeypatch.setattr(semantics_modules, "functions_of", lambda _: NONE)
    yield started
    assert [one.processes for one in started] == [processes] * (processes > 0)


def alone(*mnemonics: str) -> dict[str, list[str]]:
    """A module for each mnemonic."""
    return {mnemonic: [mnemonic] for mnemonic in mnemonics}


def test_modules_come_in_the_order_that_was_asked_for(pools: list[Pool]) -> None:
    assert list(semantics_modules.modules(ISA, alone("bar", "popc"))()) == [("bar", {}), ("popc", MADE["popc"][0])]
    assert all(([name for name, _ in pool.given], pool.chunksize) == (["popc", "bar"], 1) for pool in pools), (
        "the heaviest one begins"
    )


def test_modules_begin_by_the_weight_of_their_mnemonics(pools: list[Pool]) -> None:
    made = [*semantics_modules.modules(ISA, {"popc": ["bar"], "bar": ["popc"]})()]
    assert [name for name, _ in made] == ["popc", "bar"]
    assert all(pool.given == [("bar", ["popc"]), ("popc", ["bar"])] for pool in pools)


def test_problems_of_every_mnemonic_are_raised_together(pools: list[Pool]) -> None:
    with pytest.raises(RecordError) as raised:
        semantics_modules.modules(ISA, alone("bad", "popc", "worse"))()
    assert raised.value.problems == [BAD, WORSE, WORST]


def test_the_heaviest_mnemonic_has_the_most_and_the_longest_texts() -> None:
    """Five characters times three values, and five times two texts times two values."""
    weights = [semantics_modules._weight(ISA, [name]) for name in ("popc", "bar", "none")]
    assert weights == [5 * 3 + 5 * 2 * 2, 0, 0]


def test_what_cannot_be_compiled_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RecordError([BAD])

    monkeypatch.setattr("generator.semantics.compile.compile_entries", fail)
    monkeypatch.setattr(semantics_modules, "_isa", SimpleNamespace(forms=list, types={}))
    assert semantics_modules._made(("popc", ["popc"])) == ({}, [BAD])


def test_only_the_forms_of_a_mnemonic_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr("generator.semantics.compile.compile_entries", lambda entries, *_: given.extend(entries))
    monkeypatch.setattr(semantics_modules, "_isa", SimpleNamespace(forms=ISA.forms, types={}))
    semantics_modules._made(("popc", ["popc"]))
    assert [program.semantics for _, _, program in given] == ["d = a", "d = b"]


def test_a_mnemonic_without_programs_has_no_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.semantics.compile.compile_entries", lambda *_: [])
    monkeypatch.setattr(semantics_modules, "_isa", SimpleNamespace(forms=list, types={}))
    assert semantics_modules._made(("popc", ["popc"])) == ({}, [])
