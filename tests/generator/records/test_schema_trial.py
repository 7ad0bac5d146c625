"""The schemas can say what the hardest instructions need: records of cvt, ld, mma, tcgen05.mma and tex.

The records under tests/fixtures/records are a tree of their own. They hold one or two forms of each
instruction, complete but for semantics, with the types, modifiers, targets and versions that these need.
"""

from __future__ import annotations

import pytest

from generator.records.isa import Isa
from generator.records.load import FOLDERS, ROOT
from generator.records.yaml_reader import Located, read
from ptxisa.isa.forms import Form, Values, broken_rule, choose, holds, type_of
from ptxisa.syntax.template import OperandTemplate, parse_template
from tests.generator.record_trees import built

RECORDS = ROOT / "tests" / "fixtures" / "records"


@pytest.fixture(scope="module")
def isa() -> Isa:
    """Return the trial records, loaded, resolved and proved as the build does it."""
    return built(RECORDS)


@pytest.fixture(scope="module")
def forms(isa: Isa) -> dict[str, Form]:
    return {form.id: form for _, form, _ in isa.forms()}


def test_trial_has_a_record_of_every_kind(isa: Isa) -> None:
    assert set(isa.loaded.counts()) == set(FOLDERS.values())
    assert min(isa.loaded.counts().values()) >= 1


def test_trial_has_the_forms_of_five_instructions(forms: dict[str, Form]) -> None:
    assert {form: forms[form].mnemonic for form in forms} == {
        "cvt.f8x2.f32": "cvt",
        "cvt.rs.x4.f32": "cvt",
        "ld.weak": "ld",
        "mma.m16n8k16.f16": "mma",
        "mma.m16n8k64.mxf4nvf4": "mma",
        "tcgen05.mma.shared": "tcgen05",
        "tcgen05.mma.block_scaled": "tcgen05",
        "tex.sampler": "tex",
    }


def test_every_slot_has_values_of_a_group_that_has_them(isa: Isa) -> None:
    groups = {name: {value.value for value in values} for name, values in isa.modifiers.items()}
    groups["type"] = set(isa.types)
    slots = [slot for _, form, _ in isa.forms() for slot in form.slots]
    assert [slot for slot in slots if not set(slot.values) <= groups[slot.group]] == []
    assert {slot.group for slot in slots} == set(groups), "every modifier record is used"


# Together with the records of the project.


def same(trial: Located, real: Located, keys: tuple[str, ...]) -> None:
    for key in keys:
        assert trial.data.get(key) == real.data.get(key), (trial.path, key)


@pytest.mark.parametrize(
    ("folder", "keys"),
    [
        ("targets", ("name", "variant", "family", "compute_capability", "introduced", "renamed", "assemblers")),
        ("versions", ("name", "releases")),
    ],
)
def test_targets_and_versions_are_those_of_the_project(folder: str, keys: tuple[str, ...]) -> None:
    files = sorted((RECORDS / folder).glob("*.yaml"))
    assert files
    for file in files:
        same(read(file), read(ROOT / "isa" / folder / file.name), keys)


# Operands by case.


def values(form: Form, **given: str) -> Values:
    """Return slot values of a form: literals as written, optional slots absent, others as given."""
    contents: dict[str, str | None] = {
        slot.name: slot.values[0] if slot.literal and not slot.optional else None for slot in form.slots
    }
    assert set(given) <= set(contents), "each value must be that of a slot"
    return {**contents, **given}


LD = {"type": "b32"}
TEX = {"dtype": "f32", "ctype": "f32"}


