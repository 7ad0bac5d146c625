"""Named lists of a table of combinations: the record is as if the values were in the cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.combinations import lengths, with_lists
from generator.records.problems import RecordError
from generator.records.yaml_reader import Located, read

TABLE = """\
tables:
  products:
    slots: [type, shape]
{lists}    rows:
      - {{id: half, cells: [f16, {half}]}}
      - {{id: word, cells: [[s32, u32], {word}]}}
"""


def record(tmp_path: Path, lists: str, half: str, word: str) -> Located:
    path = tmp_path / "mul.yaml"
    path.write_text(TABLE.format(lists=lists, half=half, word=word), encoding="utf-8")
    return read(path)


def test_named_lists_are_the_values_that_they_name(tmp_path: Path) -> None:
    lists = "    lists: {small: [m8, m16], large: [m32]}\n"
    named = with_lists(record(tmp_path, lists, "$small", "$large"))
    assert named.data == record(tmp_path, "", "[m8, m16]", "[m32]").data


def test_cells_and_values_of_a_named_list_keep_their_places(tmp_path: Path) -> None:
    named = with_lists(record(tmp_path, "    lists: {small: [m8, m16]}\n", "$small", "m8"))
    cell = ("tables", "products", "rows", 0, "cells", 1)
    assert named.place(cell) == (6, 33)
    assert named.place((*cell, 1)) == (4, 25)


def test_table_without_lists_is_unchanged(tmp_path: Path) -> None:
    plain = record(tmp_path, "", "m8", "m16")
    assert with_lists(plain) is plain


def test_lengths_are_numbers_or_parts_of_the_dimensions_of_shapes() -> None:
    """A dimension that a shape lacks has no parts."""
    table = {
        "slots": ["shape", "type"],
        "vectors": ["d", "a"],
        "rows": [
            {"id": "half", "cells": [["m16n8k32", "m8n24"], "f16"], "lengths": ["m / 4", "k / 8"]},
            {"id": "word", "cells": ["m8n48k4", "f32"], "lengths": [3, "n / 8"]},
        ],
    }
    lengths_of_operands = {
        operand: [(case.when["shape"], case.value) for case in lengths(table, operand)] for operand in "dab"
    }
    assert lengths_of_operands == {
        "d": [(("m16n8k32",), 4), (("m8n24",), 2), (("m8n48k4",), 3)],
        "a": [(("m16n8k32",), 4), (("m8n24",), 0), (("m8n48k4",), 6)],
        "b": [],
    }


KEYED = """\
tables:
  products:
    slots: [type, shape, sat]
    vectors: [d, a]
    rows:
      - {{id: half, cells: {{shape: m8, type: [f16, bf16]}}, lengths: {{a: 2, d: 1}}}}
      - {{id: word, cells: {cells}, lengths: [1, 2]}}
"""


def keyed(tmp_path: Path, cells: str) -> Located:
    path = tmp_path / "mul.yaml"
    path.write_text(KEYED.format(cells=cells), encoding="utf-8")
    return read(path)


def test_rows_keyed_by_column_leave_out_empty_slots(tmp_path: Path) -> None:
    half, word = with_lists(keyed(tmp_path, "[s32, m16, sat]")).data["tables"]["products"]["rows"]
    assert half == {"id": "half", "cells": [["f16", "bf16"], "m8", "absent"], "lengths": [1, 2]}
    assert word == {"id": "word", "cells": ["s32", "m16", "sat"], "lengths": [1, 2]}


def test_a_key_that_is_not_a_column_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        with_lists(keyed(tmp_path, "{type: s32, shap: m8}"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.message) == (7, "the table has no column 'shap'; did you mean shape?")
