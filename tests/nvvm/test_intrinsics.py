"""Intrinsics of NVVM IR: names, declarations, and the PTX that they become."""

from __future__ import annotations

import re

import pytest

from ptxisa.isa.instructions import forms_of
from ptxisa.isa.language import special_registers
from ptxisa.isa.nvvm import DIALECTS, Family, IntrinsicParameter, Member, families
from ptxisa.isa.opcode import ResolvedInstruction, match
from ptxisa.isa.targets import target, terms
from ptxisa.nvvm.intrinsics import (
    NameTemplateError,
    UnknownIntrinsic,
    codes,
    combinations,
    expanded,
    filled,
    intrinsic,
    intrinsics,
    known,
    modern_name,
    names,
    reaching,
    spliced,
)

EVERY = list(intrinsics())

SPECIFIED = {
    "llvm.nvvm.shfl.sync.i32": "declare {i32, i1} @llvm.nvvm.shfl.sync.i32"
    "(i32 %membermask, i32 %mode, i32 %a, i32 %b, i32 %c)",
    "llvm.nvvm.barrier0": "declare void @llvm.nvvm.barrier0()",
    "llvm.nvvm.atomic.load.add.f64.p3f64": "declare double @llvm.nvvm.atomic.load.add.f64.p3f64"
    "(double addrspace(3)* %address, double %val)",
    "llvm.nvvm.tex.unified.1d.array.grad.v4s32.f32": "declare {i32, i32, i32, i32}"
    " @llvm.nvvm.tex.unified.1d.array.grad.v4s32.f32(i64 %tex, i32 %idx, float %x, float %dPdx, float %dPdy)",
    "llvm.nvvm.suld.3d.v2i64.zero": "declare {i64, i64} @llvm.nvvm.suld.3d.v2i64.zero"
    "(i64 %surf, i32 %x, i32 %y, i32 %z)",
    "llvm.nvvm.sust.p.2d.array.v2i32.trap": "declare void @llvm.nvvm.sust.p.2d.array.v2i32.trap"
    "(i64 %surf, i32 %idx, i32 %x, i32 %y, i32 %r, i32 %g)",
    "llvm.nvvm.hmma.m8n32k16.ld.c.f32.p1f32": "declare {float, float, float, float, float, float, float, float}"
    " @llvm.nvvm.hmma.m8n32k16.ld.c.f32.p1f32(float addrspace(1)* %ptr, i32 %ldm, i32 %rowcol)",
    "llvm.nvvm.read.ptx.sreg.nctaid.z": "declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()",
    "llvm.sadd.with.overflow.i16": "declare {i16, i1} @llvm.sadd.with.overflow.i16(i16 %a, i16 %b)",
}
"""Declarations of the specification, except for the names of some parameters."""
COUNTS = {"nvvm-surface-loads": 5 * 11 * 3, "nvvm-surface-stores": 5 * 11 * 3 + 5 * 3, "nvvm-special-registers": 13}


@pytest.mark.parametrize("name", SPECIFIED)
def test_declarations_match_the_specification(name: str) -> None:
    assert intrinsic(name).declaration() == SPECIFIED[name]


def test_names_are_unique_and_find_their_intrinsic() -> None:
    every_name = [member.name for member in EVERY]
    assert len(every_name) == len(set(every_name)) > 700
    assert sorted(every_name) == sorted(names())
    for member in EVERY:
        assert intrinsic(member.name) == member
        assert not member.modern or intrinsic(member.modern).family == member.family


@pytest.mark.parametrize("family", COUNTS)
def test_a_family_has_every_combination(family: str) -> None:
    assert len(list(intrinsics(family))) == COUNTS[family]


@pytest.mark.parametrize("member", EVERY, ids=lambda member: member.name)
def test_lowerings_are_forms_or_special_registers(member) -> None:
    for lowering in member.lowerings:
        if lowering.register:
            register, _, element = lowering.register.partition(".")
            assert element in ("x", "y", "z", "")
            assert register in special_registers()
            continue
        mnemonic, *modifiers = lowering.opcode.split(".")
        (form,) = (form for form in forms_of(mnemonic) if form.id == lowering.form)
        assert isinstance(match(form, modifiers), ResolvedInstruction)
        assert lowering.when.keys() <= codes(member).keys()


def test_targets_and_dialects_are_known() -> None:
    for member in EVERY:
        assert set(member.dialects) <= set(DIALECTS)
        assert bool(member.modern) == ("modern" in member.dialects)
        for term in terms(member.target) if member.target else ():
            assert target(term.name)
        assert "{" not in re.sub(r"\{[^{}]*\}(?=\*| @)", "", member.declaration())


def test_pointers_of_the_modern_dialect_are_opaque() -> None:
    member = intrinsic("llvm.nvvm.atomic.load.inc.32.p1")
    assert member.name == "llvm.nvvm.atomic.load.inc.32.p1i32"
    assert member.declaration("modern") == (
        "declare i32 @llvm.nvvm.atomic.load.inc.32.p1(ptr addrspace(1) %address, i32 %val)"
    )
    assert intrinsic("llvm.invariant.start.p0").declaration("modern").startswith("declare ptr @")
    for each in EVERY:
        if "modern" in each.dialects:
            assert "*" not in each.declaration("modern")
    assert modern_name("llvm.memcpy.p0i8.p1i8.i64") == "llvm.memcpy.p0.p1.i64"


