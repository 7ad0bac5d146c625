"""The examples of every diagnostic against a real ptxas: it rejects the wrong ones and accepts the right ones."""

from __future__ import annotations

import pytest

from ptxisa.check.directives import read_head
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.targets import target
from ptxisa.oracle.assembler import Ptxas, PtxasCrash
from ptxisa.syntax.parser import parse

HOME = target("sm_90")
"""Target of examples that name none."""

EXAMPLES = [
    name
    for name, code in CATALOGUE.items()
    if code.language == "ptx" and name not in ("undecodable-byte", "non-ascii-character")
]
"""All that are PTX, in the characters of PTX."""

ADVICE = {
    "advisory",
    "deprecated",
    "unusual-spelling",
    "ignored-directive",
    "ignored-guard",
    "unknown-pragma",
    "undocumented",
    "ignored-field",
    "misaligned-address",
    "missing-proxy-fence",
    "arrival-scope",
    "weak-polling",
    "fence-before-barrier",
    "unified-variable",
    "instruction-descriptor",
}
"""Warnings and notes: nothing that an assembler rejects."""

STRICTER = {
    # Limits of the parser here.
    "nesting-too-deep",
    # ptxas reads on after these silently, or with a warning, and what it makes of them is nowhere defined.
    "empty-declaration",
    "field-value",
    "undeclared-file",
}
"""Errors here that ptxas does not tell."""

CRASHES = {"result-before-call"}
"""Errors on which ptxas 13.0 crashes while it generates code; 13.4 reports them."""


def rejected(ptxas: Ptxas, text: str, *, generates_code: bool = False) -> bool:
    """Return whether ptxas rejects a module for its target."""
    named = read_head(parse(text).module).target or HOME
    architecture = max(named, HOME, key=lambda target: target.number)
    return ptxas.rejection(text, architecture, generates_code=generates_code) != ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_ptxas_rejects_wrong_examples(ptxas: Ptxas, name: str) -> None:
    code = CATALOGUE[name]
    text = code.complete(code.wrong)
    if name in ADVICE | STRICTER:
        assert not rejected(ptxas, text)
    elif name in CRASHES:
        with pytest.raises(PtxasCrash):
            rejected(ptxas, text, generates_code=True)
    else:
        # Some errors, such as too much memory, are found only while ptxas generates code.
        assert rejected(ptxas, text) or rejected(ptxas, text, generates_code=True)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if CATALOGUE[name].right])
def test_ptxas_accepts_right_examples(ptxas: Ptxas, name: str) -> None:
    code = CATALOGUE[name]
    assert not rejected(ptxas, code.complete(code.right))
