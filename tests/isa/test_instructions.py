"""Forms by mnemonic."""

import pytest

from ptxisa.isa.instructions import every_form, form_by_id, forms_of, instruction, mnemonics, unrecorded


def test_an_instruction_has_its_forms() -> None:
    record = instruction("popc")
    assert record is not None
    assert [form.id for form in record.forms] == ["popc"]
    assert instruction("popc") is record


def test_names_without_records() -> None:
    assert instruction("nothing") is None
    assert forms_of("nothing") == ()
    assert not set(unrecorded()) & set(mnemonics())


def test_names_of_python_are_names_of_instructions() -> None:
    assert {form.mnemonic for form in forms_of("and")} == {"and"}


def test_every_form_belongs_to_its_mnemonic() -> None:
    every = list(every_form())
    assert len({form.id for form in every}) == len(every) > 500
    assert all(form in forms_of(form.mnemonic) for form in every[::50])


def test_every_form_is_found_by_its_id() -> None:
    assert all(form_by_id(form.id) is form for form in every_form())
    for name in ("add", "add.nothing", "nothing", ""):
        with pytest.raises(KeyError):
            form_by_id(name)
