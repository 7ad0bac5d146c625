"""Registers as callers give them: what fits, and one-line errors for what does not."""

from typing import Any

import numpy as np
import pytest

from ptxisa import execute
from ptxisa.isa.diagnostics import PtxError
from ptxisa.numbers.patterns import QUAD


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


QUADS = np.zeros(2, QUAD)


@pytest.mark.parametrize(
    ("statement", "registers", "message"),
    [
        ("@!p sub.s32 d, a, a;", {"p": [0, 1], "a": 1, "d": QUADS}, "register d has 128-bit values; .* use 32 bits"),
        ("@p mov.b16 d, a;", {"p": [0, 1], "a": 1, "d": np.zeros(2)}, "register d has 64-bit values; .* use 16 bits"),
        ("not.pred d, p;", {"p": 1, "d": QUADS}, "register d has 128-bit values; the statements use a predicate"),
        ("not.pred d, p;", {"p": QUADS[:0]}, "register p has 128-bit values; the statements use a predicate"),
        ("cvt.rni.u32.f32 d, a;", {"a": QUADS}, "register a has 128-bit values; the statements use 32 to 64 bits"),
        ("ld.global.u8 d, [p];", {"p": 0, "d": QUADS}, "register d has 128-bit values; .* use 8 to 64 bits"),
        ("st.global.u8 [p], 1;", {"p": QUADS}, "register p has 128-bit values; the statements use 8 to 64 bits"),
        ("mov.b128 d, {a, b};", {"a": 1, "b": 1, "d": np.zeros(2)}, "register d has 64-bit values; .* use 128 bits"),
        ("addc.u32 d, 1, 1;", {"CF": QUADS}, "register CF has 128-bit values; the statements use a predicate"),
    ],
)
def test_a_value_of_another_width_is_an_error(statement: str, registers: dict[str, Any], message: str) -> None:
    with pytest.raises(PtxError, match=message) as caught:
        execute(statement, registers, memory={"global": np.zeros(8, np.uint8)})
    assert caught.value.diagnostics[0].code == "register-value"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ("@x cvt.sat.u16.u32 h, x;", "x has 32 bits and is used here as one with 1 bit"),
        ("cvt.u16.u32 h, x; add.u16 d, x, x;", "x has 32 bits and is used here as one with 16 bits"),
        ("add.u16 x, 1, 1; st.global.u32 [p], x;", "x has 16 bits and is used here as one with 32 bits"),
    ],
)
def test_a_register_is_at_least_as_wide_as_its_operands(statements: str, message: str) -> None:
    registers = {"x": np.array([1, 0], np.uint8), "p": 0}
    used = {name: value for name, value in registers.items() if name in statements}
    with pytest.raises(PtxError, match=message) as caught:
        execute(statements, used, memory={"global": np.zeros(8, np.uint8)})
    assert caught.value.diagnostics[0].code == "operand-type"


def test_the_low_bits_of_a_register_of_128_bits_are_read() -> None:
    found = execute("mov.b128 q, {a, b}; cvt.u32.u16 d, q;", {"a": [0x12345678ABCD, 3], "b": 5})
    assert found["d"].tolist() == [0xABCD, 3]


@pytest.mark.parametrize(("type_", "high"), [("s8", (1 << 64) - 1), ("u8", 0)])
def test_a_register_of_128_bits_is_filled_with_sign_or_zeros(type_: str, high: int) -> None:
    text = f"mov.b128 q, {{a, a}}; ld.global.{type_} q, [p]; mov.b128 {{d, e}}, q;"
    found = execute(text, {"a": 1, "p": [0]}, memory={"global": np.array([0x80], np.uint8)})
    assert found["e"].tolist() == [high]
    assert found["d"].tolist() == [(high & ~0xFF) | 0x80 if high else 0x80]


def test_a_constant_in_a_register_is_stored_by_the_threads_that_execute() -> None:
    memory = {"global": np.zeros(4, np.uint32)}
    values = {"q": np.array([1, 0, 1, 0], np.uint8), "p": np.arange(4, dtype=np.uint64) * 4}
    execute("mov.u32 d, 5; @q st.global.u32 [p], d;", values, memory=memory)
    assert memory["global"].tolist() == [5, 0, 5, 0]
