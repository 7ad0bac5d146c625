"""Work in processes that may end or take too long."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence

from tools.gpu.apart import NoResult, in_time


def _work(cases: Sequence[int]) -> Iterator[int]:
    for case in cases:
        if case == 2:
            time.sleep(100)
        if case == 3:
            os._exit(1)
        yield 10 * case
        if case == 5:
            return


def test_a_case_that_is_late_or_ends_its_process_has_no_result_and_the_others_have() -> None:
    results = dict(in_time(_work, range(8), jobs=2, seconds=1, batch=4))
    assert results == {
        **{case: 10 * case for case in range(8)},
        2: NoResult("no result within 1 seconds"),
        3: NoResult("its process ended"),
    }
