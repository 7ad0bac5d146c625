"""Diagnostics of modules for the tests of directives, linkage and debug information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ptxisa.check.module import diagnose
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax.source import Source

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def snippets(rules: Mapping[str, Any], key: str) -> list[Any]:
    """Return the modules of some rules, each with the code that it has, "" if the rule accepts it."""
    return [
        pytest.param(snippet["ptx"], snippet.get("code"), id=f"{name}-{index}")
        for name, rule in rules.items()
        for index, snippet in enumerate(rule.get(key, ()))
    ]


def complete(text: str) -> str:
    """Return a module with the head that it leaves out."""
    return text if ".version" in text else HEAD + text


def filled(probe: str) -> str:
    """Return the module of an example of a rule."""
    text = probe.replace("{version}", "8.7").replace("{target}", "sm_90")
    return text if text != probe else HEAD + probe


def judged(text: str, place: Place | None = None) -> list[Diagnostic]:
    """Return the diagnostics of a module; without `place`, for its own target and version."""
    return [
        diagnostic for diagnostic in diagnose(Source(text), place or Place(None, None)) if diagnostic.severity != "note"
    ]


def reported(text: str) -> list[str]:
    """Return `code: message` of each finding, warnings with a mark."""
    return [
        f"{'' if diagnostic.severity == 'error' else diagnostic.severity + ' '}{diagnostic.code}: {diagnostic.message}"
        for diagnostic in judged(complete(text))
    ]


def codes(text: str) -> list[str]:
    """Return the codes of the findings of a module."""
    return [diagnostic.code for diagnostic in judged(complete(text))]
