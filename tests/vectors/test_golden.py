"""Readable samples of test vectors: the first vectors of each class that depends on operands and formats alone.

Random classes are seeded by the slots of the form, so that a new modifier changes them; they are left out. After a
change that is meant, write the samples anew with `python -m tests.vectors.test_golden`, and read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ptxisa.vectors.content import VectorOptions, content
from ptxisa.vectors.sets import VectorSet, chosen, planned

GOLDEN = Path(__file__).parents[1] / "golden" / "vectors.txt"
OPCODES = """
    add.cc.s32 add.rn.f32 add.u8x4 bfe.s64 brev.b32 cvt.rn.satfinite.e4m3x2.f32 cvt.rn.f16x2.e2m1x2 ex2.approx.ftz.f32
    fma.rn.f16 lop3.b32 max.NaN.f16x2 mov.b128 rcp.approx.ftz.f64 setp.lt.and.f64 slct.b32.f32 st.b8
    shfl.sync.bfly.b32 vote.sync.ballot.b32 activemask.b32
"""
CLASSES = ("edges", "roundings", "limits", "ties", "ends")
SHOWN = 3
"""Vectors of a class that are shown: the first, one in the middle, and the last."""


@cache
def sets() -> dict[str, VectorSet]:
    return {item.name: item for item in planned(chosen(OPCODES.split()))}


def sample(vector_set: VectorSet) -> Iterator[str]:
    """Yield the lines about a set: what its header says, then vectors as `a b -> d`, with open bits or bounds."""
    made = content(vector_set, VectorOptions(random=8), {})
    ports = {
        key: ", ".join(f"{port['name']} {port['type']}" for port in made.header[key]) for key in ("inputs", "outputs")
    }
    yield f"{vector_set.name}: {ports['inputs']} -> {ports['outputs']}; compare {made.header['compare']}"
    by_class: dict[str, list[str]] = {}
    for line in made.lines.decode().splitlines():
        vector = json.loads(line)
        bounds = "".join(f" {key} {' '.join(vector[key])}" for key in ("open", "low", "high") if key in vector)
        text = f"{' '.join(vector['in'])} -> {' '.join(vector['out'])}{bounds}"
        by_class.setdefault(vector["class"], []).append(text)
    for name in CLASSES:
        if vectors := by_class.get(name):
            yield f"  {name}, {len(vectors)} vectors"
            shown = [vectors[index * (len(vectors) - 1) // (SHOWN - 1)] for index in range(SHOWN)]
            yield from (
                f"    {text if len(text) <= 160 else text[:80] + ' … ' + text[-76:]}" for text in dict.fromkeys(shown)
            )


def golden() -> dict[str, str]:
    """Return the stored samples by the name of the set."""
    parts = GOLDEN.read_text(encoding="utf-8").split("\n\n") if GOLDEN.exists() else []
    return {part.partition(":")[0]: part.strip("\n") for part in parts}


def test_every_set_has_a_sample() -> None:
    assert list(golden()) == list(sets())


@pytest.mark.parametrize("name", golden())
def test_vectors_are_those_of_the_sample(name: str) -> None:
    assert "\n".join(sample(sets()[name])) == golden()[name]


if __name__ == "__main__":
    GOLDEN.write_text("\n\n".join("\n".join(sample(value)) for value in sets().values()) + "\n", encoding="utf-8")
