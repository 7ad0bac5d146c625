"""The native engine has the results of NumPy to the bit: registers, memory, findings and counters."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.isa.instructions import mnemonics
from ptxisa.machine import native
from ptxisa.machine.observers import Observer, ProgressObserver
from tests.machine.launching import kernel
from tests.machine.planted import Planted, planted
from tools.gpu.whole_kernels import KERNELS, Launch, launches

engine = pytest.importorskip("ptxisa.machine.native.engine", exc_type=ImportError)
if not native.is_available():
    pytest.skip("needs llvmlite", allow_module_level=True)

SHARE = 16
"""Every sixteenth kernel runs here; each one runs with NumPy in other modules."""


@pytest.fixture(autouse=True)
def _everything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "HOT", 0)


def same_runs(text: Any, entry: str | None, grid: Any, block: Any, values: Any, **options: Any) -> Any:
    """Run a kernel with both engines, which must leave the same memory and report the same, and return the run."""
    runs, memories = [], []
    for name in ("numpy", "native"):
        arguments = values()
        runs.append(ptxisa.launch(text, entry, grid, block, arguments, engine=name, **options))
        memories.append([value.tobytes() for value in arguments if isinstance(value, np.ndarray)])
    expected, run = runs
    assert memories[1] == memories[0]
    assert run.findings == expected.findings
    assert run._replace(counts=None) == expected._replace(counts=None)
    assert run.counts == expected.counts
    return run


@pytest.mark.parametrize("share", range(2))
def test_compiled_forms_have_the_results_of_numpy(share: int) -> None:
    """`python -m tools.native` compares every variant."""
    from tools.native import compare

    totals = compare(mnemonics()[share::12], 200, most=2)
    assert totals.forms > 15
    assert totals.values > 3_000
    assert totals.differences == []


@pytest.mark.parametrize("launch", list(launches())[::SHARE], ids=lambda launch: launch.name)
def test_a_kernel_leaves_the_same_memory(launch: Launch) -> None:
    path = KERNELS / f"{launch.module}.ptx"
    options = {"shared": launch.shared, "cooperative": launch.cooperative}
    same_runs(path, launch.entry, launch.grid, launch.block, launch.values, **options)


@pytest.mark.parametrize("case", list(planted())[::SHARE], ids=lambda case: case.name)
def test_a_planted_bug_has_the_same_findings(case: Planted) -> None:
    launch = case.launch
    options = {"shared": launch.shared, "schedule": case.schedule, "steps": 3_000_000}
    same_runs(case.text, launch.entry, launch.grid, launch.block, launch.values, **options)


@pytest.mark.parametrize("watch", ["all", "none", "races", "uninitialized"])
@pytest.mark.parametrize("schedule", ["lockstep", "random"])
def test_watches_and_schedules_do_not_change_results(watch: str, schedule: str) -> None:
    def values() -> list[Any]:
        random = np.random.default_rng(3)
        return [random.integers(0, 50, 512).astype(np.int32), np.zeros(1, np.int32), 500]

    same_runs(KERNELS / "basic.ptx", "reduce_shared", 2, 256, values, watch=watch, schedule=schedule, seed=5)


# Lines of random programs: registers %r0 to %r9, a predicate, and words of memory of the thread.
_LINES = (
    "add.u32 {d}, {a}, {b};",
    "sub.s32 {d}, {a}, {b};",
    "mul.lo.u32 {d}, {a}, {b};",
    "mul.hi.s32 {d}, {a}, {b};",
    "mad.lo.u32 {d}, {a}, {b}, {c};",
    "div.u32 {d}, {a}, {b};",
    "rem.s32 {d}, {a}, {b};",
    "shl.b32 {d}, {a}, {b};",
    "shr.s32 {d}, {a}, {b};",
    "shf.l.wrap.b32 {d}, {a}, {b}, {c};",
    "lop3.b32 {d}, {a}, {b}, {c}, 0x6a;",
    "prmt.b32 {d}, {a}, {b}, {c};",
    "bfe.s32 {d}, {a}, {b}, {c};",
    "bfi.b32 {d}, {a}, {b}, {c}, 9;",
    "clz.b32 {d}, {a};",
    "popc.b32 {d}, {a};",
    "min.s32 {d}, {a}, {b};",
    "selp.b32 {d}, {a}, {b}, %p1;",
    "setp.lt.u32 %p1, {a}, {b};",
    "setp.ge.f32 %p1, {f}, {g};",
    "add.rn.f32 {f}, {g}, {h};",
    "fma.rn.f32 {f}, {g}, {h}, {f};",
    "mul.rn.ftz.f32 {f}, {g}, {h};",
    "div.rn.f32 {f}, {g}, {h};",
    "sqrt.rn.f32 {f}, {g};",
    "max.f32 {f}, {g}, {h};",
    "cvt.rzi.s32.f32 {d}, {g};",
    "cvt.rn.f32.s32 {f}, {a};",
    "fma.rn.f16x2 {d}, {a}, {b}, {c};",
    "mov.b32 {f}, {a};",
    "mov.b32 {d}, {g};",
    "add.cc.u32 {d}, {a}, {b};",
    "addc.u32 {d}, {a}, {b};",
    "st.global.u32 [%rd2], {a};",
    "ld.global.u32 {d}, [%rd2];",
    "st.shared.u16 [%rd3+2], %h1;",
    "ld.shared.v2.u32 {{{d}, %r9}}, [%rd4];",
    "ld.global.s8 {d}, [%rd2+3];",
    "cvt.u16.u32 %h1, {a};",
    "atom.shared.add.u32 {d}, [%rd5], {a};",
    "atom.shared.cas.b32 {d}, [%rd5], {a}, {b};",
    "red.shared.max.s32 [%rd5], {a};",
    "atom.shared.exch.b32 _, [%rd5], {a};",
)


def random_program(seed: int) -> str:
    """Return a kernel of random instructions, some of them guarded, in a loop that threads leave at different times."""
    random = np.random.default_rng(seed)
    lines = ["ld.param.u64 %rd1, [data];", "mov.u32 %r10, %tid.x;", "mul.wide.u32 %rd2, %r10, 64;"]
    lines += ["add.u64 %rd2, %rd1, %rd2;", "mov.u64 %rd3, words;", "mad.wide.u32 %rd3, %r10, 8, %rd3;"]
    lines += [
        "mov.u64 %rd4, %rd3;",
        "st.shared.v2.u32 [%rd3], {%r10, %r10};",
        "mov.u32 %r20, 0;",
        "cvt.u16.u32 %h1, %r10;",
        "and.b32 %r11, %r10, 7;",
        "mov.u64 %rd5, sums;",
        "mad.wide.u32 %rd5, %r11, 4, %rd5;",
        "st.shared.u32 [%rd5], 0;",
        "bar.sync 0;",
    ]
    lines += [f"ld.global.u32 %r{index}, [%rd2+{4 * index}];" for index in range(10)]
    lines += [f"mov.b32 %f{index}, %r{index};" for index in range(5)]
    lines += ["setp.ne.u32 %p1, %r0, %r1;", "add.cc.u32 %r11, %r0, %r1;", "LOOP:"]
    for _ in range(30):
        line = str(random.choice(_LINES))
        words = {name: f"%r{random.integers(9)}" for name in "abcd"} | {
            name: f"%f{random.integers(5)}" for name in "fgh"
        }
        guard = ("@%p1 ", "@!%p1 ", "", "", "", "")[random.integers(6)] if not line.startswith("addc") else ""
        lines.append(guard + line.format(**words))
    lines += ["add.u32 %r20, %r20, 1;", "and.b32 %r21, %r0, 3;", "setp.le.u32 %p2, %r20, %r21;", "@%p2 bra LOOP;"]
    lines += [f"st.global.u32 [%rd2+{4 * index}], %r{index};" for index in range(9)]
    lines += [f"st.global.f32 [%rd2+{36 + 4 * index}], %f{index};" for index in range(5)]
    variables = ".shared .align 8 .b8 words[2048];\n.shared .align 4 .b32 sums[8];"
    return kernel("\n".join(lines), ".param .u64 data", variables)


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_have_the_same_results(seed: int) -> None:
    def values() -> list[Any]:
        random = np.random.default_rng(seed)
        data = random.integers(0, 1 << 32, (200, 16), dtype=np.uint32)
        data[::3] &= 31
        data[1::3, :5] = random.standard_normal((67, 5)).astype(np.float32).view(np.uint32)
        return [data]

    assert same_runs(random_program(seed), None, 1, 200, values).findings == []


_BLOCK_OF_LOADS = """
ld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
mov.u64 %rd3, words; add.u64 %rd3, %rd3, %rd2; st.shared.u32 [%rd3], %r1; st.shared.u32 [%rd3+256], %r1;
{barrier}
ld.shared.u32 %r2, [%rd3{first}]; add.u32 %r3, %r2, %r1; ld.shared.s8 %r4, [%rd3+{second}];
ld.shared.v2.u16 {{%h1, %h2}}, [%rd3+8]; cvt.u32.u16 %r5, %h2; mad.lo.u32 %r3, %r3, %r4, %r5;
{between}
st.shared.u32 [%rd3+4], %r3; st.global.u32 [%rd1], %r3;
"""


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ({"between": "bar.sync 0;"}, []),
        ({}, ["race"]),
        ({"barrier": ""}, ["race"]),
        ({"between": "bar.sync 0;", "first": "+-4"}, ["out-of-bounds"]),
        ({"between": "bar.sync 0;", "second": "1000"}, ["out-of-bounds"]),
        ({"between": "bar.sync 0;", "first": "+2"}, ["misaligned-access"]),
        ({"between": "bar.sync 0;", "second": "520"}, ["uninitialized"]),
    ],
)
def test_loads_of_a_block_are_checked_and_followed_later(lines: dict[str, str], codes: list[str]) -> None:
    given = {"barrier": "bar.sync 0;", "first": "", "second": "5", "between": ""} | lines
    text = kernel(_BLOCK_OF_LOADS.format(**given), ".param .u64 data", ".shared .align 4 .b8 words[1000];")
    run = same_runs(text, None, 2, 64, lambda: [np.zeros(64, np.uint32)], watch=["races", "uninitialized"])
    assert sorted({finding.code for finding in run.findings}) == codes


def test_only_frequent_instructions_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "HOT", 1 << 40)
    monkeypatch.setattr(engine, "compiler", lambda: pytest.fail("an instruction is compiled"))
    data = np.zeros(32, np.uint32)
    body = "ld.param.u64 %rd1, [p]; mov.u32 %r1, 7; st.global.u32 [%rd1], %r1;"
    ptxisa.launch(kernel(body, ".param .u64 p"), None, 1, 1, [data], engine="native")
    assert data[0] == 7


def test_instructions_are_compiled_unless_an_observer_sees_all(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    function = engine.block_function
    monkeypatch.setattr(
        engine, "block_function", lambda *given, **options: compiled.append("a block") or function(*given, **options)
    )
    text = kernel("mov.u32 %r1, %tid.x; add.u32 %r1, %r1, 1;")
    ptxisa.launch(text, None, 1, 32, engine="native", observers=[Observer()])
    assert not compiled
    ptxisa.launch(text, None, 1, 32, engine="native", observers=[ProgressObserver(io.StringIO())])
    assert compiled


def test_an_engine_that_is_not_installed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "is_available", lambda: False)
    with pytest.raises(ptxisa.PtxError, match=r"ptxisa\[native\]"):
        ptxisa.launch(kernel("mov.u32 %r1, 1234;"), engine="native")
    with pytest.raises(ptxisa.PtxError, match="numpy or native"):
        ptxisa.launch(kernel("mov.u32 %r1, 1234;"), engine="cuda")


@pytest.mark.parametrize("access", ["ld.global.u32 %r2, [%rd1];", "st.u32 [%rd1], 7;", "red.global.add.u32 [%rd1], 1;"])
def test_accesses_to_memory_of_the_grid_before_are_found(access: str) -> None:
    address = "ld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;"
    first = kernel(f"{address} st.global.u32 [%rd1], 7; griddepcontrol.launch_dependents;", ".param .u64 data")
    data = np.zeros(64, np.uint32)
    before = ptxisa.launch(first, "k", 1, 64, [data])
    second = kernel(f"{address}\n{access}", ".param .u64 data")
    runs = [ptxisa.launch(second, "k", 1, 64, [data], after=before, engine=name) for name in ("numpy", "native")]
    assert [finding.code for finding in runs[0].findings] == ["missing-wait"]
    assert runs[1].findings == runs[0].findings
