"""Statements that become programs, and texts that become none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ptxisa import PtxError
from ptxisa.isa.executions import EXECUTIONS
from ptxisa.run import barriers, copies, matrix, tensor_memory, tensor_products, warpgroup, windows
from ptxisa.run.program import compile_statements


@pytest.mark.parametrize("text", ["", " \n ", "L:", "\n  L: // nothing\n"])
def test_a_text_without_a_statement_is_refused_at_its_start(text: str) -> None:
    with pytest.raises(PtxError, match="there is no statement to run") as caught:
        compile_statements(text, None, None)
    (one,) = caught.value.diagnostics
    assert (one.line, one.column, one.end) == (1, 1, (1, 1))


@pytest.mark.parametrize(
    ("text", "needs", "base", "offset"),
    [
        ("ld.global.u32 d, [p];", ["p"], "p", 0),
        ("ld.global.u32 d, [p+4];", ["p"], "p", 4),
        ("ld.global.u32 d, [p+-4];", ["p"], "p", -4),
        ("mov.u64 p, 4; ld.global.u32 d, [p+8];", [], "p", 8),
        ("ld.local.u32 d, [12];", [], "", 12),
        ("ld.local.u32 d, [12+8];", [], "", 20),
    ],
)
def test_what_an_address_is_relative_to(text: str, needs: list[str], base: str, offset: int) -> None:
    """A register or variable must be given, unless a statement before gives it a value."""
    program = compile_statements(text, None, None)
    (access,) = program.steps[-1].parts[0].accesses
    assert list(program.needs) == needs
    assert (access.base, access.offset) == (base, offset)


def test_widths_of_what_a_program_needs() -> None:
    program = compile_statements("@q mad.wide.u16 d, a, b, c; mov.u32 t, %laneid; ld.global.u8 e, [p];", None, None)
    assert program.needs == {"q": 1, "a": 16, "b": 16, "c": 32, "%laneid": 32, "p": 0}
    assert program.gives == ("d", "t", "e")


def test_the_schema_has_the_operations_that_run() -> None:
    schema = json.loads((Path(__file__).parents[2] / "schema" / "common.schema.json").read_text(encoding="utf-8"))
    words = schema["$defs"]["form"]["properties"]["operation"]["enum"]
    tables = [barriers.STEPS, copies.STEPS, windows.STEPS, matrix.OPERATIONS, warpgroup.OPERATIONS]
    tables += [tensor_memory.OPERATIONS, tensor_products.OPERATIONS]
    run = [word for table in tables for word in table]
    assert sorted(words) == sorted(EXECUTIONS) == sorted(run)
