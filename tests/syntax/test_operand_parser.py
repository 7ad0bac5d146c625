"""Operands and instructions: their nodes, and which of them ptxas 13.0 takes as a matter of syntax."""

from __future__ import annotations

import pytest

from ptxisa.syntax.parser import parse_statement, parse_statements
from ptxisa.syntax.tree import (
    Address,
    Arguments,
    Float,
    Index,
    Instruction,
    Integer,
    Name,
    Operand,
    Opposite,
    Pair,
    Select,
    Sink,
    Sum,
    Unary,
    Vector,
)


def instruction(text: str) -> Instruction:
    result = parse_statement(text)
    assert result.diagnostics == ()
    assert result.instruction is not None
    return result.instruction


def operand(text: str) -> Operand:
    return instruction(f"x {text}").operands[0]


class TestNodes:
    def test_a_register_variable_or_label_is_a_name(self) -> None:
        assert operand("%r1") == Name("%r1", 2)

    def test_integers(self) -> None:
        assert operand("42") == Integer(42, False, "42", 2, 4)
        assert operand("0x2aU") == Integer(42, True, "0x2aU", 2, 7)
        assert operand("0xffffffffffffffff") == Integer((1 << 64) - 1, True, "0xffffffffffffffff", 2, 20)
        assert operand("WARP_SZ") == Integer(32, False, "WARP_SZ", 2, 9)

    def test_floating_point_constants_keep_their_bits(self) -> None:
        assert operand("0f7FC00001") == Float(0x7FC00001, 32, "0f7FC00001", 2)
        assert operand("0dFFF8000000000001") == Float(0xFFF8000000000001, 64, "0dFFF8000000000001", 2)
        assert operand("1.5") == Float(0x3FF8000000000000, 64, "1.5", 2)

    def test_a_selector_belongs_to_a_name(self) -> None:
        assert operand("%tid.x") == Select(Name("%tid", 2), "x", 2, 8)
        assert operand("v .b0") == Select(Name("v", 2), "b0", 2, 7)

    def test_a_name_and_an_offset(self) -> None:
        assert operand("g+4") == Sum(Name("g", 2), Integer(4, False, "4", 4, 5), 2, 5)

    def test_an_array_element(self) -> None:
        assert operand("a[1]") == Index(Name("a", 2), Integer(1, False, "1", 4, 5), 2, 6)
        assert operand("a[r]") == Index(Name("a", 2), Name("r", 4), 2, 6)
        assert operand("a[r+1]") == Index(Name("a", 2), Sum(Name("r", 4), Integer(1, False, "1", 6, 7), 4, 7), 2, 8)

    def test_addresses(self) -> None:
        number = Integer(1, False, "1", 5, 6)
        assert operand("[a]") == Address(Name("a", 3), None, (), 2, 5)
        assert operand("[a+1]") == Address(Name("a", 3), number, (), 2, 7)
        assert operand("[16]") == Address(Integer(16, False, "16", 3, 5), None, (), 2, 6)

    def test_a_negative_offset_is_added(self) -> None:
        address = operand("[a+-8]")
        assert isinstance(address, Address)
        assert address.offset == Unary("-", Integer(8, False, "8", 6, 7), 5, 7)

    def test_addresses_with_coordinates(self) -> None:
        coordinates = Vector((Name("x", 10), Name("y", 13)), 9, 15)
        assert operand("[t, s, {x, y}]") == Address(Name("t", 3), None, (Name("s", 6), coordinates), 2, 16)
        assert operand("[map,  {x, y}]") == Address(Name("map", 3), None, (coordinates,), 2, 16)

    def test_addresses_with_overrides(self) -> None:
        address = operand("[map, a, {n, m}, {w}, u, {x, y}]")
        assert isinstance(address, Address)
        assert [type(part).__name__ for part in address.rest] == ["Name", "Vector", "Vector", "Name", "Vector"]

    @pytest.mark.parametrize(
        "text", ["[m, a, {n}, {w}, u]", "[m, a, {n}, {w}, {x}]", "[m, a, {n}, {w}, u, x]", "[m, {n}, {w}, u, {x}]"]
    )
    def test_addresses_that_ptxas_does_not_read_either(self, text: str) -> None:
        # ptxas 13.5 stops at each with a parsing error.
        assert parse_statements(f"x {text};").diagnostics

    def test_vectors(self) -> None:
        assert operand("{a, _, v.x, 1}") == Vector(
            (Name("a", 3), Sink(6), Select(Name("v", 9), "x", 9, 12), Integer(1, False, "1", 14, 15)), 2, 16
        )

    def test_pairs(self) -> None:
        assert operand("d|p") == Pair(Name("d", 2), Name("p", 4), 2, 5)
        assert operand("_ | p") == Pair(Sink(2), Name("p", 6), 2, 7)
        assert operand("d|_") == Pair(Name("d", 2), Sink(4), 2, 5)
        assert operand("{a}|p") == Pair(Vector((Name("a", 3),), 2, 5), Name("p", 6), 2, 7)

    def test_opposites(self) -> None:
        assert operand("!p") == Opposite("!", Name("p", 3), 2, 4)
        assert operand("-a") == Opposite("-", Name("a", 3), 2, 4)
        assert operand("-a.h1") == Opposite("-", Select(Name("a", 3), "h1", 3, 7), 2, 7)

    def test_a_sign_before_a_constant_is_part_of_it(self) -> None:
        assert operand("-1") == Unary("-", Integer(1, False, "1", 3, 4), 2, 4)

    def test_guards(self) -> None:
        guard = instruction("@!%p1 exit;").guard
        assert guard is not None
        assert (guard.predicate, guard.negated, guard.start, guard.end) == (Name("%p1", 2), True, 0, 5)

    def test_calls(self) -> None:
        node = instruction("call.uni (r), f, (a, 1), p;")
        assert node.operands == (
            Arguments((Name("r", 10),), 9, 12),
            Name("f", 14),
            Arguments((Name("a", 18), Integer(1, False, "1", 21, 22)), 17, 23),
            Name("p", 25),
        )

    def test_only_calls_have_argument_lists(self) -> None:
        assert operand("(1)") == Integer(1, False, "1", 3, 4)


