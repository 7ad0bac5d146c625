"""Pictures that are found by execution: sources of the bits of a result, and lanes of a warp."""

import re
from xml.etree import ElementTree

import pytest

from generator.site.pictures import annotated, boxes, flows, generations, lanes, proxies, scopes, section, tmem, waits
from generator.site.pictures.flows import FLOWS, TABLES, BitFlow, dependences, truth
from generator.site.pictures.lanes import SHUFFLES, WARPS, results, shuffled


def test_bytes_of_a_permutation():
    plain, forward = FLOWS["data-movement-and-conversion/prmt"]
    assert dependences(plain) == [("a", 0, 3), ("a", 1, 2), ("b", 2, 1), ("b", 3, 0)]
    assert dependences(forward) == [("a", 1, 0), ("a", 2, 1), ("a", 3, 2), ("b", 0, 3)]


def test_bits_of_a_field():
    (field,) = FLOWS["integer-arithmetic/bfe"]
    assert dependences(field) == [("a", 3, 0), ("a", 4, 1)]


def test_a_sum_depends_on_everything():
    (product,) = FLOWS["integer-arithmetic/dp4a"]
    edges = {(source, part) for source, part, _ in dependences(product)}
    assert edges == {(source, part) for source in "abc" for part in range(4)}


def test_a_packed_conversion_has_the_first_operand_in_the_upper_half():
    packed = FLOWS["data-movement-and-conversion/cvt"][1]
    assert dependences(packed) == [("a", 0, 1), ("b", 0, 0)]


def test_a_masked_vector_addition_copies_the_rest_from_c():
    (addition,) = FLOWS["video/vadd4"]
    assert ("c", 3, 3) in dependences(addition)
    assert {source for source, _, place in dependences(addition) if place == 0} == {"a", "b"}


def test_a_constant_result_depends_on_nothing():
    assert dependences(BitFlow("and.b32 d, a, 0;", 8, 8, "")) == []


def test_lanes_of_shuffles():
    up, down, butterfly, index = (
        shuffled(shuffle.statement) for shuffle in SHUFFLES["data-movement-and-conversion/shfl.sync"]
    )
    assert up == [(max(lane - 2, lane % 2) if lane >= 2 else lane, lane >= 2) for lane in range(32)]
    assert down == [(lane + 2 if lane < 30 else lane, lane < 30) for lane in range(32)]
    assert butterfly == [(lane ^ 4, True) for lane in range(32)]
    assert index == [(lane // 8 * 8 + 3, True) for lane in range(32)]


def test_masks_of_matching_lanes():
    match_any, _ = WARPS["parallel-synchronization-and-communication/match.sync"]
    values = lanes.VALUES
    assert results(match_any) == [sum(1 << at for at, other in enumerate(values) if other == value) for value in values]


def test_the_table_of_the_majority():
    assert [d for *_, d in truth(TABLES["logic-and-shift/lop3"])] == [0, 0, 0, 1, 0, 1, 1, 1]


def figures(records):
    """Return every figure of the pages."""
    link = "to/{}".format
    yield from boxes.figures()
    yield waits.figure()
    yield proxies.figure(records.isa.instructions, link)
    yield scopes.figure(records, link)
    yield tmem.paths(records, link)
    yield tmem.lanes(records)
    for identity in (*FLOWS, *TABLES):
        yield from flows.figures(identity)
    for identity in (*SHUFFLES, *WARPS):
        yield from lanes.figures(identity)


def test_every_figure_has_a_title_a_description_a_caption_and_a_table(records):
    titles = []
    for figure in figures(records):
        root = ElementTree.fromstring(figure.html())
        svg = root.find(".//svg")
        named = {child.get("id") for child in svg if child.tag in ("title", "desc") and child.text}
        assert set(svg.get("aria-labelledby").split()) == named
        assert root.findtext("figcaption") == svg.findtext("desc")
        assert len(root.findall(".//tbody/tr")) == len(figure.rows) > 0
        assert all(len(row) == len(figure.heads) for row in figure.rows)
        titles.append(figure.title)
    assert len(titles) == len(set(titles))


def test_texts_are_inside_of_the_pictures(records):
    for figure in figures(records):
        root = ElementTree.fromstring(figure.html())
        left, top, width, height = map(float, root.find(".//svg").get("viewBox").split())
        for shape in root.iter("rect"):
            x, y = float(shape.get("x")), float(shape.get("y"))
            assert left <= x <= left + width - float(shape.get("width")) + 0.6, figure.title
            assert top <= y <= top + height - float(shape.get("height")) + 0.6, figure.title


def test_pictures_belong_to_instructions(records):
    drawn = {instruction.identity for instruction in records.isa.instructions if section(instruction)}
    assert {*FLOWS, *TABLES, *SHUFFLES, *WARPS} <= drawn
    assert "matrix/tcgen05.ld" in drawn


def test_a_wait_ends_with_its_phase():
    """The first wait ends with the last byte of the first load, the second with that of the second load."""
    assert [waits.returned(parity, start) for parity, start in waits.WAITS] == [3, 6]


def test_fences_join_proxies_in_their_direction(records):
    by_name = proxies.proxies(records.isa.instructions)
    assert by_name["async"].fences["fence.proxy.async"] is False
    assert by_name["async"].fences["fence.proxy.async::generic"] is True
    assert "texture/tex" in by_name["texture"].users
    assert by_name["texture"].fences == {}


def test_data_paths_of_tensor_memory(records):
    paths = {move.instruction.name: (move.reads, move.writes) for move in tmem.moves(records.isa.instructions)}
    assert paths["tcgen05.cp"] == (("shared memory",), ("tensor memory",))
    assert paths["tcgen05.ld"] == (("tensor memory",), ("registers",))
    assert paths["tcgen05.st"] == (("registers",), ("tensor memory",))


def test_a_copied_row_is_swizzled():
    """Chunk c of row r of 128 bytes is at c XOR r."""
    rows = next(iter(boxes.figures())).rows
    assert [int(address, 16) // 16 for _, _, address in rows] == [r * 8 + (c ^ r) for r in range(8) for c in range(8)]
    assert [contents for _, contents, _ in rows[5:7]] == ["coordinates 44, 1", "outside: filled with 0"]


@pytest.mark.parametrize(
    ("identity", "expected"),
    [
        ("video/vadd4", "all forms: sm_30 to sm_120"),
        ("matrix/wgmma.mma_async", "only targets with a suffix (f, a): sm_90"),
    ],
)
def test_strips_show_the_generations_that_have_an_instruction(records, identity, expected):
    instruction = next(instruction for instruction in records.isa.instructions if instruction.identity == identity)
    assert re.findall('aria-label="([^"]+)"', generations.strip(records, instruction)) == [expected]


def test_an_annotated_statement_has_every_part_and_its_result(records):
    figure = annotated.figure(records, "cvt.rn.satfinite.e4m3x2.f32 d, a, b;", "to/{}".format)
    assert [part for part, _ in figure.rows] == ["cvt", ".rn", ".satfinite", ".e4m3x2", ".f32", "d", "a", "b"]
    assert all(meaning for _, meaning in figure.rows)
    assert "sm_89+" in figure.caption
    assert "d is 0x3cc1" in figure.caption  # 1.5 is 0x3c and -2.25 rounds to 0xc1.
    other = annotated.figure(records, "fma.rn.f32 d, a, b, c;", "to/{}".format)
    assert "d is 0xc0380000 (-2.875)" in other.caption
