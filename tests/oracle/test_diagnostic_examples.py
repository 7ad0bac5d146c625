"""The examples of every diagnostic against a real ptxas: it refuses the wrong ones and accepts the right ones."""

from __future__ import annotations

import pytest

from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.targets import target
from ptxisa.oracle.assembler import Ptxas

EXAMPLES = [
    name
    for name, code in CATALOGUE.items()
    if code.language == "ptx" and name not in ("undecodable-byte", "non-ascii-character")
]
"""All that are PTX, in the characters of PTX."""

ADVICE = {
    "deprecated",
    "unusual-spelling",
    "ignored-directive",
    "unknown-pragma",
    "undocumented",
    "ignored-field",
}
"""Warnings and notes: nothing that an assembler refuses."""

STRICTER = {
    # Limits of the parser here.
    "nesting-too-deep",
    # ptxas reads on after these silently, or with a warning, and what it makes of them is nowhere defined.
    "empty-declaration",
    "field-value",
    "undeclared-file",
}
"""Errors here that ptxas does not tell."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_wrong_examples_are_refused(ptxas: Ptxas, name: str) -> None:
    code = CATALOGUE[name]
    accepted = ptxas.refusal(code.complete(code.wrong), target("sm_90")) == ""
    assert accepted == (name in ADVICE | STRICTER)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if CATALOGUE[name].right])
def test_right_examples_are_accepted(ptxas: Ptxas, name: str) -> None:
    code = CATALOGUE[name]
    assert ptxas.refusal(code.complete(code.right), target("sm_90")) == ""
