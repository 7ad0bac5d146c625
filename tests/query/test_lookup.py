"""Lookup of records by the names that people use, and of the variant of an opcode or statement."""

import pytest

import ptxisa


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("%tid.x", "special_register", "%tid"),
        ("threadIdx.x", "special_register", "%tid"),
        ("__clz(x)", "instruction", "clz"),
        (".maxntid 256, 1, 1", "directive", "maxntid"),
        ('.pragma "nounroll";', "pragma", "nounroll"),
        ("PTX ISA 8.5", "version", "8.5"),
        ("cuda 12.6", "toolkit", "cuda-12.6"),
        ("compute capability 8.6", "compute_capability", "cc_8.6"),
        ("12.6", "toolkit", "cuda-12.6"),
        ("compute_90a", "target", "sm_90a"),
        ("atomicadd", "instruction", "atom"),
        ("ret;", "instruction", "ret"),
    ],
)
def test_names_find_records(text: str, kind: str, name: str) -> None:
    result = ptxisa.database().lookup(text)
    assert (kind, name) in {(record["kind"], record["name"]) for record in result.records}
    assert not result.opcode


@pytest.mark.parametrize(
    ("text", "opcode", "forms"),
    [
        ("add.sat.s32 d,a,b;", "add.sat.s32", {"add.int.sat"}),
        ("@!p add.sat.s32 d,a,b;", "add.sat.s32", {"add.int.sat"}),
        ("cvt.rn.satfinite.e4m3x2.f32", "cvt.rn.satfinite.e4m3x2.f32", {"cvt.f8x2.f32"}),
    ],
)
def test_an_opcode_finds_its_variant(text: str, opcode: str, forms: set[str]) -> None:
    result = ptxisa.database().lookup(text)
    assert (result.opcode, set(result.forms)) == (opcode, forms)
    assert result.records


@pytest.mark.parametrize("text", ["", "add with carry", "add.nonsense", "xyzzy", "\ud800", "%nothing.x", "((", "..."])
def test_other_texts_have_no_records(text: str) -> None:
    assert not ptxisa.database().lookup(text).records
