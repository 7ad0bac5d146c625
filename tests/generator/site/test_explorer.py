"""The data of the explorer."""

import pytest

pytest.importorskip("sphinx")

from types import SimpleNamespace

from generator.site.domain import DomainEntry
from generator.site.scripts import Numbers, Places, plain
from ptxisa.isa.targets import admits


@pytest.fixture(scope="module")
def data(records):
    entries = {("form", name): DomainEntry("forms", f"form-{name}", name) for name in records.forms}
    entries |= {
        ("instruction", instruction.identity): DomainEntry("page", "", instruction.name)
        for instruction in records.isa.instructions
    }
    entries[("register", "%laneid")] = DomainEntry("laneid", "", "%laneid")
    domain = SimpleNamespace(site=records, objects=entries)
    builder = SimpleNamespace(get_target_uri=lambda name: f"{name}.html")
    return Places(SimpleNamespace(env=SimpleNamespace(domains={"ptx": domain}), builder=builder)).data()


def test_numbers_are_those_of_the_first_meeting():
    numbers = Numbers()
    assert [numbers.of(letter) for letter in "abca"] == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("with :ptx:modifier:`saturation.sat`", "with .sat"),
        (":ptx:modifier:`state-space.shared::cluster` (space)", ".shared::cluster (space)"),
        (":ptx:type:`f16x2` or :ptx:type:`bf16x2` (type)", ".f16x2 or .bf16x2 (type)"),
        ("with ``c``", "with c"),
        (":ptx:target:`sm_90+ <sm_90>`", "sm_90+"),
    ],
)
def test_conditions_without_markup(text, words):
    assert plain(text) == words


def test_every_form_is_a_subject(data, records):
    addresses = {subject[3] for subject in data["subjects"]}
    assert {f"forms.html#form-{name}" for name in records.forms} <= addresses
    assert "laneid.html" in addresses


def test_expressions_list_the_targets_that_they_admit(data, records):
    names = [name for name, *_ in data["targets"]]
    for text, admitted in data["expressions"]:
        assert {names[number] for number in admitted} == {
            target.name for target in records.targets.values() if admits(text, target, records.targets)
        }


def test_named_conditions_have_no_markup(data):
    words = [condition[0] for subject in data["subjects"] for condition in subject[5]]
    assert words
    assert not [word for word in words if "`" in word]
