"""Registers of all threads: guards, registers that some threads have never written, and extension."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ptxisa import execute
from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.operands import Write
from ptxisa.run.state import extended, moved


@pytest.mark.parametrize(("guard", "wanted"), [("@p", [6, 20]), ("@!p", [10, 7])])
def test_threads_without_a_true_guard_keep_their_value(guard: str, wanted: list[int]) -> None:
    found = execute(f"{guard} add.u32 d, a, 1;", {"a": [5, 6], "d": [10, 20], "p": [1, 0]})
    assert found["d"].tolist() == wanted


def test_opposite_guards_write_a_register_in_all_threads() -> None:
    text = "@p mov.u32 d, 1; @!p mov.u32 d, 2; add.u32 e, d, 1;"
    assert execute(text, {"p": [1, 0]})["e"].tolist() == [2, 3]


def test_a_guard_that_the_statement_overwrites_counts_for_all_results() -> None:
    given = {"p": [1, 1, 0], "q": [0, 0, 1], "a": [1, 3, 1], "b": [2, 2, 2]}
    found = execute("@p setp.lt.s32 p|q, a, b;", given)
    assert found["p"].tolist() == [1, 0, 0]
    assert found["q"].tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@p mov.u32 d, 1;", "d keeps its old value in thread 1, where no guard is true, and no old value is given"),
        ("@p mov.u32 d, 1; add.u32 e, d, 1;", "thread 1 reads d, which has no value there"),
    ],
)
def test_a_register_without_a_value_is_an_error(text: str, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(text, {"p": [1, 0]})


def test_a_thread_that_does_not_execute_may_lack_the_value() -> None:
    text = "@p mov.u32 d, 1; @p add.u32 e, d, 1; mov.u32 d, 0; @!p mov.u32 e, 9;"
    assert execute(text, {"p": [1, 0]})["e"].tolist() == [2, 9]


@pytest.mark.parametrize(("offset", "wanted"), [(4, 104), (-4, 96), (-104, (1 << 64) - 4)])
def test_addresses_wrap_around_at_64_bits(offset: int, wanted: int) -> None:
    assert int(moved(np.uint32(100), offset)) == wanted


@pytest.mark.parametrize(("signed", "wanted"), [(True, 0xFFFFFF80), (False, 0x80)])
def test_a_wider_register_is_filled_with_sign_or_zeros(signed: bool, wanted: int) -> None:
    found: Any = extended(Write("d", "r", 8, 32, signed), np.array([0x80], np.uint8))
    assert (found.dtype, found.tolist()) == (np.uint32, [wanted])
