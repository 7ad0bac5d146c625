"""Names of roles: what users may write, and which object of the site each of them is."""

from __future__ import annotations

import pytest

from ptxisa.sphinx.names import PARTS, ROLES, UNLINKED, UnknownRecord, find, names, roles


def test_roles_are_kinds_with_pages_and_parts_of_records_in_alphabetical_order() -> None:
    assert list(roles()) == sorted(set(roles()))
    assert {"instruction", "register", "type", *PARTS} <= set(roles())
    assert set(roles()).isdisjoint([*UNLINKED, *ROLES])


@pytest.mark.parametrize(
    ("role", "target", "expected"),
    [
        ("form", "add.int.sat", "add.int.sat"),
        ("code", "unknown-modifier", "unknown-modifier"),
        ("type", "f16", "f16"),
        ("type", ".f16", "f16"),
        ("type", "__int128", "b128"),
        ("register", "%tid", "%tid"),
        ("register", "clock", "%clock"),
        ("modifier", "sat", "saturation.sat"),
        ("modifier", ".sat", "saturation.sat"),
        ("modifier", "saturation.sat", "saturation.sat"),
        ("instruction", "add", "add"),
        ("instruction", "comparison-and-selection/selp", "comparison-and-selection/selp"),
    ],
)
def test_names_of_records_and_their_parts(role: str, target: str, expected: str) -> None:
    assert find(role, target) == expected


@pytest.mark.parametrize(
    ("role", "target", "hint"),
    [("type", "f17", "did you mean f16?"), ("type", "sat", ""), ("form", "__int128", "")],
)
def test_a_name_of_no_object_of_the_role_is_unknown(role: str, target: str, hint: str) -> None:
    result = find(role, target)
    assert isinstance(result, UnknownRecord)
    assert result.hint.startswith(hint)


def test_names_of_a_role_without_further_names_are_those_of_its_kind() -> None:
    assert set(names("pragma")).isdisjoint(names("modifier"))
    assert names("pragma")["frequency"] == "frequency"
