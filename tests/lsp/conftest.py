"""The server as a process that speaks the protocol over standard input and output."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator

import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient


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
