"""Both back ends and `execute` against stored results of a GPU: no expected value is computed from the records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa import targets, types
from ptxisa.isa.forms import Operand, choose, type_of
from ptxisa.numbers.patterns import QUAD, Bits, dtype_of, integer
from ptxisa.numbers.primitives import open_bits
from ptxisa.oracle.gpu.kernels import statement
from ptxisa.run.implementation import REFERENCE, VECTOR, Implementation, implementation
from ptxisa.run.warp import ACTIVE, LANE, lane_numbers, operand_of
from ptxisa.vectors.samples import executing, of_thread
from tools.hardware import results
from tools.hardware.results import TARGET, Stored, stored

BY_FORM: dict[str, list[Stored]] = {}
for _case in stored():
    BY_FORM.setdefault(_case.form.id, []).append(_case)
CARRY = "CF"


def with_lanes(case: Stored) -> dict[str, Bits]:
    """Return the inputs of functions: registers, and values of other lanes."""
    if ACTIVE not in case.inputs:
        return dict(case.inputs)
    around = {**case.inputs, LANE: lane_numbers(len(case.inputs[ACTIVE]))}
    return around | {name: around[operand_of(name)] for name in function(case, REFERENCE).inputs if operand_of(name)}


def function(case: Stored, backend: str) -> Implementation:
    return implementation(case.form, case.values, backend=backend, on=targets.target(TARGET))


def rows(case: Stored) -> int:
    return len(next(iter(case.outputs.values())))


def counting(case: Stored) -> list[int]:
    """Return the threads that execute the statement."""
    active = executing(with_lanes(case)) if ACTIVE in case.inputs else np.ones(rows(case))
    return [int(thread) for thread in np.flatnonzero(active)]


def by_reference(case: Stored) -> dict[str, list[int]]:
    """Return the results of the threads that count; those with open bits are `Unspecified`."""
    computed, inputs = function(case, REFERENCE), with_lanes(case)
    each = ({**of_thread(inputs, thread), **case.numbers} for thread in counting(case))
    results = [computed.function(*(row[name] for name in computed.inputs)) for row in each]
    return dict(zip(computed.outputs, map(list, zip(*results, strict=True)), strict=True))


def hold(case: Stored, name: str, computed: list[int], open_: list[int]) -> None:
    """Compare the results of the threads that count with those of the GPU."""
    for thread, result, mask in zip(counting(case), computed, open_, strict=True):
        right = integer(case.outputs[name][thread])
        if (int(result) ^ right) & ~mask:
            text = statement(case.form, case.values, case.numbers, case.selection)
            inputs = {key: hex(integer(array[thread])) for key, array in case.inputs.items()}
            pytest.fail(f"{text} with {inputs}: {name} is {result:#x}, the GPU gave {right:#x}")


@pytest.mark.parametrize("form_id", BY_FORM)
def test_both_back_ends(form_id: str) -> None:
    for case in BY_FORM[form_id]:
        scalar = by_reference(case)
        lanes = function(case, VECTOR)
        values = {**with_lanes(case), **case.numbers}
        arrays = lanes.function(*(values[name] for name in lanes.inputs))
        assert lanes.outputs == tuple(scalar) == tuple(case.outputs)
        for (name, computed), array in zip(scalar.items(), arrays, strict=True):
            every = np.broadcast_to(array, rows(case))
            assert every.dtype == case.outputs[name].dtype
            masks = [open_bits(result) for result in computed]
            hold(case, name, computed, masks)
            hold(case, name, [integer(every[thread]) for thread in counting(case)], masks)


# --- execute ---


class Statement:
    """A stored case as a statement with registers and memory."""

    def __init__(self, case: Stored) -> None:
        self.case, self.rows = case, rows(case)
        self.cells = {operand.name: operand for operand in case.form.operands if in_memory(operand)}
        self.memory: dict[str, Any] = {}
        self.registers: dict[str, Any] = {}
        for name, array in case.inputs.items():
            if name not in (ACTIVE, *self.cells):
                self.registers[CARRY if name == CARRY else f"r_{name}"] = array
        for name, operand in self.cells.items():
            self.place(name, operand)

    def place(self, name: str, operand: Operand) -> None:
        """Return elements in memory, each with the input of its thread, and the addresses of the first ones."""
        bits = types.known()[type_of(operand, self.case.values)].bits
        elements = max(int(choose(operand.vector, self.case.values) or 0) for operand in self.case.form.operands) or 1
        cell = self.case.inputs.get(name, np.zeros(self.rows, dtype_of(bits)))
        stored = np.repeat(cell, elements).reshape(self.rows, elements)
        space = str(choose(operand.space, self.case.values) or "global").partition("::")[0]
        space = "global" if space == "generic" else space
        local = space == "local"
        self.memory[space] = np.ascontiguousarray(stored if local else stored.ravel())
        size = 0 if local else elements * bits // 8
        self.registers[f"r_{name}"] = np.arange(self.rows, dtype=np.uint64) * np.uint64(size)
        self.elements = elements

    def run(self) -> dict[str, Bits]:
        """Return the outputs of the case, as `execute` computes them."""
        text = statement(self.case.form, self.case.values, self.case.numbers, self.case.selection)
        if ACTIVE in self.case.inputs:
            self.registers["go"] = executing(with_lanes(self.case)).astype(np.uint8)
            text = f"@go {text}"
            for name, array in self.case.outputs.items():
                if name not in self.cells and name != CARRY:
                    self.registers.setdefault(f"r_{name}", np.zeros_like(array))  # Inactive threads keep their value.
        if CARRY in self.case.outputs:
            text += " addc.u32 carry, 0, 0;"
        count = None if any(isinstance(register, np.ndarray) for register in self.registers.values()) else self.rows
        computed = ptxisa.execute(text, self.registers, memory=self.memory, target=TARGET, threads=count)
        return {name: self.output(name, computed) for name in self.case.outputs}

    def output(self, name: str, computed: Mapping[str, Bits]) -> Bits:
        if name in self.cells:
            (array,) = self.memory.values()
            return np.ascontiguousarray(array.reshape(self.rows, self.elements)[:, -1])
        return computed["carry" if name == CARRY else f"r_{name}"]


@pytest.mark.parametrize("form_id", BY_FORM)
def test_execute(form_id: str) -> None:
    for case in BY_FORM[form_id]:
        masks = {name: [open_bits(result) for result in results] for name, results in by_reference(case).items()}
        for name, array in Statement(case).run().items():
            hold(case, name, [integer(array[thread]) for thread in counting(case)], masks[name])


def in_memory(operand: Operand) -> bool:
    return operand.kind == "address" and bool(operand.type)


# --- the fixture itself ---


def test_there_are_results_of_many_forms() -> None:
    assert results.PATH.stat().st_size < 600_000
    assert len(BY_FORM) > 300
    assert sum(map(len, BY_FORM.values())) > 9000


def test_writing_gives_the_same_bytes(tmp_path: Path) -> None:
    """Arrays of every width are read back, and the bytes of the file depend on its content alone."""
    arrays = [np.arange(5, dtype=dtype_of(bits)) for bits in (8, 16, 32, 64)]
    arrays.append(np.array([(1, 2), (3, 1 << 63)], QUAD))
    blocks = [{f"a{index}": array for index, array in enumerate(arrays)}, {}]
    for name in ("one.xz", "two.xz"):
        results.write(tmp_path / name, {"device": "none", "cases": {}}, blocks)
    assert (tmp_path / "one.xz").read_bytes() == (tmp_path / "two.xz").read_bytes()
    assert results.head(tmp_path / "one.xz") == {"device": "none", "cases": {}}
    read = results.read(tmp_path / "one.xz")[1]
    assert [{name: array.tolist() for name, array in block.items()} for block in read] == [
        {name: array.tolist() for name, array in block.items()} for block in blocks
    ]


def test_a_wrong_bit_is_found() -> None:
    case = BY_FORM["sad"][0]
    (name, array) = next(iter(case.outputs.items()))
    wrong = case._replace(outputs={name: array ^ array.dtype.type(1)})
    with pytest.raises(pytest.fail.Exception, match="the GPU gave"):
        hold(wrong, name, by_reference(wrong)[name], [0] * rows(case))
