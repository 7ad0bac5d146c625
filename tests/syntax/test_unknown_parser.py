"""Directives without a record: what they take, what they cost, and that nothing else suffers."""

from __future__ import annotations

import pytest

from ptxisa.isa.versions import Version
from ptxisa.syntax.parser import ParseResult, parse
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.source import block_end, construct_end
from ptxisa.syntax.tree import Function, Unknown, same_tree
from tests.timing import processor_time

OLD = ".version 8.7\n.target sm_90\n"
NEW = ".version 9.5\n.target sm_90\n"
KERNEL = ".entry k() { ret; }\n"


def reported(result: ParseResult) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.severity) for diagnostic in result.diagnostics]


WARNING = [("unrecorded-directive", "warning")]
ERROR = [("unknown-directive", "error")]

AT_MODULE_LEVEL = [
    ".zz",
    ".zz 1, 2, name",
    ".zz 1,\n    2",
    ".zz 1, // two lines\n    2",
    '.zz "{";',
    ".zz { }",
    ".zz {};",
    ".zz { don't \" ` # \u00e9 $ { nested } /* } */ // }\n }",
    ".zz name\n\n\n{ free text }",
    ".zz (.param .u32 a,\n  .param .u32 b) f\n{ add u32; }",
    ".zz a [\n1\n]",
]


@pytest.mark.parametrize("text", AT_MODULE_LEVEL)
@pytest.mark.parametrize(("head", "findings"), [(OLD, ERROR), (NEW, WARNING)])
def test_an_unknown_directive_at_module_level_causes_one_diagnostic(
    text: str, head: str, findings: list[tuple[str, str]]
) -> None:
    result = parse(f"{head}{text}\n{KERNEL}")
    assert reported(result) == findings
    assert result.module.items[0] == Unknown(text, len(head), len(head) + len(text))
    assert [function_.name.text for function_ in result.module.functions] == ["k"]


@pytest.mark.parametrize("text", [*AT_MODULE_LEVEL[:6], ".zz { free ' text }"])
def test_an_unknown_directive_in_a_body_causes_one_diagnostic(text: str) -> None:
    result = parse(f"{NEW}.entry k()\n{{\n{text}\nadd.u32 a, b, c;\n}}\n{KERNEL}")
    assert reported(result) == WARNING
    body = result.module.functions[0].body
    assert [type(statement).__name__ for statement in body.statements] == ["Unknown", "Instruction"]


def test_an_unknown_word_before_a_known_directive_has_no_arguments() -> None:
    result = parse(f"{NEW}.zz .global .u32 x;\n.zz .visible {KERNEL}")
    assert reported(result) == WARNING
    assert [type(item).__name__ for item in result.module.items] == ["Unknown", "Declaration", "Unknown", "Function"]


@pytest.mark.parametrize("kind", [".entry k()", ".func f()"])
@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        (".zz 7 { ret; }", [".zz 7"]),
        ('.zz "a", 1 .yy { ret; }', ['.zz "a", 1', ".yy"]),
        (".zz { free ' text } { ret; }", [".zz { free ' text }"]),
        (".zz 7\n{ ret; }", [".zz 7"]),
    ],
)
def test_an_unknown_directive_in_the_head_of_a_function(kind: str, text: str, unknown: list[str]) -> None:
    result = parse(f"{NEW}{kind} {text}\n.global .u32 x;")
    assert {severity for _, severity in reported(result)} == {"warning"}
    function = result.module.items[0]
    assert isinstance(function, Function)
    assert [directive.text for directive in function.directives] == unknown
    assert len(function.body.statements) == 1
    assert len(result.module.items) == 2


def test_the_head_of_a_function_in_a_documented_version_names_the_near_directive() -> None:
    (only,) = parse(f"{OLD}.entry k() .maxntidd 3 {{ ret; }}").diagnostics
    assert (only.code, only.severity, only.hint) == ("unknown-directive", "error", "did you mean .maxntid?")


def test_a_name_is_noted_once() -> None:
    assert reported(parse(NEW + ".zz 1\n.zz 2\n.yy\n" * 2000)) == WARNING * 2


def test_the_version_may_be_another_than_the_modules_own() -> None:
    assert reported(parse(f"{OLD}.zz\n", Version(9, 5))) == WARNING
    assert reported(parse(f"{NEW}.zz\n", Version(8, 7))) == ERROR


def test_a_version_that_is_unknown_has_no_directives_of_its_own() -> None:
    assert reported(parse(".version 99.9\n.target sm_90\n.zz\n")) == ERROR


def test_a_block_without_end_is_reported_where_it_begins() -> None:
    result = parse(f"{NEW}.zz {{ {{ }}\n{KERNEL}")
    assert reported(result) == [*WARNING, ("unclosed-brace", "error")]


def test_unknown_directives_come_back_from_print() -> None:
    module = parse(NEW + "\n".join(AT_MODULE_LEVEL[3:]) + "\n.entry k() .zz 1 { .yy { } ret; }").module
    assert same_tree(parse(print_module(module)).module, module)


@pytest.mark.parametrize(
    ("text", "end"),
    [("{ } x", 3), ("{ { } } }", 7), ('{ "} }', 4), ('{ "}" }', 7), ("{ /* } */ }", 11), ("{ // }\n}", 8)],
)
def test_the_end_of_a_block_of_free_text(text: str, end: int) -> None:
    assert block_end(text, 0) == end


@pytest.mark.parametrize("text", ["{", "{ { }", "{ // }", "{ /* }"])
def test_a_block_of_free_text_without_end(text: str) -> None:
    assert block_end(text, 0) is None
    assert construct_end(f".zz {text}", 0) is None


@pytest.mark.parametrize(
    "text",
    [
        ".zz {\n",
        ".zz { /*\n",
        ".zz ,\n",
        ".zz \n\n\n",
        ".zz (\n",
        ", ",
        '.zz , "a" "b" ',
        ".zz { } ",
        "\n" * 50,
        '.zz , "a"',
    ],
)
def test_time_is_linear_in_the_text_of_unknown_directives(text: str) -> None:
    def seconds(count: int) -> float:
        whole = NEW + text * count
        return processor_time(lambda: parse(whole))

    assert seconds(4_000) < 16 * max(seconds(1_000), 0.002)  # 4 times as long, not 64 times.
