"""Classes of inputs: their names, widths, edges, and that a seed decides them."""

import numpy as np

from ptxisa.checkers import checker_of
from ptxisa.isa.forms import Form, Values
from ptxisa.numbers import formats
from ptxisa.vectors.samples import MAX_CROSS, Input, edges, exhaustive, inputs, samples


def form(mnemonic: str, form_id: str) -> tuple[Form, Values]:
    form = next(form for form in checker_of(mnemonic).forms if form.id == form_id)  # type: ignore[union-attr]
    return form, {slot.name: None if slot.optional else slot.values[0] for slot in form.slots}


def test_the_carry_flag_is_the_last_input() -> None:
    addc, values = form("addc", "addc")
    assert [(argument.name, argument.bits) for argument in inputs(addc, values)] == [("a", 32), ("b", 32), ("CF", 1)]


def test_classes_of_integers() -> None:
    sad, values = form("sad", "sad")
    by_class = {sample.id: sample for sample in samples(sad, values, random=50)}
    assert list(by_class) == ["edges", "random", "random-magnitude", "near-equal", "sparse"]
    width = 8 * by_class["random"].values["a"].dtype.itemsize
    assert all(array.dtype.itemsize * 8 == width for sample in by_class.values() for array in sample.values.values())
    patterns = set(by_class["edges"].values["a"].tolist())
    assert {0, 1, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1} <= patterns


def test_edges_of_half_precision() -> None:
    add, values = form("add", "add.f16")
    columns = next(iter(samples(add, values))).values
    near_ends = {0, 1, 2, 0x3FF, 0x400, 0x401, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7FF7, 0x7FFF}
    near_one = {0x3BFF, 0x3C00, 0x3C01, 0x3E00, 0x4000}
    far = {0x3C00 - 11 * 0x400, 0x3C00 + 11 * 0x400}
    sizes = near_ends | near_one | far
    wanted = sizes | {0x8000 | size for size in sizes}
    assert set(columns["a"].tolist()) == set(columns["b"].tolist()) == wanted


def test_edges_of_a_format_without_infinities() -> None:
    """The highest exponent of e4m3, from 0x78, has numbers as any other, but for one pattern."""
    sizes = [0, 1, 2, 7, 8, 9, 24, 0x37, 0x38, 0x39, 0x3C, 0x40, 88, 0x77, 0x78, 0x79, 0x7C, 0x7E, 0x7F]
    patterns = edges(Input("a", 8, "float", None, 8, formats.known()["e4m3"])).tolist()
    assert patterns == [*sizes, *(0x80 | size for size in sizes)]


def test_edges_of_a_flag_are_both_values() -> None:
    patterns = edges(Input("CF", 1, "predicate", None, 1))
    assert (patterns.dtype.name, patterns.tolist()) == ("uint8", [0, 1])


def test_two_operands_have_all_pairs_of_edges() -> None:
    add, values = form("add", "add.f16")
    a, b = (array.tolist() for array in next(samples(add, values)).values.values())
    single = edges(inputs(add, values)[0])
    assert sorted(zip(a, b, strict=True)) == sorted((x, y) for x in single.tolist() for y in single.tolist())


def test_many_operands_have_a_random_part_of_all_combinations_of_edges() -> None:
    bfi, values = form("bfi", "bfi")
    sample = next(samples(bfi, values))
    read = inputs(bfi, values)
    assert len(edges(read[0])) ** 3 > MAX_CROSS == len(sample)
    assert all(set(sample.values[argument.name].tolist()) == set(edges(argument).tolist()) for argument in read)


def test_a_seed_decides() -> None:
    sad, values = form("sad", "sad")

    def drawn(seed: int) -> list[int]:
        every = samples(sad, values, random=20, seed=seed)
        numbers: list[int] = next(sample.values["a"].tolist() for sample in every if sample.id == "random")
        return numbers

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_all_values_of_sixteen_bits() -> None:
    tanh, values = form("tanh", "tanh.f16")
    (sample,) = exhaustive(tanh, values)
    assert np.array_equal(sample.values["a"], np.arange(1 << 16, dtype=np.uint16))
