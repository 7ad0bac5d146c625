"""Syntax templates: every shape, every error with its column, and no surprise on any other text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest

from ptxisa.isa.forms import slot_of
from ptxisa.syntax.template import (
    ModifierTemplate,
    OperandTemplate,
    SelectorTemplate,
    Template,
    TemplateError,
    parse_template,
)


def literal(spelling: str, slot: str | None = None) -> ModifierTemplate:
    return ModifierTemplate(slot or spelling, spelling, False)


def optional_literal(spelling: str, slot: str | None = None) -> ModifierTemplate:
    return ModifierTemplate(slot or spelling, spelling, True)


def slot(name: str) -> ModifierTemplate:
    return ModifierTemplate(name, None, False)


def optional_slot(name: str) -> ModifierTemplate:
    return ModifierTemplate(name, None, True)


def plain(*names: str) -> tuple[OperandTemplate, ...]:
    return tuple(OperandTemplate("plain", (name,)) for name in names)


def address(*names: str) -> OperandTemplate:
    return OperandTemplate("address", names)


def vector(*names: str) -> OperandTemplate:
    return OperandTemplate("vector", names)


def listed(*names: str) -> OperandTemplate:
    return OperandTemplate("list", names)


def test_selectors_and_minus() -> None:
    asel, bsel = SelectorTemplate("asel", True), SelectorTemplate("bsel", False)
    template = parse_template("x d, a{.{asel}}, -b.{bsel}{, -c}")
    assert template.operands == (
        OperandTemplate("plain", ("d",)),
        OperandTemplate("plain", ("a",), selector=asel),
        OperandTemplate("plain", ("b",), selector=bsel, negated=True),
        OperandTemplate("plain", ("c",), optional=True, negated=True),
    )
    assert template.selectors() == {"a": asel, "b": bsel}
    assert template.negated() == {"b", "c"}


@pytest.mark.parametrize(
    "text", ["x a.{s}, b.{s}", "x [a.{s}]", "x {a.{s}}", "x a.{s}|p", "x a {.{s}}", "x --a", "x a.b"]
)
def test_selectors_are_allowed_once_at_plain_operands(text: str) -> None:
    with pytest.raises(TemplateError):
        parse_template(text)


# Modifiers.


@pytest.mark.parametrize(
    ("text", "modifiers"),
    [
        ("add", ()),
        ("add.s32", (literal("s32"),)),
        ("add.sat.s32", (literal("sat"), literal("s32"))),
        ("add{.sat}.s32", (optional_literal("sat"), literal("s32"))),
        ("add.{type}", (slot("type"),)),
        ("add{.{rounding}}.{type}", (optional_slot("rounding"), slot("type"))),
        ("add.rn{.ftz}{.sat}.f32", (literal("rn"), optional_literal("ftz"), optional_literal("sat"), literal("f32"))),
        ("ld.L2::64B", (literal("L2::64B", "l2_64b"),)),
        ("ld{.L2::cache_hint}", (optional_literal("L2::cache_hint", "l2_cache_hint"),)),
        ("a.b::c::d", (literal("b::c::d", "b_c_d"),)),
        ("tex.1d", (literal("1d", "_1d"),)),
        ("tex.2dms.v4", (literal("2dms", "_2dms"), literal("v4"))),
        ("mma.f16.f16", (literal("f16"), literal("f16", "f16_2"))),
        ("mma.f16{.f16}.f16", (literal("f16"), optional_literal("f16", "f16_2"), literal("f16", "f16_3"))),
        ("mma.{a}.{a}", (slot("a"), slot("a_2"))),
        ("mma.A.a", (literal("A", "a"), literal("a", "a_2"))),
        ("a._", (literal("_", "__"),)),
        ("add{.a}{.b}{.{c}}.{d}.e", (*map(optional_literal, "ab"), optional_slot("c"), slot("d"), literal("e"))),
    ],
)
def test_modifiers(text: str, modifiers: tuple[ModifierTemplate, ...]) -> None:
    assert parse_template(text) == Template(re.split(r"[.{]", text)[0], modifiers, ())


@pytest.mark.parametrize("mnemonic", ["add", "mad24", "bar", "cp_async", "a", "x9_"])
def test_mnemonic(mnemonic: str) -> None:
    assert parse_template(f"{mnemonic}.s32 d") == Template(mnemonic, (literal("s32"),), plain("d"))


@pytest.mark.parametrize(
    ("spelling", "name"),
    [("sat", "sat"), ("L2::128B", "l2_128b"), ("1d", "_1d"), ("kind::f8f6f4", "kind_f8f6f4"), ("E4M3", "e4m3")],
)
def test_slot_name_of_a_literal(spelling: str, name: str) -> None:
    assert slot_of(spelling) == name


# Operands.


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        ("ret", ()),
        ("ret ", ()),
        ("bra target", plain("target")),
        ("add d, a, b", plain("d", "a", "b")),
        ("add  d ,a,  b ", plain("d", "a", "b")),
        ("add d,a", plain("d", "a")),
        ("add\td,\n a", plain("d", "a")),
        ("ld d, [a]", (*plain("d"), address("a"))),
        ("st [a], b", (address("a"), *plain("b"))),
        ("tex d, [a, b, c]", (*plain("d"), address("a", "b", "c"))),
        ("tex d, [ a ,b ]", (*plain("d"), address("a", "b"))),
        ("cvt d, {a, b, e, f}, r", (*plain("d"), vector("a", "b", "e", "f"), *plain("r"))),
        ("mov {a}, b", (vector("a"), *plain("b"))),
        ("mov {a, b}, {c, e}", (vector("a", "b"), vector("c", "e"))),
        ("shfl d|p, a", (OperandTemplate("pair", ("d", "p")), *plain("a"))),
        ("shfl d | p, a", (OperandTemplate("pair", ("d", "p")), *plain("a"))),
        ("lop3 d{|p}, a", (OperandTemplate("pair", ("d", "p"), optional_second=True), *plain("a"))),
        ("lop3 d {|p} , a", (OperandTemplate("pair", ("d", "p"), optional_second=True), *plain("a"))),
        ("lop3 d{ |p }", (OperandTemplate("pair", ("d", "p"), optional_second=True),)),
        ("bar a{, b}", (*plain("a"), OperandTemplate("plain", ("b",), optional=True))),
        ("bar a {, b}", (*plain("a"), OperandTemplate("plain", ("b",), optional=True))),
        ("x d{, a}, b", (*plain("d"), OperandTemplate("plain", ("a",), optional=True), *plain("b"))),
        ("call (r), f{, (p)}", (listed("r"), *plain("f"), listed("p")._replace(optional=True))),
        ("x d{, [a]}", (*plain("d"), OperandTemplate("address", ("a",), optional=True))),
        ("x d{, {a, b}}", (*plain("d"), OperandTemplate("vector", ("a", "b"), optional=True))),
        ("x d{, a|p}", (*plain("d"), OperandTemplate("pair", ("a", "p"), optional=True))),
        ("x d{, a{|p}}", (*plain("d"), OperandTemplate("pair", ("a", "p"), optional=True, optional_second=True))),
        (
            "tex d{|p}, [a, b, c]{, e}{, f}",
            (
                OperandTemplate("pair", ("d", "p"), optional_second=True),
                address("a", "b", "c"),
                OperandTemplate("plain", ("e",), optional=True),
                OperandTemplate("plain", ("f",), optional=True),
            ),
        ),
        ("lop3 d, immLut", plain("d", "immlut")),
        ("x scale-A-data, {byte-id-a, thread-id-a}", (*plain("scale_a_data"), vector("byte_id_a", "thread_id_a"))),
        ("x _", plain("_")),
        ("x d1, a_2", plain("d1", "a_2")),
    ],
)
def test_operands(text: str, operands: tuple[OperandTemplate, ...]) -> None:
    assert parse_template(text) == Template(re.split(r"\s", text)[0], (), operands)


def test_operand_names_in_the_order_of_writing() -> None:
    template = parse_template("x.{t} d{|p}, [a, b], {c, e}, f{, g}")
    assert template.operand_names() == ("d", "p", "a", "b", "c", "e", "f", "g")


def test_whole_template() -> None:
    text = "ld{.weak}{.{ss}}.{type} d, [a]{, cache_policy}"
    assert parse_template(text) == Template(
        mnemonic="ld",
        modifiers=(optional_literal("weak"), optional_slot("ss"), slot("type")),
        operands=(*plain("d"), address("a"), OperandTemplate("plain", ("cache_policy",), optional=True)),
    )


# Errors. The caret shows the column.


@pytest.mark.parametrize(
    ("pointed", "message"),
    [
        ("^", "a template starts with a mnemonic"),
        ("^ add", "a template starts with a mnemonic"),
        ("^Add d", "a template starts with a mnemonic"),
        ("^.add d", "a template starts with a mnemonic"),
        ("^9add", "a template starts with a mnemonic"),
        ("^{add}", "a template starts with a mnemonic"),
        ("^é", "a template starts with a mnemonic"),
        ("add^.", "unexpected '.'"),
        ("add^..s32", "unexpected '.'"),
        ("add^.::x", "unexpected '.'"),
        ("add.x^.", "unexpected '.'"),
        ("add.x^::", "unexpected ':'"),
        ("add.x^:y", "unexpected ':'"),
        ("add^.é", "unexpected '.'"),
        ("add^.{Type}", "unexpected '.'"),
        ("add^.{1d}", "unexpected '.'"),
        ("add^.{ type}", "unexpected '.'"),
        ("add^.{}", "unexpected '.'"),
        ("add^.{type", "unexpected '.'"),
        ("add{^.sat", "expected an operand name before '.sat'"),
        ("add{^.}", "unexpected '.'"),
        ("add{^.{type}", "unexpected '.'"),
        ("add{^}", "expected an operand name before '}'"),
        ("add d ^a", "expected ',' before 'a'"),
        ("add d,^", "expected an operand name before 'the end'"),
        ("add d,^, a", "expected an operand name before ','"),
        ("add ^, a", "expected an operand name before ','"),
        ("add [^", "expected an operand name before 'the end'"),
        ("add [^]", "expected an operand name before ']'"),
        ("add [a^", "expected ']' before 'the end'"),
        ("add [a,^]", "expected an operand name before ']'"),
        ("add [a ^b]", "expected ']' before 'b'"),
        ("add [a^}", "expected ']' before '}'"),
        ("add [^[a]]", "expected an operand name before '['"),
        ("add [a^|b]", "expected ']' before '|'"),
        ("add [a, ^{b}, c]", "expected an operand name before '{'"),
        ("add {^}", "expected an operand name before '}'"),
        ("add {a^", "expected '}' before 'the end'"),
        ("add {a^]", "expected '}' before ']'"),
        ("add {^{a}}", "expected an operand name before '{'"),
        ("add {a^{|p}}", "expected '}' before '{'"),
        ("add {a}^|p", "expected ',' before '|'"),
        ("add d|^", "expected an operand name before 'the end'"),
        ("add d|^,", "expected an operand name before ','"),
        ("add d|p^|q", "expected ',' before '|'"),
        ("add d,^|p", "expected an operand name before '|'"),
        ("add d{|^}", "expected an operand name before '}'"),
        ("add d{|p^", "expected '}' before 'the end'"),
        ("add d{|p^, a", "expected '}' before ','"),
        ("add d{^}", "expected ',' before '}'"),
        ("add d{^a}", "expected ',' before 'a'"),
        ("add d{,^}", "expected an operand name before '}'"),
        ("add d{, a^", "expected '}' before 'the end'"),
        ("add d{, a^, b}", "expected '}' before ','"),
        ("add d{, a}{^|p}", "expected ',' before '|'"),
        ("add d^]", "expected ',' before ']'"),
        ("add d^}", "expected ',' before '}'"),
        ("add d, a^;", "unexpected ';'"),
        ("add d^(a)", "expected ',' before '('"),
        ("ld d, [a]{^.unified}", "expected ',' before '.unified'"),
        ("ld d, [a^+4]", "unexpected '+'"),
        ("bra^%p", "unexpected '%'"),
    ],
)
def test_error_points_at_the_column(pointed: str, message: str) -> None:
    before, after = pointed.split("^")
    with pytest.raises(TemplateError) as caught:
        parse_template(before + after)
    assert (str(caught.value), caught.value.column) == (message, len(before) + 1)


def test_error_is_a_value_error() -> None:
    assert issubclass(TemplateError, ValueError)


# Any text.


@hypothesis.settings(max_examples=500)
@hypothesis.given(text=st.text(alphabet="add.x{}[]|,:-_ 19\nT;é", max_size=40) | st.text(max_size=40))
def test_any_text_is_parsed_or_rejected_with_a_column_in_it(text: str) -> None:
    result = outcome(text)
    if isinstance(result, TemplateError):
        assert 1 <= result.column <= len(text) + 1
        assert str(result)
    else:
        assert text.startswith(result.mnemonic)


def outcome(text: str) -> Template | TemplateError:
    """Return the template or the error: anything else that is raised is a failure."""
    try:
        return parse_template(text)
    except TemplateError as error:
        return error


NAMES = st.from_regex(r"[a-z][a-z0-9]{0,3}", fullmatch=True)
MODIFIERS = st.one_of(
    NAMES.map(lambda name: f".{name}"),
    NAMES.map(lambda name: f"{{.{name}}}"),
    NAMES.map(lambda name: f".{{{name}}}"),
    NAMES.map(lambda name: f"{{.{{{name}}}}}"),
)
SHAPES = st.one_of(
    NAMES,
    st.lists(NAMES, min_size=1, max_size=4).map(lambda names: f"[{', '.join(names)}]"),
    st.lists(NAMES, min_size=1, max_size=4).map(lambda names: f"{{{', '.join(names)}}}"),
    st.lists(NAMES, min_size=1, max_size=4).map(lambda names: f"({', '.join(names)})"),
    st.tuples(NAMES, NAMES).map("|".join),
    st.tuples(NAMES, NAMES).map(lambda names: f"{names[0]}{{|{names[1]}}}"),
)


@st.composite
def templates(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """Return a well-formed template in canonical spacing."""
    text = str(draw(NAMES)) + "".join(draw(st.lists(MODIFIERS, max_size=5)))
    shapes = draw(st.lists(st.tuples(SHAPES, st.booleans()), max_size=5))
    for index, (shape, optional) in enumerate(shapes):
        text += f" {shape}" if index == 0 else f"{{, {shape}}}" if optional else f", {shape}"
    return text


def printed(template: Template) -> str:
    """Return a template as text: the inverse of parsing, up to the numbers of repeated slots."""
    text = template.mnemonic
    for modifier in template.modifiers:
        dotted = f".{modifier.literal}" if modifier.literal else f".{{{modifier.slot}}}"
        text += f"{{{dotted}}}" if modifier.optional else dotted
    for index, operand in enumerate(template.operands):
        shape = shaped(operand)
        text += f" {shape}" if index == 0 else f"{{, {shape}}}" if operand.optional else f", {shape}"
    return text


def shaped(operand: OperandTemplate) -> str:
    names = ", ".join(operand.names)
    if operand.shape == "pair":
        first, second = operand.names
        return f"{first}{{|{second}}}" if operand.optional_second else f"{first}|{second}"
    return {"plain": names, "address": f"[{names}]", "vector": f"{{{names}}}", "list": f"({names})"}[operand.shape]


@hypothesis.given(text=templates())
def test_printing_a_parsed_template_returns_the_text(text: str) -> None:
    try:
        template = parse_template(text)
    except TemplateError as error:
        hypothesis.assume("is repeated" not in str(error))
        raise
    slots = [modifier.slot for modifier in template.modifiers]
    hypothesis.assume(not any(re.search(r"_\d+$", name) for name in slots))
    assert printed(template) == text
    assert len(set(slots)) == len(slots)


# Long text: what is counted is work, not time, so that the result is the same on every machine.


class Counted(str):
    """Text that counts how many characters are copied out of it."""

    copied = 0

    def __getitem__(self, key: Any) -> str:
        part = super().__getitem__(key)
        Counted.copied += len(part)
        return part


def work(text: str) -> int:
    """Return the numbers of function calls and copied characters while parsing `text`."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    Counted.copied = 0
    sys.setprofile(count)
    try:
        parse_template(Counted(text))
    except TemplateError:
        pass
    finally:
        sys.setprofile(None)
    return calls + Counted.copied


