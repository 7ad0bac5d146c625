"""Equality of two snippets of PTX for all inputs.

    prove("shl.b32 d, x, y;", "and.b32 t, y, 31; shl.b32 d, x, t;").answer       # "different"
    prove("mul.lo.u32 d, x, 8;", "shl.b32 d, x, 3;").answer                      # "equal"

Samples are executed first, since they find nearly every difference. Then both snippets become terms, which are equal if
they have one normal form; solvers decide the others. A counterexample of a solver is executed before it is returned.

Read `prove` and `Question.answered`, which has the steps in order; then `machine` (snippets on terms), `terms` (normal
forms), `floats`, `smtlib` and `solvers`.
"""

from __future__ import annotations

import random
import shlex
import shutil
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa import targets, versions
from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.names import suggestion
from ptxisa.isa.types import known as types
from ptxisa.numbers.notation import show
from ptxisa.numbers.patterns import array_of, integers
from ptxisa.proofs import machine, solvers, terms
from ptxisa.proofs import smtlib as smt
from ptxisa.proofs.bytes import ROOM, Accessed, Bytes
from ptxisa.proofs.conditions import ConditionError, condition
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.inputs import Columns, ProofError, ProofInput, chosen, corners, cost, inputs_of, samples
from ptxisa.proofs.magic import FORMS, multiplied
from ptxisa.proofs.preconditions import candidates
from ptxisa.proofs.products import split
from ptxisa.proofs.refinement import choices
from ptxisa.proofs.snippets import Snippet, flattened
from ptxisa.proofs.sweeping import swept
from ptxisa.proofs.terms import FALSE, TRUE, Term, both, negation, variable, word
from ptxisa.run.binding import Program
from ptxisa.run.execute import execute
from ptxisa.run.memory import without_suffix
from ptxisa.run.operands import CARRY
from ptxisa.run.program import compile_statements
from ptxisa.run.steps import MemoryStep

FIRST = 2_048
"""Samples that are executed before a solver is asked."""
MORE = 50_000
"""Samples that are executed where no solver has an answer."""
OPEN = ("exact", "refine")
_OPENED = ("open of the first ", "open of the second ")
"""Prefixes of variables for bits that PTX leaves open."""
_UNWRITTEN = "a statement reads a register that no statement may have written"
_MOST_EXAMINED = 256
"""Samples that differ of which the open bits are examined."""
_MOST_PRECONDITIONS = 6
"""Preconditions that solvers are asked about."""
_SECONDS = 1.0
"""Time of a solver for one precondition, or for one more value of an input."""
_MOST_EXECUTED_BITS = 16
"""Bits of all inputs together up to which every value is executed."""
_MOST_CASES = 34
"""Values of an input that are separate questions."""


class TraceLine(NamedTuple):
    """One statement of one side, with the value that it gave to a register."""

    side: int
    statement: str
    register: str
    type: str
    value: int


@dataclass(frozen=True)
class Proof:
    """Answer of `prove`.

    Attributes:
        answer: "equal", "different" or "unknown"; of a fact, "holds", "fails" or "unknown".
        counterexample: Bit patterns of inputs for which the snippets differ; empty unless the answer is "different".
        memory: Bytes of each state space for the counterexample, if the snippets access memory.
        trace: Values that each statement gives for the counterexample, first of one snippet, then of the other.
        by: "execution", "normal form" or the name of the solver that decided.
        seconds: Time for the answer.
        reason: Why the answer is "unknown".
        inputs: Types of the inputs by name.
        outputs: Registers that were compared.
        samples: Number of executed samples.
        open: "exact" or "refine".
        assume: Condition on the inputs; empty for all inputs.
        holds_if: The weakest condition of a list under which the snippets are equal; empty if none was found.
    """

    answer: str
    counterexample: Mapping[str, int] = field(default_factory=dict)
    memory: Mapping[str, bytes] = field(default_factory=dict)
    trace: tuple[TraceLine, ...] = ()
    by: str = ""
    seconds: float = 0.0
    reason: str = ""
    inputs: Mapping[str, ProofInput] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    samples: int = 0
    open: str = "exact"
    assume: str = ""
    holds_if: str = ""

    def __bool__(self) -> bool:
        return self.answer in ("equal", "holds")


