"""Instructions matched with forms and bound: each operand of the form with the node that is written there."""

import itertools

import pytest

from ptxisa.check.binding import bind, positions, write_statement
from ptxisa.check.instruction import explain_opcode, match_opcode, resolve
from ptxisa.check.place import Place
from ptxisa.check.scope import anything
from ptxisa.isa.instructions import every_form
from ptxisa.oracle.probes import legal
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_statements

ANYWHERE = Place(None, None)


def parsed(text: str) -> tree.Instruction:
    (node,) = parse_statements(text).statements
    assert isinstance(node, tree.Instruction)
    return node


def test_a_statement_has_form_values_and_operands_with_their_places() -> None:
    text = "shfl.sync.up.b32 d|p, a, 1, 0, -1;"
    (statement,) = resolve(parsed(text), ANYWHERE, anything)
    assert statement.opcode == "shfl.sync.up.b32"
    assert {operand.operand.name: text[operand.node.start : operand.node.end] for operand in statement.operands} == {
        "d": "d",
        "p": "p",
        "a": "a",
        "b": "1",
        "c": "0",
        "membermask": "-1",
    }
    assert statement.diagnostics == ()
    assert text[statement.opcode_span.start : statement.opcode_span.end] == "shfl.sync.up.b32"


def test_statements_that_match_no_form_have_a_reason() -> None:
    (statement,) = resolve(parsed("popc.b32 d;"), ANYWHERE, anything)
    assert statement.problem is not None
    assert statement.problem.code == "operand-count"
    assert statement.operands == ()


COPY = "cp.async.bulk.prefetch.tensor.1d.L2.global.tile"


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("popc", "popc.b32 d|p, a;", "d is one operand, not a pair"),
        ("cp.async.bulk.prefetch.tensor.tile", f"{COPY} a|b;", "tensor_map is one operand, not a pair"),
        ("cp.async.bulk.prefetch.tensor.tile", f"{COPY} a;", {"tensor_map": "a"}),
        ("cp.async.bulk.prefetch.tensor.tile", f"{COPY} [a, {{b}}];", {"tensor_map": "[a, {b}]", "coordinates": "{b}"}),
        ("elect.sync", "elect.sync d, m;", "operand p is missing: write d|p"),
        ("elect.sync", "elect.sync d|p, m;", {"d": "d", "p": "p", "membermask": "m"}),
        ("match.all.sync", "match.all.sync.b32 d, a, m;", {"d": "d", "a": "a", "membermask": "m"}),
        ("mov.unpack.two", "mov.b64 {a, b}, c;", {"d": "a", "e": "b", "a": "c"}),
        ("mov.unpack.two", "mov.b64 {a, b, c}, d;", "a vector of 2 elements {d, e} is expected"),
        ("vmad.minus_c", "vmad.u32.u32.u32 d, a, b, -c;", {"d": "d", "a": "a", "b": "b", "c": "c"}),
        ("vmad.minus_c", "vmad.u32.u32.u32 d, a, b, c;", "operand c is negated: -c"),
        ("vmad.minus_c", "vmad.u32.u32.u32 d, a, b, !c;", "operand c is negated: -c"),
        ("call", "call f, a;", "(params) is a list in parentheses"),
        ("call", "call f, (a);", {"func": "f", "params": "(a)"}),
        ("call.result", "call (r), f, (a);", {"ret": "(r)", "func": "f", "params": "(a)"}),
        ("call", "call (r), f;", "a list is not allowed here"),
    ],
)
def test_operands_fill_the_places_of_a_form(form: str, text: str, expected: str | dict[str, str]) -> None:
    """Return the operands that are written, or the reason why a place cannot be filled."""
    node = parsed(text)
    (match,) = (
        candidate
        for candidate in match_opcode(node.opcode.mnemonic, node.opcode.modifiers)
        if candidate.form.id == form
    )
    statement = bind(match, node)
    if statement.problem is not None:
        assert statement.problem.message == expected
    else:
        written = ((operand.operand.name, operand.node) for operand in statement.operands if operand.node is not None)
        assert {name: text[node.start : node.end] for name, node in written} == expected


def test_brackets_show_which_operands_are_omitted() -> None:
    """A report before the address and a time limit after it are optional; brackets decide which of them is given."""
    for text, given in (
        ("p, r, [a], s", {"report_value"}),
        ("p, [a], s, t", {"suspend_time_hint"}),
        ("p, [a], s", set()),
        ("p, r, [a], s, t", {"report_value", "suspend_time_hint"}),
    ):
        (statement,) = resolve(parsed(f"mbarrier.try_wait.phase_type::primary.b64 {text};"), ANYWHERE, anything)
        optional = {operand.operand.name for operand in statement.operands if operand.node is not None}
        assert optional & {"report_value", "suspend_time_hint"} == given, text


def test_modifiers_and_operands_decide_together() -> None:
    (statement, *_) = resolve(parsed("txq.width.b32 d, [a];"), ANYWHERE, anything)
    assert statement.kinds == {"a": "register"}
    assert statement.values == {**statement.modifiers, "a": "register"}


def test_an_opcode_without_forms_is_explained() -> None:
    assert resolve(parsed("add.sat.u64 d, a, b;"), ANYWHERE, anything) == ()
    assert explain_opcode("add", ("sat", "u64")).code == "modifier-combination"


def test_resolved_statements_print_as_written() -> None:
    """Write the operands of a statement of every form at their places again: the result is the statement."""
    written = 0
    for form in every_form():
        for trial, values in itertools.islice(legal(form), 2):
            node = parsed(trial.probe.statement)
            matches = [candidate for candidate in resolve(node, ANYWHERE, anything) if candidate.form.id == form.id]
            for statement in matches:
                texts = {
                    operand.operand.name: trial.probe.statement[operand.node.start : operand.node.end]
                    for operand in statement.operands
                    if operand.node is not None
                    and operand.operand.kind not in ("address", "list")
                    and not operand.operand.selector
                }
                if texts.keys() != {operand.name for operand in form.operands} or any(
                    operand.negated for operand in form.operands
                ):
                    continue
                again = write_statement(form.opcode(values), positions(form, statement.modifiers), texts)
                assert again.replace(" ", "") == trial.probe.statement.replace(" ", "")
                written += 1
    assert written > 200
