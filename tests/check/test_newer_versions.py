"""Features of versions after PTX 9.0, and unknown names in versions that the records do not describe in full.

The verdicts are those of ptxas 13.0 to 13.5.
"""

from __future__ import annotations

import pytest

import ptxisa

SOURCES = """\
.file 2 "kernel.ir"
.nv_intermediate_source_section
{
  .code_block
  {
    .ir_name: "TileIR"
    .sourceFileName: 2
    .source_begin
any { text " ' # */ with
.source_end of a line
    .source_end
  }
}
"""
LOCATIONS = """\
.file 1 "kernel.py"
.file 2 "kernel.ir"
.entry k()
{
  .reg .b32 %r<4>;
  .loc 1 7 3
  .loc_intermediate 2 8 1
  mov.b32 %r1, 1;
  .loc 1 7 4
  .loc_intermediate 2 8 2
  mov.b32 %r2, 2;
  ret;
}
"""


def severities(ptx: str, target: str, text: str) -> list[tuple[str, str]]:
    module = f".version {ptx}\n.target {target}\n.address_size 64\n{text}\n"
    return [(diagnostic.code, diagnostic.severity) for diagnostic in ptxisa.check_module(module)]


def body(text: str) -> str:
    return f".entry k()\n{{\n.reg .b32 r<9>;\n.reg .b64 l<9>;\n.shared .b32 x;\n.local .b32 y;\n{text}\nret;\n}}"


TRY_ATOM = "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys"
TOO_EARLY = [("unavailable-version", "error")]


@pytest.mark.parametrize(
    ("text", "before", "since", "target"),
    [
        (".entry k() .language 7 { ret; }", "9.1", "9.2", "sm_75"),
        ('.func f() .noreturn .language "CUDA C++", 0x7 { exit; }', "9.1", "9.2", "sm_75"),
        ('.entry f() .language "CUDA C++", 0x7 .language "ptx" { exit; }', "9.1", "9.2", "sm_75"),
        (".func f() .noreturn .local_maxnreg 32 { exit; }", "8.7", "8.8", "sm_75"),
        (".entry k() .local_maxnreg 32 .maxnreg 64 { ret; }", "8.7", "8.8", "sm_75"),
        (body(f"{TRY_ATOM}.add.f32 [r1, l1], [x], [x], [x];"), "9.3", "9.4", "sm_100"),
        (body(f"{TRY_ATOM}.cas.b128 [r1, l1], [x], [x], [x];"), "9.3", "9.4", "sm_120"),
        (body("createpolicy.range.fabric.L2::evict_last.b64 l1, [r1, l2], 16, r2;"), "9.3", "9.4", "sm_100"),
        (".entry k(.param .u32 a, .hidden .param .u64 .ptr .global b) { ret; }", "8.7", "8.8", "sm_75"),
        (".entry k() .minperctamemory 2048 .minperctamemory 0 { ret; }", "9.3", "9.4", "sm_80"),
        (SOURCES, "9.3", "9.4", "sm_75"),
        (".nv_intermediate_source_section { }", "9.3", "9.4", "sm_75"),
        (body("ld.volatile.local.b32 r1, [y];"), "9.0", "9.1", "sm_75"),
        (body("st.volatile.local.b32 [y], r1;"), "9.0", "9.1", "sm_75"),
        ("", "9.3", "9.4", "sm_107f"),
    ],
)
def test_features_start_in_their_version(text: str, before: str, since: str, target: str) -> None:
    reported = severities(before, target, text)
    assert set(reported) == set(TOO_EARLY)
    assert severities(since, target, text) == []


def test_earlier_releases_ignore_a_newer_pragma() -> None:
    """Releases up to 13.2 accept ``mma_throughput`` in each version, and ignore it."""
    text = body('.pragma "mma_throughput";')
    assert severities("9.2", "sm_75", text) == [("undocumented", "warning")]
    assert severities("9.3", "sm_75", text) == []


def test_locations_in_intermediate_languages() -> None:
    assert severities("9.4", "sm_90", LOCATIONS) == []
    assert severities("9.3", "sm_90", LOCATIONS) == TOO_EARLY * 2
    undeclared = LOCATIONS.replace('.file 2 "kernel.ir"\n', "")
    assert severities("9.4", "sm_90", undeclared) == [("undeclared-file", "warning")]


