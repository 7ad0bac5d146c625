"""The generated functions of forms: those of mnemonics that compute nothing have no module."""

from __future__ import annotations

import importlib

import pytest

from ptxisa.isa.instructions import forms_of
from ptxisa.isa.targets import target
from ptxisa.run.implementation import NotExecutable, executable, implementation


def test_a_mnemonic_that_computes_nothing_has_no_module_and_says_why() -> None:
    (form, *_) = forms_of("bar")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("ptxisa._generated.reference.bar")
    assert not executable(form)
    with pytest.raises(NotExecutable, match=r"^bar\S* has no executable semantics: \w+"):
        implementation(form, {})


def test_both_back_ends_have_functions_of_a_form() -> None:
    (form,) = forms_of("popc")
    values = {"type": "b32"}
    assert executable(form)
    assert implementation(form, values, backend="reference").function(0b1011) == (3,)
    assert implementation(form, values).function(0b1011)[0].tolist() == 3


def test_a_model_of_a_target_comes_before_the_contract() -> None:
    (form,) = forms_of("bfe")
    contract = implementation(form, {"type": "u64"}, backend="reference").function
    model = implementation(form, {"type": "u64"}, backend="reference", on=target("sm_90a")).function
    assert contract(5, 256, 3) == (5,), "only the low 8 bits of the position are used"
    assert model(5, 256, 3) == (0,), "all bits are"
