"""Shared blocks: the parts that a form gets, and the places of problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.records.problems import RecordError
from generator.records.shared import expand
from generator.records.yaml_reader import Located, read
from tests.generator.record_trees import ADD, HERE, SUB, VALID, Edit, check_marked, edited, marked, problems, write

HEAD = """\
kind: instruction
name: ld
family: moves
summary: Load.
sources: [{document: manual, section: "1"}]
"""


def record(tmp_path: Path, text: str) -> Located:
    path = tmp_path / "ld.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return expand(read(path))


def forms(tmp_path: Path, text: str) -> list[dict[str, Any]]:
    expanded: list[dict[str, Any]] = record(tmp_path, text).data["forms"]
    return expanded


def two(block: str, first: str, second: str) -> str:
    """Return a record with one block that two forms use."""
    return (
        f"shared:\n  b:\n{block}forms:\n  - {{id: ld.a, uses: [b], {first}}}\n  - {{id: ld.b, uses: [b], {second}}}\n"
    )


def test_a_record_without_blocks_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "ld.yaml"
    path.write_text(HEAD + "forms: [{id: ld, syntax: ld d}]\n", encoding="utf-8")
    original = read(path)
    assert expand(original) is original


def test_a_form_gets_the_parts_of_a_block_that_its_syntax_has(tmp_path: Path) -> None:
    block = "    where: {t: [b32], l1: [x]}\n    literal_groups: {v2: vector}\n    operands: {d: {is: 1}, a: {is: 2}}\n"
    expanded = forms(tmp_path, two(block, 'syntax: "ld{.{l1}}.v2.{t} d, [a]"', 'syntax: "ld.{t} a"'))
    assert expanded[0]["where"] == {"l1": ["x"], "t": ["b32"]}
    assert (expanded[0]["literal_groups"], expanded[0]["operands"]) == (
        {"v2": "vector"},
        {"d": {"is": 1}, "a": {"is": 2}},
    )
    assert expanded[1] == {"id": "ld.b", "syntax": "ld.{t} a", "where": {"t": ["b32"]}, "operands": {"a": {"is": 2}}}


def test_slots_and_operands_are_in_the_order_of_the_syntax(tmp_path: Path) -> None:
    block = "    where: {t: [b32]}\n    operands: {b: {}, d: {}}\n"
    form = 'syntax: "ld.{s}.{t} d, a, b", where: {s: [x]}, operands: {a: {}}'
    form_ = forms(tmp_path, two(block, form, form))[0]
    assert (list(form_["where"]), list(form_["operands"])) == (["s", "t"], ["d", "a", "b"])


RULE = "    rules: [{id: r, %s, why: So it is.}]\n"
SLOTS = '"ld{.volatile}{.{ss}}.{t} d", where: {ss: [global, shared], t: [b32, b64]}'
ALL = 'syntax: "ld{.volatile}.{ss}.{t} d", where: {ss: [global, shared, local], t: [b32, b64, b128]}'

RULES = {
    # what the block says: what is left of it in the form with SLOTS
    "when: {ss: [global, local]}, require: {t: [b32, b128]}": "when: {ss: [global]}, require: {t: [b32]}",
    "when: {ss: [local]}, require: {t: [b32]}": None,
    "when: {ss: [global]}, require: {t: [b32, b64]}": None,
    "when: {t: [b32, b64]}, require: {ss: [global]}": "require: {ss: [global]}",
    "when: {volatile: true}, exclude: {t: [b128]}": None,
    "when: {volatile: true}, exclude: {t: [b64, b128]}": "when: {volatile: true}, exclude: {t: [b64]}",
    "same: [ss, t]": "same: [ss, t]",
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_narrowed_to_what_the_slots_can_hold(tmp_path: Path, rule: str) -> None:
    form = forms(tmp_path, two(RULE % rule, f"syntax: {SLOTS}", ALL))[0]
    left = RULES[rule]
    wanted = [] if left is None else [{"id": "r", "why": "So it is.", **yaml.safe_load(f"{{{left}}}")}]
    assert form.get("rules", []) == wanted


@pytest.mark.parametrize(
    "rule", ["when: {x: true}, require: {t: [b32]}", "exclude: {x: true, t: [b32]}", "same: [t, x]"]
)
def test_a_rule_about_a_missing_slot_is_left_out(tmp_path: Path, rule: str) -> None:
    other = 'syntax: "ld{.{x}}.{t} d", where: {x: [y], t: [b32, b64]}'
    expanded = forms(tmp_path, two(RULE % rule, f"syntax: {SLOTS}", other))
    assert ["rules" in form for form in expanded] == [False, True]


SPACES = "{when: {ss: [global]}, is: global}, {when: {ss: [local]}, is: local}, {is: generic}"
CASES = f"    operands: {{d: {{space: [{SPACES}]}}}}\n"


def test_cases_that_cannot_be_are_left_out_and_a_certain_one_is_a_plain_value(tmp_path: Path) -> None:
    plain = 'syntax: "ld.{ss}.{t} d", where: {ss: [local], t: [b32]}'
    expanded = forms(tmp_path, two(CASES, f"syntax: {SLOTS}", plain))
    assert expanded[0]["operands"]["d"]["space"] == [{"when": {"ss": ["global"]}, "is": "global"}, {"is": "generic"}]
    assert expanded[1]["operands"]["d"]["space"] == "local"


def test_a_form_without_the_slot_has_the_case_without_a_condition(tmp_path: Path) -> None:
    expanded = forms(tmp_path, two(CASES, 'syntax: "ld d"', 'syntax: "ld{.{ss}} d", where: {ss: [global, local]}'))
    assert expanded[0]["operands"]["d"] == {"space": "generic"}


def test_an_absent_modifier_is_a_value_of_an_optional_slot(tmp_path: Path) -> None:
    block = "    requirements: [{id: n, when: {ss: [absent, local]}}, {id: m, when: {ss: false}}]\n"
    plain = 'syntax: "ld.{ss} d", where: {ss: [local, global]}'
    expanded = forms(tmp_path, two(block, f"syntax: {SLOTS}", plain))
    assert expanded[0]["requirements"] == [{"id": "n", "when": {"ss": ["absent"]}}, {"id": "m", "when": {"ss": False}}]
    assert expanded[1]["requirements"] == [{"id": "n", "when": {"ss": ["local"]}}]


def test_conditions_may_name_operands(tmp_path: Path) -> None:
    block = "    requirements: [{id: offset, when: {e: true}}, {id: indirect, when: {a: [register]}}]\n"
    expanded = forms(tmp_path, two(block, 'syntax: "ld d, [a]{, e}"', 'syntax: "ld d, [a]"'))
    assert [need["id"] for need in expanded[0]["requirements"]] == ["offset", "indirect"]
    assert [need["id"] for need in expanded[1]["requirements"]] == ["indirect"]


def test_lists_of_blocks_precede_those_of_the_form(tmp_path: Path) -> None:
    block = "    state: [{name: b}]\n  c:\n    state: [{name: c}]\n"
    form = "syntax: ld d, state: [{name: own}], uses: [c, b]"
    text = f"shared:\n  b:\n{block}forms:\n  - {{id: ld.a, {form}}}\n  - {{id: ld.b, {form}}}\n"
    assert [state["name"] for state in forms(tmp_path, text)[1]["state"]] == ["c", "b", "own"]


def test_clauses_of_several_sources_are_in_the_order_of_versions(tmp_path: Path) -> None:
    block = '    requirements: [{id: b, ptx: "10.0"}, {id: c, ptx: "8.0"}]\n'
    form = 'syntax: ld d, requirements: [{id: own, ptx: "9.1"}, {id: last, ptx: "10.0"}]'
    expanded = forms(tmp_path, two(block, form, "syntax: ld d"))
    assert [need["id"] for need in expanded[0]["requirements"]] == ["c", "own", "b", "last"]
    assert [need["id"] for need in expanded[1]["requirements"]] == ["b", "c"]


def test_lines_are_those_of_the_block(tmp_path: Path) -> None:
    expanded = record(tmp_path, two(RULE % "when: {ss: [local, global]}, require: {t: [b32]}", f"syntax: {SLOTS}", ALL))
    text = (tmp_path / "ld.yaml").read_text(encoding="utf-8").splitlines()
    line, column = expanded.place(("forms", 0, "rules", 0, "when", "ss", 0))
    assert text[line - 1][column - 1 :].startswith("global")
    line, column = expanded.place(("forms", 1, "rules", 0, "require"))
    assert text[line - 1][column - 1 :].startswith("require:")


BLOCK = """\
shared:
  numbers:
    operands:
      d: {access: write, type: s32, summary: The difference.}
      a: {access: read, type: s33, summary: Minuend.}
      b: {access: read, type: s32, summary: Subtrahend.}
    availability:
      - {id: base, ptx: "7.0", target: sm_80+}
    no_semantics: A test needs none.
