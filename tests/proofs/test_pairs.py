"""Pairs of snippets with their verdicts: every difference replays, and no answer is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from ptxisa import Proof, PtxError, execute, prove
from ptxisa.proofs.solvers import installed

ANSWERS = {"=": "equal", "!": "different"}


class Pair(NamedTuple):
    answer: str
    snippets: tuple[str, str]
    assume: str | None
    inputs: dict[str, str]


def sections() -> dict[str, list[Pair]]:
    """Pairs by kind: `pairs.txt` says how they are written."""
    by_section: dict[str, list[Pair]] = {}
    name = ""
    for line in Path(__file__).with_name("pairs.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name = line[2:]
        elif line:
            answer, first, second, *more = line.split(" | ")
            inputs = dict(re.findall(r"([\w%]+):(\w+)", next((part for part in more if re.match(r"\w+:\w", part)), "")))
            assume = next((part for part in more if not re.match(r"\w+:\w", part)), None)
            by_section.setdefault(name, []).append(Pair(ANSWERS[answer], (first, second), assume, inputs))
    return by_section


SECTIONS = sections()
EVERY = 5
"""Step between the pairs that are decided."""


def test_there_are_pairs_of_every_kind() -> None:
    assert len(SECTIONS) == 22
    assert sum(map(len, SECTIONS.values())) >= 400


@pytest.mark.parametrize("name", SECTIONS)
def test_answers(name: str) -> None:
    wrong = []
    for pair in SECTIONS[name][::EVERY]:
        proof = prove(*pair.snippets, pair.inputs, None, pair.assume, timeout=5)
        if proof.answer == "unknown":
            assert pair.answer == "equal", pair
            assert proof.reason
        elif proof.answer != pair.answer:
            wrong.append((pair, proof))
        if proof.answer == "different":
            assert replays(pair, proof), pair
    assert not wrong


@pytest.mark.parametrize("name", SECTIONS)
@pytest.mark.skipif(not {"bitwuzla", "cvc5"} <= set(installed()), reason="bitwuzla and cvc5 are not installed")
def test_few_answers_are_unknown(name: str) -> None:
    pairs = SECTIONS[name][1::EVERY]
    answers = [prove(*pair.snippets, pair.inputs, None, pair.assume, timeout=5).answer for pair in pairs]
    assert answers.count("unknown") <= len(pairs) // 20 + 1
    assert all(answer in ("unknown", pair.answer) for answer, pair in zip(answers, pairs, strict=True))


def replays(pair: Pair, proof: Proof) -> bool:
    """Execute a counterexample; the second snippet may access memory where the first one does not."""
    sides = []
    for text in pair.snippets:
        memory = {space: np.frombuffer(content, np.uint8).copy() for space, content in proof.memory.items()}
        try:
            results = execute(text, registers_of(text, proof.counterexample), memory=memory, threads=1)
        except PtxError as error:
            return bool(sides) and error.diagnostics[0].code == "memory-access"
        values = [results[output][0] for output in proof.outputs if output[0] != "["]
        sides.append((values, [content.tobytes() for content in memory.values()]))
    return sides[0] != sides[1]


def registers_of(text: str, counterexample: Mapping[str, int]) -> dict[str, int]:
    """Return the inputs of one snippet."""
    return {name: value for name, value in counterexample.items() if re.search(rf"(?<![\w.]){name}\b", text)}