ACCEPTED = [
    *("add.u32 a,b,1", "add .u32 a,b,1", "add.u32\na\n,b,\n1", "exit", "ret 1", "foo.bar a", "bra.uni L1", "bra L1+4"),
    *("add.u32 a,b,(2)", "add.u32 a,b,(1+2)*3", "add.u32 a,b,1?2:3", "add.u32 a,b,+1", "add.u32 a,b,- -1"),
    *("add.u32 a,b,!1", "add.u32 a,b,~1", "add.u32 a,b,5 % 3", "add.u32 a,b,WARP_SZ*2", "add.u32 a,b,(.s64)2"),
    *("add.u32 a,b,(.u64)-2", "add.u32 a,b,3&1|4^2", "mov.u32 a,0x1ffffffff", "mov.u32 a,1|2", "foo 1<2>3"),
    *("mov.u64 l,g", "mov.u64 l,g+4", "mov.u64 l,g+4+4", "mov.u64 l,g+-4", "mov.u64 l,a[1]", "mov.u64 l,a [1]"),
    *("foo g[-1]", "foo g[w+4+4]", "foo g[1?2:3]", "mov.u32 a,w+1"),
    *("ld.b32 a,[g]", "ld.b32 a,[g+4]", "ld.b32 a,[l+-4]", "ld.b32 a,[l+4-2]", "ld.b32 a,[l+(4*2)]", "ld.b32 a,[4+4]"),
    *("ld.b32 a,[-4]", "foo [WARP_SZ]", "foo [l+1?2:3]", "foo [l,m]", "foo [l,m,{a}]", "foo [l,{1,2}]"),
    *("foo [l,{a.x,b.y}]", "foo {_}", "foo {(1)}", "foo {1.5,0f3f800000}", "foo {a.x}", "mov.b64 l,{1+1,2}"),
    *("setp.eq.u32 p | q,a,b", "mov.u32 g|p,a", "foo {a}|p", "not.pred p,! q", "vmad d,- a,b,-c.b0", "mov.u32 a,-v.x"),
    *("add.u32{a,b}", "add.u32[a],b,c", "add.u32-1,a", "add.u32 _,a,b", "mov.u32 a,vv .x"),
    *("call f", "call f,()", "call (),f,(a)", "call f,(1)", "call f,((1))", "call f,(1+1)", "call f,(_)", "call f,a"),
    *("call f,(0f3f800000)", "call (1),f,(a)", "call (a,b),f,(c)", "call l,(a),p", "call f,(-1)", "call (a),f"),
    *("@p exit", "@ p exit", "@! p exit", "ld.shared::cta.u32 a,[b]", "ld.global.L2::cache_hint.u32 a,[b],c"),
    *("foo [l,m,n]", "foo [l,m,n,{a}]", "foo [l,m,n,o,{a}]", "foo [l,m,{a},{b}]", "foo [l,m,n,{a},{b}]"),
    *("foo.sp::2:4 a", "foo.x::a:b.b32 a", "foo.x::y::2:4 a"),
]

