"""Statements against forms: operands, registers, availability."""

import pytest

from ptxisa import check_module, check_statement
from ptxisa.checkers import add, and_

REGISTERS = {
    "r1": "u32", "r2": "s32", "r3": "b32", "h1": "u16", "h2": "b16", "l1": "u64", "l2": "s64",
    "f1": "f32", "g1": "f64", "p1": "pred", "p2": "pred", "v1": "v2.u32",
}  # fmt: skip


def codes(statement: str, **options: object) -> list[str]:
    diagnostics = check_statement(statement, registers=REGISTERS, **options)  # type: ignore[arg-type]
    return [diagnostic.code for diagnostic in diagnostics if diagnostic.severity != "note"]


@pytest.mark.parametrize(
    "statement",
    [
        "add.u32 r1, r2, r3;",
        "@!p1 add.sat.s32 r1, r2, 5;",
        "add.u16 h1, h2, -1;",
        "add.u64 l1, l2, 0x123456789abcdef0;",
        "and.b32 f1, f1, 0x80000000;",
        "and.b32 r1, r2, 0f3f800000;",
        "and.pred p1, !p2, 1;",
        "shl.b64 l1, l2, r1;",
        "mul.wide.u16 r1, h1, h2;",
        "mul.wide.s32 l1, r1, r2;",
        "popc.b64 r1, g1;",
        "lop3.or.b32 r1|p1, r1, r2, r3, 0x80, !p2;",
        "bfe.u32 r1, r2, 255, 0;",
        "add.u32 r1, v1.x, WARP_SZ;",
        "add.u32 r1, r2, (1 + 2) * 3;",
        "@p1 bra.uni.uni somewhere;",
        "brx.idx.uni r2, list;",
        "ret;",
        "@!p1 exit;",
    ],
)
def test_a_legal_statement_has_no_diagnostic(statement: str) -> None:
    assert codes(statement) == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("add.u32 r1, r2;", "operand-count"),
        ("add.u32 r1, r2, r3, r3;", "operand-count"),
        ("add.u32;", "operand-count"),
        ("add.u32 r1, r2, f1;", "operand-type"),
        ("add.u32 r1, r2, l1;", "operand-type"),
        ("add.u32 h1, r2, r3;", "operand-type"),
        ("add.u32 r1, r2, p1;", "operand-type"),
        ("add.u16x2 r1, r3, r3;", "operand-type"),
        ("add.u16x2 r3, r3, 1;", "operand-kind"),
        ("add.u32 1, r2, r3;", "operand-kind"),
        ("add.u32 _, r2, r3;", "operand-kind"),
        ("add.u32 [r1], r2, r3;", "operand-kind"),
        ("add.u32 {r1, r2}, r2, r3;", "operand-kind"),
        ("add.u32 r1, !p1, r3;", "operand-kind"),
        ("add.u32 r1|p1, r2, r3;", "operand-kind"),
        ("add.u32 r1, -r2, r3;", "operand-kind"),
        ("add.u32 r1, r2, 1.5;", "operand-type"),
        ("and.b16 h1, h2, 0f3f800000;", "operand-type"),
        ("add.u32 r1, r2, zz;", "undeclared-name"),
        ("@r1 add.u32 r1, r2, r3;", "operand-type"),
        ("@zz add.u32 r1, r2, r3;", "undeclared-name"),
        ("bfe.u32 r1, r2, 256, 0;", "operand-range"),
        ("bfi.b32 r1, r2, r3, 0, -1;", "operand-range"),
        ("pmevent 16;", "operand-range"),
        ("pmevent r1;", "operand-kind"),
        ("setmaxnreg.inc.sync.aligned.u32 25;", "operand-range"),
        ("alloca.u32 r1, r2, 12;", "operand-range"),
        ("stackrestore.u32 5;", "operand-kind"),
        ("lop3.b32 r1, r2, r3, r3, r3;", "operand-kind"),
        ("lop3.or.b32 r1, r1, r2, r3, 5, p2;", "operand-kind"),
        ("lop3.or.b32 r1|_, r1, r2, r3, 5, p2;", "operand-kind"),
        ("bra somewhere, somewhere;", "operand-count"),
        ("brx.idx l1, list;", "operand-type"),
        ("call (r1), l1, (r2), list, list;", "syntax-error"),
        ("exit.uni;", "unknown-modifier"),
        ("ret r1;", "operand-count"),
        ("ad.u32 r1, r2, r3;", "unknown-mnemonic"),
        ("add.u33 r1, r2, r3;", "unknown-modifier"),
        ("add r1, r2, r3;", "missing-modifier"),
        ("add.sat.u64 l1, l2, l3;", "modifier-combination"),
        ("mul.s32.lo r1, r2, r3;", "modifier-order"),
        ("add.u32 r1 r2, r3;", "syntax-error"),
    ],
)
def test_an_illegal_statement_has_its_code(statement: str, code: str) -> None:
    assert code in codes(statement)


