"""Requests to the server in tests: documents, edits and places."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from ptxisa.lsp.positions import Lines
from tools.editor_picture import SAMPLE

URI = "file:///kernel.ptx"
MODULE = SAMPLE.replace(".visible", ".global .align 4 .u32 counter;\n\n.visible")


def open_document(client: LanguageClient, text: str, uri: str = URI, language: str = "ptx") -> None:
    item = lsp.TextDocumentItem(uri, language, 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))


def change(client: LanguageClient, version: int, *changes: Any, uri: str = URI) -> None:
    document = lsp.VersionedTextDocumentIdentifier(version, uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, list(changes)))


def insertion(line: int, column: int, text: str) -> lsp.TextDocumentContentChangePartial:
    place = lsp.Position(line, column)
    return lsp.TextDocumentContentChangePartial(lsp.Range(place, place), text)


def replacement(line: int, start: int, end: int, text: str) -> lsp.TextDocumentContentChangePartial:
    return lsp.TextDocumentContentChangePartial(lsp.Range(lsp.Position(line, start), lsp.Position(line, end)), text)


async def diagnostics_of(client: LanguageClient, uri: str = URI) -> list[lsp.Diagnostic]:
    await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


def applied(text: str, edits: Any) -> str:
    """Return a text after edits of the server."""
    lines = Lines(text)
    for edit in sorted(edits, key=lambda edit: lines.offset(edit.range.start), reverse=True):
        text = text[: lines.offset(edit.range.start)] + edit.new_text + text[lines.offset(edit.range.end) :]
    return text


def place(text: str, words: str) -> lsp.Position:
    """Return the position at the end of some words of a text."""
    before = text[: text.index(words) + len(words)]
    return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def document(uri: str = URI) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)
