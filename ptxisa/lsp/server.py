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
    # A name can begin with `%` and a guard with `@`. `$`, which can begin a name too, would open a menu in C++
    # templates.
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
    # `initialize.json` has the capabilities that follow from these registrations: see `ptxisa.lsp.startup`.
    for name, (method, options) in _REQUESTS.items():
        server.feature(method, options)(_answer(name))
    server.command(RUN)(run)
    server.command(CHECK_WORKSPACE)(check_workspace)
    for method, handle in _LIFE.items():
        server.feature(method)(handle)
    return server


def _answer(name: str) -> Callable[[Server, Any], Any]:
    """Return a handler of requests that loads the features when it is called first."""

    def answer(ls: Server, params: Any) -> Any:
        from ptxisa.lsp import features

        return getattr(features, name)(ls, params)

    return answer


def run(ls: Server, uri: str, start: int, end: int) -> str:
    """Run statements of a module on sample registers."""
    from ptxisa.lsp import features

    return features.run(ls, uri, start, end)


async def check_workspace(ls: Server) -> int:
    """Check every file of the workspace."""
    return await ls.check_workspace()


def initialize(ls: Server, params: lsp.InitializeParams) -> None:
    """Use the class of documents of this package, and the initialization options."""

    def create_document(*arguments: Any, **options: Any) -> Document:
        from ptxisa.lsp.documents import Document

        return Document(*arguments, encoding=ls.encoding, **options)

    # pygls has no public way to choose the class of documents; its own splits lines where the protocol does not.
    ls.workspace._create_text_document = create_document  # type: ignore[method-assign]
    if params.initialization_options is not None:
        ls.use(params.initialization_options)


async def initialized(ls: Server, _params: lsp.InitializedParams) -> None:
    """Request the configuration and its changes, and load in advance what requests need."""
    workspace = ls.client_capabilities.workspace
    # A server cannot announce this notification in its answer to `initialize`; it registers for it.
    changes = workspace.did_change_configuration if workspace is not None else None
    if changes is not None and changes.dynamic_registration:
        method, options = lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": "ptxisa"}
        registration = lsp.Registration("ptxisa-configuration", method, options)
        ls.client_register_capability(lsp.RegistrationParams([registration]))
    await ls.configure()
    await ls.preload()


def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """Check a document that was opened."""
    ls.check_soon(params.text_document.uri, 0)


def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """Check a document that was edited."""
    ls.check_soon(params.text_document.uri)


def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a document, and remove its diagnostics."""
    ls.forget(params.text_document.uri)
    # Diagnostics belong to the server, and stay until it publishes others (protocol 3.17, "PublishDiagnostics").
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


async def did_change_configuration(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
    """Use changed settings."""
    await ls.configure(params.settings)


_LIFE: dict[str, Callable[[Server, Any], Any]] = {
    lsp.INITIALIZE: initialize,
    lsp.INITIALIZED: initialized,
    lsp.TEXT_DOCUMENT_DID_OPEN: did_open,
    lsp.TEXT_DOCUMENT_DID_CHANGE: did_change,
    lsp.TEXT_DOCUMENT_DID_CLOSE: did_close,
    lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration,
}
"""Handlers of the notifications about the server and its documents."""