def test_a_section_of_metadata_is_not_looked_into() -> None:
    assert severities("9.0", "sm_90", '.metadata_section { .metadata 1 { "a", .b32 1 } }\n.entry k() { ret; }') == []
    assert severities("9.0", "sm_90", ".metadata_section { }\n" * 2) == [("repeated-directive", "error")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".entry k() .language 11 { ret; }", "directive-argument"),
        ('.entry k() .language "rust" { ret; }', "directive-argument"),
        (".entry k() .language { ret; }", "syntax-error"),
        (".func f() .language 7;", "misplaced-directive"),
        (".func f() .language 7 .noreturn { exit; }", "syntax-error"),
        (".func f() .language 7 .language 8 { exit; }", "syntax-error"),
        (".func f() .language 7 .local_maxnreg 32 { exit; }", "syntax-error"),
        (".func f() .local_maxnreg 32 .abi_preserve 3 { exit; }", "syntax-error"),
        (".func f() .local_maxnreg 32;", "misplaced-directive"),
        (".func f() .local_maxnreg 0 { ret; }", "directive-argument"),
        ("p: .callprototype _ () .language 7;", "misplaced-directive"),
        (".func f(.hidden .param .u32 a) { ret; }", "misplaced-directive"),
        (".func (.hidden .param .u32 a) f() { ret; }", "misplaced-directive"),
        (".entry k(.param .hidden .u32 a) { ret; }", "syntax-error"),
        (".entry k() .minperctamemory 4294967296 { ret; }", "directive-argument"),
        (".entry k() .minperctamemory 1, 2 { ret; }", "syntax-error"),
        (SOURCES.replace('.file 2 "kernel.ir"\n', ""), "undeclared-file"),
        (SOURCES.replace("    .source_end\n", "    .source_end }\n"), "syntax-error"),
        (SOURCES.replace(".source_begin\n", ".source_begin text\n"), "syntax-error"),
        (".nv_intermediate_source_section { .code_block { } }", "syntax-error"),
    ],
)
def test_statements_that_ptxas_rejects_are_errors(text: str, code: str) -> None:
    module = body(text) if text.startswith("p:") else text
    assert (code, "error") in severities("9.5", "sm_90", module)


@pytest.mark.parametrize(
    ("ptx", "target", "value", "accepted"),
    [
        ("8.8", "sm_103a", 4, True),
        ("9.4", "sm_107a", 4, True),
        ("9.0", "sm_103f", 4, False),
        ("9.0", "sm_100a", 4, False),
        ("9.0", "sm_90a", 4, False),
        ("9.0", "sm_90a", 3, True),
        ("9.0", "sm_103f", 3, True),
        ("9.0", "sm_103a", 5, False),
    ],
)
def test_the_96_byte_swizzle_mode(ptx: str, target: str, value: int, accepted: bool) -> None:
    text = body(f"tensormap.replace.tile.swizzle_mode.global.b1024.b32 [l1], {value};")
    assert (severities(ptx, target, text) == []) == accepted


UNKNOWN = [
    (".frobnicate 7", "unknown-directive", "unrecorded-directive"),
    (".frobnicate { free ' text }\n.entry k() { ret; }", "unknown-directive", "unrecorded-directive"),
    (".entry k() .frobnicate 7 { ret; }", "unknown-directive", "unrecorded-directive"),
    (body(".frobnicate 7"), "unknown-directive", "unrecorded-directive"),
    (".global .attribute(.frobnicate) .u32 x;", "unknown-attribute", "unrecorded-directive"),
    (body("frobnicate r1;"), "unknown-mnemonic", "unrecorded-instruction"),
    (body("add.frob.u32 r1, r2, r3;"), "unknown-modifier", "unrecorded-instruction"),
    (body("add.sat.u64 l1, l2, l3;"), "modifier-combination", "unrecorded-instruction"),
    (body("frob.sp::2:4.b32 r1, [l1, l2, l3, {r4, r5}];"), "unknown-mnemonic", "unrecorded-instruction"),
]


@pytest.mark.parametrize(("text", "error", "note"), UNKNOWN)
def test_unknown_words_of_newer_versions_are_no_errors(text: str, error: str, note: str) -> None:
    """All but a mnemonic is a warning: ptxas 13.5, which reads PTX 9.5, rejects what has no record."""
    severity = "note" if error == "unknown-mnemonic" else "warning"
    assert severities("9.0", "sm_90", text) == [(error, "error")]
    assert severities("9.5", "sm_90", text) == [(note, severity)]


