"""Release notes and records say the same of each version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generator.record_trees import ADD, HERE, SUB, VALID, Edit, edited, marked, problems, write

OLD, NEW = "versions/7.0.yaml", "versions/8.0.yaml"
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
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_the_statement(name: str, tmp_path: Path) -> None:
    edits, message = CONTRADICTIONS[name]
    texts = edited(edits)
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


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
    ten = ten.replace("change: added, summary: The second target", "change: clarified, summary: The second target")
    clause = '      - {id: base, ptx: "7.0", target: sm_80+}\n'
    texts = edited([Edit(SUB, clause, clause + '      - {id: more, ptx: "10.0", target: sm_80+}\n')])
    texts["versions/10.0.yaml"] = ten
    assert [(found.path, found.line, found.column, found.message) for found in problems(write(tmp_path, texts))] == [
        ("versions/10.0.yaml", 7, 60, "form add.plain does not start in this version but in 7.0"),
    ]
    texts["versions/8.0.yaml"] = texts["versions/8.0.yaml"].replace("[add.packed]", "[add.packed, sub.plain]")
    texts["versions/10.0.yaml"] = ten.replace("add.plain, ", "")
    assert [(found.path, found.message) for found in problems(write(tmp_path, texts))] == [
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


@pytest.mark.parametrize(
    ("path", "key", "change"),
    [
        (DIRECTIVE, f"features: [{{name: x, summary: X., probe: x, {LATER}}}]", "added"),
        (DIRECTIVE, 'deprecated: [{ptx: "8.0"}]', "deprecated"),
        (DIRECTIVE, 'removed: [{ptx: "8.0"}]', "removed"),
        (REGISTER, 'earlier: [{until: "7.0", type: b32, summary: X.}]', "changed"),
    ],
)
def test_what_happens_to_a_record_is_announced_by_its_word(path: str, key: str, change: str, tmp_path: Path) -> None:
    record = {DIRECTIVE: "directive/maxntid", REGISTER: "special_register/%tid"}[path]
    entry = f"  - {{change: {change}, summary: x, records: [{record}]}}\n"
    before = "changes: false\n" if path == REGISTER else AVAILABLE
    place = f"{key}\n{before}" if path == REGISTER else f"{before}{key}\n"
    edits = [Edit(path, before, place), Edit(NEW, "changes:\n", f"changes:\n{entry}")]
    assert problems(write(tmp_path, edited(edits))) == []


def test_what_ends_with_the_newest_version_has_changed_in_none(tmp_path: Path) -> None:
    earlier = 'earlier: [{until: "8.0", type: b32, summary: X.}]\nchanges:'
    assert problems(write(tmp_path, edited([Edit(REGISTER, "changes:", earlier)]))) == []


@pytest.mark.parametrize(("version", "needed"), [("1.5", False), ("2.0", True)])
def test_records_are_announced_from_the_first_release_notes_on(version: str, needed: bool, tmp_path: Path) -> None:
    texts = {path.replace("7.0", version): text.replace('"7.0"', f'"{version}"') for path, text in VALID.items()}
    old = f"versions/{version}.yaml"
    texts[old] = texts[old].replace("type/s32", "rule/addresses")
    message = "record type/s32 starts in PTX 2.0, but isa/versions/2.0.yaml does not announce it"
    assert [found.message for found in problems(write(tmp_path, texts))] == ([message] if needed else [])
