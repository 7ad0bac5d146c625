"""CUDA releases by name."""

from __future__ import annotations

import pytest

from ptxisa.isa.toolkits import UnknownToolkit, known, toolkit
from ptxisa.isa.versions import order


@pytest.mark.parametrize("text", ["12.6", "cuda-12.6", "CUDA12.6"])
def test_spellings_of_a_release(text: str) -> None:
    assert toolkit(text).release == "12.6"


@pytest.mark.parametrize("text", ["12.66", "12", "12.6\n", "v12.6", ""])
def test_an_unknown_release_raises_with_a_hint(text: str) -> None:
    with pytest.raises(UnknownToolkit, match="unknown CUDA release .*; "):
        toolkit(text)


def test_releases_and_their_ptx_versions_never_go_back() -> None:
    releases = list(known().values())
    assert [order(release.release) for release in releases] == sorted(order(release.release) for release in releases)
    assert [order(release.ptx) for release in releases] == sorted(order(release.ptx) for release in releases)
