"""The view of PTX 7.8 against the facts of the 7.8 edition, in tests/fixtures/ptx-7.8.yaml, and against ptxas 11.8."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

import ptxisa
from ptxisa.isa import versions
from ptxisa.oracle import releases
from ptxisa.query.availability import candidates
from ptxisa.query.narrowing import narrowed

FACTS = yaml.safe_load((Path(__file__).parents[1] / "fixtures" / "ptx-7.8.yaml").read_text(encoding="utf-8"))
AT = versions.version("7.8")
READS_7_8 = "11.8"
"""Release of ptxas that introduced PTX 7.8."""
BODY = """
.shared .align 16 .b8 x[64];
.global .align 16 .b8 y[64];
.entry kernel() {{
    .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %d<8>; .reg .f32 %f<8>; .reg .f64 %g<8>; .reg .pred %p<8>, %q<8>;
    {code}
    ret;
}}
"""


def module(fact: dict[str, Any], ptx: str) -> str:
    head = f".version {ptx}\n.target {fact['target']}{fact.get('options', '')}\n.address_size 64\n"
    return head + (BODY.format(code=fact["code"]) if fact in FACTS["statements"] else fact["code"])


EVERY = [*FACTS["statements"], *FACTS["modules"]]
IDS = [fact["fact"] for fact in EVERY]


def errors(text: str) -> list[str]:
    return [diagnostic.message for diagnostic in ptxisa.check_module(text) if diagnostic.severity == "error"]


@pytest.mark.parametrize("fact", EVERY, ids=IDS)
def test_facts_are_in_the_version_and_additions_not_before(fact: dict[str, Any]) -> None:
    assert errors(module(fact, "7.8")) == []
    if "new" in fact:
        assert errors(module(fact, "7.7")) != []


@pytest.mark.parametrize("fact", FACTS["absent"], ids=[fact["name"] for fact in FACTS["absent"]])
def test_later_modifiers_are_not_in_the_view(fact: dict[str, Any]) -> None:
    answer = ptxisa.available(fact["name"], ptx="7.8")
    assert not answer
    assert f"PTX {fact['since']}" in answer.reason
    assert ptxisa.available(fact["name"], ptx=fact["since"])


@pytest.mark.parametrize("fact", FACTS["statements"], ids=[fact["fact"] for fact in FACTS["statements"]])
def test_statements_are_variants_of_narrowed_forms(fact: dict[str, Any]) -> None:
    """The slots of `ptxisa show --ptx 7.8` hold every modifier of the facts."""
    for statement in filter(None, (part.strip() for part in fact["code"].split(";"))):
        opcode = statement.split()[1] if statement.startswith("@") else statement.split()[0]
        forms = [(candidate.values or {}, narrowed(candidate.form, None, AT)) for candidate in candidates(opcode)]
        assert any(form and _has_modifiers(form, values) for values, form in forms), statement


def _has_modifiers(form: Any, values: Any) -> bool:
    slots = {slot.name: slot.values for slot in form.slots}
    return all(value is None or value in slots.get(name, ()) for name, value in values.items())


@pytest.mark.network
@pytest.mark.parametrize("fact", EVERY, ids=IDS)
def test_ptxas_of_the_version_agrees(fact: dict[str, Any], tmp_path: Path) -> None:
    assert assembles(module(fact, "7.8"), fact["target"], tmp_path)
    if "new" in fact:
        assert not assembles(module(fact, "7.7"), fact["target"], tmp_path)


def assembles(text: str, target: str, folder: Path) -> bool:
    source = folder / "fact.ptx"
    source.write_text(text, encoding="utf-8")
    command = [releases.find(READS_7_8), "-arch", target, source, "-o", folder / "fact.cubin"]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
