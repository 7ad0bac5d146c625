"""The records of versions contain every item of the release notes, and mark entries from other sources."""

from __future__ import annotations

import pytest

from generator.records.yaml_reader import Located
from ptxisa.isa.versions import order
from tests.generator.real_records import real_records

ITEMS = {
    "8.7": 10, "8.6": 25, "8.5": 2, "8.4": 3, "8.3": 4, "8.2": 5, "8.1": 10, "8.0": 14,
    "7.8": 23, "7.7": 1, "7.6": 3, "7.5": 5, "7.4": 6, "7.3": 3, "7.2": 3, "7.1": 6, "7.0": 17,
    "6.5": 6, "6.4": 6, "6.3": 10, "6.2": 5, "6.1": 2, "6.0": 18, "5.0": 9,
    "4.3": 6, "4.2": 5, "4.1": 4, "4.0": 7, "3.2": 4, "3.1": 11, "3.0": 14,
    "2.3": 6, "2.2": 4, "2.1": 10, "2.0": 33,
}  # fmt: skip
"""Items that state a fact in sections 12.1 to 12.35, headings not counted; an item may be several entries."""


@pytest.fixture(scope="module")
def versions() -> dict[str, Located]:
    return {record.data["name"]: record for record in real_records().records("version")}


def test_versions_with_release_notes_are_counted(versions: dict[str, Located]) -> None:
    noted = {name for name in versions if order("2.0") <= order(name) <= order("8.7")}
    assert noted == set(ITEMS)


@pytest.mark.parametrize("name", ITEMS)
def test_every_item_of_the_release_notes_has_an_entry(name: str, versions: dict[str, Located]) -> None:
    changes = versions[name].data["changes"]
    assert len([change for change in changes if "unannounced" not in change]) >= ITEMS[name]


def test_only_versions_with_release_notes_mark_omissions(versions: dict[str, Located]) -> None:
    silent = {name for name, version in versions.items() for c in version.data.get("changes", ()) if "unannounced" in c}
    assert silent
    assert silent <= set(ITEMS)


def test_every_entry_says_what_it_is_about_only_once(versions: dict[str, Located]) -> None:
    for name, record in versions.items():
        summaries = [change["summary"] for change in record.data.get("changes", ())]
        assert len(set(summaries)) == len(summaries), name
