"""Warn of errors of a program that one body shows for certain, as `ptxisa run` finds them in an execution.

    ld.shared of bytes that cp.async has not written yet; wgmma without a fence or a wait; member masks of no lane;
    stores through the address of a constant or parameter; mbarriers without init; barriers for more threads than
    the CTA has

A body is read once more, as text, if it contains an opcode that a warning is about. Facts are followed from statement
to statement and end at labels, so that no other path can make a warning wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ptxisa.check.ordering import Statement, access_size, accessed, statements_of, without_comments, written_registers
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.syntax import tree

_OPCODES = re.compile(
    r"\b(?:cp\.async\.c[ag]|wgmma\.mma_async|cvta\.(?:const|param|local|shared)|mbarrier\.(?:arrive|try_wait|test_wait)"
    r"|(?:shfl|vote|match|redux|elect|bar\.warp)\.sync|bar(?:rier)?\.[\w.:]*(?:sync|red|arrive))\b",
    re.ASCII,
)
_COLLECTIVE = re.compile(r"\b(?:shfl|vote|match|redux|elect|bar\.warp)\.[\w.:]*sync\b", re.ASCII)
_BARRIER = re.compile(r"\bbar(?:rier)?\.[\w.:]*(?:sync|red|arrive)\b", re.ASCII)
_CONVERSION = re.compile(r"\bcvta\.(?:const|param|local|shared)\b", re.ASCII)
_WAITS = re.compile(r"cp\.async\.(?:wait|mbarrier)|mbarrier\.|call", re.ASCII)
_ZERO = re.compile(r"(?:\A|,)\s*(?:0[xX]0+|0)[uU]?\s*\Z", re.ASCII)
_LISTED = re.compile(",")
_NAME = re.compile(r"[%$A-Za-z_][\w$]*", re.ASCII)
_COLLECTIVES = ("shfl", "vote", "match", "redux", "elect")


def check_misuse(text: str, function: tree.Function, module: str) -> Iterator[Diagnostic]:
    """Warn of errors of the program in the body of a function.

    Args:
        text: Text of the body with its braces.
        function: The function.
        module: Text of the whole module.
    """
    assert function.body is not None
    if not _OPCODES.search(text):
        return
    start, plain = function.body.start, without_comments(text)
    # The text of one statement decides: the others are not read.
    yield from _masks(list(_statements_with(_COLLECTIVE, _ZERO, plain, start)))
    most = _threads(function)
    if most:
        yield from _barriers(list(_statements_with(_BARRIER, _LISTED, plain, start)), most)
    copies, products, converted = "cp.async.c" in plain, "wgmma.mma_async" in plain, _CONVERSION.search(plain)
    outside = "mbarrier.init" in module or ".extern .func" in module
    mbarriers = function.kind == "entry" and "mbarrier." in plain and not outside
    if not (copies or products or converted or mbarriers):
        return
    statements = list(statements_of(plain, start))
    if copies:
        yield from _copies(statements)
    if products:
        yield from _products(statements, kernel=function.kind == "entry")
    if converted:
        yield from _converted(statements)
    if mbarriers:
        yield from _mbarriers(statements, module)


def _statements_with(opcode: re.Pattern[str], operands: re.Pattern[str], text: str, start: int) -> Iterator[Statement]:
    """Yield the statements of a text without comments that contain an opcode and such operands, each once."""
    end = 0
    for match in opcode.finditer(text):
        if match.start() < end:
            continue
        before, end = end, text.find(";", match.end()) + 1
        if not end:
            return
        if operands.search(text[match.end() : end - 1]):
            begin = max(before, 1 + max(text.rfind(mark, before, match.start()) for mark in ";{}"))
            yield from statements_of("{" + text[begin:end] + "}", start + begin - 1)


def _copies(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of loads from shared memory that a copy of the same thread has not written yet."""
    pending: list[tuple[str, int, int, Statement]] = []
    for statement in statements:
        if statement.labels or _WAITS.match(statement.opcode):
            pending.clear()
        if statement.opcode.startswith(("cp.async.ca", "cp.async.cg")) and not statement.guard:
            where, size = accessed(statement), statement.operands.rsplit("]", 1)[-1].strip(" ,").partition(",")[0]
            if where and size.strip().isdigit():
                pending.append((*where, int(size), statement))
        elif statement.mnemonic == "ld" and any(word.startswith("shared") for word in statement.words):
            where, width = accessed(statement), access_size(statement)
            for base, offset, size_, copy in pending:
                if where and base == where[0] and offset < where[1] + width and where[1] < offset + size_:
                    message = f"{statement.opcode} reads bytes that {copy.opcode} has not written yet"
                    yield statement.warn("missing-wait", message, "execute cp.async.wait_group or .wait_all before")
                    return
        written = written_registers(statement)
        pending = [copy for copy in pending if copy[0] not in written or copy[3] is statement]


