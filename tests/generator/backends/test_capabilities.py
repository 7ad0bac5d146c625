"""The generated values of compute capabilities and CUDA releases, from the small records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.backends import capabilities
from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.capabilities import Capability, Property
from ptxisa.isa.toolkits import Toolkit, Update

EXPECTED = {
    "GROUPS": {"limits": "Limits"},
    "PROPERTIES": {"warp_size": Property("warp_size", "limits", "count", "threads", "", "Threads of a warp.")},
    "CAPABILITIES": {
        "3.1": Capability(
            "cc_3.1",
            "3.1",
            "Third",
            ("sm_31", "sm_31f", "sm_31a"),
            {"warp_size": 32},
            {"manual-1 3": ("warp_size",)},
            "Devices of the last family.",
        )
    },
    "TOOLKITS": {"1.0": Toolkit("cuda-1.0", "1.0", "1.0", 100, (), "", "", ())},
}


@pytest.fixture(scope="module")
def small() -> Isa:
    return resolve(load(Path(__file__).with_name("records")))


def test_module_holds_the_values_of_the_records(small: Isa) -> None:
    namespace: dict[str, object] = {}
    exec(capabilities.emit(small), namespace)
    assert {name: namespace[name] for name in EXPECTED} == EXPECTED


def test_same_records_give_the_same_text(small: Isa) -> None:
    assert capabilities.emit(small) == capabilities.emit(small)


@pytest.mark.parametrize(
    ("data", "release", "branch"),
    [
        ({"branch": "r560"}, {"driver": "r550"}, 560),
        ({}, {"driver": "r550"}, 550),
        ({}, {}, 0),
        ({"drivers": [{"update": "", "linux": "535.54.03"}, {"update": "1", "linux": "536.86.10"}]}, {}, 535),
        ({"drivers": [{"update": "", "linux": "535.54.03"}]}, {"driver": "r530"}, 530),
    ],
)
def test_a_toolkit_names_its_driver_branch_or_has_that_of_its_first_driver(
    data: dict[str, Any], release: dict[str, str], branch: int
) -> None:
    found = capabilities._toolkit({"name": "cuda-12.2", "release": "12.2", **data}, "8.2", release, {})
    drivers = tuple(Update(one["update"], one["linux"], "") for one in data.get("drivers", ()))
    assert found == Toolkit("cuda-12.2", "12.2", "8.2", branch, drivers, "", "", ())


def test_a_toolkit_runs_from_the_oldest_branch_of_its_major_release() -> None:
    data = {
        "name": "cuda-12.9",
        "release": "12.9",
        "drivers": [{"update": "1", "linux": "575.57.08", "windows": "576.57"}],
        "assembles": {"ptxas": "V12.9.86", "targets": ["sm_50", "sm_90"]},
    }
    found = capabilities._toolkit(data, "8.8", {}, {"12": "r525", "9": "r384"})
    drivers = (Update("1", "575.57.08", "576.57"),)
    assert found == Toolkit("cuda-12.9", "12.9", "8.8", 575, drivers, "r525", "V12.9.86", ("sm_50", "sm_90"))


def test_source_of_a_value_is_a_section_or_a_measurement() -> None:
    assert capabilities.source_words({"document": "manual", "section": "1.2"}) == "manual 1.2"
    assert capabilities.source_words({"measurement": "sums"}) == "measurement sums"
