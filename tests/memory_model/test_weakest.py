"""`--weakest` weakens until every further step would allow the outcome."""

import pytest

from ptxisa.memory_model import LitmusError, MemoryModel, decide, parse_litmus
from ptxisa.memory_model.weakest import _weaker, _with, weaken

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
    for number, thread in enumerate(test.threads):
        for position, operation in enumerate(thread.code):
            for weaker in _weaker(operation):
                assert decide(_with(test, number, position, weaker), model).verdict != "forbidden"


def test_scopes_shrink_to_the_place_of_the_threads():
    weakenings, _ = weaken(parse_litmus(PASSING.format(HEADS[1], "x")), MemoryModel.of())
    texts = [weakening.weaker for weakening in weakenings]
    assert "st.weak x, 1" in texts
    assert not any(".sys" in text or ".cta" in text for text in texts)


def test_an_allowed_outcome_cannot_be_weakened():
    text = "PTX SB\n{ x=0; }\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nexists (x=1)\n"
    with pytest.raises(LitmusError, match="this one is allowed"):
        weaken(parse_litmus(text), MemoryModel.of())
