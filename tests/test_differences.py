"""What changed between versions and between targets."""

from ptxisa.differences import difference


def test_between_versions() -> None:
    found = difference("7.8", "8.0")
    assert "add.packed" in {change.form for change in found.gained}
    assert found.lost == ()
    assert found.targets_gained == ("sm_90a",)


def test_backwards_is_the_mirror_image() -> None:
    there, back = difference("4.2", "4.3"), difference("4.3", "4.2")
    assert there.gained == back.lost
    assert there.gained


def test_a_clause_with_a_condition_shows_the_condition() -> None:
    changes = {change.form: change.when for change in difference("4.2", "4.3").gained}
    assert changes["addc"] == {"type": ("u64", "s64")}
    assert changes["lop3"] == {}


def test_between_targets() -> None:
    assert "add.packed" in {change.form for change in difference("sm_80", "sm_90").gained}
    assert difference("sm_90", "sm_90").gained == ()
