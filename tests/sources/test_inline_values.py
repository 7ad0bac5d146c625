"""Values of inline assembly: `ptxisa.inline` and `ptxisa eval --asm`."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ptxisa import PtxError, inline
from ptxisa.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "inline" / "triton_interpreter.py"
U32 = np.uint32

UNPACK = """
    {
        .reg .b8 tmp<4>;
        mov.b32 {tmp0, tmp1, tmp2, tmp3}, $8;
        cvt.u32.u8 $0, tmp0; cvt.u32.u8 $1, tmp1; cvt.u32.u8 $2, tmp2; cvt.u32.u8 $3, tmp3;
    }
    cvt.rn.f32.s32 $4, $0; cvt.rn.f32.s32 $5, $1; cvt.rn.f32.s32 $6, $2; cvt.rn.f32.s32 $7, $3;
    max.f32 $4, $4, $9; max.f32 $5, $5, $10; max.f32 $6, $6, $11; max.f32 $7, $7, $12;
"""
"""Example of the documentation of `tl.inline_asm_elementwise`."""


@pytest.fixture(scope="module")
def triton() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def test_shapes_are_broadcast() -> None:
    rows, columns = np.array([[10], [-20]], np.int32), np.array([1, -30, 3], np.int32)
    values = inline("min.s32 $0, $1, $2;", "=r,r,r", [rows, columns])
    np.testing.assert_array_equal(values.view(np.int32), np.minimum(rows, columns))


def test_numbers_have_the_shape_of_a_number() -> None:
    value = inline("lop3.b32 $0, $1, $2, $3, 0xe8;", "=r,r,r,r", [0xFF00, 0xF0F0, 0xCCCC])
    assert (value.shape, int(value)) == ((), 0xFCC0)


def test_results_have_the_type_of_their_constraint() -> None:
    values = inline(
        "add.f32 %0, %3, %3; cvt.f64.f32 %1, %3; cvt.u16.u32 %2, 7;", ["=f", "=d", "=h", "f"], [np.float32(1.5)]
    )
    assert [value.dtype for value in values] == [np.float32, np.float64, np.uint16]
    assert [float(value) for value in values] == [3.0, 1.5, 7.0]
    assert inline("setp.gt.s32 $0, $1, 0;", "=b,r", [np.array([1, -1], np.int32)]).tolist() == [True, False]


def test_operands_that_are_read_and_written() -> None:
    a = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(inline("fma.rn.f32 %0, %1, %1, %0;", ["+f", "f"], [a, 2.0]), a + 4)
    np.testing.assert_array_equal(inline("add.u32 $0, $1, 5;", "=r,0", [np.arange(4, dtype=U32)]), np.arange(4) + 5)


def test_an_operand_that_is_not_written_keeps_its_value() -> None:
    p = np.array([True, False])
    values = inline("@$2 mov.b32 $0, $3;", "+r,+r,b,r", [1, 9, p, 7])
    assert [value.tolist() for value in values] == [[7, 1], [9, 9]]


def test_narrow_integers_are_extended() -> None:
    assert inline("mov.b32 $0, $1;", "=r,r", [np.array([-1], np.int8)]).tolist() == [0xFFFFFFFF]
    assert inline("mov.b32 $0, $1;", "=r,r", [np.array([255], np.uint8)]).tolist() == [255]


def test_lists_of_numbers_have_the_width_of_the_register() -> None:
    assert inline("add.u32 $0, $1, 1;", "=r,r", [[-1, 5]]).tolist() == [0, 6]
    assert inline("add.f32 %0, %1, %1;", "=f,f", [[1, 0.5]]).tolist() == [2, 1]


def test_constants_become_part_of_the_text() -> None:
    assert int(inline("shl.b32 %0, %1, %2;", ["=r", "r", "n"], [3, 4])) == 48


def test_blocks_and_branches() -> None:
    collatz = """{ .reg .pred p; .reg .b32 x, odd; mov.b32 x, $1; mov.b32 $0, 0;
        L: setp.le.u32 p, x, 1; @p bra DONE;
        and.b32 odd, x, 1; setp.ne.u32 p, odd, 0; add.u32 $0, $0, 1;
        @p mad.lo.u32 x, x, 3, 1; @!p shr.u32 x, x, 1; bra L; DONE: }"""
    assert inline(collatz, "=r,r,~{memory}", [np.array([1, 6, 7, 27], U32)]).tolist() == [0, 8, 16, 111]


def test_memory() -> None:
    memory = {"global": np.array([5, 6, 7], U32)}
    assert inline("ld.global.u32 $0, [$1];", "=r,l", [[8, 0]], memory=memory).tolist() == [7, 5]


def test_the_target_decides() -> None:
    with pytest.raises(PtxError, match="sm_80"):
        inline("cvt.rn.satfinite.e4m3x2.f32 $0, $1, $1;", "=h,r", [np.float32(1)], target="sm_80")


@pytest.mark.parametrize(
    ("asm", "constraints", "operands", "message"),
    [
        ("add.u32 $0, $1, 1;", "=r,r", [], "1 operands that are read; 0 are given"),
        ("add.u32 $0, $1, 1;", "=r,x", [1], "'x' is not a constraint of PTX"),
        ("add.u32 $0, $1, 1;", "=r,l", [1], "operand a is a .b64 register"),
        ("add.u32 $0, $1, t;", "=r,r", [1], "t"),
        ("add.u32 $0, $1, 1;", "=r,r", [1 << 32], "does not fit in 32 bits"),
        ("add.u32 $0, $1, 1;", "=r,r", [1.5], "takes integers, not 1.5"),
        ("add.u32 $0, $1, 1;", "=r,r", [np.array([1.5])], "has 32 bits, not those of float64"),
        ("add.u32 $0, $1, 1;", "=r,r", ["x"], "needs numbers"),
        ("shl.b32 %0, %1, %2;", "=r,r,n", [1, 2.5], "is a constant"),
        ("add.u32 $0, $1, $2;", "=r,r,r", [[1, 2], [1, 2, 3]], "shapes that do not fit together"),
        ("add.u32 $0, $2, 1;", "=r,=r,r", [1], r"does not write \$1"),
        ("", "=r", [], "no statement"),
    ],
)
def test_errors(asm: str, constraints: str, operands: list[Any], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        inline(asm, constraints, operands)


# --- Triton's interpreter ---


def test_packed_elements_of_triton(triton: dict[str, Any]) -> None:
    a, b = np.arange(16, dtype=np.uint8).reshape(4, 4), np.linspace(0, 9, 16, dtype=np.float32).reshape(4, 4)
    constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r,r,r,r,r"
    c, d = triton["run"](UNPACK, constraints, [a, b], [np.dtype(np.int32), np.dtype(np.float32)], 4)
    np.testing.assert_array_equal(c, a)
    np.testing.assert_array_equal(d, np.maximum(a, b))


@pytest.mark.parametrize(("dtype", "pack"), [(np.int8, 4), (np.int8, 1), (np.int16, 2), (np.int32, 1), (np.int64, 2)])
def test_elements_of_every_width(triton: dict[str, Any], dtype: type, pack: int) -> None:
    values = np.arange(-8, 8).astype(dtype)
    (out,) = triton["run"](
        *{
            (np.int8, 4): ("xor.b32 $0, $1, 0x01010101;", "=r,r"),
            (np.int8, 1): ("xor.b16 $0, $1, 1;", "=h,h"),
            (np.int16, 2): ("xor.b32 $0, $1, 0x00010001;", "=r,r"),
            (np.int32, 1): ("xor.b32 $0, $1, 1;", "=r,r"),
            (np.int64, 2): ("xor.b64 $0, $2, 1; xor.b64 $1, $3, 1;", "=l,=l,l,l"),
        }[dtype, pack],
        [values],
        [np.dtype(dtype)],
        pack,
    )
    np.testing.assert_array_equal(out, values ^ 1)


# --- the command line ---


def test_eval_runs_an_asm_statement(capsys: pytest.CaptureFixture[str]) -> None:
    statement = (
        'asm volatile("{ .reg .pred p; setp.lt.f32 p, %[x], %2; selp.f32 %0, %[x], %2, p; }" '
        ': "=f"(m[0]) : [x] "f"(x), "f"(y) : "memory");'
    )
    assert main(["eval", "--asm", statement, "x=1.5,2", "y=1.75"]) == 0
    row = capsys.readouterr().out.splitlines()[1]
    assert row.split(None, 2) == ["m[0]", "f32", "0x3fc00000, 0x3fe00000  1.5, 1.75"]


def test_constants_of_the_source_need_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    statement = 'asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(lo), "r"(hi), "n"(8));'
    assert main(["eval", "--asm", statement, "lo=0x12345678", "hi=1", "--json"]) == 0
    assert '"d": [\n    274\n  ]' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x"], "--asm takes one asm statement"),
        (['asm("foo;");'], "unknown instruction 'foo'"),
        (["asm(TEXT);"], "the assembly cannot be read"),
        (['asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(a));'], "no value is given for a"),
        (['asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(a));', "b=1"], "no operand 'b'; it has d, a"),
        (['asm("add.u32 %0, %1, 1;" : "=r"(d) : "r"(a));', "a=x"], "not an integer"),
    ],
)
def test_bad_asm_statements(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["eval", "--asm", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
