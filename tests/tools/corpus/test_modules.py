"""Comparison of modules with ptxas: the release, its messages, and the outcomes."""

import stat
from pathlib import Path

import pytest

from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.oracle.assembler import Ptxas, PtxasError
from tools.corpus.modules import OUTCOMES, Assemblers, Complaint, Judgment, complaints, gist, judge, our_errors

# Reads versions up to $NEWEST, assembles for the targets in $KNOWN, and rejects lines with BAD; when it generates code,
# also lines with CODE, and LINKED unless the module may be linked.
STAND_IN = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release {release}, V{release}.1"; exit; fi
for source; do :; done
say() {{ echo "ptxas $1" >&2; exit "$2"; }}
grep -q "version 99.9" "$source" && say "fatal   : Unsupported .version 99.9; current version is '{newest}'" 1
code=${{2%%_*}}
case " {known} " in
  *" compute_${{2#*_}} "*) ;;
  *) say "fatal   : Value '$2' is not defined for option 'gpu-name'" 1;;
esac
bad=$(grep -n BAD "$source" | cut -d: -f1)
for line in $bad; do echo "ptxas module.ptx, line $line; error   : Unknown symbol 'r$line'" >&2; done
[ "$code" = sm ] && grep -q CODE "$source" && say "fatal   : 32-Bit compilation is no longer supported" 255
[ "$code $3" = "sm -o" ] && grep -q LINKED "$source" && say "fatal   : Unresolved extern function 'e'" 255
[ -n "$bad" ] && say "fatal   : Ptx assembly aborted due to errors" 255
grep -q DEBUG "$source" && say "fatal   : Debug information not found" 255
grep -q CRASH "$source" && exit 139
exit 0
"""


def stand_in(folder: Path, release: str, newest: str, known: str) -> Ptxas:
    path = folder / f"ptxas-{release}"
    path.write_text(STAND_IN.format(release=release, newest=newest, known=known))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Ptxas(path)


@pytest.fixture
def old(tmp_path: Path) -> Ptxas:
    return stand_in(tmp_path, "12.9", "8.8", "compute_50 compute_75 compute_90 compute_90a")


@pytest.fixture
def new(tmp_path: Path) -> Ptxas:
    return stand_in(tmp_path, "13.0", "9.0", "compute_75 compute_90 compute_90a compute_110")


def head(version: str, target: str) -> str:
    return f"// made by hand\n.version {version}\n.target {target}\n.address_size 64\n"


@pytest.mark.parametrize(
    ("version", "target", "release", "architecture"),
    [
        ("8.7", "sm_90a", "13.0", "compute_90a"),
        ("8.7", "sm_50", "12.9", "compute_50"),
        ("9.0", "sm_50", "13.0", "compute_75"),
        ("8.7", "sm_20, texmode_independent", "13.0", "compute_75"),
        ("8.8", "sm_101", "13.0", "compute_110"),
        ("9.9", "sm_90", "13.0", "compute_90"),
        ("8.0", "sm_91", "13.0", "compute_90"),
    ],
)
def test_the_release_for_a_module_follows_from_its_version_and_target(
    old: Ptxas, new: Ptxas, version: str, target: str, release: str, architecture: str
) -> None:
    chosen, arch = Assemblers([old, new]).choose(head(version, target))
    assert (chosen.release, arch) == (release, architecture)


def test_no_release_is_an_error() -> None:
    with pytest.raises(PtxasError, match="no ptxas is given"):
        Assemblers([])


def test_complaints_of_ptxas(new: Ptxas) -> None:
    text = head("8.7", "sm_90") + "BAD\ngood\nBAD\n"
    assert complaints(new.path, text, "compute_90") == (
        Complaint(5, "Unknown symbol 'r5'"),
        Complaint(7, "Unknown symbol 'r7'"),
    )
    assert complaints(new.path, head("8.7", "sm_90"), "compute_90") == ()
    assert complaints(new.path, "DEBUG", "compute_90") == (Complaint(None, "Debug information not found"),)
    assert complaints(new.path, "CRASH", "compute_90") == (Complaint(None, "exit status 139"),)


def test_outcomes() -> None:
    ours = Diagnostic("undeclared-name", "error", "r5 is not declared", 5, 1, (5, 3))
    theirs = Complaint(5, "Unknown symbol 'r5'")
    seen = [Judgment(mine, other) for mine in ((), (ours,)) for other in ((), (theirs,))]
    assert [module.outcome for module in seen] == [OUTCOMES[0], OUTCOMES[3], OUTCOMES[2], OUTCOMES[1]]
    assert [module.agreed for module in seen] == [True, False, False, True]
    assert [module.same_line for module in seen] == [False, False, False, True]
    assert [module.reason for module in seen] == [
        "",
        "Unknown symbol 'r5'",
        "undeclared-name: r5 is not declared",
        "undeclared-name: r5 is not declared",
    ]


def test_only_errors_reject() -> None:
    assert our_errors(head("8.7", "sm_90") + ".visible .entry k() { add.u32 a, b, c; }")
    assert not our_errors(head("8.7", "sm_90") + ".visible .entry k() { ret; }")


def test_errors_are_those_of_the_release_that_judges(old: Ptxas, new: Ptxas) -> None:
    """At module level ptxas rejects a pragma that it does not know; the manual says nothing of these."""
    text = head("8.7", "sm_50") + '.pragma "unroll";\n'
    assert not our_errors(text)
    assert our_errors(text, Assemblers([old, new]).release(text))
    assert judge(text, Assemblers([old, new])).outcome == "only we reject"  # This ptxas has no pragmas.


def test_ptxas_generates_code_for_modules_that_only_the_checker_rejects(old: Ptxas, new: Ptxas) -> None:
    assemblers = Assemblers([old, new])
    wrong = head("8.7", "sm_90") + ".visible .entry k() { ld.u32 a, [b]; }"
    assert judge(wrong, assemblers).outcome == "only we reject"
    assert judge(f"{wrong} // LINKED", assemblers).outcome == "only we reject"
    assert judge(f"{wrong} // CODE", assemblers).ptxas == (
        Complaint(None, "32-Bit compilation is no longer supported"),
    )
    assert judge(f"{head('8.7', 'sm_90')} // CODE", assemblers).outcome == "both accept"


def test_a_checker_that_fails_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.corpus.modules.check_module", lambda text, assembler: 1 // 0)
    assert [error.code for error in our_errors("")] == ["checker-failed"]


def test_messages_of_one_kind() -> None:
    first, second = "Unknown symbol '$L__BB0_2'", "Unknown symbol '%r17'"
    assert gist(first) == gist(second)
    assert gist("undeclared-name: %rd4 is not declared") == gist("undeclared-name: %r12 is not declared")
    assert gist("Illegal vector size: 3") != gist("Illegal operand: 3")


def test_a_real_ptxas(ptxas: Ptxas) -> None:
    assemblers = Assemblers([ptxas])
    body = ".visible .entry k() { .reg .u32 a; add.u32 a, a, %s; ret; }"
    assert judge(head("8.7", "sm_90") + body % "a", assemblers) == Judgment((), ())
    wrong = judge(head("8.7", "sm_90") + body % "b", assemblers)
    assert (wrong.outcome, wrong.same_line) == ("both reject", True)
