"""The server: its life, its documents, and checks while the user types.

Checks run on the loop of the server, an item of the module at a time: a request or an edit that arrives meanwhile is
handled first, and an edit abandons the check of the text before it. Diagnostics carry the version of their text.

Editors wait for the answer to `initialize`, so the modules that know PTX are loaded with the first document.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ptxisa import __version__
from ptxisa.lsp.legend import CHECK_WORKSPACE, MODIFIERS, RUN, TYPES

if TYPE_CHECKING:
    from ptxisa.lsp.documents import Checked, Document
    from ptxisa.lsp.settings import Settings

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
_SLICE = 0.02
"""Processor time in seconds that a check takes at once."""
_DELAY = 0.02
"""Seconds between an edit and its check, so that a burst of edits is checked once."""


class Server(LanguageServer):
    """Language server of PTX."""

    def __init__(self) -> None:
        super().__init__("ptxisa", __version__, max_workers=2)
        self._settings: Settings | None = None
        self._checks: dict[str, asyncio.Task[None]] = {}

    @property
    def settings(self) -> Settings:
        """Settings of the client."""
        from ptxisa.lsp.settings import Settings

        if self._settings is None:
            self._settings = Settings()
        return self._settings

    @property
    def encoding(self) -> str:
        """Encoding in whose units positions are counted."""
        encoding = self.workspace.position_encoding
        return str(getattr(encoding, "value", encoding))

    def use(self, options: Any) -> None:
        """Use the settings that a client sent, and report the problems in them."""
        from ptxisa.lsp.settings import settings_of

        self._settings, problems = settings_of(options)
        for problem in problems:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, f"ptxisa: {problem}"))

    def document(self, uri: str) -> Document:
        """Return an open document."""
        from ptxisa.lsp.documents import Document

        document = self.workspace.get_text_document(uri)
        assert isinstance(document, Document)
        return document

    def checked(self, uri: str) -> Checked:
        """Return the results for the current text of a document."""
        return self.document(uri).check(self.settings)

    def latest(self, uri: str) -> Checked:
        """Return the results for the current text, or for an earlier one if that is not checked yet."""
        document = self.document(uri)
        return document.checked or document.check(self.settings)

    # Checks

    def check_soon(self, uri: str, delay: float = _DELAY) -> None:
        """Check a document after a moment, in place of a check that is under way."""
        self.forget(uri)
        self._checks[uri] = asyncio.ensure_future(self._check(uri, delay))

    def forget(self, uri: str) -> None:
        """Stop the check of a document."""
        task = self._checks.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _check(self, uri: str, delay: float) -> None:
        await asyncio.sleep(delay)
        document = self.document(uri)
        version, started = document.version, process_time()
        for _ in document.steps(self.settings):
            if process_time() - started > _SLICE:
                await asyncio.sleep(0)
                started = process_time()
        if document.version == version:
            from ptxisa.lsp.features import converted

            found = document.diagnostics(self.settings)
            diagnostics = list(converted(found, document.text_lines, self.settings))
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))

    async def check_workspace(self) -> int:
        """Check every file of the workspace that is not open, and return the number of files with errors.

        The client shows the progress and may cancel it.
        """
        folders = self.workspace.folders or ([self.workspace.root_uri] if self.workspace.root_uri else [])
        paths = [path for folder in folders for path in files_below(folder)]
        progress, token = self.work_done_progress, f"ptxisa-{id(paths)}"
        window = self.client_capabilities.window
        shown = window is not None and bool(window.work_done_progress)
        if shown:
            await progress.create_async(token)
            progress.begin(token, lsp.WorkDoneProgressBegin("Check PTX", cancellable=True, percentage=0))
        wrong = 0
        for number, path in enumerate(paths):
            if shown and progress.tokens[token].cancelled():
                break
            uri = from_fs_path(str(path))
            if uri is None or uri in self.workspace.text_documents:
                continue
            wrong += self._check_file(uri, path)
            if shown:
                message, share = f"{number + 1} of {len(paths)} files", 100 * (number + 1) // len(paths)
                progress.report(token, lsp.WorkDoneProgressReport(message=message, percentage=share))
            await asyncio.sleep(0)
        if shown:
            progress.end(token, lsp.WorkDoneProgressEnd(f"{wrong} of {len(paths)} files have errors"))
        return wrong

    def _check_file(self, uri: str, path: Path) -> bool:
        """Publish the diagnostics of a file, and return True if one is an error."""
        from ptxisa.lsp.documents import Document
        from ptxisa.lsp.features import converted
        from ptxisa.syntax.source import decode

        document = Document(uri, decode(path.read_bytes()), None, None, encoding=self.encoding)
        for _ in document.steps(self.settings):
            pass
        found = list(converted(document.diagnostics(self.settings), document.text_lines, self.settings))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))
        return any(one.severity == lsp.DiagnosticSeverity.Error for one in found)


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


def files_below(folder: str) -> Iterator[Path]:
    """Yield the files of PTX in a folder of the workspace."""
    root = to_fs_path(folder)
    for path in sorted(Path(root).rglob("*.ptx")) if root else ():
        if path.is_file():
            yield path
