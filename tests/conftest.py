"""Settings that all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.releases import ReleaseError, find

# How long an example takes depends on what else the machine does; speed is shown in benchmarks, not in tests.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that run a real ptxas may have to download it first."""
    for item in items:
        if "ptxas" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.network)


@pytest.fixture(scope="session")
def ptxas() -> Ptxas:
    """ptxas 13.0, from the cache or the registry; tests are skipped where it cannot be had."""
    try:
        return Ptxas(find("13.0"))
    except ReleaseError as error:
        pytest.skip(str(error))
