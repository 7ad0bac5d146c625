"""CTAs of one launch in several processes: the results, findings and counters of one process."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.machine.launch import LaunchResult
from ptxisa.machine.observers import Observer
from ptxisa.spread import cores
from tests.machine.launching import kernel

BLOCK, GRID = 1024, 129
TOGETHER = 65
"""CTAs that fit in one wave."""
THREADS = BLOCK * GRID
NUMBER = "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 1024, %r2;"
OUT = "ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r3, 4; add.u64 %rd2, %rd1, %rd2;"
INDEPENDENT = kernel(
    f"""{NUMBER} {OUT}
ld.global.u32 %r4, [%rd2];
{{ .param .b32 p; .param .b32 q; st.param.b32 [p], %r4; call (q), twice, (p); ld.param.b32 %r4, [q]; }}
st.shared.u32 [s], 0; bar.sync 0;
atom.shared.add.u32 %r5, [s], 1; bar.sync 0;
ld.shared.u32 %r6, [s]; add.u32 %r4, %r4, %r6; st.global.u32 [%rd2], %r4;
ld.param.u64 %rd3, [sums]; and.b32 %r7, %r3, 3; mul.wide.u32 %rd4, %r7, 16; add.u64 %rd3, %rd3, %rd4;
red.global.add.u32 [%rd3], %r3; atom.global.xor.b32 %r8, [%rd3+4], %r3;
cvt.u64.u32 %rd5, %r3; neg.s64 %rd6, %rd5; red.global.min.s64 [%rd3+8], %rd6;
""",
    ".param .u64 out, .param .u64 sums",
    ".shared .align 4 .u32 s;\n.func (.param .b32 r) twice (.param .b32 x)\n"
    "{ .reg .b32 %a; ld.param.b32 %a, [x]; add.u32 %a, %a, %a; st.param.b32 [r], %a; ret; }",
)
NEIGHBOR = kernel(
    f"{NUMBER} {OUT} ld.global.u32 %r4, [%rd2+4]; st.global.u32 [%rd2], %r4;",
    ".param .u64 out",
)

pytestmark = pytest.mark.skipif(cores() < 2, reason="one core starts no further processes")


def run(text: str, arrays: list[Any], **options: Any) -> LaunchResult:
    """Run a kernel with CTAs of several waves."""
    return ptxisa.launch(text, "k", GRID, BLOCK, arrays, **options)


@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_independent_ctas_have_the_same_results_in_processes(schedule: str) -> None:
    outputs = []
    for jobs in (1, 2):
        arrays = [np.arange(THREADS, dtype=np.uint32), np.zeros(16, np.uint32)]
        outputs.append((run(INDEPENDENT, arrays, jobs=jobs, schedule=schedule, seed=5), arrays))
    (alone, expected), (together, actual) = outputs
    assert together.one_process == ""
    assert together == alone
    assert alone.findings == []
    numbers = np.arange(THREADS, dtype=np.uint32)
    for array, reference in zip(actual, expected, strict=True):
        np.testing.assert_array_equal(array, reference)
    np.testing.assert_array_equal(actual[0], 2 * numbers + BLOCK)
    for residue, sums in enumerate(actual[1].reshape(4, 4)):
        own = numbers[residue::4]
        assert sums[0] == own.sum(dtype=np.uint32)
        assert sums[1] == np.bitwise_xor.reduce(own)
        assert sums[2:].view(np.int64)[0] == -int(own[-1])


def test_ctas_that_access_the_same_bytes_run_in_one_process() -> None:
    outputs = []
    for jobs in (1, 2):
        array = np.arange(THREADS + 1, dtype=np.uint32)
        outputs.append((run(NEIGHBOR, [array], jobs=jobs), array))
    (alone, expected), (together, actual) = outputs
    assert [finding.code for finding in alone.findings] == ["race"]
    assert together.findings == alone.findings
    assert together.one_process
    np.testing.assert_array_equal(actual, expected)


def test_the_reason_for_one_process_is_reported() -> None:
    array = np.zeros(THREADS + 1, np.uint32)
    clock = kernel(f"{NUMBER} {OUT} mov.u32 %r4, %clock; st.global.u32 [%rd2], %r4;", ".param .u64 out")
    assert "clock" in run(clock, [array], jobs=2).one_process
    waits = kernel(
        f"{NUMBER} {OUT} L: ld.acquire.gpu.global.u32 %r4, [%rd2]; setp.ne.u32 %p1, %r4, 0; @%p1 bra L;",
        ".param .u64 out",
    )
    array[:] = 0
    assert "same time" in ptxisa.launch(waits, "k", TOGETHER, BLOCK, [array], jobs=2).one_process
    assert "observers" in run(NEIGHBOR, [array], jobs=2, observers=[Observer()]).one_process
    assert run(clock, [array]).one_process == ""


def test_ctas_that_wait_for_later_ones_run_together() -> None:
    text = kernel(
        f"{NUMBER} {OUT} ld.param.u64 %rd5, [out];\n"
        "setp.ne.u32 %p1, %r2, 0; @%p1 bra END;\n"
        "red.release.gpu.global.add.u32 [%rd5], 1;\n"
        "L: ld.acquire.gpu.global.u32 %r4, [%rd5]; setp.lt.u32 %p2, %r4, 65; @%p2 bra L;\nEND:",
        ".param .u64 out",
    )
    array = np.zeros(TOGETHER * BLOCK, np.uint32)
    result = ptxisa.launch(text, "k", TOGETHER, BLOCK, [array])
    assert result.findings == []
    assert array[0] == TOGETHER


@pytest.mark.parametrize("jobs", [-1, True, "2"])
def test_an_invalid_number_of_processes_is_rejected(jobs: Any) -> None:
    with pytest.raises(ptxisa.PtxError, match="jobs must be a number"):
        run(NEIGHBOR, [np.zeros(THREADS + 1, np.uint32)], jobs=jobs)
