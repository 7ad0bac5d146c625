"""Arguments, sizes and symbols of launches."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

import ptxisa
from tests.machine.launching import HEAD, kernel
from tests.timing import processor_time

STORE = "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;"


def test_arguments_by_name_and_in_order() -> None:
    text = kernel(f"{STORE} ld.param.u32 %r2, [n]; st.global.u32 [%rd3], %r2;", ".param .u64 out, .param .u32 n")
    first, second = np.zeros((2, 4), np.uint32)
    ptxisa.launch(text, "k", 1, 4, [first, 5])
    ptxisa.launch(text, "k", 1, 4, {"n": 6, "out": second})
    assert first.tolist() == [5] * 4
    assert second.tolist() == [6] * 4


def test_the_same_array_twice_is_the_same_memory() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; st.global.u32 [%rd1], 3; ld.global.u32 %r1, [%rd2+-4];\n"
        "st.global.u32 [%rd2], %r1;",
        ".param .u64 a, .param .u64 b",
    )
    array = np.zeros(4, np.uint32)
    ptxisa.launch(text, "k", 1, 1, [array, array[1:]])
    assert array.tolist() == [3, 3, 0, 0]


def test_numbers_have_the_type_of_their_parameter() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [out]; ld.param.f32 %f1, [a]; ld.param.f64 %d1, [b]; ld.param.s16 %r1, [c];\n"
        "st.global.f32 [%rd1], %f1; st.global.f64 [%rd1+8], %d1; st.global.s32 [%rd1+16], %r1;",
        ".param .u64 out, .param .f32 a, .param .f64 b, .param .s16 c",
    )
    out = np.zeros(24, np.uint8)
    ptxisa.launch(text, "k", 1, 1, [out, 1, np.float32(0.1), -7])
    assert out[:4].view(np.float32)[0] == 1
    assert out[8:16].view(np.float64)[0] == np.float64(np.float32(0.1))
    assert out[16:20].view(np.int32)[0] == -7


def test_symbols_in_and_out() -> None:
    text = kernel(
        "ld.global.u32 %r1, [v]; add.u32 %r1, %r1, 1; st.global.u32 [v], %r1; ld.const.u32 %r2, [c];\n"
        "st.global.u32 [v+4], %r2;",
        before=".visible .global .u32 v[2] = {1, 2};\n.visible .const .u32 c;",
    )
    v = np.array([10, 20], np.uint32)
    ptxisa.launch(text, "k", symbols={"v": v, "c": np.array([99], np.uint32)})
    assert v.tolist() == [11, 99]


def test_modules_are_linked() -> None:
    caller = kernel(
        "ld.param.u64 %rd1, [out];\n"
        "{ .param .b32 p; .param .b32 q; st.param.b32 [p], 20; call (q), f, (p); ld.param.b32 %r1, [q]; }\n"
        "ld.global.u32 %r2, [w]; add.u32 %r1, %r1, %r2; st.global.u32 [%rd1], %r1;",
        ".param .u64 out",
        ".extern .func (.param .b32 r) f (.param .b32 x);\n.extern .global .u32 w;",
    )
    callee = (
        f"{HEAD}.visible .global .u32 w = 300;\n.visible .func (.param .b32 r) f (.param .b32 x)\n"
        "{ .reg .b32 %a; ld.param.b32 %a, [x]; add.u32 %a, %a, 1; st.param.b32 [r], %a; ret; }\n"
    )
    out = np.zeros(1, np.uint32)
    run = ptxisa.launch([caller, callee], "k", 1, 1, [out])
    assert run.findings == []
    assert out[0] == 321


def test_special_registers_of_a_grid() -> None:
    names = ["%tid.y", "%ntid.x", "%ctaid.z", "%nctaid.y", "%laneid", "%warpid", "%cluster_ctarank", "%clusterid.x"]
    stores = "\n".join(f"mov.u32 %r5, {name}; st.global.u32 [%rd3+{4 * at}], %r5;" for at, name in enumerate(names))
    text = kernel(
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mad.lo.u32 %r1, %r2, 20, %r1;\n"
        "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.z; mad.lo.u32 %r2, %r3, 2, %r2; mad.lo.u32 %r1, %r2, 40, %r1;\n"
        f"mul.wide.u32 %rd2, %r1, 32; add.u64 %rd3, %rd1, %rd2;\n{stores}",
        ".param .u64 out",
    )
    out = np.zeros((3, 2, 2, 20, 8), np.uint32)
    run = ptxisa.launch(text, "k", (2, 1, 3), (20, 2), [out], cluster=2)
    assert run.findings == []
    z, x, ty, tx = np.meshgrid(range(3), range(2), range(2), range(20), indexing="ij")
    thread = ty * 20 + tx
    expected = np.stack([ty, 0 * z + 20, z, 0 * z + 1, thread % 32, thread // 32, x, 0 * z], axis=-1)
    assert np.array_equal(out, expected)


def test_names_and_labels_of_inner_blocks() -> None:
    block = "{ .reg .b32 %t; .reg .pred %q; mov.u32 %t, 0;\nL: add.u32 %t, %t, 1; setp.lt.u32 %q, %t, 5; @%q bra L;\n"
    text = kernel(
        f"ld.param.u64 %rd1, [out]; mov.u32 %r1, 0;\n{block} add.u32 %r1, %r1, %t; }}\n"
        f"{block} add.u32 %r1, %r1, %t; }}\n"
        "st.global.u32 [%rd1], %r1;",
        ".param .u64 out",
    )
    out = np.zeros(1, np.uint32)
    assert ptxisa.launch(text, "k", 1, 1, [out]).findings == []
    assert out[0] == 10


def test_mov_copies() -> None:
    text = kernel(
        f"{STORE} mov.u32 %r2, %r1; mov.u32 %r3, 5; mov.u32 %r4, %r2; mov.u32 %r2, %r3; mov.u32 %r3, %r4; bra N;\nN:\n"
        "add.u32 %r2, %r2, 1; mad.lo.u32 %r2, %r3, 100, %r2; st.global.u32 [%rd3], %r2;",
        ".param .u64 out",
    )
    out = np.zeros(32, np.uint32)
    ptxisa.launch(text, "k", 1, 32, [out])
    assert np.array_equal(out, np.arange(32) * 100 + 6)


def test_a_guard_keeps_its_value_while_others_change() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, 0; mov.pred %p2, 1;\nL: mov.pred %p1, %p2; add.u32 %r1, %r1, 1;\n"
        "mov.pred %p2, 0; @%p1 bra L; st.global.u32 [%rd1], %r1;",
        ".param .u64 out",
    )
    out = np.zeros(1, np.uint32)
    ptxisa.launch(text, "k", 1, 32, [out])
    assert out[0] == 2


@pytest.mark.parametrize("schedule", ["lockstep", "random", "adversarial"])
def test_lanes_that_left_a_loop_wait_for_lanes_that_synchronize_inside(schedule: str) -> None:
    # Lane n stays for n rounds; those inside wait for each other with a mask without the lanes that have left.
    text = kernel(
        """ld.param.u64 %rd1, [out];
        mov.u32 %r1, %laneid; mov.u32 %r2, %r1; mov.b32 %r3, -1; mov.u32 %r6, slots; mad.lo.u32 %r6, %r1, 4, %r6;
        LOOP: setp.ne.u32 %p1, %r2, 0;
        vote.sync.ballot.b32 %r3, %p1, %r3;
        @!%p1 bra LEFT;
        sub.u32 %r2, %r2, 1;
        st.shared.u32 [%r6], %r2;
        bar.warp.sync %r3;
        bra LOOP;
        LEFT: st.shared.u32 [%r6], %r1;
        bar.warp.sync -1;
        xor.b32 %r4, %r6, 0x7c; ld.shared.u32 %r4, [%r4];
        mad.wide.u32 %rd1, %r1, 4, %rd1; st.global.u32 [%rd1], %r4;""",
        ".param .u64 out",
        ".shared .align 128 .b32 slots[32];",
    )
    result = np.zeros(32, np.uint32)
    run = ptxisa.launch(text, "k", 1, 32, [result], schedule=schedule)
    assert [str(finding) for finding in run.findings] == []
    assert result.tolist() == list(range(31, -1, -1))


def test_ctas_of_a_large_grid_run_in_waves() -> None:
    text = kernel("ld.param.u64 %rd1, [out]; atom.global.add.u32 %r1, [%rd1], 1;", ".param .u64 out")
    out = np.zeros(1, np.uint32)
    ptxisa.launch(text, "k", 700, 256, [out])
    assert out[0] == 700 * 256


def test_the_same_seed_gives_the_same_run() -> None:
    text = kernel(f"{STORE} atom.global.exch.b32 %r2, [%rd1], %r1;", ".param .u64 out")
    results = []
    for seed in (1, 1, 2, 3, 4, 5):
        out = np.zeros(256, np.uint32)
        ptxisa.launch(text, "k", 1, 256, [out], schedule="random", seed=seed)
        results.append(out.tobytes())
    assert results[0] == results[1]
    assert len(set(results)) > 1


BAD: list[tuple[dict[str, Any], str]] = [
    ({"arguments": []}, r"the kernel has 2 parameters \(out, n\); 0 are given"),
    ({"arguments": {"out": None, "m": 1}}, "the kernel has no parameter m"),
    ({"arguments": {"out": None}}, "no argument is given for n"),
    ({"arguments": [None, 1 << 40]}, r"of type .u32; \d+ does not fit"),
    ({"arguments": [None, 1.5]}, "cannot be 1.5"),
    ({"arguments": [None, b"123"]}, "has 4 bytes; 3 are given"),
    ({"arguments": [np.zeros((4, 4))[:, ::2], 1]}, "must be contiguous"),
    ({"arguments": [object(), 1]}, "object is not an array"),
    ({"entry": "missing"}, "the module has no kernel missing; it has k"),
    ({"block": 2048}, "at most"),
    ({"block": (0, 1)}, "at least 1"),
    ({"grid": "many"}, "must be one to three integers"),
    ({"cluster": 3}, "does not divide into clusters"),
    ({"shared": 1 << 20}, "bytes of shared memory"),
    ({"shared": -1}, "must be a number of bytes"),
    ({"target": "sm_80"}, "is for sm_90a and does not run on sm_80"),
    ({"schedule": "fast"}, "schedule must be one of"),
    ({"contract": "always"}, "contract must be"),
    ({"watch": ["everything"]}, "no watch is called"),
    ({"steps": 0}, "steps must be"),
    ({"symbols": {"v": np.zeros(1)}}, "the module has no variable v"),
]


@pytest.mark.parametrize(("changes", "message"), BAD)
def test_a_launch_that_cannot_be_is_one_error(changes: dict[str, Any], message: str) -> None:
    text = kernel("", ".param .u64 out, .param .u32 n")
    options: dict[str, Any] = {"entry": "k", "grid": 1, "block": 1, "arguments": [None, 1], **changes}
    with pytest.raises(ptxisa.PtxError, match=message) as caught:
        ptxisa.launch(text, **options)
    assert len(caught.value.diagnostics) == 1


def test_invalid_ptx_is_reported_with_its_line() -> None:
    with pytest.raises(ptxisa.PtxError) as caught:
        ptxisa.launch(kernel("add.u32 %r1, %r2;"))
    assert re.match(r"8:1: error", str(caught.value.diagnostics[0]))


def test_contraction_fuses_products_and_sums() -> None:
    text = kernel(
        "ld.param.u64 %rd1, [out]; ld.param.f32 %f1, [a]; ld.param.f32 %f2, [b]; mul.f32 %f3, %f1, %f1;\n"
        "sub.f32 %f4, %f3, %f2; mul.f32 %f5, %f1, %f1; sub.f32 %f6, %f2, %f5; mul.rn.f32 %f7, %f1, %f1;\n"
        "sub.f32 %f8, %f7, %f2; st.global.f32 [%rd1], %f4; st.global.f32 [%rd1+4], %f6; st.global.f32 [%rd1+8], %f8;",
        ".param .u64 out, .param .f32 a, .param .f32 b",
    )
    a = np.float32(1 + 2**-12)
    b = a * a
    error = float(a) * float(a) - float(b)
    assert error != 0
    results = []
    for contract in ("never", "ptxas"):
        out = np.zeros(3, np.float32)
        run = ptxisa.launch(text, "k", 1, 1, [out, a, b], contract=contract)
        assert run.contraction
        results.append(out.tolist())
    assert results == [[0, 0, 0], [error, -error, 0]]


SEVERAL = """
.version 9.0
.target sm_90
.address_size 64
.shared .align 4 .b32 both[2];
.extern .shared .align 16 .b8 dynamic[];
.func helper(.reg .b64 a)
{
    .shared .align 4 .b8 own[4000];
    .reg .b32 size;
    mov.u32 size, %total_smem_size;
    st.shared.b32 [own], size;
    ld.shared.b32 size, [own];
    st.global.b32 [a], size;
    ret;
}
.visible .entry large(.param .u64 out)
{
    .shared .align 4 .b8 tile[40000];
    .reg .b64 a;
    .reg .b32 size;
    ld.param.u64 a, [out];
    mov.u32 size, %total_smem_size;
    st.shared.b32 [tile+39996], size;
    ld.shared.b32 size, [tile+39996];
    st.global.b32 [a], size;
    ret;
}
.visible .entry calls(.param .u64 out)
{
    .shared .align 4 .b8 tile[30000];
    .reg .b64 a;
    .reg .b32 one;
    mov.u32 one, 1;
    st.shared.b32 [both+4], one;
    ld.param.u64 a, [out];
    call helper, (a);
    ret;
}
.visible .entry varies(.param .u64 out)
{
    .reg .b64 a;
    .reg .b32 start, size;
    ld.param.u64 a, [out];
    mov.u32 start, dynamic;
    mov.u32 size, %total_smem_size;
    st.shared.b32 [dynamic+190000], size;
    ld.shared.b32 size, [dynamic+190000];
    st.global.b32 [a], size;
    ret;
}
"""


@pytest.mark.parametrize(
    ("entry", "dynamic", "size"),
    [("large", 0, 40000), ("calls", 0, 34008), ("large", 1000, 41000), ("varies", 200000, 200000)],
)
def test_a_kernel_has_the_shared_memory_that_it_can_use(entry: str, dynamic: int, size: int) -> None:
    # ptxas 13.0 reports the same static sizes with -v; the special register counts in units of 128 bytes.
    out = np.zeros(1, np.uint32)
    run = ptxisa.launch(SEVERAL, entry, 1, 1, [out], shared=dynamic)
    assert not run.findings
    assert run.complete
    assert out[0] == -(-size // 128) * 128


def test_shared_memory_of_another_kernel_is_out_of_bounds() -> None:
    text = SEVERAL.replace("[tile+39996], size", "[tile+40000], size")
    run = ptxisa.launch(text, "large", 1, 1, [np.zeros(1, np.uint32)])
    assert [finding.code for finding in run.findings] == ["out-of-bounds"]


@pytest.mark.parametrize("limit", [3, 20_000_000, 3_000_000_000, 4_000_000_000])
@pytest.mark.parametrize(
    "wait",
    [
        "mov.u32 %r1, %clock; L: mov.u32 %r2, %clock; sub.u32 %r2, %r2, %r1; setp.lt.u32 %p1, %r2, LIMIT;",
        "mov.u64 %rd1, %clock64; L: mov.u64 %rd2, %clock64; sub.u64 %rd2, %rd2, %rd1; setp.lt.u64 %p1, %rd2, LIMIT;",
        "mov.u64 %rd1, %clock64; L: mov.u64 %rd2, %clock64; sub.u64 %rd2, %rd2, %rd1;"
        " and.b64 %rd2, %rd2, 0xffffffff; setp.lt.u64 %p1, %rd2, LIMIT;",
        "mov.u64 %rd1, %globaltimer; add.u64 %rd1, %rd1, LIMIT;"
        " L: mov.u64 %rd2, %globaltimer; setp.lt.u64 %p1, %rd2, %rd1;",
        "mov.u32 %r1, %clock; L: mov.u32 %r2, %clock; sub.u32 %r2, %r2, %r1; setp.lt.s32 %p1, %r2, LIMIT % 2000000000;",
    ],
    ids=["clock", "clock64", "lower half of clock64", "globaltimer", "signed difference"],
)
def test_a_loop_that_waits_for_a_clock_ends(wait: str, limit: int) -> None:
    run = ptxisa.launch(kernel(wait.replace("LIMIT", str(limit)) + " @%p1 bra L;"), "k", 1, 32)
    assert not run.findings


MANGLED = kernel(
    "ld.param.u64 %rd1, [_Z4fillPjj_param_0]; ld.param.u32 %r1, [_Z4fillPjj_param_1]; st.global.u32 [%rd1+4], %r1;",
    ".param .u64 _Z4fillPjj_param_0, .param .u32 _Z4fillPjj_param_1",
).replace(".entry k(", ".entry _Z4fillPjj(")
OTHER = MANGLED.partition(".visible")[2].replace("_Z4fillPjj", "_Z4fillPji")


def test_short_names_of_a_compiled_kernel_and_its_parameters() -> None:
    for prefix in ("", "_Z4fillPjj_"):
        out = np.zeros(2, np.uint32)
        run = ptxisa.launch(MANGLED, "fill", 1, 1, {f"{prefix}param_0": out, f"{prefix}param_1": 7})
        assert not run.findings
        assert out[1] == 7
    run = ptxisa.launch(MANGLED, "fill", 1, 1, [np.zeros(1, np.uint32), 7])
    assert "after the end of param_0 (4 bytes)" in run.findings[0].message


@pytest.mark.parametrize(
    ("entry", "arguments", "message"),
    [
        ("fill", {}, "2 kernels are called fill: _Z4fillPjj, _Z4fillPji"),
        ("ill", {}, "no kernel ill; it has _Z4fillPjj, _Z4fillPji"),
        (5, {}, "no kernel 5"),
        ("_Z4fillPjj", {"param_0": None, "_Z4fillPjj_param_0": None}, "two arguments are given for param_0"),
        ("_Z4fillPjj", {"param_0": None, 1: 2}, "no parameter 1"),
        ("_Z4fillPjj", {"param_0": None, "parm_1": 2}, "did you mean param_1"),
    ],
)
def test_names_that_no_kernel_or_several_have(entry: Any, arguments: Any, message: str) -> None:
    with pytest.raises(ptxisa.PtxError, match=re.escape(message)):
        ptxisa.launch(f"{MANGLED}.visible{OTHER}", entry, 1, 1, arguments)


@pytest.mark.parametrize(
    ("variable", "shown"),
    [
        ("tile", "tile"),
        ("_ZZ6smoothE4tile", "tile"),
        ("_ZZN3cubE10Policy1000E6KernelIvEEvPKT1_E12temp_storage_0", "temp_storage"),
        ("_ZZ6smoothE9tile", "_ZZ6smoothE9tile"),
    ],
)
def test_findings_have_the_source_name_of_a_static_variable(variable: str, shown: str) -> None:
    text = kernel(f".shared .align 4 .b32 {variable}[4];\nmov.u32 %r1, {variable}; st.shared.u32 [%r1+16], %r1;")
    (finding,) = ptxisa.launch(text, None, 1, 1).findings
    assert f"after the end of {shown} (16 bytes)" in finding.message


def test_time_is_linear_in_registers_that_are_live_at_many_branches() -> None:
    number = itertools.count()

    def run(count: int) -> None:
        """Set registers, and add each of them after a branch of its own."""
        sets = "\n".join(f"add.u32 %x{index}, %r1, {index};" for index in range(count))
        adds = "\n".join(f"@%p1 bra L{index};\nL{index}: add.u32 %r1, %r1, %x{index};" for index in range(count))
        body = f".reg .b32 %x<{count}>; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 1;\n{sets}\n{adds}"
        # Launches of a text that was launched before do not compile it again.
        assert ptxisa.launch(kernel(f"{body}\n// {next(number)}"), "k", 1, 1).counts.divergences == 0

    run(1)
    assert processor_time(lambda: run(1000), 2) < 9 * processor_time(lambda: run(250), 2)
