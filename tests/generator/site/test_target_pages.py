"""Differences between a target and its neighbors."""

from generator.site.target_pages import MOST_NAMES, TargetDifference, differences, neighbors, table


def test_neighbors_are_below_or_before(records):
    assert neighbors(records, "sm_90") == ["sm_89"]
    assert neighbors(records, "sm_90a") == ["sm_90"]
    assert "sm_90a" in neighbors(records, "sm_100a")


def test_differences_agree_with_the_forms_that_exist(records):
    gained = {difference.form.id: difference.names for difference in differences(records, "sm_90", "sm_89")}
    assert "fence.mbarrier_init" in gained or "mapa" in {name.partition(".")[0] for name in gained}
    assert differences(records, "sm_89", "sm_90") == []
    lost = {difference.form.id for difference in differences(records, "sm_90a", "sm_100a")}
    assert any(name.startswith("wgmma") for name in lost)
    assert not any(name.startswith("tcgen05") for name in lost)


def test_many_conditions_are_summed_up(records):
    form = records.forms["popc"][1]
    text = table(records, [TargetDifference(form, tuple(f"name {n}" for n in range(MOST_NAMES + 2)))])
    assert "and 2 more" in text
    assert "the whole form" in table(records, [TargetDifference(form, ())])