LONG: dict[str, Callable[[int], str]] = {
    "literals": lambda n: "a" + ".x" * n,
    "distinct literals": lambda n: "a" + "".join(f".x{index}" for index in range(n)),
    "optional slots": lambda n: "a" + "{.{x}}" * n,
    "long name": lambda n: "a." + "x" * n + " d",
    "scopes": lambda n: "a.x" + "::x" * n,
    "operands": lambda n: "a d" + "".join(f", a{i}" for i in range(n)),
    "addresses": lambda n: "a d" + "".join(f", [a{i}, b{i}]" for i in range(n)),
    "optional operands": lambda n: "a d" + "".join(f"{{, a{i}}}" for i in range(n)),
    "vectors": lambda n: "a d" + "".join(f", {{a{i}, b{i}}}" for i in range(n)),
    "one vector": lambda n: "a {d" + "".join(f", a{i}" for i in range(n)) + "}",
    "spaces": lambda n: "a d" + " " * n + ";",
    "open braces": lambda n: "a " + "{" * n,
    "unclosed modifier": lambda n: "a" + "{.x" * n,
    "dots": lambda n: "a" + "." * n,
}


@pytest.mark.parametrize("kind", LONG)
def test_work_grows_no_faster_than_the_text(kind: str) -> None:
    short, long = work(LONG[kind](1000)), work(LONG[kind](8000))
    assert long <= 8.5 * short + 100


