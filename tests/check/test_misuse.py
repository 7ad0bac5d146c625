"""Errors of a program that one body shows for certain are warnings, and their corrections have none."""

from __future__ import annotations

import pytest

import ptxisa
from tests.machine.planted import Planted, planted

CODES = {
    "missing-wait", "wgmma-order", "member-mask", "read-only-memory", "wrong-space", "barrier-count", "mbarrier-misuse"
}  # fmt: skip
SEEN = {
    "asynchronous copy read without a wait",
    "accumulators read before wgmma.wait_group",
    "registers written before wgmma without wgmma.fence",
    "shared address used as a global address",
    "store to a constant through a generic address",
    "constant through a pointer that was converted to global",
    "store through a pointer to a kernel parameter",
    "arrival at an mbarrier that is not initialized",
    "wgmma no fence",
    "wgmma no wait",
    "store to constant",
    "store to kernel parameter",
}
"""Planted bugs of tests/machine that their bodies show."""


def warnings(text: str) -> list[tuple[str, int]]:
    return [(finding.code, finding.line) for finding in ptxisa.check_module(text) if finding.code in CODES]


@pytest.mark.parametrize("case", list(planted()), ids=lambda case: case.name)
def test_bugs_that_a_body_shows_are_warnings(case: Planted) -> None:
    places = warnings(case.text)
    if case.name in SEEN:
        assert (case.bug, case.line) in places
    else:
        assert not places


def body(code: str, head: str = "") -> str:
    return (
        f".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k() {head}\n{{\n"
        f".reg .pred p; .reg .b32 r, s;\n.reg .b64 d; .reg .f32 f<4>; .shared .align 8 .b64 m;\n{code}\nret;\n}}\n"
    )


PRODUCT = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f0, f1, f2, f3}, d, d, 1, 1, 1, 0, 0;"
CASES = {
    "a mask of no lane": (
        "member-mask",
        "shfl.sync.bfly.b32 r, s, 1, 31, 0;",
        "",
        "shfl.sync.bfly.b32 r, s, 1, 31, -1;",
    ),
    "a mask of more than 32 lanes": ("member-mask", "bar.warp.sync 0x1ffffffff;", "", "bar.warp.sync 0xffffffff;"),
    "more threads than the CTA has": ("barrier-count", "bar.sync 1, 256;", ".reqntid 128", "bar.sync 1, 128;"),
    "arrivals of more threads than the CTA has": (
        "barrier-count",
        "bar.arrive 1, 96;",
        ".maxntid 64",
        "bar.arrive 1, 64;",
    ),
    "wgmma without a fence": ("wgmma-order", PRODUCT, "", f"wgmma.fence.sync.aligned;\n{PRODUCT}"),
    "an mbarrier that nothing initializes": (
        "mbarrier-misuse",
        "mbarrier.arrive.shared.b64 d, [m];",
        "",
        "mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.shared.b64 d, [m];",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_misuse_is_a_warning_and_its_correction_has_none(name: str) -> None:
    code, wrong, head, right = CASES[name]
    assert warnings(body(wrong, head)) == [(code, 8)]
    assert warnings(body(right, head)) == []


def test_a_label_discards_facts_about_registers() -> None:
    copy = "cp.async.ca.shared.global [r], [d], 16;"
    assert warnings(body(f"{copy}\nld.shared.b32 s, [r];")) == [("missing-wait", 9)]
    assert warnings(body(f"{copy}\ncp.async.wait_all;\nld.shared.b32 s, [r];")) == []
    assert warnings(body(f"{copy}\nadd.u32 r, r, 64;\nld.shared.b32 s, [r];")) == []
    assert warnings(body(f"{copy}\nL: ld.shared.b32 s, [r];")) == []