REJECTED = [
    *("add. u32 a,b,1", "add..u32 a,b,1", "add.u32.. a,b,1", "add. a,b,1", "ld.shared ::cta.u32 a,[b]"),
    *("ld.shared:: cta.u32 a,[b]", "ld.const [2].b32 a,[b]", "1", "_: exit", "add.u32 a b,1", "add.u32 a,b,1,"),
    *("add.u32 ,a", "add.u32 a,(b),2", "add.u32 a,b,5%3", "add.u32 a,b,(.s32)2", "foo .x .y z w"),
    *("mov.u64 l,g-4", "mov.u64 l,4+g", "mov.u64 l,a[1]+4", "mov.u64 l,generic(g)", "mov.u64 l,(g)", "mov.u32 a,b|2"),
    *("ld.b32 a,[g-4]", "ld.b32 a,[4+l]", "ld.b32 a,[(l)]", "ld.b32 a,[a[1]]", "ld.b32 a,[l+m]", "ld.b32 a,[l]+4"),
    *("ld.b32 a,[l,4]", "foo []", "foo [_]", "foo [v.x]", "foo [{a,b}]", "foo [l,{a},{b}]"),
    *("foo [l,m,n,o]", "foo [l,m,{a},n]", "foo [l,{a},m]", "foo [l,m,{a},{b},{c}]", "foo [l,m,4]", "foo [l,m,n+4]"),
    *("foo.x:4 a", "foo.2:4 a", "foo.x::2:4:5 a"),
    *("foo [l+4,{1,2}]", "foo [4,{a}]", "foo [l,_]", "foo [l,m+4]", "foo [!p]", "foo [-a]", "foo [l+]", "foo [1.5]"),
    *("foo [l+1.5]", "foo g[]", "foo g[1,2]", "foo g[w-1]", "foo g[1+w]", "foo g[1][2]", "foo g[w.x]", "foo g[1.5]"),
    *("foo {}", "foo {a,}", "foo {a,{b}}", "foo {!p}", "foo {-a}", "foo {a+1}", "foo {g[1]}", "foo {[l]}", "foo {p|q}"),
    *("foo p|1", "foo p|{a}", "foo {a}|{b}", "foo {a}|_", "foo _|_", "foo p|q|r", "foo p.x|q", "foo p|q.x", "foo !p|q"),
    *("foo a,p|q", "foo p|!q", "foo !!p", "foo !a.x", "foo !g[1]", "foo -g[1]", "foo -{a}", "foo -(a)", "foo -a+1"),
    *(
        "foo a.x+1",
        "foo +a",
        "foo ~a",
        "foo -_",
        "foo _.x",
        "foo a.x.y",
        "foo a.b0 .x",
        'foo "x"',
        "foo a::b",
        "foo a=1",
    ),
    *(
        "foo @p",
        "foo a<2>",
        "call",
        "call ()",
        "call (a)",
        "call f (a)",
        "call (a) f (b)",
        "call f,(a,)",
        "call f,(a b)",
    ),
    *("call f,({a,b})", "call f,([g])", "call f,(g+4)", "call f,(v.x)", "call f,(!p)", "call f,(-a)", "call [l],(a)"),
    *("call 1,(a)", "call _,f,(a)", "call f,a,b", "call (a),f,(b),p,q", "call f,p,(a)", "foo (a),f"),
    *("@p", "@!!p exit", "@1 exit", "@p.x exit", "@p @q exit", "@p L: exit", "@p {}", "@p .loc 1 2 3", "@p[a]"),
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    assert parse_statement(text + ";").diagnostics == ()


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(text: str) -> None:
    assert parse_statements(text + ";").diagnostics != ()


def test_parentheses_and_white_space_leave_no_node() -> None:
    assert instruction("x ((1))").operands == (Integer(1, False, "1", 4, 5),)


def test_a_subtracted_offset_is_understood_and_explained() -> None:
    result = parse_statement("ld.b32 a, [b-4];")
    assert result.instruction is not None
    assert [(diagnostic.code, diagnostic.column, diagnostic.hint) for diagnostic in result.diagnostics] == [
        ("syntax-error", 13, "write + before the minus, as in a+-4")
    ]


@pytest.mark.parametrize("operand", ["a.x.y", "a.x.y.z", "a.x .y", "a .x .y", "a .x.y", "a.x .y .z"])
def test_a_second_selector_is_reported_with_the_name(operand: str) -> None:
    first = parse_statement(f"mov {operand};").diagnostics[0]
    assert (first.column, first.end, first.message) == (5, (1, 5 + len(operand)), "'a' has one selector at most")


@pytest.mark.parametrize(
    "operand", ["[a, {x}, b, {y}]", "[a, b, {x}, c, {y}]", "[a, b, {x}, {y}, c]", "[a, b, {x}, {y}, c, d]"]
)
def test_a_name_and_coordinates_follow_two_vectors_alone(operand: str) -> None:
    assert parse_statement("foo [a, b, {x}, {y}, c, {z}];").diagnostics == ()
    assert parse_statement(f"foo {operand};").diagnostics != ()
