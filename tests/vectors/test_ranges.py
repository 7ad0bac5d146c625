"""Ranges of results: exactly what the contract allows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ptxisa.isa.instructions import every_form
from ptxisa.isa.variants import variants
from ptxisa.vectors import Vector
from ptxisa.vectors.contract import allowed
from tests.vectors.made import vectors


def of_opcode(opcode: str) -> Iterator[Vector]:
    form = next(form for form in every_form() if form.id == opcode)
    return vectors(form, random=8)


APPROXIMATIONS = sorted({form.id for form in every_form() if form.contract and not form.id.endswith("64")})


@pytest.mark.parametrize("name", APPROXIMATIONS)
def test_ranges_agree_with_the_contract(name: str) -> None:
    """At both ends, one step beyond them, at random and at special values."""
    form = next(form for form in every_form() if form.id == name)
    for values in list(variants(form))[:2]:
        for vector in list(vectors(form, random=8, chosen=[values]))[::9]:
            if not vector.low:
                continue
            (field,) = vector.header.outputs
            mask = (1 << field.bits) - 1
            low, high = vector.low[field.name], vector.high[field.name]
            near = [(end + step) & mask for end in (low, high) for step in (-2, -1, 0, 1, 2)]
            special = [0, 1, 1 << (field.element_bits - 1), mask, field.bits * 37 & mask, vector.outputs[field.name]]
            results = np.array([*near, *special], f"u{field.bits // 8}")
            given = {key: np.full(len(results), number) for key, number in vector.inputs.items()}
            given = {key: array.astype(results.dtype) for key, array in given.items()}
            expected = allowed(form, values, given, results)
            found = [vector.allows({field.name: int(result)}) for result in results]
            assert found == expected.tolist(), vector


def test_ranges_by_hand() -> None:
    found = {vector.inputs["a"]: vector for vector in of_opcode("ex2.f32")}
    assert found[0].low == found[0].high == {"d": 0x3F800000}
    nan = found[0x7FC00000] if 0x7FC00000 in found else next(v for a, v in found.items() if a & 0x7FFFFFFF > 0x7F800000)
    assert nan.allows({"d": 0x7FFFFFFF})
    assert nan.allows({"d": 0xFFC00000})
    assert not nan.allows({"d": 0x7F800000})
    assert not nan.allows({"d": 0})
