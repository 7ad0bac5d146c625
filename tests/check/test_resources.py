"""Resources of whole modules: verdicts of ptxas 13.0."""

from __future__ import annotations

import pytest

from ptxisa import check_module

KERNEL = ".version 7.8\n.target {}\n.address_size 64\n.entry k() {} {{ ret; }}\n"
USED = [
    ("sm_80", ".maxntid 1024 .minnctapersm 2"),
    ("sm_80", ".maxntid 32 .minnctapersm 32"),
    ("sm_80", ".maxntid 2048"),
    ("sm_86", ".maxntid 768 .minnctapersm 2"),
    ("sm_86", ".maxntid 32 .minnctapersm 16"),
    ("sm_75", ".maxntid 512 .minnctapersm 2"),
    ("sm_80", ".maxnreg 255"),
]
IGNORED = [
    ("sm_80", ".maxntid 1024 .minnctapersm 3", ".minnctapersm is ignored: 3 x 1,024 threads exceed the 2,048"),
    ("sm_80", ".maxntid 8, 8, 8 .minnctapersm 5", ".minnctapersm is ignored: 5 x 512 threads"),
    ("sm_80", ".reqntid 512 .minnctapersm 5", ".minnctapersm is ignored: 5 x 512 threads"),
    ("sm_80", ".maxntid 32 .minnctapersm 33", ".minnctapersm is ignored: 33 blocks exceed the 32"),
    ("sm_86", ".maxntid 768 .minnctapersm 3", ".minnctapersm is ignored"),
    ("sm_86", ".maxntid 32 .minnctapersm 17", ".minnctapersm is ignored: 17 blocks exceed the 16"),
    ("sm_75", ".maxntid 512 .minnctapersm 3", ".minnctapersm is ignored"),
    ("sm_80", ".maxntid 2049", ".maxntid is ignored: 2,049 threads exceed the 2,048"),
    ("sm_80", ".maxnreg 256", ".maxnreg is ignored: a thread of sm_80 has at most 255 registers"),
]


@pytest.mark.parametrize(("target", "directives"), USED)
def test_launch_bounds_that_a_target_has(target: str, directives: str) -> None:
    assert check_module(KERNEL.format(target, directives)) == []


@pytest.mark.parametrize(("target", "directives", "message"), IGNORED)
def test_launch_bounds_beyond_a_target_are_ignored(target: str, directives: str, message: str) -> None:
    (diagnostic,) = check_module(KERNEL.format(target, directives))
    assert (diagnostic.severity, diagnostic.code) == ("warning", "ignored-directive")
    assert message in diagnostic.message


SHARED = """\
.version 9.0
.target {}
.address_size 64
.shared .b8 s[{}];
.visible .entry k() {{ st.shared.b8 [s], 1; ret; }}
"""


@pytest.mark.parametrize(
    ("target", "size", "assembler", "severity"),
    [
        ("sm_80", 49152, None, None),
        ("sm_80", 49153, None, "error"),
        ("sm_80", 49153, "13.0", "error"),
        ("sm_90a", 49153, None, "warning"),
        ("sm_90a", 49153, "12.9", "error"),
        ("sm_90a", 232448, "13.0", "note"),
        ("sm_90a", 232449, "13.0", "error"),
        ("sm_100f", 49153, "13.0", "error"),
        ("sm_120a", 101377, "13.5", "error"),
    ],
)
def test_static_shared_memory_by_target_and_release(
    target: str, size: int, assembler: str | None, severity: str | None
) -> None:
    diagnostics = check_module(SHARED.format(target, size), ptx="8.8", assembler=assembler)
    assert [diagnostic.severity for diagnostic in diagnostics] == ([severity] if severity else [])


def test_static_shared_memory_of_a_target_without_a_recorded_device() -> None:
    for target, severities in (("sm_107", ["error"]), ("sm_107f", ["error"]), ("sm_107a", ["note"])):
        module = SHARED.replace(".version 9.0", ".version 9.5").format(target, 98588)
        assert [diagnostic.severity for diagnostic in check_module(module, assembler="13.5")] == severities, target


GROUPS = """\
.version 8.6
.target sm_100a
.address_size 64
{}
.visible .entry k() {{ {} ret; }}
"""
ONE, TWO = (f"tcgen05.relinquish_alloc_permit.cta_group::{n}.sync.aligned;" for n in (1, 2))


@pytest.mark.parametrize(
    ("functions", "body", "mixed"),
    [
        ("", ONE + ONE, False),
        ("", ONE + TWO, True),
        ("", "bra E; " + ONE + TWO + " E:", True),
        (f".func f() {{ {TWO} ret; }}", ONE, False),
        (f".func f() {{ {TWO} ret; }}", ONE + " call f;", True),
        (f".func f() {{ {TWO} ret; }} .func g() {{ call f; ret; }}", ONE + " call g;", True),
        (f".func f() {{ {ONE}{TWO} ret; }}", ONE, False),
        ("", ONE + f" // {TWO}\n", False),
    ],
)
def test_tensor_memory_has_one_group_in_a_kernel(functions: str, body: str, mixed: bool) -> None:
    codes = [diagnostic.code for diagnostic in check_module(GROUPS.format(functions, body), assembler="13.0")]
    assert codes == ["cta-group"] * mixed
    assert not any(
        diagnostic.severity == "error" for diagnostic in check_module(GROUPS.format(functions, body), assembler="12.9")
    )


NARROW = """\
.version 8.7
.target sm_90
.address_size 64
.func f(.reg .{0} a) {{ ret; }}
.func g() {{ .reg .{0} x; call f, (x); ret; }}
.global .u64 table[1] = {{f}};
.entry k() {{ .reg .{0} x; .reg .b64 p; {1} ret; }}
"""
CALLED = ("call f, (x);", "call g;", "mov.u64 p, f;", "mov.u64 p, table;", "t: .callprototype _ (.reg .{0} a);")


@pytest.mark.parametrize("type_", ["u8", "s8", "u16", "s16", "pred", "b8", "b16", "f16"])
def test_ptxas_rejects_narrow_registers_as_parameters_of_functions_it_compiles(type_: str) -> None:
    severity = "warning" if type_ in ("b8", "b16", "f16") else "error"
    for statement in CALLED[:3] + CALLED[4:]:
        module = NARROW.format(type_, statement.format(type_)).replace(".global .u64 table[1] = {f};\n", "")
        assert severity in {diagnostic.severity for diagnostic in check_module(module)}, statement
    module = NARROW.format(type_, "").replace(".global .u64 table[1] = {f};\n", "")
    assert {(diagnostic.code, diagnostic.severity) for diagnostic in check_module(module)} == {
        ("undocumented", "warning")
    }
    assert [diagnostic.severity for diagnostic in check_module(NARROW.format(type_, CALLED[3]))] == [severity]


@pytest.mark.parametrize("type_", ["u8", "s8", "u16", "s16", "pred"])
def test_narrow_registers_are_accepted_beside_a_function_with_several_results(type_: str) -> None:
    module = NARROW.format(type_, CALLED[0]).replace(".global .u64 table[1] = {f};\n", "")
    for several in (
        ".func (.reg .b32 r, .reg .b32 s) two() { ret; }",
        ".extern .func (.reg .b32 r, .reg .b32 s) two();",
    ):
        severities = [diagnostic.severity for diagnostic in check_module(module + several)]
        assert severities == ["warning"] * 2, several


@pytest.mark.parametrize("type_", ["b32", "u32", "f32", "b64", "b128", "f16x2"])
def test_wide_registers_are_parameters(type_: str) -> None:
    assert check_module(NARROW.format(type_, CALLED[0])) == []
