"""Answers to the requests of the protocol: functions that convert positions, and call the modules of this room.

The server imports this module when the first document is opened.
"""

from __future__ import annotations

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
from ptxisa.lsp.documents import Document, in_document
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
    "operand": lsp.CompletionItemKind.Variable,
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
    view = ls.view(params, latest=True)
    shown = hovers.hover(view) if view is not None else None
    if view is None or shown is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, shown.markdown), view.range(shown.start, shown.end))


def complete(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList | None:
    """Return the proposals at a position, the best first."""
    view = ls.view(params, latest=True)
    if view is None:
        return None
    proposals = completion.complete(view)
    if len(proposals) > _MOST_PROPOSALS:
        # The list is marked as incomplete below, so the client requests another one when more is written.
        word = view.text[proposals[0].start : view.offset]
        proposals = [item for item in proposals if item.label.startswith(word)]
    items = []
    for number, item in enumerate(proposals[:_MOST_PROPOSALS]):
        edit = view.edit(item.start, item.end, item.label)
        if edit is None:
            continue
        detail = f"{item.label}: {item.lack}" if item.lack else item.note
        items.append(
            lsp.CompletionItem(
                item.label,
                lsp.CompletionItemLabelDetails(description=item.note) if item.note else None,
                _COMPLETION_KINDS[item.kind],
                [lsp.CompletionItemTag.Deprecated] if item.lack else None,
                detail or None,
                lsp.MarkupContent(lsp.MarkupKind.Markdown, item.detail) if item.detail else None,
                sort_text=f"{number:05}",  # Clients sort by text; the order here is the rank.
                filter_text=edit.new_text,  # The spelling inside of the string literal, as it is in the document.
                text_edit=edit,
            )
        )
    return lsp.CompletionList(len(proposals) > _MOST_PROPOSALS, items)


def document_symbol(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """Return the outline of a module."""
    document = ls.document(params.text_document.uri)
    if not document.is_module:
        return []

    def symbol_of(node: symbols.SymbolNode) -> lsp.DocumentSymbol:
        lines = document.text_lines
        places = lines.range(node.start, node.end), lines.range(node.name_start, node.name_end)
        children = [symbol_of(child) for child in node.children]
        return lsp.DocumentSymbol(node.name, _SYMBOL_KINDS[node.kind], *places, node.detail or None, children=children)

    return [symbol_of(node) for node in symbols.document_symbols(document.check(ls.settings))]


def definition(ls: Server, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return the declaration of the symbol at a position."""
    view = ls.view(params)
    place = symbols.definition(view.checked, view.offset) if view is not None else None
    return (
        lsp.Location(params.text_document.uri, view.range(*place)) if view is not None and place is not None else None
    )


def references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """Return the places at which the symbol at a position is named."""
    view = ls.view(params)
    if view is None:
        return []
    places = symbols.references(view.checked, view.offset, params.context.include_declaration)
    return [lsp.Location(params.text_document.uri, view.range(*place)) for place in places]


def highlight(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
    """Return the places of the symbol at a position in the document."""
    view = ls.view(params)
    if view is None:
        return None
    places = symbols.references(view.checked, view.offset)
    return [lsp.DocumentHighlight(view.range(*place), lsp.DocumentHighlightKind.Text) for place in places]


def rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """Return the edits that rename the symbol at a position."""
    view = ls.view(params)
    if view is None:
        raise JsonRpcInvalidParams("nothing can be renamed here")
    try:
        edits = symbols.rename(view.checked, view.offset, params.new_name)
    except symbols.Rename as error:
        raise JsonRpcInvalidParams(str(error)) from None
    changes = [edit for place in edits if (edit := view.edit(*place)) is not None]
    if len(changes) < len(edits):  # A rename at some of the places alone would break the program.
        raise JsonRpcInvalidParams("a macro has a part of the name")
    return lsp.WorkspaceEdit({params.text_document.uri: changes})


def prepare_rename(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    """Return the text that a rename replaces."""
    view = ls.view(params)
    renamable = symbols.renamable(view.checked, view.offset) if view is not None else None
    if view is None or renamable is None:
        return None
    return lsp.PrepareRenamePlaceholder(view.range(*renamable[:2]), renamable[2])


def folding(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return the ranges of a module that can be folded."""
    document = ls.document(params.text_document.uri)
    if not document.is_module:
        return []
    ranges = (document.text_lines.range(start, end) for start, end in symbols.folds(document.check(ls.settings)))
    return [lsp.FoldingRange(lines.start.line, lines.end.line) for lines in ranges if lines.end.line > lines.start.line]


def signature(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """Return the operands of the instruction at a position; a parameter is the place of its text in the label."""
    view = ls.view(params, latest=True)
    candidates = signatures.signatures(view) if view is not None else []
    shown = []
    for candidate in candidates:
        parameters = [
            lsp.ParameterInformation(text, lsp.MarkupContent(lsp.MarkupKind.Markdown, about))
            for text, about in candidate.parameters
        ]
        shown.append(
            lsp.SignatureInformation(candidate.label, candidate.documentation or None, parameters, candidate.active)
        )
    return lsp.SignatureHelp(shown, 0, candidates[0].active) if candidates else None


def selection(ls: Server, params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
    """Return growing ranges around positions."""
    document = ls.document(params.text_document.uri)
    selected = []
    for position in params.positions:
        view = document.view(document.text_lines.offset(position), ls.settings)
        current: lsp.SelectionRange | None = None
        for start, end in selections.selections(view.checked, view.offset) if view is not None else ():
            current = lsp.SelectionRange(view.range(max(start, 0), end), current) if view is not None else None
        selected.append(current or lsp.SelectionRange(lsp.Range(position, position)))
    return selected


def tokens_full(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Return the tokens of a document."""
    document = ls.document(params.text_document.uri)
    return semantic_tokens(document, 0, len(document.source), ls.settings)


def tokens_range(ls: Server, params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens:
    """Return the tokens of a part of a document."""
    document = ls.document(params.text_document.uri)
    lines = document.text_lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    return semantic_tokens(document, start, end, ls.settings)


def semantic_tokens(document: Document, start: int, end: int, settings: Settings) -> lsp.SemanticTokens:
    """Return the tokens between two offsets; they begin with the statement that contains the first one."""
    parts, places = [], []
    for view, low, high in document.views(start, end, settings):
        checked, lines = view.checked, Lines(view.text)
        low = checked.text.rfind(";", 0, low) + 1  # Whether a word is an opcode depends on what is before it.
        unavailable = sorted(
            (lines.diagnostic_offset(diagnostic.line, diagnostic.column), lines.diagnostic_offset(*diagnostic.end))
            for diagnostic in checked.diagnostics
            if diagnostic.code in UNNECESSARY
        )
        for token in tokens.tokens(checked.text, low, high, checked.names, unavailable):
            if view.region is not None and not view.region.is_literal(token.start, token.end):
                continue
            first, last = view.places(token.start, token.end)
            for part in tokens.lines_of(token._replace(start=first, end=last), document.source):
                if part.end >= start:
                    parts.append(part)
                    position = document.text_lines.position(part.start)
                    units = document.text_lines.units(part.start, part.end)
                    places.append((position.line, position.character, units))
    return lsp.SemanticTokens(tokens.encoded(parts, places))


def code_action(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Return the corrections of diagnostics in a range."""
    uri = params.text_document.uri
    document = ls.document(uri)
    lines = document.text_lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    code_actions = []
    for view, low, high in document.views(start, end, ls.settings):
        for correction in actions.corrections(view.checked, low, high):
            edits = [view.edit(edit.start, edit.end, edit.text) for edit in correction.edits]
            changes = [edit for edit in edits if edit is not None]
            if len(changes) == len(edits):
                diagnostics = list(converted([in_document(view, correction.diagnostic)], lines, ls.settings))
                edit = lsp.WorkspaceEdit({uri: changes})
                code_actions.append(
                    lsp.CodeAction(
                        correction.title, lsp.CodeActionKind.QuickFix, diagnostics, correction.preferred, edit=edit
                    )
                )
    return code_actions


def inlay(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Return the hints in a range."""
    document = ls.document(params.text_document.uri)
    lines = document.text_lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    hints = []
    for view, low, high in document.views(start, end, ls.settings) if ls.settings.inlay_hints else ():
        for hint in inlays.inlays(view.checked, low, high):
            position, kind = view.range(hint.offset, hint.offset).start, lsp.InlayHintKind.Type
            shown = kind if hint.kind == "type" else None
            hints.append(lsp.InlayHint(position, hint.text, shown, None, hint.tooltip or None, padding_left=True))
    return hints


def format_document(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Return an edit for each line that formatting changes; strings of other languages stay as they are."""
    document = ls.document(params.text_document.uri)
    if not document.is_module:
        return []
    lines = document.text_lines
    indent = " " * params.options.tab_size if params.options.insert_spaces else "\t"
    text = formatting.formatted(document.source, indent)
    new = Lines(text, lines.encoding)
    # One edit per line keeps cursors, folds and breakpoints of other lines.
    if len(new.starts) != len(lines.starts):
        return [lsp.TextEdit(lines.range(0, len(lines.text)), text)]
    edits = []
    for start, number in zip(lines.starts, range(len(lines.starts)), strict=True):
        before, after = lines.line(number), new.line(number)
        if before != after:
            edits.append(lsp.TextEdit(lines.range(start, start + len(before)), after))
    return edits


def code_lens(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Return the lenses of a module."""
    uri = params.text_document.uri
    document = ls.document(uri)
    if not ls.settings.code_lens or not document.is_module:
        return []
    return [
        lsp.CodeLens(
            document.text_lines.range(lens.start, lens.end),
            lsp.Command(lens.title, RUN, arguments=[uri, lens.start, lens.end]),
        )
        for lens in running.lenses(document.check(ls.settings))
    ]


def run(ls: Server, uri: str, start: int, end: int) -> str:
    """Run statements of a module on sample registers, and show the result."""
    document = ls.document(uri)
    if not document.is_module:
        raise JsonRpcInvalidParams(f"{uri} is not a PTX module")
    checked = document.check(ls.settings)
    place = checked.place
    target, ptx = (place.target.name if place.target else None), (str(place.version) if place.version else None)
    result = running.run(checked.text[start:end], target, ptx)
    ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, result))
    return result
