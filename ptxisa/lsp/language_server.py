"""The class of the server: its settings and documents, and checks while the user types.

Checks run on the loop of the server, an item of the module at a time: a request or an edit that arrives meanwhile is
handled first, and an edit abandons the check of the text before it. Diagnostics carry the version of their text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcServerNotInitialized
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import from_fs_path, to_fs_path

from ptxisa import __version__

if TYPE_CHECKING:
    from ptxisa.lsp.documents import Document, View
    from ptxisa.lsp.settings import Settings

_SLICE = 0.02
"""Processor time in seconds that a check takes at once: a request waits for no more, which a user does not notice.

Wall-clock time would end a slice early on a busy machine, where each switch costs the most.
"""
_IDLE = 0.02
"""Seconds between two steps of what is loaded in advance."""
_DELAY = 0.02
"""Seconds between an edit and its check, so that a burst of edits is checked once."""


class Protocol(LanguageServerProtocol):
    """Protocol that also answers requests whose parameters are malformed."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the message of an object; a request that cannot be read is answered with an error."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            # pygls only reports the error, and a client would wait for its answer forever.
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """Language server of PTX."""

    def __init__(self) -> None:
        super().__init__("ptxisa", __version__, protocol_cls=Protocol, max_workers=2)
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

    async def configure(self, options: Any = None) -> None:
        """Use the section `ptxisa` of the client's configuration, which is requested if the client allows that.

        Args:
            options: Configuration that the client sent by itself.
        """
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.configuration:
            items = [lsp.ConfigurationItem(section="ptxisa")]
            try:
                (options,) = await self.workspace_configuration_async(lsp.ConfigurationParams(items))
            except (JsonRpcException, ValueError):
                return
        if options is None:  # The client has no such section: initialization options stay valid.
            return
        before = self.settings
        self.use(options)
        if self.settings != before:
            for uri in self.workspace.text_documents:
                self.check_soon(uri)

    async def preload(self) -> None:
        """Load what the first completion and hover need, in small steps while the client requests nothing."""
        from ptxisa.lsp.preloading import steps

        for _ in steps():
            await asyncio.sleep(_IDLE)
            # The user waits for a check, but not for what is loaded in advance.
            while self._checks and not all(task.done() for task in self._checks.values()):
                await asyncio.sleep(_IDLE)

    def document(self, uri: str) -> Document:
        """Return an open document, or a file that no editor has opened.

        Raises:
            JsonRpcInvalidParams: The file cannot be read, for example because it was deleted.
            JsonRpcServerNotInitialized: The client has not sent `initialize`.
        """
        from ptxisa.lsp.documents import Document

        try:
            document = self.workspace.get_text_document(uri)
            _ = document.source  # Read the file of a document that is not open.
        except (OSError, ValueError) as error:
            raise JsonRpcInvalidParams(message=f"cannot read {uri}") from error
        # A notification before `initialize` violates the protocol, but must not end the server.
        except RuntimeError as error:  # pygls has no workspace yet.
            raise JsonRpcServerNotInitialized from error
        assert isinstance(document, Document)
        return document

    def view(self, params: Any, *, latest: bool = False) -> View | None:
        """Return the view of the PTX at the position of a request; None outside of PTX."""
        document = self.document(params.text_document.uri)
        return document.view(document.text_lines.offset(params.position), self.settings, latest=latest)

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
        version = document.version
        await self._run_steps(document)
        # After an edit, the next check publishes; diagnostics at places of an old text would flicker.
        if document.version == version:
            from ptxisa.lsp.publishing import converted

            reported = document.diagnostics(self.settings)
            diagnostics = list(converted(reported, document.text_lines, self.settings))
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))

    async def _run_steps(self, document: Document) -> None:
        """Check a document in slices of processor time; between them, the loop handles what has arrived."""
        started = process_time()
        for _ in document.steps(self.settings):
            if process_time() - started > _SLICE:
                await asyncio.sleep(0)
                started = process_time()

    async def check_workspace(self) -> int:
        """Check every file of the workspace that is not open, and return the number of files with errors.

        The client shows the progress and may cancel it.
        """
        # Clients without workspace folders send the root alone.
        folders = self.workspace.folders or ([self.workspace.root_uri] if self.workspace.root_uri else [])
        paths = [path for folder in folders for path in files_below(folder)]
        progress, token = self.work_done_progress, f"ptxisa-{id(paths)}"
        window = self.client_capabilities.window
        shown = window is not None and bool(window.work_done_progress)
        if shown:
            await progress.create_async(token)
            progress.begin(token, lsp.WorkDoneProgressBegin("Check PTX", cancellable=True, percentage=0))
        wrong = number = 0
        try:
            for number, path in enumerate(paths, 1):
                if shown and progress.tokens[token].cancelled():
                    break
                uri = from_fs_path(str(path))
                # The text of an open document is that of the editor, and is checked already.
                if uri is not None and uri not in self.workspace.text_documents:
                    wrong += await self._check_file(uri, path)
                if shown:
                    message, share = f"{number} of {len(paths)} files", 100 * number // len(paths)
                    progress.report(token, lsp.WorkDoneProgressReport(message=message, percentage=share))
                await asyncio.sleep(0)
        finally:
            if shown:
                progress.end(token, lsp.WorkDoneProgressEnd(message=f"{wrong} of {number} files have errors"))
        return wrong

    async def _check_file(self, uri: str, path: Path) -> bool:
        """Publish the diagnostics of a file, and return True if one is an error."""
        from ptxisa.lsp.documents import Document
        from ptxisa.lsp.publishing import converted
        from ptxisa.syntax.source import decode

        try:
            text = decode(path.read_bytes())
        except OSError:
            return False
        language = "ptx" if path.suffix.lower() == ".ptx" else ""
        document = Document(uri, text, None, language, encoding=self.encoding)
        await self._run_steps(document)
        diagnostics = list(converted(document.diagnostics(self.settings), document.text_lines, self.settings))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))
        return any(diagnostic.severity == lsp.DiagnosticSeverity.Error for diagnostic in diagnostics)


def files_below(folder: str) -> Iterator[Path]:
    """Yield the modules of PTX in a folder of the workspace, and the sources that have PTX in strings."""
    from ptxisa.sources.files import PTX_INSIDE, is_source

    root = to_fs_path(folder)
    for path in sorted(Path(root).rglob("*")) if root else ():
        try:
            if path.is_file() and (
                path.suffix.lower() == ".ptx" or (is_source(path.name) and PTX_INSIDE.search(path.read_bytes()))
            ):
                yield path
        except OSError:
            continue
