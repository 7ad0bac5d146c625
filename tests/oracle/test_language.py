"""What is asked of records other than instructions, where, and what is made of the answers."""

import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ptxisa.check.place import Place
from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import Diagnostic, error
from ptxisa.isa.forms import Clause, End
from ptxisa.isa.language import special_registers
from ptxisa.isa.targets import Target, known
from ptxisa.isa.versions import Version, order
from ptxisa.oracle import language
from ptxisa.oracle.assembler import Probe, Ptxas, PtxasError, module
from ptxisa.oracle.boundaries import ClauseBoundary
from ptxisa.oracle.language import Subject, conform_records, deciding_pairs, subjects
from ptxisa.oracle.probes import Trial, legal_reads, wrong_uses
from ptxisa.oracle.reports import ConformReport, evidence
from ptxisa.syntax.source import Source

PLACES = [
    (known()[target], order(version))
    for target in ("sm_70", "sm_80", "sm_90")
    for version in ("7.6", "7.8", "8.0", "8.1", "8.2")
]


def subject(ptx: str = "8.0", target: str = "sm_80+", **rest: Any) -> Subject:
    return Subject("attribute/test", (Clause("base", ptx, target),), **rest)


def told(subject: Subject) -> list[str]:
    return [f"{target.name} {version}" for target, version in deciding_pairs(subject, PLACES)]


# Where modules are judged.


def test_modules_are_assembled_around_the_floor_of_every_target() -> None:
    assert told(subject()) == [
        *("sm_70 7.6", "sm_70 8.2"),
        *("sm_80 7.6", "sm_80 7.8", "sm_80 8.0", "sm_80 8.2"),
        *("sm_90 7.6", "sm_90 7.8", "sm_90 8.0", "sm_90 8.2"),
    ]


def test_modules_are_assembled_around_a_removal() -> None:
    assert told(subject("7.6", "sm_90+", removed=(End("8.1", "sm_80+"),)))[-4:] == [
        "sm_90 7.6",
        "sm_90 8.0",
        "sm_90 8.1",
        "sm_90 8.2",
    ]


@pytest.mark.parametrize(
    ("place", "available"),
    [
        (("sm_80", "7.8"), False),
        (("sm_80", "8.0"), True),
        (("sm_70", "8.0"), False),
        (("sm_90", "8.1"), False),
        (("sm_80", "8.1"), True),
    ],
)
def test_availability_of_a_subject(place: tuple[str, str], available: bool) -> None:
    register = subject(removed=(End("8.1", "sm_90+"),))
    assert register.available((known()[place[0]], order(place[1]))) is available


# What is asked.


def test_every_register_is_read_with_every_type_that_reads_it() -> None:
    register = special_registers()["%gridid"]
    statements = [probe.statement for probe in legal_reads(register)]
    assert statements[0] == "mov.u64 r_b64, %gridid;"
    assert {statement.split()[0].removeprefix("mov.") for statement in statements} == set(register.read_as)
    assert {"u64", "s32", "b16"} <= set(register.read_as)
    assert not {"f64", "f32", "pred", "b8"} & set(register.read_as)


def test_a_vector_is_read_by_element_and_whole() -> None:
    statements = {probe.statement for probe in legal_reads(special_registers()["%clusterid"])}
    elements = {f"mov.u32 r_b32, %clusterid.{element};" for element in "xyzw"}
    assert elements | {"mov.v4.s32 {r_b32, r_b32, r_b32, r_b32}, %clusterid;"} <= statements
    assert "mov.u16 r_b16, %clusterid.x;" not in statements


def test_wrong_uses_of_a_register() -> None:
    wrong = {change: probe.statement for change, probe in wrong_uses(special_registers()["%tid"])}
    assert re.fullmatch(r"mov\.f32 r_[bf]32, %tid\.x;", wrong["f32"])
    assert wrong["destination"] == "mov.u32 %tid.x, r_b32;"
    assert wrong["vector"] == "mov.u32 r_b32, %tid;"
    assert wrong["operand"] == "and.b32 r_b32, r_b32, %tid.x;"
    assert "u16" not in wrong


def test_members_of_a_family_are_tried_together() -> None:
    (family,) = subjects(["%pm4"])
    assert family.key == "special_register/%pm4"
    reads = {trial.probe.statement for trial in family.statements if trial.probe.statement.startswith("mov.u32")}
    assert reads == {f"mov.u32 r_b32, %pm{number};" for number in range(4, 8)}


def test_examples_of_registers_are_tried_in_blocks_of_their_own() -> None:
    (register,) = subjects(["%gridid"])
    statements = [trial.probe.statement for trial in register.statements]
    assert "{ .reg .u64 grid; mov.u64 grid, %gridid; }" in statements


