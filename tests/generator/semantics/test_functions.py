"""Functions of records: what they are held to, and what becomes of a call."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.problems import RecordError
from generator.records.yaml_reader import Located, read
from generator.semantics import tree
from generator.semantics.functions import Functions, arities, inlined, read_functions
from generator.semantics.language import parse
from generator.semantics.source import RecordText, TextPlace

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
            record(tmp_path, "patched", "value", "result = value\nresult[0] = 1"),
        ]
    )


def shown(node: tree.Node) -> str:
    """Return statements and expressions as text, as a person would write them."""
    match node:
        case tree.AssignmentNode():
            return f"{shown(node.target)} = {shown(node.value)}"
        case tree.BranchNode():
            return f"if {shown(node.test)}: [{block(node.yes)}] else [{block(node.no)}]"
        case tree.LoopNode():
            return f"for {node.variable}: [{block(node.body)}]"
        case tree.NameNode():
            return node.name
        case tree.ConstantNode():
            return str(node.value)
        case tree.AttributeNode():
            return f"{shown(node.base)}.{node.name}"
        case tree.BinaryNode():
            return f"{shown(node.left)} {node.operator} {shown(node.right)}"
        case tree.CallNode():
            return f"{node.function}({', '.join(map(shown, node.arguments))})"
        case tree.ElementNode():
            return f"{shown(node.base)}[{shown(node.index)}]"
    raise AssertionError(node)


def block(statements: tuple[tree.Statement, ...]) -> str:
    return "; ".join(map(shown, statements))


def written(text: str, functions: Functions) -> str:
    return block(inlined(parse(text, HERE, arities(functions)), functions).statements)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("d = a + b", "d = a + b"),
        ("d = doubled(a)", "doubled_x = a; d = doubled_x + doubled_x"),
        (
            "a = doubled(a)",
            "doubled_x = a; doubled_result = doubled_x + doubled_x; a = doubled_result",
        ),
        (
            "d = doubled(a + 1)",
            "doubled_value = a + 1; doubled_x = doubled_value; d = doubled_x + doubled_x",
        ),
        (
            "d = clipped(a, f)",
            "clipped_doubled_x = a; clipped_doubled_result = clipped_doubled_x + clipped_doubled_x; "
            "d = clamp(clipped_doubled_result, f.min, f.max)",
        ),
        (
            "doubled_x = a\nd = doubled(doubled_x)",
            "doubled_x = a; doubled_x_2 = doubled_x; d = doubled_x_2 + doubled_x_2",
        ),
        (
            "if p:\n    d = doubled(a)\nelse:\n    d = b",
            "if p: [doubled_x = a; d = doubled_x + doubled_x] else [d = b]",
        ),
        (
            "if doubled(a):\n    d = a",
            "doubled_x = a; doubled_result = doubled_x + doubled_x; if doubled_result: [d = a] else []",
        ),
        (
            "d = counted(a)",
            "d = 0; for counted_i: [d = d + a[counted_i]]",
        ),
        ("d = patched(a)", "patched_result = a; patched_result[0] = 1; d = patched_result"),
    ],
)
def test_a_call_becomes_statements(functions: Functions, text: str, wanted: str) -> None:
    assert written(text, functions) == wanted


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
    from generator.semantics.source import SemanticsError

    with pytest.raises(SemanticsError, match=r"\.min is a property of types, and 1 is not a type"):
        written("d = clipped(a, 1)", functions)
