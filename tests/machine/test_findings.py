"""Errors of programs that a run finds, with their lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import kernel


def line_of(text: str, mark: str = "// here") -> int:
    """Return the number of the line with a mark."""
    (number,) = [number for number, line in enumerate(text.split("\n"), 1) if mark in line]
    return number


def findings(text: str, *arguments: Any, block: Any = 32, grid: Any = 1, **options: Any) -> list[tuple[str, int]]:
    run = ptxisa.launch(text, None, grid, block, arguments, **options)
    assert run.complete, run.unmodeled
    return [(finding.code, finding.line) for finding in run.findings]


LOAD_ARRAY = "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;"
BAD = {
    "beyond a buffer": ("out-of-bounds", f"{LOAD_ARRAY}\nld.global.u32 %r2, [%rd3+4]; // here", ""),
    "before a buffer": ("out-of-bounds", f"{LOAD_ARRAY}\nst.global.u32 [%rd3+-4], %r1; // here", ""),
    "beyond a variable of shared memory": (
        "out-of-bounds",
        ".shared .align 4 .b8 s[128]; .shared .align 4 .b8 t[128];\nmov.u32 %r1, s; mov.u32 %r2, %tid.x;\n"
        "mad.lo.u32 %r3, %r2, 4, %r1;\nst.shared.u32 [%r3+4], %r2; // here",
        "",
    ),
    "beyond a variable of local memory": (
        "out-of-bounds",
        ".local .align 4 .b8 l[16];\nmov.u64 %rd4, l;\nst.local.u32 [%rd4+16], 1; // here",
        "",
    ),
    "null": ("out-of-bounds", "mov.u64 %rd4, 0;\nld.global.u32 %r1, [%rd4+8]; // here", ""),
    "not aligned": ("misaligned-access", "ld.param.u64 %rd1, [a];\nld.global.u32 %r1, [%rd1+2]; // here", ""),
    "vector not aligned": (
        "misaligned-access",
        "ld.param.u64 %rd1, [a];\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1+4]; // here",
        "",
    ),
    "shared address as global": (
        "wrong-space",
        ".shared .u32 s; mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1;\nld.global.u32 %r1, [%rd2]; // here",
        "",
    ),
    "shared address of a uniform load": (
        "wrong-space",
        ".shared .u32 s; mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1;\nldu.u32 %r1, [%rd2]; // here",
        "",
    ),
    "global address converted to shared": (
        "wrong-space",
        ".shared .b8 s[8192]; ld.param.u64 %rd1, [a]; cvta.to.shared.u64 %rd1, %rd1; cvt.u32.u64 %r1, %rd1;\n"
        "ld.shared.u32 %r2, [%r1]; // here",
        "",
    ),
    "local address of an atomic operation": (
        "wrong-space",
        ".local .u32 l; mov.u64 %rd1, l; cvta.local.u64 %rd1, %rd1;\natom.exch.b32 %r1, [%rd1], 1; // here",
        "",
    ),
    "local address of a strong store": (
        "wrong-space",
        ".local .u32 l; mov.u64 %rd1, l; cvta.local.u64 %rd1, %rd1;\nst.relaxed.sys.u32 [%rd1], 1; // here",
        "",
    ),
    "shared address of a device register": (
        "wrong-space",
        ".shared .u32 s; mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;\nst.mmio.relaxed.sys.u32 [%rd1], 1; // here",
        "",
    ),
    "shared address of a policy": (
        "wrong-space",
        ".shared .u32 s; mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;\n"
        "createpolicy.range.L2::evict_last.b64 %rd2, [%rd1], 1, 2; // here",
        "",
    ),
    "shared address of a fence for tensor maps": (
        "wrong-space",
        ".shared .align 128 .b8 s[128]; mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;\n"
        "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128; // here",
        "",
    ),
    "global address of an mbarrier": (
        "wrong-space",
        "ld.param.u64 %rd1, [a];\nmbarrier.init.b64 [%rd1], 1; // here",
        "",
    ),
    "bad function": ("call-address", "mov.u64 %rd1, 64; P: .callprototype _ ();\ncall %rd1, P; // here", ""),
    "trap": ("executed-trap", "trap; // here", ""),
    "barrier in a branch": (
        "barrier-divergence",
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\nbar.sync 0; // here\nbra B;\nA: bar.sync 0;\nB:",
        "",
    ),
    "barrier that some warps never reach": (
        "deadlock",
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;\n@%p1 bar.sync 0; // here\n@!%p1 bar.sync 1;",
        "",
    ),
    "whole warp whose lanes their masks omit": ("member-mask", "bar.warp.sync 0xff; // here", ""),
    "half of a warp that did not wait for the other": (
        "race",
        ".shared .align 128 .b32 s[64]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 4, %r2;\n"
        "mov.u32 %r5, %laneid; setp.lt.u32 %p1, %r5, 16; selp.b32 %r3, 0xffff, 0xffff0000, %p1;\n"
        "st.shared.u32 [%r2], %r1; bar.warp.sync %r3; xor.b32 %r4, %r2, 0x40;\nld.shared.u32 %r4, [%r4]; // here",
        "",
    ),
    "value of a lane that the mask omits": (
        "undefined-result",
        "mov.u32 %r1, %laneid; setp.lt.u32 %p1, %r1, 16; selp.b32 %r3, 0xffff, 0xffff0000, %p1;\n"
        "shfl.sync.bfly.b32 %r2, %r1, 16, 31, %r3; // here\n"
        "ld.param.u64 %rd1, [a]; mad.wide.u32 %rd1, %r1, 4, %rd1; st.global.u32 [%rd1], %r2;",
        "",
    ),
    "lane outside of its mask": (
        "member-mask",
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\n"
        "shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0xffff; // here\nA:",
        "",
    ),
    "lane that never comes": (
        "deadlock",
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\n"
        "bar.warp.sync -1; // here\nbra B;\nA: bar.sync 0;\nB:",
        "",
    ),
    "loop without end": (
        "deadlock",
        "ld.param.u64 %rd1, [a];\nL: ld.relaxed.gpu.global.u32 %r1, [%rd1]; // here\n"
        "setp.eq.u32 %p1, %r1, 0; @%p1 bra L;",
        "",
    ),
    "lock that nobody frees": (
        "deadlock",
        "ld.param.u64 %rd1, [a];\nL: atom.relaxed.gpu.global.cas.b32 %r1, [%rd1], 0, 1; // here\n"
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra L;",
        "",
    ),
    "atomic addition to a counter without a value": (
        "uninitialized",
        ".shared .u32 s; mov.u32 %r2, s;\nred.shared.add.u32 [%r2], 1; // here",
        "",
    ),
    "word that other lanes may not have read yet": (
        "race",
        ".shared .u32 s[32]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; mad.lo.u32 %r2, %r1, 4, %r2; xor.b32 %r3, %r2, 4;\n"
        "st.shared.u32 [%r2], %r1; bar.warp.sync -1; ld.shared.u32 %r4, [%r3];\nst.shared.u32 [%r2], %r4; // here",
        "",
    ),
    "copy without a wait": (
        "missing-wait",
        ".shared .align 16 .b8 s[16]; ld.param.u64 %rd1, [a]; mov.u32 %r1, s;\n"
        "cp.async.ca.shared.global [%r1], [%rd1], 16;\ncp.async.commit_group;\nld.shared.u32 %r2, [%r1]; // here",
        "",
    ),
    "mbarrier without init": (
        "mbarrier-misuse",
        ".shared .align 8 .b64 m;\nmbarrier.arrive.shared.b64 %rd1, [m]; // here",
        "",
    ),
    "wrong count of a barrier": ("barrier-count", "mov.u32 %r1, 33;\nbarrier.sync 0, %r1; // here", ""),
    "barrier that some threads of a warp skip": (
        "barrier-divergence",
        f"{LOAD_ARRAY} setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\nbar.sync 0; // here\nA: st.global.u32 [%rd3], %r1;",
        "",
    ),
}


def test_threads_that_return_early_skip_no_barrier() -> None:
    text = kernel(
        f"{LOAD_ARRAY} setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\nbar.sync 0; st.global.u32 [%rd3], %r1;\nA:",
        ".param .u64 a",
    )
    assert findings(text, np.zeros(32, np.uint32)) == []


@pytest.mark.parametrize("name", BAD)
def test_an_error_is_found_at_its_line(name: str) -> None:
    code, body, before = BAD[name]
    text = kernel(body, ".param .u64 a", before)
    block = {"copy without a wait": 1, "mbarrier without init": 1, "barrier that some warps never reach": 64}.get(
        name, 32
    )
    assert findings(text, np.zeros(32, np.uint32), block=block) == [(code, line_of(text))]


def test_the_finding_has_the_thread_and_the_hint() -> None:
    text = kernel(f"{LOAD_ARRAY}\nld.global.u32 %r2, [%rd3];", ".param .u64 a")
    (finding,) = ptxisa.launch(text, "k", 2, 32, [np.zeros(20, np.uint32)]).findings
    assert finding.thread == "thread (20, 0, 0) of CTA (0, 0, 0)"
    assert finding.hint


def test_a_store_to_a_read_only_buffer() -> None:
    text = kernel("ld.param.u64 %rd1, [a];\nst.global.u32 [%rd1], 1; // here", ".param .u64 a")
    array = np.zeros(4, np.uint32)
    assert findings(text, ptxisa.Buffer(array, read_only=True), block=1) == [("read-only-memory", line_of(text))]
    array.flags.writeable = False
    assert findings(text, array, block=1) == [("read-only-memory", line_of(text))]
    assert not array.any()


def test_a_run_continues_after_an_error() -> None:
    text = kernel(f"{LOAD_ARRAY}\nst.global.u32 [%rd3], 7;", ".param .u64 a")
    array = np.zeros(20, np.uint32)
    assert [code for code, _ in findings(text, array, stop=False)] == ["out-of-bounds"]
    assert (array == 7).all()


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_a_lock_that_nobody_frees_is_found_in_any_schedule(schedule: str) -> None:
    text = kernel(
        "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 3; mul.wide.u32 %rd2, %r1, 4;\n"
        "add.u64 %rd1, %rd1, %rd2; L: atom.relaxed.gpu.global.cas.b32 %r2, [%rd1], 0, 1; // here\n"
        "setp.ne.u32 %p1, %r2, 0; @%p1 bra L;",
        ".param .u64 a",
    )
    (finding,) = ptxisa.launch(text, None, 2, 64, [np.zeros(4, np.uint32)], schedule=schedule, seed=4).findings
    assert (finding.code, finding.line) == ("deadlock", line_of(text))
    assert finding.message.endswith("no thread stores another value in a")


def test_a_list_whose_first_node_is_lost_leaks_as_a_whole() -> None:
    node = "{ .param .u64 n; .param .u64 p; st.param.u64 [n], 16;\ncall (p), malloc, (n); ld.param.u64 %rd{0}, [p]; }\n"
    body = f"{node.replace('{0}', '2')}{node.replace('{0}', '3')}st.u64 [%rd2], 0; st.u64 [%rd3], %rd2;\n"
    before = ".extern .func (.param .u64 p) malloc (.param .u64 n);"
    kept = "ld.param.u64 %rd1, [a]; st.global.u64 [%rd1], %rd3;"
    for end, expected in (("", ["leak", "leak"]), (kept, [])):
        text = kernel(body + end, ".param .u64 a", before)
        assert [code for code, _ in findings(text, np.zeros(1, np.uint64), block=1)] == expected


def test_a_run_ends_after_its_steps() -> None:
    text = kernel("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1; bra L;")
    assert [code for code, _ in findings(text, steps=100_000)] == ["step-limit"]


def test_unmodeled_instructions_make_the_run_incomplete() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [a]; mov.u32 %r1, 0;\n"
        "tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r1, %r1, %r1}];",
        ".param .u64 a",
    )
    run = ptxisa.launch(text, "k", 1, 1, [np.zeros(1, np.uint32)])
    assert not run.complete
    assert run.unmodeled


def test_results_of_unmodeled_instructions_are_no_errors_of_the_program() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [a]; mov.u32 %r1, 0;\n"
        "tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r1, %r1, %r1}]; st.global.f32 [%rd1], %f1;",
        ".param .u64 a",
    )
    run = ptxisa.launch(text, "k", 1, 1, [np.zeros(1, np.uint32)])
    assert run.findings == []
    assert not run.complete


def test_a_finding_names_the_calls_around_it() -> None:
    function = (
        ".func inner(.reg .b64 p) {\nst.global.u32 [p+128], 1; // here\nret; }\n"
        ".func outer(.reg .b64 p) {\ncall inner, (p); // second\nret; }\n"
    )
    text = kernel("ld.param.u64 %rd1, [a];\ncall outer, (%rd1); // first", ".param .u64 a", function)
    (finding,) = ptxisa.launch(text, None, 1, 1, [np.zeros(4, np.uint32)]).findings
    assert finding.line == line_of(text)
    calls = f"called at line {line_of(text, '// second')}, line {line_of(text, '// first')}"
    assert finding.thread == f"thread (0, 0, 0) of CTA (0, 0, 0), {calls}"


def test_a_function_that_is_declared_not_to_return_returns() -> None:
    text = kernel("call f;", before=".func f() .noreturn {\nret; // here\n}")
    assert findings(text) == [("undefined-behavior", line_of(text))]
    assert findings(text.replace("ret; // here", "exit;")) == []


def test_an_access_beyond_a_local_array_names_it() -> None:
    function = (
        ".func outer() { .local .align 4 .b8 whole[32]; .reg .b64 p; mov.u64 p, whole;\n"
        "st.local.u32 [p+40], 1; // here\nret; }\n"
    )
    text = kernel(".local .align 4 .b8 other[64];\ncall outer;", before=function)
    (finding,) = ptxisa.launch(text, None, 1, 1).findings
    assert (finding.code, finding.line) == ("out-of-bounds", line_of(text))
    assert "after the end of whole (32 bytes)" in finding.message


def test_a_deadlock_at_an_mbarrier_is_found_in_a_function_that_looks_once() -> None:
    function = (
        ".func (.reg .b32 d) look(.reg .b32 m) { .reg .pred q;\n"
        "mbarrier.test_wait.parity.shared.b64 q, [m], 0;\nselp.u32 d, 1, 0, q;\nret; }\n"
    )
    text = kernel(
        ".shared .align 8 .b64 bar;\nmov.u32 %r1, bar;\nmbarrier.init.shared.b64 [%r1], 2;\n"
        "mbarrier.arrive.shared.b64 %rd1, [%r1];\n"
        "L: call (%r2), look, (%r1);\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra L;",
        before=function,
    )
    (finding,) = ptxisa.launch(text, None, 1, 1).findings
    assert finding.code == "deadlock"
    assert "waits for the mbarrier in bar, which lacks 1 arrival" in finding.message


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_an_mbarrier_that_is_initialized_again_counts_phases_from_the_start(schedule: str) -> None:
    body = (
        ".shared .align 8 .b64 bar; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, 0;\n"
        "AGAIN: @%p1 mbarrier.init.shared.b64 [bar], 64; bar.sync 0; mbarrier.arrive.shared.b64 %rd1, [bar];\n"
        "WAIT: mbarrier.try_wait.shared.b64 %p2, [bar], %rd1; @!%p2 bra WAIT; bar.warp.sync -1; bar.sync 0;\n"
        "@%p1 mbarrier.inval.shared.b64 [bar]; bar.sync 0;\n"
        "add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra AGAIN;\n"
    )
    assert findings(kernel(body), block=64, schedule=schedule) == []


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_threads_go_on_after_an_arrival_that_others_of_their_warp_have_not_reached(schedule: str) -> None:
    body = (
        "mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31; setp.lt.u32 %p1, %r2, 7; @%p1 bra A; add.u32 %r2, %r2, 1;\n"
        "A: setp.lt.u32 %p1, %r1, 32; @%p1 bra B; bar.sync 3, 64; bra C; B: bar.arrive 3, 64; C: bar.sync 0;\n"
    )
    assert findings(kernel(body), block=64, schedule=schedule) == []
