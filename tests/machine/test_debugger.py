"""`ptxisa debug`, driven by commands on its input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.machine.debugger import Debugger
from tests.machine.launching import kernel

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "kernels" / "neighbors.ptx"
CALLS = kernel(
    """mov.u32 %r1, %tid.x;
    call (%r2), twice, (%r1);
    call (%r3), twice, (%r2);""",
    before=""".func (.reg .b32 r) twice (.reg .b32 x)
{
    add.u32 r, x, x;
    ret;
}""",
)


def session(text: str, commands: str, arguments: Any = (), *, block: int = 64, **options: Any) -> list[str]:
    """Return the lines that the commands, which ";" divides, print."""
    out = io.StringIO()

    def launch(observers: Any) -> Any:
        given = [np.array(argument) for argument in arguments]
        return ptxisa.launch(text, None, 1, block, given, observers=observers, **options)

    stdin = io.StringIO("\n".join(command.strip() for command in commands.split(";")) + "\n")
    Debugger(launch, "k.ptx", stdin=stdin, stdout=out).run()
    return out.getvalue().splitlines()[1:]


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


NEIGHBORS = EXAMPLE.read_text(encoding="utf-8")
ARRAYS = (np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32))


def test_a_breakpoint_at_a_line_and_registers_of_a_warp() -> None:
    line = line_of(NEIGHBORS, "add.u32")
    lines = session(NEIGHBORS, f"break {line}; continue; print %r5 warp; thread 40; print %r5", ARRAYS)
    assert lines[0] == f"breakpoint 1: {line}"
    assert lines[1].endswith(f"and 62 more, k.ptx:{line}: add.u32 %r6, %r2, %r5;")
    assert lines[2] == f"%r5: {', '.join(str(lane + 1) for lane in range(32))}"
    assert lines[3:] == ["thread (40, 0, 0) of CTA (0, 0, 0)", "%r5: 41"]


def test_a_breakpoint_at_a_label_for_one_thread() -> None:
    lines = session(NEIGHBORS, "break DONE thread; continue; print %tid.x; continue; quit", ARRAYS, watch="none")
    assert lines[0] == "breakpoint 1: DONE (thread in focus)"
    assert lines[2] == "%tid.x: 0"
    assert lines[3].startswith("the run has ended: <run: complete, 0 findings")


def test_steps_forward_and_back() -> None:
    lines = session(NEIGHBORS, "step; step 2; back; back 2; back; next; warp", ARRAYS)
    numbers = [line.split(",")[0] for line in lines]
    assert numbers == [
        "step 2",
        "step 4",
        "step 3",
        "step 1",
        "the thread in focus has executed no earlier instruction",
        "step 2",
        "step 3",
    ]


def test_a_step_back_from_the_end_restores_the_last_state() -> None:
    short = (ARRAYS[0], ARRAYS[1][:8])
    lines = session(NEIGHBORS, "continue; back; thread 9; print %r6; memory tile 3 u32", short, watch="none")
    assert lines[1].startswith("k.ptx:27: out-of-bounds")
    assert "st.global.u32" in lines[2]
    assert lines[4:] == ["%r6: 19", "0, 1, 2"]


def test_watches_of_registers_and_memory() -> None:
    lines = session(NEIGHBORS, "thread 3; watch %r1; watch shared 0x404 1 u32; continue; continue; back", ARRAYS)
    assert lines[1] == "watch 1: %r1 is 0"
    assert lines[3] == "watch 2: shared 0x404 1 u32 is 0"
    assert lines[4].startswith("watch 1: %r1 was 0, is 3; after step 3, thread (3, 0, 0) of CTA (0, 0, 0)")
    assert lines[5].startswith("watch 2: shared 0x404 1 u32 was 0, is 1; after step 10")
    assert lines[6].startswith("step 9,")


def test_calls_of_a_thread() -> None:
    add = line_of(CALLS, "add.u32 r")
    lines = session(CALLS, f"break {add}; continue; where; print x; print %r1; delete 1; continue", block=4)
    assert lines[2:4] == [f"twice at k.ptx:{add}", f"k at k.ptx:{line_of(CALLS, 'call (%r2)')}"]
    assert lines[4] == "x: 0"
    assert lines[5] == "no register is called '%r1' here"
    assert lines[6].startswith("the run has ended")


def test_threads_that_wait_at_a_barrier() -> None:
    text = kernel(
        """mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;
        @%p1 bra FIRST;
        add.u32 %r2, %r1, 1;
        FIRST:
        setp.lt.u32 %p1, %r1, 32;
        @%p1 bra LATE;
        bar.sync 0;
        bra.uni END;
        LATE: bar.sync 0;
        END:"""
    )
    late = line_of(text, "LATE: bar")
    lines = session(text, f"break {late}; continue; threads")
    assert any("runs next" in line for line in lines)
    assert any("waits" in line and line.startswith("32 threads from thread (32, 0, 0)") for line in lines)


def test_floats_have_the_notation_of_their_type() -> None:
    lines = session(
        kernel("mov.f32 %f1, 0f3FC00000;\nmov.f64 %d1, 0d4000000000000000;"), "next 2; p %f1; p %d1", block=1
    )
    assert lines[1:3] == ["%f1: 1.5", "%d1: 2.0"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("frob", "unknown command 'frob'; help lists all"),
        ("print %q", "no register is called '%q' here"),
        ("print %r1 all", "print takes a register, and the word warp"),
        ("memory", "memory takes a state space and an address, or a variable"),
        ("memory nowhere", "'nowhere' is neither a state space (global, shared, local, const, param) nor a variable"),
        ("memory shared", "memory shared takes an address"),
        ("memory shared 0x7000000", "no memory is at 0x7000000 in shared memory"),
        ("memory shared 0x400 9999", "memory takes up to 256 values of a type of whole bytes, such as 8 f32"),
        ("memory shared 0x400 1 pred", "memory takes up to 256 values of a type of whole bytes, such as 8 f32"),
        ("thread 64", "no thread 64 of CTA 0 is running"),
        ("thread 1 7", "no thread 1 of CTA 7 is running"),
        ("step x", "a number of instructions is needed, not 'x'"),
        ("step 0", "a number of instructions is needed, not '0'"),
        ("delete 9", "unknown breakpoint or watch '9'"),
        ("break 3 never", "break takes a line or label, and the word thread"),
        ("watch %q", "no register is called '%q' here"),
        ("back", "the thread in focus has executed no earlier instruction"),
    ],
)
def test_wrong_commands_are_one_line(command: str, message: str) -> None:
    assert session(NEIGHBORS, command, ARRAYS) == [message]


def test_commands_after_the_end() -> None:
    lines = session(NEIGHBORS, "continue; print %r1; step; restart; print %r1", ARRAYS, watch="none")
    assert lines[1:3] == ["the run has ended; back or restart runs it again"] * 2
    assert lines[3].startswith("step 1,")
    assert lines[4] == "%r1: 0"


def test_the_command_reads_a_session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["debug", str(EXAMPLE), "--block", "64", "--arg", "in=range:u32:64", "--arg", "out=zeros:u32:64"]
    monkeypatch.setattr("sys.stdin", io.StringIO("list 25\nback\nc\n"))
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert "    25      ld.shared.u32 %r5, [%r4+4];" in out
    assert "race" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("continue\n"))
    assert main([*arguments, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [finding["code"] for finding in document["findings"]] == ["race"]
    assert document["output"][0].startswith("step 1,")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([*arguments, "--watch", "none"]) == 0
    capsys.readouterr()
    assert main([*arguments, "--entry", "nope"]) == 2
    assert "no kernel nope" in capsys.readouterr().err


def test_the_session_of_the_documentation(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = EXAMPLE.parents[3]
    page = (root / "docs" / "kernels.rst").read_text(encoding="utf-8")
    shown = page.split("$ ptxisa debug ")[1].split("\n\n")[0].split("\n")
    command, lines = shown[0].split(" <")[0].split(), [line.strip() for line in shown[1:]]
    monkeypatch.chdir(root)
    monkeypatch.setattr("sys.stdin", io.StringIO((EXAMPLE.parent / "session.txt").read_text(encoding="utf-8")))
    main(["debug", *command])
    assert capsys.readouterr().out.splitlines() == lines
