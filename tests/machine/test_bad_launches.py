"""Launches that cannot be, and sweeps of launches: one clear error each."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa import PtxError
from ptxisa.cli.main import main
from ptxisa.machine.observers import ProgressObserver
from tests.machine.launching import kernel

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "kernels" / "neighbors.ptx"
TEXT = EXAMPLE.read_text(encoding="utf-8")
ENDLESS = kernel(
    "mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\nbra L;", ".param .u64 a, .param .f32 x, .param .align 4 .b8 agg[12]"
)


def words(count: int = 64) -> np.ndarray:
    return np.zeros(count, np.uint32)


ARRAYS = [words(), words()]
SHARED = words()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"arguments": [words()]}, r"the kernel has 2 parameters \(in, out\); 1 is given"),
        ({"arguments": [words(), words(), 1]}, "3 are given"),
        ({"arguments": {"in": words(), "outt": words()}}, "the kernel has no parameter outt; did you mean out?"),
        ({"arguments": {"in": words()}}, "no argument is given for out"),
        ({"arguments": ["x", words()]}, "in: str is not an array, a number, bytes or None"),
        ({"arguments": [[1, 2], words()]}, "in: list is not an array"),
        ({"arguments": [np.array("x"), words()]}, "parameter in cannot be a <U1 scalar"),
        ({"arguments": [np.complex64(1), words()]}, "parameter in cannot be a complex64 scalar"),
        ({"arguments": [np.array(b"x"), words()]}, "parameter in has 8 bytes; 1 are given"),
        ({"arguments": [1.5, words()]}, r"parameter in is of type .u64 and cannot be 1.5"),
        ({"arguments": [1 << 64, words()]}, "does not fit"),
        ({"arguments": [np.array([1, "x"], object), words()]}, "Python objects"),
        ({"arguments": [words(128)[::2], words()]}, "must be contiguous"),
        ({"arguments": [np.zeros(64, ">u4"), words()]}, "swapped bytes"),
        ({"entry": "nope"}, "the module has no kernel nope; it has neighbors"),
        ({"module": TEXT + TEXT.split("64\n", 1)[1].replace("neighbors", "other")}, "must be named"),
        ({"module": "hello"}, "begins with .version"),
        ({"module": ""}, "begins with .version"),
        ({"module": "no/such.ptx"}, "No such file"),
        ({"module": []}, "no module is given"),
        ({"module": [TEXT, TEXT]}, "neighbors is defined in two modules"),
        ({"block": 2048}, "block is 2048 x 1 x 1"),
        ({"block": (64, 64)}, "a block of 4096 threads is too large"),
        ({"block": (1, 1, 65)}, "block is 1 x 1 x 65"),
        ({"grid": 0}, "grid is 0 x 1 x 1"),
        ({"grid": (1, 70000)}, "grid is 1 x 70000 x 1"),
        ({"grid": (1, 1, 1, 1)}, "grid must be one to three integers"),
        ({"grid": 1.5}, "grid must be one to three integers, not 1.5"),
        ({"shared": 300_000}, "300,256 bytes of shared memory"),
        ({"shared": -1}, "shared must be a number of bytes"),
        ({"grid": 3, "cluster": 2}, "does not divide into clusters"),
        ({"grid": 1 << 24, "cooperative": True}, "too many to run at the same time"),
        ({"target": "sm_80"}, "is for sm_90 and does not run on sm_80"),
        ({"contract": "x"}, "contract must be never or ptxas"),
        ({"schedule": "x"}, "schedule must be one of"),
        ({"seed": "x"}, "seed must be a number from 0 on"),
        ({"seed": -1}, "seed must be a number from 0 on"),
        ({"steps": 0}, "steps must be a positive number"),
        ({"watch": "x"}, "no watch is called 'x'"),
        ({"symbols": {"x": words()}}, "the module has no variable x"),
        (
            {"arguments": [1 << 20_000, words()]},
            "a number of 20,001 bits does not fit, numbers from -9223372036854775808",
        ),
        ({"grid": 1 << 20_000}, "grid is a number of 20,001 bits x 1 x 1; each size must be at least 1"),
        ({"shared": 1 << 20_000}, r"more than 2\*\*64 bytes of shared memory"),
        ({"seed": -1 << 20_000}, "seed must be a number from 0 on, not 'a number of"),
        ({"arguments": [SHARED[:40], SHARED[20:]]}, "the arrays in and out share only a part of their memory"),
        ({"arguments": [SHARED[:40], SHARED]}, "the arrays in and out share only a part of their memory"),
    ],
)
def test_a_bad_argument_is_one_clear_error(changes: dict[str, Any], message: str) -> None:
    options: dict[str, Any] = {"module": TEXT, "entry": None, "block": 64, "arguments": ARRAYS} | changes
    if "entry" not in changes and len(changes) == 1 and "module" not in changes:
        options["entry"] = "neighbors"
    with pytest.raises(PtxError, match=message) as caught:
        ptxisa.launch(**options)
    assert "\n" not in caught.value.diagnostics[0].message


@pytest.mark.parametrize("value", [bytes(3), 5, words(3), 1j])
def test_values_of_an_aggregate(value: Any) -> None:
    with pytest.raises(PtxError, match="agg"):
        ptxisa.launch(ENDLESS, "k", 1, 1, [words(), 1.0, value], steps=10)


@pytest.mark.parametrize("number", [10**400, "1", None])
def test_values_of_a_number(number: Any) -> None:
    with pytest.raises(PtxError, match="x"):
        ptxisa.launch(ENDLESS, "k", 1, 1, [words(), number, bytes(12)], steps=10)


@pytest.mark.parametrize(
    "changes",
    [
        {"module": 5},
        {"arguments": "ab"},
        {"arguments": 5},
        {"watch": 5},
        {"observers": 5},
        {"observers": [5]},
        {"symbols": [1]},
        {"target": 90},
        {"arguments": {1, 2}},
        {"cooperative": "no"},
        {"stop": "no"},
        {"counters": 1},
    ],
)
def test_other_types_are_type_errors(changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        ptxisa.launch(**({"module": TEXT, "block": 64, "arguments": ARRAYS} | changes))


def test_too_little_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": 4096}.__getitem__)
    with pytest.raises(PtxError, match="MiB of memory, and this machine has 0"):
        ptxisa.launch(TEXT, None, 1, 64, ARRAYS)


def test_an_endless_loop_ends_after_the_steps() -> None:
    run = ptxisa.launch(ENDLESS, "k", 1, 1, [words(), 1, bytes(12)], steps=1000)
    assert [finding.code for finding in run.findings] == ["step-limit"]


def test_the_folder_of_results_is_made_before_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    arguments = [
        "run",
        str(EXAMPLE),
        "--block",
        "64",
        "--arg",
        "null",
        "--arg",
        "null",
        "-o",
        str(tmp_path / "file" / "x"),
    ]
    assert main(arguments) == 2
    assert "Not a directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--arg", "=3"], "--arg takes NAME=VALUE or VALUE, not '=3'"),
        (["--arg", "in=null", "--arg", "in=null"], "two arguments are given for in"),
        (["--arg", "in=@"], "in: the name of a file follows @"),
        (["--arg", "in=random:u32:4:-1"], "in: a seed is a number from 0 on, not -1"),
        (["--arg", "in=zeros:u32:4:7"], "only random takes a seed"),
        (["--arg", "in=zeros:u32:" + "x".join(["1"] * 70)], "in: an array has at most 32 dimensions, not 70"),
        (["--arg", "in=zeros:f128:4"], "in: the type 'f128' is none of u8, u16, u32"),
        (["--arg", "in=zeros:u32:-4"], "an array of -4 elements cannot be made; it has from 0 to 17,179,869,184 bytes"),
        (["--arg", "in=0x" + "f" * 4000], "in: a number of 4,002 characters fits no parameter"),
        (["--cluster", ""], "--cluster takes one to three numbers"),
        (["--symbol", "a=zeros:u32:4", "--symbol", "a=ones:u32:4"], "two values are given for the variable a"),
        (["--trace-only", "line=1"], "--trace-only needs --trace FILE.sqlite"),
        (["--trace", "{folder}/t", "--trace-only", "line=20-10"], "'line=20-10' has an empty range"),
        (["--arg", "in=@{folder}/objects.npy"], "Object arrays cannot be loaded"),
        (["--arg", "in=@{folder}/cut.npy"], "cut.npy: "),
        (["--arg", "in=@{folder}/huge.npy"], "the array needs more memory than this machine has"),
        (["--trace", "{folder}"], "{folder}: Is a directory"),
        (["--html", "{folder}"], "{folder}: it is a folder"),
        (["--plot", "{folder}/none/x.svg"], "its folder does not exist"),
    ],
)
def test_a_bad_option_is_one_line_before_the_run(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "objects.npy", np.array([None, 1], object), allow_pickle=True)
    np.save(tmp_path / "whole.npy", words())
    data = (tmp_path / "whole.npy").read_bytes()
    (tmp_path / "cut.npy").write_bytes(data[:100])
    (tmp_path / "huge.npy").write_bytes(data.replace(b"(64,), }" + b" " * 13, b"(999999999999999,), }"))
    given = [argument.replace("{folder}", str(tmp_path)) for argument in arguments]
    assert main(["run", str(EXAMPLE), "--block", "64", *given]) == 2
    output = capsys.readouterr()
    assert message.replace("{folder}", str(tmp_path)) in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""


def test_a_launch_that_needs_more_memory_than_there_is_fails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    system = os.sysconf

    def limit_memory(size: int) -> None:
        """Let the system report a machine with `size` bytes of memory."""
        pages = size // system("SC_PAGE_SIZE")
        monkeypatch.setattr(os, "sysconf", lambda name: pages if name == "SC_PHYS_PAGES" else system(name))

    array = np.zeros(1 << 20, np.uint8)
    # 3 MiB for bytes, flags and the array of the caller; the watch of races needs about 9 MiB more.
    limit_memory(6 << 20)
    with pytest.raises(PtxError, match=r"needs 12 MiB of memory, and this machine has 6; without the watch of races"):
        ptxisa.launch(TEXT, None, 1, 32, [array, None])
    run = ptxisa.launch(TEXT, None, 1, 32, [array, None], watch="uninitialized", stop=False)
    assert run.counts.instructions
    limit_memory(1 << 20)
    with pytest.raises(PtxError, match=r"the run needs \d+ MiB of memory, and this machine has 1$"):
        ptxisa.launch(TEXT, None, 1, 32, [array, None], watch="none")


def test_progress_is_one_line_that_goes_away() -> None:
    stream = io.StringIO()
    text = kernel("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 500;\n@%p1 bra L;")
    ptxisa.launch(text, "k", 2, 32, observers=[ProgressObserver(stream, seconds=0)])
    shown = stream.getvalue()
    assert "instructions, 0 of 2 CTAs have ended" in shown
    assert shown.endswith("\r\x1b[K")
    quiet = io.StringIO()
    ptxisa.launch(text, "k", 2, 32, observers=[ProgressObserver(quiet, seconds=100)])
    assert quiet.getvalue() == ""


def test_a_grid_that_is_too_large_for_races_is_incomplete() -> None:
    run = ptxisa.launch(TEXT, None, 2_000_000_000, 1, [None, None], steps=10)
    assert not run.complete
    assert run.findings


# --- sweeps ---


def test_a_sweep_has_every_combination_on_copies() -> None:
    numbers, sums = np.arange(64, dtype=np.uint32), words()
    over = {"schedule": ["lockstep", "random"], "seed": range(2)}
    runs = list(ptxisa.sweep(TEXT, "neighbors", 1, 64, [numbers, sums], over=over, jobs=1, watch="none"))
    assert [run.options for run in runs] == [
        {"schedule": "lockstep", "seed": 0},
        {"schedule": "lockstep", "seed": 1},
        {"schedule": "random", "seed": 0},
        {"schedule": "random", "seed": 1},
    ]
    assert not sums.any()
    assert all(run.run.complete for run in runs)
    np.testing.assert_array_equal(runs[0].arguments[1][:63], numbers[:63] + numbers[1:])


def test_a_sweep_over_processes_and_sizes() -> None:
    array = words(256)
    text = kernel("ld.param.u64 %rd1, [a]; mov.u32 %r1, %ntid.x; st.global.u32 [%rd1], %r1;", ".param .u64 a")
    runs = list(ptxisa.sweep(text, "k", arguments={"a": array}, over={"block": [32, 64]}, jobs=2))
    assert [int(run.arguments["a"][0]) for run in runs] == [32, 64]


def test_unknown_options_of_a_sweep() -> None:
    with pytest.raises(PtxError, match="launch has no option 'seeds'"):
        ptxisa.sweep(TEXT, over={"seeds": [1]})
