"""Tables of combinations on pages."""

from __future__ import annotations

from generator.site.instruction import combinations, tabled
from ptxisa.isa.facts import grouped
from ptxisa.isa.forms import Clause, Form, Slot

SLOTS = (Slot("shape", ("a1", "a2", "a3", "b"), "matrix-shape"), Slot("type", ("f16", "f32"), "type", optional=True))


def form(*clauses: Clause) -> Form:
    return Form("x", "matrix/x", "x", SLOTS, (), clauses, (), ())


def clause(ptx: str, target: str, **when: tuple[str, ...]) -> Clause:
    return Clause(f"{ptx}-{target}", ptx, target, when)


def test_conditions_with_the_same_floors_are_one_group() -> None:
    clauses = [
        clause("8.7", "sm_120a", shape=("a1",), type=("f16",)),
        clause("8.8", "sm_121a", shape=("a1",), type=("f16",)),
        clause("8.7", "sm_120a", shape=("a2",), type=("f16",)),
        clause("8.8", "sm_121a", shape=("a2",), type=("f16",)),
        clause("8.0", "sm_90a", shape=("b",), type=("f32",)),
    ]
    both, alone = grouped(clauses)
    assert [floor.target for floor in both.floors] == ["sm_120a", "sm_121a"]
    assert both.rows == ({"shape": ("a1", "a2"), "type": ("f16",)},)
    assert both.clauses == tuple(clauses[:4])
    assert alone.rows == ({"shape": ("b",), "type": ("f32",)},)


def test_rows_that_differ_twice_stay_apart() -> None:
    (group,) = grouped([clause("8.0", "sm_90a", shape=(a,), type=(b,)) for a, b in (("a1", "f16"), ("b", "f32"))])
    assert len(group.rows) == 2


def test_a_table_has_a_column_for_what_differs_and_a_sentence_for_the_rest() -> None:
    same = form(*(clause("8.0", "sm_90a", shape=("b",), type=(type_,)) for type_ in ("f16", "f32")))
    lines = combinations(same)
    types = "``.{type}`` is :ptx:type:`f16` or :ptx:type:`f32`"
    every = f"In all rows: ``.{{shape}}`` is :ptx:modifier:`matrix-shape.b` and {types}."
    assert lines.splitlines()[0] == every
    lines = combinations(
        form(
            clause("8.0", "sm_90a", shape=("b",), type=("f16",)),
            clause("8.6", "sm_100a", shape=("b",), type=("absent",)),
        )
    )
    assert "   * - :ptx:version:`8.0`, :ptx:target:`sm_90a <sm_90a>`\n     - :ptx:type:`f16`" in lines
    assert "   * - :ptx:version:`8.6`, :ptx:target:`sm_100a <sm_100a>`\n     - –" in lines


def test_forms_with_few_short_clauses_have_no_table() -> None:
    assert not tabled(form(clause("8.0", "sm_90a", shape=("b",))))
    assert tabled(form(clause("8.0", "sm_90a", shape=tuple(f"m{n}" for n in range(20)))))
    assert tabled(form(*(clause(f"8.{n}", "sm_90a", shape=("b",)) for n in range(7))))
