"""`execute` with blocks, declarations, labels, branches, calls and returns."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ptxisa
from ptxisa import PtxError, execute

U32 = np.uint32


def words(*values: int) -> np.ndarray:
    return np.array(values, U32)


def test_registers_of_an_inner_block_hide_those_outside() -> None:
    out = execute("mov.u32 t, 7; { .reg .u32 t; add.u32 t, a, 1; mul.lo.u32 d, t, 3; }", {"a": words(1, 2)})
    assert {name: values.tolist() for name, values in out.items()} == {"t": [7, 7], "d": [6, 9]}


def test_a_range_of_registers_is_declared() -> None:
    out = execute(".reg .b32 %r<4>; add.u32 %r1, a, 1; add.u32 %r3, %r1, %r1;", {"a": words(5)})
    assert out["%r3"].tolist() == [12]
    assert out.types["%r3"] == "b32"


def test_threads_of_a_loop_end_at_different_times() -> None:
    loop = """
        mov.u32 s, 0; mov.u32 i, 0;
    L:  setp.ge.u32 p, i, n; @p bra E;
        add.u32 s, s, i; add.u32 i, i, 1; bra.uni L;
    E:  add.u32 s, s, 100;
    """
    counts = np.arange(200, dtype=U32)
    out = execute(loop, {"n": counts})
    np.testing.assert_array_equal(out["s"], counts * (counts - 1) // 2 * (counts > 0) + 100)


def test_a_label_of_an_inner_block_may_repeat() -> None:
    block = "{ .reg .pred p; setp.eq.u32 p, a, %d; @p bra L; add.u32 d, d, 1; L: }"
    out = execute("mov.u32 d, 0;" + block % 1 + block % 2, {"a": words(1, 2, 3)})
    assert out["d"].tolist() == [1, 1, 2]


def test_ret_and_exit_end_a_thread() -> None:
    for opcode in ("ret", "exit"):
        out = execute(f"mov.u32 d, 1; setp.lt.s32 p, a, 0; @p {opcode}; mov.u32 d, 2;", {"a": [-1, 1]})
        assert out["d"].tolist() == [1, 2]


def test_a_recursive_function() -> None:
    text = """
    .func (.reg .u64 r) factorial (.reg .u64 n)
    {
        .reg .pred p; .reg .u64 m;
        setp.le.u64 p, n, 1;
        mov.u64 r, 1;
        @p ret;
        sub.u64 m, n, 1;
        call (m), factorial, (m);
        mul.lo.u64 r, m, n;
        ret;
    }
    call (d), factorial, (a);
    """
    numbers = [0, 1, 5, 20, 3]
    assert execute(text, {"a": numbers})["d"].tolist() == [math.factorial(number) for number in numbers]


def test_parameters_in_memory() -> None:
    text = """
    .func (.param .b32 out) sum (.param .b32 a, .param .align 4 .b8 q[8])
    { .reg .b32 x, y; ld.param.b32 x, [a]; ld.param.b32 y, [q+4]; add.u32 x, x, y; st.param.b32 [out], x; ret; }
    { .param .b32 o, p; .param .align 4 .b8 q[8];
      st.param.b32 [p], a; st.param.b32 [q+4], 7; call (o), sum, (p, q); ld.param.b32 d, [o]; }
    """
    assert execute(text, {"a": words(1, 5, 0xFFFFFFFF)})["d"].tolist() == [8, 12, 6]


def test_a_function_reads_special_registers_and_constants_are_arguments() -> None:
    text = """.func (.reg .u32 r) f (.reg .u32 k) { .reg .u32 t; mov.u32 t, %laneid; add.u32 r, t, k; ret; }
    call (d), f, (40);"""
    assert execute(text, threads=3)["d"].tolist() == [40, 41, 42]


def test_indexed_branches() -> None:
    text = """ts: .branchtargets A, B, C;
    brx.idx i, ts;
    A: mov.u32 d, 10; bra E;
    B: mov.u32 d, 20; bra E;
    C: mov.u32 d, 30;
    E: """
    assert execute(text, {"i": words(2, 0, 1, 2)})["d"].tolist() == [30, 10, 20, 30]
    with pytest.raises(PtxError, match="thread 1 branches to label 3 of 3"):
        execute(text, {"i": words(2, 3)})


def test_threads_of_a_warp_take_a_lock_in_turn() -> None:
    text = """
    SPIN: atom.global.cas.b32 old, [lock], 0, 1;
        setp.ne.u32 p, old, 0; @p bra SPIN;
        ld.global.u32 v, [count]; add.u32 v, v, 1; st.global.u32 [count], v;
        atom.global.exch.b32 old, [lock], 0;
    """
    memory = {"lock": np.zeros(1, U32), "count": np.zeros(1, U32)}
    execute(text, {}, memory=memory, threads=64)
    assert memory["count"].tolist() == [64]
    assert memory["lock"].tolist() == [0]


def test_shared_variables_belong_to_a_cta() -> None:
    text = """{ .shared .u32 box[4]; .reg .u32 t; .reg .pred p;
        mov.u32 t, %tid.x; setp.ne.u32 p, t, 0; @p bra W;
        st.shared.u32 [box+4], a;
    W:  bar.sync 0; ld.shared.u32 d, [box+4]; }"""
    a = np.arange(64, dtype=U32)
    out = execute(text, {"a": a}, block=32, grid=2)
    assert out["d"].tolist() == [0] * 32 + [32] * 32


def test_local_variables_belong_to_a_thread() -> None:
    text = "{ .local .u32 box[2]; st.local.u32 [box+4], a; ld.local.u32 d, [box+4]; }"
    assert execute(text, {"a": words(3, 4)})["d"].tolist() == [3, 4]


def test_a_register_without_a_value_in_some_threads_is_no_result() -> None:
    out = execute("@p bra L; mov.u32 t, 5; L: mov.u32 d, 6;", {"p": [1, 0]})
    assert list(out) == ["d"]
    assert [diagnostic.severity for diagnostic in out.diagnostics] == ["note"]
    with pytest.raises(PtxError, match="thread 0 reads t, which has no value there"):
        execute("@p bra L; mov.u32 t, 5; L: mov.u32 d, t;", {"p": [1, 0]})


@pytest.mark.parametrize(
    "statement",
    [
        "fence.acq_rel.gpu;",
        "fence.proxy.async;",
        "membar.gl;",
        "prefetch.global.L2 [a];",
        "cp.async.bulk.prefetch.L2.global [a], 16;",
        "discard.global.L2 [a], 128;",
        "applypriority.global.L2::evict_normal [a], 128;",
        "nanosleep.u32 20;",
        "pmevent 3;",
        "brkpt;",
        "setmaxnreg.inc.sync.aligned.u32 40;",
        "griddepcontrol.wait;",
        "bar.warp.sync 0xffffffff;",
    ],
)
def test_statements_that_only_order_have_no_effect(statement: str) -> None:
    assert execute(f"mov.u64 a, 128; {statement} add.u32 d, 1, 2;", threads=1)["d"].tolist() == [3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("L: bra L;", "131,072 statements have run and threads have not ended"),
        ("bra M;", "the statements have no label M"),
        ("call (d), g, (1);", "g is not a function of the text"),
        ("{ add.u32 d, 1, 1;", "never closed"),
        (".func f() { call f, (); } call f, ();", "the recursion has no end"),
        (".func f() { ret; }", "has no statement"),
        (".func f(.reg .u32 x) { ret; } call f, ();", "arguments"),
        (".func f() { add.u32 q, 1, 1; } call f, ();", "q"),
        ("brx.idx i, ts;", r"no .branchtargets ts"),
        ("mov.u32 d, 1; trap;", "thread 0 executes trap"),
        (".entry k() { ret; } add.u32 d, 1, 1;", "a module is not a list of statements"),
        (".reg .b32 q; mov.b32 q, 1; add.u64 d, q, q;", "operands a and b are .b32 registers"),
        (".global .b32 g; ld.global.u32 d, [g];", "variables in .global are not run here"),
        ("{ .shared .b32 b[4]; mov.u32 d, b; }", "no executable semantics"),
        ("{ .reg .b32 b; }", "no statement"),
        ("{ .local .b8 b[100000]; mov.u32 d, 1; }", "100,000 bytes"),
        ("{ .reg .u32 t; add.u32 d, t, 1; }", "no value is given for t"),
        (".func f() { .reg .u32 t, u; add.u32 u, t, 1; } call f, ();", "thread 0 reads t"),
        ("@p bra L; add.u32 d, a, 1; L:", "no value is given for p, a"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(text, threads=4)


def test_the_number_of_steps_is_an_argument() -> None:
    loop = "mov.u32 i, 0; L: add.u32 i, i, 1; setp.lt.u32 p, i, 1000; @p bra L;"
    assert execute(loop, threads=1, steps=None)["i"].tolist() == [1000]
    with pytest.raises(PtxError, match="100 statements have run") as caught:
        execute(loop, threads=1, steps=100)
    assert caught.value.diagnostics[0].code == "step-limit"


def program(draw: st.DrawFn) -> str:
    """Return statements with branches forward and counted loops, on registers x0 to x3."""
    lines: list[str] = []
    for number in range(draw(st.integers(1, 8))):
        register, other = draw(st.sampled_from("0123")), draw(st.sampled_from("0123"))
        opcode = draw(st.sampled_from(["add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "min.s32"]))
        step = f"{opcode} x{register}, x{other}, {draw(st.integers(0, 99))};"
        bit = draw(st.integers(0, 3))
        test = f"and.b32 t, x{other}, {1 << bit}; setp.ne.u32 p, t, 0;"
        kind = draw(st.sampled_from(["plain", "guard", "branch", "loop", "block"]))
        lines.append(
            {
                "plain": step,
                "guard": f"{test} @p {step}",
                "branch": f"{test} @!p bra A{number}; {step} bra B{number}; A{number}: not.b32 x0, x0; B{number}:",
                "loop": f"and.b32 n, x{other}, 7; L{number}: {step} sub.s32 n, n, 1; setp.gt.s32 p, n, 0;"
                f" @p bra L{number};",
                "block": f"{{ .reg .b32 t; add.u32 t, x{other}, 9; {test} @p bra C; {step} C: add.u32 x1, x1, t; }}",
            }[kind]
        )
    return "\n".join(lines)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_statements_and_whole_kernels_agree(data: st.DataObject) -> None:
    """The scheduler of `launch` is another implementation of the same control flow."""
    text = program(data.draw)
    inputs = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, 1 << 32, (4, 64), np.uint64).astype(U32)
    out = execute(text, {f"x{number}": inputs[number] for number in range(4) if f"x{number}" in text})
    results = inputs.copy()
    loads = "".join(f"ld.global.u32 x{number}, [at+{256 * number}];" for number in range(4))
    stores = "".join(f"st.global.u32 [at+{256 * number}], x{number};" for number in range(4))
    run = ptxisa.launch(
        f""".version 8.0 .target sm_90 .address_size 64
        .visible .entry k(.param .u64 array) {{
        .reg .b32 x<4>, t, n, i; .reg .b64 at, offset; .reg .pred p;
        ld.param.u64 at, [array]; mov.u32 i, %tid.x; mul.wide.u32 offset, i, 4; add.u64 at, at, offset;
        {loads} {text} {stores} ret; }}""",
        "k",
        1,
        64,
        [results],
    )
    assert run.findings == []
    for number in range(4):
        np.testing.assert_array_equal(out.get(f"x{number}", inputs[number]), results[number])
