"""Statements that repeat become loops which run the same statements."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.backends.rolling import rolled


def _unrolled(lines: list[str]) -> list[str]:
    """What a block does: each line that runs, with its numbers worked out."""
    found: list[str] = []
    source = "\n".join(line[4:].replace("call(", "note(") for line in lines)
    exec(source, {"note": lambda *numbers: found.append(repr(numbers))})
    return found


def test_a_loop_runs_what_the_statements_did() -> None:
    lines = [f"    call({7 * turn + 3}, {turn}, 5, {20 - turn})" for turn in range(2, 9)]
    loop = rolled(lines)
    assert loop == ["    for i in range(2, 9):", "        call(7 * i + 3, i, 5, 20 - i)"]
    assert _unrolled(loop) == _unrolled(lines)


def test_a_turn_has_several_statements_and_blocks() -> None:
    turns = [[f"    call({turn})", "    if 1:", f"        call(2, {8 * turn})"] for turn in range(4)]
    lines = [line for turn in turns for line in turn]
    loop = rolled(lines)
    assert loop == ["    for i in range(4):", "        call(i)", "        if 1:", "            call(2, 8 * i)"]
    assert _unrolled(loop) == _unrolled(lines)


def test_what_does_not_repeat_stays_around_the_loop() -> None:
    lines = ["    call(9, 9)", *(f"    call({turn})" for turn in range(6)), "    call(7)"]
    assert rolled(lines) == [lines[0], "    for i in range(6):", "        call(i)", lines[-1]]


def test_numbers_in_operations_are_in_brackets() -> None:
    lines = [f"    call(x >> {8 * turn} & 1)" for turn in range(1, 7)]
    assert rolled(lines) == ["    for i in range(1, 7):", "        call(x >> (8 * i) & 1)"]


def test_a_loop_within_a_branch() -> None:
    lines = ["    if x:", *(f"        call({turn})" for turn in range(6)), "    else:", "        call(1)"]
    assert rolled(lines) == ["    if x:", "        for i in range(6):", "            call(i)", *lines[-2:]]


def test_uneven_steps_and_short_repetitions_stay() -> None:
    for numbers in ((1, 2, 4, 8, 16), (1, 2, 3)):
        lines = [f"    call({number})" for number in numbers]
        assert rolled(lines) == lines


def test_the_variable_is_a_name_that_nothing_has() -> None:
    lines = [f"    call(i, {turn})" for turn in range(6)]
    assert rolled(lines) == ["    for i_2 in range(6):", "        call(i, i_2)"]


def test_numbers_within_strings_and_names_stay() -> None:
    lines = [f'    call("s{turn}", x{turn})' for turn in range(6)]
    assert rolled(lines) == lines


@pytest.mark.parametrize(
    ("numbers", "loop"),
    [
        # The variable is one of the numbers: that which most of them are, or the smallest.
        (lambda turn: [turn + 3], ["range(3, 9)", "i"]),
        (lambda turn: [turn + 2, turn + 5], ["range(2, 8)", "i, i + 3"]),
        (lambda turn: [turn + 2, turn + 5, turn + 5], ["range(5, 11)", "i - 3, i, i"]),
        (lambda turn: [2 * turn + 7], ["range(3, 9)", "2 * i + 1"]),
        (lambda turn: [20 - turn, 5], ["range(6)", "20 - i, 5"]),
        (lambda turn: [turn + 4, 4 - turn], ["range(4, 10)", "i, 8 - i"]),
        (lambda turn: [20 - 3 * turn], ["range(6)", "20 - 3 * i"]),
        (lambda turn: [5], ["range(6)", "5"]),
    ],
)  # fmt: skip
def test_the_variable_counts_as_the_numbers_do(numbers: Callable[[int], list[int]], loop: list[str]) -> None:
    lines = [f"    call({', '.join(map(str, numbers(turn)))})" for turn in range(6)]
    assert rolled(lines) == [f"    for i in {loop[0]}:", f"        call({loop[1]})"]
    assert _unrolled(rolled(lines)) == _unrolled(lines)


@pytest.mark.parametrize(
    ("turns", "height", "worth"),
    [(2, 8, False), (2, 9, True), (3, 1, False), (3, 2, True), (4, 1, False), (5, 1, True)],
)
def test_a_loop_saves_lines(turns: int, height: int, worth: bool) -> None:
    lines = [f'    call("{letter}", {turn})' for turn in range(turns) for letter in "abcdefghi"[:height]]
    loop = [f"    for i in range({turns}):", *(f'        call("{letter}", i)' for letter in "abcdefghi"[:height])]
    assert rolled(lines) == (loop if worth else lines)
