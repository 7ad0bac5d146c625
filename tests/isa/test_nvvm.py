"""Tables of NVVM IR: what is supported, in which address spaces, with which properties."""

from __future__ import annotations

import re

import pytest

from ptxisa.isa.language import attributes, directives, state_spaces
from ptxisa.isa.nvvm import (
    DIALECTS,
    Construct,
    ConstructEntry,
    address_spaces,
    constructs,
    data_layouts,
    families,
    property_kinds,
)
from ptxisa.isa.targets import target, terms

SUPPORT = ("supported", "ignored", "unsupported")


@pytest.mark.parametrize(
    ("construct", "name", "support"),
    [
        ("nvvm-linkage", "linkonce", "supported"),
        ("nvvm-linkage", "extern_weak", "unsupported"),
        ("nvvm-visibility", "hidden", "ignored"),
        ("nvvm-terminators", "switch", "supported"),
        ("nvvm-terminators", "invoke", "unsupported"),
        ("nvvm-types", "fp128", "unsupported"),
        ("nvvm-types", "double", "supported"),
        ("nvvm-memory-instructions", "fence", "unsupported"),
        ("nvvm-metadata-nodes", "tbaa", "ignored"),
        ("nvvm-function-attributes", "convergent", "supported"),
        ("nvvm-function-attributes", "naked", "unsupported"),
    ],
)
def test_support(construct: str, name: str, support: str) -> None:
    assert constructs()[construct].support_of(name) == support


def test_unspecified_support_is_empty() -> None:
    construct = Construct("c", "module", "", entries={"a": ConstructEntry("a", "ignored")})
    assert construct.support_of("a") == "ignored"
    assert construct.support_of("b") == ""


def test_words_of_tables_are_known() -> None:
    for construct in constructs().values():
        assert {construct.support, construct.others} <= {*SUPPORT, ""}
        for part in (*construct.entries.values(), *construct.rules.values()):
            assert set(part.dialects) <= set(DIALECTS)
            assert all(target(term.name) for term in terms(part.target)) if part.target else True
        assert all(entry.support in SUPPORT for entry in construct.entries.values())
        assert {name for entry in construct.entries.values() for name in entry.directives} <= {
            directive.removeprefix(".") for directive in directives()
        }


def test_identifiers() -> None:
    identifiers = constructs()["nvvm-identifiers"]
    assert re.fullmatch(identifiers.pattern, "@kernel_1$")
    assert not re.fullmatch(identifiers.pattern, "@a.b")
    assert any(re.fullmatch(pattern, "@llvm.nvvm.barrier0") for pattern in identifiers.reserved)


def test_address_spaces() -> None:
    every = address_spaces()
    assert {name: number_space.numbers for name, number_space in every.items() if number_space.variables} == {
        "global": (1,),
        "shared": (3,),
        "constant": (4,),
    }
    assert {name for name, number_space in every.items() if number_space.pointers} == {
        "generic",
        "global",
        "shared",
        "constant",
        "local",
    }
    assert every["reserved"].onwards == 101
    assert set(every["generic"].converts_to) == {"global", "shared", "constant", "local"}
    assert {number_space.state_space for number_space in every.values() if number_space.state_space} <= set(
        state_spaces()
    )


def test_constraints_of_inline_assembly() -> None:
    entries = constructs()["nvvm-inline-assembly"].entries
    types = {name: entry.type for name, entry in entries.items() if entry.type}
    assert types == {"c": "i8", "h": "i16", "r": "i32", "l": "i64", "f": "f32", "d": "f64"}


def test_entities_and_minimums_of_annotations() -> None:
    every = {name: (kind.entity, kind.minimum) for kind in property_kinds().values() for name in kind.properties}
    assert (
        every.items()
        >= {
            "kernel": ("function", None),
            "maxntidx": ("kernel", 1),
            "reqntidz": ("kernel", 1),
            "minctasm": ("kernel", 0),
            "maxnreg": ("function", 1),
            "cluster_dim_x": ("kernel", 0),
            "grid_constant": ("kernel", 1),
            "align": ("function", None),
            "texture": ("variable", None),
            "managed": ("variable", None),
        }.items()
    )


def test_data_layouts_match_their_triples() -> None:
    every = data_layouts().values()
    assert [layout.bits for layout in every if not layout.obsolete] == [64]
    for layout in every:
        assert layout.layout.startswith(f"e-p:{layout.bits}:")
        assert layout.triple.startswith("nvptx64-" if layout.bits == 64 else "nvptx-")


def test_properties_are_there_once_and_become_directives() -> None:
    every = property_kinds().values()
    names = [name for address_space in every for name in address_space.properties]
    assert len(names) == len(set(names))
    assert {"maxntidx", "cluster_dim_z", "grid_constant", "kernel", "managed"} <= set(names)
    assert {address_space.attribute for address_space in every if address_space.attribute} <= {
        address_space.removeprefix(".") for address_space in attributes()
    }
    assert property_kinds()["nvvm-cluster-dim"].target == "sm_90+"


def test_families_have_members() -> None:
    assert len(families()) > 20
    assert all(family.members for family in families().values())