def test_a_type_is_named_as_in_llvm_or_in_the_specification() -> None:
    name = "llvm.nvvm.hmma.m16n16k16.st.c.f32.p1"
    assert intrinsic(f"{name}float").name == intrinsic(f"{name}f32").name == f"{name}f32"


def test_vectors_of_scalar_types() -> None:
    assert intrinsic("llvm.ctlz.v4i32").declaration() == (
        "declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %a, i1 %zero_undefined)"
    )
    assert intrinsic("@llvm.sqrt.v2f64").returns == ("<2 x double>",)
    assert not known("llvm.bswap.v2i32")
    assert not known("llvm.ctpop.v1i32")


@pytest.mark.parametrize("name", ["", "@", "llvm", "llvm.", "llvm.nvvm.nothing", "add", "\0", "llvm.ctpop.i128"])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(UnknownIntrinsic, match="unknown intrinsic"):
        intrinsic(name)


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(UnknownIntrinsic, match=r"did you mean llvm\.nvvm\.shfl\.sync\.i32\?"):
        intrinsic("llvm.nvvm.shuffle.sync.i32")


def test_compute_targets() -> None:
    on = {name: {member.family for member in intrinsics(target=target(name))} for name in ("compute_60", "compute_70")}
    assert on["compute_70"] - on["compute_60"] == {"nvvm-match", "nvvm-matrix"}
    assert not intrinsic("llvm.nvvm.cluster.barrier").available(target("compute_89"))
    assert intrinsic("llvm.nvvm.cluster.barrier").available(target("compute_90"))


def test_forms_are_reached_from_intrinsics() -> None:
    reached = {(member.name, lowering.cuda) for _, member, lowering in reaching("vote.sync.ballot")}
    assert reached == {("llvm.nvvm.vote.sync", ("__ballot_sync",))}
    assert list(reaching("add.u16x2")) == []


def test_an_operand_of_several_fields() -> None:
    (flags,) = intrinsic("llvm.nvvm.cluster.barrier").arguments
    assert flags.constant
    assert [(field.name, field.high, field.low) for field in flags.fields] == [
        ("operation", 3, 0),
        ("ordering", 7, 4),
        ("reserved", 31, 8),
    ]


def test_rows_and_counts_of_a_small_family() -> None:
    axes = {"a": {"x": {}, "y": {"all": ("p", "q")}}, "b": {"1": {}, "2": {}}}
    member = Member(
        "one",
        "llvm.{a}.{b}",
        "Say {a}.",
        ("i8 x 2",),
        (IntrinsicParameter("{a.all}", "i32"), IntrinsicParameter("c", "i8", number="2")),
        rows=({"a": ("y",)}, {"a": ("y",), "b": ("1",)}),
    )
    family = Family("small", "bits", "", axes, {}, (member,))
    assert list(combinations(family, member)) == [{"a": "y", "b": "1"}, {"a": "y", "b": "2"}, {"a": "y", "b": "1"}]
    first = next(expanded(family))
    assert first.declaration() == "declare {i8, i8} @llvm.y.1(i32 %p, i32 %q, i8 %c0, i8 %c1)"
    assert first.summary == "Say y."


def test_every_family_has_a_member_of_each_id_once() -> None:
    for family in families().values():
        ids = [member.id for member in family.members]
        assert len(ids) == len(set(ids))


def test_modes_of_shuffles() -> None:
    mode = intrinsic("llvm.nvvm.shfl.sync.i32").arguments[1]
    assert mode.constant
    assert [(code.value, code.name) for code in mode.fields[0].codes] == list(enumerate(("idx", "up", "down", "bfly")))


FAMILY = Family(
    "f", "bits", "", {"type": {"f32": {"llvm": "float", "many": ("i8 x 2", "i16"), "none": (), "count": 4}}}, {}, ()
)


@pytest.mark.parametrize(
    ("template", "texts"),
    [
        ("llvm.{type}", ("llvm.f32",)),
        ("{type.llvm}*", ("float*",)),
        ("{{type.llvm}, i1}", ("{float, i1}",)),
        ("{ i32, i1 }", ("{ i32, i1 }",)),
        ("{type.many}", ("i8", "i8", "i16")),
        ("{type.none}", ()),
        ("{type.llvm} x {type.count}", ("float",) * 4),
        ("<2 x i32>", ("<2 x i32>",)),
    ],
)
def test_templates(template: str, texts: tuple[str, ...]) -> None:
    assert spliced(template, FAMILY, {"type": "f32"}) == texts


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{other}", "no axis 'other'; axes are type"),
        ("{type.other}", "value 'f32' of axis 'type' has no property 'other'"),
        ("a{type.many}", "must be the whole template"),
    ],
)
def test_errors_of_templates(template: str, message: str) -> None:
    with pytest.raises(NameTemplateError, match=message):
        filled(template, FAMILY, {"type": "f32"})
