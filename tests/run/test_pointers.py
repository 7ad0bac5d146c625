"""Values that all threads of a group must have alike."""

from __future__ import annotations

import numpy as np
import pytest

from ptxisa.isa.diagnostics import PtxError
from ptxisa.run.pointers import uniform


def test_the_value_of_each_group() -> None:
    assert uniform("a", np.repeat(np.array([[7], [9]], np.uint32), 32, axis=1)).tolist() == [7, 9]


@pytest.mark.parametrize(("size", "group"), [(32, "warp 1"), (128, "warpgroup 1")])
@pytest.mark.parametrize("thread", [0, 1, 31])
def test_one_other_thread_is_an_error(size: int, group: str, thread: int) -> None:
    values = np.zeros((3, size), np.uint32)
    values[1, thread] = 1
    with pytest.raises(PtxError, match=f"operand a differs between the threads of {group}; it must be the same"):
        uniform("a", values)
