"""Answers to the requests of the protocol: functions that convert positions, and call the modules of this room.

The server imports this module when the first document is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

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
    tokens,
)
from ptxisa.lsp.documents import Checked
from ptxisa.lsp.legend import RUN
from ptxisa.lsp.positions import Lines
from ptxisa.lsp.publishing import UNNECESSARY, converted
from ptxisa.lsp.settings import Settings

if TYPE_CHECKING:
    from ptxisa.lsp.language_server import Server

_MOST_PROPOSALS = 1000
"""Proposals that are sent at once; of more, those that begin with what is written."""
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


# Requests


def hover(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """Show what the word at a position is."""
    document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
    lines = document.text_lines
    offset = lines.offset(params.position)
    found = hovers.hover(document.source, offset, checked, document.checked_offset(offset))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown), lines.range(found.start, found.end))


def complete(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    """Return the proposals at a position."""
    document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
    lines = document.text_lines
    offset = lines.offset(params.position)
    found = completion.complete(document.source, offset, checked, document.checked_offset(offset))
    if len(found) > _MOST_PROPOSALS:
        word = document.source[found[0].start : offset]
        found = [item for item in found if item.label.startswith(word)]
    items = [completion_item(item, number, lines) for number, item in enumerate(found[:_MOST_PROPOSALS])]
    return lsp.CompletionList(len(found) > _MOST_PROPOSALS, items)


def document_symbol(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """Return the outline of a document."""
    checked = ls.checked(params.text_document.uri)
    lines = ls.document(params.text_document.uri).text_lines
    return [document_symbol_of(node, lines) for node in symbols.document_symbols(checked)]


def definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return the declaration of the symbol at a position."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = symbols.definition(checked, lines.offset(params.position))
    return lsp.Location(uri, lines.range(*found)) if found is not None else None


def references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Return the places at which the symbol at a position is named."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = symbols.references(checked, lines.offset(params.position), params.context.include_declaration)
    return [lsp.Location(uri, lines.range(*place)) for place in found]


def highlight(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """Return the places of the symbol at a position in the document."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = symbols.references(checked, lines.offset(params.position))
    return [lsp.DocumentHighlight(lines.range(*place), lsp.DocumentHighlightKind.Text) for place in found]


def rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """Return the edits that rename the symbol at a position."""
    uri = params.text_document.uri
    document, checked = ls.document(uri), ls.checked(uri)
    lines = document.text_lines
    try:
        edits = symbols.rename(checked, lines.offset(params.position), params.new_name)
    except symbols.Rename as error:
        raise JsonRpcInvalidParams(str(error)) from None
    changes = [lsp.TextEdit(lines.range(start, end), name) for start, end, name in edits]
    return lsp.WorkspaceEdit({uri: changes})


def prepare_rename(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    """Return the text that a rename replaces."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = symbols.renamable(checked, lines.offset(params.position))
    return lsp.PrepareRenamePlaceholder(lines.range(*found[:2]), found[2]) if found is not None else None


def folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return the ranges that can be folded."""
    checked = ls.checked(params.text_document.uri)
    lines = ls.document(params.text_document.uri).text_lines
    ranges = (lines.range(start, end) for start, end in symbols.folds(checked))
    return [lsp.FoldingRange(one.start.line, one.end.line) for one in ranges if one.end.line > one.start.line]


def signature(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """Return the operands of the instruction at a position."""
    document, checked = ls.document(params.text_document.uri), ls.latest(params.text_document.uri)
    offset = document.text_lines.offset(params.position)
    found = signatures.signatures(document.source, offset, checked, document.checked_offset(offset))
    return signature_help(found) if found else None


def selection(ls: Server, params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
    """Return growing ranges around positions."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = []
    for position in params.positions:
        current: lsp.SelectionRange | None = None
        for start, end in selections.selections(checked, lines.offset(position)):
            current = lsp.SelectionRange(lines.range(start, end), current)
        found.append(current or lsp.SelectionRange(lsp.Range(position, position)))
    return found


def tokens_full(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Return the tokens of a document."""
    checked, lines = ls.checked(params.text_document.uri), ls.document(params.text_document.uri).text_lines
    return semantic_tokens(checked, lines, 0, len(checked.text))


def tokens_range(ls: Server, params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens:
    """Return the tokens of a part of a document."""
    checked, lines = ls.checked(params.text_document.uri), ls.document(params.text_document.uri).text_lines
    return semantic_tokens(checked, lines, lines.offset(params.range.start), lines.offset(params.range.end))


def code_action(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Return the corrections of diagnostics in a range."""
    uri = params.text_document.uri
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    found = actions.corrections(checked, start, end, lines.diagnostic_offset)
    return [code_action_of(one, uri, lines, ls.settings) for one in found]


def inlay(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Return the hints in a range."""
    uri = params.text_document.uri
    if not ls.settings.inlay_hints:
        return []
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    found = inlays.inlays(checked, lines.offset(params.range.start), lines.offset(params.range.end))
    return [inlay_hint(one, lines) for one in found]


def format_document(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Return the edits that format a document."""
    document = ls.document(params.text_document.uri)
    indent = " " * params.options.tab_size if params.options.insert_spaces else "\t"
    return list(changed_lines(document.text_lines, formatting.formatted(document.source, indent)))


def code_lens(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Return the lenses of a document."""
    uri = params.text_document.uri
    if not ls.settings.code_lens:
        return []
    checked, lines = ls.checked(uri), ls.document(uri).text_lines
    return [
        lsp.CodeLens(lines.range(one.start, one.end), lsp.Command(one.title, RUN, arguments=[uri, one.start, one.end]))
        for one in running.lenses(checked)
    ]


def run(ls: Server, uri: str, start: int, end: int) -> str:
    """Run statements of a document on sample registers, and show the result."""
    checked = ls.checked(uri)
    place = checked.session.place
    target, ptx = (place.target.name if place.target else None), (str(place.version) if place.version else None)
    result = running.run(checked.text[start:end], target, ptx)
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, result))
    return result


# Conversions


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
        if one.code in UNNECESSARY
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
