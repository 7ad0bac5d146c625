"""Warn of errors of a program that one body shows for certain, as `ptxisa run` finds them in an execution.

    ld.shared of bytes that cp.async has not written yet; wgmma without a fence or a wait; member masks of no lane;
    stores through the address of a constant or parameter; mbarriers without init; barriers for more threads than
    the CTA has

Facts are followed from statement to statement and end at labels, so that no other path can make a warning wrong.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized

from ptxisa.check.flow import AccessedBytes, BodyText, Statement, names_in
from ptxisa.check.operands import integer_of
from ptxisa.isa.diagnostics import Diagnostic, warning
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.syntax import tree


def check_misuse(
    body: BodyText, concerns: Collection[str], causes: Mapping[str, Sequence[int]], kernel: bool
) -> Iterator[Diagnostic]:
    """Warn of errors of the program in the body of a function.

    Args:
        body: The body.
        concerns: Roles of its instructions in these warnings; see `ptxisa.check.flow.concerns_of`.
        causes: Places of its instructions with the roles "copy" and "conversion", in order.
        kernel: True for the body of a kernel.
    """
    if "copy" in concerns:
        yield from _check_copies(body, causes["copy"])
    if "product" in concerns:
        yield from _check_products(body.statements(), kernel)
    if "conversion" in concerns:
        yield from _check_converted_addresses(body, causes["conversion"])


def check_member_mask(instruction: ResolvedInstruction) -> Iterator[Diagnostic]:
    """Warn of a member mask of no lane or of more than 32 lanes.

    The executing lane must be in the mask, which has a bit for each lane (sections 9.7.9.4 and 9.7.13.6).
    """
    for bound in instruction.operands:
        mask = integer_of(bound.node) if bound.operand.member_mask else None
        if mask is None:
            continue
        opcode, hint = instruction.node.opcode.text, "name every lane that executes the instruction"
        if mask == 0:
            message = f"the member mask of {opcode} is 0, and omits the lane that executes it"
            yield warning("member-mask", message, instruction.opcode_span, hint)
        # ptxas accepts wider masks. The sign of a negative number, or of 64 ones, adds no lane.
        elif mask % (1 << 64) >> 31 not in (0, 1, (1 << 33) - 1):
            message = f"the member mask of {opcode} has more than 32 bits; a warp has 32 lanes"
            yield warning("member-mask", message, instruction.opcode_span, hint)


def check_instruction_descriptor(instruction: ResolvedInstruction) -> Iterator[Diagnostic]:
    """Warn of `.ashift` with a constant instruction descriptor whose M is neither 128 nor 256 (section 9.7.16.10.9)."""
    if not instruction.modifiers.get("ashift"):
        return
    node = next((bound.node for bound in instruction.operands if bound.operand.name == "idesc"), None)
    value = integer_of(node)
    if value is None:
        return
    from ptxisa.objects.descriptors import UnknownDescriptor, descriptor  # Few kernels have descriptors.

    kind = str(instruction.modifiers.get("kind", "")).removeprefix("kind::")
    try:
        fields = descriptor(f"tcgen05.instruction.{kind}").decode(value)
    except UnknownDescriptor:  # No document describes the descriptor of the kind.
        return
    m = int(str(fields["m"]))
    if m < 128:
        opcode = instruction.node.opcode.text
        message = f"M of the instruction descriptor is {m}; {opcode} needs M = 128 or 256"
        yield warning("instruction-descriptor", message, node, "shift rows of A with M = 128 or 256 only")


def check_barriers(statements: Iterable[Statement], function: tree.Function) -> Iterator[Diagnostic]:
    """Warn of barriers that wait for more threads than a CTA of the kernel has.

    Args:
        statements: Barriers that may have a number of threads.
        function: The kernel, whose directives limit the threads of a CTA.
    """
    sizes = [
        [getattr(argument, "value", 0) for argument in directive.arguments]
        for directive in function.directives
        if isinstance(directive, tree.Property) and directive.name in ("reqntid", "maxntid")
    ]
    most = math.prod(sizes[0]) if sizes else 0
    for statement in statements if most else ():
        threads = integer_of(statement.operand(statement.event.threads))
        # A barrier counts whole warps (section 9.7.13.1).
        if threads is not None and threads > -(-most // 32) * 32:
            message = f"{statement.opcode} waits for {threads} threads, and a CTA has at most {most}"
            yield statement.warn("barrier-count", message, "give the number of threads that execute the barrier")


def uninitialized_mbarrier(statement: Statement) -> Diagnostic:
    """Return the warning for a use of an mbarrier in a module that initializes none."""
    message = f"{statement.opcode} uses an mbarrier, and nothing in the module initializes one"
    return statement.warn("mbarrier-misuse", message, "execute mbarrier.init before, and a barrier after it")


def _followed(body: BodyText, causes: Sequence[int], facts: Sized) -> Iterator[Statement]:
    """Yield the statements from each cause of a fact on, as long as the caller has facts."""
    place = 0
    for cause in causes:
        for statement in body.after(cause) if cause >= place else ():
            yield statement
            place = statement.end
            if not facts:
                break


def _check_copies(body: BodyText, causes: Sequence[int]) -> Iterator[Diagnostic]:
    """Warn of loads from shared memory that a copy of the same thread has not written yet."""
    pending: list[tuple[AccessedBytes, Statement]] = []
    for statement in _followed(body, causes, pending):
        event = statement.event
        waits = event.kind in ("wait-group", "arrive") and event.completion == "async_group"
        if statement.labels or waits or statement.mnemonic in ("mbarrier", "call"):
            pending.clear()
        if event.kind == "read" and event.completion == "async_group":
            assert statement.form is not None
            written = statement.access(statement.form.events[1])
            if not statement.guard and written is not None and written.size:
                pending.append((written, statement))
        elif pending and event.kind == "read" and not event.completion and statement.space.startswith("shared"):
            read = statement.access()
            for written, copy in pending if read is not None else ():
                assert read is not None
                end = read.offset + max(read.size, 1)
                if written.base == read.base and written.offset < end and read.offset < written.offset + written.size:
                    message = f"{statement.opcode} reads bytes that {copy.opcode} has not written yet"
                    yield statement.warn("missing-wait", message, "execute cp.async.wait_group or .wait_all before")
                    return
        if pending:
            changed = statement.writes_any({written.base for written, _ in pending})
            pending[:] = [copy for copy in pending if copy[0].base not in changed]


def _check_products(statements: Sequence[Statement], kernel: bool) -> Iterator[Diagnostic]:
    """Warn of accumulators of `wgmma` that are read before a wait, and of kernels without `wgmma.fence`."""
    fenced = any(statement.form is not None and statement.form.id == "wgmma.fence" for statement in statements)
    called = any(statement.mnemonic == "call" for statement in statements)
    accumulators: set[str] = set()
    for statement in statements:
        event = statement.event
        waits = event.kind == "wait-group" and event.completion == "wgmma_group"
        if statement.labels or waits or statement.mnemonic == "call":
            accumulators.clear()
        if event.kind == "read" and event.completion == "wgmma_group":
            accumulators.update(name.text for name in names_in(statement.operand("d")))
            # A product with a scale-d of 0 does not read its accumulators.
            reads = integer_of(statement.operand("scale_d")) != 0
            if kernel and not fenced and not called and reads:
                fenced = True
                hint = "execute wgmma.fence.sync.aligned before the first wgmma, and after writes of its registers"
                yield statement.warn("wgmma-order", f"{statement.opcode} needs a wgmma.fence before it", hint)
        elif accumulators and statement.mnemonic not in ("wgmma", "mov", "bra", ""):
            used = accumulators.intersection(statement.names())
            if used:
                message = f"{statement.opcode} accesses {min(used)}, which wgmma may not have written yet"
                yield statement.warn("wgmma-order", message, "execute wgmma.wait_group.sync.aligned 0 before")
                return


def _check_converted_addresses(body: BodyText, causes: Sequence[int]) -> Iterator[Diagnostic]:
    """Warn of accesses through generic addresses of other state spaces, and of stores to what is read-only."""
    # Registers by the state space of the generic address that `cvta` put into them; another write ends the fact.
    spaces: dict[str, str] = {}
    for statement in _followed(body, causes, spaces):
        if statement.labels or statement.mnemonic == "call":
            spaces.clear()
        kind = statement.event.kind
        if spaces and kind in ("read", "write", "update", "reduction") and not statement.event.completion:
            access = statement.access()
            space, stated = spaces.get(access.base, "") if access is not None else "", statement.space
            if space in ("const", "param") and kind != "read" and stated == "generic":
                message = f"{statement.opcode} writes through an address of {space} memory, which is read-only"
                yield statement.warn("read-only-memory", message, "copy the value to other memory first")
            elif space and space != "param" and stated == "global":
                message = f"{statement.opcode} uses a generic address of {space} memory"
                yield statement.warn("wrong-space", message, "leave .global out, so that the address decides")
        for name in statement.writes_any(spaces) if spaces else ():
            del spaces[name]
        if statement.is_conversion and not statement.guard:
            space = statement.modifiers[0]
            spaces.update(dict.fromkeys(statement.written(), space.partition("::")[0]))
