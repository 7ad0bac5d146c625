"""The vector back end chooses the cheapest exact evaluation, and rejects values without a container."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from generator.backends import vector
from generator.records.problems import RecordError
from ptxisa.isa.forms import Operand
from tests.generator.programs import edges, emit, entry, make_form, mode_slot, pair, run_both

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("d = a + b", "u32 u32 u32"),
        ("d = a + b", "s32 s32 s32"),
        ("d = -a * ~b - (a << 3)", "s64 s64 s64"),
        ("t = a * b\nd = t", "u64 u64 u64"),
        ("t = a * b\nd = t[63:0] + 1", "u64 u64 u64"),
        ("d = a * b", "u64 u32 u32"),
        ("d = a * b", "s64 s32 s32"),
        ("t = a * b\nd = t[63:32]", "u32 u32 u32"),
        ("t = a * b\nd = t[127:64]", "u64 u64 u64"),
        ("t = a * b\nd = t[127:64]", "s64 s64 s64"),
        ("d = a >> b", "s32 s32 u32"),
        ("d = a >> b", "u64 u64 u16"),
        ("d = a << b", "u16 u16 u32"),
        ("d = min(a, b)", "s16 s16 s16"),
        ("d = 1 if a == b else 0", "u32 s32 s32"),
        ("d = signed(a, 8)", "u32 u32 u32"),
        ("d = unsigned(a, 12)", "u32 u32 u32"),
        ("d = 1 if b * b > a else 0", "u32 u32 u32"),
        ("d = a\nif b == 0:\n    d = 7", "u32 u32 u32"),
        ("d = a + 1\nif b == 0:\n    d = d + 7", "u32 u32 u32"),
        ("d = 5", "u32 u32 u32"),
    ],
)
def test_both_back_ends_agree_on_every_width_and_sign(text: str, types: str) -> None:
    d, a, b = types.split()
    both = pair(text, make_form({"d": d}, {"a": a, "b": b}))
    widths = int(a[1:]), int(b[1:])
    assert run_both(both, [{"a": x, "b": y} for x in edges(widths[0]) for y in edges(widths[1])][::5])


@pytest.mark.parametrize(
    "text",
    [
        "if m[0]:\n    t = m\nelse:\n    t = 3\nd = b + t",
        "if m[0]:\n    t = b\nelse:\n    t = 3\nd = t",
        "if m[0]:\n    t = 3\nelse:\n    t = b\nd = t",
        "if m[0]:\n    t = a\nelse:\n    t = b\nd = t >> 3",
        "if m[0]:\n    t = a > 3\nelse:\n    t = b > 7\nd = a if t else b",
        "if m[0]:\n    t = a > 3\nelse:\n    t = m > 7\nd = a if t else b",
        "if m[0]:\n    t = m > 7\nelse:\n    t = a > 3\nd = a if t else b",
    ],
)
def test_both_sides_of_a_branch_on_a_constant_have_values_of_one_kind(text: str) -> None:
    both = pair(text, make_form({"d": "u32"}, {"a": "u16", "b": "u32", "m": "u32"}, required=("m",)))
    for m in (0, 1, 8, 2**32 - 1):
        assert run_both(both, [{"a": a, "b": b, "m": m} for a in edges(16) for b in edges(32)][::7])


@pytest.mark.parametrize(
    "text",
    [
        "d = a\ne = b\nif a > 5:\n    d = b\n    e = a",
        "d = a\ne = b\nif a > 5:\n    d = b\n    e = a\nif b > 5:\n    d = d + 1\n    e = a",
        "d = a\ne = b\nif a > 5:\n    d = b",
        "test = a > 5\nd = a\ne = b\nif test:\n    d = b\n    e = a",
    ],
)
def test_selections_read_the_values_before_them(text: str) -> None:
    both = pair(text, make_form({"d": "u32", "e": "u32"}, {"a": "u32", "b": "u32"}))
    assert run_both(both, [{"a": a, "b": b} for a in (0, 5, 6, 2**32 - 1) for b in (0, 5, 6, 9)])


def test_values_that_swap_in_a_branch() -> None:
    form = make_form({"d": "u32", "e": "u32"}, {"a": "u32", "b": "u32", "m": "u32"}, required=("m",))
    text = "x = a + 1\ny = b + 2\nif m[0]:\n    t = x\n    x = y\n    y = t\nd = x\ne = y"
    both = pair(text, form)
    for m in (0, 1):
        assert run_both(both, [{"a": 10, "b": 20, "m": m}]) == [(22, 11) if m else (11, 22)]


def test_versions_that_are_still_needed_keep_their_names() -> None:
    form = make_form({"d": "u32", "e": "u32"}, {"a": "u32", "q": "pred"})
    both = pair("d = a + 1\nold = d\nif q:\n    d = d * 3\n    e = d + old\nelse:\n    e = d\nd = d + old", form)
    assert run_both(both, [{"a": 4, "q": 1}, {"a": 4, "q": 0}]) == [(20, 20), (10, 5)]


@pytest.mark.parametrize(
    ("text", "writes", "reads", "problem"),
    [
        ("d = 1 if a * a * a > b else 0", "u64", "u64", (1, 10, "no container of at most 128 bits fits both values")),
        ("d = quotient(a * a, b)", "u64", "u64", (1, 5, "division of more than 64 bits is not supported")),
        ("d = unsigned(a * a, unsigned(b, 7))[99:90]", "u64", "u64",
         (1, 5, "a field of more than 64 bits whose length is data is not supported")),
        ("d = (a * a)[120:40]", "u64", "u64",
         (1, 5, "bits 120 to 40 of a value of more than 64 bits are not supported")),
    ],
)  # fmt: skip
def test_values_without_a_container_are_rejected(
    text: str, writes: str, reads: str, problem: tuple[int, int, str]
) -> None:
    form = make_form({"d": writes}, {"a": reads, "b": reads})
    with pytest.raises(RecordError) as caught:
        emit(vector, [entry(text, form)])
    assert [(reported.line, reported.column, reported.message) for reported in caught.value.problems] == [problem]


def test_an_error_names_its_variant() -> None:
    form = make_form({"d": "u64"}, {"a": "u64"}, slots=[mode_slot("lo", "hi")])
    with pytest.raises(RecordError) as caught:
        emit(vector, [entry("d = quotient(a * a, 3) if mode == 'hi' else a", form)])
    assert str(caught.value).endswith("division of more than 64 bits is not supported (mode = hi)")


def test_functions_take_any_number_of_threads_and_constants() -> None:
    function = pair("d = a * b + a", make_form({"d": "u32"}, {"a": "u32", "b": "u32"})).vector.function
    for threads in (0, 1, 5, 1000):
        a = np.arange(threads, dtype=np.uint32)
        assert function(a, a)[0].tolist() == [(x * x + x) % 2**32 for x in range(threads)]
    top = np.uint32(2**32 - 1)
    assert function(top, top)[0].tolist() == [0]
    assert function(np.array(top), np.arange(3, dtype=np.uint32))[0].tolist() == [2**32 - 1, 2**32 - 2, 2**32 - 3]


def test_sides_of_a_branch_that_is_not_taken_have_no_effect() -> None:
    form = make_form({"d": "s32"}, {"a": "s32", "b": "s32"})
    text = "if b != 0:\n    d = quotient(a, b)\nelif a >= 0:\n    d = a >> (a & 63)\nelse:\n    d = a"
    both = pair(text, form)
    cases = [{"a": a, "b": b} for a in (0, 5, 2**31, 2**32 - 1) for b in (0, 1, 7, 2**32 - 1)]
    assert len(run_both(both, cases)) == 16


def test_non_contiguous_arrays() -> None:
    function = pair("d = max(a, b)", make_form({"d": "s32"}, {"a": "s32", "b": "s32"})).vector.function
    a = np.arange(20, dtype=np.uint32)[::2]
    assert function(a, a[::-1])[0].tolist() == [max(x, y) for x, y in zip(a.tolist(), a.tolist()[::-1], strict=True)]


def test_inputs_are_not_changed() -> None:
    form = make_form({}, {"a": "u32"}, more=[Operand("d", "readwrite", "u32", "")])
    function = pair("d[7:0] = a\nd = d + 1", form).vector.function
    d, a = np.array([0x1234], np.uint32), np.array([0xFF], np.uint32)
    assert function(a, d)[0].tolist() == [0x1300]
    assert (d.tolist(), a.tolist()) == ([0x1234], [0xFF])


def test_names_of_the_language_and_of_numpy_can_be_local_names() -> None:
    form = make_form({"d": "u32"}, {"a": "u32", "b": "u32"})
    text = "where = a + b\nwide = where * 3\nuint32 = wide >> 1\nint = max(uint32, a)\nLanes = int\nd = Lanes[31:0]"
    assert run_both(pair(text, form), [{"a": 5, "b": 6}]) == [(16,)]


def test_renamed_locals_stay_apart() -> None:
    form = make_form({"d": "u32"}, {"a": "u32"})
    text = "int = a + 1\nint_ = a + 2\nint_2 = a + 3\nint = int + 10\nd = int * 10000 + int_ * 100 + int_2"
    assert run_both(pair(text, form), [{"a": 0}]) == [(110203,)]


FOUND: dict[str, tuple[str, Callable[..., int]]] = {
    "bits above what is needed are not clean": (
        "half = a[15:0]\nd = half[7:0] + half[15:8]",
        lambda a, b: a % 256 + a // 256 % 256,
    ),
    "a negative field does not spill beside itself": (
        "d = a\nd[15:8] = -popcount(b)",
        lambda a, b: a - a // 256 % 256 * 256 + -b.bit_count() % 256 * 256,
    ),
    "only one side of a mask may be unclean": (
        "x = a[7:0]\ny = b[7:0]\nd = 1 if (x & y) == 3 else 0",
        lambda a, b: int(a % 256 & b % 256 == 3),
    ),
    "no bits of a small number are zero": (
        "d = signed(min(a, 0) - 1, b[7:0])",
        lambda a, b: 2**32 - 1 if b % 256 else 0,
    ),
    "constants in a chain stay apart": ("d = 0xFFFFFFFF * (0xFFFFFFFF * (a + 0))", lambda a, b: a),
    "a bit of a constant at a place that is data": ("d = -((-1)[b[5:0]])", lambda a, b: 2**32 - 1),
    "bounds that decide a value": ("d = -clamp(unsigned(a, 1), 2, b)", lambda a, b: -min(2, b) % 2**32),
    "a product of more bits than are wanted": ("d = (popcount(a) << 53) + 5", lambda a, b: 5),
}


@pytest.mark.parametrize("bug", FOUND)
def test_found_by_random_programs(bug: str) -> None:
    text, meaning = FOUND[bug]
    both = pair(text, make_form({"d": "u32"}, {"a": "u32", "b": "u32"}))
    cases = [{"a": a, "b": b} for a in edges(32) for b in edges(32)][::7]
    assert run_both(both, cases) == [(meaning(**case) % 2**32,) for case in cases]


def test_found_by_random_programs_with_a_constant_operand() -> None:
    form = make_form({"d": "u32"}, {"a": "u16", "m": "u32"}, required=("m",))
    text = "x = a if m != a else m\nd = remainder(x, 15) + remainder(m, 7) + popcount(m) + popcount(a)"
    both = pair(text, form)
    for m in (0, 5, 2**16, 2**32 - 1):
        meanings = [((a if m != a else m) % 15 + m % 7 + m.bit_count() + a.bit_count(),) for a in edges(16)]
        assert run_both(both, [{"a": a, "m": m} for a in edges(16)]) == meanings


def test_a_selection_without_a_container_is_an_error_of_the_record() -> None:
    form = make_form({"d": "u64"}, {"a": "u64", "q": "pred"})
    with pytest.raises(RecordError, match="no container of at most 128 bits fits this value"):
        pair("if q:\n    t = a * a * a\nelse:\n    t = a\nd = 1 if t > 5 else 0", form)