def test_every_record_with_clauses_is_a_subject() -> None:
    from ptxisa.query.database import database

    rows = database().sql("SELECT DISTINCT kind || '/' || name FROM record_clause WHERE kind != 'instruction'")
    keys = {entry.key for entry in subjects()}
    assert len(rows) > 40
    assert {row[0] for row in rows} <= keys


@pytest.mark.parametrize("name", ["special_register", "special_register/%tid", "%tid"])
def test_subjects_by_kind_key_and_name(name: str) -> None:
    assert "special_register/%tid" in {entry.key for entry in subjects([name])}
    assert subjects(["no such thing"]) == []


@pytest.mark.parametrize(
    ("probe", "version", "text"),
    [
        (".const .u32 x;", "2.2", ".version 2.2\n.target sm_20\n.const .u32 x;"),
        (".const .u32 x;", "2.3", ".version 2.3\n.target sm_20\n.address_size 64\n.const .u32 x;"),
        (".version {version}\n.target {target}, debug\n", "2.3", ".version 2.3\n.target sm_20, debug\n"),
    ],
)
def test_probes_as_modules(probe: str, version: str, text: str) -> None:
    assert module(probe, known()["sm_20"], order(version)) == text


# What is made of the answers.

# Knows PTX up to 7.1. LATER is legal in 7.1 from sm_80, mov.f32 never; CRASH crashes it.
STAND_IN = r"""#!/bin/sh
if [ "$1" = --version ]; then
    echo "Cuda compilation tools, release 13.0, V13.0.88"; echo "Build cuda_13.0/x_0"; exit
fi
for source; do :; done
if grep -q "version 99.9" "$source"; then
    echo "ptxas probe.ptx, line 1; fatal   : Unsupported .version 99.9; current version is '7.1'"; exit 1
fi
case "$2" in
    compute_75 | compute_80 | compute_86) ;;
    *) echo "ptxas fatal   : Value '$2' is not defined for option 'gpu-name'"; exit 1 ;;
esac
version=$(sed -n "s/^.version //p" "$source"); target=$(sed -n "s/^.target //p" "$source")
if grep -q "CRASH" "$source"; then exit 139; fi
if grep -q "LINKED" "$source" && [ "$3" != --compile-only ]; then
    echo "ptxas error   : Feature 'LINKED' requires command line option '--compile-only'"; exit 1
fi
bad=$(grep -n "mov.f32" "$source" | cut -d: -f1)
case "$version $target" in "7.1 sm_8"*) ;; *) bad="$bad $(grep -n "LATER" "$source" | cut -d: -f1)" ;; esac
status=0
for line in $bad; do echo "ptxas probe.ptx, line $line; error   : too early or wrong"; status=1; done
exit $status
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> Ptxas:
    path = tmp_path / "ptxas"
    path.write_text(STAND_IN)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Ptxas(path)


BOTH: dict[str, dict[str, Any]] = {
    "statements": {"statements": (Trial(Probe("LATER;", ()), "record", "attribute/test"),)},
    "module": {"probe": "LATER"},
}
VERIFIED = {"floor": "verified", "below_version": "verified", "below_target": "verified"}


def judged(ptxas: Ptxas, entry: Subject) -> tuple[ConformReport, Mapping[str, str]]:
    """Return the report where the checker answers for `LATER` what the clauses of the subject say."""

    def check(source: Source, place: Place) -> list[Diagnostic]:
        text = source.text
        version, target = re.findall(r"^\.(?:version|target) (\S+)$", text, re.MULTILINE)
        if entry.available((targets.target(target), versions.order(version))):
            return []
        line = text[: text.index("LATER")].count("\n") + 1 if "LATER" in text else 0
        return [error("unavailable-version", "too early")._replace(line=line)]

    with pytest.MonkeyPatch.context() as patch:
        if entry.statements or entry.probe:
            patch.setattr(language, "diagnose", check)
        report = conform_records([entry], ptxas)
    return report, report.clauses["attribute/test"]["base"]


@pytest.mark.parametrize("how", BOTH)
def test_records_that_ptxas_confirms(stand_in: Ptxas, how: str) -> None:
    report, status = judged(stand_in, subject("7.1", "sm_80+", **BOTH[how]))
    assert status == VERIFIED
    assert report.differences == ()
    assert report.totals["judged"] == report.totals["agreed"] > 5


def test_kernels_without_a_body_are_judged_before_code_is_generated(stand_in: Ptxas) -> None:
    """Bodies of functions are needed only to generate code (erratum undefined-functions)."""
    report = conform_records([subject("7.0", "sm_80+", probe=".entry k();")], stand_in)
    # Unlike a real ptxas, this one also accepts the declaration in the 6 pairs before PTX 3.0.
    assert [difference.pairs for difference in report.differences] == [6]
    assert report.totals["judged"] > 6


@pytest.mark.parametrize("how", BOTH)
@pytest.mark.parametrize(
    ("ptx", "target", "side", "verdict"),
    [
        ("7.0", "sm_80+", "floor", "rejects"),
        ("7.1", "sm_75+", "floor", "rejects"),
        ("7.1", "sm_86+", "below_target", "accepts"),
    ],
)
def test_records_that_ptxas_refutes(stand_in: Ptxas, how: str, ptx: str, target: str, side: str, verdict: str) -> None:
    report, status = judged(stand_in, subject(ptx, target, **BOTH[how]))
    assert status[side] == "refuted"
    assert {difference.ptxas for difference in report.differences} == {verdict}
    assert report.part == "records"


def test_wrong_uses_must_be_rejected(stand_in: Ptxas) -> None:
    wrong = (
        Trial(Probe("mov.f32 r, %tid;", (("r", "b32"),)), "record-neighbor", "attribute/test", "", "f32"),
        Trial(Probe("mov.u32 r, %tid;", (("r", "b32"),)), "record-neighbor", "attribute/test", "", "u32"),
    )
    report, _ = judged(stand_in, subject(wrong=wrong))
    assert [(difference.trial.change, difference.ptxas) for difference in report.differences] == [("u32", "accepts")]


def test_clauses_that_cannot_be_tried_are_not_run(stand_in: Ptxas) -> None:
    _, status = judged(stand_in, subject("7.1", "sm_80+"))
    assert set(status.values()) == {"not-run"}


def test_a_crash_is_no_verdict(stand_in: Ptxas) -> None:
    with pytest.raises(PtxasError, match="ended with status 139"):
        stand_in.rejection("CRASH", known()["sm_75"])


def test_modules_that_must_be_linked_later_are_compiled_so(stand_in: Ptxas) -> None:
    assert stand_in.rejection("LINKED", known()["sm_75"]) == ""
    assert stand_in.rejection("LINKED mov.f32", known()["sm_75"]) == "too early or wrong"


def test_other_clauses_make_a_side_unverifiable() -> None:
    """Acceptance just below a floor by another clause does not confirm this clause."""
    later, earlier = Clause("later", "8.1", "sm_90+"), Clause("earlier", "8.0", "sm_90+")

    def verdicts(target: Target, version: Version, alone: bool) -> list[bool]:
        return [target.number >= 90 and version >= (8, 0)]

    assert ClauseBoundary(later, verdicts).status()["below_version"] == "refuted"
    assert ClauseBoundary(later, verdicts, [earlier]).status() == {**VERIFIED, "below_version": "unverifiable"}


# Evidence.

DIGEST = "sha256:" + "0" * 64
FORMS = ConformReport("13.0", "b", DIGEST, {"judged": 5}, (), {"add": {"base": VERIFIED}})
RECORDS = ConformReport("13.0", "b", DIGEST, {"judged": 3}, (), {"attribute/test": {"base": VERIFIED}}, "records")


def test_evidence_of_one_part_keeps_the_other() -> None:
    both = evidence([FORMS, RECORDS], {}, "2026-01-01")
    assert set(both["clauses"]) == {"add", "attribute/test"}
    forms_again = evidence([FORMS._replace(totals={"judged": 6})], both, "2026-02-02")
    assert forms_again == {**both, "date": "2026-02-02", "totals": {"judged": 6}}
    records_again = evidence([RECORDS._replace(clauses={"attribute/new": {}})], both, "2026-02-02")
    assert records_again["date"] == "2026-01-01"
    assert records_again["records"] == {"date": "2026-02-02", "totals": {"judged": 3}}
    assert set(records_again["clauses"]) == {"add", "attribute/new"}


def test_evidence_of_another_binary_is_not_kept() -> None:
    old = evidence([FORMS, RECORDS], {}, "2026-01-01")
    other = evidence([FORMS._replace(digest="sha256:" + "1" * 64)], old, "2026-02-02")
    assert set(other["clauses"]) == {"add"}
    assert "records" not in other


# A real ptxas.


def test_a_real_ptxas_agrees_on_registers(ptxas: Ptxas) -> None:
    """The whole path on a few records; the full run is `ptxisa conform --only records`."""
    report = conform_records(subjects(["%clock_hi", "%gridid", "%is_explicit_cluster"]), ptxas)
    assert report.differences == ()
    assert report.totals["judged"] > 5_000
    assert report.clauses["special_register/%clock_hi"] == {"base": VERIFIED}


def test_names_of_registers_are_matched_whole() -> None:
    names = list(special_registers())
    assert len(names) == len(set(names)) == 89
    assert all(re.fullmatch(r"%[a-z][a-z0-9_]*", name) for name in names)
