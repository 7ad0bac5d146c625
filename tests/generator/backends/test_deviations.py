"""The rules of errata as the checker reads them: none is lost, and rejections are known without loading them."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from generator.backends.deviations import joined, releases
from generator.records.isa import Isa
from generator.records.load import ROOT
from generator.records.yaml_reader import read
from ptxisa._generated.deviations import EVERYWHERE, MNEMONICS, RECORDS, RELEASES, SUMMARIES
from ptxisa.isa.deviations import Deviation, every_deviation
from ptxisa.isa.instructions import every_form, rejected

ERRATA = [read(path).data for path in sorted(Path(ROOT, "isa", "errata").glob("*.yaml"))]
DEVIATIONS = {mnemonic: every_deviation(mnemonic)[: -len(EVERYWHERE)] for mnemonic in MNEMONICS}
EVERY = [*chain.from_iterable(DEVIATIONS.values()), *EVERYWHERE]


def test_every_erratum_with_rules_about_instructions_is_there() -> None:
    rules = [(erratum["name"], rule) for erratum in ERRATA for rule in erratum.get("rules", ())]
    wanted = {name for name, rule in rules if "records" not in rule}
    assert len(wanted) > 50
    assert {deviation.erratum for deviation in EVERY} == wanted
    assert set(SUMMARIES) == {name for name, _ in rules}


def test_rules_about_other_records_are_found_by_their_key() -> None:
    assert [deviation.erratum for deviation in RECORDS["pragma/used_bytes_mask"]] == ["unknown-pragmas-ignored"]
    assert RECORDS["pragma/used_bytes_mask"][0].releases == ("11.8",)


def test_deviations_are_about_forms_of_their_mnemonic() -> None:
    mnemonics = {form.id: form.mnemonic for form in every_form()}
    for mnemonic, listed in DEVIATIONS.items():
        assert {mnemonics[form] for deviation in listed for form in deviation.forms} == {mnemonic}
    assert all(not deviation.forms for deviation in EVERYWHERE)


def test_rejected_forms_are_those_that_rules_reject() -> None:
    assert rejected() == {form for deviation in EVERY if not deviation.accepts for form in deviation.forms}
    assert "prefetchu" in rejected()
    assert "add.int" not in rejected()


def test_releases_are_those_of_the_evidence() -> None:
    assert RELEASES == ("11.8", "12.9", "13.0", "13.1", "13.2", "13.3", "13.4", "13.5")


def test_rules_name_releases_that_someone_measured() -> None:
    assert all(deviation.releases for deviation in EVERY)


def test_releases_of_ptxas_are_in_order_of_their_numbers() -> None:
    tools = [("ptxas", "12.9"), ("ptxas", "9.2"), ("ptxas", "10.1"), ("ptxas", "12.9"), ("nvcc", "13.0")]
    evidence = [SimpleNamespace(data={"tool": tool, "release": release}) for tool, release in tools]
    assert releases(cast(Isa, SimpleNamespace(records=lambda _: evidence))) == ("9.2", "10.1", "12.9")


def test_deviations_that_differ_in_one_list_are_joined() -> None:
    deviation = Deviation("wide", ("13.0",), forms=("add",), operands=("a",), written_as=(".b16",))
    other = deviation._replace(operands=("b",))
    assert joined([deviation, other]) == (deviation._replace(operands=("a", "b")),)
    assert joined([deviation, deviation._replace(forms=("sub",))]) == (deviation._replace(forms=("add", "sub")),)
    assert len(joined([deviation, other._replace(written_as=(".b8",))])) == 2, "two differences"


def test_deviations_that_reject_are_joined_only_over_forms() -> None:
    deviation = Deviation("wide", ("13.0",), ptxas="rejects", forms=("add",), operands=("a",), written_as=(".b16",))
    apart = [deviation, deviation._replace(operands=("b",)), deviation._replace(written_as=(".b8",))]
    assert joined(apart) == tuple(apart), "each reports an operand"
    assert joined([deviation, deviation._replace(forms=("sub",))]) == (deviation._replace(forms=("add", "sub")),)


def test_deviations_about_other_operands_stay_apart() -> None:
    deviation = Deviation(
        "wide", ("13.0",), forms=("add",), operands=("a",), written_as=(".b16",), others_written_as=("register",)
    )
    assert len(joined([deviation, deviation._replace(operands=("b",))])) == 2
