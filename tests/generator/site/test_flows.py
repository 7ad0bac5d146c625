"""Sources of the bits of results, found by execution of the instructions."""

import re
from xml.etree import ElementTree

import pytest

from generator.site.pictures.flows import FLOWS, LANES, TABLES, Flow, dependences, draw, known, shuffled, truth


def test_bytes_of_a_permutation():
    assert dependences(FLOWS["prmt"]) == [("a", 0, 3), ("a", 1, 2), ("b", 2, 1), ("b", 3, 0)]


def test_bits_of_a_field():
    assert dependences(FLOWS["bfe"]) == [("a", 3, 0), ("a", 4, 1)]


def test_a_sum_depends_on_everything():
    found = {(source, part) for source, part, _ in dependences(FLOWS["dp4a"])}
    assert found == {(source, part) for source in "abc" for part in range(4)}


def test_a_constant_result_depends_on_nothing():
    assert dependences(Flow("and.b32 d, a, 0;", ("a",), 8, 8, "")) == []


def test_lanes_of_a_butterfly():
    assert shuffled(LANES["shfl.sync"]) == [lane ^ 4 for lane in range(32)]


def test_the_table_of_the_majority():
    assert [d for *_, d in truth(TABLES["lop3"])] == [0, 0, 0, 1, 0, 1, 1, 1]


@pytest.mark.parametrize("name", [*FLOWS, *LANES, *TABLES])
def test_pictures_are_well_formed_and_have_words(name, records):
    assert known(name)
    assert name in records.names
    root = ElementTree.fromstring(draw(name))
    assert root.get("role") == "img"
    assert re.search(r"depend|gets|gives", root.get("aria-label"))
