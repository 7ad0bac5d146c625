"""The checker as a whole: places, errata, dialects, and the page about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ptxisa
from ptxisa.cli.main import main
from ptxisa.isa.deviations import UnknownRelease
from ptxisa.isa.targets import UnknownTarget
from ptxisa.nvvm.checker import check_nvvm
from ptxisa.nvvm.rules import releases
from tests.nvvm.cases import LAYOUT, TRIPLE, module
from tests.nvvm.verdicts import stored

ROOT = Path(__file__).parents[2]
HEAD = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
TAIL = "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n"


def check(text: str, target: str | None = None, **options: Any) -> list[str]:
    return [
        f"{diagnostic.severity} {diagnostic.rule}"
        for diagnostic in check_nvvm(HEAD + text + "\n" + TAIL, target, **options)
    ]


def test_columns_count_characters() -> None:
    text = f"{HEAD}define void @f() {{\n\t  fence seq_cst\n  ret void\n}}\n{TAIL}"
    (diagnostic,) = check_nvvm(text)
    assert (diagnostic.line, diagnostic.column, diagnostic.end) == (4, 4, (4, 9))


@pytest.mark.parametrize("byte", [b"\0", b"\xff"])
def test_a_byte_that_is_not_text_has_its_place(byte: bytes) -> None:
    (diagnostic,) = check_nvvm(b"; text\n; a" + byte + b" b")
    assert (diagnostic.line, diagnostic.column, diagnostic.end) == (2, 4, (2, 5))


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_file_is_reported_at_its_start(text: str) -> None:
    (diagnostic,) = check_nvvm(text)
    assert (diagnostic.message, diagnostic.line, diagnostic.column, diagnostic.end) == (
        "the file is empty",
        1,
        1,
        (1, 1),
    )


@pytest.mark.parametrize("byte", [0x80, 0xFF])
def test_invalid_utf_8_is_reported_with_its_byte(byte: int) -> None:
    (diagnostic,) = check_nvvm(bytes([byte]))
    assert (diagnostic.message, diagnostic.line, diagnostic.column, diagnostic.end) == (
        f"invalid UTF-8 byte 0x{byte:02X}",
        1,
        1,
        (1, 2),
    )


def test_a_clean_module_has_no_diagnostics() -> None:
    assert ptxisa.check_nvvm((HEAD + TAIL).encode()) == []


def test_without_a_target_only_general_rules_are_checked() -> None:
    text = """declare void @llvm.nvvm.match.any.sync.i32(i32)
