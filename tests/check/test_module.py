"""Whole modules."""

import pytest

from ptxisa import check_module

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"


def kernel(body: str, head: str = HEAD) -> str:
    registers = ".reg .b32 %r<4>;\n.reg .f32 %f<2>;\n.reg .pred %p;\n"
    return f"{head}.visible .entry k(.param .u64 p)\n{{\n{registers}{body}\nret;\n}}\n"


def reported(text: str | bytes, **options: str) -> list[tuple[str, int]]:
    return [
        (diagnostic.code, diagnostic.line)
        for diagnostic in check_module(text, **options)
        if diagnostic.severity != "note"
    ]


def test_good_module() -> None:
    assert reported(kernel("add.u32 %r1, %r2, %r3;\n@%p lop3.b32 %r0, %r1, %r2, %r3, 0x80;")) == []


def test_every_bad_line_is_found() -> None:
    text = kernel("add.u32 %r1, %r2, %f1;\nadd.u32 %r1, %r2, %r4;\nadd.u33 %r1, %r2, %r3;\nadd.u32 %r1, %r2, %r3;")
    assert reported(text) == [("operand-type", 9), ("undeclared-name", 10), ("unknown-modifier", 11)]


def test_scopes_nest_and_end() -> None:
    assert reported(kernel("{ .reg .b32 inner; add.u32 inner, %r1, %r2; { add.u32 %r1, inner, 1; } }")) == []
    assert reported(kernel("{ .reg .b32 inner; }\nadd.u32 %r1, inner, 1;")) == [("undeclared-name", 10)]


def test_an_inner_declaration_hides_the_outer_one() -> None:
    assert reported(kernel("{ .reg .f32 %r1;\nadd.u32 %r1, %r2, %r3; }")) == [("operand-type", 10)]


def test_target_older_than_the_version_allows() -> None:
    head = ".version 7.0\n.target sm_90\n.address_size 64\n"
    assert reported(kernel("", head)) == [("unavailable-version", 2)]


@pytest.mark.parametrize(
    ("version", "own", "asked", "message"),
    [
        ("8.7", "sm_90a", {"target": "sm_103a"}, "PTX 8.7 does not support sm_103a"),
        ("8.7", "sm_90a", {"target": "sm_121a", "assembler": "13.5"}, "PTX 8.7 does not support sm_121a"),
        ("8.7", "sm_90a", {"target": "sm_100", "ptx": "8.5"}, "PTX 8.5 does not support sm_100"),
        ("8.8", "sm_103a", {"ptx": "8.7"}, "PTX 8.7 does not support sm_103a"),
        ("8.7", "sm_103a", {"ptx": "8.8"}, ""),
        ("8.7", "sm_90a", {"target": "sm_100a"}, ""),
        ("6.0", "sm_90a", {"target": "sm_90a", "ptx": "8.0"}, ""),
    ],
)
def test_a_version_that_does_not_support_the_target_asked_for(
    version: str, own: str, asked: dict[str, str], message: str
) -> None:
    text = kernel("", f".version {version}\n.target {own}\n.address_size 64\n")
    assert [diagnostic.message for diagnostic in check_module(text, **asked)] == [message] * bool(message)


def test_unknown_target_and_version() -> None:
    diagnostics = [
        diagnostic
        for diagnostic in check_module(kernel("", ".version 7.9\n.target sm_91\n"))
        if diagnostic.severity != "note"
    ]
    assert [(diagnostic.code, diagnostic.line) for diagnostic in diagnostics] == [
        ("unknown-version", 1),
        ("unknown-target", 2),
    ]
    assert "did you mean sm_90" in diagnostics[1].hint


def test_version_and_target_of_the_module_decide() -> None:
    text = kernel("add.u16x2 %r1, %r2, %r3;", ".version 7.8\n.target sm_90\n")
    assert reported(text) == [("unavailable-version", 8)]


def test_asking_about_another_place() -> None:
    text = kernel("add.u16x2 %r1, %r2, %r3;")
    assert reported(text) == []
    assert reported(text, target="sm_80") == [("unavailable-target", 9)]
    assert reported(text, ptx="7.8") == [("unavailable-version", 9)]


def test_empty_and_binary_files() -> None:
    assert "missing-version" in [code for code, _ in reported("")]
    assert reported(bytes(range(256)) * 4) != []


def test_deep_blocks_do_not_recurse() -> None:
    depth = 5000
    text = kernel("{" * depth + "}" * depth)
    assert all(
        code in ("nesting-too-deep", "syntax-error", "unclosed-brace", "unmatched-brace") for code, _ in reported(text)
    )


def test_parameters_of_declarations_may_share_a_name() -> None:
    assert reported(f"{HEAD}.extern .func f(.param .u32 a, .param .u32 a);") == []
    assert reported(f"{HEAD}.func f(.param .u32 a, .param .u32 a) {{ ret; }}") == [("redeclared-name", 4)]


def test_checking_ends_after_ten_thousand_errors() -> None:
    codes = [code for code, _ in reported(kernel("add.u32 %r1, %r2, %absent;\n" * 11_000))]
    assert codes == ["undeclared-name"] * 10_000 + ["too-many-errors"]
