"""Announcements: versions and target notes select what starts, changes and ends, and names follow from floors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.records.load import load
from generator.records.resolve import resolve
from tests.generator.record_trees import ADD, HERE, SUB, VALID, Edit, check_marked, edited, marked, problems, write

NOTE, OLD, NEW = "target_notes/sm_90.yaml", "versions/7.0.yaml", "versions/8.0.yaml"
AVAILABLE = 'availability: [{id: base, ptx: "7.0", target: sm_80+}]\n'
TYPE, DIRECTIVE, REGISTER = "types/s32.yaml", "directives/maxntid.yaml", "special_registers/%tid.yaml"
LATER = 'availability: [{id: later, ptx: "8.0", target: sm_80+}]'

CONTRADICTIONS = {
    "version announces a form too late": (
        [Edit(NEW, "forms: [add.packed]", f"forms: [add.packed, {HERE}sub.plain]")],
        "form sub.plain does not start in this version but in 7.0",
    ),
    "version does not announce a form": (
        [
            Edit(OLD, "forms: [add.plain, sub.plain]", "forms: [add.plain]"),
            Edit(SUB, "    availability", f"    {HERE}availability"),
        ],
        "form sub.plain starts in PTX 7.0, but isa/versions/7.0.yaml does not announce it",
    ),
    "second clause starts in a version that does not announce it": (
        [
            Edit(
                SUB,
                '    availability:\n      - {id: base, ptx: "7.0", target: sm_80+}\n',
                f'    {HERE}availability:\n      - {{id: base, ptx: "7.0", target: sm_80+}}\n'
                '      - {id: more, ptx: "8.0", target: sm_80+}\n',
            )
        ],
        "form sub.plain starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "form deprecated by a version that is not in its record": (
        [
            Edit(
                NEW,
                "changes:\n",
                f"changes:\n  - {{change: deprecated, summary: x, forms: [{HERE}sub.plain]}}\n",
            )
        ],
        "form sub.plain does not become deprecated in this version but in none",
    ),
    "form removed by another version": (
        [
            Edit(OLD, "changes:\n", f"changes:\n  - {{change: removed, summary: x, forms: [{HERE}sub.plain]}}\n"),
            Edit(NEW, "changes:\n", "changes:\n  - {change: removed, summary: x, forms: [sub.plain]}\n"),
            Edit(SUB, "    no_semantics", '    removed: [{ptx: "8.0"}]\n    no_semantics'),
        ],
        "form sub.plain does not end in this version but in 8.0",
    ),
    "deprecation that no version announces": (
        [Edit(SUB, "    no_semantics", f'    {HERE}deprecated: [{{ptx: "8.0"}}]\n    no_semantics')],
        "form sub.plain becomes deprecated in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "removal that no version announces": (
        [Edit(SUB, "    no_semantics", f'    {HERE}removed: [{{ptx: "8.0"}}]\n    no_semantics')],
        "form sub.plain ends in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "record that no version announces": (
        [Edit(OLD, ", type/s32", ""), Edit(TYPE, "availability", f"{HERE}availability")],
        "record type/s32 starts in PTX 7.0, but isa/versions/7.0.yaml does not announce it",
    ),
    "record with a second clause that no version announces": (
        [Edit(TYPE, "availability: [", f'{HERE}availability: [{{id: more, ptx: "8.0", target: sm_80+}}, ')],
        "record type/s32 starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "deprecation of a record that no version announces": (
        [Edit(DIRECTIVE, AVAILABLE, f'{AVAILABLE}{HERE}deprecated: [{{ptx: "8.0"}}]\n')],
        "record directive/maxntid becomes deprecated in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "removal of a record that no version announces": (
        [Edit(DIRECTIVE, AVAILABLE, f'{AVAILABLE}{HERE}removed: [{{ptx: "8.0"}}]\n')],
        "record directive/maxntid ends in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "part of a record that no version announces": (
        [
            Edit(
                DIRECTIVE,
                AVAILABLE,
                f"{AVAILABLE}features: [{{name: x, summary: X., probe: x, {HERE}{LATER}}}]\n",
            )
        ],
        "record directive/maxntid starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "change of a record that no version announces": (
        [Edit(REGISTER, "changes:", f'{HERE}earlier: [{{until: "7.0", type: b32, summary: X.}}]\nchanges:')],
        "record special_register/%tid changes in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "record announced too late": (
        [Edit(NEW, "forms: [add.packed]", f"forms: [add.packed], records: [{HERE}type/s32]")],
        "record type/s32 does not start in this version but in 7.0",
    ),
    "record deprecated by a version that is not in it": (
        [
            Edit(
                NEW,
                "changes:\n",
                f"changes:\n  - {{change: deprecated, summary: x, records: [{HERE}directive/maxntid]}}\n",
            )
        ],
        "record directive/maxntid does not become deprecated in this version but in none",
    ),
    "record removed by another version": (
        [
            Edit(
                OLD, "changes:\n", f"changes:\n  - {{change: removed, summary: x, records: [{HERE}pragma/nounroll]}}\n"
            ),
            Edit(NEW, "changes:\n", "changes:\n  - {change: removed, summary: x, records: [pragma/nounroll]}\n"),
            Edit("pragmas/nounroll.yaml", AVAILABLE, f'{AVAILABLE}removed: [{{ptx: "8.0"}}]\n'),
        ],
        "record pragma/nounroll does not end in this version but in 8.0",
    ),
    "pattern that matches nothing": (
        [Edit(NEW, "forms: [add.packed]", f"forms: [add.packed, {HERE}sub.*]")],
        "no form that starts in this version matches 'sub.*'",
    ),
    "unknown form": (
        [Edit(NEW, "forms: [add.packed]", f"forms: [add.packed, {HERE}add.paked]")],
        "unknown form 'add.paked'; did you mean add.packed?",
    ),
    "clause through which no form starts": (
        [Edit(NEW, "forms: [add.packed]", f"forms: [add.packed], clauses: [packed, {HERE}base]")],
        "no form that starts in this version has clause 'base'",
    ),
    "clause of no form, without a pattern": (
        [
            Edit(
                NEW,
                "forms: [add.packed]",
                f"forms: [add.packed]}}\n  - {{change: added, summary: x, clauses: [{HERE}pecked]",
            )
        ],
        "no form that starts in this version has clause 'pecked'; did you mean packed?",
    ),
    "form that starts through another clause": (
        [
            Edit(NEW, "forms: [add.packed]", f"forms: [{HERE}add.*], clauses: [base]"),
            Edit(NEW, "changes:\n", "changes:\n  - {change: added, summary: x, clauses: [packed]}\n"),
        ],
        "no form that starts in this version matches 'add.*'",
    ),
    "link to a form of a later version": (
        [Edit(OLD, "changes:\n", f"changes:\n  - {{change: clarified, summary: x, forms: [{HERE}add.packed]}}\n")],
        "form add.packed starts after this version",
    ),
    "modifier that no version announces": (
        [
            Edit(
                ADD,
                '    availability:\n      - {id: base, ptx: "7.0", target: sm_80+}\n',
                f'    {HERE}availability:\n      - {{id: base, ptx: "7.0", target: sm_80+}}\n'
                '    requirements:\n      - {id: clamped, ptx: "8.0", target: sm_80+, when: {sat: true}}\n',
            )
        ],
        "modifier sat of form add.plain starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it",
    ),
    "target note on a form that starts elsewhere": (
        [Edit(NOTE, "forms: [add.packed]", f"forms: [add.packed, {HERE}sub.plain]")],
        "form sub.plain starts at sm_80, not at sm_90",
    ),
    "target note on a record that starts elsewhere": (
        [Edit(NOTE, "forms: [add.packed]", f"forms: [add.packed]\n    records: [{HERE}type/s32]")],
        "record type/s32 starts at sm_80, not at sm_90",
    ),
    "form that starts at a target whose note does not name it": (
        [
            Edit(NOTE, "    forms: [add.packed]\n", "    like: sm_90\n"),
            Edit(ADD, "    availability:\n      - {id: packed", f"    {HERE}availability:\n      - {{id: packed"),
        ],
        "form add.packed starts at sm_90, but isa/target_notes/sm_90.yaml does not name it",
    ),
    "record that starts at a target whose note does not name it": (
        [
            Edit(
                "types/s32.yaml",
                'availability: [{id: base, ptx: "7.0", target: sm_80+}]',
                f'{HERE}availability: [{{id: base, ptx: "7.0", target: sm_90+}}]',
            )
        ],
        "record type/s32 starts at sm_90, but isa/target_notes/sm_90.yaml does not name it",
    ),
    "form that moved away from the note": (
        [Edit(ADD, "target: sm_90+", "target: sm_80+"), Edit(NOTE, "forms: [add", f"forms: [{HERE}add")],
        "form add.packed starts at sm_80, not at sm_90",
    ),
    "note of a target that is like a later one": (
        [Edit(NOTE, "    forms: [add.packed]\n", f"    forms: [add.packed]\n  - {{summary: x, {HERE}like: sm_100}}\n")],
        "sm_100 is not a base target up to sm_90",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_the_statement(name: str, tmp_path: Path) -> None:
    check_marked(*CONTRADICTIONS[name], tmp_path)


@pytest.mark.parametrize("change", ["changed", "clarified"])
def test_only_an_addition_announces_a_form(change: str, tmp_path: Path) -> None:
    texts = edited(
        [
            Edit(NEW, "change: added, summary: The packed", f"change: {change}, summary: The packed"),
            Edit(ADD, "    availability:\n      - {id: packed", f"    {HERE}availability:\n      - {{id: packed"),
        ]
    )
    message = "form add.packed starts in PTX 8.0, but isa/versions/8.0.yaml does not announce it"
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


def test_version_that_announces_a_form_of_several_versions_lists_them_in_order(tmp_path: Path) -> None:
    """7.0 comes before 8.0 and 10.0, as numbers do and texts do not."""
    ten = VALID[NEW].replace('"8.0"', '"10.0"').replace("12.0", "14.0").replace("add.packed", "add.plain, sub.plain")
    clause = '      - {id: base, ptx: "7.0", target: sm_80+}\n'
    texts = edited([Edit(SUB, clause, clause + '      - {id: more, ptx: "10.0", target: sm_80+}\n')])
    texts["versions/10.0.yaml"] = ten
    assert [
        (problem.path, problem.line, problem.column, problem.message) for problem in problems(write(tmp_path, texts))
    ] == [
        ("versions/10.0.yaml", 6, 60, "form add.plain does not start in this version but in 7.0"),
    ]
    texts["versions/8.0.yaml"] = texts["versions/8.0.yaml"].replace("[add.packed]", "[add.packed, sub.plain]")
    texts["versions/10.0.yaml"] = ten.replace("add.plain, ", "")
    assert [(problem.path, problem.message) for problem in problems(write(tmp_path, texts))] == [
        ("versions/8.0.yaml", "form sub.plain does not start in this version but in 7.0, 10.0"),
    ]


def test_deprecation_and_removal_that_versions_announce_are_proved(tmp_path: Path) -> None:
    changes = "".join(f"  - {{change: {word}, summary: x, forms: [sub.plain]}}\n" for word in ("deprecated", "removed"))
    ends = '    deprecated: [{ptx: "8.0"}]\n    removed: [{ptx: "8.0"}, {target: sm_90+}]\n    no_semantics'
    texts = edited([Edit(NEW, "changes:\n", f"changes:\n{changes}"), Edit(SUB, "    no_semantics", ends)])
    assert problems(write(tmp_path, texts)) == []


@pytest.mark.parametrize("change", ["changed", "clarified"])
def test_changes_and_clarifications_link_to_records_of_any_time(change: str, tmp_path: Path) -> None:
    link = f"  - {{change: {change}, summary: x, forms: [sub.plain], records: [type/s32]}}\n"
    assert problems(write(tmp_path, edited([Edit(NEW, "changes:\n", f"changes:\n{link}")]))) == []


def test_record_without_dates_may_be_announced(tmp_path: Path) -> None:
    addition = "  - {change: added, summary: x, records: [rule/addresses, modifier/clamp]}\n"
    assert problems(write(tmp_path, edited([Edit(NEW, "changes:\n", f"changes:\n{addition}")]))) == []


def announced(folder: Path, kind: str, name: str) -> Any:
    """Return the data of a version or target note with names in place of selectors."""
    record = resolve(load(folder)).record(kind, name)
    assert record
    return record.data


@pytest.mark.parametrize(
    ("selector", "names"),
    [
        ("forms: [add.plain, sub.plain]", ["add.plain", "sub.plain"]),
        ("forms: [add.*, sub.*]", ["add.plain", "sub.plain"]),
        ('forms: ["*.plain"]', ["add.plain", "sub.plain"]),
        ("clauses: [base]", ["add.plain", "sub.plain"]),
        ("forms: [sub.*, add.plain.*], clauses: [base]", ["add.plain", "sub.plain"]),
    ],
)
def test_selector_gives_the_forms_that_start_in_the_version(selector: str, names: list[str], tmp_path: Path) -> None:
    write(tmp_path, edited([Edit(OLD, "forms: [add.plain, sub.plain]", selector)]))
    _, change, *_ = announced(tmp_path, "version", "7.0")["changes"]
    assert change == {"change": "added", "summary": "Addition and subtraction.", "forms": names}


def test_rest_of_a_target_note_selects_all_remaining_forms(tmp_path: Path) -> None:
    clause = '      - {id: base, ptx: "7.0", target: sm_80+}\n'
    more = clause + '      - {id: more, ptx: "7.0", target: sm_90+}\n'
    rest = "    forms: [add.packed]\n  - {summary: The baseline., rest: true}\n"
    write(tmp_path, edited([Edit(SUB, clause, more), Edit(NOTE, "    forms: [add.packed]\n", rest)]))
    assert announced(tmp_path, "target_note", "sm_90")["adds"][1:] == [
        {"summary": "The baseline.", "forms": ["sub.plain"]}
    ]


def test_versions_support_and_announce_targets_that_are_documented(tmp_path: Path) -> None:
    undocumented = (
        VALID["targets/sm_90.yaml"].replace("sm_90", "sm_91").replace("documented: true", "documented: false")
    )
    write(tmp_path, {**VALID, "targets/sm_91.yaml": undocumented})
    old, new = (announced(tmp_path, "version", name) for name in ("7.0", "8.0"))
    assert (old["targets"], new["targets"]) == (["sm_80"], ["sm_80", "sm_90"])
    assert old["changes"][0] == {"change": "added", "summary": "Target sm_80.", "targets": ["sm_80"]}
    assert new["changes"][0] == {"change": "added", "summary": "Target sm_90.", "targets": ["sm_90"]}


def test_new_name_of_a_target_is_a_change_of_the_version_that_introduces_it(tmp_path: Path) -> None:
    write(tmp_path, edited([Edit("targets/sm_80.yaml", "documented: true", "renamed: sm_90\ndocumented: true")]))
    _, change, _ = announced(tmp_path, "version", "8.0")["changes"]
    assert change == {"change": "changed", "summary": "Target sm_80 is renamed sm_90.", "targets": ["sm_80"]}


@pytest.mark.parametrize("expression", ["sm_80+ | sm_90+", "sm_90 | sm_80"])
def test_note_may_be_about_one_of_several_targets(expression: str, tmp_path: Path) -> None:
    assert problems(write(tmp_path, edited([Edit(ADD, "target: sm_90+}", f"target: {expression}}}")]))) == []


def test_note_on_the_oldest_target_need_not_name_every_form(tmp_path: Path) -> None:
    note = VALID[NOTE].replace("sm_90", "sm_80").replace("forms: [add.packed]", "like: sm_80")
    assert problems(write(tmp_path, {**VALID, "target_notes/sm_80.yaml": note})) == []


@pytest.mark.parametrize(
    ("path", "key", "change"),
    [
        (DIRECTIVE, f"features: [{{name: x, summary: X., probe: x, {LATER}}}]", "added"),
        (DIRECTIVE, 'deprecated: [{ptx: "8.0"}]', "deprecated"),
        (DIRECTIVE, 'removed: [{ptx: "8.0"}]', "removed"),
        (REGISTER, 'earlier: [{until: "7.0", type: b32, summary: X.}]', "changed"),
    ],
)
def test_changes_of_a_record_are_announced_by_their_verb(path: str, key: str, change: str, tmp_path: Path) -> None:
    record = {DIRECTIVE: "directive/maxntid", REGISTER: "special_register/%tid"}[path]
    entry = f"  - {{change: {change}, summary: x, records: [{record}]}}\n"
    before = "changes: false\n" if path == REGISTER else AVAILABLE
    place = f"{key}\n{before}" if path == REGISTER else f"{before}{key}\n"
    edits = [Edit(path, before, place), Edit(NEW, "changes:\n", f"changes:\n{entry}")]
    assert problems(write(tmp_path, edited(edits))) == []


def test_text_up_to_the_newest_version_has_no_later_change(tmp_path: Path) -> None:
    earlier = 'earlier: [{until: "8.0", type: b32, summary: X.}]\nchanges:'
    assert problems(write(tmp_path, edited([Edit(REGISTER, "changes:", earlier)]))) == []


@pytest.mark.parametrize(("version", "needed"), [("1.5", False), ("2.0", True)])
def test_records_are_announced_from_the_first_release_notes_on(version: str, needed: bool, tmp_path: Path) -> None:
    texts = {path.replace("7.0", version): text.replace('"7.0"', f'"{version}"') for path, text in VALID.items()}
    old = f"versions/{version}.yaml"
    texts[old] = texts[old].replace("type/s32", "rule/addresses")
    message = "record type/s32 starts in PTX 2.0, but isa/versions/2.0.yaml does not announce it"
    assert [problem.message for problem in problems(write(tmp_path, texts))] == ([message] if needed else [])
