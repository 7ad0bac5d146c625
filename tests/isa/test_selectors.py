"""Selectors: spellings, their numbers, and their text in a statement."""

from ptxisa.checkers import vadd, vadd4, vmad
from ptxisa.isa import selectors
from ptxisa.isa.forms import Form, Operand, Selector
from ptxisa.isa.selectors import bounds, number, plainest, selections, spellings, takes, written

PART = Selector("asel", "part", ("b0", "b3", "h1"), optional=True)
QUAD = Selector("bsel", "byte-quad", ("b[0-7][0-7][0-7][0-7]",), optional=True, default="b7654")


def test_ranges_of_digits_are_written_out() -> None:
    assert spellings(PART) == ("b0", "b3", "h1")
    assert len(spellings(QUAD)) == 4096
    assert spellings(QUAD)[0o1234] == "b1234"
    assert takes(QUAD, "b7070")
    assert not any(takes(QUAD, text) for text in ("b8070", "b707", "h7070", "b70701"))


def test_numbers() -> None:
    assert [number(PART, text, "bits") for text in ("b3", "h1", None)] == [8, 16, 32]
    assert [number(PART, text, "index") for text in ("b3", "h1", None)] == [3, 1, 0]
    assert number(QUAD, "b0312", "index") == 0x0312
    assert number(QUAD, None, "index") == 0x7654
    assert number(Selector("dsel", "byte-mask", ("b310",)), "b310", "mask") == 0b1011


def test_bounds() -> None:
    assert bounds(PART, "bits") == (8, 32)
    assert bounds(PART, "index") == (0, 3)
    assert bounds(QUAD, "bits") == (8, 8)
    assert bounds(QUAD, "index") == (0, 0x7777)


def test_operands_as_they_are_written() -> None:
    form = vmad.forms[1]
    assert form.id == "vmad.minus_a"
    assert written(form.operand("a"), "r1", {"asel": "b2"}) == "-r1.b2"
    assert written(form.operand("a"), "5", {"asel": "b2"}) == "5"
    assert written(form.operand("c"), "r1", {"asel": "b2"}) == "r1"


def test_selections_begin_with_the_plainest() -> None:
    merge = next(form for form in vadd.forms if form.id == "vadd.merge")
    assert plainest(merge) == {"dsel": None, "asel": None, "bsel": None}
    drawn = selections(merge, 20, 1)
    assert len(drawn) == 20
    assert drawn == selections(merge, 20, 1)
    assert len(selections(merge, 10**6, 1)) == 7**3
    assert selectors.inputs(vadd4.forms[0], plainest(vadd4.forms[0]))["bsel_index"] == 0x7654


def test_selectors_that_assemblers_do_not_read_are_not_executed() -> None:
    selector = Selector("bsel", "digit", ("b[0-7]",), reinterpreted=("b3", "b5"))
    form = Form("x", "x/x", "x b.{bsel}", (), (Operand("b", "read", "b32", "A word.", selector=selector),), ())
    assert {selection["bsel"] for selection in selections(form, 9, 1)} == {"b0", "b1", "b2", "b4", "b6", "b7"}
