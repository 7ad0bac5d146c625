"""Arguments of a call are stored before it, and its results loaded after it, without control flow in between."""

from __future__ import annotations

import pytest

from ptxisa import check_module

MODULE = """.version 7.8
.target sm_90
.address_size 64
.func (.param .u32 r) f (.param .u32 a) {{ ret; }}
.func g (.param .u32 a) {{ ret; }}
.func h () {{ ret; }}
.entry k () {{
  .reg .u32 a; .reg .pred q; .shared .u32 s;
  .param .u32 x, y;
  {}
  ret;
}}
"""
CALL = "st.param.u32 [x], a; {} call (y), f, (x); {} ld.param.u32 a, [y];"


@pytest.mark.parametrize("between", ["", "add.u32 a, a, a;", "ld.shared.u32 a, [s];", "membar.gl;", "{ }"])
def test_instructions_without_control_flow_may_be_in_between(between: str) -> None:
    for text in (CALL.format(between, ""), CALL.format("", between)):
        assert check_module(MODULE.format(text)) == []


@pytest.mark.parametrize(
    "between", ["L:", "@q bra E;", "bar.sync 0;", "barrier.cluster.arrive;", "call h;", "@q ret;", "@q exit;"]
)
def test_only_ptxas_accepts_control_flow_in_between(between: str) -> None:
    for text in (CALL.format(between, ""), CALL.format("", between)):
        module = MODULE.format(f"{text} E:")
        (diagnostic,) = check_module(module)
        assert (diagnostic.severity, diagnostic.erratum) == ("warning", "parameter-setup-apart")
        assert all(diagnostic.severity == "note" for diagnostic in check_module(module, assembler="13.5"))


@pytest.mark.parametrize(
    "body",
    [
        "ld.param.u32 a, [x];",
        "st.param.u32 [x], a; ld.param.u32 a, [x];",
        "st.param.u32 [x], a; call g, (x); ld.param.u32 a, [x];",
        "ld.param.u32 a, [y]; call (y), f, (x);",
        "call (y), f, (x); ld.param.u32 a, [x];",
        "bra M; N: ld.param.u32 a, [y]; bra E; M: call (y), f, (x); bra N; E:",
        "{ .param .u32 z; call (z), f, (x); } { .param .u32 z; ld.param.u32 a, [z]; }",
    ],
)
def test_only_what_a_call_above_returns_is_loaded(body: str) -> None:
    for release in (None, "11.8", "13.5"):
        (diagnostic,) = check_module(MODULE.format(body), assembler=release)
        assert (diagnostic.severity, diagnostic.code) == ("error", "parameter-setup")