def test_a_target_that_may_be_new_is_a_warning() -> None:
    statement = body("add.u32 r1, r2, r3;")
    assert severities("9.0", "sm_250", statement) == [("unknown-target", "error")]
    assert severities("9.5", "sm_250", statement) == [("unrecorded-target", "warning")]


def test_unknown_directives_of_many_bodies_are_noted_once() -> None:
    text = "".join(f".entry k{number}() {{ .frobnicate {number}\nret; }}\n" for number in range(50))
    assert severities("9.5", "sm_90", text) == [("unrecorded-directive", "warning")]


def test_the_version_that_is_asked_for_decides() -> None:
    old, new = (f".version {ptx}\n.target sm_90\n.frobnicate\n" for ptx in ("8.7", "9.5"))
    assert [diagnostic.severity for diagnostic in ptxisa.check_module(old, ptx="9.5")] == ["warning"]
    assert [diagnostic.severity for diagnostic in ptxisa.check_module(new, ptx="8.7")] == ["error"]


SPARSE = "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {{a, a}}, {{a, a}}, {}, {}, 0;"
SCALED = (
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0 "
    "{}, {{a, a, a, a}}, {{a, a}}, {}, {}, {{0, 0}}, a, {{0, 0}};"
)


@pytest.mark.parametrize(("statement", "target"), [(SPARSE, "sm_100a"), (SCALED, "sm_120a")])
@pytest.mark.parametrize(
    ("operand", "codes"), [("a", []), ("{a}", []), ("1", ["operand-kind"]), ("{1}", ["operand-kind"])]
)
def test_metadata_and_scale_factors_may_be_in_braces(
    statement: str, target: str, operand: str, codes: list[str]
) -> None:
    accumulator = "{f, f, f, f}"
    registers = ".reg .b32 a;\n.reg .f32 f;\n"
    text = registers + statement.format(accumulator, accumulator, operand)
    assert [code for code, _ in severities("9.0", target, body(text))] == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (".foo 3;", "unknown-directive"),
        (".global .attribute(.foo) .b32 x;", "unknown-attribute"),
        (body("st.global.texref [l1], r1;"), "unknown-modifier"),
        (body("cvt.e3m2x4.u32 l2, r1;"), "modifier-combination"),
        (body("frob.u32 r1, r2;"), "unknown-mnemonic"),
        (body(".foo 3;"), "unknown-directive"),
    ],
)
def test_unknown_modifiers_are_errors_of_a_release(text: str, code: str) -> None:
    """Unknown names of a version are errors for a release: ptxas 13.5 rejects all of these."""
    module = f".version 9.5\n.target sm_100\n.address_size 64\n{text}\n"
    assert {diagnostic.severity for diagnostic in ptxisa.check_module(module)} <= {"note", "warning"}
    assert [diagnostic.code for diagnostic in ptxisa.check_module(module, assembler="13.5")] == [code]


def test_unknown_targets_are_errors_of_a_release() -> None:
    module = ".version 9.5\n.target sm_90a, no_such_option\n"
    assert [diagnostic.severity for diagnostic in ptxisa.check_module(module)] == ["warning"]
    assert [diagnostic.code for diagnostic in ptxisa.check_module(module, assembler="13.5")] == ["unknown-target"]


