"""Resolving: every name in a form must exist, and the message says what is wrong at the place of the name."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.forms import Case, Clause, Operand, Rule, Selector, Slot
from tests.generator.record_trees import (
    ADD,
    HERE,
    SUB,
    VALID,
    Edit,
    Found,
    check_marked,
    edited,
    marked,
    problems,
    write,
)

CLAMP, ROUNDING = "modifiers/clamp.yaml", "modifiers/rounding.yaml"


@pytest.fixture
def isa(tmp_path: Path) -> Isa:
    return resolve(load(write(tmp_path, VALID)))


# What comes out of a valid tree.


def test_forms_of_the_valid_tree(isa: Isa) -> None:
    assert [(instruction.identity, form.id) for instruction, form, _ in isa.forms()] == [
        ("integer/add", "add.plain"),
        ("integer/add", "add.packed"),
        ("integer/sub", "sub.plain"),
    ]
    assert sorted(isa.types) == ["b32", "s32"]
    assert sorted(isa.modifiers) == ["clamp", "rounding"]


def test_slots_have_their_values_and_groups(isa: Isa) -> None:
    plain, packed, sub = (form for _, form, _ in isa.forms())
    assert plain.slots == (
        Slot("sat", ("sat",), "clamp", optional=True, literal=True),
        Slot("type", ("s32", "b32"), "type"),
    )
    assert packed.slots == (Slot("rounding", ("rn", "rz"), "rounding"), Slot("b32", ("b32",), "type", literal=True))
    assert sub.slots == (Slot("s32", ("s32",), "type", literal=True),)


def test_operands_rules_and_clauses_are_built(isa: Isa) -> None:
    plain = next(form for _, form, _ in isa.forms())
    assert plain.operands[1] == Operand("a", "read", "$type", "First addend.")
    assert plain.operands[0].immediate == "forbidden"
    assert plain.rules == (
        Rule("Bits have no range to clamp to.", when={"sat": True}, require={"type": ("s32",)}, id="signed"),
    )
    assert plain.availability == (Clause("base", "7.0", "sm_80+"),)
    assert (plain.mnemonic, plain.record) == ("add", "integer/add")


def test_program_has_the_reason_for_missing_semantics(isa: Isa) -> None:
    assert {program.no_semantics for _, _, program in isa.forms()} == {"A test needs none."}
    assert {program.semantics for _, _, program in isa.forms()} == {None}


def test_record_by_kind_and_name(isa: Isa) -> None:
    record = isa.record("type", "b32")
    assert record is not None
    assert record.data["bits"] == 32
    assert isa.record("type", "b64") is None
    assert [record.data["name"] for record in isa.records("version")] == ["7.0", "8.0"]
    assert isa.records("evidence") == []


def resolved(folder: Path, *edits: Edit) -> Isa:
    return resolve(load(write(folder, edited(edits))))


def test_a_literal_has_the_group_of_literal_groups(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        Edit(ROUNDING, "{value: rn,", "{value: sat, summary: Another meaning.}\n  - {value: rn,"),
        Edit(ADD, "    rules:\n", "    literal_groups: {sat: clamp}\n    rules:\n"),
    )
    assert next(form for _, form, _ in isa.forms()).slots[0].group == "clamp"


def test_a_slot_named_like_a_group_has_that_group(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        Edit(CLAMP, "{value: sat,", "{value: rn, summary: A.}\n  - {value: rz, summary: B.}\n  - {value: sat,"),
    )
    assert [form for _, form, _ in isa.forms()][1].slots[0].group == "rounding"


def test_a_slot_has_the_group_that_where_names(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        Edit(CLAMP, "{value: sat,", "{value: rn, summary: A.}\n  - {value: rz, summary: B.}\n  - {value: sat,"),
        Edit(ADD, "rounding: [rn, rz]", "rounding: {group: clamp, values: [rz, rn]}"),
    )
    assert [form for _, form, _ in isa.forms()][1].slots[0] == Slot("rounding", ("rz", "rn"), "clamp")


def test_repeats_and_fused_reach_the_slot(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        Edit(CLAMP, "value: sat,", "value: sat, repeatable: true,"),
        Edit(ADD, "    rules:\n", "    mnemonic_modifiers: [sat]\n    rules:\n"),
    )
    assert next(form for _, form, _ in isa.forms()).slots[0] == Slot(
        "sat", ("sat",), "clamp", optional=True, literal=True, in_mnemonic=True, repeatable=True
    )


def test_cases_and_ranges_reach_the_operand(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        Edit(
            SUB,
            "b: {access: read, type: s32,",
            "b: {access: read, type: [{when: {s32: true}, is: b32}, {is: s32}], immediate: {min: -8, max: 7},",
        ),
    )
    operand = [form for _, form, _ in isa.forms()][2].operand("b")
    assert operand.type == (Case({"s32": True}, "b32"), Case({}, "s32"))
    assert (operand.immediate, operand.minimum, operand.maximum) == ("allowed", -8, 7)


def test_the_only_constants_reach_the_operand(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path, Edit(SUB, "b: {access: read,", "b: {access: read, immediate: {required: true, values: [1, 8]},")
    )
    operand = [form for _, form, _ in isa.forms()][2].operand("b")
    assert (operand.immediate, operand.choices, operand.minimum) == ("required", (1, 8), None)


PARTS = Edit(CLAMP, "{value: sat,", '{value: b0, summary: A.}\n  - {value: "h[0-1]", summary: B.}\n  - {value: sat,')


def test_selectors_and_minus_reach_the_operand(tmp_path: Path) -> None:
    isa = resolved(
        tmp_path,
        PARTS,
        Edit(SUB, "sub.s32 d, a, b", "sub.s32 d, a{.{asel}}, -b.{bsel}"),
        Edit(
            SUB,
            "    operands:",
            "    where: {asel: {selector: clamp, default: h1}, bsel: {selector: clamp}}\n    operands:",
        ),
    )
    form = [form for _, form, _ in isa.forms()][2]
    values = ("b0", "h[0-1]", "relu", "sat")
    assert form.operand("a").selector == Selector("asel", "clamp", values, optional=True, default="h1")
    assert form.operand("b").selector == Selector("bsel", "clamp", values)
    assert [operand.negated for operand in form.operands] == [False, False, True]


# What is rejected: the edits, and the message at the marked place.


def selector(where: str, syntax: str = "sub.s32 d, a{.{asel}}, b") -> list[Edit]:
    """Return a form with a selector that `where` describes."""
    return [
        PARTS,
        Edit(SUB, "sub.s32 d, a, b", syntax),
        Edit(SUB, "    operands:", f"    where: {where}\n    operands:"),
    ]


ONE_PROBLEM = {
    "selector of no group": (
        selector(f"{{asel: {{{HERE}selector: clump}}}}"),
        "unknown modifier group 'clump'; did you mean clamp?",
    ),
    "selector never left out": (
        selector(f"{{asel: {{selector: clamp, {HERE}default: b0}}}}", "sub.s32 d, a.{asel}, b"),
        "selector 'asel' is never left out",
    ),
    "selector absent as it never is": (
        selector(f"{{asel: {{selector: clamp, {HERE}default: h2}}}}"),
        "selector 'asel' is never h2",
    ),
    "selector without a group": (
        [PARTS, Edit(SUB, "    syntax: sub.s32 d, a, b", f"    {HERE}syntax: sub.s32 d, a{{.{{asel}}}}, b")],
        "selector 'asel' has no group in where",
    ),
    "default that is no value of the slot": (
        [
            Edit(
                ADD,
                "    where:\n      type: [s32, b32]",
                f"    where:\n      type: [s32, b32]\n    defaults: {{{HERE}sat: sta}}",
            )
        ],
        "default 'sta' of form 'add.plain' is not a value of slot 'sat'; did you mean sat?",
    ),
    "default of a slot that is not optional": (
        [
            Edit(
                ADD,
                "    where:\n      type: [s32, b32]",
                f"    where:\n      type: [s32, b32]\n    defaults: {{{HERE}type: s32}}",
            )
        ],
        "the syntax has no optional slot 'type'",
    ),
    "default of no slot of the record": (
        [Edit(ADD, "forms:\n", f"defaults: {{{HERE}stat: The sum wraps.}}\nforms:\n")],
        "no form has an optional slot 'stat'; did you mean sat?",
    ),
    "value of no record": (
        [Edit(ADD, "      type: [s32, b32]", f"      type: [{HERE}s23, b32]")],
        "slot 'type': unknown value s23; did you mean s32?",
    ),
    "value of no record, nothing near": (
        [Edit(ADD, "      rounding: [rn, rz]", f"      rounding: [{HERE}nearest]")],
        "slot 'rounding': unknown value nearest; write isa/modifiers/rounding.yaml if it is new",
    ),
    "values of two groups": (
        [Edit(ADD, "      rounding: [rn, rz]", f"      {HERE}rounding: [rn, sat]")],
        "slot 'rounding' (rn, sat): no modifier group has them",
    ),
    "types and modifiers in one slot": (
        [Edit(ADD, "      rounding: [rn, rz]", f"      {HERE}rounding: [rn, s32]")],
        "slot 'rounding' (rn, s32): no modifier group has them",
    ),
    "ambiguous group": (
        [
            Edit(ADD, "add.{rounding}.b32", "add.{mode}.b32"),
            Edit(ADD, "      rounding: [rn, rz]", f"      {HERE}mode: [rn, rz]"),
            Edit(CLAMP, "{value: sat,", "{value: rn, summary: A.}\n  - {value: rz, summary: B.}\n  - {value: sat,"),
        ],
        "slot 'mode' (rn, rz): several groups have them (clamp, rounding): name one",
    ),
    "slot without values": (
        [Edit(ADD, "    syntax: add{.sat}.{type} d", f"    {HERE}syntax: add{{.sat}}.{{type}}.{{tipe}} d")],
        "slot 'tipe' has no values in where; did you mean type?",
    ),
    "values without a slot": (
        [Edit(ADD, "      type: [s32, b32]", f"      type: [s32, b32]\n      {HERE}tpye: [s32]")],
        "slot 'tpye' is not in the syntax; did you mean type?",
    ),
    "unknown type": (
        [Edit(SUB, "d: {access: write, type: s32", f"d: {{access: write, {HERE}type: s23")],
        "operand 'd': unknown type 's23'; did you mean s32?",
    ),
    "type of an unknown slot": (
        [Edit(ADD, "d: {access: write, type: $type", f"d: {{access: write, {HERE}type: $tipe")],
        "operand 'd': unknown type '$tipe'; did you mean $type?",
    ),
    "unknown type in a case": (
        [Edit(SUB, "d: {access: write, type: s32", f"d: {{access: write, type: [{{{HERE}is: f99}}]")],
        "operand 'd': unknown type 'f99'",
    ),
    "number as a type": (
        [Edit(SUB, "d: {access: write, type: s32", f"d: {{access: write, {HERE}type: 32")],
        "operand 'd': unknown type '32'; did you mean s32?",
    ),
    "alignment that names no operand": (
        [Edit(SUB, "a: {access: read,", f"a: {{access: read, {HERE}alignment: size,")],
        "operand 'a': alignment names 'size', which is not one of the operands d, a, b",
    ),
    "alignment that names a misspelled operand": (
        [
            Edit(SUB, "sub.s32 d, a, b", "sub.s32 d, a, byte_count"),
            Edit(SUB, "      b: {", "      byte_count: {"),
            Edit(SUB, "a: {access: read,", f"a: {{access: read, {HERE}alignment: byte_counts,"),
        ],
        "operand 'a': alignment names 'byte_counts', which is not one of the operands d, a, byte_count;"
        " did you mean byte_count?",
    ),
    "alignment that names a result": (
        [Edit(SUB, "a: {access: read,", f"a: {{access: read, {HERE}alignment: d,")],
        "operand 'a': alignment names 'd', which is never a constant",
    ),
    "stride in elements of an unknown slot": (
        [
            Edit(
                SUB,
                "a: {access: read,",
                f"a: {{access: read, alignment: 4, stride_of: {{address: a, {HERE}elements: $types, alignment: 4}},",
            )
        ],
        "operand 'a': '$types' is not a slot",
    ),
    "alignment that names an operand without constants": (
        [
            Edit(SUB, "b: {access: read,", "b: {access: read, immediate: forbidden,"),
            Edit(SUB, "a: {access: read,", f"a: {{access: read, {HERE}alignment: b,"),
        ],
        "operand 'a': alignment names 'b', which is never a constant",
    ),
    "unknown type of the widest register": (
        [Edit(SUB, "a: {access: read,", f"a: {{access: read, wider_registers: true, {HERE}widest_register: b33,")],
        "operand 'a': unknown type 'b33'; did you mean b32?",
    ),
    "operand not described": (
        [Edit(SUB, "    syntax: sub.s32 d, a, b", f"    {HERE}syntax: sub.s32 d, a, b, e")],
        "operand 'e' is not described",
    ),
    "operand not in the syntax": (
        [Edit(SUB, "      b: {", f"      {HERE}c: {{access: read, type: s32, summary: x}}\n      b: {{")],
        "operand 'c' is not in the syntax",
    ),
    "condition of a rule on an unknown slot": (
        [Edit(ADD, "        when: {sat: true}", f"        when: {{{HERE}stat: true}}")],
        "condition on unknown slot 'stat'; did you mean sat?",
    ),
    "requirement on an unknown slot": (
        [Edit(ADD, "        require: {type: [s32]}", f"        require: {{{HERE}kind: [s32]}}")],
        "condition on unknown slot 'kind'",
    ),
    "exclusion of an unknown slot": (
        [Edit(ADD, "        require: {type: [s32]}", f"        exclude: {{sat: true, {HERE}kind: [s32]}}")],
        "condition on unknown slot 'kind'",
    ),
    "condition of a clause on an unknown slot": (
        [Edit(SUB, "target: sm_80+}", f"target: sm_80+, when: {{{HERE}sat: true}}}}")],
        "condition on unknown slot 'sat'",
    ),
    "condition of a deprecation on an unknown slot": (
        [
            Edit(
                SUB,
                "    no_semantics",
                f'    deprecated: [{{ptx: "8.0", when: {{{HERE}sat: true}}}}]\n    no_semantics',
            )
        ],
        "condition on unknown slot 'sat'",
    ),
    "condition of a removal on an unknown slot": (
        [
            Edit(
                SUB,
                "    no_semantics",
                f"    removed: [{{target: sm_90+, when: {{{HERE}sat: true}}}}]\n    no_semantics",
            )
        ],
        "condition on unknown slot 'sat'",
    ),
    "condition of state on an unknown slot": (
        [
            Edit(
                SUB,
                "    no_semantics",
                f"    state: [{{name: CF, access: read, summary: x, when: {{{HERE}cc: true}}}}]\n    no_semantics",
            )
        ],
        "condition on unknown slot 'cc'",
    ),
    "condition of a model on an unknown slot": (
        [
            Edit(
                SUB,
                "    no_semantics: A test needs none.\n",
                "    semantics: d = a\n"
                f"    models: [{{target: sm_90, summary: x, semantics: d, when: {{{HERE}cc: true}}}}]\n",
            )
        ],
        "condition on unknown slot 'cc'",
    ),
    "condition of a case on an unknown slot": (
        [
            Edit(
                SUB,
                "d: {access: write, type: s32",
                f"d: {{access: write, type: [{{when: {{{HERE}cc: true}}, is: s32}}]",
            )
        ],
        "condition on unknown slot 'cc'",
    ),
    "condition of a vector length on an unknown slot": (
        [
            Edit(
                SUB,
                "d: {access: write,",
                f"d: {{access: write, vector: [{{when: {{{HERE}cc: true}}, is: 2}}, {{is: 1}}],",
            )
        ],
        "condition on unknown slot 'cc'",
    ),
    "condition of a space on an unknown slot": (
        [Edit(SUB, "a: {access: read,", f"a: {{access: read, space: [{{when: {{{HERE}cc: true}}, is: local}}],")],
        "condition on unknown slot 'cc'",
    ),
    "condition of an alignment on an unknown slot": (
        [Edit(SUB, "a: {access: read,", f"a: {{access: read, alignment: [{{when: {{{HERE}cc: true}}, is: 4}}],")],
        "condition on unknown slot 'cc'",
    ),
    "fused modifier not in the syntax": (
        [Edit(SUB, "    operands:\n", f"    mnemonic_modifiers: [{HERE}lo]\n    operands:\n")],
        "slot 'lo' is not in the syntax",
    ),
    "another mnemonic": (
        [Edit(ADD, "    syntax: add.{rounding}", f"    {HERE}syntax: plus.{{rounding}}")],
        "mnemonic 'plus' is not that of the record, 'add'",
    ),
    "literal of no record": (
        [Edit(SUB, "    syntax: sub.s32 d", f"    {HERE}syntax: sub.sad.s32 d")],
        "slot 'sad': unknown value sad; did you mean sat?",
    ),
    "literal of two groups": (
        [
            Edit(SUB, "    syntax: sub.s32 d", f"    {HERE}syntax: sub.relu.s32 d"),
            Edit(ROUNDING, "{value: rn,", "{value: relu, summary: Another meaning.}\n  - {value: rn,"),
        ],
        "slot 'relu' (relu): several groups have them (clamp, rounding): name one",
    ),
}


@pytest.mark.parametrize("name", ONE_PROBLEM)
def test_unresolved_names_are_reported_at_their_place(name: str, tmp_path: Path) -> None:
    check_marked(*ONE_PROBLEM[name], tmp_path)


@pytest.mark.parametrize(
    ("written", "described", "messages"),
    [
        (
            "policy",
            "polcy",
            [
                "operand 'policy' is not described; did you mean polcy?",
                "operand 'polcy' is not in the syntax; did you mean policy?",
            ],
        ),
        (
            "cachePolicy",
            "cachePolicy",
            [
                "operand 'cachepolicy' is not described; did you mean cachePolicy?",
                "operand 'cachePolicy' is not in the syntax; did you mean cachepolicy?",
            ],
        ),
        (
            "byte-id",
            "byte-id",
            [
                "operand 'byte_id' is not described; did you mean byte-id?",
                "operand 'byte-id' is not in the syntax; did you mean byte_id?",
            ],
        ),
    ],
)
def test_operand_described_by_another_name_is_reported_at_both_ends(
    written: str, described: str, messages: list[str], tmp_path: Path
) -> None:
    syntax = Edit(SUB, "    syntax: sub.s32 d, a, b", f"    syntax: sub.s32 d, a, b, {written}")
    operand = Edit(SUB, "      b: {", f"      {described}: {{access: read, type: s32, summary: x}}\n      b: {{")
    assert problems(write(tmp_path, edited([syntax, operand]))) == [
        Found(SUB, 9, 5, messages[0]),
        Found(SUB, 13, 7, messages[1]),
    ]


@pytest.mark.parametrize(
    ("syntax", "message"),
    [
        ("9sub d, a, b", "syntax, character 1: a template starts with a mnemonic"),
        ("sub..s32 d, a, b", "syntax, character 4: unexpected '.'"),
        ("sub.s32 d a, b", "syntax, character 11: expected ',' before 'a'"),
        ("sub.s32 d, [a, b", "syntax, character 17: expected ']' before 'the end'"),
        ("sub.s32 d, a, b;", "syntax, character 16: unexpected ';'"),
        ("sub.s32 d, a, b, b", "syntax, character 18: operand 'b' is repeated"),
        ("sub.s32[d], a, b", "syntax, character 8: operands follow a space"),
        ('"sub.s32 d, {a, b"', "syntax, character 17: expected '}' before 'the end'"),
    ],
)
def test_template_error_is_reported_at_the_syntax_with_its_column(syntax: str, message: str, tmp_path: Path) -> None:
    texts = edited([Edit(SUB, "    syntax: sub.s32 d, a, b", f"    {HERE}syntax: {syntax}")])
    assert marked(texts, message) in problems(write(tmp_path, texts))


def test_every_unknown_value_is_reported_at_its_place(tmp_path: Path) -> None:
    reported = problems(write(tmp_path, edited([Edit(ADD, "rounding: [rn, rz]", "rounding: [rn, up, down]")])))
    assert [(problem.line, problem.column, problem.message) for problem in reported] == [
        (28, 22, "slot 'rounding': unknown value up; write isa/modifiers/rounding.yaml if it is new"),
        (28, 26, "slot 'rounding': unknown value down; write isa/modifiers/rounding.yaml if it is new"),
    ]


def test_every_problem_of_every_form_is_reported(tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(ADD, "type: [s32, b32]", "type: [s99, b32]"),
            Edit(ADD, "rounding: [rn, rz]", "rounding: [up]"),
            Edit(SUB, "d: {access: write, type: s32", "d: {access: write, type: f99"),
        ]
    )
    assert [(problem.path, problem.message) for problem in problems(write(tmp_path, texts))] == [
        (ADD, "slot 'type': unknown value s99; write isa/types/s99.yaml if it is new"),
        (ADD, "slot 'rounding': unknown value up; write isa/modifiers/rounding.yaml if it is new"),
        (SUB, "operand 'd': unknown type 'f99'"),
    ]


# What else is rejected, wherever it is reported.

BAD_RECORDS = {
    "a group that does not exist": [Edit(ADD, "rounding: [rn, rz]", "rounding: {group: nosuch, values: [rn]}")],
    "values that their group does not have": [
        Edit(ADD, "rounding: [rn, rz]", "rounding: {group: clamp, values: [rn]}")
    ],
    "values of no record, by their group": [Edit(ADD, "rounding: [rn, rz]", "rounding: {group: clamp, values: [zz]}")],
    "types that do not exist, by their group": [Edit(ADD, "[s32, b32]", "{group: type, values: [f99]}")],
    "values of a literal": [Edit(ADD, "      type: [s32, b32]", "      type: [s32, b32]\n      sat: [zz]")],
    "the group of a literal that is not there": [
        Edit(ADD, "    rules:\n", "    literal_groups: {zz: clamp}\n    rules:\n")
    ],
    "a literal of a group that does not exist": [
        Edit(ADD, "    rules:\n", "    literal_groups: {sat: zz}\n    rules:\n")
    ],
    "a literal of a group that does not have it": [
        Edit(ADD, "    rules:\n", "    literal_groups: {sat: rounding}\n    rules:\n")
    ],
    "equal slots that do not exist": [Edit(ADD, "    rules:\n", "    rules:\n      - {same: [type, tipe], why: z}\n")],
    "a condition on a value that the slot never holds": [Edit(ADD, "require: {type: [s32]}", "require: {type: [f99]}")],
    "a requirement without a condition": [
        Edit(ADD, "    rules:\n", '    requirements:\n      - {id: z, ptx: "8.0", target: sm_90+}\n    rules:\n')
    ],
    "a condition on a slot that is never empty": [Edit(ADD, "when: {sat: true}", "when: {type: false}")],
    "a register operand without a type": [Edit(SUB, "d: {access: write, type: s32,", "d: {access: write,")],
    "a type that is a rounding mode": [
        Edit(ADD, "d: {access: write, type: b32,", "d: {access: write, type: $rounding,")
    ],
    "a type that may be absent": [
        Edit(SUB, "syntax: sub.s32 d", "syntax: sub{.s32} d"),
        Edit(SUB, "d: {access: write, type: s32,", "d: {access: write, type: $s32,"),
    ],
    "a vector length that is no number": [Edit(SUB, "d: {access: write,", "d: {access: write, vector: many,")],
    "a negative vector length": [Edit(SUB, "d: {access: write,", "d: {access: write, vector: -1,")],
    "an alignment that is no number": [Edit(SUB, "a: {access: read,", "a: {access: read, alignment: [wide],")],
    "a state space of no record": [Edit(SUB, "a: {access: read,", "a: {access: read, kind: address, space: moon,")],
    "a range that ends before it starts": [
        Edit(SUB, "b: {access: read,", "b: {access: read, immediate: {min: 5, max: 1},")
    ],
    "an immediate that may not be one": [
        Edit(SUB, "b: {access: read,", "b: {access: read, kind: immediate, immediate: forbidden,")
    ],
    "a result that may be an immediate": [Edit(SUB, "d: {access: write,", "d: {access: write, immediate: required,")],
    "a case behind the one that always holds": [
        Edit(SUB, "d: {access: write, type: s32,", "d: {access: write, type: [{is: s32}, {is: b32}],")
    ],
    "an operand named like a slot": [
        Edit(ADD, "b32 d, a, b\n", "b32 d, a, rounding\n"),
        Edit(ADD, "      b: {access: read, type: b32,", "      rounding: {access: read, type: b32,"),
    ],
    "a mnemonic that is not the name": [Edit(SUB, "syntax: sub.s32", "syntax: mul.s32")],
    "a fused modifier behind one that is not": [
        Edit(ADD, "    rules:\n", "    mnemonic_modifiers: [type]\n    rules:\n")
    ],
    "a modifier value that is repeated": [Edit(CLAMP, "{value: relu,", "{value: sat, summary: x}\n  - {value: relu,")],
    "a packed type narrower than its elements": [
        Edit("types/s32.yaml", "class: signed\n", "class: packed\nelement: b32\nelements: 2\n")
    ],
    "a width with a fraction": [Edit("types/s32.yaml", "bits: 32", "bits: 32.0")],
    "a clause id that ends in a line break": [Edit(SUB, "id: base", 'id: "base\\n"')],
    "a target expression that ends in a line break": [Edit(SUB, "target: sm_80+", 'target: "sm_80+\\n"')],
    "a text that ends in a line break": [Edit(SUB, "summary: The difference.", 'summary: "The difference.\\n"')],
    "a condition in a type, which has no slots": [Edit("types/s32.yaml", "{id: base,", "{id: base, when: {zz: true},")],
    "a section that is repeated": [
        Edit("documents/manual.yaml", '  - {number: "2", title: Subtraction}\n', '  - {number: "2", title: A}\n' * 2)
    ],
}


BAD_TEXTS = {name: edited(edits) for name, edits in BAD_RECORDS.items()}
BAD_TEXTS["a type that hides another, in a deeper folder"] = {
    **VALID,
    "types/deeper/s32.yaml": VALID["types/s32.yaml"].replace("bits: 32", "bits: 64"),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_record_is_rejected_once(name: str, tmp_path: Path) -> None:
    assert len(problems(write(tmp_path, BAD_TEXTS[name]))) == 1


MISLEADING = {
    "unknown literal, at the literal": (
        [Edit(ADD, "    syntax: add.{rounding}.b32", f"    {HERE}syntax: add.{{rounding}}.b23")],
        "slot 'b23': unknown value b23; did you mean b32?",
    ),
    "unknown slot, at the item of the list": (
        [Edit(SUB, "    operands:\n", f"    mnemonic_modifiers: [{HERE}lo]\n    operands:\n")],
        "slot 'lo' is not in the syntax",
    ),
    "unknown value, at the item of the list": (
        [Edit(ADD, "[s32, b32]", f"[s32, {HERE}b23]")],
        "slot 'type': unknown value b23; did you mean b32?",
    ),
    "bad syntax, and nothing that follows from it": (
        [Edit(SUB, "    syntax: sub.s32 d, a, b", f"    {HERE}syntax: sub.s32 d, a,, b")],
        "syntax, character 14: expected an operand name before ','",
    ),
    "a form that seems to do nothing": (
        [
            Edit(SUB, "  - id: sub.plain", f"  - {HERE}id: sub.plain"),
            Edit(SUB, "d: {access: write", "d: {access: read"),
        ],
        "state its effects",
    ),
    "slot name that is no name, at the name": (
        [Edit(ADD, "      rounding: [rn, rz]", f"      rounding: [rn, rz]\n      {HERE}Mode: [rn]")],
        "'Mode' does not match",
    ),
    "both semantics": (
        [
            Edit(SUB, "  - id: sub.plain", f"  - {HERE}id: sub.plain"),
            Edit(SUB, "    no_semantics: A test needs none.", "    no_semantics: None.\n    semantics: d = a - b"),
        ],
        "no_semantics",
    ),
    "neither semantics": (
        [
            Edit(SUB, "  - id: sub.plain", f"  - {HERE}id: sub.plain"),
            Edit(SUB, "    no_semantics: A test needs none.\n", ""),
        ],
        "no_semantics",
    ),
    "values of a group, missing": (
        [Edit(ADD, "      rounding: [rn, rz]", f"      {HERE}rounding: {{group: rounding}}")],
        "'values' is a required property",
    ),
    "missing class of a type, and nothing about elements": (
        [Edit("types/s32.yaml", "kind: type\n", f"{HERE}kind: type\n"), Edit("types/s32.yaml", "class: signed\n", "")],
        "'class' is a required property",
    ),
}
MISLEADING_TEXTS = {name: (edited(edits), fragment) for name, (edits, fragment) in MISLEADING.items()}


@pytest.mark.parametrize("name", MISLEADING_TEXTS)
def test_problem_leads_to_the_mistake(name: str, tmp_path: Path) -> None:
    texts, fragment = MISLEADING_TEXTS[name]
    reported = problems(write(tmp_path, texts))
    assert len(reported) == 1
    assert fragment in reported[0].message
    assert reported == [marked(texts, reported[0].message)]


def test_all_unknown_keys_are_reported(tmp_path: Path) -> None:
    texts = edited([Edit("types/s32.yaml", "bits: 32\n", "bits: 32\nzz: 1\nyy: 1\n")])
    assert [problem.line for problem in problems(write(tmp_path, texts))] == [5, 6]


def test_operand_named_by_a_number_is_rejected(tmp_path: Path) -> None:
    texts = edited([Edit(SUB, "      b: {", "      1: {access: read, type: s32, summary: x}\n      b: {")])
    assert problems(write(tmp_path, texts))


def test_pattern_of_names_is_not_ambiguous() -> None:
    """Two ways to split `_` are two to the power of n ways to split n of them."""
    import json
    import re

    from generator.records.load import ROOT

    common = json.loads((ROOT / "schema" / "common.schema.json").read_text(encoding="utf-8"))
    pattern = common["$defs"]["recordName"]["pattern"]
    first, separators = re.fullmatch(r"\^(\[.*?\])\+\((\[.*?\]).*", pattern).groups()  # type: ignore[union-attr]
    assert not [character for character in "._-" if re.match(first, character) and re.match(separators, character)]


def test_absent_is_a_value_of_an_optional_slot_only(tmp_path: Path) -> None:
    optional = edited([Edit(ADD, "when: {sat: true}", "when: {sat: [sat, absent]}")])
    assert problems(write(tmp_path / "optional", optional)) == []
    required = edited([Edit(ADD, "when: {sat: true}", "when: {type: [absent]}")])
    (problem,) = problems(write(tmp_path / "required", required))
    assert problem.message.startswith("slot 'type' never has value absent")
