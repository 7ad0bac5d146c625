"""`--weakest` weakens until every further step would allow the outcome."""

import pytest

from ptxisa import check_statement
from ptxisa.memory_model import LitmusError, MemoryModel, decide, litmus, parse_litmus
from ptxisa.memory_model.weakest import weaken

HEADS = ("P0@cta 0,gpu 0 | P1@cta 0,gpu 0", "P0@cta 0,gpu 0 | P1@cta 1,gpu 0", "P0@cta 0,gpu 0 | P1@cta 0,gpu 1")
PASSING = """PTX MP
{{ x=0; flag=0; y @ generic aliases x; }}
{} ;
st.relaxed.sys x, 1    | ld.acquire.sys r0, flag ;
fence.sc.sys           | fence.sc.sys            ;
fence.proxy.alias      | fence.proxy.alias       ;
st.release.sys flag, 1 | ld.relaxed.sys r1, {}    ;
exists (P1:r0=1 /\\ P1:r1=0)
"""


@pytest.mark.parametrize("place", ["x", "y"])
@pytest.mark.parametrize("head", HEADS)
def test_no_remaining_operation_can_be_weakened(head, place):
    model = MemoryModel.of()
    weakenings, test = weaken(parse_litmus(PASSING.format(head, place)), model)
    assert weakenings
    assert decide(test, model).verdict == "forbidden"
    assert weaken(test, model)[0] == []


def test_scopes_shrink_to_the_place_of_the_threads():
    weakenings, _ = weaken(parse_litmus(PASSING.format(HEADS[1], "x")), MemoryModel.of())
    texts = [weakening.weaker for weakening in weakenings]
    assert "st.weak x, 1" in texts
    assert not any(".sys" in text or ".cta" in text for text in texts)


def test_an_allowed_outcome_cannot_be_weakened():
    text = "PTX SB\n{ x=0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexists (x=1)\n"
    with pytest.raises(LitmusError, match="this one is allowed"):
        weaken(parse_litmus(text), MemoryModel.of())


@pytest.mark.parametrize(
    ("before", "after", "place", "question", "weaker"),
    [
        (
            ["mbarrier.arrive.release.cluster.shared::cta.b64 rd1, [b]"],
            ["mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p1, [b], 0", "@!p1 bra OUT"],
            {},
            "exists (P1:r0=0 /\\ P1:p1=1)",
            [
                "mbarrier.arrive.release.cta.shared::cta.b64 rd1, [b]",
                "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p1, [b], 0",
            ],
        ),
        (
            ["barrier.cluster.arrive.release", "barrier.cluster.wait.acquire"],
            ["barrier.cluster.arrive", "barrier.cluster.wait"],
            {"cta": 1},
            "exists (P1:r0=0)",
            ["barrier.cluster.arrive.relaxed"],
        ),
    ],
)
def test_arrivals_and_waits_are_weakened(before, after, place, question, weaker):
    threads = [
        {"code": ["st.u32 [x], 1", *before]},
        {"place": place, "code": [*after, "ld.u32 r0, [x]", "OUT:"]},
    ]
    report = litmus(threads, mbarriers={"b": 1} if "[b]" in before[0] else None, question=question)
    weakenings, _ = weaken(report.test, MemoryModel.of())
    assert [weakening.weaker for weakening in weakenings] == weaker


def test_weaker_statements_are_ptx():
    code = ["atom.acq_rel.sys.global.add.u32 r1, [x], 1", "fence.sc.sys", "mbarrier.arrive.shared.b64 rd1, [b]"]
    threads = [{"code": code}, {"code": ["ld.acquire.gpu.global.u32 r0, [x]"]}]
    report = litmus(threads, mbarriers={"b": 1}, question="exists (P1:r0=5)")
    weakenings, _ = weaken(report.test, MemoryModel.of())
    statements = [weakening.weaker for weakening in weakenings if weakening.weaker]
    assert len(statements) == 3
    for statement in statements:
        assert not [finding for finding in check_statement(statement + ";") if finding.severity == "error"]
