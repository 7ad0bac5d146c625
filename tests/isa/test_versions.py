"""PTX versions are a total order."""

import itertools

import pytest

from ptxisa.isa.versions import UnknownVersion, known, order, version


def test_order_is_numeric_and_total() -> None:
    names = list(known())
    assert names[0] == "1.0"
    assert all(order(name) < order(other) for name, other in itertools.pairwise(names))
    assert order("10.2") > order("9.9") > order("9.0")


def test_unknown_version_suggests_a_near_one() -> None:
    with pytest.raises(UnknownVersion, match=r"unknown PTX version '8.77'; did you mean 8.7\?"):
        version("8.77")
