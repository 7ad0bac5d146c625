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
from ptxisa.check.module import check_module
from ptxisa.isa.diagnostics import Diagnostic
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
    texts,
    tokens,
)
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
RUN, CHECK_WORKSPACE = "ptxisa.run", "ptxisa.checkWorkspace"
"""Commands of the server."""
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
            wrong += self._check_file(uri, decode(path.read_bytes()))
            if shown:
                message, share = f"{number + 1} of {len(paths)} files", 100 * (number + 1) // len(paths)
                progress.report(token, lsp.WorkDoneProgressReport(message=message, percentage=share))
            await asyncio.sleep(0)
        if shown:
            progress.end(token, lsp.WorkDoneProgressEnd(f"{wrong} of {len(paths)} files have errors"))
        return wrong

    def _check_file(self, uri: str, text: str) -> bool:
        """Publish the diagnostics of a file, and return True if one is an error."""
        settings = self.settings
        found = check_module(text, settings.target, settings.ptx, strict=settings.strict, assembler=settings.assembler)
        lines = Lines(text, str(getattr(self.workspace.position_encoding, "value", "utf-16")))
        diagnostics = list(converted(found, lines, settings))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))
        return any(one.severity == lsp.DiagnosticSeverity.Error for one in diagnostics)


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
    _add_more_features(server)
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


def _add_more_features(server: Server) -> None:
    @server.feature(
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        lsp.SignatureHelpOptions(trigger_characters=[" ", ","], retrigger_characters=[","]),
    )
    def signature(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
        offset = document.text_lines.offset(params.position)
        found = signatures.signatures(document.source, offset, checked, document.checked_offset(offset))
        return signature_help(found) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(ls: Server, params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = []
        for position in params.positions:
            current: lsp.SelectionRange | None = None
            for start, end in selections.selections(checked, lines.offset(position)):
                current = lsp.SelectionRange(lines.range(start, end), current)
            found.append(current or lsp.SelectionRange(lsp.Range(position, position)))
        return found

    legend = lsp.SemanticTokensLegend(list(tokens.TYPES), list(tokens.MODIFIERS))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def tokens_full(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        checked, lines = ls.checked(params.text_document.uri), ls.document(params.text_document.uri).text_lines
        return semantic_tokens(checked, lines, 0, len(checked.text))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    def tokens_range(ls: Server, params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens:
        checked, lines = ls.checked(params.text_document.uri), ls.document(params.text_document.uri).text_lines
        return semantic_tokens(checked, lines, lines.offset(params.range.start), lines.offset(params.range.end))

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def code_action(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        start, end = lines.offset(params.range.start), lines.offset(params.range.end)
        found = actions.corrections(checked, start, end, lines.diagnostic_offset)
        return [code_action_of(one, uri, lines, ls.settings) for one in found]

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        uri = params.text_document.uri
        if not ls.settings.inlay_hints:
            return []
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        found = inlays.inlays(checked, lines.offset(params.range.start), lines.offset(params.range.end))
        return [inlay_hint(one, lines) for one in found]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format_document(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = ls.document(params.text_document.uri)
        indent = " " * params.options.tab_size if params.options.insert_spaces else "\t"
        return list(changed_lines(document.text_lines, formatting.formatted(document.source, indent)))

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        if not ls.settings.code_lens:
            return []
        checked, lines = ls.checked(uri), ls.document(uri).text_lines
        return [
            lsp.CodeLens(
                lines.range(one.start, one.end), lsp.Command(one.title, RUN, arguments=[uri, one.start, one.end])
            )
            for one in running.lenses(checked)
        ]

    @server.command(RUN)
    def run(ls: Server, uri: str, start: int, end: int) -> str:
        checked = ls.checked(uri)
        place = checked.session.place
        target, ptx = (place.target.name if place.target else None), (str(place.version) if place.version else None)
        result = running.run(checked.text[start:end], target, ptx)
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, result))
        return result

    @server.command(CHECK_WORKSPACE)
    async def check_workspace(ls: Server) -> int:
        return await ls.check_workspace()


def signature_help(found: list[signatures.SignatureText]) -> lsp.SignatureHelp:
    """Return signatures as the protocol has them; a parameter is the place of its text in the label."""
    shown = []
    for one in found:
        parameters = [
            lsp.ParameterInformation(text, lsp.MarkupContent(lsp.MarkupKind.Markdown, about))
            for text, about in one.parameters
        ]
        shown.append(lsp.SignatureInformation(one.label, one.documentation or None, parameters, one.active))
    return lsp.SignatureHelp(shown, 0, found[0].active)


def semantic_tokens(checked: Checked, lines: Lines, start: int, end: int) -> lsp.SemanticTokens:
    """Return the tokens between two offsets; they begin with the item that contains the first one."""
    low = checked.text.rfind(";", 0, start) + 1
    unavailable = sorted(
        (lines.diagnostic_offset(one.line, one.column), lines.diagnostic_offset(*one.end))
        for one in checked.diagnostics
        if one.code in _UNNECESSARY
    )
    found, places = [], []
    for token in tokens.tokens(checked.text, low, end, checked.names, unavailable):
        for part in tokens.lines_of(token, checked.text):
            if part.end >= start:
                found.append(part)
                position = lines.position(part.start)
                places.append((position.line, position.character, lines.units(part.start, part.end)))
    return lsp.SemanticTokens(tokens.encoded(found, places))


def code_action_of(one: actions.Correction, uri: str, lines: Lines, settings: Settings) -> lsp.CodeAction:
    """Return a correction as the protocol has it."""
    edits = [lsp.TextEdit(lines.range(edit.start, edit.end), edit.text) for edit in one.edits]
    return lsp.CodeAction(
        one.title,
        lsp.CodeActionKind.QuickFix,
        list(converted([one.diagnostic], lines, settings)),
        one.preferred,
        edit=lsp.WorkspaceEdit({uri: edits}),
    )


def inlay_hint(one: inlays.Inlay, lines: Lines) -> lsp.InlayHint:
    """Return a hint as the protocol has it."""
    kind = lsp.InlayHintKind.Type if one.kind == "type" else None
    return lsp.InlayHint(lines.position(one.offset), one.text, kind, None, one.tooltip or None, padding_left=True)


def changed_lines(lines: Lines, text: str) -> Iterator[lsp.TextEdit]:
    """Yield an edit for each line that differs in a text with the same lines; one edit if the lines differ."""
    new = Lines(text, lines.encoding)
    if len(new.starts) != len(lines.starts):
        yield lsp.TextEdit(lines.range(0, len(lines.text)), text)
        return
    for number in range(len(lines.starts)):
        before, after = lines.line(number), new.line(number)
        if before != after:
            start = lines.starts[number]
            yield lsp.TextEdit(lines.range(start, start + len(before)), after)


def files_below(folder: str) -> Iterator[Path]:
    """Yield the files of PTX in a folder of the workspace."""
    root = to_fs_path(folder)
    for path in sorted(Path(root).rglob("*.ptx")) if root else ():
        if path.is_file():
            yield path
