"""Every rule record against a real ptxas: it accepts what keeps the rule and rejects what breaks it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.records.load import ROOT
from generator.records.yaml_reader import read
from ptxisa.check.directives import read_head
from ptxisa.isa.targets import target
from ptxisa.isa.versions import order
from ptxisa.oracle.assembler import Ptxas, PtxasCrash, module
from ptxisa.syntax.parser import parse

HOME = target("sm_90")
"""PTX version and target of snippets that name none."""


def snippets(key: str) -> list[Any]:
    """Every module that a rule accepts or rejects."""
    return [
        pytest.param(snippet["ptx"], id=f"{path.stem}-{index}")
        for path in sorted((ROOT / "isa" / "rules").glob("*.yaml"))
        for index, snippet in enumerate(read(path).data.get(key, ()))
    ]


def verdict(ptxas: Ptxas, probe: str, *, generates_code: bool = False) -> str:
    """Return the reason why ptxas rejects a snippet; empty if it accepts the snippet."""
    text = module(probe, HOME, order("8.7"))
    named = read_head(parse(text).module).target or HOME
    # A later architecture assembles for an earlier one; a body may name one that is later than that of the head.
    return ptxas.rejection(text, max(HOME, named, key=lambda release: release.number), generates_code=generates_code)


@pytest.mark.parametrize("probe", snippets("valid"))
def test_ptxas_accepts_valid_examples_of_rules(ptxas: Ptxas, probe: str) -> None:
    assert verdict(ptxas, probe) == ""


CRASHES = {"parameter_setup-2"}
"""Examples on which ptxas 13.0 crashes while it generates code; 13.4 reports an error."""


@pytest.mark.parametrize("probe", snippets("invalid"))
def test_ptxas_rejects_invalid_examples_of_rules(ptxas: Ptxas, probe: str, request: pytest.FixtureRequest) -> None:
    if request.node.callspec.id in CRASHES:
        with pytest.raises(PtxasCrash):
            verdict(ptxas, probe, generates_code=True)
    else:
        # Some rules, such as sizes of memory, are checked only while ptxas generates code.
        assert verdict(ptxas, probe) or verdict(ptxas, probe, generates_code=True)


def test_there_are_rules_of_both_sorts() -> None:
    assert len(snippets("valid")) > 100
    assert len(snippets("invalid")) > 100
