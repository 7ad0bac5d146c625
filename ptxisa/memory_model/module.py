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
complete a phase of b), ``//! tensor m of x`` (the tensor map m describes x), ``//! multimem x``,
``//! name MP`` and ``//! filter (...)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ptxisa.check.instruction import resolve
from ptxisa.check.module import check_module
from ptxisa.check.place import Place
from ptxisa.check.scope import anything
from ptxisa.isa.diagnostics import PtxError
from ptxisa.isa.types import known
from ptxisa.memory_model.conditions import Condition, FormulaError, parse_condition, parse_formula
from ptxisa.memory_model.instructions import StatementNames, operations
from ptxisa.memory_model.program import (
    Branch,
    LitmusError,
    LitmusTest,
    LitmusVariable,
    Thread,
    ThreadOperation,
    ThreadPlace,
)
from ptxisa.syntax import tree
from ptxisa.syntax.parser import parse_module

COMMENT = re.compile(r"^[ \t]*//!\s*(\w+)\s*(.*?)\s*$", re.MULTILINE)
KEYS = ("thread", "init", "alias", "mbarrier", "tensor", "multimem", "question", "filter", "expect", "name", "model")
BASE, STRIDE = 0x10000, 0x1000


def parse_litmus_module(text: str, name: str = "", *, checked: bool = True) -> LitmusTest:
    """Read a litmus test that is a PTX module.

    Args:
        text: Text of the module.
        name: Name of the test, unless a comment has one.
        checked: Require that the module is valid; otherwise registers need no declaration.

    Raises:
        LitmusError: The module is invalid, or something in a thread is not modeled; the error has the line.
    """
    return _ModuleReader(text, name, checked).read()