def test_long_template_is_parsed_whole() -> None:
    count = 5_000
    template = parse_template("a" + "{.x}" * count + " d" + "".join(f", [a{i}, b{i}]" for i in range(count)))
    assert len(template.modifiers) == count
    assert template.modifiers[-1].slot == f"x_{count}"
    assert len(template.operands) == count + 1


# Holes that were found and closed.


def test_work_on_pairs_grows_no_faster_than_the_text() -> None:
    short, long = (work("a d" + "".join(f", a{i}{{|p{i}}}" for i in range(n))) for n in (1000, 8000))
    assert long <= 8.5 * short + 100


@pytest.mark.parametrize("pointed", ["add d, a ^;", "add   ^$x", "add.s32 d, a  ^! b"])
def test_column_of_an_unexpected_character_after_blanks(pointed: str) -> None:
    before, after = pointed.split("^")
    with pytest.raises(TemplateError) as caught:
        parse_template(before + after)
    assert caught.value.column == len(before) + 1


@pytest.mark.parametrize("text", ["add.{type}d, a", "add.s32[d], a", "add{a, b}", "add{.x}d"])
def test_operands_follow_a_space(text: str) -> None:
    with pytest.raises(TemplateError):
        parse_template(text)


@pytest.mark.parametrize("text", ["add d, a, a", "add d, [d]", "lop3 d|d, a", "x immLut, immlut", "x a-b, a_b"])
def test_a_repeated_operand_is_an_error(text: str) -> None:
    with pytest.raises(TemplateError):
        parse_template(text)


@pytest.mark.parametrize("text", ["mma.f16.f16.f16_2 d", "mma.{a}.{a}.{a_2} d"])
def test_slots_have_different_names(text: str) -> None:
    slots = [modifier.slot for modifier in parse_template(text).modifiers]
    assert len(set(slots)) == len(slots)


def test_minus_and_selectors_belong_to_the_first_name() -> None:
    selector = SelectorTemplate("sel", False)
    pair = OperandTemplate("pair", ("d", "p"), selector=selector, negated=True)
    template = Template("x", (), (pair, *plain("a")))
    assert template.negated() == {"d"}
    assert template.selectors() == {"d": selector}
