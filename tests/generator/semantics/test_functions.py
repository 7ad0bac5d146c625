"""Functions of records: what they are held to, and what becomes of a call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.records.problems import RecordError
from generator.records.yaml_reader import Located, read
from generator.semantics import tree
from generator.semantics.functions import Functions, arities, inlined, read_functions
from generator.semantics.language import parse
from generator.semantics.source import RecordText, SemanticsError, TextPlace
from tests.generator.programs import edges, make_form, pair, run_both

HERE = RecordText(Path("text"))


def record(folder: Path, name: str, parameters: str, text: str) -> Located:
    path = folder / f"{name}.yaml"
    lines = "".join(f"  {line}\n" for line in text.splitlines())
    path.write_text(f"name: {name}\nparameters: [{parameters}]\nsemantics: |\n{lines}", encoding="utf-8")
    return read(path)


@pytest.fixture
def functions(tmp_path: Path) -> Functions:
    return read_functions(
        [
            record(tmp_path, "clipped", "value, type", "result = clamp(doubled(value), type.min, type.max)"),
            record(tmp_path, "doubled", "value", "x = value\nresult = x + x"),
            record(tmp_path, "counted", "value", "result = 0\nfor i in range(4):\n    result = result + value[i]"),
        ]
    )


CALLS: dict[str, Callable[[int, int], int]] = {
    "d = doubled(a)": lambda a, b: 2 * a,
    "t = doubled(a)\nd = t + b": lambda a, b: 2 * a + b,
    "d = doubled(a) + doubled(b)": lambda a, b: 2 * a + 2 * b,
    "d = clipped(a, u16)": lambda a, b: min(2 * a, 0xFFFF),
    "doubled_x = a\nd = doubled(doubled_x) - doubled_x": lambda a, b: a,
    "if a > b:\n    d = doubled(a)\nelse:\n    d = b": lambda a, b: 2 * a if a > b else b,
    "if doubled(a) > b:\n    d = a\nelse:\n    d = b": lambda a, b: a if 2 * a > b else b,
    "d = counted(a)": lambda a, b: (a & 15).bit_count(),
    "d = a\nd = doubled(d) + d": lambda a, b: 3 * a,
}


@pytest.mark.parametrize("text", CALLS)
def test_a_call_has_the_value_of_the_function(functions: Functions, text: str) -> None:
    both = pair(text, make_form({"d": "u64"}, {"a": "u32", "b": "u32"}), functions=functions)
    cases = [{"a": a, "b": b} for a in edges(32)[::3] for b in (0, 1, 9, 2**31, 2**32 - 1)]
    assert run_both(both, cases) == [(CALLS[text](**case),) for case in cases]


def test_two_calls_have_names_of_their_own(functions: Functions) -> None:
    text = inlined(parse("d = doubled(a) + doubled(b)", HERE, arities(functions)), functions)
    assigned = [node.target.name for node in text.statements if isinstance(node, tree.AssignmentNode)]  # type: ignore[union-attr]
    assert len(assigned) == len(set(assigned)) == 5


def test_statements_of_a_function_have_the_place_of_the_call(functions: Functions) -> None:
    text = inlined(parse("e = a\nd = doubled(a)", HERE, arities(functions)), functions)
    assert {node.place for statement in text.statements[1:3] for node in tree.walk(statement)} == {TextPlace(2, 5)}


WRONG = {
    "no result": ("value", "x = value", "the function does not assign result"),
    "parameter unused": ("value, more", "result = value", "parameter 'more' is not used"),
    "parameter assigned": ("value", "value = 1\nresult = value", "parameter 'value' is assigned"),
    "parameter assigned in part": ("value", "value[1:0] = 1\nresult = value", "parameter 'value' is assigned"),
    "unknown function": ("value", "result = tripled(value)", "unknown function tripled"),
    "itself": ("value", "result = wrong(value)", "unknown function wrong"),
    "not in the language": ("value", "result = value / 2", "the operator / is not part of the semantics language"),
}


@pytest.mark.parametrize("name", WRONG)
def test_invalid_functions_are_rejected(tmp_path: Path, name: str) -> None:
    parameters, text, message = WRONG[name]
    with pytest.raises(RecordError) as caught:
        read_functions([record(tmp_path, "wrong", parameters, text)])
    assert [message in problem.message for problem in caught.value.problems] == [True]


def test_a_function_has_no_name_of_the_language(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="clamp is a function of the language"):
        read_functions([record(tmp_path, "clamp", "value", "result = value")])


def test_functions_that_call_each_other_are_rejected(tmp_path: Path) -> None:
    both = [
        record(tmp_path, "ping", "value", "result = pong(value)"),
        record(tmp_path, "pong", "value", "result = ping(value)"),
    ]
    with pytest.raises(RecordError, match="unknown function pong"):
        read_functions(both)


def test_arguments_are_counted(functions: Functions) -> None:
    with pytest.raises(RecordError, match=r"doubled takes 1 argument\(s\), not 2"):
        parse("d = doubled(a, b)", HERE, arities(functions))


def test_a_constant_has_no_properties(functions: Functions) -> None:
    with pytest.raises(SemanticsError, match=r"\.min is a property of types, and 1 is not a type"):
        inlined(parse("d = clipped(a, 1)", HERE, arities(functions)), functions)
