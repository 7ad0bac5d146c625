"""The real records, read once for all tests of the site."""

import pytest

from generator.records.load import ROOT
from generator.site.site import Site, read_site


@pytest.fixture(scope="session")
def records() -> Site:
    return read_site(ROOT / "isa", ROOT / "schema")


@pytest.fixture(scope="session")
def small_records() -> Site:
    return read_site(ROOT / "tests" / "generator" / "backends" / "records", ROOT / "schema")