def _products(statements: Sequence[Statement], *, kernel: bool) -> Iterator[Diagnostic]:
    """Warn of accumulators of `wgmma` that are read before a wait, and of kernels without `wgmma.fence`."""
    fenced = any(statement.opcode.startswith("wgmma.fence") for statement in statements)
    called = any(statement.mnemonic == "call" for statement in statements)
    accumulators: set[str] = set()
    for statement in statements:
        if statement.labels or statement.opcode.startswith("wgmma.wait_group") or statement.mnemonic == "call":
            accumulators.clear()
        if statement.opcode.startswith("wgmma.mma_async"):
            registers = statement.operands.partition("}")[0]
            accumulators |= set(_NAME.findall(registers))
            # Operands: accumulators, A, B, scale-d; a product with a scale-d of 0 does not read its accumulators.
            operands = re.sub(r"\{[^}]*\}", "", statement.operands).split(",")
            reads_none = len(operands) > 3 and operands[3].strip() in ("0", "false")
            if kernel and not fenced and not called and not reads_none:
                fenced = True
                hint = "execute wgmma.fence.sync.aligned before the first wgmma, and after writes of its registers"
                yield statement.warn("wgmma-order", f"{statement.opcode} needs a wgmma.fence before it", hint)
        elif statement.mnemonic not in ("wgmma", "mov", "bra", ""):
            used = accumulators.intersection(_NAME.findall(statement.operands))
            if used:
                message = f"{statement.opcode} accesses {min(used)}, which wgmma may not have written yet"
                yield statement.warn("wgmma-order", message, "execute wgmma.wait_group.sync.aligned 0 before")
                return


def _masks(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of member masks of no lane: the executing lane must be in the mask."""
    for statement in statements:
        collective = statement.mnemonic in _COLLECTIVES and "sync" in statement.words
        if (collective or statement.opcode == "bar.warp.sync") and _ZERO.search(statement.operands):
            message = f"the member mask of {statement.opcode} is 0, and omits the lane that executes it"
            yield statement.warn("member-mask", message, "name every lane that executes the instruction")


def _converted(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warn of accesses through generic addresses of other state spaces, and of stores to what is read-only."""
    spaces: dict[str, str] = {}
    for statement in statements:
        if statement.labels or statement.mnemonic == "call":
            spaces.clear()
        words, where = statement.words, accessed(statement)
        space = spaces.get(where[0], "") if where else ""
        if space and statement.mnemonic in ("ld", "st", "atom", "red"):
            stated = {word.partition("::")[0] for word in words}
            generic = stated.isdisjoint(("global", "shared", "local", "const", "param"))
            if statement.mnemonic != "ld" and space in ("const", "param") and generic:
                message = f"{statement.opcode} writes through an address of {space} memory, which is read-only"
                yield statement.warn("read-only-memory", message, "copy the value to other memory first")
            elif "global" in stated and space != "param":
                message = f"{statement.opcode} uses a generic address of {space} memory"
                yield statement.warn("wrong-space", message, "leave .global out, so that the address decides")
        for name in written_registers(statement):
            spaces.pop(name, None)
        if statement.mnemonic == "cvta" and not statement.guard and words[0] in ("const", "param", "local", "shared"):
            result = _NAME.match(statement.operands)
            if result:
                spaces[result[0]] = words[0]


def _threads(function: tree.Function) -> int:
    """Return the largest number of threads of a CTA by the directives of a kernel; 0 if it is open."""
    for directive in function.directives:
        if isinstance(directive, tree.Property) and directive.name in ("reqntid", "maxntid"):
            total = 1
            for argument in directive.arguments:
                total *= int(getattr(argument, "value", 0))
            return total
    return 0


def _barriers(statements: Sequence[Statement], most: int) -> Iterator[Diagnostic]:
    """Warn of barriers that wait for more threads than the CTA has."""
    for statement in statements:
        if statement.mnemonic not in ("bar", "barrier") or not most or "warp" in statement.words:
            continue
        operands = [operand.strip() for operand in statement.operands.split(",")]
        # A reduction has a result before the barrier.
        index = 2 if "red" in statement.words else 1
        if {"sync", "red", "arrive"}.isdisjoint(statement.words) or "cluster" in statement.words:
            continue
        if len(operands) <= index:
            continue
        if operands[index].isdigit() and int(operands[index]) > -(-most // 32) * 32:
            message = f"{statement.opcode} waits for {operands[index]} threads, and a CTA has at most {most}"
            yield statement.warn("barrier-count", message, "give the number of threads that execute the barrier")


def _mbarriers(statements: Sequence[Statement], module: str) -> Iterator[Diagnostic]:
    """Warn of mbarriers in variables of a module that initializes none."""
    for statement in statements:
        where = accessed(statement)
        if statement.mnemonic != "mbarrier" or where is None:
            continue
        variable = re.search(rf"\.shared\s[^;{{}}]*\.\w+\s+{re.escape(where[0])}\b", module) is not None
        if variable and statement.words[0] in ("arrive", "try_wait", "test_wait", "expect_tx"):
            message = f"{statement.opcode} uses an mbarrier, and nothing in the module initializes one"
            yield statement.warn("mbarrier-misuse", message, "execute mbarrier.init before, and a barrier after it")
            return
