"""Tables of legal combinations: messages about a combination that no row has."""

from __future__ import annotations

import pytest

import ptxisa
from ptxisa.isa.combinations import deciding, describe, wrong_slots
from ptxisa.isa.forms import Form, Row, Rule, Slot

SLOTS = (
    Slot("shape", ("small", "large"), "matrix-shape"),
    Slot("atype", ("f16", "s8"), "type"),
    Slot("dtype", ("f16", "f32", "s32"), "type"),
    Slot("satfinite", ("satfinite",), "saturation", optional=True, literal=True),
)
ROWS = (
    Row("half", {"shape": ("small", "large"), "atype": ("f16",), "dtype": ("f16", "f32"), "satfinite": False}),
    Row("byte", {"shape": ("small",), "atype": ("s8",), "dtype": ("s32",)}),
)
TABLE = Rule("Some go together.", rows=ROWS, table="products")
FORM = Form("times", "matrix/times", "times.{shape}", SLOTS, (), (), (TABLE,))


def message_for(shape: str, atype: str, dtype: str, satfinite: str | None = None) -> str:
    return describe(FORM, TABLE, {"shape": shape, "atype": atype, "dtype": dtype, "satfinite": satfinite})


def test_a_wrong_value_is_reported_with_the_legal_values() -> None:
    assert message_for("small", "f16", "s32") == "times with atype .f16 needs dtype .f16 or .f32 (got .s32)"


def test_of_several_nearest_rows_the_latest_slot_is_blamed() -> None:
    assert message_for("large", "s8", "f32") == "times with .large needs atype .f16 (got .s8)"


def test_modifier_that_must_not_be_there_is_named_alone() -> None:
    assert message_for("large", "f16", "f32", "satfinite") == "times with .large needs no .satfinite"


def test_values_of_several_wrong_slots_come_from_one_row() -> None:
    wrong = wrong_slots(TABLE, {"shape": "large", "atype": "s8", "dtype": "s32", "satfinite": "satfinite"})
    assert wrong == {"shape": ("small",)}


def test_slots_that_change_nothing_are_not_named() -> None:
    values = {"shape": "small", "atype": "f16", "dtype": "s32", "satfinite": None}
    assert deciding(TABLE, values, {"dtype": ("f16", "f32")}) == ["atype"]


# Hand-written from sections 9.7.14 to 9.7.16; verdicts of ptxas 13.0 on targets that support them are equal.
LEGAL = (
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {a, b, c, d}, [p];",
    "ldmatrix.sync.aligned.m16n16.x2.trans.shared::cta.b8x16.b6x16_p32 {a, b, c, d}, [p];",
    "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [p], {a};",
    "movmatrix.sync.aligned.m8n8.trans.b16 d, a;",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {a, b, c, d}, {a, b, c, d}, {a, b}, {a, b, c, d};",
    "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16 {a, b, c, d, e, f, g, h}, {a, b}, {a, b}, {a, b, c, d};",
    "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {a, b, c, d}, {a, b, c, d}, {a, b}, {a, b, c, d};",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {a, b, c, d}, {a, b, c, d}, "
    "{a, b, c, d}, {a, b, c, d}, e, 1;",
    "wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32.satfinite {a, b}, {c}, {d}, {e, f};",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {a, b, c, d}, e, f, p, 1, -1, 0, 1;",
    "tcgen05.ld.sync.aligned.16x256b.x2.b32 {a, b, c, d, e, f, g, h}, [t];",
    "tcgen05.cp.cta_group::1.64x128b.warpx2::01_23 [t], d;",
    "tcgen05.mma.cta_group::2.kind::f16 [d], a, b, i, {e, f, g, h, j, k, l, m}, p;",
    "tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [d], [a], b, [s], i, [x], [y], p;",
    "tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::use [d], a, b, i, p, z;",
)

ILLEGAL = {
    "ldmatrix.sync.aligned.m16n16.x4.trans.b8 {a, b, c, d}, [p];": (
        "ldmatrix with type .b8 needs .x1 or .x2 (got .x4)"
    ),
    "ldmatrix.sync.aligned.m16n16.x1.b8 {a, b}, [p];": "ldmatrix.sync.aligned.m16n16.x1.b8 needs .trans",
    "ldmatrix.sync.aligned.m8n8.x9.b16 {a}, [p];": "ldmatrix has no modifier .x9",
    "ldmatrix.sync.aligned.m8n8.x2.b16 {a}, [p];": "operand r takes 2 elements; 1 given",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {a, b, c, d}, {a, b, c, d}, {a, b}, {a, b, c, d};": (
        "mma with atype .f16 needs btype .f16 (got .bf16)"
    ),
    "mma.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {a, b, c, d}, {a, b, c, d}, {a, b}, {a, b, c, d};": (
        "mma with atype .s8 needs .m8n8k16, .m16n8k16 or .m16n8k32 (got .m16n8k64)"
    ),
    "mma.sync.aligned.m16n8k16.col.col.f16.f16.f16.f16 {a, b}, {a, b, c, d}, {a, b}, {a, b};": (
        "mma with .m16n8k16 needs .row (got .col)"
    ),
    "mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {a, b, c, d}, {a, b}, {a, b}, {a, b, c, d}, e, 2;": (
        "operand f is 2; it must be 0 or 1"
    ),
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {a, b, c, d}, e, f, p, 0, 1, 0, 0;": (
        "operand imm_scale_a is 0; it must be -1 or 1"
    ),
    "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {a, b, c, d}, e, f, p;": None,
    "tcgen05.alloc.cta_group::1.sync.aligned.b32 [p], 96;": (
        "operand n_cols is 96; it must be 32, 64, 128, 256 or 512"
    ),
    "tcgen05.cp.cta_group::1.64x128b [t], d;": (
        "tcgen05.cp.cta_group::1.64x128b needs one of .warpx2::02_13, .warpx2::01_23"
    ),
    "tcgen05.mma.cta_group::2.kind::f16 [d], a, b, i, {e, f, g, h}, p;": (
        "operand disable_output_lane takes 8 elements; 4 given"
    ),
    "tcgen05.ld.sync.aligned.16x256b.x64.b32 {a}, [t];": None,
}


@pytest.mark.parametrize("statement", LEGAL)
def test_legal_combination_passes(statement: str) -> None:
    assert [
        diagnostic.message for diagnostic in ptxisa.check_statement(statement) if diagnostic.severity == "error"
    ] == []


@pytest.mark.parametrize("statement", ILLEGAL)
def test_illegal_combinations_are_rejected(statement: str) -> None:
    messages = [
        diagnostic.message for diagnostic in ptxisa.check_statement(statement) if diagnostic.severity == "error"
    ]
    assert messages, statement
    assert ILLEGAL[statement] in (None, messages[0])
