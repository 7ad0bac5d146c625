"""The cheapest equivalent of a snippet: one or two instructions that do the same.

    cheapest("shl.b32 a, x, 5; shr.u32 b, x, 27; or.b32 d, a, b;", target="sm_90").text
    # shf.l.wrap.b32 d, x, x, 5;

Every instruction that the records have for the target is tried (`ptxisa.proofs.shapes`), on every choice of registers.
Candidates are executed on samples; what remains is proved. The constant of one instruction is any that a solver finds:
samples restrict it, a proof or its counterexample decides, and the counterexample is one more sample (counterexample-
guided inductive synthesis). Constants of two instructions are those of the snippet, and simple ones that follow from
them.

The cost is the number of instructions; among equal ones, the numbers of constants, of modifiers and of operands decide.
Instructions that ptxas replaces by sequences of several, such as divisions, are tried if the snippet has one.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.types import known as types
from ptxisa.numbers.patterns import Bits, array_of, dtype_of, integer
from ptxisa.proofs import smtlib, solvers, terms
from ptxisa.proofs.equality import FIRST, OPEN, Proof, Question, chosen_solvers, prove, suited
from ptxisa.proofs.evaluation import evaluate
from ptxisa.proofs.inputs import ProofError
from ptxisa.proofs.shapes import FunctionShape, shapes
from ptxisa.proofs.terms import FALSE, TRUE, Term, both, either, variable, word

SEQUENCES = frozenset({"div", "rem", "sqrt", "rcp", "fns"})
"""Mnemonics that ptxas 13.0 replaces by 7 to 51 machine instructions for sm_90, besides those for video (2 to 42)."""
VIDEO = "video/"
MOST_INSTRUCTIONS = 2
"""Instructions of an answer."""
_FEW = 8
"""Samples on which candidates are compared first."""
_MOST_CONSTANTS = 2
"""Constants of an instruction that a solver finds."""
_FEW_CONSTANTS = 16
"""Constants of the pool that are tried together with others of it."""
_MOST_ENUMERATED = 256
"""Values of an operand that must be a constant, up to which all of them are tried."""
_POOL_BITS = 64
"""Width of the constants of the pool."""
_BATCH = 24
"""Candidates for whose constants a solver is asked at once."""
_SECONDS = 0.5
"""Time of a solver for the constants of a batch."""
_SAMPLES_FOR_CONSTANTS = 3
"""Samples that a solver gets to find constants; each is a copy of the terms, so that few with a check are faster."""
_MOST_ROUNDS = 6
"""Counterexamples that are added for one candidate before it is given up."""
_MOST_VALUES = 24_000
"""Results of first instructions, of one width, that are combined with second ones."""
_MOST_PROVED = 24
"""Candidates of one size for which a proof is attempted."""

Source = str | int
"""Operand of a candidate: a register, or a constant as a bit pattern."""
Sources = tuple[str | None, ...]
"""Operands of a candidate, where None is a constant that is still to be found."""


@dataclass(frozen=True)
class Cheapest:
    """Answer of `cheapest`.

    Attributes:
        answer: "cheaper"; "none" if no candidate is equal; "unknown" if time ended first, or a candidate is neither
            proved nor refuted.
        text: The statements; empty unless the answer is "cheaper".
        before: Number of instructions of the snippet.
        instructions: Number of instructions of the answer.
        proof: Proof that both are equal.
        candidates: Number of candidates that were executed.
        seconds: Time for the answer.
        reason: Why the answer is not "cheaper".
    """

    answer: str
    text: str = ""
    before: int = 0
    instructions: int = 0
    proof: Proof | None = None
    candidates: int = 0
    seconds: float = 0.0
    reason: str = ""

    def __bool__(self) -> bool:
        return self.answer == "cheaper"


def cheapest(
    text: str,
    inputs: Mapping[str, str] | None = None,
    output: str | None = None,
    assume: str | None = None,
    target: str | None = None,
    timeout: float = 10,
    open: str = "refine",
    *,
    ptx: str | None = None,
    solver: str = "auto",
    progress: Callable[[str], None] | None = None,
) -> Cheapest:
    """Return one or two instructions that give the same result as a snippet, if there are some.

    Args:
        text: Statements on registers; memory and other lanes are not covered.
        inputs: Types by register, as for `prove`.
        output: Register with the result. By default the only one that the snippet writes and does not read again.
        assume: Condition on the inputs.
        target: Target whose instructions are tried; None for all targets.
        timeout: Seconds for the whole search.
        open: "refine" allows other results where PTX leaves those of the snippet open; "exact" does not.
        ptx: PTX version whose instructions are tried; None for the newest.
        solver: Solvers, as for `prove`.
        progress: Function that is called with a line about the search now and then.

    Raises:
        PtxError: The snippet is invalid.
        ProofError: The snippet has no single result, or the condition is invalid.
    """
    if timeout <= 0:
        raise ProofError(f"a timeout is more than 0 seconds, not {timeout:g}")
    if open not in OPEN:
        raise ProofError(f"open results are compared {' or '.join(OPEN)}, not {open[:40]}")
    names = chosen_solvers(solver)
    search = _CheapestSearch(text, dict(inputs or {}), output, assume, target, ptx, open, timeout, names, progress)
    return search.answer()


class Candidate(NamedTuple):
    """Instructions that may do the same: each a shape and its operands."""

    steps: tuple[tuple[FunctionShape, tuple[Source, ...]], ...]

    def text(self, output: str, between: str) -> str:
        """Return the statements; the first of two writes the register `between`."""
        destinations = [between] * (len(self.steps) - 1) + [output]
        lines = []
        for index, (destination, (shape, sources)) in enumerate(zip(destinations, self.steps, strict=True)):
            written = [
                place.written(source) if isinstance(source, int) else str(source)
                for place, source in zip(shape.places, sources, strict=True)
            ]
            lines.append(shape.text(destination, written, f"{between}_{index}"))
        return " ".join(lines)

    def cost(self, text: str) -> tuple[Any, ...]:
        """Return the cost; after instructions, constants, modifiers and operands, the plainer text decides."""
        operands = [(place, source) for _, sources in self.steps for place, source in enumerate(sources)]
        constants = [(-place, source) for place, source in operands if isinstance(source, int)]
        modifiers = sum(value is not None for shape, _ in self.steps for value in shape.values.values())
        return len(self.steps), len(constants), modifiers, len(operands), constants, len(text), text


class _CheapestSearch:
    def __init__(
        self,
        text: str,
        inputs: dict[str, str],
        output: str | None,
        assume: str | None,
        target: str | None,
        ptx: str | None,
        open: str,
        timeout: float,
        names: Sequence[str],
        progress: Callable[[str], None] | None,
    ) -> None:
        self.began = time.monotonic()
        self.deadline = self.began + timeout
        self.snippet, self.assume, self.target, self.ptx, self.open = text, assume, target, ptx, open
        self.names, self.progress = names, progress
        self.candidates = self.undecided = 0
        self.complete = True
        self.holes: list[_Hole] = []
        self.question = question = Question(text, text, inputs, [output] if output else None, assume, target, ptx, open)
        if question.spaces or question.lanes > 1:
            raise ProofError("cheaper instructions are searched for statements on registers of one thread alone")
        if len(question.outputs) != 1:
            raise ProofError(f"the snippet has several results: name one of {', '.join(question.outputs)[:80]}")
        (self.output,) = question.outputs
        program = question.programs[0]
        self.bits = 1 if program.types[self.output] == "pred" else types()[program.types[self.output]].bits
        self.before = sum(bool(shown) for shown in question.snippets[0].shown)
        self.types = {name: register.type for name, register in question.inputs.items()}
        self.widths = {name: register.bits for name, register in question.inputs.items()}
        self.draw()

    # --- samples ---

    def draw(self) -> None:
        """Execute the snippet on samples, and find the inputs on which its result depends."""
        question = self.question
        drawn = question.drawn(FIRST)
        count = len(next(iter(drawn.values()), [0]))
        if not count:
            raise ProofError(f"no sample satisfies {self.assume!r}")
        (register,) = (lane.registers[self.output] for lane in question.states()[0])
        if register.written is not TRUE:
            raise ProofError(
                f"{self.output} keeps its old value where no guard is true: add {self.output} to the inputs"
            )
        self.floating = any(isinstance(term.sort, str) for term in terms.postorder([register.term]))
        # Bits of the result that PTX leaves open change with those that are variables.
        opened = {term for term in terms.postorder([register.term]) if term.op == "var"} - set(
            question.variables[0].values()
        )
        plain, other = (
            evaluate(
                [register.term], {**drawn, **{term.data: [bits & ((1 << term.width) - 1)] * count for term in opened}}
            )[0]
            for bits in (0, -1)
        )
        open_bits = [x ^ y for x, y in zip(plain, other, strict=True)]
        executed = question.executed(question.programs[0], drawn)[self.output]
        order = np.random.default_rng(0).permutation(count)
        self.columns = {name: array_of(column, self.widths[name])[order] for name, column in drawn.items()}
        self.kept = ~array_of(open_bits, self.bits)[order]
        if self.bits == 1:
            self.kept &= np.uint8(1)
        self.wanted = array_of(executed, self.bits)[order] & self.kept
        self.required = {name for name in self.widths if self.depends_on(name, drawn, executed)}
        # Zeros and ones often decide a constant without a solver.
        telling = [self.row_of(value) for value in (0, 1, 2, -1)]
        self.telling = [row for row in telling if row is not None] + list(range(min(_SAMPLES_FOR_CONSTANTS, count)))

    def row_of(self, value: int) -> int | None:
        """Return the number of a sample in which all inputs have a value."""
        equal = np.ones(len(self.wanted), bool)
        for name, column in self.columns.items():
            equal &= column == array_of([value], self.widths[name])[0]
        return int(np.flatnonzero(equal)[0]) if equal.any() else None

    def depends_on(self, name: str, drawn: dict[str, list[Any]], executed: list[int]) -> bool:
        """Return True if a sample has another result for another value of an input."""
        moved = {**drawn, name: drawn[name][1:] + drawn[name][:1]}
        moved = self.question.admitted(moved) if self.assume is None else moved
        if len(moved[name]) != len(executed):
            return False
        if self.assume is not None:  # Changed samples may not satisfy the condition, so that nothing follows.
            return False
        return self.question.executed(self.question.programs[0], moved)[self.output] != executed

    def add_sample(self, values: Mapping[str, int]) -> None:
        """Add a counterexample in front of the samples."""
        drawn = {name: [values[name]] for name in self.widths}
        executed = self.question.executed(self.question.programs[0], drawn)[self.output]
        for name in self.widths:
            self.columns[name] = np.concatenate([array_of(drawn[name], self.widths[name]), self.columns[name]])
        ones = np.array([~dtype_of(self.bits).type(0)]) if self.bits > 1 else np.array([1], np.uint8)
        self.kept = np.concatenate([ones, self.kept])
        self.wanted = np.concatenate([array_of(executed, self.bits), self.wanted])
        self.telling = [0, *(row + 1 for row in self.telling)]

    def left(self) -> float:
        """Return the seconds that are left."""
        return self.deadline - time.monotonic()

    def report(self, line: str) -> None:
        if self.progress:
            self.progress(line)

    # --- candidates ---

    def constants(self) -> list[int]:
        """Return constants of the snippet and simple ones, as bit patterns of 64 bits."""
        base = {
            integer(read.constant) if not isinstance(read.constant, int) else read.constant
            for step in self.question.programs[0].steps
            for part in step.parts
            for read in part.reads
            if read.constant is not None
        }
        wide = max([self.bits, *self.widths.values()])
        # Counts of shifts combine to sums and differences, with the width to rotations; masks follow from counts of
        # bits and neighbors of powers of two. Constants of the snippet come first: candidates are tried in order.
        small = [value for value in sorted(base) if 0 < value <= 64]
        pool = sorted(base) + [value.bit_length() for value in sorted(base)]
        pool += [abs(x - y) for x, y in itertools.combinations([*small, wide], 2)]
        pool += [x + y for x, y in itertools.combinations_with_replacement(small, 2)]
        pool += [0, 1, 2, -1, wide - 1, wide, 8, 16, 24]
        for value in sorted(base):
            pool += [-value, ~value, value - 1, value + 1, value.bit_count(), max(value.bit_length() - 1, 0)]
        for value in small:
            pool += [1 << value, (1 << value) - 1, -1 << value]
        pool += [0xFF, 0xFFFF, 1 << (wide - 1), (1 << (wide - 1)) - 1]
        return list(dict.fromkeys(value & ((1 << _POOL_BITS) - 1) for value in pool))

    def assignments(self, shape: FunctionShape, values: Mapping[str, int], most_holes: int) -> Iterator[Sources]:
        """Yield operands for a shape: registers by width, or None for a constant.

        Each has the registers on which the result depends; a second instruction must read the first one's result.
        """
        choices: list[list[str | None]] = []
        for place in shape.places:
            fitting: list[str | None] = [name for name, bits in values.items() if place.fits(bits)]
            if place.constant and most_holes:
                fitting.append(None)
            choices.append(fitting)
        for sources in itertools.product(*choices):
            if sources.count(None) <= most_holes:
                yield sources

    def filled(self, shape: FunctionShape, sources: Sources, pool: Sequence[int]) -> Iterator[tuple[Source, ...]]:
        """Yield operands in which constants of the pool are in place of None."""
        fitting = [self.fitting(shape, index, pool) for index, source in enumerate(sources) if source is None]
        for constants in itertools.product(*fitting):
            following = iter(constants)
            yield tuple(next(following) if source is None else source for source in sources)

    def fitting(self, shape: FunctionShape, index: int, pool: Sequence[int]) -> list[int]:
        """Return the constants of a pool that an operand may be, in its width: positive or negative numbers."""
        place = shape.places[index]
        if not place.register and len(place.range()) <= _MOST_ENUMERATED:
            return list(place.range())
        most = (1 << place.bits) - 1
        negative = (1 << _POOL_BITS) - (1 << (place.bits - 1))
        cut = dict.fromkeys(value & most for value in pool if value <= most or value >= negative)
        return [value for value in cut if place.admits(value)]

    def results(self, candidate: Candidate, rows: slice) -> Bits:
        """Execute a candidate on some samples."""
        contents: dict[str, Bits] = {name: column[rows] for name, column in self.columns.items()}
        result: Bits = np.zeros(0, np.uint8)
        for index, (shape, sources) in enumerate(candidate.steps):
            last = index == len(candidate.steps) - 1
            operands = [contents[source] if isinstance(source, str) else source for source in sources]
            result = shape.computed(operands, self.bits if last else shape.type.bits)
            contents[_BETWEEN] = result
        return result

    def agrees(self, candidate: Candidate, most: int | None = None) -> bool:
        """Return True if a candidate has the results of the snippet on the samples, up to `most`."""
        self.candidates += 1
        # Nearly all candidates differ on a few samples; the others are executed on all.
        for rows in (slice(0, _FEW), slice(0, most)):
            if (self.results(candidate, rows) & self.kept[rows] != self.wanted[rows]).any():
                return False
        return True

    def shapes(self, bits: int, widths: Iterable[int]) -> list[FunctionShape]:
        """Return the instructions with a result of some bits that are tried."""
        own = {statement.form.mnemonic for statement in self.question.programs[0].statements}
        return [
            shape
            for shape in shapes(self.target, self.ptx, bits, frozenset(widths))
            if shape.form.mnemonic in own
            or (shape.form.mnemonic not in SEQUENCES and not shape.form.record.startswith(VIDEO))
        ]

    def usable(self, shape: FunctionShape) -> bool:
        """Return True for instructions that are worth a solver or a pair: numbers only where the snippet has them."""
        return self.floating or not any(place.type.kind == "float" for place in shape.places)

    # --- the search ---

    def answer(self) -> Cheapest:
        """Return the answer."""
        limit = min(self.before - 1, MOST_INSTRUCTIONS)
        if limit < 1:
            return self.result("none", reason="the snippet is one instruction")
        counts = range(_MOST_CONSTANTS + 1)
        waves: list[Callable[[], Iterator[Candidate]]]
        waves = [partial(wave, count) for wave in (self.single, self.solved) for count in counts]
        for wave in [*waves, *([self.pairs] if limit > 1 else [])]:
            proof = self.first_proved(wave())
            if proof:
                return proof
            if self.left() <= 0:
                return self.result("unknown", reason="the time ended before all candidates were tried")
        if self.undecided:
            return self.result("unknown", reason=f"{self.undecided} candidates are neither proved nor refuted")
        if not self.complete:
            return self.result("unknown", reason="there are more pairs of instructions than were tried")
        return self.result("none", reason="no candidate gives the same results")

    def result(self, answer: str, **more: Any) -> Cheapest:
        return Cheapest(
            answer,
            before=self.before,
            candidates=self.candidates,
            seconds=time.monotonic() - self.began,
            **more,
        )

    def first_proved(self, candidates: Iterable[Candidate]) -> Cheapest | None:
        """Return the answer for the cheapest candidate that is proved; None if there is none."""
        between = next(
            name for name in (_BETWEEN, "t_1", "t_2", "t_3") if name not in self.question.programs[0].mentions
        )
        texts: dict[str, Candidate] = {}
        for candidate in candidates:
            renamed = candidate.text(self.output, between)
            texts.setdefault(renamed, candidate)
        ordered = sorted(texts, key=lambda text: texts[text].cost(text))
        for text in ordered[:_MOST_PROVED]:
            if self.left() <= 0:
                return None
            if not self.agrees(texts[text]):
                continue
            self.report(f"proving {text}")
            proof = self.proved(text)
            if proof is None:
                continue
            if proof.answer == "equal":
                return self.result("cheaper", text=text, instructions=len(texts[text].steps), proof=proof)
            # The counterexample goes in front of the samples, where it rejects similar candidates without a proof.
            if proof.answer == "different" and proof.counterexample.keys() >= self.widths.keys():
                self.add_sample(proof.counterexample)
            elif proof.answer == "unknown":
                self.undecided += 1
        return None

    def proved(self, text: str) -> Proof | None:
        """Return the proof of a candidate; None if its text is not valid."""
        try:
            return prove(
                self.snippet,
                text,
                self.types,
                [self.output],
                self.assume,
                self.target,
                max(self.left(), 0.2),
                self.open,
                ptx=self.ptx,
                solver=",".join(self.names) or "auto",
            )
        except (PtxError, ProofError):
            return None

    def single(self, count: int) -> Iterator[Candidate]:
        """Yield single instructions that agree on all samples, with some constants of the pool."""
        pool = self.constants()
        if count > 1:
            pool = pool[:_FEW_CONSTANTS]
        available = self.shapes(self.bits, self.widths.values())
        self.report(f"1 instruction, {count} constants: {len(available):,} functions")
        for shape in available:
            if self.left() <= 0:
                return
            if count > 1 and not self.usable(shape):
                continue
            every = [
                sources
                for sources in self.assignments(shape, self.widths, count)
                if sources.count(None) == count and self.required <= set(sources)
            ]
            rows = [row for sources in every for row in self.filled(shape, sources, pool)]
            for index in self.agreeing(self.executed(shape, rows, self.bits), len(rows)) if rows else ():
                candidate = Candidate(((shape, rows[index]),))
                if self.agrees(candidate):
                    yield candidate
            if count and self.usable(shape):
                self.holes += (_Hole(len(self.holes) + index, shape, sources) for index, sources in enumerate(every))

    def executed(self, shape: FunctionShape, rows: Sequence[tuple[Source, ...]], bits: int) -> Bits:
        """Return the results of an instruction for several choices of operands on the first samples, in turn.

        Constants are executed as registers, so that one call has many choices.
        """
        few = len(self.few)
        results = np.empty((len(rows), few), dtype_of(bits))
        groups: dict[tuple[Source, ...], list[int]] = {}
        for index, row in enumerate(rows):
            fixed = (source for place, source in zip(shape.places, row, strict=True) if not place.register)
            groups.setdefault(tuple(fixed), []).append(index)
        for indices in groups.values():
            operands: list[Bits | int] = []
            for position, place in enumerate(shape.places):
                sources = [rows[index][position] for index in indices]
                if not place.register:
                    assert isinstance(sources[0], int)
                    operands.append(sources[0])
                    continue
                # A wider register and a constant have different widths; the instruction reads the low bits.
                cut = dtype_of(place.bits)
                operands.append(
                    np.concatenate(
                        [
                            self.columns[source][:few].astype(cut)
                            if isinstance(source, str)
                            else np.full(few, source, cut)
                            for source in sources
                        ]
                    )
                )
            table = np.broadcast_to(shape.computed(operands, bits), len(indices) * few)
            results[indices] = table.reshape(len(indices), few)
        self.candidates += len(rows)
        return results.reshape(-1)

    def agreeing(self, results: Bits, count: int) -> list[int]:
        """Return which of several candidates agree on the first samples; `results` has those of one after another."""
        few = len(self.few)
        rows = np.broadcast_to(results, count * few).reshape(-1, few)
        agree = (rows & self.kept[:few] == self.few).all(axis=1)
        return [int(index) for index in np.flatnonzero(agree)]

    @property
    def few(self) -> Bits:
        """Results of the snippet on the first samples."""
        return self.wanted[:_FEW]

    # --- constants by a solver ---

    def solved(self, count: int) -> Iterator[Candidate]:
        """Yield single instructions with constants that a solver finds."""
        if not self.names or not count:
            return
        group: list[_Hole] = []
        self.report(f"1 instruction, {count} constants that a solver finds")
        holes = [hole for hole in self.holes if len(hole.constants) == count]
        for hole in sorted(holes, key=lambda hole: _plainness(hole.shape)):
            if self.left() <= 0:
                return
            self.candidates += 1
            if all(self.restrict(hole, row) for row in self.telling):
                group.append(hole)
            if len(group) == _BATCH:
                yield from self.with_constants(group)
                group = []
        yield from self.with_constants(group)

    def restrict(self, hole: _Hole, row: int) -> bool:
        """Add the condition of a sample to the constants of a candidate; return False if none can satisfy it."""
        known = terms.facts(hole.condition)
        values = {part.args[0]: part.args[1] for part in known if part.op == "=" and part.args[1].op == "const"}
        operands = [
            values.get(hole.constants[index], hole.constants[index])
            if source is None
            else word(integer(self.columns[source][row]), self.widths[source])
            for index, source in enumerate(hole.sources)
        ]
        result = hole.shape.term(operands, self.bits)
        kept, wanted = (word(integer(column[row]), self.bits) for column in (self.kept, self.wanted))
        condition = both(hole.condition, terms.equal(terms.bit_and(result, kept), wanted))
        if any(term.op == "apply" for term in terms.postorder([condition])):
            return False
        hole.condition = condition
        return condition is not FALSE

    def with_constants(self, group: list[_Hole]) -> Iterator[Candidate]:
        """Yield the candidates of a group with constants that agree on all samples."""
        while group and self.left() > 0:
            question = reduce(either, (hole.condition for hole in group), FALSE)
            wanted = [constant for hole in group for constant in hole.constants.values()]
            seconds = min(_SECONDS, max(self.left(), 0.1))
            verdict = solvers.solve(smtlib.script([question], wanted), suited(self.names, question)[:1], seconds)
            if verdict.status == "unknown":
                if len(group) == 1:
                    self.undecided += 1
                    return
                half = len(group) // 2
                yield from self.with_constants(group[:half])
                yield from self.with_constants(group[half:])
            if verdict.status != "sat":
                return
            columns = {constant.data: [verdict.values.get(constant.data, 0)] for constant in wanted}
            for hole in [hole for hole in group if evaluate([hole.condition], columns)[0] == [1]]:
                complete = tuple(
                    columns[hole.constants[index].data][0] if source is None else source
                    for index, source in enumerate(hole.sources)
                )
                candidate = Candidate(((hole.shape, complete),))
                self.candidates += 1
                rows = self.results(candidate, slice(None)) & self.kept != self.wanted
                if not rows.any():
                    group.remove(hole)
                    yield candidate
                elif hole.rounds == _MOST_ROUNDS or not self.restrict(hole, int(np.flatnonzero(rows)[0])):
                    group.remove(hole)
                hole.rounds += 1

    # --- two instructions ---

    def pairs(self) -> Iterator[Candidate]:
        """Yield two instructions that agree on all samples, with constants of the pool."""
        pool = self.constants()
        widths = dict.fromkeys((self.bits, *self.widths.values(), 32, 1, 64))
        banks = {bits: self.banks(bits, pool) for bits in widths}
        self.report(
            f"2 instructions: {sum(len(bank.steps) for some in banks.values() for bank in some):,} first results"
        )
        count = 0
        for bits, some in banks.items():
            values = {**self.widths, _BETWEEN: bits}
            last = self.shapes(self.bits, values.values())
            for shape in sorted(filter(self.usable, last), key=_plainness) if some else ():
                for sources in self.assignments(shape, values, 1):
                    if _BETWEEN not in sources:
                        continue
                    for bank in some:
                        if self.required <= bank.reads | set(sources):
                            for candidate in self.ends(bank, shape, sources, pool):
                                count += 1
                                yield candidate
                    if count >= _MOST_PROVED or self.left() < 0.3:
                        self.complete = False
                        return

    def banks(self, bits: int, pool: Sequence[int]) -> list[_Bank]:
        """Return the results of first instructions in registers of a width, by the registers that they read.

        Of several instructions with one result on all samples that are compared, the plainest is kept.
        """
        steps_by_reads: dict[frozenset[str], list[tuple[FunctionShape, tuple[Source, ...]]]] = {}
        values: dict[frozenset[str], list[Bits]] = {}
        seen = {column[:_FEW].tobytes() for name, column in self.columns.items() if self.widths[name] == bits}
        end = time.monotonic() + 0.15 * self.left()
        for shape in sorted(filter(self.usable, self.shapes(bits, self.widths.values())), key=_plainness):
            rows = [
                row
                for sources in self.assignments(shape, self.widths, 1)
                if any(sources)
                for row in self.filled(shape, sources, pool)
            ]
            table = self.executed(shape, rows, bits).reshape(len(rows), -1) if rows else ()
            for row, result in zip(rows, table, strict=True):
                if (key := result.tobytes()) not in seen:
                    seen.add(key)
                    reads = frozenset(source for source in row if isinstance(source, str))
                    steps_by_reads.setdefault(reads, []).append((shape, row))
                    values.setdefault(reads, []).append(result)
            if len(seen) > _MOST_VALUES or time.monotonic() > end:
                self.complete = False
                break
        return [_Bank(reads, steps, np.concatenate(values[reads])) for reads, steps in steps_by_reads.items()]

    def ends(self, bank: _Bank, shape: FunctionShape, sources: Sources, pool: Sequence[int]) -> Iterator[Candidate]:
        """Yield pairs whose second instruction gives the result, on all samples."""
        count = len(bank.steps)
        contents = {name: np.tile(self.columns[name][:_FEW], count) for name in sources if name in self.columns}
        contents[_BETWEEN] = bank.values
        for complete in self.filled(shape, sources, pool):
            if self.left() < 0.3:
                return
            operands = [contents[source] if isinstance(source, str) else source for source in complete]
            self.candidates += count
            for index in self.agreeing(shape.computed(operands, self.bits), count)[:_MOST_PROVED]:
                candidate = Candidate((bank.steps[index], (shape, complete)))
                if self.agrees(candidate):
                    yield candidate


_BETWEEN = "t"
"""Register between two instructions."""


class _Hole:
    """A candidate with constants that are still to be found, and the condition that samples put on them."""

    def __init__(self, index: int, shape: FunctionShape, sources: Sources) -> None:
        self.shape, self.sources, self.rounds = shape, sources, 0
        self.constants = {
            place: variable(f"constant {index} {place}", shape.places[place].bits)
            for place, source in enumerate(sources)
            if source is None
        }
        self.condition = reduce(both, map(self._admitted, self.constants), TRUE)

    def _admitted(self, index: int) -> Term:
        """Return the condition that an operand may be a constant."""
        place, constant = self.shape.places[index], self.constants[index]
        if place.choices:
            return reduce(either, (terms.equal(constant, word(value, place.bits)) for value in place.choices), FALSE)
        least, most = word(place.least, place.bits), word(place.most, place.bits)
        return both(terms.at_most(least, constant), terms.at_most(constant, most))


class _Bank(NamedTuple):
    """First instructions that read the same registers, and their results on some samples, one after the other."""

    reads: frozenset[str]
    steps: list[tuple[FunctionShape, tuple[Source, ...]]]
    values: Bits


def _plainness(shape: FunctionShape) -> tuple[int, int]:
    """Return a key that puts instructions with few modifiers first."""
    return sum(value is not None for value in shape.values.values()), len(shape.places)
