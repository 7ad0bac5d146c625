"""Variables, initializers and parameters: their nodes, and what ptxas 13.0 takes as a matter of syntax."""

from __future__ import annotations

import pytest

from ptxisa.syntax.parser import parse
from ptxisa.syntax.tree import (
    Declaration,
    Declarator,
    Field,
    Function,
    Generic,
    Integer,
    Mask,
    Name,
    Parameter,
    Pointer,
    Property,
    Sum,
    Values,
    same_tree,
)

HEAD = ".version 9.0\n.target sm_90\n.address_size 64\n"


def integer(text: str) -> Integer:
    return Integer(int(text, 0), False, text, 0, 0)


def declaration(text: str) -> Declaration:
    result = parse(HEAD + text)
    assert result.diagnostics == ()
    (item,) = result.module.items
    assert isinstance(item, Declaration)
    assert result.source.text[item.start : item.end] == text
    return item


def parameter(text: str) -> Parameter:
    result = parse(f"{HEAD}.func f ({text});")
    assert result.diagnostics == ()
    (item,) = result.module.items
    assert isinstance(item, Function)
    assert item.parameters is not None
    assert result.source.text[item.parameters[0].start : item.parameters[0].end] == text
    return item.parameters[0]


def initializer(text: str) -> object:
    return declaration(f".global .u64 x[] = {text};").declarators[0].initializer


class TestNodes:
    def test_everything_at_once(self) -> None:
        node = declaration(".visible .global .align 8 .attribute(.managed, .unified(1, 2)) .v2 .f32 a, b[4][2];")
        assert (node.linkage, node.space, node.vector, node.type) == ("visible", "global", 2, "f32")
        assert same_tree(node.alignment, integer("8"))
        assert same_tree(
            node.attributes,
            (Property("managed", (), 0, 0), Property("unified", (integer("1"), integer("2")), 0, 0)),
        )
        assert same_tree(
            node.declarators,
            (
                Declarator(Name("a", 0), None, (), None, 0, 0),
                Declarator(Name("b", 0), None, (integer("4"), integer("2")), None, 0, 0),
            ),
        )

    def test_parts_before_the_type_may_change_places(self) -> None:
        assert same_tree(declaration(".align 8 .global .u32 x;"), declaration(".global .align 8 .u32 x;"))

    def test_the_last_alignment_counts(self) -> None:
        assert same_tree(declaration(".global .align 4 .align 8 .u32 x;").alignment, integer("8"))

    def test_parameterised_names(self) -> None:
        first, second = declaration(".global .b32 %r<10>, z;").declarators
        assert same_tree(first, Declarator(Name("%r", 0), integer("10"), (), None, 0, 0))
        assert second.copies is None

    def test_constant_banks(self) -> None:
        assert declaration(".extern .const[2] .b32 c[];").space == "const[2]"

    def test_open_dimensions(self) -> None:
        assert same_tree(declaration(".global .s32 x[][2];").declarators[0].dimensions, (None, integer("2")))

    def test_nested_values(self) -> None:
        inner = Values((integer("2"), integer("3")), 0, 0)
        assert same_tree(initializer("{1, {2, 3}, {}}"), Values((integer("1"), inner, Values((), 0, 0)), 0, 0))

    def test_addresses(self) -> None:
        name, four = Name("f", 0), integer("4")
        generic = Generic(name, 0, 0)
        assert same_tree(initializer("f"), name)
        assert same_tree(initializer("f+4"), Sum(name, four, 0, 0))
        assert same_tree(initializer("generic(f)"), generic)
        assert same_tree(initializer("generic (f) + 4"), Sum(generic, four, 0, 0))

    def test_a_variable_may_be_called_generic(self) -> None:
        assert same_tree(initializer("generic"), Name("generic", 0))

    def test_masks(self) -> None:
        value = Sum(Generic(Name("f", 0), 0, 0), integer("4"), 0, 0)
        assert same_tree(initializer("0xff00(generic(f)+4)"), Mask(integer("0xff00"), value, 0, 0))
        assert same_tree(initializer("0xff(7)"), Mask(integer("0xff"), integer("7"), 0, 0))

    def test_fields(self) -> None:
        expected = Values(
            (
                Field(Name("width", 0), integer("3"), 0, 0),
                Field(Name("addr_mode_0", 0), Name("wrap", 0), 0, 0),
            ),
            0,
            0,
        )
        assert same_tree(initializer("{width = 3, addr_mode_0 = wrap}"), expected)

    def test_parameters(self) -> None:
        node = parameter(".param .align 8 .b8 p[12]")
        assert (node.space, node.type, node.vector, node.pointer) == ("param", "b8", None, None)
        assert same_tree((node.alignment, node.name, node.dimensions), (integer("8"), Name("p", 0), (integer("12"),)))
        assert parameter(".reg .v4 .f32 v").vector == 4
        assert parameter(".param .b8 p[]").dimensions == (None,)

    def test_an_alignment_after_the_type_of_a_parameter_is_read_and_reported(self) -> None:
        result = parse(f"{HEAD}.func f (.param .b8 .align 8 p[12]);")
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["misplaced-directive"]
        (item,) = result.module.items
        assert isinstance(item, Function)
        assert item.parameters is not None
        assert same_tree(item.parameters[0], parameter(".param .align 8 .b8 p[12]"))

    def test_pointers(self) -> None:
        assert same_tree(parameter(".param .u64 .ptr p").pointer, Pointer(None, None, 0, 0))
        assert same_tree(
            parameter(".param .u64 .ptr.global.align 16 p").pointer, Pointer("global", integer("16"), 0, 0)
        )