def prove(
    a: str,
    b: str,
    inputs: Mapping[str, str] | None = None,
    outputs: Sequence[str] | str | None = None,
    assume: str | None = None,
    target: str | None = None,
    timeout: float = 10,
    open: str = "exact",
    *,
    ptx: str | None = None,
    solver: str = "auto",
    conditions: bool = False,
) -> Proof:
    """Prove or refute that two snippets give the same outputs for all inputs.

    Args:
        a: Statements; registers need no declaration.
        b: Other statements.
        inputs: Types by register. Registers that are read before they are written are inputs anyway, with the type of
            their first use.
        outputs: Registers that are compared, as a list or with commas between them. By default those that both
            snippets write, without those that both read again afterwards, which are intermediate results.
        assume: Condition on the inputs, in the language of semantics, such as ``y < 32 and not is_nan(x)``.
        target: Target whose results are used where PTX leaves them open.
        ptx: PTX version.
        timeout: Seconds for solvers.
        solver: "auto", the names of solvers with commas between them, or a command that reads SMT-LIB.
        open: "exact" compares the bits that execution gives; "refine" asks if every result of `b` is one that PTX
            allows for `a`.
        conditions: For snippets that differ, search for a condition under which they are equal.

    Returns:
        The answer with its evidence.

    Raises:
        PtxError: A snippet is invalid.
        ProofError: The snippets do not fit each other, or the condition is invalid or never true.
    """
    if timeout <= 0:
        raise ProofError(f"a timeout is more than 0 seconds, not {timeout:g}")
    if open not in OPEN:
        raise ProofError(f"open results are compared {' or '.join(OPEN)}, not {open[:40]}")
    if isinstance(outputs, str):
        outputs = [name.strip() for name in outputs.split(",")]
    question = Question(a, b, inputs or {}, outputs, assume, target, ptx, open)
    return question.answered(timeout, chosen_solvers(solver), conditions)


def smtlib(
    a: str,
    b: str | None = None,
    inputs: Mapping[str, str] | None = None,
    outputs: Sequence[str] | None = None,
    assume: str | None = None,
    *,
    target: str | None = None,
    ptx: str | None = None,
    open: str = "exact",
) -> str:
    """Return an SMT-LIB script that is satisfiable if two snippets differ; arguments and errors as for `prove`.

    Without a second snippet, the script defines the outputs of the first one, called by their names.
    """
    question = Question(a, a if b is None else b, inputs or {}, outputs, assume, target, ptx, open)
    if b is None:
        return question.definitions()
    return question.script(negation(question.goal))


def chosen_solvers(text: str) -> tuple[str, ...]:
    """Return the solvers that a text names; the installed ones for "auto"."""
    if text == "auto":
        return tuple(name for name in solvers.installed() if name != "z3") or solvers.installed()
    names = tuple(name.strip() for name in text.split(","))
    if all(name in solvers.PACKAGES for name in names):
        missing = [name for name in names if name not in solvers.installed()]
        if missing:
            raise ProofError(f"{missing[0]} is not installed: pip install {solvers.PACKAGES[missing[0]]}")
        return names
    if not text.strip():
        raise ProofError("a solver is auto, a name or a command")
    if not shutil.which(shlex.split(text)[0]):
        raise ProofError(f"no solver or command is called {shlex.split(text)[0][:60]}")
    return (text,)


