"""Running statements without NumPy: the same results as with it, and one line where it is needed."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from ptxisa import PtxError, execute
from ptxisa.numbers.patterns import integers
from ptxisa.run import by_thread

HIDDEN = "import sys; sys.modules['numpy'] = None\n"
"""An import of NumPy fails as where it is not installed."""

SAME = [
    ("add.sat.s32 d, a, b;", {"a": [0x7FFFFFFF, 5, -3], "b": 1}),
    ("add.cc.u32 d, a, b; addc.u32 e, a, 0;", {"a": [0xFFFFFFFF, 1], "b": [1, 1]}),
    ("addc.u32 d, a, a;", {"a": [5, 0xFFFFFFFF]}),
    ("mul.wide.s32 d, a, a;", {"a": [0xFFFFFFFF, 7]}),
    ("cvt.s64.s8 d, a;", {"a": [0x80, 0x7F]}),
    ("setp.lt.u32 p, a, 5; @p mov.u32 d, 1; @!p mov.u32 d, 2;", {"a": [3, 7]}),
    ("fma.rn.f32 d, a, b, c;", {"a": 0.1, "b": [3.0, 2.0], "c": -0.3}),
    ("cvt.rn.satfinite.e4m3x2.f32 d, a, b;", {"a": [1.5, 1000.0], "b": -0.25}),
    ("popc.b64 d, a;", {"a": [2**64 - 1, 0]}),
    ("shfl.sync.down.b32 d, a, 1, 31, 0xffffffff;", {"a": list(range(100, 132))}),
    ("shfl.sync.idx.b32 d, a, 7, 31, 0xffffffff;", {"a": [1, 2, 3, 4, 5]}),
    ("vote.sync.ballot.b32 d, p, 0xffffffff;", {"p": [1, 0] * 16}),
    ("match.any.sync.b32 d, a, 0xffffffff;", {"a": [1, 2, 3, 4] * 8}),
    ("mov.u32 d, %laneid; mov.u32 e, %lanemask_lt; mov.u32 f, %tid.x; mov.u32 g, %ntid.x;", {}),
    ("mov.u32 d, %lanemask_gt; mov.u32 e, %lanemask_ge; mov.u32 f, %lanemask_le; mov.u32 g, %warpid;", {}),
    ("mov.b64 {lo, hi}, a;", {"a": [0x123456789ABCDEF0]}),
    ("prmt.b32 d, a, b, 0x3210;", {"a": [0x11223344], "b": [0x55667788]}),
    ("and.pred d, p, !q;", {"p": [1, 1], "q": [0, 1]}),
]


@pytest.mark.parametrize(("statements", "registers"), SAME)
def test_results_are_those_of_arrays(statements, registers):
    arrays = execute(statements, registers)
    assert by_thread.execute(statements, registers) == {name: integers(found) for name, found in arrays.items()}


MEMORY = [
    ("ld.global.u32 d, [p+4];", {"p": [0, 4]}),
    ("st.global.v2.u32 [p], {a, a};", {"p": [0, 8], "a": [7, 9]}),
    ("ld.global.v2.s16 {d, e}, [p];", {"p": [4, 8]}),
    ("atom.global.add.u32 d, [p], 1;", {"p": [0, 4, 4]}),
    ("@q st.global.u8 [p], a;", {"q": [1, 0], "p": [1, 2], "a": [255, 255]}),
    ("ld.u64 d, [p];", {"p": [8]}),
]


@pytest.mark.parametrize(("statements", "registers"), MEMORY)
def test_memory_is_as_that_of_arrays(statements, registers):
    array = np.arange(16, dtype=np.uint8)
    plain = bytearray(array.tobytes())
    found = execute(statements, registers, memory={"global": array})
    assert by_thread.execute(statements, registers, memory={"global": plain}) == {
        name: integers(one) for name, one in found.items()
    }
    assert plain == array.tobytes()


@pytest.mark.parametrize(
    ("statements", "registers", "options"),
    [
        ("ld.global.u32 d, [p];", {"p": 16}, {"memory": {"global": bytearray(16)}}),
        ("ld.global.u32 d, [p];", {"p": 2}, {"memory": {"global": bytearray(16)}}),
        ("ld.global.v2.u32 {d, e}, [p];", {"p": 4}, {"memory": {"global": bytearray(16)}}),
        ("ld.global.u32 d, [p];", {"p": 0}, {}),
        ("ld.shared.u32 d, [v];", {}, {}),
        ("add.u32 d, a, b;", {"a": 1}, {}),
        ("add.u32 d, a, 1;", {"a": "x"}, {}),
        ("add.u32 d, a, 1;", {"a": 1 << 32}, {}),
        ("add.u32 d, a, b;", {"a": [1, 2], "b": [1]}, {}),
        ("add.u32 d, a, 1;", {"a": 1, "c": 2}, {}),
        ("@p mov.u32 d, 1;", {"p": [1, 0]}, {}),
        ("@p mov.u32 d, 1; add.u32 e, d, 1;", {"p": [1, 0]}, {}),
        ("add.u32 d, a", {"a": 1}, {}),
    ],
)
def test_errors_are_those_of_arrays(statements, registers, options):
    with pytest.raises(PtxError) as plain:
        by_thread.execute(statements, registers, **options)
    memory = {name: np.frombuffer(one, np.uint8).copy() for name, one in options.get("memory", {}).items()}
    with pytest.raises(PtxError) as arrays:
        execute(statements, registers, memory=memory)
    assert [one.code for one in plain.value.diagnostics] == [one.code for one in arrays.value.diagnostics]


@pytest.mark.parametrize(
    ("statements", "registers", "options"),
    [
        ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d, e}, {a}, {b}, {c, f};", {}, {}),
        ("bar.sync 0;", {}, {}),
        ("cvta.global.u64 d, a;", {"a": 0}, {}),
        ("ex2.approx.f32 d, a;", {"a": 1.0}, {"target": "sm_90"}),
        ("add.u32 d, a, 1;", {"a": 1}, {"block": 32}),
    ],
)
def test_what_needs_numpy_says_so_in_one_line(statements, registers, options):
    text = f"""
import ptxisa
try:
    print(ptxisa.execute({statements!r}, {registers!r}, **{options!r}))
except ptxisa.PtxError as error:
    (one,) = error.diagnostics
    print(one.code, one.message)
"""
    said = subprocess.run([sys.executable, "-c", HIDDEN + text], capture_output=True, text=True, check=True).stdout
    assert said.count("\n") == 1
    assert said.startswith("not-executable ")
    assert "NumPy" in said or "numpy" in said


def test_numbers_are_signed_integers_and_floats():
    found = by_thread.execute("add.s32 d, a, 0; mov.f32 e, 0f3fc00000;", {"a": [-5]}, numbers=True)
    assert found == {"d": [-5], "e": [1.5]}


def test_everything_but_numpy_works_where_it_is_absent():
    text = """
import json, ptxisa
found = [
    ptxisa.execute("add.sat.s32 d, a, b;", {"a": [0x7fffffff, 1], "b": 1})["d"],
    bool(ptxisa.available("add.u16x2", target="sm_80")),
    [one.code for one in ptxisa.check_statement("add.u32 d, a, 1.5;", registers={"d": "b32", "a": "b32"})],
    ptxisa.database().sql("SELECT count(*) > 100 FROM form")[0][0],
    "numpy" in [name for name, module in sys.modules.items() if module],
]
print(json.dumps(found))
"""
    said = subprocess.run([sys.executable, "-c", HIDDEN + text], capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == [[0x7FFFFFFF, 2], False, ["operand-type"], 1, False]