forms:
  - {id: sub.plain, syntax: "sub.s32 d, a, b", uses: [numbers]}
  - {id: sub.other, syntax: "sub.b32 d, a, b", uses: [numbers]}
examples:
"""


def test_a_mistake_in_a_block_is_reported_once_at_its_place(tmp_path: Path) -> None:
    old = VALID[SUB][VALID[SUB].index("forms:\n") : VALID[SUB].index("examples:\n")] + "examples:\n"
    texts = edited([])
    texts[SUB] = VALID[SUB].replace(old, BLOCK.replace("type: s33", "§type: s33"))
    texts["versions/7.0.yaml"] = texts["versions/7.0.yaml"].replace("sub.plain]", "sub.plain, sub.other]")
    texts[SUB] = texts[SUB].replace("§", HERE)
    message = "operand 'a': unknown type 's33'; did you mean s32 or b32?"
    reported = problems(write(tmp_path, texts))
    assert [(problem.path, problem.line) for problem in reported] == [(SUB, marked(texts, message).line)]
    assert reported[0].message.startswith("operand 'a': unknown type 's33'")


def test_rules_of_one_id_are_one_rule(tmp_path: Path) -> None:
    old = "    operands:\n      d: {access: write, type: b32"
    edit = Edit(ADD, old, "    rules:\n      - {HEREid: signed, exclude: {rounding: [rz]}, why: X.}\n" + old)
    check_marked([edit._replace(new=edit.new.replace("HERE", HERE))], "rule id 'signed' is repeated", tmp_path)


def messages(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(RecordError) as caught:
        record(tmp_path, text)
    return [problem.message for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("", "", "no form uses shared block 'b'"),
        ("uses: [b], ", "", "only form 'ld.a' uses shared block 'b'"),
        ("", "uses: [b], ", "only form 'ld.b' uses shared block 'b'"),
    ],
)
def test_a_block_is_for_two_forms_or_more(first: str, second: str, message: str, tmp_path: Path) -> None:
    syntax = 'syntax: "ld d"}'
    listed = f"forms:\n  - {{id: ld.a, {first}{syntax}\n  - {{id: ld.b, {second}{syntax}\n"
    assert messages(tmp_path, "shared:\n  b: {operands: {d: {}}}\n" + listed) == [message]


def test_a_certain_case_behind_others_stays_a_case(tmp_path: Path) -> None:
    other = "type: [{is: a, more: 1}], list: [{}], words: [is]"
    block = f"    operands: {{d: {{space: [{SPACES}], {other}}}}}\n"
    form = 'syntax: "ld.{ss} d", where: {ss: [global, shared]}'
    expanded = forms(tmp_path, two(block.replace(", {when: {ss: [local]}, is: local}", ""), form, form))[0]
    assert expanded["operands"]["d"] == {
        "space": [{"when": {"ss": ["global"]}, "is": "global"}, {"is": "generic"}],
        "type": [{"is": "a", "more": 1}],
        "list": [{}],
        "words": ["is"],
    }


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("require: {any: [{ss: true}, {l1: true}]}", [True, False]),
        ("require: {not: {ss: [global]}}", [True, True]),
        ("require: {len(ss) * width(l1) == 8: true}", [True, False]),
        ("together: [ss, l1]", [True, False]),
    ],
)
def test_a_rule_applies_to_forms_that_have_all_of_its_slots(rule: str, kept: list[bool], tmp_path: Path) -> None:
    block = f"    rules: [{{id: r, {rule}, why: X.}}]\n"
    first = 'syntax: "ld{.{ss}}{.{l1}} d", where: {ss: [global, local], l1: [x]}'
    expanded = forms(tmp_path, two(block, first, 'syntax: "ld{.{ss}} d", where: {ss: [global, local]}'))
    assert ["rules" in form for form in expanded] == kept


def test_the_length_of_a_vector_follows_from_a_modifier(tmp_path: Path) -> None:
    block = "    where: {vec: [v2, v4]}\n    operands: {d: {vector: len(vec)}}\n"
    optional, without = forms(tmp_path, two(block, 'syntax: "ld{.{vec}} d"', 'syntax: "ld.x d"'))
    assert optional["operands"] == {
        "d": {"vector": [{"when": {"vec": ["v2"]}, "is": 2}, {"when": {"vec": ["v4"]}, "is": 4}]}
    }
    assert without["operands"] == {"d": {}}
    form = '{id: ld.a, syntax: "ld.{dim} d", where: {dim: ["3d"]}, operands: {d: {vector: len(dim) - 2}}}'
    assert forms(tmp_path, f"forms: [{form}]\n")[0]["operands"] == {"d": {"vector": 1}}


@pytest.mark.parametrize("values", ["where: {dim: [wide]}", "where: {dims: [2d]}"])
def test_a_length_needs_numbers_in_the_values_of_its_slot(values: str, tmp_path: Path) -> None:
    text = f'forms: [{{id: ld.a, syntax: "ld.{{dim}} d", {values}, operands: {{d: {{vector: len(dim)}}}}}}]\n'
    assert messages(tmp_path, text) == ["vector 'len(dim)' needs a slot of the form whose values contain numbers"]
