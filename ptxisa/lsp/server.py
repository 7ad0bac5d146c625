"""The server with its requests, and its life.

    create().start_io()

Editors wait for the answer to `initialize`, so the modules that know PTX are loaded with the first document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from ptxisa.lsp.language_server import Server
from ptxisa.lsp.legend import CHECK_WORKSPACE, MODIFIERS, RUN, TYPES

if TYPE_CHECKING:
    from ptxisa.lsp.documents import Document

_LEGEND = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
_REQUESTS: dict[str, tuple[str, Any]] = {
    "hover": (lsp.TEXT_DOCUMENT_HOVER, None),
    "complete": (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "%", "@"])),
    "document_symbol": (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None),
    "definition": (lsp.TEXT_DOCUMENT_DEFINITION, None),
    "references": (lsp.TEXT_DOCUMENT_REFERENCES, None),
    "highlight": (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, None),
    "rename": (lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True)),
    "prepare_rename": (lsp.TEXT_DOCUMENT_PREPARE_RENAME, None),
    "folding": (lsp.TEXT_DOCUMENT_FOLDING_RANGE, None),
    "signature": (
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=[" ", ","], retrigger_characters=[","]),
    ),
    "selection": (lsp.TEXT_DOCUMENT_SELECTION_RANGE, None),
    "tokens_full": (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND),
    "tokens_range": (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, _LEGEND),
    "code_action": (
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
    ),
    "inlay": (lsp.TEXT_DOCUMENT_INLAY_HINT, None),
    "format_document": (lsp.TEXT_DOCUMENT_FORMATTING, None),
    "code_lens": (lsp.TEXT_DOCUMENT_CODE_LENS, None),
}
"""Requests and their options, by the function of `ptxisa.lsp.features` that answers."""


def create() -> Server:
    """Return a server with its features."""
    server = Server()
    for name, (method, options) in _REQUESTS.items():
        server.feature(method, options)(_answer(name))
    server.command(RUN)(_run)
    server.command(CHECK_WORKSPACE)(_check_workspace)
    for method, handle in _LIFE.items():
        server.feature(method)(handle)
    return server


def _answer(name: str) -> Callable[[Server, Any], Any]:
    """Return a handler of requests that loads the features when it is called first."""

    def answer(ls: Server, params: Any) -> Any:
        from ptxisa.lsp import features

        return getattr(features, name)(ls, params)

    return answer


def _run(ls: Server, uri: str, start: int, end: int) -> str:
    from ptxisa.lsp import features

    return features.run(ls, uri, start, end)


async def _check_workspace(ls: Server) -> int:
    return await ls.check_workspace()


def _initialize(ls: Server, params: lsp.InitializeParams) -> None:
    def create_document(*arguments: Any, **options: Any) -> Document:
        from ptxisa.lsp.documents import Document

        return Document(*arguments, encoding=ls.encoding, **options)

    # pygls has no public way to choose the class of documents; its own splits lines where the protocol does not.
    ls.workspace._create_text_document = create_document  # type: ignore[method-assign]
    if params.initialization_options is not None:
        ls.use(params.initialization_options)


def _did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    ls.check_soon(params.text_document.uri, 0)


def _did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    ls.check_soon(params.text_document.uri)


def _did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    ls.forget(params.text_document.uri)
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _did_change_configuration(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
    ls.use(params.settings)
    for uri in ls.workspace.text_documents:
        ls.check_soon(uri)


_LIFE: dict[str, Callable[[Server, Any], None]] = {
    lsp.INITIALIZE: _initialize,
    lsp.TEXT_DOCUMENT_DID_OPEN: _did_open,
    lsp.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    lsp.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: _did_change_configuration,
}
"""Handlers of the notifications about the server and its documents."""