@pytest.mark.parametrize(
    ("statement", "options", "code"),
    [
        ("add.u16x2 r3, r3, r3;", {"target": "sm_90", "ptx": "7.8"}, "unavailable-version"),
        ("add.u16x2 r3, r3, r3;", {"target": "sm_80", "ptx": "8.0"}, "unavailable-target"),
        ("add.u16x2 r3, r3, r3;", {"target": "sm_90", "ptx": "8.0"}, None),
        ("szext.clamp.u32 r1, r2, r3;", {"ptx": "7.5"}, "unavailable-version"),
        ("shf.l.wrap.b32 r1, r2, r3, r3;", {"target": "sm_30"}, "unavailable-target"),
    ],
)
def test_version_and_target_decide_what_is_available(statement: str, options: dict[str, str], code: str | None) -> None:
    assert codes(statement, **options) == ([code] if code else [])


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("cp.async.bulk.prefetch.tensor.1d.L2.global [l1, {r1}];", []),
        ("cp.async.bulk.prefetch.tensor.1d.L2.global [l1, r1];", ["operand-kind"]),
        ("cp.async.bulk.prefetch.tensor.2d.L2.global [l1, v1];", []),
        ("cp.async.bulk.prefetch.tensor.2d.L2.global [l1, {r1}];", ["vector-size"]),
        ("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [l1, {r1, r2, 0}], {h1};", []),
        ("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [l1, {r1, r2, 0}], h1;", ["operand-kind"]),
        ("cp.async.bulk.prefetch.tensor.1d.L2.global.L2::cache_hint [l1, {r1}];", ["operand-count"]),
        ("cp.async.ca.shared.global [r1], [l1], 4, r2;", []),
        ("cp.async.ca.shared.global.L2::cache_hint [r1], [l1], 4, p1, l2;", []),
        ("cp.async.cg.shared.global [r1], [l1], 8;", ["operand-range"]),
    ],
)
def test_asynchronous_copies_have_the_operands_of_their_modifiers(statement: str, expected: list[str]) -> None:
    assert codes(statement) == expected


def test_ranges_point_at_the_culprit() -> None:
    (diagnostic,) = check_statement("add.u32 r1, r2, f1;", registers=REGISTERS)
    assert (diagnostic.line, diagnostic.column, diagnostic.end) == (1, 17, (1, 19))
    assert diagnostic.form == "add.int"
    (diagnostic,) = check_statement("add.u33 r1, r2, r3;")
    assert (diagnostic.line, diagnostic.column, diagnostic.end) == (1, 4, (1, 8))


def test_unusual_spelling_is_a_note() -> None:
    (diagnostic,) = check_statement("add.s32.sat r1, r2, r3;")
    assert (diagnostic.severity, diagnostic.code) == ("note", "unusual-spelling")
    assert "add.sat.s32" in diagnostic.message


def test_an_instruction_without_a_record_is_a_note() -> None:
    (diagnostic,) = check_statement("frobnicate;", ptx="9.5")
    assert (diagnostic.severity, diagnostic.code) == ("note", "unrecorded-instruction")


SYNCHRONIZING = {"p": "pred", "d": "b32", "n": "b32", "a": "b64", "state": "b64"}


@pytest.mark.parametrize(
    "statement",
    [
        "barrier.red.popc.u32 d, 0, p;",
        "barrier.red.popc.u32 d, 0, n, !p;",
        "bar.sync 0, 64;",
        "mbarrier.arrive.shared::cluster.b64 _, [a];",
        "mbarrier.init.b64 [in_shared], 1;",
    ],
)
def test_optional_operands_in_the_middle_sinks_multiples_and_windows(statement: str) -> None:
    assert _codes(statement) == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("barrier.red.popc.u32 d, 0;", "operand-count"),
        ("barrier.red.popc.u32 d, 0, n;", "operand-type"),
        ("bar.sync 0, 33;", "operand-range"),
        ("bar.arrive 0, 0;", "operand-range"),
        ("mbarrier.arrive.shared::cluster.b64 state, [a];", "operand-kind"),
        ("mbarrier.init.b64 [in_global], 1;", "operand-space"),
    ],
)
def test_optional_operands_are_checked_by_their_type(statement: str, code: str) -> None:
    assert _codes(statement) == [code]