class Question:
    """Two snippets, their inputs and outputs, and the condition under which they are compared.

    Attributes:
        yes: Answer if the goal is true for all inputs.
        no: Answer if an input is a counterexample.
        sides: Snippets whose statements a trace has.
    """

    yes, no = "equal", "different"
    sides: tuple[int, ...] = (0, 1)

    def __init__(
        self,
        a: str,
        b: str,
        inputs: Mapping[str, str],
        outputs: Sequence[str] | None,
        assume: str | None,
        target: str | None,
        ptx: str | None,
        open: str,
    ) -> None:
        self.texts = (a, b)
        self.snippets: tuple[Snippet, ...] = tuple(map(flattened, (a, b)))
        self.target, self.ptx, self.open, self.assume = target, ptx, open, assume
        narrow = frozenset(name for name, type_ in inputs.items() if type_ == "pred")
        self.programs = tuple(compile_statements(snippet.text, target, ptx, narrow) for snippet in self.snippets)
        self.inputs = inputs_of(self.programs, inputs)
        self.bytes = Bytes()
        self.accesses: tuple[list[Accessed], ...] = ([], [])
        self.spaces = self._spaces(written=False)
        self.outputs = (*self._outputs(outputs), *self._spaces(written=True))
        self.lanes = max(map(machine.lanes_of, self.programs))
        self.variables = [
            {name: variable(self.named(name, lane), input_.bits) for name, input_ in self.inputs.items()}
            for lane in range(self.lanes)
        ]
        try:
            parts = (
                [
                    condition(assume, {name: (term, self.inputs[name].type) for name, term in lane.items()})
                    for lane in self.variables
                ]
                if assume
                else [TRUE]
            )
        except ConditionError as error:
            raise ProofError(f"assumption {assume!r}: {error}") from None
        self.assumed = reduce(both, parts)

    def named(self, name: str, lane: int) -> str:
        """Return the name of the variable of an input in a lane."""
        return f"{name}[{lane}]" if self.lanes > 1 else name

    def _spaces(self, written: bool) -> tuple[str, ...]:
        """Return the state spaces that the snippets access, or to which they write."""
        lengths = {
            f"[{without_suffix(access.space)}]"
            for program in self.programs
            for step in program.steps
            if isinstance(step, MemoryStep)
            for part in step.parts
            for access in part.accesses
            if access.written or not written
        }
        return tuple(sorted(lengths))

    def _outputs(self, given: Sequence[str] | None) -> tuple[str, ...]:
        # The registers that statements write, also the carry flag.
        written = [
            list(
                dict.fromkeys(
                    [
                        *program.gives,
                        *(
                            write.register
                            for step in program.steps
                            for part in step.parts
                            for write in part.writes
                            if write.register
                        ),
                    ]
                )
            )
            for program in self.programs
        ]
        if given is None:
            local = self.snippets[0].local | self.snippets[1].local
            common = [name for name in self.programs[0].gives if name in self.programs[1].gives and name not in local]
            if not common and self._spaces(written=True):
                return ()
            if not common:
                raise ProofError("the snippets write no register in common: name outputs of both")
            read = [_read_after_last_write(program) for program in self.programs]
            return tuple(name for name in common if name not in read[0] & read[1]) or tuple(common)
        for name in given:
            for index, names in enumerate(written):
                if name not in names and name not in self.inputs:
                    hint = suggestion(name, names)
                    which = ("first", "second")[index]
                    raise ProofError(f"the {which} snippet does not write {name[:60]}" + (f"; {hint}" if hint else ""))
        for name in given:
            widths = {program.types[name] for program in self.programs if name in program.types}
            if len({types()[type_].bits for type_ in widths}) > 1:
                raise ProofError(f"{name} has different widths in the two snippets")
        return tuple(given)

    # --- terms ---

    def states(self) -> list[list[machine.Lane]]:
        """Return both programs on terms; raise `NotProvable` if a statement has none."""
        on = targets.target(self.target) if self.target else None
        version = versions.version(self.ptx) if self.ptx else None
        self.bytes = Bytes()
        return [
            machine.run(program, self.variables, self.bytes, on, version, opened if self.open == "refine" else "")
            for program, opened in zip(self.programs, _OPENED, strict=True)
        ]

    @cached_property
    def goal(self) -> Term:
        """Truth value that holds where both snippets give the same outputs."""
        states = self.states()
        self.accesses = tuple([access for lane in side for access in lane.accesses] for side in states)
        compared: list[tuple[Term, Term]] = []
        for first, second in zip(*states, strict=True):
            for lane in (first, second):
                for unwritten in lane.unwritten:
                    self._require(negation(unwritten), _UNWRITTEN)
            for name in self.outputs:
                if name not in self.spaces:
                    compared.append(self._registers(name, first.registers[name], second.registers[name]))
            for space in sorted(first.stores.keys() | second.stores.keys()):
                # The bytes afterwards at every address to which a snippet stores. Both begin with the same memory, so
                # that all other bytes are equal.
                stores = first.stores.get(space, []), second.stores.get(space, [])
                for address in dict.fromkeys(store.address for side in stores for store in side):
                    before, after = (self.bytes.now(space, address, side) for side in stores)
                    compared.append((before, after))
        same = reduce(both, (terms.equal(x, y) for x, y in compared), TRUE)
        defined = [reduce(both, (part for lane in side for part in lane.defined), TRUE) for side in states]
        # Refinement: where the first snippet is undefined, the second may do anything; elsewhere it must be defined.
        goal = terms.either(negation(defined[0]), both(defined[1], same))
        return goal if self.open == "exact" else self._with_choices(goal, compared)

    def _with_choices(self, goal: Term, compared: Sequence[tuple[Term, Term]]) -> Term:
        """Return a goal in which open bits of the first snippet are those that make the results equal, if known."""

        def opened(term: Term) -> bool:
            return term.op == "var" and str(term.data).startswith(_OPENED[0])

        # One after the other: the value of one open variable may contain others.
        for known in choices(compared, opened).items():
            (goal,) = terms.substituted([goal], dict([known]))
        rest = {term: word(0, term.width) for term in terms.postorder([goal]) if opened(term)}
        return terms.substituted([goal], rest)[0]

    def _registers(self, name: str, first: machine.RegisterTerm, second: machine.RegisterTerm) -> tuple[Term, Term]:
        """Return the terms of an output, in one width."""
        for register in (first, second):
            if register.written is not TRUE:
                self._require(
                    register.written,
                    f"{name} keeps its old value where no guard is true, and no old value "
                    f"is given: add {name} to the inputs",
                )
        width = max(first.term.width, second.term.width)
        return terms.fitted(first.term, width), terms.fitted(second.term, width)

    def _require(self, required: Term, message: str) -> None:
        """Raise `ProofError` unless a condition follows from the assumption."""
        if required is TRUE:
            return
        # Only a proof counts: "unknown" means that the assumption may admit what is not defined.
        verdict = solvers.solve(smt.script([self.assumed, negation(required)]), solvers.installed()[:1], 5)
        if verdict.status != "unsat":
            raise ProofError(message)

    def script(self, *assertions: Term) -> str:
        """Return the script of a question under the assumption, with both snippets as a comment."""
        wanted = [term for lane in self.variables for term in lane.values()]
        heading = "\n".join(
            [
                "Are these snippets different? sat: yes, for the values; unsat: no.",
                *(f"  {' '.join(text.split())}" for text in self.texts),
                *([f"assuming {self.assume}"] if self.assume else []),
            ]
        )
        consistent = self.bytes.consistent()
        wanted += self.bytes.read.values()
        parts = [part for part in (self.assumed, consistent, *assertions) if part is not TRUE]
        return smt.script(parts, wanted, heading)

    def definitions(self) -> str:
        """Return a script that defines the outputs of the first snippet; those of inputs are called `after`."""
        equations, results = [], []
        for index, lane in enumerate(self.states()[0]):
            for name in self.outputs:
                if name in self.spaces:
                    continue
                term = lane.registers[name].term
                called = self.named(name, index) + (" after" if name in self.inputs else "")
                results.append(variable(called, term.sort))
                equations.append(terms.equal(results[-1], term))
        wanted = [term for lane in self.variables for term in lane.values()]
        heading = f"The results of these statements.\n  {' '.join(self.texts[0].split())}"
        parts = [part for part in (self.assumed, self.bytes.consistent(), *equations) if part is not TRUE]
        return smt.script(parts, [*wanted, *self.bytes.read.values(), *results], heading)

    # --- execution ---

    def admitted(self, columns: Columns) -> Columns:
        """Return the samples for which the assumption holds."""
        if self.assumed is TRUE or not columns:
            return columns
        (held,) = evaluate([self.assumed], self.spread(columns))
        rows = (row for row, holds in enumerate(held) if holds)
        return chosen(columns, (row * self.lanes + lane for row in rows for lane in range(self.lanes)))

    def spread(self, columns: Columns) -> Columns:
        """Return samples by variable; those of a warp are one sample of the variables of all lanes."""
        whole = len(next(iter(columns.values()), [])) // self.lanes * self.lanes
        return {
            self.named(name, lane): column[lane : whole : self.lanes]
            for name, column in columns.items()
            for lane in range(self.lanes)
        }

    def not_allowed(self, columns: Columns, rows: Sequence[int]) -> list[int]:
        """Return the samples, of some that differ, for which the first snippet does not allow the second one's results.

        Raises:
            NotProvable: A statement has no terms, so that its open bits are not known.
        """
        if self.open == "exact" or not rows:
            return list(rows)
        warps = list(dict.fromkeys(row // self.lanes for row in rows))[:_MOST_EXAMINED]
        spread = chosen(self.with_bytes(columns) if self.spaces else self.spread(columns), warps)
        goal = self.goal
        missing = {term.data for term in terms.postorder([goal]) if term.op == "var"} - spread.keys()
        (held,) = evaluate([goal], {**spread, **{name: [0] * len(warps) for name in missing}})
        differing = {warp for warp, holds in zip(warps, held, strict=True) if not holds}
        return [row for row in rows if row // self.lanes in differing]

    def different(self, columns: Columns) -> list[int]:
        """Return the samples for which the executed outputs differ."""
        if self.inputs and not columns[next(iter(columns))]:
            return []
        results = [self.executed(program, columns) for program in self.programs]
        rows: set[int] = set()
        for name in self.outputs:
            first, second = (side[name] for side in results)
            rows.update(row for row, (x, y) in enumerate(zip(first, second, strict=True)) if x != y)
        return sorted(rows)

    def executed(self, program: Program, columns: Columns) -> dict[str, list[Any]]:
        """Return the outputs of a program for samples: values of registers, and contents of memory."""
        registers = self.registers(program, columns)
        count = len(next(iter(columns.values()), [0]))
        memory = {
            space[1:-1]: np.frombuffer(b"".join(columns[space]), np.uint8).reshape(count, ROOM).copy()
            for space in self.spaces
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            results = execute(
                program.source.text, registers, memory=memory, target=self.target, ptx=self.ptx, threads=count
            )
        outputs: dict[str, list[Any]] = {
            name: integers(results[name]) if name in results else columns[name]
            for name in self.outputs
            if name not in self.spaces
        }
        return outputs | {space: [row.tobytes() for row in memory[space[1:-1]]] for space in self.spaces}

    def registers(self, program: Program, columns: Columns) -> dict[str, Any]:
        """Return samples as arrays, for the registers that a program has."""
        known = {*program.types, *program.needs, *program.mentions, CARRY}
        return {name: array_of(column, self.inputs[name].bits) for name, column in columns.items() if name in known}

    def drawn(self, count: int, seed: int = 0) -> Columns:
        """Return samples that satisfy the assumption; accesses are aligned and within a small memory."""
        columns = samples(self.inputs, count, seed)
        if not self.spaces:
            return self.admitted(columns)
        _ = self.goal
        generator = random.Random(seed)
        count = len(next(iter(columns.values()), [0] * 64))
        for space in self.spaces:
            columns[space] = [generator.randbytes(ROOM) for _ in range(count)]
        addresses = [access.address for side in self.accesses for access in side]
        in_addresses = {term.data.partition("[")[0] for term in terms.postorder(addresses) if term.op == "var"}
        for name in in_addresses & self.inputs.keys():
            wide = self.inputs[name].bits > 32 or name in {*self.programs[0].addresses, *self.programs[1].addresses}
            choices = [16 * place for place in range(ROOM // 16 - 4)] if wide else [0, 1, 2, 3, 4, 8]
            columns[name] = [generator.choice(choices) for _ in range(count)]
        return self.executable(columns)

    def executable(self, columns: Columns) -> Columns:
        """Return the samples for which the assumption holds and every access is possible."""
        if self.spaces:
            places = [part for side in self.accesses for access in side for part in (access.aligned, access.inside)]
            held = evaluate(places, self.with_bytes(columns))
            possible = (warp for warp, places_held in enumerate(zip(*held, strict=True)) if all(places_held))
            columns = chosen(columns, (warp * self.lanes + lane for warp in possible for lane in range(self.lanes)))
        return self.admitted(columns)

    def with_bytes(self, columns: Columns) -> Columns:
        """Return samples with the bytes of memory that the snippets read, as values of their variables."""
        samples: Columns = self.spread({name: column for name, column in columns.items() if name not in self.spaces})
        contents = self.spread({name: columns[name] for name in self.spaces})
        for (space, address), byte in self.bytes.read.items():
            missing = {term.data for term in terms.postorder([address]) if term.op == "var"} - samples.keys()
            count = len(next(iter(samples.values()), next(iter(contents.values()))))
            (places,) = evaluate([address], {**samples, **{name: [0] * count for name in missing}})
            name, _, lane = space.removesuffix("]").partition("[")
            rows = contents[self.named(f"[{name}]", int(lane or 0))]
            samples[byte.data] = [row[place] if place < ROOM else 0 for row, place in zip(rows, places, strict=True)]
        return samples

    # --- the answer ---

    def answered(self, timeout: float, names: Sequence[str], conditions: bool) -> Proof:
        """Return the answer: by execution, by the normal form of terms, or by solvers."""
        began = time.monotonic()
        self.began = began
        self.count = 0
        try:
            columns = self.drawn(FIRST)
            self.count = count = len(next(iter(columns.values()), [0]))
            rows = self.different(columns)
            rows = self.not_allowed(columns, rows)
            if rows:
                return self.refuted(columns, rows, "execution", conditions, names)
            goal = self.goal
        except machine.NotProvable as error:
            return self.proof("unknown", reason=f"not provable: {error}")
        if self.assumed is FALSE:
            raise ProofError(f"the assumption {self.assume!r} is never true")
        if self.assumed is not TRUE and not count and names:
            # No sample fulfills the assumption: nothing is proved if no input does.
            possible = solvers.solve(self.script(), names, timeout)
            if possible.status == "unsat":
                raise ProofError(f"the assumption {self.assume!r} is never true")
        (goal,) = terms.substituted([goal], terms.facts(self.assumed))
        if goal is TRUE:
            return self.proof(self.yes, by="normal form")
        # Compilers replace a division by a constant with a product; undoing that takes solvers minutes.
        products = [multiplied(goal, form) for form in FORMS]
        if TRUE in products:
            return self.proof(self.yes, by="normal form")
        if not names and self.executed_all():
            return self.proof(self.yes, by="execution of all inputs")
        if not names:
            return self.proof("unknown", reason="not proved: no solver is installed; pip install 'ptxisa[prove]'")
        verdict = self.decided(goal, columns, names, timeout)
        if verdict.status == "unsat":
            return self.proof(self.yes, by=verdict.solver)
        if verdict.status == "sat" and self.spaces:
            # A counterexample for which the first snippet can be executed, if there is one.
            inside = reduce(both, (access.inside for access in self.accesses[0]), TRUE)
            left = max(timeout - (time.monotonic() - began), 0.5)
            verdict = solvers.solve(self.script(inside, negation(goal)), suited(names, goal), left)
            if verdict.status != "sat":
                reason = "the snippets differ only for accesses beyond the memory with which they are executed"
                return self.proof("unknown", reason=reason)
        if verdict.status == "sat":
            counterexample: Columns = {
                name: [verdict.values.get(self.named(name, lane), 0) for lane in range(self.lanes)]
                for name in self.inputs
            }
            for space in self.spaces:
                names_ = (self.named(space[1:-1], lane) for lane in range(self.lanes))
                counterexample[space] = [self.content(name, verdict.values) for name in names_]
            try:
                rows = self.not_allowed(counterexample, self.different(counterexample))
            except PtxError as error:
                flat, contents = self.by_lane(counterexample)
                return self.proof(
                    self.no,
                    counterexample=flat,
                    memory=contents,
                    by=verdict.solver,
                    reason=str(error.diagnostics[0]),
                )
            if rows:
                return self.refuted(counterexample, rows, verdict.solver, conditions, names)
            return self.proof("unknown", reason=self._not_replayed(goal, counterexample, verdict))
        # Time that solvers left is for more samples.
        seed = 0
        while self.count < MORE and time.monotonic() - began < timeout + 0.4:
            seed += 1
            more = self.drawn(FIRST, seed)
            rows = self.not_allowed(more, self.different(more))
            self.count += len(next(iter(more.values()), []))
            if rows:
                return self.refuted(more, rows, "execution", conditions, names)
            if not more:
                break
        return self.proof("unknown", reason=verdict.reason)

    def decided(self, goal: Term, columns: Columns, names: Sequence[str], timeout: float) -> solvers.Verdict:
        """Return the verdict of solvers on the negation of a goal: on the whole of it, then with equal parts joined."""
        began, tries = time.monotonic(), suited(names, goal)
        whole = timeout <= 2 or self.lanes > 1 or not columns
        in_halves, bounds = (goal, FALSE) if whole else split(goal)
        # Products of words that are not constants are hard for every solver: little time for them as they are.
        share = 0.1 if bounds is not FALSE else 0.3
        first = timeout if whole else max(1.0, share * timeout)
        verdict = solvers.solve(self.script(negation(goal)), tries, first)
        if verdict.status != "unknown" or whole:
            return verdict

        def left() -> float:
            return timeout - (time.monotonic() - began)

        def proved(claim: Term) -> bool:
            seconds = min(1.5, left() - 0.3 * timeout)
            return seconds > 0.1 and solvers.solve(self.script(negation(claim)), tries, seconds).status == "unsat"

        if self.executed_all():
            return solvers.Verdict("unsat", {}, "execution of all inputs")
        if bounds is not FALSE and left() > 0.5:
            script = self.script(bounds, negation(in_halves))
            verdict = solvers.solve(script, suited(names, goal), min(0.6 * timeout, left()))
            if verdict.status == "unsat":
                return verdict._replace(solver=f"{verdict.solver}, products by halves")
        if left() > 1 and (cases := self.by_cases(goal, names, min(0.3 * timeout, left()))):
            return cases
        variables = {term.data for term in terms.postorder([goal]) if term.op == "var"}
        samples_ = self.with_bytes(chosen(columns, range(min(64, self.count))))
        if variables <= samples_.keys():
            goal = swept(goal, samples_, proved)
            if goal is TRUE:
                return solvers.Verdict("unsat", {}, f"{tries[0]}, in parts")
        return solvers.solve(self.script(negation(goal)), tries, left()) if left() > 0.3 else verdict

    def executed_all(self) -> bool:
        """Return True if the inputs have so few values that all are executed, without a difference."""
        bits = sum(input_.bits for input_ in self.inputs.values())
        if bits > _MOST_EXECUTED_BITS or self.open != "exact" or self.lanes > 1 or self.spaces or not bits:
            return False
        place, columns = 0, Columns()
        for name, input_ in self.inputs.items():
            columns[name] = [index >> place & ((1 << input_.bits) - 1) for index in range(1 << bits)]
            place += input_.bits
        self.count += 1 << bits
        return not self.different(self.admitted(columns))

    def by_cases(self, goal: Term, names: Sequence[str], seconds: float) -> solvers.Verdict | None:
        """Return the verdict for an assumption under which an input has few values: each is a question of its own."""
        if self.assumed is TRUE or self.lanes > 1 or self.spaces:
            return None
        deadline = time.monotonic() + seconds
        for input_ in self.variables[0].values():
            cases = [self.assumed]
            values: list[Term] = []
            while len(values) < _MOST_CASES and time.monotonic() < deadline:
                verdict = solvers.solve(smt.script(cases, [input_]), names[:1], _SECONDS)
                if verdict.status != "sat":
                    break
                values.append(word(verdict.values.get(input_.data, 0), input_.width))
                cases.append(terms.different(input_, values[-1]))
            else:
                continue
            if verdict.status != "unsat":
                continue
            for value in values:
                claim = terms.either(negation(self.assumed), goal)
                (claim,) = terms.substituted([claim], {input_: value})
                left = deadline - time.monotonic()
                if claim is not TRUE and (
                    left <= 0 or solvers.solve(self.script(negation(claim)), names, left).status != "unsat"
                ):
                    return None
            return solvers.Verdict("unsat", {}, f"{names[0]}, by cases")
        return None

    def content(self, space: str, values: Mapping[str, int]) -> bytes:
        """Return the memory of a solver's counterexample."""
        content = bytearray(ROOM)
        columns = {name: [value] for name, value in values.items()}
        for (of, address), byte in self.bytes.read.items():
            missing = {term.data for term in terms.postorder([address]) if term.op == "var"} - columns.keys()
            ((place,),) = evaluate([address], {**columns, **{name: [0] for name in missing}})
            if of == space and place < ROOM:
                content[place] = values.get(byte.data, 0)
        return bytes(content)

    def _not_replayed(self, goal: Term, counterexample: Columns, verdict: solvers.Verdict) -> str:
        values = ", ".join(
            f"{name} = {shown(self.inputs, name, column[0])}"
            for name, column in counterexample.items()
            if name in self.inputs
        )
        if any(term.op == "apply" for term in terms.postorder([goal])):
            return "the snippets compute functions that solvers do not have, and differ if these had other values"
        if self.open == "refine":
            return f"the second snippet leaves bits open that the first one defines, for {values}"
        return f"{verdict.solver} gives {values}, for which execution finds no difference"

    def proof(self, answer: str, **more: Any) -> Proof:
        """Return an answer with the facts that every answer has."""
        return Proof(
            answer,
            inputs=self.inputs,
            outputs=self.outputs,
            samples=self.count,
            open=self.open,
            assume=self.assume or "",
            seconds=time.monotonic() - self.began,
            **more,
        )

    def refuted(self, columns: Columns, rows: Sequence[int], by: str, conditions: bool, names: Sequence[str]) -> Proof:
        """Return the answer "different" with a small counterexample, which is executed once more."""
        example = self.smallest(columns, rows)
        if not self.different(example):
            raise AssertionError("a counterexample does not replay")
        flat, memory = self.by_lane(example)
        trace = tuple(line for side in self.sides for line in self.traced(side, example))
        weakest = self.weakest(columns, rows, names) if conditions and self.lanes == 1 else ""
        return self.proof(self.no, counterexample=flat, memory=memory, trace=trace, by=by, holds_if=weakest)

    def by_lane(self, example: Columns) -> tuple[dict[str, int], dict[str, bytes]]:
        """Return the inputs and the memory of a counterexample, by name and lane."""
        named = {
            self.named(name.strip("[]"), lane): (name in self.spaces, value)
            for name, column in example.items()
            for lane, value in enumerate(column)
        }
        registers = {name: value for name, (stored, value) in named.items() if not stored}
        return registers, {name: value for name, (stored, value) in named.items() if stored}

    def weakest(self, columns: Columns, rows: Sequence[int], names: Sequence[str]) -> str:
        """Return the condition of a list that admits most samples and under which the snippets are equal."""
        try:
            goal = self.goal
        except (machine.NotProvable, ProofError):
            return ""
        terms_of = {name: (term, self.inputs[name].type) for name, term in self.variables[0].items()}
        differing, ranked = set(rows), []
        for text in candidates(self.inputs):
            term = condition(text, terms_of)
            (held,) = evaluate([term], columns)
            admitted = [row for row, holds in enumerate(held) if holds]
            if admitted and differing.isdisjoint(admitted):
                ranked.append((-len(admitted), len(text), text, term))
        for _, _, text, term in sorted(ranked, key=lambda entry: entry[:3])[:_MOST_PRECONDITIONS]:
            if terms.either(negation(term), goal) is TRUE:
                return text
            verdict = solvers.solve(self.script(term, negation(goal)), suited(names, goal), _SECONDS) if names else None
            if verdict and verdict.status == "unsat":
                return text
        return ""

    def smallest(self, columns: Columns, rows: Sequence[int]) -> Columns:
        """Return the simplest of several counterexamples, with each input as simple as it may be."""
        if self.lanes > 1:
            warp = rows[0] // self.lanes
            return chosen(columns, range(warp * self.lanes, (warp + 1) * self.lanes))

        def total(row: Mapping[str, int]) -> int:
            return sum(cost(row[name], input_.type, input_.bits) for name, input_ in self.inputs.items())

        # A simpler value of one input may admit a simpler one of another, hence the second round.
        best = min(({name: column[row] for name, column in columns.items()} for row in rows[:256]), key=total)
        for _ in range(2):
            for name, input_ in self.inputs.items():
                now = cost(best[name], input_.type, input_.bits)
                simpler = [
                    value for value in corners(input_.type, input_.bits) if cost(value, input_.type, input_.bits) < now
                ]
                if not simpler:
                    continue
                trial = {other: [value] * len(simpler) for other, value in best.items()}
                trial[name] = simpler
                trial = self.executable(trial)
                differing = self.not_allowed(trial, self.different(trial))
                if differing:
                    best[name] = trial[name][differing[0]]
        return {name: [value] for name, value in best.items()}

    def traced(self, side: int, example: Columns) -> list[TraceLine]:
        """Return what each statement of a snippet gives for a counterexample."""
        program, snippet = self.programs[side], self.snippets[side]
        texts = [program.source.text[span.start : span.end] for span in program.spans]
        lines: list[TraceLine] = []
        registers = self.registers(program, example)
        for index in range(len(texts)):
            written = [write.register for part in program.steps[index].parts for write in part.writes if write.register]
            if not snippet.shown[index]:
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", RuntimeWarning)
                    part = "\n".join(texts[: index + 1])
                    names = {name: values for name, values in registers.items() if name in part or name == CARRY}
                    memory = {
                        space[1:-1]: np.frombuffer(b"".join(example[space]), np.uint8).reshape(-1, ROOM).copy()
                        for space in self.spaces
                    }
                    results = execute(part, names, memory=memory, target=self.target, ptx=self.ptx, threads=self.lanes)
            except PtxError:
                continue  # A guard is false, and nothing was written before.
            for name in dict.fromkeys(written):
                if name in results:
                    value = integers(results[name])[0]
                    lines.append(TraceLine(side, snippet.shown[index], name, program.types[name], value))
        return lines


def shown(inputs: Mapping[str, ProofInput], name: str, value: int) -> str:
    """Return a value of an input in the notation of its type."""
    input_ = inputs.get(name) or inputs[name.rpartition("[")[0]]
    return show(value, input_.type) if types()[input_.type].bits == input_.bits else hex(value)


def suited(names: Sequence[str], goal: Term) -> tuple[str, ...]:
    """Return the solvers for a question: integers suit products and quotients without floating-point numbers."""
    order = terms.postorder([goal])
    floating = any(isinstance(term.sort, str) for term in order)
    multiplies = any(term.op in ("bvmul", "bvudiv", "bvsdiv") for term in order)
    left_out = set()
    if floating or not multiplies:
        left_out.add("cvc5-integers")
    return tuple(name for name in names if name not in left_out) or tuple(names)


def _read_after_last_write(program: Program) -> set[str]:
    """Return the registers that a later statement reads: they hold intermediate results."""
    read: set[str] = set()
    for step in program.steps:
        names = {step.guard[0]} if step.guard else set()
        for part in step.parts:
            names.update(part.registers)
        read |= names
        if step.guard is None:
            read -= {write.register for part in step.parts for write in part.writes if write.register}
    return read


__all__ = ["Proof", "ProofError", "PtxError", "Question", "TraceLine", "prove", "smtlib"]
