"""Selectors: problems of selectors without a group in `where`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import SUB, Edit, edited, problems, write


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("{asell: {selector: clamp}}", "selector 'asel' has no group in where; did you mean asell?"),
        ("{asel: [relu], asell: {selector: clamp}}", "selector 'asel' has no group in where"),
    ],
)
def test_a_similar_name_is_suggested_for_an_undescribed_selector(where: str, message: str, tmp_path: Path) -> None:
    edits = [
        Edit(SUB, "sub.s32 d, a, b", "sub.s32 d, a{.{asel}}, b"),
        Edit(SUB, "    operands:", f"    where: {where}\n    operands:"),
    ]
    assert message in [problem.message for problem in problems(write(tmp_path, edited(edits)))]
