"""Typical mistakes of kernel authors: one message each, with the error and the correction."""

from pathlib import Path

import pytest
import yaml

import ptxisa

KERNEL = """\
.version 8.5
.target sm_90
.address_size 64
.func (.reg .u32 out) helper (.reg .u32 in) { mov.u32 out, in; ret; }
.func helper2 (.reg .u32 a, .reg .f32 b) { ret; }
.visible .entry k(.param .u64 p, .param .u32 n) {
.reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .f64 %fd<4>; .reg .pred %p<4>; .reg .b16 %h<4>;
.shared .align 16 .b8 smem[1024];
STATEMENT
ret;
}
"""
MISTAKES = yaml.safe_load(Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8"))


def test_there_are_enough_mistakes() -> None:
    assert len(MISTAKES) >= 60


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda case: case["ptx"])
def test_a_mistake_has_one_message(mistake: dict[str, str]) -> None:
    diagnostics = ptxisa.check_module(KERNEL.replace("STATEMENT", mistake["ptx"]))
    assert [diagnostic.message for diagnostic in diagnostics] == [mistake["message"]]
    assert diagnostics[0].code == mistake["code"]
    assert diagnostics[0].hint == mistake.get("hint", diagnostics[0].hint)
    assert "hint" in mistake or not diagnostics[0].hint or diagnostics[0].hint.startswith("the form is ")


def test_a_removed_deprecated_instruction_is_reported_once() -> None:
    diagnostics = ptxisa.check_module(KERNEL.replace("STATEMENT", "shfl.down.b32 %r1, %r2, 1, 31;"))
    assert [diagnostic.code for diagnostic in diagnostics] == ["unavailable-target"]
