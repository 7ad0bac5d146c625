"""Every feature answers at every place of unfinished and broken text, without an exception."""

from __future__ import annotations

from random import Random

import pytest
from lsprotocol import types as lsp

from ptxisa.lsp.documents import Document
from ptxisa.lsp.positions import Lines
from tests.check.test_session import MODULE, long_module
from tools.editing import ask_everything, compare_documents, edited, examples


@pytest.mark.parametrize("start", range(0, len(MODULE), len(MODULE) // 12))
def test_prefixes_of_a_module(start: int) -> None:
    document = Document("file:///a.ptx", "", 1, "ptx")
    for length in range(start, min(start + len(MODULE) // 12, len(MODULE)), 5):
        document.apply_change(lsp.TextDocumentContentChangeWholeDocument(MODULE[:length]))
        ask_everything(document, length)


def test_prefixes_of_examples() -> None:
    random = Random(1)
    for text in random.sample(list(examples()), 25):
        document = Document("file:///module.ptx", "", 1, "ptx")
        for length in sorted(random.sample(range(len(text)), 4)):
            document.apply_change(lsp.TextDocumentContentChangeWholeDocument(text[:length]))
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


def test_documents_have_the_diagnostics_of_a_new_check_after_bursts_of_edits() -> None:
    assert compare_documents([MODULE, long_module(60)], 120, seed=1) == 0


def test_lines_after_an_edit_are_those_of_the_text() -> None:
    random, lines = Random(1), Lines("one\ntwo\n\nthree")
    for _ in range(300):
        start = random.randrange(len(lines.text) + 1)
        end = min(start + random.choice((0, 0, 1, 5)), len(lines.text))
        lines = lines.edited(start, end, random.choice(("", "a", "\n", "a\n\nb", "\r\n", "\r", "𝛼\n")))
        assert lines.starts == Lines(lines.text).starts
        if random.random() < 0.1:
            lines = Lines(lines.text.replace("\r", "x"))
