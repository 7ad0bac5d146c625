"""Compute capabilities and CUDA releases: what contradicts another record stops the build."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.records.capability_proofs import SORTS, values
from generator.records.isa import Isa
from tests.generator.real_records import real_records
from tests.generator.record_trees import HERE, Edit, edited, marked, problems, write

CAPABILITY, GROUP, TOOLKIT = (
    "compute_capabilities/cc_8.0.yaml",
    "property_groups/limits.yaml",
    "toolkits/cuda-11.0.yaml",
)
VALUES = "    values: {clusters: false, warp_size: 32, sizes: [0, 8]}\n"
SECOND = '  - source: {document: manual, section: "2"}\n'
LATER = """\
kind: compute_capability
name: cc_9.0
version: "9.0"
architecture: Hopper
targets: [sm_90]
facts: [{source: {document: manual, section: "1"}, values: {clusters: false}}]
summary: A later one.
"""
CONTRADICTIONS = {
    "sources disagree": (
        Edit(CAPABILITY, VALUES, f"{VALUES}{SECOND}    values: {{{HERE}warp_size: 64}}\n"),
        "warp_size is 64 here and 32 above",
    ),
    "value of another sort": (
        Edit(CAPABILITY, "warp_size: 32", f"{HERE}warp_size: [32]"),
        "warp_size is not of sort count",
    ),
    "truth value as a count": (
        Edit(CAPABILITY, "warp_size: 32", f"{HERE}warp_size: true"),
        "warp_size is not of sort count",
    ),
    "sizes out of order": (Edit(CAPABILITY, "sizes: [0, 8]", f"{HERE}sizes: [8, 0]"), "sizes is not of sort sizes"),
    "driver that goes back": (
        Edit(TOOLKIT, 'linux: "450.51.6"', f'{HERE}linux: "450.50.6"'),
        "driver 450.50.6 is older than 450.51 above",
    ),
    "release of no PTX version": (
        Edit(TOOLKIT, 'name: cuda-11.0\nrelease: "11.0"', f'name: cuda-11.1\n{HERE}release: "11.1"'),
        "0 PTX versions name CUDA 11.1, not 1",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_reported_at_its_place(name: str, tmp_path: Path) -> None:
    edit, message = CONTRADICTIONS[name]
    texts = edited([edit])
    if "toolkits" in edit.path and "cuda-11.0" in edit.old:
        texts[f"toolkits/{edit.new.split()[1]}.yaml"] = texts.pop(TOOLKIT)
    assert problems(write(tmp_path, texts)) == [marked(texts, message)]


def messages(tmp_path: Path, *edits: Edit, **more: str) -> list[str]:
    return [problem[3] for problem in problems(write(tmp_path, {**edited(list(edits)), **more}))]


def kit_of(release: str, line: str) -> str:
    return f'kind: toolkit\nname: cuda-{release}\nrelease: "{release}"\n{line}\nsummary: CUDA {release}.\n'


def test_name_of_another_version(tmp_path: Path) -> None:
    texts = edited([Edit(CAPABILITY, "name: cc_8.0", f"{HERE}name: cc_8.6")])
    texts["compute_capabilities/cc_8.6.yaml"] = texts.pop(CAPABILITY)
    assert problems(write(tmp_path, texts)) == [marked(texts, "name cc_8.6 does not match cc_8.0")]


def test_compatibility_of_a_later_release(tmp_path: Path) -> None:
    kit = kit_of("12.1", 'minor_version_compatibility: {from: "525"}')
    edit = Edit("versions/8.0.yaml", 'cuda: "12.0"', 'cuda: "12.1"')
    reported = messages(tmp_path, edit, **{"toolkits/cuda-12.1.yaml": kit})
    assert reported == ["only the first release of a major version has it"]


def test_property_defined_twice_is_reported(tmp_path: Path) -> None:
    assert "property clusters is defined twice" in messages(
        tmp_path,
        Edit(
            GROUP,
            "  - {name: sizes, sort: sizes",
            "  - {name: clusters, sort: support, meaning: Again.}\n  - {name: sizes, sort: sizes",
        ),
    )


def test_driver_branch_in_two_records_is_reported(tmp_path: Path) -> None:
    edits = (
        Edit("versions/7.0.yaml", '{cuda: "11.0"}', '{cuda: "11.0", driver: r445}'),
        Edit(TOOLKIT, 'release: "11.0"\n', 'release: "11.0"\nbranch: r450\n'),
    )
    assert messages(tmp_path, *edits) == ["the record of its PTX version has the branch, r445"]


def test_support_is_kept_by_later_capabilities(tmp_path: Path) -> None:
    edit = Edit(CAPABILITY, "clusters: false", "clusters: true")
    reported = messages(tmp_path, edit, **{"compute_capabilities/cc_9.0.yaml": LATER})
    assert reported == ["clusters is supported by 8.0, but not here"]


def test_targets_are_those_that_name_the_capability(tmp_path: Path) -> None:
    edit = Edit("targets/sm_90.yaml", 'compute_capability: "9.0"', 'compute_capability: "8.0"')
    assert messages(tmp_path, edit) == ["target sm_90 of compute capability 8.0 is missing"]


def test_measured_targets_agree_with_their_records(tmp_path: Path) -> None:
    edits = (
        Edit("versions/7.0.yaml", 'releases: [{cuda: "11.0"}]', 'releases: [{cuda: "11.0"}, {cuda: "13.0"}]'),
        Edit("targets/sm_90.yaml", 'arch: ["13.0"]', "arch: []"),
    )
    kit = kit_of("13.0", 'assembles: {ptxas: "13.0.1", targets: [sm_90]}')
    reported = messages(tmp_path, *edits, **{"toolkits/cuda-13.0.yaml": kit})
    assert sorted(reported) == [
        "target sm_80 is missing",
        "target sm_90 is listed, but its record does not have this release",
    ]


# The records of the project.


@pytest.fixture(scope="module")
def isa() -> Isa:
    return real_records()


def test_every_release_of_a_version_has_a_toolkit(isa: Isa) -> None:
    named = {
        release["cuda"] for record in isa.records("version") for release in record.data["releases"] if "cuda" in release
    }
    assert len(named) >= 44
    assert named == {record.data["release"] for record in isa.records("toolkit")}


def test_every_sort_is_used_and_every_property_has_a_value(isa: Isa) -> None:
    properties = {
        property_["name"]: property_["sort"]
        for record in isa.records("property_group")
        for property_ in record.data["properties"]
    }
    used = {name for record in isa.records("compute_capability") for name in values(record.data)}
    assert set(properties) == used
    assert set(properties.values()) == set(SORTS)


def test_every_capability_has_the_limits_of_occupancy(isa: Isa) -> None:
    """Each property that the calculator reads has a value."""
    needed = {
        *("max_threads_per_block", "warp_size", "max_warps_per_sm", "max_blocks_per_sm", "registers_per_sm"),
        *("max_registers_per_block", "max_registers_per_thread", "register_unit", "sub_partitions"),
        *("launch_check_partitions", "shared_memory_per_sm", "shared_memory_per_block", "shared_memory_unit"),
        *("shared_memory_per_block_optin", "reserved_shared_memory_per_block"),
    }
    missing = {
        record.data["version"]: needed - values(record.data).keys() for record in isa.records("compute_capability")
    }
    assert len(missing) >= 21
    assert {version: names for version, names in missing.items() if names} == {}
