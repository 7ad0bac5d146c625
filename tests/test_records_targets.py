"""The records of targets, versions, types and documents agree with one another."""

from __future__ import annotations

from typing import Any

import pytest

from generator.records.isa import Isa
from ptxisa.isa.versions import order
from tests.generator.real_records import real_records


@pytest.fixture(scope="module")
def isa() -> Isa:
    return real_records()


def named(isa: Isa, kind: str) -> dict[str, Any]:
    return {record.data["name"]: record.data for record in isa.records(kind)}


def test_targets_are_named_by_capability_and_variant(isa: Isa) -> None:
    variants = {"a": "accelerated", "f": "family"}
    for name, data in named(isa, "target").items():
        assert data["variant"] == variants.get(name[-1], "base"), name
        assert "sm_" + data["compute_capability"].replace(".", "") == name.rstrip("af")


def test_a_family_is_named_for_its_oldest_base_target(isa: Isa) -> None:
    targets = named(isa, "target")
    for name, data in targets.items():
        oldest, base = targets[data["family"]], targets[name.rstrip("af")]
        assert oldest["variant"] == "base", name
        assert oldest["family"] == oldest["name"] == targets[base["name"]]["family"], name
        assert order(oldest["introduced"]) <= order(base["introduced"]) <= order(data["introduced"]), name


def test_a_renamed_target_keeps_variant_and_family_and_its_new_name_is_newer(isa: Isa) -> None:
    targets = named(isa, "target")
    renamed = {name: targets[data["renamed"]] for name, data in targets.items() if "renamed" in data}
    assert renamed
    for name, new in renamed.items():
        assert (new["variant"], new["family"]) == (targets[name]["variant"], targets[name]["family"])
        assert order(new["introduced"]) > order(targets[name]["introduced"])


def test_a_version_lists_the_documented_targets_introduced_up_to_it_and_announces_its_own(isa: Isa) -> None:
    targets = named(isa, "target")
    for version, data in named(isa, "version").items():
        upto = {n for n, t in targets.items() if t["documented"] and order(t["introduced"]) <= order(version)}
        assert set(data["targets"]) == upto, version
        added = [
            t for change in data.get("changes", ()) if change["change"] == "added" for t in change.get("targets", ())
        ]
        own = {name for name in data["targets"] if targets[name]["introduced"] == version}
        assert sorted(added) == sorted(own), version


def test_versions_and_their_cuda_releases_rise_together(isa: Isa) -> None:
    versions = sorted(named(isa, "version").values(), key=lambda data: order(data["name"]))
    assert len({order(data["name"]) for data in versions}) == len(versions)
    releases = [order(release["cuda"]) for data in versions for release in data["releases"] if "cuda" in release]
    assert releases == sorted(set(releases))


def test_registers_that_hold_a_type_are_declarable_and_the_narrowest_that_have_room(isa: Isa) -> None:
    widths = [8, 16, 32, 64, 128]
    for name, type_ in isa.types.items():
        room = {type_.bits} if type_.declarable else {min(width for width in widths if width >= type_.bits)}
        holders = [isa.types[register] for register in type_.registers]
        assert {holder.bits for holder in holders} <= room, name
        assert all(holder.declarable for holder in holders), name
        assert (name in type_.registers) == type_.declarable, name


def test_packed_types_have_room_for_their_elements_and_the_padding_that_they_are_named_for(isa: Isa) -> None:
    padding = {"b4x16_p64": 64, "b6x16_p32": 32}
    for name, type_ in isa.types.items():
        if type_.element is not None:
            stride = type_.stride or isa.types[type_.element].bits
            assert stride >= isa.types[type_.element].bits, name
            assert type_.bits == stride * type_.elements + padding.get(name, 0), name


def test_sections_are_listed_once_as_prose_or_instructions(isa: Isa) -> None:
    for name, data in named(isa, "document").items():
        numbers = [section["number"] for section in data["sections"]]
        assert len(set(numbers)) == len(numbers), name
        assert [s["number"] for s in data["sections"] if "prose" in s and "mnemonics" in s] == [], name
