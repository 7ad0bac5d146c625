"""Classes of inputs: their names, widths, edges, and that a seed decides them."""

import itertools

import numpy as np

from ptxisa.checkers import checker_of
from ptxisa.isa.forms import Form, Values
from ptxisa.numbers import formats
from ptxisa.vectors.samples import MAX_CROSS, Input, _cross, _edges, _special, exhaustive, inputs, samples


def form(mnemonic: str, form_id: str) -> tuple[Form, Values]:
    found = next(one for one in checker_of(mnemonic).forms if one.id == form_id)  # type: ignore[union-attr]
    return found, {slot.name: None if slot.optional else slot.values[0] for slot in found.slots}


def test_the_carry_flag_is_the_last_input() -> None:
    addc, values = form("addc", "addc")
    assert [(one.name, one.bits) for one in inputs(addc, values)] == [("a", 32), ("b", 32), ("CF", 1)]


def test_classes_of_integers() -> None:
    sad, values = form("sad", "sad")
    found = {sample.id: sample for sample in samples(sad, values, random=50)}
    assert list(found) == ["edges", "random", "random-magnitude", "near-equal", "sparse"]
    width = 8 * found["random"].values["a"].dtype.itemsize
    assert all(array.dtype.itemsize * 8 == width for sample in found.values() for array in sample.values.values())
    edges = set(found["edges"].values["a"].tolist())
    assert {0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1} <= edges


def test_edges_of_half_precision() -> None:
    add, values = form("add", "add.f16")
    edges = next(iter(samples(add, values))).values
    near_ends = {0, 1, 2, 0x3FF, 0x400, 0x401, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7FF7, 0x7FFF}
    near_one = {0x3BFF, 0x3C00, 0x3C01, 0x3E00, 0x4000}
    far = {0x3C00 - 11 * 0x400, 0x3C00 + 11 * 0x400}
    sizes = near_ends | near_one | far
    wanted = sizes | {0x8000 | size for size in sizes}
    assert set(edges["a"].tolist()) == set(edges["b"].tolist()) == wanted


def test_special_patterns_of_a_format_with_bits_that_do_not_count() -> None:
    tf32 = formats.known()["tf32"]
    found = _special(tf32._replace(bits=tf32.bits - tf32.low, low=0, nan=None))
    assert _special(tf32) == [pattern << tf32.low for pattern in found]


def test_special_patterns_without_infinities() -> None:
    """The highest exponent, from 0x78, has numbers as any other, but for one pattern."""
    sizes = [0, 1, 2, 7, 8, 9, 24, 0x37, 0x38, 0x39, 0x3C, 0x40, 88, 0x77, 0x78, 0x79, 0x7C, 0x7E, 0x7F]
    assert _special(formats.known()["e4m3"]) == [*sizes, *(0x80 | size for size in sizes)]


def test_edges_of_a_flag_are_both_values() -> None:
    edges = _edges(Input("CF", 1, "predicate", None, 1))
    assert (edges.dtype.name, edges.tolist()) == ("uint8", [0, 1])


def test_all_pairs_of_edges_up_to_a_limit() -> None:
    read = inputs(*form("add", "add.int"))
    for less in (0, 1):
        choices = [np.arange(200, dtype=np.uint16), np.arange(300 - less, dtype=np.uint16)]
        a, b = _cross(choices, read, np.random.default_rng(1)).values()
        assert MAX_CROSS == 200 * 300
        assert (a.tolist(), b.tolist()) == tuple(
            map(list, zip(*itertools.product(range(200), range(300 - less)), strict=True))
        )
    drawn = _cross([np.arange(200), np.arange(301)], read, np.random.default_rng(1)).values()
    assert [len(one) for one in drawn] == [MAX_CROSS] * 2


def test_a_seed_decides() -> None:
    sad, values = form("sad", "sad")

    def drawn(seed: int) -> list[int]:
        found: list[int] = next(
            one.values["a"].tolist() for one in samples(sad, values, random=20, seed=seed) if one.id == "random"
        )
        return found

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_all_values_of_sixteen_bits() -> None:
    tanh, values = form("tanh", "tanh.f16")
    (sample,) = exhaustive(tanh, values)
    assert np.array_equal(sample.values["a"], np.arange(1 << 16, dtype=np.uint16))
