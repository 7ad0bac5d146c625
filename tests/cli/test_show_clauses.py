"""Availability of a form on a terminal."""

from __future__ import annotations

from ptxisa.cli.show_instruction import show_clauses
from ptxisa.isa.forms import Clause, End, Form, Slot


def clause(ptx: str, target: str, **when: bool | list[str]) -> Clause:
    return Clause(
        "x", ptx, target, {slot: value if isinstance(value, bool) else tuple(value) for slot, value in when.items()}
    )


def shown(*clauses: Clause, needs: tuple[Clause, ...] = ()) -> list[str]:
    slots = (Slot("ftz", ("ftz",), "subnormals", optional=True, literal=True),)
    form = Form("nothing", "", "", slots, (), clauses, requirements=needs)
    return "\n".join(show_clauses(form)).splitlines()


def test_few_clauses_are_lines() -> None:
    lines = shown(clause("7.0", "sm_80+", type=["f16", "f32"], ftz=False), needs=(clause("7.1", "sm_90+", ftz=True),))
    assert lines == [
        "  needs PTX 7.1 on sm_90 or later with .ftz",
        "  since PTX 7.0 on sm_80 or later for type .f16 or .f32, without .ftz",
    ]


def test_values_that_may_be_left_out_are_listed() -> None:
    assert shown(clause("7.0", "sm_80+", scope=["absent", "cta"], ftz=["absent"])) == [
        "  since PTX 7.0 on sm_80 or later for scope none or .cta, without .ftz",
    ]


def test_deprecations_and_removals_follow_the_floors() -> None:
    slots = (Slot("ftz", ("ftz",), "subnormals", optional=True, literal=True),)
    deprecated = (End("7.0", note="Use ``other``."),)
    removed = (End("8.0", "sm_90+", {"ftz": True}),)
    form = Form("nothing", "", "", slots, (), (clause("6.0", "sm_70+"),), deprecated=deprecated, removed=removed)
    assert list(show_clauses(form)) == [
        "  since PTX 6.0 on sm_70 or later",
        "  deprecated since PTX 7.0: Use other.",
        "  removed since PTX 8.0 on sm_90 or later with .ftz",
    ]


def test_long_clauses_of_whole_forms_are_folded_lines() -> None:
    families = "sm_100f+ | sm_101f+ | sm_120f+"
    assert shown(clause("8.0", "sm_90a"), clause("8.8", families)) == [
        "  since PTX 8.0 on sm_90a",
        "  since PTX 8.8 on sm_100f and later of its family or sm_101f and later of its",
        "      family or sm_120f and later of its family",
    ]


def test_many_clauses_are_tables_by_floor() -> None:
    sizes = [f"m64n{n}k16" for n in range(8, 257, 8)]
    both = [clause("8.0", "sm_90a", type=[kind], shape=[size]) for kind in ("f16", "bf16") for size in sizes]
    assert shown(*both) == [
        "",
        "since PTX 8.0 on sm_90a:",
        "  type      shape",
        "  f16 bf16  m64n8k16 to m64n256k16 in steps of 8",
    ]


def test_rows_that_have_the_same_floors_share_a_table() -> None:
    rows = [{"kind": [kind], "shape": [shape]} for kind, shape in zip("abcd", ("x", "y", "z", "w"), strict=True)]
    clauses = [clause(ptx, target, **row) for row in rows for ptx, target in (("8.7", "sm_120a"), ("8.8", "sm_121a"))]
    assert shown(*clauses)[1:4] == [
        "since PTX 8.7 on sm_120a, or PTX 8.8 on sm_121a:",
        "  shape  kind",
        "  x      a",
    ]


def test_columns_that_all_rows_share_are_above_a_table_that_would_be_too_wide() -> None:
    shared = {"collector": ["absent", *(f"collector::a::{use}" for use in ("fill", "use", "lastuse"))]}
    clauses = [
        clause("8.6", "sm_100a", **shared, kind=[f"kind::long_{value}"], other=[f"{value}-{value}"])
        for value in "pqrstuv"
    ]
    lines = shown(*clauses)
    assert lines[2] == "  collector absent collector::a::fill collector::a::use collector::a::lastuse"
    assert lines[3] == "  other  kind"
    assert max(map(len, lines)) <= 80
