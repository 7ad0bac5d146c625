"""References between records: unique ids, and every name that a record mentions has a record."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.load import FOLDERS, ROOT
from generator.records.references import PATHS, values
from generator.records.yaml_reader import read
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
    place,
    problems,
    write,
)

DOCUMENT, ERRATUM, NOTE, TARGET, TYPE = (
    "documents/manual.yaml",
    "errata/sum.yaml",
    "target_notes/sm_90.yaml",
    "targets/sm_90.yaml",
    "types/s32.yaml",
)
OLD, NEW = "versions/7.0.yaml", "versions/8.0.yaml"

NO_WORD = "is not a word for what is written at an operand"

DANGLING = {
    "PTX version of a clause": (
        Edit(SUB, '{id: base, ptx: "7.0"', f'{{id: base, {HERE}ptx: "7.9"'),
        "unknown PTX version '7.9'; did you mean 7.0?",
    ),
    "target of a clause": (
        Edit(SUB, "target: sm_80+", f"{HERE}target: sm_81+"),
        "unknown target 'sm_81'; did you mean sm_80?",
    ),
    "second target of a clause": (
        Edit(SUB, "target: sm_80+", f"{HERE}target: sm_80+ | sm_100a"),
        "unknown target 'sm_100a'; did you mean sm_90?",
    ),
    "accelerated target of a known base": (
        Edit(SUB, "target: sm_80+", f"{HERE}target: sm_90a"),
        "unknown target 'sm_90a'; did you mean sm_90?",
    ),
    "target of a model": (
        Edit(
            SUB,
            "    no_semantics: A test needs none.\n",
            f"    semantics: d = a\n    models: [{{{HERE}target: sm_70, summary: x, semantics: d = a}}]\n",
        ),
        "unknown target 'sm_70'; did you mean sm_90?",
    ),
    "target that a release lacks": (
        Edit(NEW, "driver: r525}", f"driver: r525, without: [{HERE}sm_91]}}"),
        "unknown target 'sm_91'; did you mean sm_90?",
    ),
    "source of a fact": (
        Edit(
            "compute_capabilities/cc_8.0.yaml",
            '{document: manual, section: "1"}',
            f"{{{HERE}document: menual, section: '1'}}",
        ),
        "unknown document 'menual'; did you mean manual?",
    ),
    "measurement of a fact": (
        Edit("compute_capabilities/cc_8.0.yaml", '{document: manual, section: "1"}', f"{{{HERE}measurement: sum}}"),
        "unknown measurement 'sum'; did you mean sums?",
    ),
    "property of a fact": (
        Edit("compute_capabilities/cc_8.0.yaml", "warp_size: 32", f"{HERE}warp_sise: 32"),
        "unknown property 'warp_sise'; did you mean warp_size?",
    ),
    "compute capability of a statement": (
        Edit("device_behaviors/caches.yaml", '["8.0"]', f'[{HERE}"8.1"]'),
        "unknown compute capability '8.1'; did you mean 8.0?",
    ),
    "PTX version of a deprecation": (
        Edit(SUB, "    no_semantics", f'    deprecated: [{{{HERE}ptx: "9.9"}}]\n    no_semantics'),
        "unknown PTX version '9.9'",
    ),
    "target of a removal": (
        Edit(SUB, "    no_semantics", f"    removed: [{{{HERE}target: sm_70+}}]\n    no_semantics"),
        "unknown target 'sm_70'; did you mean sm_90?",
    ),
    "PTX version of a type": (
        Edit(TYPE, 'ptx: "7.0"', f'{HERE}ptx: "6.0"'),
        "unknown PTX version '6.0'; did you mean 8.0?",
    ),
    "document of an instruction": (
        Edit(SUB, "sources:\n  - {document: manual", f"sources:\n  - {{{HERE}document: handbook"),
        "unknown document 'handbook'",
    ),
    "document, nearly": (
        Edit(SUB, "sources:\n  - {document: manual", f"sources:\n  - {{{HERE}document: manuel"),
        "unknown document 'manuel'; did you mean manual?",
    ),
    "section of an instruction": (
        Edit(
            SUB,
            'sources:\n  - {document: manual, section: "2"}',
            f'sources:\n  - {{document: manual, {HERE}section: "3"}}',
        ),
        "document manual has no section 3",
    ),
    "section of a subsection": (
        Edit(
            SUB,
            'sources:\n  - {document: manual, section: "2"}',
            f"sources:\n  - {{document: manual, {HERE}section: 2.1.1}}",
        ),
        "document manual has no section 2.1.1",
    ),
    "section of a modifier": (
        Edit(
            "modifiers/clamp.yaml",
            'sources: [{document: manual, section: "1"}]',
            f'sources: [{{document: manual, {HERE}section: "9"}}]',
        ),
        "document manual has no section 9",
    ),
    "source of an erratum": (
        Edit(ERRATUM, "  source: {document: manual", f"  source: {{{HERE}document: pamphlet"),
        "unknown document 'pamphlet'",
    ),
    "instruction to see": (
        Edit(ADD, "see_also: [sub]", f"see_also: [sub, {HERE}suub]"),
        "unknown instruction 'suub'; did you mean sub?",
    ),
    "form instead of an instruction to see": (
        Edit(ADD, "see_also: [sub]", f"see_also: [{HERE}sub.plain]"),
        "unknown instruction 'sub.plain'",
    ),
    "subject of an erratum": (
        Edit(ERRATUM, "about: [add.plain]", f"about: [{HERE}add.plane]"),
        "unknown record or form 'add.plane'; did you mean add.plain?",
    ),
    "form that a rule of an erratum excepts": (
        Edit(
            ERRATUM,
            "records_follow: document",
            "records_follow: document\n"
            f"rules: [{{ptxas: accepts, extra_modifiers: [wide], except_forms: [{HERE}add.nothing]}}]",
        ),
        "unknown form 'add.nothing'; did you mean add.plain?",
    ),
    **{
        f"{key} of a rule that never applies": (
            Edit(
                ERRATUM,
                "records_follow: document",
                f"records_follow: document\nrules: [{{ptxas: accepts, forms: [add.plain], {HERE}{text}}}]",
            ),
            f"the rule never applies: its forms have no {what}",
        )
        for key, text, what in (
            ("condition", "when: {nothing: true}", "modifier or operand 'nothing'"),
            ("value", "extra_values: {nothing: [u16]}", "modifier 'nothing'"),
            ("modifier", "omitted_modifiers: [nothing]", "modifier 'nothing'"),
            ("repeated modifier", "repeated_modifiers: [nothing]", "modifier 'nothing'"),
            ("operand", "operands: [nothing]", "operand 'nothing'"),
            ("restriction", "overrides: [nothing]", "rule, requirement or clause 'nothing'"),
        )
    },
    "value of a rule for a type": (
        Edit(
            ERRATUM,
            "records_follow: document",
            "records_follow: document\n"
            f"rules: [{{ptxas: accepts, forms: [add.plain], {HERE}extra_values: {{type: [release]}}}}]",
        ),
        "'release' is not a type",
    ),
    "form of a rule": (
        Edit(
            ERRATUM,
            "records_follow: document",
            "records_follow: document\n"
            f"rules: [{{ptxas: accepts, extra_modifiers: [sat], forms: [{HERE}add.nothing]}}]",
        ),
        "unknown form 'add.nothing'; did you mean add.plain?",
    ),
    **{
        f"{key} of a rule of an erratum": (
            Edit(
                ERRATUM,
                "records_follow: document",
                f"records_follow: document\nrules: [{{ptxas: accepts, forms: [add.plain], {text}}}]",
            ),
            message,
        )
        for key, text, message in (
            ("release", f'releases: ["12.0", {HERE}"12.1"]', "unknown release '12.1'; did you mean 12.0?"),
            ("operand type", f"operand_types: [s32, {HERE}s33]", "unknown type 's33'; did you mean s32?"),
            (
                "state space",
                f"operand_spaces: [generic, {HERE}globl]",
                "unknown state space 'globl'; did you mean global?",
            ),
            ("word", f"written_as: [.s32, {HERE}.s33]", "'.s33' is not a word for what is written at an operand"),
            (
                "word for a constant",
                f"written_as: [{HERE}above.24]",
                "'above.24' is not a word for what is written at an operand",
            ),
            (
                "word for others",
                f"others_written_as: ['%tid.x', {HERE}'%tit']",
                "'%tit' is not a word for what is written at an operand",
            ),
            (
                "condition",
                f"when: {{{HERE}type: [s32, s31]}}",
                "'type' is never s31 in the forms of the rule; did you mean s32?",
            ),
        )
    },
    "release of a measurement": (
        Edit(ERRATUM, 'releases: ["11.0"]', f'releases: [{HERE}"11.1"]'),
        "unknown release or target '11.1'; did you mean 11.0?",
    ),
    "rule of NVVM IR": (
        Edit(
            ERRATUM,
            "records_follow: document",
            "records_follow: document\n"
            f"nvvm: [{{rules: [nvvm-linkage/weak, nvvm-intrinsics/others, {HERE}nvvm-linkages/x], libnvvm: accepts}}]",
        ),
        "unknown record of NVVM IR 'nvvm-linkages'; did you mean nvvm-linkage?",
    ),
    "release of libNVVM": (
        Edit(
            ERRATUM,
            "records_follow: document",
            "records_follow: document\n"
            f'nvvm: [{{rules: [nvvm-linkage/weak], libnvvm: accepts, releases: [{HERE}"12.1"]}}]',
        ),
        "unknown release '12.1'; did you mean 12.0?",
    ),
    "newest version of a model": (
        Edit(
            SUB,
            "    no_semantics: A test needs none.\n",
            f'    semantics: d = a\n    models: [{{target: sm_90, {HERE}until: "7.9", summary: x, semantics: d}}]\n',
        ),
        "unknown PTX version '7.9'; did you mean 7.0?",
    ),
    "code of a message": (
        Edit("assembler_messages/ptxas-syntax.yaml", "fix: End it.", f"fix: End it., codes: [{HERE}syntax-eror]"),
        "unknown code of a diagnostic 'syntax-eror'; did you mean syntax-error?",
    ),
    "code of a rule": (
        Edit(
            "rules/addresses.yaml",
            "enforced: assembler",
            f"enforced: assembler\ninvalid: [{{ptx: .global .u32 x, {HERE}code: misplaced}}]",
        ),
        "unknown code of a diagnostic 'misplaced'",
    ),
    "instruction of a conversion": (
        Edit("conversions/agreement.yaml", "operands: any", f"instructions: [add, {HERE}ad]\noperands: any"),
        "unknown instruction 'ad'; did you mean add?",
    ),
    "opcode of a layout": (
        Edit("matrix/pairs.yaml", "instructions: [sub.m8n8k4]", f"instructions: [{HERE}subb.m8n8k4]"),
        "unknown instruction 'subb'; did you mean sub?",
    ),
    "shape of a model of products": (
        Edit(
            "matrix_models/hopper.yaml", "accumulation: sequential", f"accumulation: sequential, shapes: [{HERE}m8n8k4]"
        ),
        "unknown modifier value 'm8n8k4'",
    ),
    "type of a model of products": (
        Edit("matrix_models/hopper.yaml", "{accumulation", f"{{b: [{HERE}e4m3], accumulation"),
        "unknown type 'e4m3'",
    ),
    "modifier that a feature does not lend": (
        Edit(
            "directives/maxntid.yaml",
            "target: sm_80+}]\n",
            "target: sm_80+}]\nfeatures:\n  - name: narrow\n    summary: x\n"
            f"    lends: {{types: [s32], target: sm_80, without: [rn, {HERE}rm]}}\n"
            '    availability: [{id: base, ptx: "7.0", target: sm_80+}]\n    probe: x\n',
        ),
        "unknown modifier value 'rm'",
    ),
    "directive of a special register": (
        Edit("special_registers/%tid.yaml", "availability:", f"{HERE}directive: .maxntit\navailability:"),
        "unknown directive '.maxntit'; did you mean .maxntid?",
    ),
    "type of a tensor element": (
        Edit(
            "tensor_layouts/swizzle-64b.yaml",
            "category: swizzle",
            f"category: element\nelement: {{{HERE}type: s33, bits: 8, elements: 1, global_bytes: 1, shared_bytes: 1}}",
        ),
        "unknown type 's33'; did you mean s32?",
    ),
    "instruction of a tensor mode": (
        Edit("tensor_modes/tile.yaml", "instruction: sub", f"{HERE}instruction: sup"),
        "unknown instruction 'sup'; did you mean sub?",
    ),
    "register type of a type": (
        Edit(TYPE, "registers: [b32, s32]", f"registers: [b32, {HERE}b33]"),
        "unknown type 'b33'; did you mean b32?",
    ),
    "element of a type": (
        Edit(TYPE, "class: signed\nbits: 32\n", f"class: packed\nbits: 32\n{HERE}element: s16\nelements: 2\n"),
        "unknown type 's16'",
    ),
    "register type of an example": (
        Edit(SUB, "registers: {x: s32, y: s32, z: s32}", f"registers: {{x: s32, {HERE}y: f99, z: s32}}"),
        "unknown type 'f99'",
    ),
    "family of a target": (
        Edit(TARGET, "family: sm_90", f"{HERE}family: sm_91"),
        "unknown target 'sm_91'; did you mean sm_90?",
    ),
    "PTX version of a target": (
        Edit(TARGET, 'introduced: "8.0"', f'{HERE}introduced: "8.1"'),
        "unknown PTX version '8.1'; did you mean 8.0?",
    ),
    "new name of a target": (
        Edit(TARGET, "documented: true", f"{HERE}renamed: sm_99\ndocumented: true"),
        "unknown target 'sm_99'; did you mean sm_90?",
    ),
    "form of a change": (
        Edit(NEW, "forms: [add.packed]", f"forms: [add.packed, {HERE}add.pecked]"),
        "unknown form 'add.pecked'; did you mean add.packed?",
    ),
    "record of a change": (
        Edit(NEW, "forms: [add.packed]", f"forms: [add.packed], records: [{HERE}type/s33]"),
        "unknown record 'type/s33'; did you mean type/s32?",
    ),
    "record of a change, of another kind": (
        Edit(NEW, "forms: [add.packed]", f"records: [{HERE}directive/s32], forms: [add.packed]"),
        "unknown record 'directive/s32'; did you mean directive/maxntid?",
    ),
    "record of a target note": (
        Edit(NOTE, "    forms: [add.packed]", f"    records: [{HERE}type/s3]\n    forms: [add.packed]"),
        "unknown record 'type/s3'; did you mean type/s32?",
    ),
    "form of a target note": (
        Edit(NOTE, "forms: [add.packed]", f"forms: [add.packed, {HERE}add.pecked]"),
        "unknown form 'add.pecked'; did you mean add.packed?",
    ),
}


@pytest.mark.parametrize("name", DANGLING)
def test_name_without_a_record_is_reported_at_its_place(name: str, tmp_path: Path) -> None:
    edit, message = DANGLING[name]
    check_marked([edit], message, tmp_path)


@pytest.mark.parametrize("subject", ["add", "sub.plain", "sm_90", '"8.0"', "s32", "clamp"])
def test_erratum_may_be_about_any_record_or_form(subject: str, tmp_path: Path) -> None:
    texts = edited([Edit(ERRATUM, "about: [add.plain]", f"about: [{subject}]")])
    assert problems(write(tmp_path, texts)) == []


# Ids.


def test_form_id_of_another_file_is_reported_at_the_second(tmp_path: Path) -> None:
    texts = edited(
        [Edit(SUB, "id: sub.plain", f"{HERE}id: add.plain"), Edit(OLD, "[add.plain, sub.plain]", "[add.plain]")]
    )
    assert problems(write(tmp_path, texts)) == [marked(texts, "form id 'add.plain' is taken by integer/add")]


def test_form_id_of_the_same_file_is_reported_at_the_second(tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(ADD, "id: add.packed", f"{HERE}id: add.plain"),
            Edit(NEW, "add.packed", "add.plain"),
            Edit(NOTE, "add.packed", "add.plain"),
        ]
    )
    assert problems(write(tmp_path, texts)) == [marked(texts, "form id 'add.plain' is taken by integer/add")]


def test_form_id_of_an_instruction_in_another_family(tmp_path: Path) -> None:
    other = VALID[SUB].replace("family: integer", "family: wide").replace("  - id: sub", f"  - {HERE}id: sub")
    texts = {**VALID, "instructions/wide/sub.yaml": other}
    assert problems(write(tmp_path, texts)) == [marked(texts, "form id 'sub.plain' is taken by integer/sub")]


def test_third_form_of_the_same_id_names_the_second(tmp_path: Path) -> None:
    def copy(family: str) -> str:
        return VALID[SUB].replace("family: integer", f"family: {family}")

    texts = {**VALID, "instructions/wide/sub.yaml": copy("wide"), "instructions/wider/sub.yaml": copy("wider")}
    assert problems(write(tmp_path, texts)) == [
        Found("instructions/wide/sub.yaml", 8, 5, "form id 'sub.plain' is taken by integer/sub"),
        Found("instructions/wider/sub.yaml", 8, 5, "form id 'sub.plain' is taken by wide/sub"),
    ]


def test_repeated_clause_id_of_a_form_is_reported(tmp_path: Path) -> None:
    clause = '{id: base, ptx: "7.0", target: sm_80+}'
    check_marked(
        [Edit(SUB, f"      - {clause}", f"      - {clause}\n      - {HERE}{clause}")],
        "clause id 'base' is repeated",
        tmp_path,
    )


def test_forms_may_have_the_same_clause_id(tmp_path: Path) -> None:
    texts = edited([Edit(ADD, "id: packed", "id: base")])
    assert problems(write(tmp_path, texts)) == []


def test_all_dangling_names_are_reported_at_once(tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(SUB, '{id: base, ptx: "7.0", target: sm_80+}', '{id: base, ptx: "1.1", target: sm_10+}'),
            Edit(ERRATUM, "about: [add.plain]", "about: [nothing]"),
        ]
    )
    assert [
        (problem.path, problem.line, problem.column, problem.message) for problem in problems(write(tmp_path, texts))
    ] == [
        ("errata/sum.yaml", 4, 9, "unknown record or form 'nothing'"),
        (SUB, 15, 20, "unknown PTX version '1.1'"),
        (SUB, 15, 32, "unknown target 'sm_10'; did you mean sm_90?"),
    ]


# Texts that are not references.

NAMES_THAT_ARE_NOT_REFERENCES = {
    "register ptx": [Edit(SUB, "registers: {x: s32,", "registers: {ptx: s32, x: s32,")],
    "register introduced": [Edit(SUB, "registers: {x: s32,", "registers: {introduced: s32, x: s32,")],
    "register source": [Edit(SUB, "registers: {x: s32,", "registers: {source: s32, x: s32,")],
    "register sources": [Edit(SUB, "registers: {x: s32,", "registers: {sources: s32, x: s32,")],
    "register renamed": [Edit(SUB, "registers: {x: s32,", "registers: {renamed: s32, x: s32,")],
    "operand source": [
        Edit(SUB, "sub.s32 d, a, b", "sub.s32 d, source, b"),
        Edit(SUB, "      a: {", "      source: {"),
    ],
    "slot targets": [
        Edit(ADD, "add.{rounding}.b32", "add.{targets}.b32"),
        Edit(ADD, "      rounding: [rn, rz]", "      targets: {group: rounding, values: [rn, rz]}"),
        Edit(ADD, "target: sm_90+}", "target: sm_90+, when: {targets: [rn]}}"),
    ],
}
REFERENCE_TEXTS = {name: edited(edits) for name, edits in NAMES_THAT_ARE_NOT_REFERENCES.items()}


@pytest.mark.parametrize("name", REFERENCE_TEXTS)
def test_name_chosen_by_a_record_is_not_a_reference(name: str, tmp_path: Path) -> None:
    assert problems(write(tmp_path, REFERENCE_TEXTS[name])) == []


@pytest.mark.parametrize("kind", PATHS)
def test_every_path_of_the_table_exists_in_a_record(kind: str) -> None:
    """A path that no record can have would check nothing."""
    full = read(ROOT / "tests" / "fixtures" / "full_records" / f"{kind}.yaml")
    assert [path for path in PATHS[kind] if not list(values(full.data, path.split(".")))] == []


def test_table_has_every_kind() -> None:
    assert set(PATHS) == set(FOLDERS.values())


# Lists.


def test_every_unknown_name_of_a_list_is_reported_at_the_name(tmp_path: Path) -> None:
    first = place(edited([Edit(ADD, "see_also: [sub]", f"see_also: [{HERE}one, two]")])[ADD])
    second = place(edited([Edit(ADD, "see_also: [sub]", f"see_also: [one, {HERE}two]")])[ADD])
    texts = edited([Edit(ADD, "see_also: [sub]", "see_also: [one, two]")])
    assert [(problem.line, problem.column) for problem in problems(write(tmp_path, texts))] == [first, second]


def test_repeated_clause_id_of_a_type_is_reported(tmp_path: Path) -> None:
    clause = '{id: base, ptx: "7.0", target: sm_80+}'
    check_marked([Edit(TYPE, f"[{clause}]", f"[{clause}, {HERE}{clause}]")], "clause id 'base' is repeated", tmp_path)
