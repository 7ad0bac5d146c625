"""Records of directives and pragmas against a real ptxas, and what the checks make warnings of."""

from __future__ import annotations

import pytest

from ptxisa.isa.targets import target
from ptxisa.isa.versions import order
from ptxisa.oracle.assembler import Ptxas, module
from ptxisa.oracle.language import conform_records, subjects
from tests.check.language_findings import complete, judged

LATE = ["directive/alias", "directive/noreturn", "directive/section", "directive/target", "pragma/used_bytes_mask"]


@pytest.mark.parametrize("name", LATE)
def test_ptxas_accepts_directives_where_records_allow_them(name: str, ptxas: Ptxas) -> None:
    """A few records at every place that tells; the full run is `ptxisa conform`."""
    report = conform_records(subjects([name]), ptxas)
    assert report.totals["judged"] > 50
    assert report.differences == ()


ACCEPTED = {
    "no size of blocks": ".entry k() .minnctapersm 2 { ret; }",
    "twice": ".entry k() .maxntid 64 .maxntid 32 { ret; }",
    "no file": ".entry k() { .loc 1 2 3\n ret; }",
    "another file": '.file 1 "kernel.cu"\n.entry k() { .loc 2 2 3\n ret; }',
    "no pragma": '.pragma "unroll";\n.entry k() { ret; }',
    "alias of a declaration": ".func f();\n.func g();\n.alias g, f;",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_ptxas_accepts_modules_with_warnings(text: str, ptxas: Ptxas) -> None:
    assert [diagnostic.severity for diagnostic in judged(complete(text))] == ["warning"]
    assert ptxas.rejection(complete(text), target("sm_90")) == ""


def test_examples_of_directives_are_accepted(ptxas: Ptxas) -> None:
    from ptxisa.query.database import database

    rejected = {}
    for kind in ("directive", "pragma"):
        for name in database().names(kind):
            (record,) = database().record(kind, name)
            late = (target("sm_90"), order("9.0"))
            place = (target("sm_10"), order("1.3")) if record.get("removed") else late
            if (
                record.get("category") == "module"
                or min(order(clause["ptx"]) for clause in record["availability"]) > late[1]
            ):
                continue
            for example in record.get("examples", ()):
                rejected[name] = ptxas.rejection(module(example, *place), place[0])
    assert len(rejected) > 30
    assert {name: why for name, why in rejected.items() if why} == {}