@pytest.mark.parametrize(
    ("form", "given", "operand", "type_", "vector"),
    [
        ("cvt.f8x2.f32", {"dtype": "e4m3x2"}, "d", "e4m3x2", None),
        ("cvt.rs.x4.f32", {"dtype": "e2m1x4"}, "d", "e2m1x4", None),
        ("cvt.rs.x4.f32", {"dtype": "e2m1x4"}, "f", "f32", None),
        ("ld.weak", LD, "d", "b32", None),
        ("ld.weak", {**LD, "vec": "v2"}, "d", "b32", 2),
        ("ld.weak", {"type": "s8", "vec": "v4"}, "d", "s8", 4),
        ("ld.weak", LD, "cache_policy", "b64", None),
        ("mma.m16n8k16.f16", {"dtype": "f16", "ctype": "f16"}, "d", "f16x2", 2),
        ("mma.m16n8k16.f16", {"dtype": "f32", "ctype": "f32"}, "d", "f32", 4),
        ("mma.m16n8k16.f16", {"dtype": "f32", "ctype": "f32"}, "a", "f16x2", 4),
        ("mma.m16n8k16.f16", {"dtype": "f16", "ctype": "f16"}, "c", "f16x2", 2),
        ("mma.m16n8k64.mxf4nvf4", {"scale_vec_size": "scale_vec::2X", "stype": "ue8m0"}, "b", "b32", 2),
        ("mma.m16n8k64.mxf4nvf4", {"scale_vec_size": "scale_vec::2X", "stype": "ue8m0"}, "byte_id_a", "u16", None),
        (
            "tcgen05.mma.shared",
            {"cta_group": "cta_group::1", "kind": "kind::f16"},
            "disable_output_lane",
            "b32",
            4,
        ),
        (
            "tcgen05.mma.shared",
            {"cta_group": "cta_group::2", "kind": "kind::f16"},
            "disable_output_lane",
            "b32",
            8,
        ),
        ("tex.sampler", {**TEX, "geom": "1d"}, "c", "f32", 1),
        ("tex.sampler", {**TEX, "geom": "2d"}, "c", "f32", 2),
        ("tex.sampler", {**TEX, "geom": "3d"}, "c", "f32", 4),
        ("tex.sampler", {**TEX, "geom": "a1d"}, "c", "b32", 2),
        ("tex.sampler", {"dtype": "f16", "ctype": "s32", "geom": "2dms"}, "c", "b32", 4),
        ("tex.sampler", {"dtype": "f16", "ctype": "s32", "geom": "2dms"}, "d", "f16", 4),
        ("tex.sampler", {**TEX, "geom": "a2d"}, "e", "s32", 2),
    ],
)
def test_operand_follows_the_modifiers(
    form: str, given: dict[str, str], operand: str, type_: str, vector: int | None, forms: dict[str, Form]
) -> None:
    chosen = values(forms[form], **given)
    assert type_of(forms[form].operand(operand), chosen) == type_
    assert choose(forms[form].operand(operand).vector, chosen) == vector


@pytest.mark.parametrize(
    ("given", "space", "alignment"),
    [
        ({"type": "b8"}, "generic", 1),
        ({"type": "b128", "ss": "global"}, "global", 16),
        ({"type": "f32", "ss": "shared::cluster", "vec": "v4"}, "shared", 16),
        ({"type": "u16", "ss": "param::entry", "vec": "v4"}, "param", 8),
        ({"type": "s8", "ss": "const", "vec": "v2"}, "const", 2),
        ({"type": "f64", "ss": "local"}, "local", 8),
    ],
)
def test_address_follows_the_modifiers(
    given: dict[str, str], space: str, alignment: int, forms: dict[str, Form]
) -> None:
    address = forms["ld.weak"].operand("a")
    chosen = values(forms["ld.weak"], **given)
    assert (choose(address.space, chosen), choose(address.alignment, chosen)) == (space, alignment)


