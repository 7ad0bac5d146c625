"""Names in generated modules."""

from __future__ import annotations

from generator.backends.naming import identifier, identifiers, unique


def test_a_name_that_is_taken_is_numbered_from_two() -> None:
    assert unique("t", ()) == "t"
    assert unique("t", ["t", "t_2"]) == "t_3"


def test_words_of_python_and_of_the_backend_get_an_underscore() -> None:
    assert [identifier(name, ["where"]) for name in ("in", "min", "where", "carry")] == [
        "in_",
        "min_",
        "where_",
        "carry",
    ]


def test_no_two_names_become_one() -> None:
    chosen = identifiers(["in", "in_", "a"], ())
    assert chosen["in_"] == "in_", "a name that can stay as it is comes first"
    assert len(set(chosen.values())) == 3
