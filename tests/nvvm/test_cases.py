"""The checker on small modules for each rule, by the specification alone."""

from __future__ import annotations

import pytest

from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.nvvm import constructs
from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.reader import IrText
from tests.nvvm.cases import Case, cases

BY_TOPIC: dict[str, list[Case]] = {}
for _case in cases():
    BY_TOPIC.setdefault(_case.topic, []).append(_case)

NO_WORDS = {
    "token constants": "token has no constant but none, and no value that could be one",
    "non-integral pointer": "these are part of a data layout, and no such layout is supported",
    "non-integral pointers": "these are part of a data layout, and no such layout is supported",
    "memory model": "nothing in a module says which one it follows",
    "gc": "reported as a part of a function",
    "prefix": "reported as a part of a function",
    "prologue": "reported as a part of a function",
}
"""Unsupported entries without words in a module, or that another record lists too."""


@pytest.mark.parametrize("topic", BY_TOPIC)
def test_modules_are_checked_by_the_specification(topic: str) -> None:
    wrong = []
    for case in BY_TOPIC[topic]:
        diagnostics = check_nvvm(case.text, case.target, strict=True)
        errors = [
            diagnostic
            for diagnostic in diagnostics
            if diagnostic.severity == "error" and diagnostic.erratum != _LAYOUTS
        ]
        if case.accept is bool(errors):
            wrong.append((case.name, [str(diagnostic) for diagnostic in diagnostics]))
    assert wrong == []


_LAYOUTS = "nvvm-layouts-without-i128-rejected"
"""The specification supports these layouts; with `strict`, the checker does not."""


def test_each_dialect_has_100_accepted_and_rejected_modules() -> None:
    for dialect in ("typed", "opaque"):
        kinds = [case.accept for case in cases() if case.dialect == dialect]
        assert min(kinds.count(True), kinds.count(False)) > 100


def test_every_statement_is_read() -> None:
    for case in cases():
        text = IrText(case.text)
        text.read()
        assert case.accept is False or text.problems == [], case.name


def test_diagnostics_are_complete() -> None:
    for case in cases():
        for diagnostic in check_nvvm(case.text, case.target):
            assert diagnostic.code in CATALOGUE
            assert diagnostic.rule or diagnostic.code == "nvvm-syntax"
            assert diagnostic.end >= (diagnostic.line, diagnostic.column)
            assert 0 < len(diagnostic.message) < 200


def test_every_unsupported_entry_has_a_module() -> None:
    broken = {diagnostic.rule for case in cases() for diagnostic in check_nvvm(case.text, case.target, strict=True)}
    missing = {
        f"{record.name}/{entry.name}"
        for record in constructs().values()
        for entry in record.entries.values()
        if entry.support == "unsupported" and entry.name not in NO_WORDS
    }
    assert missing - broken == set()