@pytest.mark.parametrize(
    ("statement", "ptx", "release", "accepted"),
    [
        ("fence.alias.sync_restrict::read.release.sys;", "9.5", "13.5", True),
        ("fence.alias.sync_restrict::read.release.sys;", "9.4", "13.5", False),
        ("fence.alias.sync_restrict::read.release.gpu;", "9.5", "13.5", False),
        ("fence.alias.sync_restrict::read.acquire.sys;", "9.5", "13.5", False),
        ("fence.alias.release.sys;", "9.5", "13.5", False),
        ("cp.async.bulk.wait_group.sync_restrict::proxy::async 8;", "9.5", "13.5", True),
        ("cp.async.bulk.wait_group.sync_restrict::proxy::async r1;", "9.5", "13.5", False),
        ("cp.async.bulk.wait_group.read.sync_restrict::proxy::async 0;", "9.5", "13.5", False),
        ("cp.async.bulk.wait_group.sync_restrict::proxy::async 0;", "9.4", "13.4", False),
        ("fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cta;", "9.4", "13.4", True),
        ("fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.gpu;", "9.4", "13.4", False),
        ("fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cta;", "9.3", "13.4", False),
    ],
)
def test_restrictions_of_fences_and_waits(statement: str, ptx: str, release: str, accepted: bool) -> None:
    module = f".version {ptx}\n.target sm_90\n.address_size 64\n{body(statement)}\n"
    diagnostics = ptxisa.check_module(module, assembler=release)
    assert ([diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"] == []) is accepted


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (f"{TRY_ATOM}.add.f16 [r1, l1], [x], [x], [x];", "modifier-combination"),
        (f"{TRY_ATOM}.exch.u32 [r1, l1], [x], [x], [x];", "modifier-combination"),
        (f"{TRY_ATOM}.add.u32 [r1, l1], [x], 16, [x];", "operand-kind"),
        (f"{TRY_ATOM}.add.u32 [r1, l1], [x], [x];", "operand-count"),
        (f"{TRY_ATOM.replace('.relaxed', '')}.add.u32 [r1, l1], [x], [x], [x];", "missing-modifier"),
        ("createpolicy.range.fabric.L2::evict_last.b64 l1, [r1, l2], 64, 32;", "operand-range"),
        ("createpolicy.range.fabric.L2::evict_last.b64 l1, [l2], r1, r2;", "operand-count"),
        ("createpolicy.fractional.fabric.L2::evict_last.b64 l1;", "modifier-combination"),
    ],
)
def test_ptxas_rejects_atomic_operations_and_policies_of_the_fabric(statement: str, code: str) -> None:
    module = f".version 9.5\n.target sm_100\n.address_size 64\n{body(statement)}\n"
    assert [diagnostic.code for diagnostic in ptxisa.check_module(module, assembler="13.5")] == [code]


TENSOR = (
    "fabric.{}.async.tensor{}.shared::cta.tile.mbarrier::complete_tx::{}.mbarrier::report::fabric{}.relaxed.sys.b128"
)


@pytest.mark.parametrize(
    ("opcode", "operands", "code"),
    [
        (("try_get", ".1d", "bytes", ".override::global_address"), "[x], [l1, r1, l2, {r2}], [x]", ""),
        (
            ("try_get", ".3d", "bytes", ".L2::cache_hint.override::global_address"),
            "[x], [l1, r1, l2, {r2, r3, r4}], [x], l3",
            "",
        ),
        (
            ("try_get", ".1d", "bytes", ".override::global_address.override::global_dim"),
            "[x], [l1, r1, l2, {h1}, {r2}], [x]",
            "",
        ),
        (
            ("try_get", ".2d", "bytes", ".override::global_address.override::global_dim_stride"),
            "[x], [l1, r1, l2, {h1, h2}, {r2}, h3, {r3, r4}], [x]",
            "",
        ),
        (("try_put", ".1d", "16B", ".override::global_address"), "[l1, r1, l2, {r2}], [x], r3, [x]", ""),
        (
            ("try_put", ".multimem.2d", "16B", ".counted::bytes.override::global_address"),
            "[l1, r1, l2, l3, {r2, r4}], [x], r3, [x]",
            "",
        ),
        (("try_get", ".1d", "bytes", ""), "[x], [l1, {r2}], [x]", "missing-modifier"),
        (("try_get", ".2d", "bytes", ".override::global_address"), "[x], [l1, r1, l2, {r2}], [x]", "vector-size"),
        (("try_put", ".1d", "16B", ".override::global_address"), "[l1, r1, l2, {r2}], [x], [x]", "operand-count"),
    ],
)
def test_tensor_copies_of_the_fabric(opcode: tuple[str, ...], operands: str, code: str) -> None:
    statement = f"{TENSOR.format(*opcode)} {operands};"
    text = body(statement).replace("{\n.reg", "{\n.reg .b16 h<9>;\n.reg", 1)
    for target, expected in (
        ("sm_107f", [code] if code else []),
        ("sm_100a", ["unavailable-target"] if not code else None),
    ):
        module = f".version 9.4\n.target {target}\n.address_size 64\n{text}\n"
        codes = [
            diagnostic.code
            for diagnostic in ptxisa.check_module(module, assembler="13.5")
            if diagnostic.severity == "error"
        ]
        assert expected is None or codes == expected
