"""Types and state spaces as the run-time tables have them."""

from __future__ import annotations

import pytest

from ptxisa.isa import language, types
from ptxisa.isa.targets import target
from ptxisa.isa.versions import order

BOTH = ("unified", "independent")
SIZES = ("width", "height", "depth", "array_size")
CHANNELS = ("channel_data_type", "channel_order")
SAMPLING = ("filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2")


@pytest.mark.parametrize(
    ("name", "element", "elements", "stride", "padding"),
    [
        ("f16x2", "f16", 2, 16, 0),
        ("e2m1x2", "e2m1", 2, 4, 0),
        ("e2m3x2", "e2m3", 2, 8, 0),
        ("e3m2x4", "e3m2", 4, 8, 0),
        ("b4x16", "b4", 16, 4, 0),
        ("b4x16_p64", "b4", 16, 4, 64),
        ("b6x16_p32", "b6", 16, 6, 32),
        ("b6p2x16", "b6", 16, 8, 0),
    ],
)
def test_packed_types_have_positions_of_their_elements(
    name: str, element: str, elements: int, stride: int, padding: int
) -> None:
    type_ = types.known()[name]
    assert (type_.element, type_.elements, type_.stride) == (element, elements, stride)
    assert type_.bits - type_.elements * type_.stride == padding


def test_other_types_have_one_element() -> None:
    alone = [type_ for type_ in types.known().values() if type_.kind != "packed"]
    assert alone
    assert {(other.element, other.elements, other.stride) for other in alone} == {(None, 1, 0)}


@pytest.mark.parametrize("mode", BOTH)
def test_opaque_types_have_the_fields_of_their_texture_mode(mode: str) -> None:
    """Tables 10 and 11 of section 5.3."""
    fields = {
        name: {field.name for field in type_.fields if mode in field.modes}
        for name, type_ in types.known().items()
        if type_.kind == "opaque"
    }
    texture = {*SIZES, *CHANNELS, *SAMPLING, "normalized_coords", "num_mipmap_levels", "num_samples"}
    assert fields == {
        "texref": texture,
        "surfref": {*SIZES, *CHANNELS, "memory_layout"},
        "samplerref": {*SAMPLING, "force_unnormalized_coords"} if mode == "independent" else set(),
    }


def test_textures_ignore_sampling_in_independent_mode() -> None:
    ignored = {(field.name, mode) for field in types.known()["texref"].fields for mode in field.ignored}
    assert ignored == {(name, "independent") for name in SAMPLING}


def test_fields_have_the_values_of_their_enumerations() -> None:
    fields = {field.name: field for field in types.known()["texref"].fields}
    assert fields["filter_mode"].values == ("nearest", "linear")
    assert fields["addr_mode_2"].values == ("wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border")
    assert fields["channel_data_type"].values == tuple(range(0x10D0, 0x10DF))
    assert fields["channel_order"].values == tuple(range(0x10B0, 0x10BA))
    assert fields["width"].values == ()


def test_initial_values_of_types() -> None:
    constants = {name: type_.constants for name, type_ in types.known().items() if type_.constants}
    assert constants["b16"] == ("integer", "float")
    assert constants["s64"] == ("integer",)
    assert constants["f32"] == ("float",)
    assert set(constants) == {
        *("b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64")
    }
    assert {space.name: space.addresses for space in types.known().values() if space.addresses} == {
        "u8": "byte",
        "u32": "whole",
        "u64": "whole",
    }


def test_parts_of_state_spaces_lie_within_whole_ones() -> None:
    spaces = language.state_spaces()
    assert {name: space.within for name, space in spaces.items() if space.within} == {
        "const[bank]": "const",
        "param::entry": "param",
        "param::func": "param",
        "shared::cta": "shared",
        "shared::cluster": "shared",
    }
    assert {name for name, space in spaces.items() if space.initializable == "yes"} == {
        "const",
        "const[bank]",
        "global",
    }


def test_the_largest_reached_limit_counts_for_kernel_parameters() -> None:
    from ptxisa.query.availability import satisfied

    (home,) = (home for home in language.state_spaces()["param"].homes if home.place == "kernel-parameter")

    def most(name: str, version: str) -> int:
        return max(
            limit.bytes for limit in home.limits if satisfied(limit.ptx, limit.target, target(name), order(version))
        )

    assert [most("sm_10", "1.4"), most("sm_10", "1.5"), most("sm_60", "8.7"), most("sm_70", "8.1")] == [
        *(256, 4352, 4352, 32764)
    ]


def test_rules_of_new_features_have_their_first_version() -> None:
    versions = {name: clauses[0].ptx for name, clauses in language.features().items()}
    assert (
        versions.items()
        >= {
            "address_initializer": "2.1",
            "function_initializer": "2.1",
            "generic_initializer": "3.1",
            "kernel_initializer": "3.1",
            "mask_initializer": "7.1",
            "masked_constant": "7.3",
        }.items()
    )
