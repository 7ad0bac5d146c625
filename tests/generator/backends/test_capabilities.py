"""The generated values of compute capabilities and CUDA releases, from the small records."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.backends import capabilities
from generator.records.isa import Isa
from generator.records.load import load
from generator.records.resolve import resolve
from ptxisa.isa.capabilities import Capability, CapabilityProperty
from ptxisa.isa.toolkits import Toolkit

EXPECTED = {
    "GROUPS": {"limits": "Limits"},
    "PROPERTIES": {
        "warp_size": CapabilityProperty("warp_size", "limits", "count", "threads", "", "Threads of a warp.")
    },
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


def test_module_contains_the_values_of_the_records(small: Isa) -> None:
    namespace: dict[str, object] = {}
    exec(capabilities.emit(small), namespace)
    assert {name: namespace[name] for name in EXPECTED} == EXPECTED


def test_same_records_give_the_same_text(small: Isa) -> None:
    assert capabilities.emit(small) == capabilities.emit(small)


def test_source_of_a_value_is_a_section_or_a_measurement() -> None:
    assert capabilities.source_words({"document": "manual", "section": "1.2"}) == "manual 1.2"
    assert capabilities.source_words({"measurement": "sums"}) == "measurement sums"
