"""Procedures as operations: what each instruction does with the threads that execute it.

    code = ProcedureCode(image, target)
    pc = code.entry(kernel)             # compiles the kernel when it is first needed
    code.operations[pc].run(lanes)

Instructions that compute registers or access memory run as the steps of `ptxisa.run`; others are in
`ptxisa.machine.control`, `barriers`, `copies` and `services`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ptxisa.check.directives import INDEPENDENT, UNIFIED
from ptxisa.check.instruction import resolve
from ptxisa.check.place import Place
from ptxisa.isa.diagnostics import PtxError, Span
from ptxisa.isa.instructions import MANUAL
from ptxisa.isa.targets import Target
from ptxisa.machine import barriers, cancellation, control, copies, devices, textures
from ptxisa.machine.address import CONST_BASE, LOCAL_PARAMETERS, PARAMETER_BASE
from ptxisa.machine.contraction import fuse
from ptxisa.machine.control import Return
from ptxisa.machine.image import Image, LinkedModule, Procedure
from ptxisa.machine.lanes import FRAME, RANK
from ptxisa.machine.live_registers import LiveRegisters
from ptxisa.machine.operation import (
    AddressConversion,
    Context,
    DeclaredRegisters,
    Operation,
    ParameterLoad,
    PlainAccess,
    PollingOperation,
    StepOperation,
    Unmodeled,
    WarpOperation,
    dependents,
    results_of,
    widened,
)
from ptxisa.machine.shape import CLOCKS
from ptxisa.run.binding import Binder, step_of
from ptxisa.run.groups import MatrixStep
from ptxisa.run.memory import DEFAULTS
from ptxisa.run.steps import MachineStep, MemoryStep, ScalarStep, WarpStep
from ptxisa.syntax import tree


@cache
def _constructors(mnemonic: str) -> Mapping[str, Callable[[Context], Operation | None]]:
    """Return constructors of operations by the id of a form, a prefix of it, or a mnemonic."""
    constructors = {
        **control.CONSTRUCTORS,
        **barriers.CONSTRUCTORS,
        **copies.CONSTRUCTORS,
        **textures.CONSTRUCTORS,
        **devices.CONSTRUCTORS,
        **cancellation.CONSTRUCTORS,
    }
    # Tables of tensors load with the kernels that use them, so that others start faster.
    if mnemonic in ("cp", "tensormap"):
        from ptxisa.machine import tensors

        constructors |= tensors.CONSTRUCTORS
    elif mnemonic == "tcgen05":
        from ptxisa.machine import tensor_cores

        constructors |= tensor_cores.CONSTRUCTORS
    return constructors


class ProcedureCode:
    """Operations of the procedures of an image, compiled when they are needed.

    Attributes:
        operations: Every operation, by program counter.
        leaders: Program counters at which groups of threads meet: targets of branches.
        live: Registers with a value that is used later, before each operation.
        contracts: True if a compiled procedure has products and sums that assemblers may fuse.
        specials: Width of each special register that is read.
        pauses: Let other threads run after each message between threads, so that they may overtake.
    """

    def __init__(self, image: Image, target: Target | None, contract: str = "never", *, pauses: bool = False) -> None:
        self.image, self.target, self.contract, self.pauses = image, target, contract, pauses
        self.operations: list[Operation] = []
        self.leaders: list[bool] = []
        self.live = LiveRegisters()
        self.specials: dict[str, int] = {}
        self.contracts = False
        self.declared: dict[int, DeclaredRegisters] = {}
        self.messages: set[int] = set()
        """Operations after which other threads run, because they may wait for them."""
        self._entries: dict[int, int] = {}
        self._skips: dict[tuple[int, int], bool] = {}
        self._timed: dict[int, frozenset[str]] = {}

    def timed(self, number: int) -> frozenset[str]:
        """Return the registers of a procedure whose values follow from a clock."""
        timed = self._timed.get(number)
        if timed is None:
            own = self.operations_of(self.image.procedures[number])
            clocks = {
                name
                for operation in own
                if any(isinstance(operand, tree.Name) and operand.text in CLOCKS for operand in operation.node.operands)
                for name in operation.writes
            }
            timed = self._timed[number] = dependents(clocks, own)
        return timed

    def operations_of(self, procedure: Procedure) -> list[Operation]:
        """Return the operations of a procedure in the order of its text; the last one ends it."""
        first = self.entry(procedure)
        return self.operations[first : first + len(procedure.lines) + 1]

    def entry(self, procedure: Procedure) -> int:
        """Return the program counter of the first operation of a procedure."""
        if procedure.number not in self._entries:
            self._entries[procedure.number] = len(self.operations)
            self._compile(procedure)
        return self._entries[procedure.number]

    def address(self, procedure: Procedure, name: str) -> tuple[str, int]:
        """Return the register and the number whose sum is the address of a variable; of a register itself and 0."""
        variable = self.image.variable(procedure, name)
        if variable is None:
            return name, 0
        if variable.space == "local":
            return FRAME, variable.address
        if variable.space == "param":
            return FRAME, variable.address + LOCAL_PARAMETERS
        if variable.space == "shared":
            return RANK, variable.address
        return "", variable.address

    def generic_address(self, procedure: Procedure, name: str, space: str) -> tuple[str, int]:
        """Return the generic address of a variable, as `address` does."""
        base, number = self.address(procedure, name)
        variable = self.image.variable(procedure, name)
        actual = variable.space if variable else space
        bases = {"const": CONST_BASE, "param::entry": PARAMETER_BASE, "shared": DEFAULTS["shared"]}
        bases |= {"local": DEFAULTS["local"], "param": DEFAULTS["local"] - LOCAL_PARAMETERS}
        return base, number + bases.get(actual, 0)

    def diagnostic_place(self, operation: Operation) -> tuple[LinkedModule, Span]:
        """Return the module of an operation and its place in the text."""
        module = self.image.modules[operation.procedure.module]
        return module, Span(operation.node.start, operation.node.end)

    # --- ways through a procedure ---

    def skips(self, pc: int, avoided: int) -> bool:
        """Return True if a thread at an operation skipped another one that all its threads should execute.

        Each way from `avoided` to the end of the procedure leads through `pc`, and no way leads back. Threads that only
        end the procedure skip nothing.
        """
        key = pc, avoided
        skips = self._skips.get(key)
        if skips is None:
            skips = (
                self.operations[pc].procedure is self.operations[avoided].procedure
                and not self._only_ends(pc)
                and not self._reaches(pc, avoided, None)
                and not self._reaches(avoided, None, pc)
            )
            self._skips[key] = skips
        return skips

    def _after(self, pc: int) -> tuple[int, ...]:
        successors = self.operations[pc].successors
        return (pc + 1,) if successors is None else successors

    def _only_ends(self, pc: int) -> bool:
        """Return True if threads at an operation end the procedure at once."""
        for _ in range(4):
            successors = self.operations[pc].successors
            if successors is None or len(successors) > 1:
                return False
            if not successors:
                return True
            pc = successors[0]
        return False

    def _reaches(self, pc: int, goal: int | None, without: int | None) -> bool:
        """Return True if a way leads from an operation to another, or to the end of the procedure (None)."""
        pending, seen = list(self._after(pc)), {pc}
        while pending:
            here = pending.pop()
            if here == goal:
                return True
            if here in seen or here == without:
                continue
            seen.add(here)
            after = self._after(here)
            if goal is None and not after:
                return True
            pending += after
        return False

    # --- compiling ---

    def _compile(self, procedure: Procedure) -> None:
        """Append the operations of a procedure; a last one ends threads that reach the closing brace."""
        first = len(self.operations)
        module = self.image.modules[procedure.module]
        place = Place(
            module.target, module.version, mode=INDEPENDENT if module.independent else UNIFIED, assembler=MANUAL
        )
        declared = self.declared[procedure.number] = DeclaredRegisters(self, procedure)
        wgmma = any(line.node.opcode.mnemonic == "wgmma" for line in procedure.lines)
        for number, line in enumerate(procedure.lines):
            node = procedure.declared(line)
            candidates = resolve(node, place, declared.symbol)
            if not candidates:
                reason = f"{node.opcode.text} is not covered yet"
                operation: Operation = Unmodeled(first + number, procedure, node, reason)
            else:
                # Registers of vectors are called `v:x` in place of `v` and `v.x`.
                operands = (
                    bound._replace(node=_split_vectors(bound.node, declared)) for bound in candidates[0].operands
                )
                statement = candidates[0]._replace(operands=tuple(operands))
                context = Context(self, first + number, procedure, node, Binder(statement, declared), line.block)
                operation = self._operation(context, place)
                # The watch of products follows every instruction of a function that has some.
                operation.statement = statement if wgmma else None
            operation.node, operation.source = line.node, line.location
            operation.line = module.position(line.node.opcode_start)[0]
            self.operations.append(operation)
        body = procedure.node.body
        assert body is not None
        end = tree.Instruction(None, tree.Opcode("ret", (), ()), (), body.end - 1, body.end - 1, body.end)
        last = Return(len(self.operations), procedure, end)
        last.line = module.position(body.end - 1)[0]
        self.operations.append(last)
        self.leaders += [False] * (len(self.operations) - first)
        for index in procedure.labels.values():
            self.leaders[first + index] = True
        own = self.operations[first:]
        self.contracts |= fuse(own, self.leaders[first:], self.target, apply=self.contract == "ptxas")
        if self.pauses and any(_passes_message(operation.node, certain=True) for operation in own):
            for operation in own[:-1]:
                if _passes_message(operation.node, certain=False):
                    self.leaders[operation.pc + 1] = True
                    self.messages.add(operation.pc)
        self.live.add(first, own)

    def target_of(self, procedure: Procedure, name: str) -> int:
        """Return the program counter of a label of a procedure that has been compiled, or is being compiled."""
        return self._entries[procedure.number] + procedure.labels[name]

    def _operation(self, context: Context, place: Place) -> Operation:
        """Return the operation of an instruction: one of its own, or the step that its form has."""
        pc, procedure, node, statement = context.pc, context.procedure, context.node, context.statement
        declared = context.declared()
        results = tuple(name for name in results_of(statement) if declared.symbol(name).kind == "register")
        words, constructors = statement.form.id.split("."), _constructors(node.opcode.mnemonic)
        for count in range(len(words), 0, -1):
            constructor = constructors.get(".".join(words[:count]))
            if constructor is not None:
                try:
                    operation = constructor(context)
                except PtxError as error:
                    return Unmodeled(pc, procedure, node, error.diagnostics[0].message, results)
                if operation is not None:
                    return operation
                break
        try:
            step = step_of(context.binder, self.target, place.version)
        except PtxError as error:
            return Unmodeled(pc, procedure, node, error.diagnostics[0].message, results)
        step = widened(step, declared)
        if isinstance(step, (WarpStep, MatrixStep)):
            return WarpOperation(pc, procedure, node, step)
        if isinstance(step, MemoryStep) and polls(node):
            operation = PollingOperation(pc, procedure, node, step)
            operation.semantics = statement
            return operation
        if ParameterLoad.reads_parameter(step):
            return ParameterLoad(pc, procedure, node, step)
        if isinstance(step, MachineStep):
            return AddressConversion(pc, procedure, node, step)
        if isinstance(step, (ScalarStep, MemoryStep)):
            plain = PlainAccess.applies(step, node)
            operation = (PlainAccess if plain else StepOperation)(pc, procedure, node, step)
            operation.semantics = statement
            return operation
        if node.opcode.mnemonic == "tcgen05":
            from ptxisa.machine.tensor_cores import tensor_operation
            from ptxisa.run.tensor_memory import TensorStep

            if isinstance(step, TensorStep):
                return tensor_operation(context, step)
        reason = f"{node.opcode.text} is not covered yet by whole kernels"
        return Unmodeled(pc, procedure, node, reason, results)


def _passes_message(node: tree.Instruction, *, certain: bool) -> bool:
    """Return True for an access with which a thread informs others.

    Args:
        node: The instruction.
        certain: Exclude atomic operations without an order, which most kernels use to count.
    """
    mnemonic, modifiers = node.opcode.mnemonic, set(node.opcode.text.split("."))
    if mnemonic in ("fence", "membar"):
        return certain
    if mnemonic == "mbarrier":
        return "arrive" in modifiers
    strong = {"release", "acq_rel"} if certain else {"release", "acq_rel", "volatile", "relaxed", "mmio"}
    return mnemonic in ("st", "atom", "red") and (
        not strong.isdisjoint(modifiers) or (not certain and mnemonic in ("atom", "red"))
    )


def polls(node: tree.Instruction) -> bool:
    """Return True for accesses with which threads wait for each other: atomic operations and strong loads."""
    strong = {"volatile", "relaxed", "acquire", "mmio"}
    return node.opcode.mnemonic == "atom" or (
        node.opcode.mnemonic == "ld" and not strong.isdisjoint(node.opcode.modifiers)
    )


def _split_vectors(node: Any, declared: DeclaredRegisters) -> Any:
    """Return an operand whose registers are scalars."""
    if isinstance(node, tree.Select):
        symbol = declared.symbol(node.name.text)
        if symbol.kind == "register" and symbol.vector:
            element = "xyzw"["xyzwrgba".index(node.selector) % 4]
            return tree.Name(f"{node.name.text}:{element}", node.start)
        return node
    if isinstance(node, tree.Name):
        symbol = declared.symbol(node.text)
        if symbol.kind == "register" and symbol.vector:
            elements = tuple(tree.Name(f"{node.text}:{element}", node.start) for element in "xyzw"[: symbol.vector])
            return tree.Vector(elements, node.start, node.end)
        return node
    if isinstance(node, tree.Vector):
        return node._replace(elements=tuple(_split_vectors(element, declared) for element in node.elements))
    return node