def _codes(statement: str) -> list[str]:
    registers = "".join(f".reg .{type_} {name}; " for name, type_ in SYNCHRONIZING.items())
    text = f"""
        .version 8.7
        .target sm_100
        .address_size 64
        .shared .b64 in_shared;
        .global .b64 in_global;
        .entry k() {{ {registers} {statement} }}
    """
    return [diagnostic.code for diagnostic in check_module(text)]


def test_without_registers_only_kinds_are_checked() -> None:
    assert check_statement("add.u32 anything, goes, here;") == []


def test_the_checker_of_a_mnemonic_rejects_other_mnemonics() -> None:
    assert add("add.u32 r1, r2, r3;") == []
    assert and_("and.b32 r1, r2, r3;", registers={"r1": ".b32", "r2": "b32", "r3": "b32"}) == []
    assert [diagnostic.code for diagnostic in add("sub.u32 r1, r2, r3;")] == ["unknown-mnemonic"]


def test_a_diagnostic_has_the_line_of_its_statement() -> None:
    diagnostics = check_statement("add.u32 r1, r2, r3;\nadd.u32 r1, r2, f1;\n", registers=REGISTERS)
    assert [(diagnostic.code, diagnostic.line) for diagnostic in diagnostics] == [("operand-type", 2)]


def test_sums_with_constants_are_accepted_where_a_register_is_read() -> None:
    """Verdict of ptxas: accepted with every type of the name."""
    registers = {"r": "u32", "d": "u64"}
    assert check_statement("add.u32 r, r+4, d+1;", registers=registers) == []
    assert [diagnostic.code for diagnostic in check_statement("add.u32 r+4, r, 1;", registers=registers)] == [
        "operand-kind"
    ]
    assert [diagnostic.code for diagnostic in check_statement("add.u32 r, x+4, 1;", registers=registers)] == [
        "undeclared-name"
    ]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("st.u32 r1, [l1];", [("the operands of st are in the wrong order", "r1, [l1]")]),
        ("ld.u32 [l1], r1;", [("the operands of ld are in the wrong order", "[l1], r1")]),
        (
            "ld.u32 [l1], p1;",
            [("operand d takes a register", "[l1]"), ("operand a takes an address in brackets", "p1")],
        ),
        (
            "add.u32 _, r1, [l1];",
            [
                ("operand d takes a register: `_` is not allowed here", "_"),
                ("operand b takes a register or a constant", "[l1]"),
            ],
        ),
    ],
)
def test_two_exchanged_operands_are_one_mistake(statement: str, expected: list[tuple[str, str]]) -> None:
    """Two operands that are valid in each other's place have one finding."""
    judged = check_statement(statement, registers=REGISTERS)
    assert [
        (diagnostic.code, diagnostic.message, statement[diagnostic.span.start : diagnostic.span.end])
        for diagnostic in judged
    ] == [("operand-kind", *reported) for reported in expected]


@pytest.mark.parametrize(
    ("opcode", "alone", "lent"),
    [
        ("add.f64", "undocumented", ""),
        ("add.rn.f64", "undocumented", ""),
        ("add.rm.f64", "unavailable-target", "unavailable-target"),
        ("mul.rp.f64", "unavailable-target", "unavailable-target"),
        ("add.f32", "", ""),
        ("add.rm.f32", "unavailable-target", "unavailable-target"),
    ],
)
def test_an_option_lends_double_precision_but_its_directed_rounding(opcode: str, alone: str, lent: str) -> None:
    """`map_f64_to_f32` runs what needs sm_13 in single precision."""
    body = f".entry k {{ .reg .{opcode[-3:]} a; {opcode} a, a, a; }}"
    for option, code in (("", alone), (", map_f64_to_f32", lent)):
        diagnostics = check_module(f".version 1.4\n.target sm_10{option}\n{body}")
        assert [diagnostic.code for diagnostic in diagnostics] == [code] * bool(code)


def test_operands_select_the_form_and_its_availability() -> None:
    three = check_statement("min.f32 d, a, b, c;", target="sm_90", ptx="8.8")
    assert [(diagnostic.code, diagnostic.form) for diagnostic in three] == [("unavailable-target", "min.f32.ternary")]
    assert check_statement("min.f32 d, a, b;", target="sm_90", ptx="8.8") == []
    assert check_statement("min.f32 d, a, b, c;", target="sm_100", ptx="8.8") == []
    assert [diagnostic.code for diagnostic in check_statement("min.f32 d, a, b, c;", target="sm_100", ptx="8.7")] == [
        "unavailable-version"
    ]


