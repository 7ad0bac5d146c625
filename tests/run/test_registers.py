"""Values of registers: what callers may give, what guards keep, and the numbers of results."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, execute
from ptxisa.numbers.patterns import QUAD
from ptxisa.run.registers import Results


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([1, -1], [2, 0]),
        (np.array([5, -1], np.int32), [6, 0]),
        (np.array([5, 7], np.uint32), [6, 8]),
        (3, [4] * 32),
    ],
)
def test_arrays_lists_and_numbers_are_values(given: Any, wanted: list[int]) -> None:
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
def test_registers_that_do_not_fit_are_errors(registers: dict[str, Any], threads: int | None, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute("add.u32 d, a, b;", registers, threads=threads)


@pytest.mark.parametrize(
    ("type_", "given", "message"),
    [
        ("u32", np.zeros((2, 2), np.uint32), "register a must have one dimension, one element per thread, not 2"),
        ("u32", np.array(["x"]), "register a must hold numbers, not <U1"),
        ("u64", np.zeros(2, np.complex128), "register a must hold numbers, not complex128"),
        ("u64", np.zeros(2, "datetime64[s]"), "register a must hold numbers, not datetime64"),
        ("u64", np.zeros(2, np.uint32), "register a has 32-bit values; the statements use 64 bits$"),
        ("f32", np.zeros(2, np.uint64), "register a has 64-bit values; the statements use 32 bits$"),
        ("u32", np.zeros(2), "register a has 64-bit values; the statements use 32 bits$"),
        ("f32", np.zeros(2), r"use 32 bits; convert them with .astype\(np.float32\), or give a list$"),
    ],
)
def test_arrays_of_another_shape_or_dtype_are_errors(type_: str, given: Any, message: str) -> None:
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
    actual = execute("mov.b128 q, {a, b}; cvt.u32.u16 d, q;", {"a": [0x12345678ABCD, 3], "b": 5})
    assert actual["d"].tolist() == [0xABCD, 3]


@pytest.mark.parametrize(("type_", "high"), [("s8", (1 << 64) - 1), ("u8", 0)])
def test_a_register_of_128_bits_is_filled_with_sign_or_zeros(type_: str, high: int) -> None:
    text = f"mov.b128 q, {{a, a}}; ld.global.{type_} q, [p]; mov.b128 {{d, e}}, q;"
    actual = execute(text, {"a": 1, "p": [0]}, memory={"global": np.array([0x80], np.uint8)})
    assert actual["e"].tolist() == [high]
    assert actual["d"].tolist() == [(high & ~0xFF) | 0x80 if high else 0x80]


def test_a_constant_in_a_register_is_stored_by_the_threads_that_execute() -> None:
    memory = {"global": np.zeros(4, np.uint32)}
    values = {"q": np.array([1, 0, 1, 0], np.uint8), "p": np.arange(4, dtype=np.uint64) * 4}
    execute("mov.u32 d, 5; @q st.global.u32 [p], d;", values, memory=memory)
    assert memory["global"].tolist() == [5, 0, 5, 0]


@pytest.mark.parametrize(
    ("type_", "number", "bits"),
    [
        ("u32", 0, 0),
        ("u32", (1 << 32) - 1, 0xFFFFFFFF),
        ("u32", -1, 0xFFFFFFFF),
        ("s32", -(1 << 31), 0x80000000),
        ("u16", (1 << 16) - 1, 0xFFFF),
        ("f32", 0x3F800000, 0x3F800000),
        ("f32", 1.0, 0x3F800000),
        ("pred", 0, 0),
        ("pred", 1, 1),
        ("pred", -2, 1),
    ],
)
def test_a_number_is_a_pattern_or_a_float(type_: str, number: float, bits: int) -> None:
    assert execute(f"mov.{type_} d, a;", {"a": number}, threads=1)["d"].tolist() == [bits]


@pytest.mark.parametrize(
    ("type_", "number", "message"),
    [
        ("u32", 1 << 32, "4294967296 does not fit in 32 bits"),
        ("s32", -(1 << 31) - 1, "-2147483649 does not fit in 32 bits"),
        ("u16", 1 << 16, "65536 does not fit in 16 bits"),
        ("u32", (1 << 199) - 1, f"{(1 << 199) - 1} does not fit in 32 bits"),
        ("u32", 1 << 199, f"0x8{'0' * 49}… does not fit in 32 bits"),
        ("u32", 1 << 300, f"0x1{'0' * 57}… does not fit in 32 bits"),
        ("u32", ["x" * 61], f"'{'x' * 60}' is not a number"),
        ("u32", 1.0, "1.0 is not a value of .u32"),
        ("pred", 1.0, "1.0 is not a value of .pred"),
    ],
)
def test_a_number_that_does_not_fit_is_an_error(type_: str, number: Any, message: str) -> None:
    with pytest.raises(PtxError, match=f"register a: {re.escape(message)}$"):
        execute(f"mov.{type_} d, a;", {"a": number})


# --- guards ---


@pytest.mark.parametrize(("guard", "wanted"), [("@p", [6, 20]), ("@!p", [10, 7])])
def test_threads_without_a_true_guard_keep_their_value(guard: str, wanted: list[int]) -> None:
    actual = execute(f"{guard} add.u32 d, a, 1;", {"a": [5, 6], "d": [10, 20], "p": [1, 0]})
    assert actual["d"].tolist() == wanted


def test_opposite_guards_write_a_register_in_all_threads() -> None:
    text = "@p mov.u32 d, 1; @!p mov.u32 d, 2; add.u32 e, d, 1;"
    assert execute(text, {"p": [1, 0]})["e"].tolist() == [2, 3]


def test_a_guard_that_the_statement_overwrites_counts_for_all_results() -> None:
    given = {"p": [1, 1, 0], "q": [0, 0, 1], "a": [1, 3, 1], "b": [2, 2, 2]}
    actual = execute("@p setp.lt.s32 p|q, a, b;", given)
    assert actual["p"].tolist() == [1, 0, 0]
    assert actual["q"].tolist() == [0, 1, 1]


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


def test_a_thread_that_does_not_execute_needs_no_value() -> None:
    text = "@p mov.u32 d, 1; @p add.u32 e, d, 1; mov.u32 d, 0; @!p mov.u32 e, 9;"
    assert execute(text, {"p": [1, 0]})["e"].tolist() == [2, 9]


# --- results ---


@pytest.mark.parametrize(
    ("bits", "own", "type_", "dtype", "numbers"),
    [
        (np.array([0x3FC00000], np.uint32), "f32", None, np.float32, [1.5]),
        (np.array([0x3C00, 0xC000], np.uint16), "f16", None, np.float16, [1.0, -2.0]),
        (np.array([0x3FF8000000000000], np.uint64), "f64", None, np.float64, [1.5]),
        (np.array([0x3FC00000], np.uint32), "b32", "f32", np.float32, [1.5]),
        (np.array([0x3F80, 0xC040], np.uint16), "bf16", None, np.float64, [1.0, -3.0]),
        (np.array([0x38, 0x7E], np.uint8), "e4m3", None, np.float64, [1.0, 448.0]),
        (np.array([0x7F, 0x80], np.uint8), "ue8m0", None, np.float64, [1.0, 2.0]),
        (np.array([0x40003C00], np.uint32), "f16x2", None, np.float16, [[1.0, 2.0]]),
        (np.array([0x40003C00], np.uint32), "b32", "f16x2", np.float16, [[1.0, 2.0]]),
        (np.array([0x40003F80], np.uint32), "b32", "bf16x2", np.float64, [[1.0, 2.0]]),
        (np.array([0x4038], np.uint16), "e4m3x2", None, np.float64, [[1.0, 2.0]]),
    ],
)
def test_floats(bits: np.ndarray, own: str, type_: str | None, dtype: type, numbers: list[float]) -> None:
    result = Results({"d": bits}, {"d": own}).as_float("d", type_)
    assert (result.dtype, result.tolist()) == (dtype, numbers)


@pytest.mark.parametrize(
    ("own", "type_"), [("u32", None), ("b32", None), ("b32", "nothing"), ("b32", "f64"), ("s32", "u32")]
)
def test_a_type_without_floats_is_an_error_of_one_line(own: str, type_: str | None) -> None:
    with pytest.raises(PtxError, match="register d has no floating-point numbers") as failed:
        Results({"d": np.array([1], np.uint32)}, {"d": own}).as_float("d", type_)
    assert "\n" not in str(failed.value)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_the_widest_floats_of_a_register_are_named(bits: int) -> None:
    message = f"'u32' is not a floating-point type of at most {bits} bits; name the type, as in as_float('d', 'f16')"
    with pytest.raises(PtxError, match=re.escape(message)):
        Results({"d": np.zeros(1, f"u{bits // 8}")}, {"d": "u32"}).as_float("d")


def test_signed() -> None:
    assert execute("sub.s32 d, a, 5;", {"a": [3, 9]}).as_signed("d").tolist() == [-2, 4]


def test_signed_of_128_bits_is_an_error() -> None:
    out = execute("mov.b128 d, {a, b};", {"a": 1, "b": 2}, threads=1)
    with pytest.raises(PtxError, match="128 bits"):
        out.as_signed("d")


def test_results_are_a_dictionary_of_patterns() -> None:
    out = execute("add.f32 d, a, a;", {"a": [0.75]})
    assert dict(out) == {"d": out["d"]}
    assert out["d"].tolist() == [0x3FC00000]
    assert out.as_float("d").tolist() == [1.5]
    with pytest.raises(KeyError):
        out.as_float("e")


def test_integers_beside_a_float_are_numbers() -> None:
    out = execute("add.f32 d, a, 0f00000000;", {"a": [1.5, 2, np.int32(-3)]})
    assert out.as_float("d").tolist() == [1.5, 2.0, -3.0]
    assert execute("add.f32 d, a, 0f00000000;", {"a": [0x3FC00000]}).as_float("d").tolist() == [1.5]


def test_an_integer_beyond_doubles_is_an_error_of_one_line() -> None:
    with pytest.raises(PtxError, match="does not fit in 32 bits"):
        execute("add.f32 d, a, a;", {"a": [1.5, 10**400]})


def test_an_array_of_doubles_is_an_error_with_a_hint() -> None:
    with pytest.raises(PtxError, match=r"\.astype\(np\.float32\)"):
        execute("add.f32 d, a, a;", {"a": np.array([1.0])})