ACCEPTED = [
    *(".global .u32 x,y=2,z[3];", ".global .v4.f32 x;", ".global .u32 x[3]={1,2,3},y;", ".global .b128 x;"),
    *(".global .align 8 .attribute(.managed) .u32 x;", ".global .attribute(.managed) .attribute(.managed) .u32 x;"),
    *(".extern .shared .align 16 .b8 x[];", ".common .global .u32 x;", ".weak .global .u32 x;", ".shared .u32 x;"),
    *(".global .u32 x[2][2];", ".global .u32 x[WARP_SZ];", ".global .u32 x[2U];", ".global .u32 x<0>;"),
    *(".global .u32 x< 3 >, y<2>, z[2]={1,2};", ".global .texref t[2]={{width=1},{width=2}};", ".tex .u32 t;"),
    *(".global .texref t={channel_order=0x10B0+1};", ".global .texref t={width=3.5};", ".global .u32 x[3]={};"),
    *(".global .u32 x=(1);", ".global .u32 x=1+2*3;", ".global .f32 x=(0f3f800000);", ".global .u64 p=f+4*2;"),
    *(".global .u64 p=f+(4);", ".global .u64 p=f+-4;", ".global .u8 p=0xff (f);", ".global .u8 p=255(f);"),
    *(".func f(.param .u64 .ptr .align 8 x);", ".func f(.param .u64 .ptr .global x);", ".func f(.param .b8 x[2]);"),
    *(".func f(.param .u64 .ptr .align 8 x[2]);", ".func f(.reg .u32 _);", ".func f();", ".func () f ();"),
]

REJECTED = [
    *(".global .u32 .align 8 x;", ".global .f32 .v4 x;", ".global .u32 .attribute(.managed) x;", ".global x;"),
    *(".global .align 4*2 .u32 x;", ".global .align (8) .u32 x;", ".global .attribute() .u32 x;", ".sreg .u32 x;"),
    *(".global .attribute(.unified(1+1,2)) .u32 x;", ".global .visible .u32 x;", ".visible .extern .global .u32 x;"),
    *(".const [2] .u32 x[4];", ".global .samplerref t={addr_mode_0=wrap,};", ".global .u32 x[3]={1,2,3,};"),
    *(
        ".global .u32 x[2][];",
        ".global .u32 x[2*2];",
        ".global .u32 x[-1];",
        ".global .u32 x[1.5];",
        ".global .u32 x[2;",
    ),
    *(".global .u32 x<3>[2];", ".global .u32 x<3>=1;", ".global .u32 x<1+2>;", ".global .u32 x={1,2;", ".u32 x;"),
    *(
        ".global .f32 x=-0f3f800000;",
        '.global .u32 x="a";',
        ".global .u32 x,;",
        ".global .u32 x y;",
        ".align 4 .u32 x;",
    ),
    *(".global .u32 x .u32 y;", ".global .u32 WARP_SZ;", ".global .u32 x=_;", ".global .u32 x\n.global .u32 y;"),
    *(".global .u64 p=f-4;", ".global .u64 p=4+f;", ".global .u64 p=(f);", ".global .u64 p=generic(f+4);"),
    *(".global .u64 p=generic(f)-4;", ".global .u64 p=4+generic(f);", ".global .u64 p=generic(generic(f));"),
    *(".global .u64 p=f[1];", ".global .u64 p=f-g;", ".global .u64 p=f+g;", ".global .u8 p=(0xff)(f);"),
    *(".global .u8 p=0xff(f)+1;", ".global .u8 p=mask(f);", ".global .u8 p=0xff(0xff(f));", ".global .u64 p=f.x;"),
    *(".global .u64 p=&f;", ".global .u64 p=-f;", ".global .u64 p=!f;", ".global .u64 x=1 = 1;", ".global .u64 x=1?2;"),
    *(".global .texref t={width={3}};", ".global .texref t={generic(x)=3};", ".global .shared .u32 x;"),
    *(".func f(.reg .u32);", ".func f(.reg .u32 a .reg .u32 b);", ".func f(.reg .u32 a,);", ".func f(.reg .u32 a, b);"),
    *(".func f(.param .ptr .u64 x);", ".func f(.param .u64 .ptr .align 8 .global x);", ".func f(.param x);"),
    *(
        ".func f(.param .u64 .ptr .param x);",
        ".func f(.param .u64 .ptr .shared::cta x);",
        ".func f(.param .u64 x .ptr);",
    ),
    *(".func f(.param .b8 x[4*2]);", ".func f(.param .b8 x[2][4]);", ".func f(.param .u32 x<3>);", ".func f(.u32 x);"),
    *(".func f(.param .u32 x=3);", ".func f(.param .u64 .align 8 .ptr x);", ".func f(.param .u32 .v2 x);"),
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    assert parse(HEAD + text).diagnostics == ()


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(text: str) -> None:
    assert parse(HEAD + text).diagnostics != ()


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        (".global .u32 ;", "empty-declaration", 1),
        (".align 4 .u32 x;", "missing-state-space", 1),
        (".global .shared .u32 x;", "repeated-state-space", 9),
        (".func f(.param .attribute(.managed) .u32 x);", "misplaced-directive", 27),
    ],
)
def test_codes(text: str, code: str, column: int) -> None:
    (diagnostic,) = parse(HEAD + text).diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == (code, 4, column)


def test_a_declaration_of_nothing_is_only_warned_about() -> None:
    # ptxas accepts it.
    (diagnostic,) = parse(HEAD + ".global .u32 ;").diagnostics
    assert diagnostic.severity == "warning"


def test_each_broken_parameter_is_reported() -> None:
    result = parse(HEAD + ".entry k (.param u32 a, .param .u32 b, .param .u32 5, .param .u64 c) { ret }")
    assert [(diagnostic.line, diagnostic.column) for diagnostic in result.diagnostics] == [(4, 18), (4, 52), (4, 75)]
