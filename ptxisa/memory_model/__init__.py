r"""Memory consistency model: litmus tests and their verdicts (chapter 8 of the manual).

    import ptxisa
    report = ptxisa.litmus(
        threads=[
            {"place": {"cta": 0}, "code": ["st.weak.u32 [x], 1", "st.release.gpu.u32 [flag], 1"]},
            {"place": {"cta": 1}, "code": ["ld.acquire.gpu.u32 r0, [flag]", "ld.weak.u32 r1, [x]"]},
        ],
        question="exists (P1:r0=1 /\\ P1:r1=0)",
    )
    report.verdict                # "forbidden"

The definitions of the model are records (`isa/memory_model/`). `relations` and `expressions` are their language,
`model` evaluates them, `paths` and `executions` enumerate what a test may do, and `verdicts` answers the question.

Read `program` (what a test is), `paths`, `executions`, `verdicts`, in this order. `barriers` and `phases` are the parts
of an execution that no read decides. `herd`, `module` and `statements` read tests; `explain`, `pictures`, `weakest`
and `liveness` ask further questions. `causality` is independent of them: it follows one execution step by step, for
simulators.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ptxisa.memory_model.conditions import FormulaError
from ptxisa.memory_model.herd import is_herd, parse_herd
from ptxisa.memory_model.liveness import Loop, loops
from ptxisa.memory_model.model import MemoryModel
from ptxisa.memory_model.paths import UNROLL
from ptxisa.memory_model.program import LitmusError, LitmusTest
from ptxisa.memory_model.verdicts import Report, decide

__all__ = ["LitmusError", "LitmusTest", "Loop", "MemoryModel", "Report", "decide", "litmus", "loops", "parse_litmus"]


def litmus(
    threads: Sequence[Mapping[str, Any]],
    init: Mapping[str, int] | None = None,
    aliases: Mapping[str, Any] | None = None,
    mbarriers: Mapping[str, int] | None = None,
    question: str = "exists (true)",
    model: str = "8.7",
    *,
    without: Iterable[str] = (),
    choose: Mapping[str, str] | None = None,
    unroll: int = UNROLL,
    tensors: Mapping[str, str] | None = None,
) -> Report:
    r"""Return the verdict of a litmus test.

    Args:
        threads: Threads in order: `code` is a list of statements, with labels such as "L:" before a statement; `place`
            has the numbers of `gpu`, `cluster`, `cta` and `warp`, 0 where they are missing; `registers` has initial
            values; `name` is "P0", "P1" and so on without it.
        init: Initial values of variables; 0 without one.
        aliases: Aliases by name: the variable, or a pair of the variable and the proxy of the alias.
        mbarriers: Number of arrivals that complete a phase, by variable.
        question: Condition on the final state, such as ``exists (P1:r0=1 /\ x=2)``.
        model: PTX version of the model: 6.0, 7.5, 8.7 or 9.4.
        without: Ids of records and terms that the model shall not have.
        choose: Reading ("a" or "b") of each ambiguity by its id.
        unroll: Number of times that a path follows one branch back.
        tensors: Variable that each tensor map describes, by the name of the tensor map.

    Raises:
        LitmusError: The test is invalid.
        UnknownModel: There is no such model, record or ambiguity.
    """
    from ptxisa.memory_model.statements import test_of

    test = test_of(threads, init or {}, aliases or {}, mbarriers or {}, question, tensors or {})
    return decide(test, MemoryModel.of(model, without, choose), unroll)


def parse_litmus(text: str, name: str = "") -> LitmusTest:
    """Read a litmus test in the notation of herd, or as a PTX module.

    Raises:
        LitmusError: The text is not a test; the error has the line.
    """
    if is_herd(text):
        return parse_herd(text)
    from ptxisa.memory_model.module import parse_litmus_module

    try:
        return parse_litmus_module(text, name)
    except FormulaError as error:
        raise LitmusError(str(error)) from error
