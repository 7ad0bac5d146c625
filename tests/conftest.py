"""Settings that all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.releases import ReleaseError, find

# The time of an example depends on the load of the machine; benchmarks measure speed, not tests.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests that run a real ptxas time for its download."""
    for item in items:
        if "ptxas" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.network)


@pytest.fixture(scope="session")
def ptxas() -> Ptxas:
    """Return ptxas 13.0, from the cache or the registry; skip the test if neither has it."""
    try:
        return Ptxas(find("13.0"))
    except ReleaseError as error:
        pytest.skip(str(error))
