"""A long list gives the same nodes as a tuple would, as often as it is gone through."""

from __future__ import annotations

import pickle

import pytest

from ptxisa.syntax.cursor import MANY
from ptxisa.syntax.parser import parse
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.tree import Declaration, Integer, Label, Name, Reread, Section, Values, same_tree

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def values(count: int, element: str = "7") -> Values:
    text = HEAD + f".global .b8 x[] = {{{', '.join([element] * count)}}};"
    item = parse(text).module.items[0]
    assert isinstance(item, Declaration)
    initializer = item.declarators[0].initializer
    assert isinstance(initializer, Values)
    return initializer


@pytest.mark.parametrize(("count", "kind"), [(0, tuple), (MANY, tuple), (MANY + 1, Reread), (10 * MANY, Reread)])
def test_long_lists_alone_are_read_again(count: int, kind: type) -> None:
    elements = values(count).elements
    assert type(elements) is kind
    assert len(elements) == len(list(elements)) == count
    assert all(type(element) is Integer and element.value == 7 for element in elements)


def test_places_are_those_of_the_text() -> None:
    first, second = list(values(3 * MANY, "123").elements)[-2:]
    assert (first.end - first.start, second.start - first.start) == (3, 5)
    assert values(2, "123").elements[0].start == values(3 * MANY, "123").elements[0].start


def test_sequences_compare_with_tuples() -> None:
    elements = values(3 * MANY).elements
    assert elements == tuple(elements)
    assert tuple(elements) == elements
    assert elements == values(3 * MANY).elements
    assert hash(elements) == hash(tuple(elements))
    assert elements != values(3 * MANY + 1).elements
    assert elements != list(elements)
    assert elements[-1] == list(elements)[-1]
    assert elements[1:3] == tuple(elements)[1:3]
    assert pickle.loads(pickle.dumps(values(3 * MANY))) == values(3 * MANY)
    assert "300" in repr(elements)


def test_lists_in_lists_and_names() -> None:
    element = "{" + "generic(y), " * 2 * MANY + "0xff(z)}"
    values_ = values(2 * MANY, element)
    inner = list(values_.elements)[-1]
    assert isinstance(inner, Values)
    assert len(inner.elements) == 2 * MANY + 1


def test_sections_with_errors_keep_their_correct_lines() -> None:
    lines = ["L0:", *[".b8 1", ".b8 oops oops", ".b8 2, -3"] * MANY]
    result = parse(HEAD + ".section .debug_info {\n" + "\n".join(lines) + "\n}")
    section = result.module.items[0]
    assert isinstance(section, Section)
    assert isinstance(section.lines, Reread)
    assert len(section.lines) == len(list(section.lines))
    first = next(iter(section.lines))
    assert first == section.lines[0] == Label(Name("L0", first.start), first.start, first.end)
    assert {finding.code for finding in result.diagnostics} == {"syntax-error"}


def test_long_lists_print_and_are_the_same_again() -> None:
    text = HEAD + ".section .debug_str {\n" + ".b8 1, 2\n" * 3 * MANY + "}\n"
    text += ".global .u32 x[] = {" + "1, " * 3 * MANY + "1};\n"
    module = parse(text).module
    printed = print_module(module)
    assert same_tree(parse(printed).module, module)
    assert not same_tree(parse(printed.replace("{1, ", "{2, ")).module, module)