class _ModuleReader:
    """Reader of one module."""

    def __init__(self, text: str, name: str, checked: bool) -> None:
        self.text, self.name, self.checked = text, name, checked
        self.comments = [
            (match[1], match[2], text.count("\n", 0, match.start()) + 1) for match in COMMENT.finditer(text)
        ]
        self.variables: dict[str, LitmusVariable] = {}
        self.values: dict[str, int] = {}
        self.mbarriers: dict[str, int] = {}
        self.tensors: dict[str, str] = {}
        self.end = BASE

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
            Thread(item.name.text, places.get(item.name.text, ThreadPlace()), self.code(item.name.text, item.body))
            for item in functions
            if re.fullmatch(r"P\d+", item.name.text) and item.body
        )
        if not threads:
            raise LitmusError("the module has no thread; name the functions P0, P1 and so on")
        unknown = sorted(places.keys() - {thread.name for thread in threads})
        if unknown:
            raise LitmusError(f"there is no function {unknown[0]}")
        return LitmusTest(
            self.comment("name") or self.name,
            threads,
            self.variables,
            self.values,
            self.question(),
            self.filter(),
            self.comment("expect"),
            mbarriers=self.mbarriers,
            tensors=self.tensors,
        )

    def comment(self, key: str) -> str | None:
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
            elif key == "multimem":
                if value not in self.variables:
                    raise LitmusError(f"'{value}' is not a variable of the module", line)
                self.variables[value] = self.variables[value]._replace(multimem=True)
            elif key == "tensor":
                match = re.fullmatch(r"([\w$%]+)\s+of\s+([\w$%]+)", value)
                if not match or match[2] not in self.variables:
                    raise LitmusError(f"'{value}' is not a tensor map; write 'tm of x'", line)
                self.tensors[match[1]] = match[2]
            elif key == "alias":
                match = re.fullmatch(r"([\w$%]+)\s+of\s+([\w$%]+)(?:\s+proxy\s+(\w+))?", value)
                if not match or match[2] not in self.variables:
                    raise LitmusError(f"'{value}' is not an alias; write 'y of x proxy generic'", line)
                proxy, target = match[3] or "generic", self.variables[match[2]]
                if match[1] in self.variables:
                    raise LitmusError(f"{match[1]} is declared twice", line)
                self.variables[match[1]] = target._replace(
                    name=match[1],
                    address=self.allocate(target.size),
                    proxy=proxy,
                    alias_of="" if proxy == "generic" else match[2],
                )

    def declared(self, declaration: tree.Declaration) -> Iterator[tuple[str, LitmusVariable]]:
        """Yield the variables of a declaration, and store the values of integer initializers."""
        width = known()[declaration.type].bits // 8 * (declaration.vector or 1)
        for declarator in declaration.declarators:
            name, count = declarator.name.text, 1
            for dimension in declarator.dimensions:
                count *= dimension.value if dimension else 1
            if isinstance(declarator.initializer, tree.Integer):
                self.values[name] = declarator.initializer.value & (1 << 8 * width) - 1
            size = max(width * count, 1)
            yield name, LitmusVariable(name, self.allocate(size), size, name, space=declaration.space)

    def allocate(self, size: int) -> int:
        """Return the address of a new variable."""
        address = self.end
        self.end += -(-size // STRIDE) * STRIDE
        return address

    def places(self) -> dict[str, ThreadPlace]:
        places: dict[str, ThreadPlace] = {}
        for key, value, line in self.comments:
            if key != "thread":
                continue
            name, *words = value.split()
            fields = {}
            for word in words:
                match = re.fullmatch(r"(gpu|cluster|cta|warp|grid)=(\d+)", word)
                if not match:
                    raise LitmusError(f"'{word}' is not a place; write gpu=0 cluster=0 cta=0", line)
                fields[match[1]] = int(match[2])
            if name in places:
                raise LitmusError(f"{name} has two places", line)
            places[name] = ThreadPlace(**fields)
        return places

    def question(self) -> Condition:
        for key, value, line in self.comments:
            if key == "question":
                try:
                    return parse_condition(value)
                except FormulaError as error:
                    raise LitmusError(str(error), line) from error
        raise LitmusError("the test asks nothing; write '//! question exists (...)'")

    def filter(self) -> Condition | None:
        for key, value, line in self.comments:
            if key == "filter":
                try:
                    return Condition("exists", parse_formula(value))
                except FormulaError as error:
                    raise LitmusError(str(error), line) from error
        return None

    def code(self, thread: str, body: tree.Block) -> tuple[ThreadOperation, ...]:
        """Read the body of a thread."""
        code: list[ThreadOperation] = []
        labels: dict[str, int] = {}
        branches: list[tuple[Branch, str]] = []
        for node in _flat(body):
            if isinstance(node, tree.Label):
                labels[node.name.text] = len(code)
            elif isinstance(node, tree.Declaration):
                if node.space != "reg":
                    raise LitmusError(f"{thread}: declare variables in the module", self.line(node.start))
            elif isinstance(node, tree.Instruction):
                for operation in self.operations(node):
                    if node.guard:
                        operation.guard, operation.negated = node.guard.predicate.text, node.guard.negated
                    if isinstance(operation, Branch):
                        branches.append((operation, getattr(node.operands[0], "text", "")))
                    code.append(operation)
        for branch, label in branches:
            if label not in labels:
                raise LitmusError(f"{thread}: there is no label {label}", branch.line)
            branch.target = labels[label]
        return tuple(code)

    def operations(self, node: tree.Instruction) -> list[ThreadOperation]:
        """Read one statement."""
        candidates = resolve(node, Place(None, None), anything)
        text = " ".join(self.text[node.opcode_start : node.end].split()).rstrip(";")
        names = StatementNames(self.variables, self.tensors, self.mbarriers)
        if not candidates:
            raise LitmusError(f"no form of {node.opcode.mnemonic} accepts {text}", self.line(node.opcode_start))
        return operations(candidates[0], self.line(node.opcode_start), text, names)


def _flat(body: tree.Block) -> Iterator[Any]:
    for node in body.statements:
        if isinstance(node, tree.Block):
            yield from _flat(node)
        else:
            yield node


def _text(node: Any) -> str:
    return node.text if isinstance(node, tree.Name) else str(node)
