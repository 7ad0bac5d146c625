"""The server: features of the protocol on top of the other modules of this room, and checks while the user types.

Checks run on the loop of the server, an item of the module at a time: a request or an edit that arrives meanwhile is
handled first, and an edit abandons the check of the text before it. Diagnostics carry the version of their text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ptxisa import __version__
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.lsp import completion, hovers, symbols, texts
from ptxisa.lsp.documents import Checked, Document
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.settings import Settings, settings_of
from ptxisa.syntax.source import decode

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
    "information": lsp.DiagnosticSeverity.Information,
    "hint": lsp.DiagnosticSeverity.Hint,
}
_UNNECESSARY = frozenset({"unavailable-target", "unavailable-version"})
"""Codes of text that editors may show in gray."""
_COMPLETION_KINDS = {
    "modifier": lsp.CompletionItemKind.EnumMember,
    "instruction": lsp.CompletionItemKind.Function,
    "directive": lsp.CompletionItemKind.Keyword,
    "keyword": lsp.CompletionItemKind.Keyword,
    "type": lsp.CompletionItemKind.TypeParameter,
    "value": lsp.CompletionItemKind.Value,
    "register": lsp.CompletionItemKind.Variable,
    "special": lsp.CompletionItemKind.Constant,
    "variable": lsp.CompletionItemKind.Field,
    "parameter": lsp.CompletionItemKind.Property,
    "result": lsp.CompletionItemKind.Property,
    "function": lsp.CompletionItemKind.Method,
    "kernel": lsp.CompletionItemKind.Method,
    "label": lsp.CompletionItemKind.Reference,
    "targets": lsp.CompletionItemKind.Reference,
    "prototype": lsp.CompletionItemKind.Interface,
    "element": lsp.CompletionItemKind.Field,
}
_SYMBOL_KINDS = {
    "kernel": lsp.SymbolKind.Method,
    "function": lsp.SymbolKind.Function,
    "register": lsp.SymbolKind.Variable,
    "variable": lsp.SymbolKind.Variable,
    "parameter": lsp.SymbolKind.Property,
    "result": lsp.SymbolKind.Property,
    "label": lsp.SymbolKind.Key,
    "targets": lsp.SymbolKind.Array,
    "prototype": lsp.SymbolKind.Interface,
    "section": lsp.SymbolKind.Namespace,
}
_SLICE = 0.02
"""Processor time in seconds that a check takes at once."""
_DELAY = 0.02
"""Seconds between an edit and its check, so that a burst of edits is checked once."""

logger = logging.getLogger(__name__)


class Server(LanguageServer):
    """Language server of PTX."""

    def __init__(self) -> None:
        super().__init__("ptxisa", __version__, max_workers=2)
        self.settings = Settings()
        self._checks: dict[str, asyncio.Task[None]] = {}

    def use(self, options: Any) -> None:
        """Use the settings that a client sent, and report the problems in them."""
        self.settings, problems = settings_of(options)
        for problem in problems:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, f"ptxisa: {problem}"))

    def document(self, uri: str) -> Document:
        """Return an open document."""
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
        if not is_ptx(document):
            return
        version, started = document.version, process_time()
        for _ in document.steps(self.settings):
            if process_time() - started > _SLICE:
                await asyncio.sleep(0)
                started = process_time()
        checked = document.checked
        if checked is not None and document.version == version:
            diagnostics = list(converted(checked.diagnostics, document.text_lines, self.settings))
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))


def is_ptx(document: Document) -> bool:
    """Return True if a document contains a module of PTX."""
    return document.language_id in ("ptx", None) or document.uri.endswith(".ptx")


def converted(diagnostics: list[Diagnostic], lines: Lines, settings: Settings) -> Iterator[lsp.Diagnostic]:
    """Yield diagnostics as the protocol has them; settings may change their severity."""
    severities = dict(settings.severity)
    for one in diagnostics:
        severity = severities.get(one.code, one.severity)
        if severity == "off":
            continue
        start = lines.diagnostic_offset(one.line, one.column)
        end = max(start, lines.diagnostic_offset(*one.end))
        page = texts.code_page(settings.documentation, one.code)
        yield lsp.Diagnostic(
            lines.range(start, end),
            f"{one.message}\n{one.hint}" if one.hint else one.message,
            _SEVERITIES[severity],
            one.code,
            lsp.CodeDescription(page) if page else None,
            "ptxisa",
            [lsp.DiagnosticTag.Unnecessary] if one.code in _UNNECESSARY else None,
            data={"hint": one.hint} if one.hint else None,
        )


def create() -> Server:
    """Return a server with its features."""
    server = Server()
    _add_lifecycle(server)
    _add_features(server)
    return server


def _add_lifecycle(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(ls: Server, params: lsp.InitializeParams) -> None:
        workspace = ls.workspace
        encoding = str(getattr(workspace.position_encoding, "value", workspace.position_encoding))
        # pygls has no public way to choose the class of documents; its own splits lines where the protocol does not.
        workspace._create_text_document = partial(Document, encoding=encoding)  # type: ignore[method-assign]
        ls.use(params.initialization_options)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.check_soon(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.forget(params.text_document.uri)
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
        ls.use(params.settings)
        for uri in ls.workspace.text_documents:
            ls.check_soon(uri)


def _add_features(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
        lines = document.text_lines
        offset = lines.offset(params.position)
        found = hovers.hover(document.source, offset, checked, document.checked_offset(offset))
        if found is None:
            return None
        return lsp.Hover(
            lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown), lines.range(found.start, found.end)
        )

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[".", "%", "@"], resolve_provider=False),
    )
    def complete(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
        document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
        lines = document.text_lines
        offset = lines.offset(params.position)
        found = completion.complete(document.source, offset, checked, document.checked_offset(offset))
        return lsp.CompletionList(False, [completion_item(item, number, lines) for number, item in enumerate(found)])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbol(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        checked = ls.checked(params.text_document.uri)
        lines = ls.document(params.text_document.uri).text_lines
        return [document_symbol_of(node, lines) for node in symbols.document_symbols(checked)]

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = symbols.definition(checked, lines.offset(params.position))
        return lsp.Location(uri, lines.range(*found)) if found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = symbols.references(checked, lines.offset(params.position), params.context.include_declaration)
        return [lsp.Location(uri, lines.range(*place)) for place in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = symbols.references(checked, lines.offset(params.position))
        return [lsp.DocumentHighlight(lines.range(*place), lsp.DocumentHighlightKind.Text) for place in found]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        uri = params.text_document.uri
        document, checked = ls.document(uri), ls.checked(uri)
        lines = document.text_lines
        try:
            edits = symbols.rename(checked, lines.offset(params.position), params.new_name)
        except symbols.Rename as error:
            raise JsonRpcInvalidParams(str(error)) from None
        changes = [lsp.TextEdit(lines.range(start, end), name) for start, end, name in edits]
        return lsp.WorkspaceEdit({uri: changes})

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = symbols.renamable(checked, lines.offset(params.position))
        return lsp.PrepareRenamePlaceholder(lines.range(*found[:2]), found[2]) if found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        checked = ls.checked(params.text_document.uri)
        lines = ls.document(params.text_document.uri).text_lines
        ranges = (lines.range(start, end) for start, end in symbols.folds(checked))
        return [lsp.FoldingRange(one.start.line, one.end.line) for one in ranges if one.end.line > one.start.line]


def completion_item(item: completion.Item, number: int, lines: Lines) -> lsp.CompletionItem:
    """Return a proposal as the protocol has it; the order is that of the proposals."""
    detail = f"{item.label}: {item.lack}" if item.lack else item.note
    return lsp.CompletionItem(
        item.label,
        lsp.CompletionItemLabelDetails(description=item.note) if item.note else None,
        _COMPLETION_KINDS[item.kind],
        [lsp.CompletionItemTag.Deprecated] if item.lack else None,
        detail or None,
        lsp.MarkupContent(lsp.MarkupKind.Markdown, item.detail) if item.detail else None,
        sort_text=f"{number:05}",
        filter_text=item.label,
        text_edit=lsp.TextEdit(lines.range(item.start, item.end), item.label),
    )


def document_symbol_of(node: symbols.SymbolNode, lines: Lines) -> lsp.DocumentSymbol:
    """Return an entry of an outline as the protocol has it."""
    return lsp.DocumentSymbol(
        node.name,
        _SYMBOL_KINDS[node.kind],
        lines.range(node.start, node.end),
        lines.range(node.name_start, node.name_end),
        node.detail or None,
        children=[document_symbol_of(child, lines) for child in node.children],
    )


def files_below(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the URI and the text of each file of PTX in a folder of the workspace."""
    root = to_fs_path(folder)
    for path in sorted(Path(root).rglob("*.ptx")) if root else ():
        uri = from_fs_path(str(path))
        if uri is not None and path.is_file():
            yield uri, decode(path.read_bytes())
