"""Compute capabilities by name, with the sources of their values."""

from __future__ import annotations

import pytest

from ptxisa.isa.capabilities import Capability, UnknownCapability, UnknownProperty, capability, known, order

ONE = Capability(
    "cc_1.0", "1.0", "First", ("sm_10",), {"warp_size": 32, "clusters": False},
    {"manual 1": ("warp_size",), "header 2": ("warp_size", "clusters")}, "A generation.",
)  # fmt: skip


@pytest.mark.parametrize("text", ["9.0", "cc_9.0", "cc9.0", "compute capability 9.0", "sm_90", "sm_90a", "compute_90"])
def test_spellings_of_a_capability(text: str) -> None:
    assert capability(text).version == "9.0"


@pytest.mark.parametrize("text", ["9", "sm_9", "90", "9.00", "\n9.0"])
def test_an_unknown_capability_raises(text: str) -> None:
    with pytest.raises(UnknownCapability, match="unknown compute capability"):
        capability(text)


def test_each_value_has_the_sources_that_state_it() -> None:
    assert ONE.sources == {"warp_size": ("manual 1", "header 2"), "clusters": ("header 2",)}
    for known_capability in known().values():
        assert all(known_capability.sources.values()), known_capability.version
        assert {name for names in known_capability.stated.values() for name in names} == set(known_capability.values)


def test_a_number_is_not_a_truth_value_unless_it_is_known() -> None:
    assert ONE.number("warp_size") == 32
    assert ONE.number("cache_line", 128) == 128
    with pytest.raises(UnknownProperty, match=r"cache_line of compute capability 1\.0 is unknown"):
        ONE.number("cache_line")


def test_capabilities_are_in_order() -> None:
    assert order("10.3") > order("9.0")
    assert list(known()) == sorted(known(), key=order)