def test_properties_of_operands(forms: dict[str, Form]) -> None:
    assert forms["ld.weak"].operand("d").wider_registers
    assert not forms["cvt.f8x2.f32"].operand("d").wider_registers
    assert forms["cvt.rs.x4.f32"].operand("rbits").immediate == "forbidden"
    assert forms["cvt.f8x2.f32"].operand("a").immediate == "allowed"
    scale = forms["tcgen05.mma.shared"].operand("scale_input_d")
    assert (scale.kind, scale.minimum, scale.maximum) == ("immediate", 0, 15)
    assert forms["tcgen05.mma.shared"].operand("d_tmem").access == "readwrite"
    assert [operand.kind for operand in forms["tex.sampler"].operands][2:4] == ["texture", "sampler"]


# Rules.


@pytest.mark.parametrize(
    ("form", "given", "why"),
    [
        ("ld.weak", {**LD, "vec": "v4"}, None),
        ("ld.weak", {"type": "b64", "vec": "v2"}, None),
        ("ld.weak", {"type": "b64", "vec": "v4"}, "A vector has at most 128 bits."),
        ("ld.weak", {"type": "b128", "vec": "v2"}, "A vector has at most 128 bits."),
        ("ld.weak", {**LD, "level_prefetch_size": "L2::64B"}, None),
        ("ld.weak", {**LD, "level_prefetch_size": "L2::64B", "ss": "global"}, None),
        (
            "ld.weak",
            {**LD, "level_prefetch_size": "L2::64B", "ss": "shared::cta"},
            "Prefetching is for global memory and generic addresses that point there.",
        ),
        (
            "ld.weak",
            {**LD, "level_cache_hint": "L2::cache_hint", "ss": "param"},
            "Cache policies are for global memory and generic addresses that point there.",
        ),
        ("mma.m16n8k16.f16", {"dtype": "f16", "ctype": "f16"}, None),
        ("mma.m16n8k16.f16", {"dtype": "f32", "ctype": "f16"}, "The accumulator has the type of the result."),
        ("mma.m16n8k64.mxf4nvf4", {"scale_vec_size": "scale_vec::4X", "stype": "ue4m3"}, None),
        (
            "mma.m16n8k64.mxf4nvf4",
            {"scale_vec_size": "scale_vec::2X", "stype": "ue4m3"},
            "Two scale factors a row are powers of two.",
        ),
        ("tcgen05.mma.block_scaled", {"cta_group": "cta_group::1", "kind": "kind::mxf4"}, None),
        (
            "tcgen05.mma.block_scaled",
            {"cta_group": "cta_group::1", "kind": "kind::mxf4nvf4"},
            "There is no default.",
        ),
        (
            "tcgen05.mma.block_scaled",
            {"cta_group": "cta_group::1", "kind": "kind::mxf8f6f4", "scale_vectorsize": "block16"},
            "Elements of up to 8 bits have one scale factor for 32 of them.",
        ),
        ("tex.sampler", {**TEX, "geom": "cube"}, None),
        (
            "tex.sampler",
            {"dtype": "f32", "ctype": "s32", "geom": "acube"},
            "Directions in a cube are numbers with a fraction.",
        ),
    ],
)
def test_rules_between_modifiers(form: str, given: dict[str, str], why: str | None, forms: dict[str, Form]) -> None:
    rule = broken_rule(forms[form], values(forms[form], **given))
    assert (rule.why if rule else None) == why


# Availability.


