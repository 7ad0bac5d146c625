"""Every rule record against the checker of modules: no error for what keeps it, its code for what breaks it."""

from __future__ import annotations

from typing import Any

import pytest

import ptxisa
from generator.load import ROOT
from generator.yaml_reader import read
from ptxisa.check.diagnostics import CATALOGUE
from ptxisa.oracle.ptxas import module
from ptxisa.targets import target
from ptxisa.versions import order

RULES = {path.stem: read(path).data for path in sorted((ROOT / "isa" / "rules").glob("*.yaml"))}
LENIENT = {
    # Loads, stores and moves have no records yet.
    *("parameter_address-0", "parameter_address-1", "parameter_direction-0", "parameter_direction-1"),
}
"""Snippets that break a rule and are let pass so far; one that is not any more is an error here."""
STRICT: set[str] = set()
"""Snippets that keep their rule and are refused so far."""


def snippets(key: str, expected_to_fail: set[str]) -> list[Any]:
    """Every module that a rule accepts or refuses, with its code, by the name of the rule and its number."""
    return [
        pytest.param(
            snippet["ptx"],
            snippet.get("code", ""),
            id=(name := f"{rule}-{index}"),
            marks=[pytest.mark.xfail(strict=True)] if name in expected_to_fail else [],
        )
        for rule, data in RULES.items()
        for index, snippet in enumerate(data.get(key, ()))
    ]


def errors(probe: str) -> list[str]:
    found = ptxisa.check_module(module(probe, target("sm_90"), order("8.7")))
    return [one.code for one in found if one.severity == "error"]


@pytest.mark.parametrize(("probe", "code"), snippets("accepts", STRICT))
def test_what_keeps_a_rule_has_no_error(probe: str, code: str) -> None:
    assert errors(probe) == []


@pytest.mark.parametrize(("probe", "code"), snippets("refuses", LENIENT))
def test_what_breaks_a_rule_earns_its_code(probe: str, code: str) -> None:
    assert code in errors(probe)


def test_every_code_of_a_rule_is_in_the_catalogue() -> None:
    assert {snippet["code"] for data in RULES.values() for snippet in data.get("refuses", ())} <= set(CATALOGUE)


def test_names_of_snippets_that_are_expected_to_fail_are_names_of_snippets() -> None:
    for key, expected in (("refuses", LENIENT), ("accepts", STRICT)):
        assert expected <= {
            f"{rule}-{index}" for rule, data in RULES.items() for index in range(len(data.get(key, ())))
        }
