"""Values in series as one line."""

import pytest

pytest.importorskip("sphinx")

from generator.site.series import common_text, multiple, partition, series_of
from generator.site.wording import operand_place, registers
from ptxisa.isa.instructions import form_by_id

SHAPES = [f"m64n{n}k16" for n in range(8, 257, 8)]


def test_shapes_of_wgmma_are_multiples_of_8() -> None:
    series = series_of(SHAPES)
    assert series is not None
    assert (series.name, series.range) == ("m64nNk16", "N is a multiple of 8 from 8 to 256")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["x1", "x2", "x4", "x8"], "N is a power of 2 from 1 to 8"),
        (["b0", "b1", "b2", "b3"], "N is a number from 0 to 3"),
        (["m64n8k32", "m64n16k32", "m64n24k32", "m64n40k32"], "N is one of 8, 16, 24, 40"),
    ],
)
def test_ranges_in_words(values: list[str], words: str) -> None:
    series = series_of(values)
    assert series is not None
    assert series.range.replace("B is", "N is") == words


@pytest.mark.parametrize(
    "values", [["a", "b", "c", "d"], ["x1", "y2", "x3", "x4"], ["x1", "x2"], ["m1n1", "m2n2", "m3n3", "m4n4"]]
)
def test_other_values_are_no_series(values: list[str]) -> None:
    assert series_of(values) is None


def test_texts_that_differ_in_the_number_of_the_series_are_one_text() -> None:
    series = series_of(SHAPES)
    assert series is not None
    texts = [f"A of 64×16, B of 16×{n}." for n in series.numbers]
    assert common_text(texts, series) == "A of 64×16, B of 16×N."
    assert common_text([*texts[:-1], "Nothing."], series) is None


def test_amounts_in_proportion() -> None:
    series = series_of(SHAPES)
    assert series is not None
    assert multiple([n // 2 for n in series.numbers], series) == "N/2"
    assert multiple([2 * n for n in series.numbers], series) == "2·N"
    assert multiple([n + 1 for n in series.numbers], series) is None


def test_mixed_series_are_taken_apart() -> None:
    assert partition(["m64n8k8", "m64n8k32", "m64n16k8", "m64n16k32"]) == [[0, 2], [1, 3]]


def test_registers_of_wgmma_grow_with_n() -> None:
    form = form_by_id("wgmma.mma_async.float")
    assert "``N/2``" in operand_place(form, form.operand("d"))
    assert registers(form) == ""


def test_registers_of_mma_are_a_table_by_shape_and_type() -> None:
    text = registers(form_by_id("mma"))
    rows = [row.splitlines() for row in text.split("   * - ")[1:]]
    (half,) = (row for row in rows if row[0] == "``.m16n8k16``" and row[1].strip() == "- ``.f16``")
    assert [cell.strip()[2] for cell in half[2:6]] == ["2", "4", "2", "2"]  # D, A, B and C.