class TestMoves:
    """Vectors in braces, special registers and names whose address is the operand."""

    @pytest.mark.parametrize(
        "statement",
        [
            "mov.b64 l1, {r1, r2};",
            "mov.b64 v1, l1;",
            "mov.b64 l1, v1;",
            "mov.b64 {r1, _}, g1;",
            "mov.b64 l1, {f1, 1.0};",
            "mov.b64 l1, {r3, 0f3f800000};",
            "mov.v2.u32 v1, {r1, 5};",
            "mov.v2.u32 {r1, r2}, v1;",
            "mov.v4.u32 {r1, _, _, r2}, %tid;",
            "mov.u16 h1, %tid.x;",
            "mov.b64 {r1, r2}, %clock64;",
            "mov.pred p1, !p2;",
            "cvt.u32.u16 r1, %tid.x;",
            "cvt.u32.u8 r1, %laneid;",
            "cvt.u64.u32 l1, %laneid;",
        ],
    )
    def test_legal_moves_have_no_diagnostic(self, statement: str) -> None:
        assert codes(statement) == []

    @pytest.mark.parametrize(
        ("statement", "code"),
        [
            ("mov.b64 l1, {r1, f1};", "operand-type"),
            ("mov.b64 l1, {1.0, 2.0};", "operand-type"),
            ("mov.b64 l1, {r1, 1.0};", "operand-type"),
            ("mov.b64 {_, _}, l1;", "operand-kind"),
            ("mov.b64 l1, {r1, _};", "operand-kind"),
            ("mov.b64 l1, {r1, r2, r3};", "vector-size"),
            ("mov.b64 v1, v1;", "operand-kind"),
            ("mov.v2.u32 v1, %tid;", "vector-size"),
            ("mov.u32 r1, %tid;", "operand-kind"),
            ("mov.u32 r1, %laneid.x;", "operand-kind"),
            ("mov.u64 l1, %tid.x;", "operand-type"),
            ("mov.u16 h1, %laneid;", "operand-type"),
            ("mov.f32 f1, %laneid;", "operand-type"),
            ("mov.u32 %laneid, r1;", "operand-kind"),
            ("mov.b32 r1, [r2];", "operand-kind"),
            ("cvt.rn.f32.u32 f1, %laneid;", "operand-kind"),
            ("cvt.u32.u64 r1, %laneid;", "operand-type"),
        ],
    )
    def test_illegal_moves_have_their_code(self, statement: str, code: str) -> None:
        assert set(codes(statement)) == {code}

    def test_a_special_register_needs_its_target(self) -> None:
        assert codes("mov.u32 r1, %cluster_ctarank;", target="sm_80", ptx="8.0") == ["unavailable-target"]
        assert codes("mov.u32 r1, %cluster_ctarank;", target="sm_90", ptx="8.0") == []


MODULE = """.version {ptx}
.target {target}
.address_size 64
.global .u32 x[4];
.shared .u32 s;
.const .u32 c;
.global .texref t;
.func (.param .u32 result) f (.param .u32 given) {{ .reg .u64 p; {inside} ret; }}
.entry k (.param .u64 kp) {{ .local .u32 l; .param .u32 q; .reg .u64 p; .reg .u32 r; .reg .f64 d; {body} ret; }}
"""


def in_module(body: str, inside: str = "", target: str = "sm_90", ptx: str = "8.7") -> list[str]:
    diagnostics = check_module(MODULE.format(body=body, inside=inside, target=target, ptx=ptx))
    return [diagnostic.code for diagnostic in diagnostics if diagnostic.severity != "note"]


