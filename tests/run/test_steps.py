"""Steps run by themselves on a state, in all threads or in those of a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError
from ptxisa.run.launch import launch
from ptxisa.run.memory import Memory
from ptxisa.run.program import compile_statements
from ptxisa.run.state import State

MASK = np.array([True, False, True, False])


def state(memory: dict[str, Any] | None = None, **values: Any) -> State:
    shape = launch(4)
    return State({name: np.array(value) for name, value in values.items()}, shape, Memory(memory or {}, shape))


def run(text: str, on: State, mask: Any = MASK) -> State:
    for step in compile_statements(text, None, None).steps:
        step.run(on, mask)
    return on


def test_threads_outside_of_the_mask_keep_their_registers() -> None:
    on = run("add.u32 d, a, 1;", state(a=np.arange(4, dtype=np.uint32), d=np.full(4, 9, np.uint32)))
    assert on.values["d"].tolist() == [1, 9, 3, 9]


def test_a_guard_counts_within_the_mask() -> None:
    guard = np.array([1, 1, 0, 0], np.uint8)
    on = run("@p mov.u32 d, 5;", state(p=guard, d=np.zeros(4, np.uint32)))
    assert on.values["d"].tolist() == [5, 0, 0, 0]


def test_threads_outside_of_the_mask_touch_no_memory() -> None:
    memory = {"global": np.zeros(4, np.uint32)}
    addresses = np.array([0, 1 << 40, 8, 12], np.uint64)
    run("st.global.u32 [p], 7;", state(memory, p=addresses))
    assert memory["global"].tolist() == [7, 0, 7, 0]


def test_threads_outside_of_the_mask_are_not_active() -> None:
    assert run("activemask.b32 d;", state()).values["d"][0] == 0b0101


def test_a_register_written_in_a_mask_has_no_value_in_other_threads() -> None:
    on = run("mov.u32 d, 1;", state())
    run("add.u32 e, d, 1;", on)
    with pytest.raises(PtxError, match="thread 1 reads d, which has no value there"):
        run("add.u32 e, d, 1;", on, None)


def test_the_carry_flag_is_kept_outside_of_the_mask() -> None:
    on = run("add.cc.u32 d, a, 1;", state(a=np.full(4, 0xFFFFFFFF, np.uint32), CF=np.zeros(4, np.uint8)))
    run("addc.u32 e, 0, 0;", on, None)
    assert on.values["e"].tolist() == [1, 0, 1, 0]


def test_matrices_need_whole_warps_within_the_mask() -> None:
    shape = launch(64)
    on = State({"a": np.zeros(64, np.uint32)}, shape, Memory({}, shape))
    transpose = "movmatrix.sync.aligned.m8n8.trans.b16 d, a;"
    run(transpose, on, np.arange(64) >= 32)
    with pytest.raises(PtxError, match="warp 1: 2 of its 32 threads execute the statement"):
        run(transpose, on, np.arange(64) >= 62)


def test_a_program_needs_the_threads_of_its_largest_statement() -> None:
    wide = "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;"
    assert compile_statements("mov.u32 d, 1;", None, None).group == 1
    assert compile_statements(f"mov.u32 d, 1; {wide}", None, None).group == 32


def test_registers_of_a_step_are_those_of_operands_addresses_and_guard() -> None:
    (step,) = compile_statements("@!p atom.global.add.u32 d, [base+4], x;", None, None).steps
    assert step.registers == ["base", "d", "p", "x"]
