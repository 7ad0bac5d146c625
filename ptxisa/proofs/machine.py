"""Programs of `ptxisa.run.program` on terms: what each register has after the last statement, for all inputs at once.

A register has a term, the bits of it that PTX leaves open, and the condition under which a statement has written it. A
program with statements that read other lanes of the warp runs on 32 lanes, each with terms and memory of its own.
Memory is bytes by address in each state space or variable: loads look through the stores before them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NamedTuple

from ptxisa.check.operands import GENERIC
from ptxisa.isa.targets import Target
from ptxisa.isa.versions import Version
from ptxisa.numbers.patterns import integer
from ptxisa.proofs import terms
from ptxisa.proofs.bytes import ADDRESS, Accessed, Bytes, StoredByte
from ptxisa.proofs.operations import Open
from ptxisa.proofs.terms import FALSE, TRUE, Term, both, choose, either, flag, negation, truth, variable, word
from ptxisa.run.binding import Program
from ptxisa.run.implementation import SYMBOLIC, NotExecutable, implementation
from ptxisa.run.memory import without_suffix
from ptxisa.run.operands import CARRY, Guard, MemoryAccess, Part, Read, Write
from ptxisa.run.steps import MachineStep, MemoryStep, ScalarStep, Step, WarpStep
from ptxisa.run.warp import ACTIVE, LANE, LANES, operand_of


class NotProvable(ValueError):
    """Statements without terms; the message names the statement and the reason."""


class RegisterTerm(NamedTuple):
    """Term of a register, its open bits, and the condition under which it has a value."""

    term: Term
    mask: Term
    written: Term = TRUE


@dataclass
class Lane:
    """State of one thread.

    Attributes:
        registers: Registers by name.
        suffix: Suffix of the names of its state spaces, such as `[3]` in a warp, in which each thread has memory of its
            own; "" for a single thread.
        stores: Bytes that were stored, by state space and in order.
        accesses: Accesses to memory.
        defined: Conditions without which the manual leaves the behavior of the statements undefined.
        unwritten: Conditions under which a statement reads a register without a value.
    """

    registers: dict[str, RegisterTerm]
    suffix: str = ""
    stores: dict[str, list[StoredByte]] = field(default_factory=dict)
    accesses: list[Accessed] = field(default_factory=list)
    defined: list[Term] = field(default_factory=list)
    unwritten: list[Term] = field(default_factory=list)


def lanes_of(program: Program) -> int:
    """Return the number of threads that a program is executed for: a warp if a statement reads other lanes."""
    return LANES if any(isinstance(step, WarpStep) for step in program.steps) else 1


def run(
    program: Program,
    lanes: Sequence[Mapping[str, Term]],
    memory: Bytes,
    on: Target | None = None,
    ptx: Version | None = None,
    opened: str = "",
) -> list[Lane]:
    """Run a program on terms.

    Args:
        program: Statements.
        lanes: Terms of the registers that are given, for each thread.
        memory: Contents of memory before the program.
        on: Target whose models are used.
        ptx: PTX version.
        opened: Prefix of variables for bits that PTX leaves open; "" reads these as execution has them.

    Raises:
        NotProvable: A statement has no terms.
    """
    states = [
        Lane(
            {name: RegisterTerm(term, word(0, term.width)) for name, term in given.items()},
            f"[{index}]" if len(lanes) > 1 else "",
        )
        for index, given in enumerate(lanes)
    ]
    machine = _Machine(states, memory, on, ptx, opened)
    for step, statement, span in zip(program.steps, program.statements, program.spans, strict=True):
        text = program.source.text[span.start : span.end]
        try:
            machine.step(step, statement)
        except (NotExecutable, NotProvable) as error:
            raise NotProvable(f"{text}: {error}") from None
        except RecursionError:
            raise NotProvable(f"{text}: its terms are nested too deeply") from None
    return states


class _Machine:
    def __init__(self, lanes: list[Lane], memory: Bytes, on: Target | None, ptx: Version | None, opened: str) -> None:
        self.lanes, self.on, self.ptx, self.opened = lanes, on, ptx, opened
        self.variables = 0
        self.memory = memory
        self.places: dict[tuple[str, MemoryAccess], Accessed] = {}

    def step(self, step: Step, statement: Any) -> None:
        """Run one statement in every thread."""
        if isinstance(step, MachineStep) or not isinstance(step, ScalarStep):
            raise NotProvable(f"{statement.form.id} changes more than registers and memory")
        symbolic = implementation(statement.form, statement.modifiers, backend=SYMBOLIC, on=self.on, ptx=self.ptx)
        guards = [self.guard(lane, step.guard) for lane in self.lanes]
        results = []
        for part in step.parts:
            if isinstance(step, WarpStep):
                results.append(self.in_warp(step, part, symbolic, guards))
            else:
                results.append(
                    [
                        self.in_thread(lane, step, part, symbolic, guard)
                        for lane, guard in zip(self.lanes, guards, strict=True)
                    ]
                )
        if len(step.parts) > 1 and isinstance(step, MemoryStep):
            for lane in self.lanes:  # The address of a vector is a multiple of the size of all elements.
                place = self.places[lane.suffix, step.parts[0].accesses[0]]
                lane.defined.append(place._replace(size=place.size * len(step.parts)).aligned)
        # All elements are read before one is written, since a register may be both.
        for part, values in zip(step.parts, results, strict=True):
            for lane, guard, outputs in zip(self.lanes, guards, values, strict=True):
                for access in part.accesses:
                    if access.written:
                        self.store(lane, access, outputs[access.name], guard)
                for write in part.writes:
                    self.write(lane, write, outputs[write.name], guard)

    def guard(self, lane: Lane, guard: Guard | None) -> Term:
        """Return the condition under which a thread executes a statement."""
        if guard is None:
            return TRUE
        name, negated = guard
        held = truth(self.value(lane, name, TRUE))
        return negation(held) if negated else held

    # --- registers ---

    def value(self, lane: Lane, name: str, guard: Term) -> Term:
        """Return the term of a register that is read."""
        register = lane.registers.get(name)
        if register is None:
            raise NotProvable(f"no value is given for {name}")
        if register.written is not TRUE:
            lane.unwritten.append(both(guard, negation(register.written)))
        return register.term

    def with_open_bits(self, result: Term | Open) -> tuple[Term, Term]:
        """Return a result and its open bits; where these are variables, they are part of the result."""
        if not isinstance(result, Open):
            return result, word(0, result.width)
        if not self.opened or result.mask.value == 0:
            return result.term, result.mask
        self.variables += 1
        bits = variable(f"{self.opened}{self.variables}", result.term.sort)
        return terms.bit_xor(result.term, terms.bit_and(bits, result.mask)), word(0, result.term.width)

    def read(self, lane: Lane, read: Read, guard: Term) -> Term:
        """Return the term of an operand, in the width of the operand."""
        if read.register is None:
            constant = read.constant if isinstance(read.constant, int) else integer(read.constant)
            return word(constant, read.bits or 32)
        value = self.value(lane, read.register, guard)
        if read.offset is not None:
            return terms.add(terms.fitted(value, ADDRESS), word(read.offset, ADDRESS))
        if read.negated:
            return terms.invert(value)
        return terms.low(value, read.bits) if value.width > read.bits > 0 else value

    def write(self, lane: Lane, write: Write, result: Term | Open, guard: Term) -> None:
        """Give a register its result where a guard is true."""
        if write.register is None:
            return
        term, mask = self.with_open_bits(result)
        old = lane.registers.get(write.register)
        width = max(write.width, old.term.width if old and write.width > 1 else 0)
        term = (terms.sign_extend if write.signed else terms.zero_extend)(term, width)
        mask = (terms.sign_extend if write.signed else terms.zero_extend)(mask, width)
        if guard is TRUE:
            lane.registers[write.register] = RegisterTerm(term, mask)
            return
        if old is None:
            old = RegisterTerm(term, mask, FALSE)
        old_term = terms.fitted(old.term, width)
        lane.registers[write.register] = RegisterTerm(
            choose(guard, term, old_term) if old.written is not FALSE else term,
            choose(guard, mask, terms.fitted(old.mask, width)),
            either(old.written, guard),
        )

    # --- statements ---

    def in_thread(self, lane: Lane, step: ScalarStep, part: Part, symbolic: Any, guard: Term) -> dict[str, Any]:
        """Return the results of a statement of one thread by operand."""
        values = {read.name: self.read(lane, read, guard) for read in part.reads}
        for access in part.accesses:
            if not isinstance(step, MemoryStep) or step.by_space:
                raise NotProvable("a generic address of an atomic operation points into several state spaces")
            if access.read:
                values[access.name] = self.load(lane, access, guard)
            else:
                self.place(lane, access, guard)
        results = symbolic.function(*(values[name] for name in symbolic.inputs))
        return dict(zip(symbolic.outputs, results, strict=True))

    def in_warp(self, step: WarpStep, part: Part, symbolic: Any, guards: Sequence[Term]) -> list[dict[str, Any]]:
        """Return the results of a collective of the warp for each lane."""
        read = [
            {
                operand.name: self.read(lane, operand, guard)
                for operand in part.reads
                if operand.name not in (LANE, ACTIVE)
            }
            for lane, guard in zip(self.lanes, guards, strict=True)
        ]
        active = terms.concat(*(flag(guard) for guard in reversed(guards)))
        if step.members:
            self.require_members([values[step.members] for values in read], guards)
        together = {
            name: tuple(values[operand_of(name) if operand_of(name) in values else name] for values in read)
            for name in symbolic.inputs
            if operand_of(name)
        }
        results = []
        for index, values in enumerate(read):
            own = {**values, LANE: word(index, 5), ACTIVE: active, **together}
            outputs = symbolic.function(*(own[name] for name in symbolic.inputs))
            results.append(dict(zip(symbolic.outputs, outputs, strict=True)))
        return results

    def require_members(self, masks: Sequence[Term], guards: Sequence[Term]) -> None:
        """Note what the manual requires of member masks (see `ptxisa.run.undefined.member_mask_problem`)."""
        for index, (mask, guard) in enumerate(zip(masks, guards, strict=True)):
            mask = terms.fitted(mask, LANES)
            required = [truth(terms.field(mask, index, index))]
            for other, (other_mask, other_guard) in enumerate(zip(masks, guards, strict=True)):
                named = truth(terms.field(mask, other, other))
                alike = both(other_guard, terms.equal(mask, terms.fitted(other_mask, LANES)))
                required.append(either(negation(named), alike))
            self.lanes[index].defined.append(either(negation(guard), reduce(both, required)))

    # --- memory ---

    def place(self, lane: Lane, access: MemoryAccess, guard: Term) -> Accessed:
        """Return the place of an access, and note that its address must be a multiple of its size."""
        if access.windowed:
            raise NotProvable("an address of shared memory that may be generic has no terms")
        base = self.value(lane, access.base, guard) if access.base else word(0, ADDRESS)
        address = terms.add(terms.fitted(base, ADDRESS), word(access.offset, ADDRESS))
        space = without_suffix(access.space)
        if space == "shared":  # Shared memory has addresses of 32 bits; wider registers are truncated.
            address = terms.zero_extend(terms.low(address, 32), ADDRESS)
        place = Accessed(space + lane.suffix, address, access.bits // 8, guard)
        lane.accesses.append(place)
        lane.defined.append(place.aligned)
        spaces = {place.space.removesuffix(lane.suffix) for place in lane.accesses}
        # Windows of shared and local memory are parts of the generic address space, at addresses that PTX leaves open.
        if GENERIC in spaces and len(spaces) > 1:
            raise NotProvable("a generic address may point into the memory of another access")
        self.places[lane.suffix, access] = place
        return place

    def load(self, lane: Lane, access: MemoryAccess, guard: Term) -> Term:
        """Return the value at an address, the lowest byte first."""
        place = self.place(lane, access, guard)
        stores = lane.stores.get(place.space, [])
        bytes_ = [self.memory.now(place.space, address, stores) for address in _addresses(place)]
        return terms.concat(*reversed(bytes_))

    def store(self, lane: Lane, access: MemoryAccess, value: Term | Open, guard: Term) -> None:
        """Note the bytes of a value at an address."""
        place = self.places[lane.suffix, access]
        term, _ = self.with_open_bits(value)
        for index, address in enumerate(_addresses(place)):
            byte = terms.field(term, 8 * index + 7, 8 * index)
            lane.stores.setdefault(place.space, []).append(StoredByte(address, byte, guard))


def _addresses(place: Accessed) -> list[Term]:
    return [terms.add(place.address, word(index, ADDRESS)) for index in range(place.size)]


__all__ = ["CARRY", "Lane", "NotProvable", "RegisterTerm", "lanes_of", "run"]