define void @f(i128* %p) {
  %a = cmpxchg i128* %p, i128 0, i128 1 monotonic monotonic
  call void @llvm.nvvm.match.any.sync.i32(i32 0)
  ret void
}"""
    assert check(text) == ["error nvvm-match/signature"]
    assert check(text, "compute_80") == ["error nvvm-match/signature", "error nvvm-memory-instructions/cmpxchg-i128"]
    assert check(text, "sm_90a") == ["error nvvm-match/signature"]
    with pytest.raises(UnknownTarget):
        check(text, "compute_13579")


def test_errata_are_warnings_errors_or_notes() -> None:
    text = "define dso_local void @f() {\n  ret void\n}"
    rule = "nvvm-module-items/dso_local"
    assert check(text) == [f"warning {rule}"]
    assert check(text, strict=True) == [f"error {rule}"]
    assert check(text, assembler="12.9") == [f"note {rule}"]
    with pytest.raises(UnknownRelease, match=r"libNVVM 12\.7 was not measured"):
        check(text, assembler="12.7")
    assert {release.release for release in stored()} <= set(releases())


def test_the_selected_release_decides() -> None:
    text = 'define void @f() {\n  call void asm inteldialect "", ""()\n  ret void\n}'
    assert check(text, assembler="13.0") == ["note nvvm-inline-assembly/inteldialect"]
    assert check(text, assembler="13.5") == check(text) == ["error nvvm-inline-assembly/inteldialect"]


def test_a_kernel_that_returns_a_value_is_rejected_by_libnvvm_only() -> None:
    text = 'define i32 @k() {\n  ret i32 0\n}\n!nvvm.annotations = !{!1}\n!1 = !{i32 ()* @k, !"kernel", i32 1}'
    assert check(text) == ["warning nvvm-kernel/result"]
    assert check(text, assembler="13.0") == ["error nvvm-kernel/result"]


def test_the_dialect_is_that_of_the_pointers() -> None:
    opaque = "declare void @f(ptr)"
    assert check(opaque) == check(opaque, "compute_100") == []
    assert check(opaque, "compute_90") == ["error nvvm-dialects/modern"]
    assert check("declare void @f(i8*)", "compute_100") == []


def test_the_page_shows_the_output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "docs" / "_static")
    main(["check", "--target", "compute_80", "kernel.ll"])
    printed = capsys.readouterr().out.splitlines()
    page = [line.strip() for line in (ROOT / "docs" / "checking-nvvm.rst").read_text(encoding="utf-8").splitlines()]
    start = page.index("$ ptxisa check --target compute_80 kernel.ll") + 1
    assert page[start : start + len(printed)] == [line.strip() for line in printed]


WRONG = "%q has type i8*, not i32*"


@pytest.mark.parametrize(
    ("module", "messages"),
    [
        ("define i8* @f(i8* %p) {\n  ret i8* %p\n}", []),
        ("define i8* @f(i8** %p) {\n  ret i8** %p\n}", ["the function returns i8*"]),
        ("declare void @f(%a*)", ["type %a is not defined"]),
        ('%a = type { %"b c"*, %a* }\n%"b c" = type opaque\ndeclare void @f(%a*, %"b c" addrspace(1)*)', []),
        # Lines that differ in names only, of values or of types.
        ("define void @f(i32* %p, i8* %q) {\n  store i32 0, i32* %p\n  store i32 0, i32* %q\n  ret void\n}", [WRONG]),
        ('define void @f(i8* %"\N{MICRO SIGN}") {\n  store i8 0, i8* %"\N{MICRO SIGN}"\n  ret void\n}', []),
        (
            "%a = type { i32 }\n%b = type { i8 }\ndefine void @f(%a* %p, %b* %q) {\n"
            "  %c = getelementptr inbounds %a, %a* %p, i32 0, i32 0\n  store i32 0, i32* %c\n"
            "  %d = getelementptr inbounds %b, %b* %q, i32 0, i32 0\n  store i8 0, i8* %d\n  ret void\n}",
            [],
        ),
    ],
)
def test_types_of_typed_pointers_are_those_of_the_module(module: str, messages: list[str]) -> None:
    diagnostics = check_nvvm(f"{HEAD}{module}\n{TAIL}", "compute_90")
    assert [each.message for each in diagnostics if each.rule == "nvvm-dialects/llvm-subset"] == messages


@pytest.mark.parametrize(
    ("group", "target", "errors"),
    [
        (0, "compute_100", 0),
        (1, "compute_100", 1),
        (2, "compute_103f", 0),
        (2, "compute_110f", 0),
        (1, "compute_120f", 1),
    ],
)
def test_a_cta_group_of_a_tensor_copy_needs_a_feature_set(group: int, target: str, errors: int) -> None:
    # libNVVM 13.5 verifies each of these modules, and compiles those without an error.
    pointers = "ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %m"
    operands = f"{pointers}, i32 0, i32 0, i16 0, i64 0, i1 0, i1 0, i32 {group}"
    text = f"""declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(
  ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1, i32)
define void @f({pointers}) {{
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d({operands})
  ret void
}}"""
    assert check(text, target, assembler="13.5").count("error nvvm-undocumented-intrinsics/cta-group") == errors


def test_a_tensor_copy_without_a_cta_group_needs_no_feature_set() -> None:
    pointers = "ptr addrspace(7) %d, ptr addrspace(3) %b, ptr %m"
    text = f"""define void @f({pointers}) {{
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d({pointers}, i32 0, i16 0, i64 0, i1 0, i1 1)
  ret void
}}"""
    assert "error nvvm-undocumented-intrinsics/cta-group" not in check(text, "compute_100", assembler="13.5")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("%a = load i32 addrspace(1)* %p", "write load i32, i32* %p: LLVM before 3.7 had the type of the pointer only"),
        ("call void @__nv_sinf()", "declare the function, and link libdevice"),
        ("call void @nope()", "declare or define it"),
        ("%a = add i32 %nope, 1", "define the value in this function"),
    ],
)
def test_errors_of_llvm_say_what_would_be_right(line: str, hint: str) -> None:
    pytest.importorskip("llvmlite")
    text = module({"body": line})
    assert any(diagnostic.hint.startswith(hint) for diagnostic in check_nvvm(text, "compute_80"))


def test_messages_have_no_addresses_of_memory() -> None:
    body = "declare void @g(metadata)\ndefine void @f() {\n  call void @g(metadata !{})\n  ret void\n}"
    hints = [each.hint for each in check_nvvm(f"{HEAD}{body}\n{TAIL}", "compute_100") if "metadata" in each.message]
    assert hints
    assert not any("<0x" in hint for hint in hints)
