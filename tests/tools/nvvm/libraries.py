"""Real libraries for tests."""

from __future__ import annotations

import pytest

from tools.nvvm.libnvvm import LibNvvm
from tools.nvvm.releases import ReleaseError, find


def libnvvm(release: str) -> LibNvvm:
    """Return libNVVM of a release; the test is skipped where it cannot be fetched."""
    try:
        return LibNvvm(find(release))
    except ReleaseError as error:
        if "could not be fetched" in str(error) or "x86_64 only" in str(error):
            pytest.skip(str(error))
        raise
