"""Every feature answers at every place of unfinished and broken text, without an exception."""

from __future__ import annotations

from random import Random

import pytest
from lsprotocol import types as lsp

from ptxisa.lsp import (
    actions,
    completion,
    formatting,
    hovers,
    inlays,
    running,
    selections,
    signatures,
    symbols,
    tokens,
)
from ptxisa.lsp.documents import Document
from ptxisa.lsp.settings import Settings
from tests.check.test_session import MODULE, edited


def ask_everything(document: Document, offset: int) -> None:
    """Call every feature at an offset."""
    view = document.view(offset, Settings(), latest=True)
    assert view is not None
    hovers.hover(view)
    completion.complete(view)
    signatures.signatures(view)
    text, checked = document.source, document.check(Settings())
    symbols.document_symbols(checked)
    symbols.definition(checked, offset)
    symbols.references(checked, offset)
    symbols.renamable(checked, offset)
    selections.selections(checked, offset)
    list(symbols.folds(checked))
    list(inlays.inlays(checked, 0, len(text)))
    list(running.lenses(checked))
    found = list(tokens.tokens(text, 0, len(text), checked.names, []))
    assert all(one.start < one.end for one in found)
    list(actions.corrections(checked, 0, len(text)))
    formatting.formatted(text)


@pytest.mark.parametrize("start", range(0, len(MODULE), len(MODULE) // 12))
def test_prefixes_of_a_module(start: int) -> None:
    document = Document("file:///a.ptx", "", 1, "ptx")
    for length in range(start, min(start + len(MODULE) // 12, len(MODULE)), 5):
        document.apply_change(lsp.TextDocumentContentChangeWholeDocument(MODULE[:length]))
        ask_everything(document, length)


@pytest.mark.parametrize("seed", range(8))
def test_random_edits(seed: int) -> None:
    random, text = Random(seed), MODULE
    document = Document("untitled:Untitled-1", text, 1, "ptx")
    for _ in range(8):
        text = edited(text, random)
        document.apply_change(lsp.TextDocumentContentChangeWholeDocument(text))
        ask_everything(document, random.randrange(len(text) + 1))


@pytest.mark.parametrize(
    "text", ["", "\n", "\r", "add", ".", "@", "@%p", "{", "}", '"', "/*", "é", "add.\n", "call (", "\ud800"]
)
def test_fragments(text: str) -> None:
    document = Document("untitled:Untitled-1", text, 1, "ptx")
    for offset in range(len(text) + 1):
        ask_everything(document, offset)
