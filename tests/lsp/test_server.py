"""The server as an editor sees it: a process that speaks the protocol over standard input and output."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from ptxisa import check_module

pytestmark = pytest.mark.asyncio(loop_scope="module")

URI = "file:///kernel.ptx"
MODULE = """\
.version 8.0
.target sm_80
.address_size 64

.global .align 4 .u32 counter;

.visible .entry scale(.param .u64 data, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [data];
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %tid.x;
    setp.ge.u32 %p1, %r1, %r0;
    @%p1 bra DONE;
    add.u16x2 %r2, %r1, %r0;
DONE:
    ret;
}
"""


@pytest_lsp.fixture(
    scope="module",
    loop_scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "ptxisa", "lsp"]),
)
async def client(lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    capabilities = lsp.ClientCapabilities(
        text_document=lsp.TextDocumentClientCapabilities(
            completion=lsp.CompletionClientCapabilities(
                completion_item=lsp.ClientCompletionItemOptions(
                    label_details_support=True, documentation_format=[lsp.MarkupKind.Markdown]
                )
            )
        )
    )
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


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


def place(text: str, words: str) -> lsp.Position:
    """Return the position at the end of some words of a text."""
    before = text[: text.index(words) + len(words)]
    return lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def document(uri: str = URI) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri)


async def test_diagnostics_are_those_of_the_checker(client: LanguageClient) -> None:
    open_document(client, MODULE)
    (found,) = await diagnostics_of(client)
    (expected,) = check_module(MODULE)
    assert (found.code, found.severity) == ("unavailable-target", lsp.DiagnosticSeverity.Error)
    assert found.message == f"{expected.message}\n{expected.hint}"
    assert (found.range.start.line, found.range.start.character) == (expected.line - 1, expected.column - 1)


async def test_an_edit_changes_the_diagnostics(client: LanguageClient) -> None:
    open_document(client, MODULE)
    await diagnostics_of(client)
    change(client, 2, insertion(1, 13, "1"))
    assert [one.message for one in await diagnostics_of(client)] == ["unknown target 'sm_801'\ndid you mean sm_80?"]
    change(client, 3, replacement(1, 11, 14, "90"))
    assert await diagnostics_of(client) == []


async def test_hover_shows_where_an_instruction_is_available(client: LanguageClient) -> None:
    open_document(client, MODULE)
    result = await client.text_document_hover_async(lsp.HoverParams(document(), place(MODULE, "add.u16")))
    assert result is not None
    text = result.contents.value
    assert "PTX 8.0 on sm_90" in text
    assert "not on PTX 8.0 on sm_80" in text


async def test_completion_offers_legal_modifiers(client: LanguageClient) -> None:
    open_document(client, MODULE)
    change(client, 2, insertion(16, 0, "    mul.lo.\n"))
    result = await client.text_document_completion_async(lsp.CompletionParams(document(), lsp.Position(16, 11)))
    assert [item.label for item in result.items] == ["u16", "u32", "u64", "s16", "s32", "s64"]
    assert result.items[0].label_details.description == "PTX 1.0, sm_10"


async def test_completion_of_operands_offers_registers_of_the_type_first(client: LanguageClient) -> None:
    open_document(client, MODULE)
    result = await client.text_document_completion_async(
        lsp.CompletionParams(document(), place(MODULE, "ld.param.u32 "))
    )
    labels = [item.label for item in result.items]
    assert labels[0] == "%r0"
    assert labels.index("%r0") < labels.index("%rd0") < labels.index("%tid")


async def test_symbols_of_a_module(client: LanguageClient) -> None:
    open_document(client, MODULE)
    found = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document()))
    assert [one.name for one in found] == ["counter", "scale"]
    assert [one.name for one in found[1].children] == ["data", "n", "%p<2>", "%r<4>", "%rd<2>", "DONE"]


@pytest.mark.parametrize(
    ("use", "declaration"), [("bra DON", (17, 0)), ("setp.ge.u32 %p1", (8, 15)), ("[dat", (6, 34))]
)
async def test_definition_of_a_name(client: LanguageClient, use: str, declaration: tuple[int, int]) -> None:
    open_document(client, MODULE)
    found = await client.text_document_definition_async(lsp.DefinitionParams(document(), place(MODULE, use)))
    assert (found.range.start.line, found.range.start.character) == declaration


async def test_renaming_a_member_renames_the_range(client: LanguageClient) -> None:
    open_document(client, MODULE)
    position = place(MODULE, "mov.u32 %r")
    edit = await client.text_document_rename_async(lsp.RenameParams(document(), position, "%value"))
    lines = MODULE.split("\n")
    for one in sorted(edit.changes[URI], key=lambda one: (one.range.start.line, -one.range.start.character)):
        line = one.range.start.line
        lines[line] = lines[line][: one.range.start.character] + one.new_text + lines[line][one.range.end.character :]
    renamed = "\n".join(lines)
    assert ".reg .b32 %value<4>;" in renamed
    assert "setp.ge.u32 %p1, %value1, %value0;" in renamed
    assert "%rd0" in renamed
    assert [one.code for one in check_module(renamed)] == ["unavailable-target"]
