"""Facts about one snippet: conditions on its registers that are true for all inputs.

    holds("and.b32 d, x, 31;", "d < 32").answer                  # "holds"
    holds("abs.s32 d, x;", "d >= 0").counterexample              # {"x": 0x80000000}

A name in the condition is the value that the register has after the last statement; inputs that no statement writes
have their value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce

from ptxisa.isa.types import known as types
from ptxisa.proofs.conditions import ConditionError, condition
from ptxisa.proofs.equality import Proof, Question, chosen_solvers
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.inputs import Columns, ProofError
from ptxisa.proofs.terms import TRUE, Term, both, negation, postorder, variable


def holds(
    text: str,
    fact: str,
    inputs: Mapping[str, str] | None = None,
    assume: str | None = None,
    target: str | None = None,
    timeout: float = 10,
    *,
    ptx: str | None = None,
    solver: str = "auto",
) -> Proof:
    """Return if a condition on the registers of a snippet is true after it, for all inputs.

    Args:
        text: Statements; registers need no declaration.
        fact: Condition, in the language of semantics, such as ``d < 32 and not is_nan(e)``.
        inputs: Types by register, as for `prove`.
        assume: Condition on the inputs.
        target: Target whose results are used where PTX leaves them open.
        timeout: Seconds for solvers.
        ptx: PTX version.
        solver: Solvers, as for `prove`.

    Returns:
        The answer "holds", "fails" with a counterexample, or "unknown" with the reason.

    Raises:
        PtxError: The snippet is invalid.
        ProofError: A condition is invalid, or the assumption is never true.
    """
    if timeout <= 0:
        raise ProofError(f"a timeout is more than 0 seconds, not {timeout:g}")
    return FactQuestion(text, fact, inputs or {}, assume, target, ptx).answered(timeout, chosen_solvers(solver), False)


class FactQuestion(Question):
    """One snippet, and a condition on its registers."""

    yes, no = "holds", "fails"
    sides = (0,)

    def __init__(
        self,
        text: str,
        fact: str,
        inputs: Mapping[str, str],
        assume: str | None,
        target: str | None,
        ptx: str | None,
    ) -> None:
        super().__init__(text, text, inputs, [], assume, target, ptx, "exact")
        self.fact = fact
        program = self.programs[0]
        self.results = {name: program.types[name] for name in program.gives if name in program.types}
        read = {name: variable(name, types()[type_].bits) for name, type_ in self.results.items()}
        read |= {name: variable(name, entry.bits) for name, entry in self.inputs.items() if name not in read}
        #: The condition, in variables called as the registers.
        self.condition = self.read(read)
        self.outputs = tuple(name for name in self.results if self.mentioned(name))

    def read(self, registers: Mapping[str, Term]) -> Term:
        """Return the condition on registers."""
        try:
            return condition(self.fact, {name: (term, self.type_of(name)) for name, term in registers.items()})
        except ConditionError as error:
            raise ProofError(f"fact {self.fact!r}: {error}") from None

    def type_of(self, name: str) -> str:
        """Return the type with which the condition reads a register: that of `--inputs`, else of its first use."""
        return self.inputs[name].type if name in self.inputs else self.results[name]

    def mentioned(self, name: str) -> bool:
        """Return True if the condition depends on a register."""
        return any(term.op == "var" and term.data == name for term in postorder([self.condition]))

    @cached_property
    def goal(self) -> Term:
        """Truth value that is true where the condition is, in every lane."""
        (lanes, _) = self.states()
        self.accesses = ([access for lane in lanes for access in lane.accesses], [])
        parts = []
        for lane, given in zip(lanes, self.variables, strict=True):
            for unwritten in lane.unwritten:
                self._require(negation(unwritten), "a statement reads a register that no statement may have written")
            for name in self.outputs:
                self._require(lane.registers[name].written, f"{name} has no value where no guard is true")
            parts.append(self.read({**given, **{name: lane.registers[name].term for name in self.results}}))
        return reduce(both, parts, TRUE)

    def different(self, columns: Columns) -> list[int]:
        """Return the samples for which the condition is false after execution."""
        if self.inputs and not columns[next(iter(columns))]:
            return []
        executed = self.executed(self.programs[0], columns)
        count = len(next(iter(columns.values()), [0]))
        values = {name: column for name, column in columns.items() if name not in self.spaces}
        values |= {name: executed[name] for name in self.outputs}
        (held,) = evaluate([self.condition], values or {"": [0] * count})
        return [row for row, value in enumerate(held) if not value]
