"""Pages of instructions: forms at a glance, families, named conditions."""

import re

import pytest

from generator.site import instruction


def by_name(records, identity):
    return next(record for record in records.isa.instructions if record.identity == identity)


def test_families_share_the_word_after_the_name(records):
    tex = by_name(records, "texture/tex")
    sizes = {family.word: len(family.forms) for family in instruction.families(tex)}
    assert sizes == {"": 1, "compare": 1, "sampler": 2, "level": 4, "grad": 4}


def test_long_instructions_have_pages_of_forms_and_short_ones_none(records):
    assert len(instruction.pages(by_name(records, "data-movement-and-conversion/cvt"))) > 5
    assert instruction.pages(by_name(records, "integer-arithmetic/popc")) == ()


def test_every_form_is_in_one_family(records):
    for record in records.isa.instructions:
        forms = [form.id for family in instruction.families(record) for form in family.forms]
        assert sorted(forms) == sorted(form.id for form in record.forms)
        names = [instruction.page_name(record, family) for family in instruction.families(record)]
        assert len(set(names)) == len(names), record.identity


def test_the_overview_names_every_form_with_its_floor(small_records):
    add = by_name(small_records, "integer/add")
    text = instruction.overview(small_records, add)
    assert ":ptx:form:`add.{type} <add.int>`" in text
    assert ":ptx:form:`add{.sat}.u16x2 <add.packed>`" in text
    assert "The sum." in text
    assert ":ptx:target:`sm_10+ <sm_10>`" in text


def test_conditions_are_named_and_never_counted(records):
    for _, form, _ in records.forms.values():
        for condition in instruction.conditions(records, form):
            assert condition.name
            assert not re.search(r"\d+ variants?", condition.name)
            assert all(clause.ptx == condition.ptx or clause.target for clause in condition.clauses)


@pytest.mark.parametrize("identity", ["add.packed", "add.int"])
def test_every_clause_is_behind_a_condition(small_records, identity):
    form = small_records.forms[identity][1]
    named = instruction.conditions(small_records, form)
    assert {clause.id for condition in named for clause in condition.clauses} == {clause.id for clause in form.clauses}


def test_conditions_without_and_with_a_modifier(small_records):
    form = small_records.forms["add.packed"][1]
    assert [condition.name for condition in instruction.conditions(small_records, form)] == [
        "without :ptx:modifier:`saturation.sat`",
        "with :ptx:modifier:`saturation.sat`",
    ]


def test_an_overview_lists_every_form_without_folds(records):
    cvt = by_name(records, "data-movement-and-conversion/cvt")
    text = instruction.overview(records, cvt)
    assert ".. ptx:fold::" not in text
    assert all(f"<{form.id}>" in text for form in cvt.forms)


def test_needs_of_a_form_with_a_table_name_types_and_shapes(records):
    mma = by_name(records, "matrix/mma")
    text = instruction.all_needs(records, mma.forms)
    assert "PTX 8.4" in text
    assert "``.e4m3``" in text
    assert len(text.splitlines()) < 120
