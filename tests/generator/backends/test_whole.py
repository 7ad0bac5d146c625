"""Whole numbers: one dtype for a whole routine, the same results, and only where functions become much shorter."""

from __future__ import annotations

import pytest

from generator.backends import vector
from generator.backends.values import NoRepresentation
from tests.generator.programs import TYPES, edges, entry, make_form, pair, routine, run_both, types_slot, width

pytestmark = pytest.mark.filterwarnings("error")


def body(text: str, types: str) -> str:
    d, a, b = types.split()
    found = vector.whole_body(routine(text, make_form({"d": d}, {"a": a, "b": b})))
    return "\n".join(line[4:] for line in found.lines)


A = "a = a.view(int32)\n"
A16 = "a = a.view(int16).astype(int32)\n"
B = "b = b.view(int32)\n"


@pytest.mark.parametrize(
    ("text", "types", "lines"),
    [
        ("d = a + b", "u32 u32 s32", f"{A}{B}d = a + b\nreturn (d.view(uint32),)"),
        ("d = min(a, b)", "u32 s32 s32", f"{A}{B}d = minimum(a, b)\nreturn (d.view(uint32),)"),
        ("d = min(a, b)", "u16 u16 s16",
         "a = a.view(uint16).astype(int32)\nb = b.view(int16).astype(int32)\nd = minimum(a, b)\n"
         "return (d.astype(uint16),)"),
        ("d = signed(a >> 8, 8)", "u32 u32 u32",
         f"{A}d = (a >> 8).astype(int8).astype(int32)\nreturn (d.view(uint32),)"),
        ("d = abs(a[7:0] - b[15:8])", "u32 u32 u32",
         f"{A}{B}d = absolute(a.astype(uint8).astype(int32) - (b >> 8).astype(uint8).astype(int32))\n"
         "return (d.view(uint32),)"),
        ("d = (signed(a, 8) - signed(b, 8))[7:1]", "u32 u32 u32",
         f"{A}{B}d = ((a - b) >> 1) & 127\nreturn (d.view(uint32),)"),
        ("d = signed(a, 8)[8:1]", "u32 u32 u32",
         f"{A}d = (a.astype(int8).astype(int32) >> 1).astype(uint8).astype(int32)\nreturn (d.view(uint32),)"),
        ("d[15:0] = a\nd[31:16] = b", "u32 u32 u32",
         f"{A}{B}d = a.astype(uint16).astype(int32)\nd = d | (b << 16)\nreturn (d.view(uint32),)"),
        # A field is cut unless the word ends with it.
        ("d = b\nd[30:29] = a", "u32 u32 u32",
         f"{A}{B}d = (b & -0x60000001) | ((a & 3) << 29)\nreturn (d.view(uint32),)"),
        ("d = b\nd[31:30] = a", "u32 u32 u32",
         f"{A}{B}d = (b & 0x3FFFFFFF) | (a << 30)\nreturn (d.view(uint32),)"),
        # The pattern of a negative number is cut where bits above it are needed.
        ("d = unsigned(a, 16)", "u32 s16 u32",
         f"{A16}d = a.astype(uint16).astype(int32)\nreturn (d.view(uint32),)"),
        ("d = unsigned(a, 16)", "u16 s16 u32", f"{A16}return (a.astype(uint16),)"),
        ("d = a ^ b", "u16 s16 u32", f"{A16}{B}d = a ^ b\nreturn (d.astype(uint16),)"),
    ],
)  # fmt: skip
def test_evaluation(text: str, types: str, lines: str) -> None:
    assert body(text, types) == lines


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("d = min(a, b)", "u32 u32 u32"),  # Numbers from 2**31 do not fit into int32.
        ("d = a >> 3", "u32 u32 u32"),
        ("d = a + b", "u64 u64 u64"),
        ("d = popcount(a)", "u32 u32 u32"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, types: str) -> None:
    with pytest.raises(NoRepresentation):
        body(text, types)


@pytest.mark.parametrize("types", ["u32 u32 u32", "s32 s32 s32", "u32 s32 u32", "s32 s16 u16", "u32 s16 u32"])
@pytest.mark.parametrize(
    "text",
    [
        "d = signed(a, 8) * signed(b >> 8, 8) - a + ~b",
        "d = clamp(signed(a[15:0] - b[15:0], 16), -128, 127)",
        "d = abs(signed(a, 16) - signed(b, 16)) >> 1",
        "d[7:0] = max(signed(a, 8), signed(b, 8))\nd[15:8] = b[7:0]\nd[31:16] = a",
        "t = signed(a, 8)\nif t >= 0:\n    d = (t + 1) >> 1\nelse:\n    d = b",
        "d = a\nd[31:24] = b[7:0]\nd[3:0] = 5",
        "t = signed(a, 8)\nd = t[39:4]",
        "d = (signed(a, 8) - signed(b, 8))[8:1]",
        "d = (a << 3) ^ (b & 15) | a[12:5]",
        "d = 1 if signed(a, 8) < unsigned(b, 8) and not a[3] else b[0]",
    ],
)
def test_results_are_those_of_the_reference(text: str, types: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "TALL", 0)
    monkeypatch.setattr(vector, "SHORTER", 1000)
    d, a, b = types.split()
    form = make_form({"d": d}, {"a": a, "b": b})
    cases = [{"a": one, "b": other} for one in edges(width(form, "a")) for other in edges(width(form, "b"))]
    assert len(run_both(pair(text, form), cases)) > 100


def test_short_functions_are_as_narrow_as_may_be() -> None:
    form = make_form({"d": "$type"}, {"a": "$type", "b": "$type"}, slots=[types_slot("u16", "s16")])
    assert "int32" not in vector.emit("test", [entry("d = min(a, b)", form)], TYPES)
