"""Messages and verdicts of ptxas, with a substitute whose output is known, and with a real one where available."""

import stat
from pathlib import Path

import pytest

from ptxisa.isa.forms import Form
from ptxisa.isa.targets import known
from ptxisa.isa.versions import order
from ptxisa.oracle.assembler import SOURCE_SINK, Probe, Ptxas, PtxasError
from ptxisa.oracle.releases import ReleaseError, find

# Rejects lines with BAD at once, stops at lines with STOP, and lines with LATE only when nothing else is wrong.
STAND_IN = r"""#!/bin/sh
if [ "$1" = --version ]; then
    echo "Cuda compilation tools, release 13.0, V13.0.88"; echo "Build cuda_13.0/x_0"; exit
fi
for source; do :; done
if grep -q "version 99.9" "$source"; then
    echo "ptxas probe.ptx, line 1; fatal   : Unsupported .version 99.9; current version is '9.0'"; exit 1
fi
grep -q "CRASH" "$source" && exit 139
bad=$(grep -n "BAD" "$source" | cut -d: -f1); stop=$(grep -n "STOP" "$source" | head -1 | cut -d: -f1)
[ -n "$bad" ] && echo "ptxas <macro util>, line 6; error   : Illegal modifier"
for line in $bad; do
    [ -n "$stop" ] && [ "$line" -gt "$stop" ] || echo "ptxas probe.ptx, line $line; error   : bad thing"
done
[ -n "$stop" ] && { echo "ptxas probe.ptx, line $stop; fatal   : cannot go on"; exit 1; }
[ -n "$bad" ] && exit 1
late=$(grep -n "LATE" "$source" | cut -d: -f1)
for line in $late; do echo "ptxas probe.ptx, line $line; error   : late thing"; done
[ -z "$late" ]
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> Ptxas:
    path = tmp_path / "ptxas"
    path.write_text(STAND_IN)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Ptxas(path)


def test_release_build_and_newest_ptx_version_of_a_ptxas(stand_in: Ptxas) -> None:
    assert (stand_in.release, stand_in.build, str(stand_in.newest)) == ("13.0", "cuda_13.0/x_0", "9.0")
    assert stand_in.digest.startswith("sha256:")


def test_rejected_statements_are_isolated_in_several_rounds(stand_in: Ptxas) -> None:
    texts = ["good;", "BAD;", "LATE;", "STOP;", "BAD;", "good;"]
    probes = [Probe(text, (("r", "b32"),)) for text in texts]
    rejected = stand_in.rejections(probes, known()["sm_90"], order("9.0"))
    assert {index: (complaint.message, complaint.fatal) for index, complaint in rejected.items()} == {
        1: ("bad thing", False),
        2: ("late thing", False),
        3: ("cannot go on", True),
        4: ("bad thing", False),
    }


def test_a_statement_that_crashes_ptxas_is_rejected(stand_in: Ptxas) -> None:
    probes = [Probe(text, (("r", "b32"),)) for text in ["good;", "good;", "CRASH;", "BAD;", "good;"]]
    rejected = stand_in.rejections(probes, known()["sm_90"], order("9.0"))
    assert {index: complaint.fatal for index, complaint in rejected.items()} == {2: True, 3: False}
    assert "ended with status" in rejected[2].message


def test_an_error_in_the_frame_of_a_module_is_not_a_verdict(stand_in: Ptxas) -> None:
    with pytest.raises(PtxasError, match="rejects the frame"):
        stand_in.rejections([Probe("good;", (("BAD", "b32"),))], known()["sm_90"], order("9.0"))


def test_a_release_or_a_path() -> None:
    with pytest.raises(ReleaseError, match="neither a release such as 12.9 nor a ptxas binary"):
        find("/no/such/ptxas")


def test_a_real_ptxas_agrees_on_a_family(ptxas: Ptxas) -> None:
    """The whole path on a few forms; the full run is `ptxisa conform`."""
    from ptxisa.oracle.conform import conform

    report = conform(_forms("szext"), ptxas)
    assert report.totals["judged"] > 10_000
    assert report.differences == ()
    assert report.clauses["szext"]["base"] == {
        "floor": "verified",
        "below_version": "verified",
        "below_target": "verified",
    }


def _forms(mnemonic: str) -> tuple[Form, ...]:
    from ptxisa.checkers import checker_of

    checker = checker_of(mnemonic)
    assert checker is not None
    return checker.forms


def test_records_checked_together_have_their_separate_results(ptxas: Ptxas) -> None:
    from ptxisa.oracle.conform import conform, conform_by_record

    forms = [form for name in ("elect", "activemask") for form in _forms(name)]
    lines: list[str] = []
    together = conform_by_record(forms, ptxas, lines.append, boundaries=True)
    alone = [conform([form], ptxas, boundaries=True) for form in forms]
    assert len(forms) == len(lines) == 2
    assert together.totals["judged"] == sum(report.totals["judged"] for report in alone) > 1000
    assert together.clauses == {form.id: report.clauses[form.id] for form, report in zip(forms, alone, strict=True)}


@pytest.mark.parametrize(
    ("statement", "alone"),
    [
        ("mov.b32 r, {_, h};", True),
        ("mov.v2.b32 {r, s}, {r, _};", True),
        ("mov.b32 {_, h}, r;", False),
        ("mov.b32 r, {_x, h};", False),
        ("ld.v2.b32 {_, r}, [p];", False),
    ],
)
def test_statements_with_a_sink_in_a_source_have_modules_of_their_own(statement: str, alone: bool) -> None:
    assert bool(SOURCE_SINK.match(statement)) is alone
