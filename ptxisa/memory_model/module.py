r"""Litmus tests as PTX modules, which ptxas assembles and `ptxisa check` accepts.

Each function `P0`, `P1` and so on is a thread. Comments that begin with ``//!`` have what PTX cannot express:

    .version 8.7
    .target sm_90
    .address_size 64
    //! thread P0 gpu=0 cluster=0 cta=0
    //! thread P1 gpu=0 cluster=1 cta=0
    //! init x=0
    //! question exists (P1:%r1=1 /\ P1:%r2=0)
    //! expect forbidden
    .global .u32 x;
    .global .u32 flag;
    .func P0 () { st.weak.global.u32 [x], 1; fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [flag], 1; ret; }
    ...

A variable in shared memory is that of one CTA, which threads of other CTAs of its cluster reach with
``.shared::cluster``. Further comments are ``//! alias y of x proxy generic``, ``//! mbarrier b 2`` (two arrivals
complete a phase of b), ``//! name MP`` and ``//! filter (...)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ptxisa.check.instruction import resolve
from ptxisa.check.module import check_module
from ptxisa.check.place import Place as CheckPlace
from ptxisa.check.scope import anything
from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.isa.types import known
from ptxisa.memory_model.conditions import Condition, ConditionError, parse_condition, parse_formula
from ptxisa.memory_model.herd import ATOMICS
from ptxisa.memory_model.program import (
    Access,
    Address,
    Arrive,
    Atomic,
    Barrier,
    Branch,
    CommitGroup,
    Compute,
    Copy,
    Exit,
    Fence,
    LitmusError,
    LitmusTest,
    Load,
    Number,
    Operation,
    Place,
    ProxyFence,
    Store,
    TestWait,
    Thread,
    Variable,
    WaitGroup,
)
from ptxisa.run.execute import execute
from ptxisa.syntax import tree
from ptxisa.syntax.expressions import evaluate
from ptxisa.syntax.parser import parse_module

COMMENT = re.compile(r"^[ \t]*//!\s*(\w+)\s*(.*?)\s*$", re.MULTILINE)
KEYS = ("thread", "init", "alias", "mbarrier", "question", "filter", "expect", "name", "model")
BASE, STRIDE = 0x10000, 0x1000
COPIES = ("mov", "cvta", "mapa")
"""Instructions whose result is the address of a variable when the operand is one."""


def parse_litmus_module(text: str, name: str = "", *, checked: bool = True) -> LitmusTest:
    """Read a litmus test that is a PTX module.

    Args:
        text: Text of the module.
        name: Name of the test, unless a comment has one.
        checked: Require that the module is valid; otherwise registers need no declaration.

    Raises:
        LitmusError: The module is invalid, or something in a thread is not modeled; the error has the line.
    """
    return _Reader(text, name, checked).read()


class _Reader:
    """Reader of one module."""

    def __init__(self, text: str, name: str, checked: bool) -> None:
        self.text, self.name, self.checked = text, name, checked
        self.comments = [
            (match[1], match[2], text.count("\n", 0, match.start()) + 1) for match in COMMENT.finditer(text)
        ]
        self.variables: dict[str, Variable] = {}
        self.values: dict[str, int] = {}
        self.mbarriers: dict[str, int] = {}

    def line(self, start: int) -> int:
        return self.text.count("\n", 0, start) + 1

    def read(self) -> LitmusTest:
        for diagnostic in check_module(self.text) if self.checked else ():
            if diagnostic.severity == "error":
                raise LitmusError(diagnostic.message, diagnostic.line)
        for key, _, line in self.comments:
            if key not in KEYS:
                raise LitmusError(f"'//! {key}' is unknown; write one of {', '.join(KEYS)}", line)
        try:
            module = parse_module(self.text)
        except PtxError as error:
            first = error.diagnostics[0]
            raise LitmusError(first.message, first.line) from error
        self.declare(module)
        places = self.places()
        functions = [item for item in module.items if isinstance(item, tree.Function) and item.body]
        threads = tuple(
            Thread(item.name.text, places.get(item.name.text, Place()), self.code(item.name.text, item.body))
            for item in functions
            if re.fullmatch(r"P\d+", item.name.text) and item.body
        )
        if not threads:
            raise LitmusError("the module has no thread; name the functions P0, P1 and so on")
        unknown = sorted(places.keys() - {thread.name for thread in threads})
        if unknown:
            raise LitmusError(f"there is no function {unknown[0]}")
        return LitmusTest(
            self.one("name") or self.name,
            threads,
            self.variables,
            self.values,
            self.question(),
            self.filter(),
            self.one("expect"),
            mbarriers=self.mbarriers,
        )

    def one(self, key: str) -> str | None:
        return next((value for other, value, _ in self.comments if other == key), None)

    def declare(self, module: tree.Module) -> None:
        """Read the variables, their initial values, and aliases."""
        for item in module.items:
            if isinstance(item, tree.Declaration) and item.space != "reg":
                self.variables.update(self.declared(item))
        for key, value, line in self.comments:
            if key == "init":
                for part in re.split(r"[;,]", value):
                    match = re.fullmatch(r"\s*([\w$%]+)\s*=\s*(-?\w+)\s*", part)
                    if not match or match[1] not in self.variables:
                        raise LitmusError(f"'{part.strip()}' does not initialize a variable of the module", line)
                    size = self.variables[match[1]].size
                    self.values[self.variables[match[1]].location] = int(match[2], 0) & (1 << 8 * size) - 1
            elif key == "mbarrier":
                match = re.fullmatch(r"([\w$%]+)\s+(\d+)", value)
                if not match or match[1] not in self.variables or not int(match[2]):
                    raise LitmusError(f"'{value}' is not a mbarrier; write a variable and a number of arrivals", line)
                self.mbarriers[match[1]] = int(match[2])
            elif key == "alias":
                match = re.fullmatch(r"([\w$%]+)\s+of\s+([\w$%]+)(?:\s+proxy\s+(\w+))?", value)
                if not match or match[2] not in self.variables:
                    raise LitmusError(f"'{value}' is not an alias; write 'y of x proxy generic'", line)
                proxy, target = match[3] or "generic", self.variables[match[2]]
                address = BASE + STRIDE * len(self.variables)
                self.variables[match[1]] = target._replace(
                    name=match[1], address=address, proxy=proxy, alias_of="" if proxy == "generic" else match[2]
                )

    def declared(self, declaration: tree.Declaration) -> Iterator[tuple[str, Variable]]:
        """Yield the variables of a declaration, and store the values of integer initializers."""
        width = known()[declaration.type].bits // 8 * (declaration.vector or 1)
        for declarator in declaration.declarators:
            name, count = declarator.name.text, 1
            for dimension in declarator.dimensions:
                count *= dimension.value if dimension else 1
            address = BASE + STRIDE * (len(self.variables) + 1)
            if isinstance(declarator.initializer, tree.Integer):
                self.values[name] = declarator.initializer.value & (1 << 8 * width) - 1
            yield name, Variable(name, address, max(width * count, 1), name, space=declaration.space)

    def places(self) -> dict[str, Place]:
        places: dict[str, Place] = {}
        for key, value, line in self.comments:
            if key != "thread":
                continue
            name, *words = value.split()
            fields = {}
            for word in words:
                match = re.fullmatch(r"(gpu|cluster|cta|warp)=(\d+)", word)
                if not match:
                    raise LitmusError(f"'{word}' is not a place; write gpu=0 cluster=0 cta=0", line)
                fields[match[1]] = int(match[2])
            if name in places:
                raise LitmusError(f"{name} has two places", line)
            places[name] = Place(**fields)
        return places

    def question(self) -> Condition:
        for key, value, line in self.comments:
            if key == "question":
                try:
                    return parse_condition(value)
                except ConditionError as error:
                    raise LitmusError(str(error), line) from error
        raise LitmusError("the test asks nothing; write '//! question exists (...)'")

    def filter(self) -> Condition | None:
        for key, value, line in self.comments:
            if key == "filter":
                try:
                    return Condition("exists", parse_formula(value))
                except ConditionError as error:
                    raise LitmusError(str(error), line) from error
        return None

    def code(self, thread: str, body: tree.Block) -> tuple[Operation, ...]:
        """Read the body of a thread."""
        operations: list[Operation] = []
        labels: dict[str, int] = {}
        branches: list[tuple[Branch, str]] = []
        for node in _flat(body):
            if isinstance(node, tree.Label):
                labels[node.name.text] = len(operations)
            elif isinstance(node, tree.Declaration):
                if node.space != "reg":
                    raise LitmusError(f"{thread}: declare variables in the module", self.line(node.start))
            elif isinstance(node, tree.Instruction):
                operation = self.operation(thread, node)
                if node.guard:
                    operation.guard, operation.negated = node.guard.predicate.text, node.guard.negated
                if isinstance(operation, Branch):
                    branches.append((operation, _text(node.operands[0])))
                operations.append(operation)
        for branch, label in branches:
            if label not in labels:
                raise LitmusError(f"{thread}: there is no label {label}", branch.line)
            branch.target = labels[label]
        return tuple(operations)

    def operation(self, thread: str, node: tree.Instruction) -> Operation:
        """Read one statement."""
        statement = resolve(node, CheckPlace(None, None), anything)[0]
        line, text = self.line(node.opcode_start), " ".join(self.text[node.opcode_start : node.end].split()).rstrip(";")
        mnemonic, modifiers = node.opcode.mnemonic, statement.modifiers
        words = set(node.opcode.modifiers)
        if mnemonic == "bra":
            return Branch(line, text)
        if mnemonic in ("ret", "exit"):
            return Exit(line, text)
        if mnemonic in ("ld", "st", "atom", "red") and not words & {"async", "bulk", "param"}:
            return self.access(mnemonic, statement, line, text)
        if mnemonic in ("fence", "membar"):
            return self.fence(mnemonic, node, line, text)
        if mnemonic in ("bar", "barrier"):
            return self.barrier(node, line, text)
        if mnemonic == "mbarrier":
            return self.mbarrier(node, line, text)
        if mnemonic == "cp" and "async" in words:
            return self.copy(statement, node, line, text)
        addressed = any(bound.operand.kind == "address" and bound.node is not None for bound in statement.operands)
        if statement.form.operation or (addressed and mnemonic not in COPIES):
            raise LitmusError(f"{thread}: {text} is not modeled", line)
        return self.compute(thread, mnemonic, statement, modifiers, line, text)

    def access(self, mnemonic: str, statement: ResolvedInstruction, line: int, text: str) -> Operation:
        """Read a load, a store or an atomic operation."""
        modifiers = statement.modifiers
        words = {word for word in modifiers.values() if word}
        order = modifiers.get("sem") or ("weak" if mnemonic in ("ld", "st") else "relaxed")
        scope = modifiers.get("scope") or "gpu"
        if "volatile" in words:
            order, scope = "relaxed", "sys"
        elif "mmio" in words:
            order = "relaxed"
        operands = {bound.operand.name: bound.node for bound in statement.operands if bound.node is not None}
        # Some forms have the type as part of their opcode.
        type_name = next(word for word in reversed(statement.node.opcode.modifiers) if word in known())
        size = known()[type_name].bits // 8
        address = next(node for node in operands.values() if isinstance(node, tree.Address))
        where = Address(_text(address.base), int(evaluate(address.offset).number) if address.offset else 0)
        access = Access(where, size, order, scope, "texture" if "nc" in words else "generic")
        if mnemonic == "ld":
            destination = next(bound.node for bound in statement.operands if bound.operand.access == "write")
            return Load(line, text, destinations=tuple(_elements(destination)), access=access)
        if mnemonic == "st":
            source = next(node for node in operands.values() if node is not address)
            return Store(line, text, values=tuple(_number(node) for node in _parts(source)), access=access)
        operation = Atomic(line, text, reduction=mnemonic == "red", access=access)
        values = [
            _number(bound.node)
            for bound in statement.operands
            if bound.node not in (None, address)
            and bound.operand.access == "read"
            and bound.operand.name != "cache_policy"
        ]
        if mnemonic == "atom":
            destination = next(bound.node for bound in statement.operands if bound.operand.access != "read")
            operation.destination = next(iter(_elements(destination)))
        kind = next((word for word in statement.node.opcode.modifiers if word in ATOMICS or word == "cas"), "")
        if kind == "cas":
            operation.compare, operation.operands = values[0], (values[1],)
        elif kind in ATOMICS:
            signed = type_name.startswith("s") and kind in ("min", "max")
            operation.update = _signed(ATOMICS[kind], size) if signed else ATOMICS[kind]
            operation.operands = tuple(values[:1])
        else:
            raise LitmusError(f"{text}: the operation is not modeled", line)
        return operation

    def fence(self, mnemonic: str, node: tree.Instruction, line: int, text: str) -> Operation:
        """Read a fence."""
        words = node.opcode.modifiers
        if "proxy" in words:
            kind = next((word for word in words if word in ("alias", "async", "tensormap::generic")), "")
            order = next((word for word in words if word in ("acquire", "release")), "")
            spaces = tuple(word for word in words if word.startswith(("global", "shared")))
            return ProxyFence(line, text, proxy=kind.split("::")[0], spaces=spaces, order=order)
        order = "sc" if mnemonic == "membar" else "acq_rel"
        order = next((word for word in words if word in ("sc", "acq_rel", "acquire", "release")), order)
        scope = next((word for word in words if word in ("cta", "cluster", "gpu", "gl", "sys")), "gpu")
        return Fence(line, text, order=order, scope="gpu" if scope == "gl" else scope)

    def barrier(self, node: tree.Instruction, line: int, text: str) -> Operation:
        """Read a barrier."""
        words = node.opcode.modifiers
        if "cluster" in words:
            role = "arrive" if "arrive" in words else "wait"
            return Barrier(line, text, level="cluster", role=role, relaxed="relaxed" in words)
        if "warp" in words:
            return Barrier(line, text, level="warp", key=(0,))
        if "red" in words:
            raise LitmusError(f"{text} is not modeled", line)
        role = "arrive" if "arrive" in words else "sync"
        count = None
        if len(node.operands) > 1:
            threads = _number(node.operands[1])
            if not isinstance(threads, int):
                raise LitmusError(f"{text}: the number of threads must be a constant", line)
            # Each thread of a test is in a warp of its own, and a barrier counts all threads of a warp.
            count = threads // 32
        return Barrier(line, text, role=role, key=(_number(node.operands[0]),) if node.operands else (0,), count=count)

    def mbarrier(self, node: tree.Instruction, line: int, text: str) -> Operation:
        """Read an operation on an mbarrier."""
        words = node.opcode.modifiers
        where = next(operand for operand in node.operands if isinstance(operand, tree.Address))
        others = [operand for operand in node.operands if operand is not where]
        address = Address(_text(where.base), int(evaluate(where.offset).number) if where.offset else 0)
        role = words[0]
        if role == "init":
            count = _number(node.operands[1])
            if not isinstance(count, int) or not isinstance(where.base, tree.Name):
                raise LitmusError(f"{text}: the number of arrivals must be a constant", line)
            self.mbarriers[where.base.text] = count
            # Initialization takes place before the threads use the mbarrier.
            return Compute(line, text)
        order = "release" if role == "arrive" else "acquire"
        order = next((word for word in words if word in ("relaxed", "acquire", "release")), order)
        scope = next((word for word in words if word in ("cta", "cluster")), "cta")
        access = Access(address, 8, order, scope)
        if role == "arrive" and "noComplete" not in words:
            destination = others[0].text if others and isinstance(others[0], tree.Name) else None
            extra = _number(others[1]) if len(others) > 1 else 1
            if not isinstance(extra, int):
                raise LitmusError(f"{text}: the count must be a constant", line)
            tx = extra if "expect_tx" in words else 0
            return Arrive(line, text, destination=destination, count=1 if tx else extra, tx=tx, access=access)
        if role in ("test_wait", "try_wait"):
            destination = others[0].text if isinstance(others[0], tree.Name) else None
            phase = _number(others[1])
            return TestWait(line, text, destination=destination, phase=phase, parity="parity" in words, access=access)
        raise LitmusError(f"{text} is not modeled", line)

    def copy(self, statement: ResolvedInstruction, node: tree.Instruction, line: int, text: str) -> Operation:
        """Read an asynchronous copy, or an operation on its groups."""
        words = node.opcode.modifiers
        group = "bulk" if "bulk" in words else "async"
        if "commit_group" in words:
            return CommitGroup(line, text, group=group)
        if "wait_all" in words:
            return WaitGroup(line, text, group=group, pending=None)
        if "wait_group" in words:
            pending = _number(node.operands[0])
            return WaitGroup(line, text, group=group, pending=int(pending), reads="read" in words)
        if set(words) & {"tensor", "reduce", "prefetch", "multicast::cluster", "mbarrier", "ignore_oob"}:
            raise LitmusError(f"{text} is not modeled", line)
        operands = {bound.operand.name: bound.node for bound in statement.operands if bound.node is not None}
        size = _number(operands["size" if group == "bulk" else "cp_size"])
        if not isinstance(size, int):
            raise LitmusError(f"{text}: the size must be a constant", line)
        target, source = (_address(operands[name]) for name in ("dst", "src"))
        mbarrier = _address(operands["mbar"]) if "mbar" in operands else None
        return Copy(
            line,
            text,
            target=target,
            source=source,
            size=size,
            proxy="async" if group == "bulk" else "generic",
            mbarrier=mbarrier,
            group="" if mbarrier else group,
        )

    def compute(
        self,
        thread: str,
        mnemonic: str,
        statement: ResolvedInstruction,
        modifiers: Mapping[str, str | None],
        line: int,
        text: str,
    ) -> Operation:
        """Read an instruction that computes on registers."""
        outputs: list[str] = []
        inputs: list[str] = []
        for bound in statement.operands:
            if bound.node is None:
                continue
            names = [name for name in _names(bound.node) if name]
            (inputs if bound.operand.access == "read" else outputs).extend(names)
        inputs = list(dict.fromkeys(inputs))
        if mnemonic in COPIES and inputs and inputs[0] in self.variables:
            return Compute(
                line, text, destinations=tuple(outputs), function=lambda address: (address,), sources=(inputs[0],)
            )
        if not outputs:
            raise LitmusError(f"{thread}: {text} is not modeled", line)
        function = _executed(text + ";", tuple(outputs), tuple(inputs))
        return Compute(line, text, destinations=tuple(outputs), function=function, sources=tuple(inputs))


def _executed(text: str, outputs: tuple[str, ...], inputs: tuple[str, ...]) -> Callable[..., tuple[int, ...]]:
    """Return the function that executes a statement on integers."""

    @lru_cache(maxsize=4096)
    def function(*values: int) -> tuple[int, ...]:
        registers: dict[str, Any] = {}
        for name, value in zip(inputs, values, strict=True):
            registers[name] = [int(value)]
        try:
            results = execute(text, registers, threads=1)
        except PtxError as error:
            raise LitmusError(f"{text} is not modeled: {error}") from error
        return tuple(int(np.asarray(results[name]).reshape(-1)[0]) for name in outputs)

    return function


def _signed(function: Callable[..., int], size: int) -> Callable[..., int]:
    """Return a function of two's complement numbers."""
    sign, modulus = 1 << 8 * size - 1, 1 << 8 * size
    return lambda *values: function(*[(value ^ sign) - sign for value in values]) % modulus


