"""Messages of findings on which the manual and an assembler differ."""

from __future__ import annotations

from ptxisa.check.errata import disputed, undocumented
from ptxisa.check.place import Place
from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import of_record
from ptxisa.isa.diagnostics import error

KEY = "rule/masked_constant"
PLACE = Place(targets.target("sm_50"), versions.order("7.2"))
FOUND = error("unavailable-version", "a mask needs PTX 7.3")


def test_a_finding_names_the_releases_that_do_not_share_it() -> None:
    (by,) = of_record(KEY)
    diagnostic = undocumented(FOUND, by, PLACE)
    assert diagnostic.message == "a mask needs PTX 7.3; ptxas 11.8 to 13.5 accept it (mask-of-constant-floor)"
    assert (diagnostic.code, diagnostic.severity, diagnostic.erratum) == (
        "undocumented",
        "warning",
        "mask-of-constant-floor",
    )


def test_the_answer_of_a_release_is_a_note_or_an_error() -> None:
    (by,) = of_record(KEY, "13.0")
    place = PLACE._replace(assembler="13.0")
    assert undocumented(FOUND, by, place).message.endswith("ptxas 13.0 accepts it (mask-of-constant-floor)")
    assert undocumented(FOUND, by, place).severity == "note"


def test_disputes_need_a_violated_rule_of_the_record() -> None:
    assert disputed(FOUND, KEY, PLACE).code == "undocumented"
    assert disputed(FOUND, KEY, PLACE._replace(version=versions.order("7.1"))) == FOUND
    assert disputed(FOUND, "rule/blocks", PLACE) == FOUND
