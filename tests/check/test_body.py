"""Statements of bodies: what is kept from one body to the next."""

from __future__ import annotations

import pytest

from ptxisa.check import body
from ptxisa.check.body import Statements
from ptxisa.check.directives import Head
from ptxisa.check.place import Place


def test_so_many_parsed_texts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "_MOST_TEXTS", 2)
    statements = Statements(Place(None, None), Head(None, None, frozenset(), 64))
    kept = []
    for text in ("ret", "exit", "trap"):
        statements.remember(text, [])
        kept.append(list(statements.parsed))
    assert kept == [["ret"], ["ret", "exit"], ["trap"]]