@pytest.mark.parametrize(
    ("form", "given", "clauses"),
    [
        ("cvt.f8x2.f32", {"dtype": "e5m2x2"}, ["7.8 sm_90+", "8.1 sm_89+"]),
        ("cvt.rs.x4.f32", {"dtype": "e4m3x4"}, ["8.7 sm_100a", "8.8 sm_103a"]),
        ("ld.weak", {"type": "f32", "ss": "global"}, ["1.0 sm_10+", "2.0 sm_20+", "6.0 sm_70+", "8.3 sm_70+"]),
        ("ld.weak", {"type": "f64", "ss": "global"}, ["1.0 sm_13+", "2.0 sm_20+", "6.0 sm_70+", "8.3 sm_70+"]),
        ("ld.weak", {"type": "f32"}, ["2.0 sm_20+", "6.0 sm_70+", "8.3 sm_70+"]),
        ("ld.weak", {"type": "f32", "weak": "weak"}, ["6.0 sm_70+", "8.3 sm_70+"]),
        ("ld.weak", {"type": "f32", "ss": "shared::cluster"}, ["7.8 sm_90+", "8.3 sm_90+"]),
        ("ld.weak", {"type": "b128", "ss": "shared::cluster"}, ["8.3 sm_90+"]),
        ("ld.weak", {"type": "b128", "level_prefetch_size": "L2::256B"}, ["8.3 sm_80+"]),
        (
            "ld.weak",
            {"type": "b32", "level_prefetch_size": "L2::64B", "level_cache_hint": "L2::cache_hint"},
            ["7.4 sm_80+", "7.4 sm_80+", "8.3 sm_80+", "8.3 sm_80+"],
        ),
        ("mma.m16n8k16.f16", {"dtype": "f32", "ctype": "f32"}, ["7.0 sm_80+"]),
        (
            "mma.m16n8k64.mxf4nvf4",
            {"scale_vec_size": "scale_vec::2X", "stype": "ue8m0"},
            ["8.7 sm_120a", "8.8 sm_120f+"],
        ),
        (
            "tcgen05.mma.shared",
            {"cta_group": "cta_group::1", "kind": "kind::tf32"},
            ["8.6 sm_100a | sm_101a", "8.8 sm_100f+ | sm_101f+"],
        ),
        (
            "tcgen05.mma.block_scaled",
            {"cta_group": "cta_group::1", "kind": "kind::mxf4nvf4", "scale_vectorsize": "scale_vec::4X"},
            ["8.7 sm_100a | sm_101a"],
        ),
        (
            "tcgen05.mma.block_scaled",
            {"cta_group": "cta_group::1", "kind": "kind::mxf4"},
            ["8.8 sm_100f+ | sm_101f+"],
        ),
        ("tex.sampler", {**TEX, "geom": "2d"}, ["1.5 sm_10+", "2.3 sm_10+", "4.2 sm_53+"]),
        ("tex.sampler", {"dtype": "f16", "ctype": "f32", "geom": "2d"}, ["4.2 sm_53+"]),
        ("tex.sampler", {"dtype": "u32", "ctype": "s32", "geom": "a2dms"}, ["3.2 sm_30+", "4.2 sm_53+"]),
    ],
)
def test_clauses_follow_the_modifiers(
    form: str, given: dict[str, str], clauses: list[str], forms: dict[str, Form]
) -> None:
    chosen = values(forms[form], **given)
    applying = [f"{clause.ptx} {clause.target}" for clause in forms[form].availability if holds(clause.when, chosen)]
    assert applying == clauses


# Templates.


def test_template_of_every_form_has_the_operands_of_its_record(forms: dict[str, Form]) -> None:
    for form in forms.values():
        assert parse_template(form.syntax).operand_names() == tuple(operand.name for operand in form.operands)


def test_templates_have_the_shapes_of_the_manual(forms: dict[str, Form]) -> None:
    assert parse_template(forms["tex.sampler"].syntax).operands == (
        OperandTemplate("pair", ("d", "p"), optional_second=True),
        OperandTemplate("address", ("a", "b", "c")),
        OperandTemplate("plain", ("e",), optional=True),
        OperandTemplate("plain", ("f",), optional=True),
    )
    assert parse_template(forms["mma.m16n8k64.mxf4nvf4"].syntax).operands[4:6] == (
        OperandTemplate("plain", ("scale_a_data",)),
        OperandTemplate("vector", ("byte_id_a", "thread_id_a")),
    )
    assert [operand.optional for operand in parse_template(forms["tcgen05.mma.shared"].syntax).operands] == [
        *(False, False, False, False),
        *(True, False, True),
    ]
