"""Errata about operands: each has a statement on which the verdicts of ptxas and the manual differ.

An erratum about an operand is useless where the manual and ptxas agree. So each is tried with every form
that it applies to: the verdicts on some statement with the described operand differ between manual and release.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import MANUAL, every_form
from ptxisa.oracle import conform
from ptxisa.oracle.probes import Trial, of_errata

RELEASE = "13.5"
ELSEWHERE = frozenset(
    (
        "atom-sink-crash",
        "atom-surplus-operand",
        "bare-coordinates",
        "bf16-comparison-operands",
        "bf16x2-vector-operands",
        "bulk-copy-barrier-missing",
        "bulk-multicast-macro",
        "bulk-size-beyond-32-bits",
        "constants-of-32-bits",
        "createpolicy-cvt-result",
        "cvt-f8x2-integers",
        "cvt-packed-result-vector",
        "cvt-power-of-two-registers",
        "cvt-surplus-scale-factor",
        "fabric-operands",
        "generic-addresses-unchecked",
        "independent-indirect-access",
        "lop3-sink",
        "matrix-operands",
        "mbarrier-operands",
        "mbarrier-special-registers",
        "mixed-bf16-operand",
        "mixed-vectors",
        "mov-one-element",
        "multimem-operands",
        "opaque-as-address",
        "opaque-plus-offset",
        "register-plus-constant",
        "scalar-coordinate-with-sampler",
        "scalar-for-vector",
        "sink-as-source",
        "special-coordinates",
        "special-register-operands",
        "sured-wide-registers",
        "tcgen05-operands",
        "tensor-copy-addresses-without-brackets",
        "unbraced-vectors",
        "unified-address-floor",
        "vector-register-plus-constant",
        "wmma-operands",
    )
)
"""Errata with more than one condition, or with a condition on the place or an older release."""
ALIKE = {
    ("cta-mask-range", "tcgen05.commit.read"),
    ("function-name-operand", "add.int.sat"),
    ("function-name-operand", "atom.add.half"),
    ("function-name-operand", "red.add.half"),
    ("mbarrier-count-range", "mbarrier.init"),
}
"""An erratum and a form on which the verdicts of the release and of the manual are equal."""
FORMS = {form.id: form for form in every_form()}
NO_SOURCES = {
    name: {operand.name for operand in form.operands if operand.access == "write" or operand.kind != "register"}
    for name, form in FORMS.items()
}
"""Results, addresses and immediates of each form: ptxas accepts no function name there."""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_release_and_the_manual_differ(form: Form) -> None:
    tried: dict[tuple[str, str], list[Trial]] = defaultdict(list)
    for trial in of_errata(form):
        erratum = trial.change.partition(" ")[0]
        no_source = erratum == "function-name-operand" and trial.operand in NO_SOURCES[form.id]
        if trial.operand and not no_source and erratum not in ELSEWHERE and (erratum, form.id) not in ALIKE:
            tried[erratum, trial.operand].append(trial)
    alike = [about for about, trials in tried.items() if not any(map(differs, trials))]
    assert alike == []


def differs(trial: Trial) -> bool:
    return accepted(trial, MANUAL) is not accepted(trial, RELEASE)


def accepted(trial: Trial, by: str) -> bool:
    """Return True if the manual or a release accepts the statement."""
    judged, _ = conform.check_trial(trial, conform.ANYWHERE._replace(assembler=by))
    return not any(diagnostic.severity == "error" for diagnostic in judged)
