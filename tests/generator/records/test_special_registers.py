"""Special registers: members of families, types that read them, and what their records say of other registers."""

from pathlib import Path

import pytest

from generator.records.model import TypeRecord
from generator.records.special_registers import member_names, read_as
from tests.generator.record_trees import HERE, Edit, built, check_marked, edited, marked, problems, write

TID = "special_registers/%tid.yaml"


def type_(name: str, kind: str, bits: int) -> TypeRecord:
    return TypeRecord(name, kind, bits, (name,), True, "", ())


TYPES = {
    type_record.name: type_record
    for type_record in (
        type_("pred", "predicate", 1),
        type_("b1", "bits", 1),
        type_("b16", "bits", 16),
        type_("u16", "unsigned", 16),
        type_("f16", "float", 16),
        type_("b32", "bits", 32),
        type_("u32", "unsigned", 32),
        type_("s32", "signed", 32),
        type_("f32", "float", 32),
        type_("u16x2", "packed", 32),
        type_("u64", "unsigned", 64),
    )
}


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ({"name": "%clock"}, ["%clock"]),
        ({"name": "%pm4", "instances": {"stem": "%pm", "first": 4, "last": 7}}, ["%pm4", "%pm5", "%pm6", "%pm7"]),
        (
            {"name": "%pm0_64", "instances": {"stem": "%pm", "first": 0, "last": 1, "suffix": "_64"}},
            ["%pm0_64", "%pm1_64"],
        ),
    ],
)
def test_registers_of_a_family_record(data: dict[str, object], names: list[str]) -> None:
    assert member_names(data) == names


@pytest.mark.parametrize(
    ("data", "types"),
    [
        ({"type": "u32"}, ("u32", "b32", "s32")),
        ({"type": "b32"}, ("b32", "s32", "u32")),
        ({"type": "pred"}, ("pred",)),
        ({"type": "u32", "earlier": [{"type": "u16"}]}, ("u32", "b32", "s32", "b16", "u16")),
        (
            {"type": "u64", "earlier": [{"type": "u16"}, {"type": "u32"}]},
            ("u64", "b32", "s32", "u32", "b16", "u16"),
        ),
    ],
)
def test_types_that_read_a_register(data: dict[str, object], types: tuple[str, ...]) -> None:
    assert read_as(data, TYPES) == types


def family(name: str, instances: str) -> dict[str, str]:
    """Return the tree with a family in place of its one register."""
    texts = edited([Edit(TID, 'name: "%tid"', f'name: "{name}"\n{instances}')])
    texts[f"special_registers/{name}.yaml"] = texts.pop(TID)
    return {path: text.replace("special_register/%tid", f"special_register/{name}") for path, text in texts.items()}


def test_runtime_table_has_every_member_of_a_family(tmp_path: Path) -> None:
    from generator.backends.language import special_registers

    texts = family("%tid0", 'instances: {stem: "%tid", first: 0, last: 2}')
    registers = dict(special_registers(built(write(tmp_path, texts))))
    assert list(registers) == ["%tid0", "%tid1", "%tid2"]
    assert {register.record for register in registers.values()} == {"%tid0"}
    assert registers["%tid2"].read_as == ("s32", "b32")


WRONG = {
    "family named after another": (
        Edit(TID, 'name: "%tid"', f'{HERE}name: "%tid"\ninstances: {{stem: "%tid", first: 0, last: 2}}'),
        "the first register of the family is %tid0",
    ),
    "half of nothing": (
        Edit(TID, "summary:", f'part: {{{HERE}of: "%clock64", half: low}}\nsummary:'),
        "unknown special register '%clock64'",
    ),
    "bound that is no register": (
        Edit(TID, "summary:", f'bounds: {{min: 0, {HERE}below: "%tit"}}\nsummary:'),
        "unknown special register '%tit'; did you mean %tid?",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_records_name_registers_that_exist(name: str, tmp_path: Path) -> None:
    edit, message = WRONG[name]
    check_marked([edit], message, tmp_path)


def test_constant_as_a_bound(tmp_path: Path) -> None:
    texts = edited([Edit(TID, "summary:", "bounds: {min: 0, below: WARP_SZ}\nsummary:")])
    assert problems(write(tmp_path, texts)) == []


def test_family_with_one_member(tmp_path: Path) -> None:
    texts = family("%tid3", f'{HERE}instances: {{stem: "%tid", first: 3, last: 3}}')
    assert problems(write(tmp_path, texts)) == [marked(texts, "a family has more than one register")]
