"""Registers as callers give them: what fits, and one-line errors for what does not."""

from typing import Any

import numpy as np
import pytest

from ptxisa import execute
from ptxisa.isa.diagnostics import PtxError


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([1, -1], [2, 0]),
        (np.array([5, -1], np.int32), [6, 0]),
        (np.array([5, 7], np.uint32), [6, 8]),
        (3, [4] * 32),
    ],
)
def test_values_of_a_register(given: Any, wanted: list[int]) -> None:
    assert execute("add.u32 d, a, 1;", {"a": given})["d"].tolist() == wanted


@pytest.mark.parametrize(
    ("registers", "threads", "message"),
    [
        ({}, None, "no value is given for a, b"),
        ({"a": [1, 2], "b": [1, 2, 3]}, None, "different numbers of threads: 2, 3"),
        ({"a": [1, 2], "b": 1}, 3, "threads is 3, but registers have 2 elements"),
        ({"a": 1, "b": 1}, -1, "threads must be in 0.."),
        ({"a": 1, "b": 1, "c": 1}, None, "no register 'c'"),
    ],
)
def test_what_does_not_fit(registers: dict[str, Any], threads: int | None, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute("add.u32 d, a, b;", registers, threads=threads)


@pytest.mark.parametrize(
    ("type_", "given", "message"),
    [
        ("u32", np.zeros((2, 2), np.uint32), "register a must have one dimension, one element a thread, not 2"),
        ("u32", np.array(["x"]), "register a must hold numbers, not <U1"),
        ("u64", np.zeros(2, np.complex128), "register a must hold numbers, not complex128"),
        ("u64", np.zeros(2, "datetime64[s]"), "register a must hold numbers, not datetime64"),
        ("u64", np.zeros(2, np.uint32), "register a has 32-bit values; the statements use 64 bits$"),
        ("f32", np.zeros(2, np.uint64), "register a has 64-bit values; the statements use 32 bits$"),
        ("u32", np.zeros(2), "register a has 64-bit values; the statements use 32 bits$"),
        ("f32", np.zeros(2), r"use 32 bits; convert them with .astype\(np.float32\), or give a list$"),
    ],
)
def test_arrays_that_are_no_registers(type_: str, given: Any, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(f"mov.{type_} d, a;", {"a": given})


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (np.array([1.5, -2.0]), [0x3FF8000000000000, 0xC000000000000000]),
        (np.array([1, -1], ">i8"), [1, (1 << 64) - 1]),
        (np.array([True, False]).view(np.uint8).astype(np.uint64), [1, 0]),
    ],
)
def test_arrays_are_patterns_of_their_elements(given: Any, wanted: list[int]) -> None:
    assert execute("mov.b64 d, a;", {"a": given})["d"].tolist() == wanted


def test_registers_may_be_wider_than_what_is_read() -> None:
    statement = "cvt.u32.u16 d, a;"
    for word in (np.uint16, np.uint32, np.uint64):
        assert execute(statement, {"a": np.array([7], word)})["d"].tolist() == [7]
    with pytest.raises(PtxError, match="register a has 8-bit values; the statements need 16 bits or more$"):
        execute(statement, {"a": np.array([7], np.uint8)})


@pytest.mark.parametrize("threads", [0, 1, 7, 64])
def test_number_of_threads(threads: int) -> None:
    assert len(execute("mov.u32 d, 5;", {}, threads=threads)["d"]) == threads


@pytest.mark.parametrize("given", [[True, False], [1, 0], [7, 0], np.array([True, False]), np.array([1, 0], np.uint8)])
def test_predicates_of_a_register(given: Any) -> None:
    assert execute("selp.u32 d, 10, 20, p;", {"p": given})["d"].tolist() == [10, 20]


@pytest.mark.parametrize(("given", "wanted"), [(True, 10), (False, 20), (1, 10), (0, 20)])
def test_a_predicate_for_all_threads(given: Any, wanted: int) -> None:
    assert execute("selp.u32 d, 10, 20, p;", {"p": given}, threads=2)["d"].tolist() == [wanted] * 2
