"""Names of blocks and their symbols, with ranges of registers."""

from __future__ import annotations

import pytest

from ptxisa.check import scope as scopes
from ptxisa.check.scope import Scope, Symbol, enter, register, special
from ptxisa.syntax import tree

A, B = register("u32"), register("f32")


@pytest.mark.parametrize(
    ("text", "type_", "vector"),
    [("u32", "u32", None), (".f16x2", "f16x2", None), ("v4.f32", "f32", 4), (".v2.b64", "b64", 2)],
)
def test_a_register_by_its_type(text: str, type_: str, vector: int | None) -> None:
    assert register(text) == Symbol("register", type_, vector, "reg")


def test_an_inner_block_hides_names_of_the_outer_one() -> None:
    outer = Scope()
    inner = Scope(outer)
    assert outer.declare("x", A) is None
    assert outer.declare("y", A) is None
    assert inner.declare("x", B) is None
    assert inner.declare("x", A) == B
    assert (inner.lookup("x"), inner.lookup("y"), outer.lookup("x"), inner.lookup("z")) == (B, A, A, None)
    assert (inner.here("y"), inner.names()) == (None, ["x", "x", "y"])


@pytest.mark.parametrize(
    ("name", "declared"),
    [
        ("r0", True),
        ("r9", True),
        ("r10", False),
        ("r", False),
        ("r09", True),
        ("r00", True),
        (f"r{'0' * 5000}", True),
        ("s1", False),
        ("r99999999999999", False),
    ],
)
def test_members_of_a_range(name: str, declared: bool) -> None:
    scope = Scope()
    assert scope.declare_range("r", 10, A) is None
    assert scope.lookup(name) == (A if declared else None)


def test_a_range_and_a_single_register_of_it_are_repeated() -> None:
    scope = Scope()
    scope.declare("r5", B)
    assert scope.declare_range("r", 5, A) is None
    assert scope.declare_range("r", 9, B) == A
    other = Scope()
    other.declare("r5", B)
    assert other.declare_range("r", 6, A) == B
    ranged = Scope()
    ranged.declare_range("r", 6, A)
    assert ranged.declare("r5", B) == A
    assert ranged.declare("r6", B) is None


def test_a_range_begins_with_0() -> None:
    """A name without a number is none of its members."""
    single, plain = Scope(), Scope()
    single.declare("r0", B)
    assert single.declare_range("r", 1, A) == B
    plain.declare("r", B)
    assert plain.declare_range("r", 1, A) is None
    assert (plain.lookup("r"), plain.lookup("r0")) == (B, A)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("r0", True),
        ("r10", True),
        ("r09", True),
        (f"r{'9' * 11}", True),
        (f"r{'9' * 12}", False),  # Longer than any count of registers.
        ("r", False),
        ("s1", False),
    ],
)
def test_a_number_beyond_a_range_names_the_range(name: str, expected: bool) -> None:
    outer = Scope()
    outer.declare_range("r", 10, A)
    for scope in (outer, Scope(outer)):
        assert scope.range_of(name) == (("r", 10, A) if expected else None)


def test_members_of_a_range_are_found_beyond_those_that_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scopes, "MOST_MEMBERS", 2)
    scope = Scope()
    scope.declare_range("r", 10, A)
    for _ in range(2):
        assert [scope.lookup(f"r{number}") for number in range(11)] == [A] * 10 + [None]


def test_special_registers() -> None:
    symbol = special("%tid")
    assert symbol is not None
    assert (symbol.kind, symbol.type, symbol.vector, symbol.space) == ("special", "u32", 4, "sreg")
    assert special("%nothing") is None
    assert special("tid") is None
    assert Scope().lookup("%tid") == symbol


def test_a_repeated_label_is_reported_with_what_it_was() -> None:
    scope = Scope()
    scope.declare("x", A)
    label = tree.Label(tree.Name("x", 0), 0, 2)
    (diagnostic,) = enter(scope, label)
    assert (diagnostic.name.text, diagnostic.first) == ("x", A)
    assert scope.lookup("x") == A
