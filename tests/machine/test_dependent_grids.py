"""Programmatic dependent launch: a second grid that needs `griddepcontrol.wait`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import kernel

WARPS = 2
ELEMENT = "ld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;"
ALLOW = "griddepcontrol.launch_dependents;"
WAIT = "griddepcontrol.wait;"
LEADER = f"setp.ne.u32 %p1, %r1, 0; @%p1 bra NEXT; {WAIT}\nNEXT:"
READ = "ld.global.u32 %r2, [%rd3];"
WRITE = "st.global.u32 [%rd3], 7;"


def line_of(text: str, statement: str) -> int:
    """Return the line of a statement, the last one with it."""
    return max(number for number, line in enumerate(text.split("\n"), 1) if statement in line)


def run(first: str, second: str, **options: Any) -> list[tuple[str, int]]:
    """Run two grids on one array; return the findings of the second one."""
    data = np.zeros(32 * WARPS, np.uint32)
    texts = [kernel(f"{ELEMENT}\n{body}", ".param .u64 data") for body in (first, second)]
    before = ptxisa.launch(texts[0], "k", 1, 32 * WARPS, [data])
    assert before.findings == []
    after = ptxisa.launch(texts[1], "k", 1, 32 * WARPS, [data], after=before, **options)
    return [(finding.code, finding.line) for finding in after.findings]


@pytest.mark.parametrize(
    "second",
    [
        f"{WAIT}\n{READ}",
        f"{LEADER}\nbar.sync 0;\n{READ}",  # One thread waits for its CTA.
        f"{WAIT}\n{WRITE}",
        f"{WAIT}\n{READ}\n{WRITE}",
    ],
)
def test_a_grid_that_waits_is_clean(second: str) -> None:
    assert run(f"{WRITE}\n{ALLOW}", second) == []


@pytest.mark.parametrize(
    ("first", "second", "statement"),
    [
        (f"{WRITE}\n{ALLOW}", READ, "ld.global"),
        (f"{ALLOW}\n{WRITE}", WRITE, "st.global"),
        (f"{READ}\n{ALLOW}", WRITE, "st.global"),  # The first grid may still have to read.
        (f"{WRITE}\n{ALLOW}", f"{READ}\n{WAIT}", "ld.global"),
        (f"{WRITE}\n{ALLOW}", f"{LEADER}\n{READ}", "ld.global"),  # Nothing orders the wait before other threads.
        (f"{WRITE}\n{ALLOW}", "cvta.global.u64 %rd3, %rd3;\nld.v2.u32 {%r2, %r3}, [%rd1];", "ld.v2"),
    ],
)
def test_a_missing_wait_is_reported(first: str, second: str, statement: str) -> None:
    text = kernel(f"{ELEMENT}\n{second}", ".param .u64 data")
    assert run(first, second) == [("missing-wait", line_of(text, statement))]
    assert run(first, second, engine="native") == [("missing-wait", line_of(text, statement))]


def test_grids_run_one_after_another_unless_the_first_one_allows_more() -> None:
    assert run(WRITE, READ) == []
    assert run(f"{READ}\n{ALLOW}", READ) == []


def test_memory_of_other_arrays_needs_no_wait() -> None:
    data, other = np.zeros((2, 64), np.uint32)
    texts = [kernel(f"{ELEMENT}\n{body}", ".param .u64 data") for body in (f"{WRITE}\n{ALLOW}", READ)]
    before = ptxisa.launch(texts[0], "k", 1, 32, [data[:32]])
    assert ptxisa.launch(texts[1], "k", 1, 32, [other], after=before).findings == []
    assert ptxisa.launch(texts[1], "k", 1, 32, [data[32:]], after=before).findings == []
    (finding,) = ptxisa.launch(texts[1], "k", 1, 32, [data[31:]], after=before).findings
    assert finding.thread.startswith("thread (0, 0, 0)")
    assert f"at line {line_of(texts[0], 'st.global')}" in finding.message


def test_the_launch_before_is_a_result() -> None:
    with pytest.raises(TypeError, match="after must be the result of a launch"):
        ptxisa.launch(kernel(""), "k", after="run")  # type: ignore[arg-type]
