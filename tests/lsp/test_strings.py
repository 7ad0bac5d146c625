"""The server in sources of other languages: PTX in the strings of CUDA C++, Python, Rust and MLIR."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from ptxisa.lsp.legend import TYPES
from tests.lsp.protocol import applied, change, diagnostics_of, document, insertion, open_document, place

pytestmark = pytest.mark.asyncio(loop_scope="module")

CUDA_URI, PYTHON_URI = "file:///kernel.cu", "file:///kernel.py"
CUDA = r"""
__device__ unsigned clamp(unsigned x, float* data) {
  unsigned result;
  asm volatile("{ .reg .pred %%below;\n\t"
               "  .reg .b32 limit;\n\t"
               "  mov.u32 limit, %%tid.x;\n\t"
               "  setp.lt.u32 %%below, %1, limit;\n\t"
               "  @%%below bra DONE;\n\t"
               "  mul.lo.u32 %[out], %1, limit;\n\t"
               "DONE: }"
               : [out] "+r"(result) : "r"(x + 1) : "memory");
  return result;
}
"""
CUDA_WARNING = ["8:29 asm-operand"]
"""nvcc rejects the name of an operand."""
PYTHON = '''
import triton.language as tl

def twice(x):
    return tl.inline_asm_elementwise(
        asm="""
        { .reg .b32 t;
          add.u32 t, $1, $1;
          mov.b32 $0, t; }""",
        constraints="=r,r", args=[x], dtype=tl.int32, is_pure=True, pack=1)
'''


async def open_source(client: LanguageClient, text: str, uri: str = CUDA_URI, language: str = "") -> list[str]:
    """Open a source and return line and code of its diagnostics."""
    open_document(client, text, uri, language or {"cu": "cuda-cpp", "py": "python"}.get(uri[-2:], ""))
    return [
        f"{diagnostic.range.start.line}:{diagnostic.range.start.character} {diagnostic.code}"
        for diagnostic in await diagnostics_of(client, uri)
    ]


async def hover_text(client: LanguageClient, text: str, words: str, uri: str = CUDA_URI) -> str:
    result = await client.text_document_hover_async(lsp.HoverParams(document(uri), place(text, words)))
    return result.contents.value if result is not None else ""


async def test_diagnostics_point_into_strings_and_follow_edits(client: LanguageClient) -> None:
    assert await open_source(client, CUDA) == CUDA_WARNING
    end = place(CUDA, "%[out], %1, limit")
    change(client, 2, insertion(end.line, end.character, "x"), uri=CUDA_URI)
    _, diagnostic = await diagnostics_of(client, CUDA_URI)
    assert (diagnostic.range.start.line, diagnostic.code) == (8, "undeclared-name")
    assert (diagnostic.range.start.character, diagnostic.range.end.character) == (end.character - 5, end.character + 1)


async def test_hover_in_a_string(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    assert "Multiply" in await hover_text(client, CUDA, "mul.lo")
    assert ".reg .b32 limit;" in await hover_text(client, CUDA, "mov.u32 lim")
    assert "declared in line 5" in await hover_text(client, CUDA, "mov.u32 lim")
    assert "Thread" in await hover_text(client, CUDA, "%%ti") or "thread" in await hover_text(client, CUDA, "%%ti")
    assert await hover_text(client, CUDA, "unsigned res") == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("below, %1", ['**%1**: input `"r"`: a 32-bit register, declared `.b32`', "x + 1"]),
        ("lo.u32 %[ou", ['**%[out]**: input and output `"+r"`: a 32-bit register, declared `.b32`', "result"]),
    ],
)
async def test_hover_on_an_operand_shows_constraint_and_expression(
    client: LanguageClient, words: str, expected: list[str]
) -> None:
    await open_source(client, CUDA)
    text = await hover_text(client, CUDA, words)
    assert all(part in text for part in expected), text


async def test_completion_of_modifiers_in_a_string(client: LanguageClient) -> None:
    text = CUDA.replace("mul.lo.u32 %[out]", "mul.lo. %[out]")
    await open_source(client, text)
    result = await client.text_document_completion_async(
        lsp.CompletionParams(document(CUDA_URI), place(text, "mul.lo."))
    )
    assert [item.label for item in result.items] == ["u16", "u32", "u64", "s16", "s32", "s64"]
    assert applied(text, [result.items[1].text_edit]) == CUDA


async def test_completion_of_operands_is_spelled_as_in_the_source(client: LanguageClient) -> None:
    text = CUDA.replace("limit, %%tid.x", "limit, ")
    await open_source(client, text)
    result = await client.text_document_completion_async(
        lsp.CompletionParams(document(CUDA_URI), place(text, "mov.u32 limit, "))
    )
    inserted = {item.label: item.text_edit.new_text for item in result.items}
    assert inserted["%out"] == "%[out]"
    assert inserted["%1"] == "%1"
    assert inserted["%below"] == "%%below"
    assert inserted["%tid"] == "%%tid"
    labels = [item.label for item in result.items]
    assert labels.index("%1") < labels.index("%below") < labels.index("%tid")


async def test_a_percent_sign_is_replaced_by_the_name(client: LanguageClient) -> None:
    text = CUDA.replace("limit, %%tid.x", "limit, %%")
    await open_source(client, text)
    result = await client.text_document_completion_async(
        lsp.CompletionParams(document(CUDA_URI), place(text, "mov.u32 limit, %%"))
    )
    edit = next(item.text_edit for item in result.items if item.label == "%laneid")
    assert "mov.u32 limit, %%laneid;" in applied(text, [edit])


async def test_no_completion_outside_of_ptx(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    for words in ("unsigned clamp", "volatile(", 'limit;\\n\\t"\n  ', '"memory'):
        parameters = lsp.CompletionParams(document(CUDA_URI), place(CUDA, words))
        assert await client.text_document_completion_async(parameters) is None


async def test_signature_help_in_a_string(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    parameters = lsp.SignatureHelpParams(document(CUDA_URI), place(CUDA, "setp.lt.u32 %%below, %1"))
    help_ = await client.text_document_signature_help_async(parameters)
    assert help_.signatures[0].parameters[help_.active_parameter].label == "a"


async def test_definition_and_references_in_a_string(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    position = place(CUDA, "@%%bel")
    definition = await client.text_document_definition_async(lsp.DefinitionParams(document(CUDA_URI), position))
    assert (definition.range.start.line, definition.range.start.character) == (3, 29)
    label = await client.text_document_definition_async(
        lsp.DefinitionParams(document(CUDA_URI), place(CUDA, "bra DON"))
    )
    assert (label.range.start.line, label.range.start.character) == (9, 16)
    references = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), document(CUDA_URI), position)
    )
    assert [reference.range.start.line for reference in references] == [3, 6, 7]


async def test_renaming_in_a_string_keeps_its_spelling(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    edit = await client.text_document_rename_async(
        lsp.RenameParams(document(CUDA_URI), place(CUDA, "@%%bel"), "%small")
    )
    renamed = applied(CUDA, edit.changes[CUDA_URI])
    assert renamed == CUDA.replace("%%below", "%%small")
    assert await open_source(client, renamed) == CUDA_WARNING


async def test_semantic_tokens_of_strings(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    tokens_ = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document(CUDA_URI)))
    line = column = 0
    seen = []
    for delta, start, length, kind, _ in zip(*[iter(tokens_.data)] * 5, strict=True):
        line, column = line + delta, start if delta else column + start
        seen.append((line, CUDA.split("\n")[line][column : column + length], TYPES[kind]))
    assert (5, "mov", "function") in seen
    assert (5, ".u32", "type") in seen
    assert (5, "%%tid", "variable") in seen
    assert (8, "%[out]", "variable") in seen
    assert (9, "DONE", "label") in seen
    assert {token[0] for token in seen} == set(range(3, 10))


async def test_inlay_hints_of_strings(client: LanguageClient) -> None:
    text = CUDA.replace("mul.lo.u32 %[out], %1, limit;", "add.u16x2 %[out], %1, limit;")
    await open_source(client, text)
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(40, 0))
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document(CUDA_URI), everything))
    lines = [(hint.position.line, hint.label) for hint in hints]
    assert (8, "PTX 8.0, sm_90") in lines
    assert (5, ".b32") in lines


async def test_quick_fix_in_a_string(client: LanguageClient) -> None:
    text = CUDA.replace("mul.lo.u32", "mul.u32.lo")
    await open_source(client, text)
    position = place(text, "mul.u32")
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document(CUDA_URI), lsp.Range(position, position), lsp.CodeActionContext([]))
    )
    assert [action.title for action in actions] == ["Write mul.lo.u32"]
    assert applied(text, actions[0].edit.changes[CUDA_URI]) == CUDA


async def test_formatting_leaves_strings_alone(client: LanguageClient) -> None:
    await open_source(client, CUDA)
    parameters = lsp.DocumentFormattingParams(document(CUDA_URI), lsp.FormattingOptions(4, True))
    assert not await client.text_document_formatting_async(parameters)


async def test_strings_of_python(client: LanguageClient) -> None:
    assert await open_source(client, PYTHON, PYTHON_URI) == []
    assert '**$1**: input `"r"`' in await hover_text(client, PYTHON, "add.u32 t, $1", PYTHON_URI)
    text = PYTHON.replace("add.u32 t", "add.sat. t")
    await open_source(client, text, PYTHON_URI)
    result = await client.text_document_completion_async(
        lsp.CompletionParams(document(PYTHON_URI), place(text, "add.sat."))
    )
    labels = {item.label for item in result.items}
    assert {"s32", "f32", "f16x2"} <= labels
    assert "b32" not in labels


async def test_a_module_in_a_string(client: LanguageClient) -> None:
    module = ".version 8.0\n.target sm_80\n.entry k()\n{\n  .reg .b32 %r<3>;\n  add.u16x2 %r1, %r2, %r0;\n}"
    text = f'KERNEL = """\n{module}\n"""\n'
    assert await open_source(client, text, PYTHON_URI) == ["6:2 unavailable-target"]
    assert "not on PTX 8.0 on sm_80" in await hover_text(client, text, "add.u16", PYTHON_URI)
    assert ".reg .b32 %r<3>;" in await hover_text(client, text, "x2 %r", PYTHON_URI)


async def test_an_untitled_source_has_the_language_of_the_editor(client: LanguageClient) -> None:
    text = 'fn f() { asm!("mov.u32 {x}, %tid.y; frob;", x = out(reg32) x); }'
    assert await open_source(client, text, "untitled:Untitled-1", "rust") == ["0:36 unknown-mnemonic"]
    assert "**{x}**: output" in await hover_text(client, text, "mov.u32 {x", "untitled:Untitled-1")
