"""The server as an editor sees it: a process that speaks the protocol over standard input and output."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from ptxisa import check_module
from ptxisa.lsp.legend import MODIFIERS, TYPES
from tests.lsp.protocol import (
    MODULE,
    URI,
    applied,
    change,
    diagnostics_of,
    document,
    insertion,
    open_document,
    place,
    replacement,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_diagnostics_are_those_of_the_checker(client: LanguageClient) -> None:
    open_document(client, MODULE)
    (diagnostic,) = await diagnostics_of(client)
    (expected,) = check_module(MODULE)
    assert (diagnostic.code, diagnostic.severity) == ("unavailable-target", lsp.DiagnosticSeverity.Error)
    assert diagnostic.message == f"{expected.message}\n{expected.hint}"
    assert (diagnostic.range.start.line, diagnostic.range.start.character) == (expected.line - 1, expected.column - 1)


async def test_an_edit_changes_the_diagnostics(client: LanguageClient) -> None:
    open_document(client, MODULE)
    await diagnostics_of(client)
    change(client, 2, insertion(1, 13, "1"))
    assert [diagnostic.message for diagnostic in await diagnostics_of(client)] == [
        "unknown target 'sm_801'\ndid you mean sm_80?"
    ]
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
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document()))
    assert [symbol.name for symbol in symbols] == ["counter", "scale"]
    assert [symbol.name for symbol in symbols[1].children] == ["data", "n", "%p<2>", "%r<4>", "%rd<2>", "DONE"]


@pytest.mark.parametrize(
    ("use", "declaration"), [("bra DON", (17, 0)), ("setp.ge.u32 %p1", (8, 15)), ("[dat", (6, 34))]
)
async def test_definition_of_a_name(client: LanguageClient, use: str, declaration: tuple[int, int]) -> None:
    open_document(client, MODULE)
    definition = await client.text_document_definition_async(lsp.DefinitionParams(document(), place(MODULE, use)))
    assert (definition.range.start.line, definition.range.start.character) == declaration


async def test_renaming_a_member_renames_the_range(client: LanguageClient) -> None:
    open_document(client, MODULE)
    position = place(MODULE, "mov.u32 %r")
    edit = await client.text_document_rename_async(lsp.RenameParams(document(), position, "%value"))
    renamed = applied(MODULE, edit.changes[URI])
    assert ".reg .b32 %value<4>;" in renamed
    assert "setp.ge.u32 %p1, %value1, %value0;" in renamed
    assert "%rd0" in renamed
    assert [diagnostic.code for diagnostic in check_module(renamed)] == ["unavailable-target"]


async def test_quick_fixes_make_the_module_valid(client: LanguageClient) -> None:
    text = MODULE.replace("add.u16x2 %r2", "mul.u32.lo %r2").replace("mov.u32 %r1, %tid.x", "movv.u32 %r1, %tid.x")
    open_document(client, text)
    await diagnostics_of(client)
    for _ in range(3):
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(40, 0))
        actions = await client.text_document_code_action_async(
            lsp.CodeActionParams(document(), everything, lsp.CodeActionContext([]))
        )
        preferred = [action for action in actions if action.is_preferred]
        if preferred:
            text = applied(text, preferred[0].edit.changes[URI])
            open_document(client, text)
    assert check_module(text) == []
    assert "mul.lo.u32 %r2" in text


async def test_a_quick_fix_raises_the_target(client: LanguageClient) -> None:
    open_document(client, MODULE)
    position = place(MODULE, "add.u16")
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document(), lsp.Range(position, position), lsp.CodeActionContext([]))
    )
    assert [action.title for action in actions] == ["Use .target sm_90"]
    assert check_module(applied(MODULE, actions[0].edit.changes[URI])) == []


async def test_signature_help_names_the_operand(client: LanguageClient) -> None:
    open_document(client, MODULE)
    help_ = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(document(), place(MODULE, "setp.ge.u32 %p1, %r1"))
    )
    signature = help_.signatures[0]
    assert signature.label.startswith("setp.ge.u32 p")
    assert signature.parameters[help_.active_parameter].label == "a"


async def test_semantic_tokens_mark_unavailable_instructions(client: LanguageClient) -> None:
    open_document(client, MODULE)
    tokens_ = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document()))
    line = column = 0
    seen = []
    for delta, start, length, kind, bits in zip(*[iter(tokens_.data)] * 5, strict=True):
        line, column = line + delta, start if delta else column + start
        modifiers = [name for number, name in enumerate(MODIFIERS) if bits >> number & 1]
        seen.append((MODULE.split("\n")[line][column : column + length], TYPES[kind], modifiers))
    assert ("add", "function", ["deprecated", "unavailable"]) in seen
    assert (".u16x2", "type", ["deprecated", "unavailable"]) in seen
    assert ("mov", "function", []) in seen
    assert ("%tid", "variable", ["readonly"]) in seen
    assert ("DONE", "label", ["declaration"]) in seen
    assert (".param", "keyword", []) in seen


async def test_inlay_hints_show_types_and_floors(client: LanguageClient) -> None:
    open_document(client, MODULE)
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(40, 0))
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document(), everything))
    lines = {(hint.position.line, hint.label) for hint in hints}
    assert (16, "PTX 8.0, sm_90") in lines
    assert (13, ".b32") in lines
    assert not any(label.startswith("PTX") for line, label in lines if line != 16)


async def test_formatting_indents_and_keeps_comments(client: LanguageClient) -> None:
    text = MODULE.replace("    mov.u32 %r1, %tid.x;", "mov.u32   %r1,%tid.x ; // index").replace("\n", "\r\n")
    open_document(client, text)
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document(), lsp.FormattingOptions(4, True))
    )
    assert applied(text, edits).split("\r\n")[13] == "    mov.u32 %r1, %tid.x; // index"


async def test_a_lens_runs_statements(client: LanguageClient) -> None:
    text = MODULE.replace("    add.u16x2 %r2, %r1, %r0;", "    add.u32 %r2, %r1, %r0;\n    mul.lo.u32 %r3, %r2, 2;")
    open_document(client, text)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document()))
    lens = next(candidate for candidate in lenses if candidate.command.title.startswith("Run 2"))
    result = await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    )
    assert "out %r3" in result
    assert "4, 8, 28, 4294967292" in result


async def test_selection_grows_from_a_word_to_the_module(client: LanguageClient) -> None:
    open_document(client, MODULE)
    (selection,) = await client.text_document_selection_range_async(
        lsp.SelectionRangeParams(document(), [place(MODULE, "setp.ge.u32 %p1, %r")])
    )
    sizes = []
    while selection is not None:
        sizes.append((selection.range.start.line, selection.range.end.line))
        selection = selection.parent
    assert sizes[0] == (14, 14)
    assert (6, 19) in sizes
    assert sizes[-1][0] == 0


async def test_folding_covers_bodies(client: LanguageClient) -> None:
    open_document(client, MODULE)
    ranges = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document()))
    assert [(folded.start_line, folded.end_line) for folded in ranges] == [(7, 19)]


async def test_renaming_a_label_renames_it_in_debug_sections(client: LanguageClient) -> None:
    text = MODULE.replace(".target sm_80", ".target sm_80, debug") + ".section .debug_info\n{\n.b64 DONE\n}\n"
    open_document(client, text)
    edit = await client.text_document_rename_async(lsp.RenameParams(document(), place(text, "bra DON"), "END"))
    renamed = applied(text, edit.changes[URI])
    assert ".b64 END\n" in renamed
    assert "DONE" not in renamed
    assert [diagnostic.code for diagnostic in check_module(renamed)] == [
        diagnostic.code for diagnostic in check_module(text)
    ]


async def test_highlights_of_a_name(client: LanguageClient) -> None:
    open_document(client, MODULE)
    highlights = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(document(), place(MODULE, "bra DON"))
    )
    assert [highlight.range.start.line for highlight in highlights] == [15, 17]


async def test_a_rename_is_prepared_with_the_stem_of_a_range(client: LanguageClient) -> None:
    open_document(client, MODULE)
    prepared = await client.text_document_prepare_rename_async(
        lsp.PrepareRenameParams(document(), place(MODULE, "mov.u32 %r1"))
    )
    assert prepared.placeholder == "%r"
    nothing = lsp.PrepareRenameParams(document(), place(MODULE, "mov.u"))
    assert await client.text_document_prepare_rename_async(nothing) is None


async def test_semantic_tokens_of_a_range(client: LanguageClient) -> None:
    open_document(client, MODULE)
    lines = lsp.Range(lsp.Position(13, 0), lsp.Position(14, 0))
    tokens_ = await client.text_document_semantic_tokens_range_async(lsp.SemanticTokensRangeParams(document(), lines))
    assert tokens_.data[0] == 13
    assert sum(tokens_.data[::5]) <= 14
