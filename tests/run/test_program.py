"""Programs: statements made ready to run, their addresses and constants."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ptxisa import PtxError, execute
from ptxisa.isa.executions import EXECUTIONS
from ptxisa.run import machine, matrix, tensor_memory, tensor_products, warpgroup
from ptxisa.run.program import compile_statements


@pytest.mark.parametrize("text", ["", " \n ", "L:", "\n  L: // nothing\n"])
def test_a_text_without_a_statement_is_an_error_at_its_start(text: str) -> None:
    with pytest.raises(PtxError, match="the text has no statement") as caught:
        compile_statements(text, None, None)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.line, diagnostic.column, diagnostic.end) == (1, 1, (1, 1))


@pytest.mark.parametrize(
    ("text", "registers", "value"),
    [
        ("ld.global.u32 d, [p];", {"p": 8}, 2),
        ("ld.global.u32 d, [p+4];", {"p": 8}, 3),
        ("ld.global.u32 d, [p+-4];", {"p": 8}, 1),
        ("mov.u64 p, 4; ld.global.u32 d, [p+8];", {}, 3),
        ("ld.local.u32 d, [12];", {}, 23),
        ("ld.local.u32 d, [12+8];", {}, 25),
        ("ld.global.u32 d, [v+8];", {}, 12),
    ],
)
def test_an_address_counts_from_a_register_a_variable_or_zero(text: str, registers: dict[str, int], value: int) -> None:
    starts = {"global": 0, "v": 10, "local": 20}
    memory = {name: np.arange(start, start + 8, dtype=np.uint32) for name, start in starts.items()}
    assert execute(text, registers, memory=memory, threads=1)["d"].tolist() == [value]


def test_an_address_wraps_around_at_64_bits() -> None:
    memory = {"global": np.arange(8, dtype=np.uint32)}
    assert execute("ld.global.u32 d, [p+16];", {"p": [(1 << 64) - 8]}, memory=memory)["d"].tolist() == [2]
    with pytest.raises(PtxError, match="address 0xfffffffffffffffc is outside of 32 bytes"):
        execute("ld.global.u32 d, [p+-8];", {"p": [4]}, memory=memory)


def test_a_program_names_the_registers_that_it_reads_and_writes() -> None:
    program = compile_statements("@q mad.wide.u16 d, a, b, c; mov.u32 t, %laneid; ld.global.u8 e, [p];", None, None)
    assert program.needs == {"q": 1, "a": 16, "b": 16, "c": 32, "%laneid": 32, "p": 0}
    assert program.gives == ("d", "t", "e")


@pytest.mark.parametrize(
    ("text", "type_", "bits"),
    [
        ("0.1", "f32", 0x3DCCCCCD),
        ("0d3ff0000010000000", "f32", 0x3F800000),
        ("0d3ff0000030000000", "f32", 0x3F800002),
        ("1e-42", "f32", 0x000002CA),
        ("1e300", "f32", 0x7F800000),
        ("0d7ff4000000000001", "f32", 0x7FE00000),
        ("0dfff4000000000001", "f32", 0xFFE00000),
        ("0f3dcccccd", "f32", 0x3DCCCCCD),
        ("0f7fa00001", "f32", 0x7FA00001),
        ("-1.5", "f32", 0xBFC00000),
        ("0f3dcccccd", "f64", 0x3DCCCCCD),
        ("0.1", "f64", 0x3FB999999999999A),
        ("0f3dcccccd", "b32", 0x3DCCCCCD),
        ("0.1", "b64", 0x3FB999999999999A),
        ("-1", "u16", 0xFFFF),
        ("0x123456789", "b32", 0x23456789),
        ("2", "pred", 1),
        ("0", "pred", 0),
    ],
)
def test_constants_have_the_bits_of_ptxas(text: str, type_: str, bits: int) -> None:
    """Patterns of singles and doubles are those in machine code of ptxas 13.0."""
    assert execute(f"mov.{type_} d, {text};", threads=1)["d"].tolist() == [bits]


def test_the_schema_has_the_operations_that_run() -> None:
    schema = json.loads((Path(__file__).parents[2] / "schema" / "common.schema.json").read_text(encoding="utf-8"))
    words = schema["$defs"]["form"]["properties"]["operation"]["enum"]
    tables = [machine.STEPS, matrix.OPERATIONS, warpgroup.OPERATIONS]
    tables += [tensor_memory.OPERATIONS, tensor_products.OPERATIONS]
    run = [word for table in tables for word in table]
    assert sorted(words) == sorted(EXECUTIONS) == sorted(run)