class TestAddresses:
    @pytest.mark.parametrize(
        "statement",
        [
            "mov.u64 p, x;", "mov.u32 r, x+4;", "mov.u64 p, x[2];", "mov.b64 p, kp;", "mov.u64 p, l;", "mov.u64 p, t;",
            "mov.u64 p, f;", "mov.b64 p, k;", "cvta.global.u64 p, x;", "cvta.shared.u64 p, s;", "cvta.local.u64 p, l;",
            "cvta.shared::cluster.u64 p, s;", "cvta.const.u64 p, c;", "cvta.param.u64 p, kp;", "cvta.global.u64 p, t;",
            "cvta.to.global.u64 p, p;", "cvta.global.u64 p, x+8;",
        ],
    )  # fmt: skip
    def test_the_address_of_a_name_is_accepted(self, statement: str) -> None:
        assert in_module(statement) == []

    @pytest.mark.parametrize(
        ("statement", "code"),
        [
            ("mov.f64 d, x;", "operand-kind"),
            ("mov.f64 d, x+4;", "operand-kind"),
            ("mov.u64 p, q;", "operand-kind"),
            ("mov.u32 r, t;", "operand-kind"),
            ("mov.u64 p, y;", "undeclared-name"),
            ("cvta.global.u64 p, s;", "operand-space"),
            ("cvta.param.u64 p, x;", "operand-space"),
            ("cvta.to.global.u64 p, x;", "operand-kind"),
            ("cvta.global.u64 p, f;", "operand-kind"),
        ],
    )
    def test_what_has_no_address_is_rejected(self, statement: str, code: str) -> None:
        assert in_module(statement) == [code]

    def test_the_address_of_a_kernel_needs_a_later_target(self) -> None:
        assert in_module("mov.u64 p, k;", target="sm_30", ptx="3.1") == ["unavailable-target"]
        assert in_module("mov.u64 p, k;", target="sm_35", ptx="3.1") == []
        assert in_module("mov.u64 p, f;", target="sm_30", ptx="3.1") == []

    def test_the_address_of_a_result_needs_a_later_version(self) -> None:
        assert in_module("", inside="mov.u64 p, given;", target="sm_35", ptx="5.0") == []
        assert in_module("", inside="mov.u64 p, result;", target="sm_35", ptx="5.0") == ["unavailable-version"]
        assert in_module("", inside="mov.u64 p, result;", target="sm_35", ptx="6.0") == []


CALLS = (
    "call l1, prototype;",
    "call l1, (r1), prototype;",
    "call (r1), l1, prototype;",
    "call (r1), l1, (r2), prototype;",
)


@pytest.mark.parametrize("statement", CALLS)
def test_optional_operands_may_precede_others(statement: str) -> None:
    assert codes(statement) == []


def test_calls_of_registers_need_more_than_calls_of_names() -> None:
    def at(version: str, statement: str) -> set[str]:
        body = f"{{ prototype: .callprototype _ (); .reg .u32 r; {statement} }}"
        diagnostics = check_module(f".version {version}\n.target sm_20\n.func f {{ ret; }}\n.func g {body}")
        return {diagnostic.message for diagnostic in diagnostics if diagnostic.severity == "error"}

    assert at("2.0", "call r, prototype;") - at("2.0", "call f;") == {"call needs PTX 2.1 on sm_20"}
    assert at("2.1", "call r, prototype;") == set()


class TestDirectivesOfSpecialRegisters:
    """``%perctamemorysize`` needs ``.minperctamemory`` in a kernel (section 10.35; as ptxas 13.4 and 13.5)."""

    @pytest.mark.parametrize(
        ("head", "codes"),
        [(".entry f() .minperctamemory 2048", []), (".entry f()", ["directive-combination"]), (".func f()", [])],
    )
    def test_a_kernel_needs_the_directive_and_a_function_does_not(self, head: str, codes: list[str]) -> None:
        body = "{ .reg .u32 x; mov.u32 x, %perctamemorysize; ret; }"
        text = f".version 9.4\n.target sm_90\n.address_size 64\n{head} {body}\n"
        assert [diagnostic.code for diagnostic in check_module(text)] == codes

    def test_the_directive_of_one_kernel_does_not_count_for_another(self) -> None:
        body = "{ .reg .u32 x; mov.u32 x, %perctamemorysize; ret; }"
        kernels = (".entry f() .minperctamemory 2048", ".entry g()", ".entry h() .minperctamemory 1024 .maxntid 32")
        text = ".version 9.4\n.target sm_90\n.address_size 64\n" + "\n".join(f"{kernel} {body}" for kernel in kernels)
        assert [diagnostic.line for diagnostic in check_module(text)] == [5]

    def test_a_statement_without_a_kernel_needs_no_directive(self) -> None:
        assert not list(check_statement("mov.u32 x, %perctamemorysize;", target="sm_90", ptx="9.4"))


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("mov.u32 r, %tid;", "%tid is a vector of 4"),
        ("mov.u64 r, %laneid;", "%laneid is read with .u32"),
        ("mov.u32 %tid.x, r;", "takes no special register"),
        ("{ add.u32 r, %ctaid.x, r; }", "takes no special register"),
        ("mov.u32 r, %ctaid.x;", ""),
        ("mov.u32 %0, %1;", ""),
    ],
)
def test_special_registers_need_no_declaration(statement: str, message: str) -> None:
    diagnostics = check_statement(statement, target="sm_90", ptx="8.0")
    assert [message in diagnostic.message for diagnostic in diagnostics] == [True] * bool(message)