def _address(node: Any) -> Address:
    return Address(_text(node.base), int(evaluate(node.offset).number) if node.offset else 0)


def _flat(body: tree.Block) -> Iterator[Any]:
    for node in body.statements:
        if isinstance(node, tree.Block):
            yield from _flat(node)
        else:
            yield node


def _text(node: Any) -> str:
    return node.text if isinstance(node, tree.Name) else str(node)


def _number(node: Any) -> Number:
    """Return the value of an operand: an integer or the name of a register."""
    if isinstance(node, tree.Name):
        return node.text
    if isinstance(node, tree.Vector):
        return _number(node.elements[0])
    return int(evaluate(node).number)


def _parts(node: Any) -> tuple[Any, ...]:
    return tuple(node.elements) if isinstance(node, tree.Vector) else (node,)


def _elements(node: Any) -> Iterator[str | None]:
    for part in _parts(node):
        yield part.text if isinstance(part, tree.Name) else None


def _names(node: Any) -> Iterator[str | None]:
    """Yield the registers in an operand."""
    if isinstance(node, tree.Pair):
        yield from _names(node.first)
        yield from _names(node.second)
    elif isinstance(node, tree.Vector):
        yield from _elements(node)
    elif isinstance(node, tree.Name):
        yield node.text
    elif isinstance(node, tree.Select):
        yield node.name.text
