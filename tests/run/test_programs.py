"""Statements that become programs, and texts that become none."""

from __future__ import annotations

import pytest

from ptxisa import PtxError
from ptxisa.run.programs import compile_statements


@pytest.mark.parametrize("text", ["", " \n ", "L:", "\n  L: // nothing\n"])
def test_a_text_without_a_statement_is_refused_at_its_start(text: str) -> None:
    with pytest.raises(PtxError, match="there is no statement to run") as caught:
        compile_statements(text, None, None)
    (one,) = caught.value.diagnostics
    assert (one.line, one.column, one.end) == (1, 1, (1, 1))
