r"""Litmus tests in the notation of herd.

    PTX MP
    { x=0; flag=0; P1:r0=0; }
     P0@cta 0,gpu 0         | P1@cta 1,gpu 0         ;
     st.weak x, 1           | ld.acquire.gpu r0, flag ;
     st.release.gpu flag, 1 | ld.weak r1, x          ;
    exists (P1:r0=1 /\ P1:r1=0)

A place is ``gpu``, ``cluster`` and ``cta``; without a cluster each CTA is a cluster of its own.
``y @ texture aliases x`` declares another address of `x`, accessed through a proxy. Accesses have no types;
they are 32 bits wide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ptxisa.memory_model.conditions import Condition, FormulaError, parse_condition, parse_formula
from ptxisa.memory_model.program import (
    Access,
    AddressOperand,
    Atomic,
    Barrier,
    Branch,
    Compute,
    Exit,
    Fence,
    LitmusError,
    LitmusTest,
    LitmusVariable,
    Load,
    Number,
    ProxyFence,
    Store,
    Thread,
    ThreadOperation,
    ThreadPlace,
)

SIZE = 4
MASK = (1 << 8 * SIZE) - 1
ORDERS = ("weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio")
SCOPES = {"cta": "cta", "cluster": "cluster", "gpu": "gpu", "gl": "gpu", "sys": "sys"}
PROXIES = {"ld": "generic", "st": "generic", "tld": "texture", "suld": "surface", "sust": "surface", "cold": "constant"}
ATOMICS: Mapping[str, Callable[..., int]] = {
    "add": lambda old, value: old + value,
    "sub": lambda old, value: old - value,
    "exch": lambda old, value: value,
    "and": lambda old, value: old & value,
    "or": lambda old, value: old | value,
    "xor": lambda old, value: old ^ value,
    "min": min,
    "max": max,
    "inc": lambda old, value: 0 if old >= value else old + 1,
    "dec": lambda old, value: value if old == 0 or old > value else old - 1,
}
COMPUTE: Mapping[str, Callable[..., tuple[int, ...]]] = {
    "mov": lambda a: (a,),
    "add": lambda a, b: (a + b & MASK,),
    "sub": lambda a, b: (a - b & MASK,),
    "mul": lambda a, b: (a * b & MASK,),
    "and": lambda a, b: (a & b,),
    "or": lambda a, b: (a | b,),
    "xor": lambda a, b: (a ^ b,),
    "not": lambda a: (~a & MASK,),
    "shl": lambda a, b: (a << b & MASK if b < 32 else 0,),
    "shr": lambda a, b: (a >> b,),
}
BRANCHES: Mapping[str, Callable[..., tuple[int, ...]]] = {
    "beq": lambda a, b: (int(a == b),),
    "bne": lambda a, b: (int(a != b),),
    "blt": lambda a, b: (int(a < b),),
    "ble": lambda a, b: (int(a <= b),),
    "bgt": lambda a, b: (int(a > b),),
    "bge": lambda a, b: (int(a >= b),),
}
HEADER = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*(?:@\s*(?P<place>.*))?$")
LABEL = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*:(?!:)\s*")
BASE = 0x1000
"""Virtual address of the first variable; not 0, so that a pointer is never the initial value of memory."""
STRIDE = 0x100
"""Distance of variables: more than any offset of a test, so that an address belongs to one variable."""


def is_herd(text: str) -> bool:
    """Return True if a text is in this notation."""
    return bool(re.match(r"\s*PTX\b", text))


def parse_herd(text: str) -> LitmusTest:
    """Read a litmus test.

    Raises:
        LitmusError: The text is not a test; the error has the line.
    """
    return _HerdReader(text).read()


class _HerdReader:
    """Reader of one test."""

    def __init__(self, text: str) -> None:
        text = re.sub(r"\(\*.*?\*\)", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
        # Comments become empty lines, so that errors keep their lines. Two slashes of a URL do not begin one.
        self.text = re.sub(r"//[^\n]*", "", text) if "http" not in text else text
        self.variables: dict[str, LitmusVariable] = {}
        self.values: dict[str, int] = {}
        self.registers: dict[str, dict[str, int]] = {}

    def line(self, position: int) -> int:
        return self.text.count("\n", 0, position) + 1

    def read(self) -> LitmusTest:
        text = self.text
        head = re.match(r"\s*PTX\s+(\S[^\n{]*)", text)
        opened = text.find("{")
        closed = text.find("}", opened)
        if not head or opened < 0 or closed < 0:
            raise LitmusError("a test begins with 'PTX name' and initial values in braces", 1)
        self.declare(text[opened + 1 : closed], opened + 1)
        question = re.search(r"(?m)^\s*(~\s*exists|exists|forall|locations|filter)\b", text[closed + 1 :])
        end = closed + 1 + question.start() if question else len(text)
        threads = self.threads(closed + 1, end)
        condition, restriction = self.questions(end)
        return LitmusTest(head[1].strip(), threads, self.variables, self.values, condition, restriction)

    def declare(self, text: str, start: int) -> None:
        """Read the initial values and aliases."""
        aliases: list[tuple[str, str, str, int]] = []
        offset = start
        for entry in text.split(";"):
            words = entry.strip()
            line = self.line(offset + len(entry) - len(entry.lstrip()))
            offset += len(entry) + 1
            if not words:
                continue
            if match := re.fullmatch(r"([A-Za-z_]\w*)\s*@\s*(\w+)\s+aliases\s+([A-Za-z_]\w*)", words):
                aliases.append((match[1], match[2], match[3], line))
            elif match := re.fullmatch(r"(?:([A-Za-z_]\w*|\d+):)?([A-Za-z_]\w*)\s*(?:=\s*(-?\w+))?", words):
                value = self.number(match[3] or "0", line)
                if match[1]:
                    thread = f"P{match[1]}" if match[1].isdigit() else match[1]
                    self.registers.setdefault(thread, {})[match[2]] = value & MASK
                else:
                    self.variable(match[2])
                    self.values[match[2]] = value & MASK
            else:
                raise LitmusError(
                    f"'{words}' is not an initial value; write x=0, P0:r0=0 or 'y @ generic aliases x'", line
                )
        for name, proxy, target, line in aliases:
            if proxy not in ("generic", "texture", "surface", "constant", "async"):
                raise LitmusError(f"there is no proxy '{proxy}'", line)
            self.variable(target)
            if name in self.variables:
                raise LitmusError(f"{name} is declared twice", line)
            aliased = self.variables[target]
            # An access through another proxy uses the virtual address of the variable that it aliases.
            virtual = "" if proxy == "generic" else aliased.alias_of or target
            self.variables[name] = LitmusVariable(name, self.address(), SIZE, aliased.location, virtual, proxy)

    def address(self) -> int:
        return BASE + STRIDE * len(self.variables)

    def variable(self, name: str) -> None:
        if name not in self.variables:
            self.variables[name] = LitmusVariable(name, self.address(), SIZE, name)

    def number(self, text: str, line: int) -> int:
        try:
            return int(text, 0)
        except ValueError:
            raise LitmusError(f"'{text}' is not a number", line) from None

    def threads(self, start: int, end: int) -> tuple[Thread, ...]:
        """Read the table of the threads."""
        rows: list[tuple[int, list[str]]] = []
        offset = start
        for row in self.text[start:end].split(";"):
            line = self.line(offset + len(row) - len(row.lstrip()))
            offset += len(row) + 1
            if row.strip():
                rows.append((line, [cell.strip() for cell in row.split("|")]))
        if not rows:
            raise LitmusError("the test has no threads", self.line(start))
        line, header = rows[0]
        places = [self.place(cell, line) for cell in header]
        if len({name for name, _ in places}) < len(places):
            raise LitmusError("two threads have one name", line)
        code: list[list[tuple[int, str]]] = [[] for _ in header]
        for line, cells in rows[1:]:
            if len(cells) > len(header):
                raise LitmusError(f"a row has {len(cells)} columns, but there are {len(header)} threads", line)
            for column, cell in zip(code, cells, strict=False):
                column.append((line, cell))
        return tuple(
            Thread(name, place, self.code(name, column), self.registers.get(name, {}))
            for (name, place), column in zip(places, code, strict=True)
        )

    def place(self, cell: str, line: int) -> tuple[str, ThreadPlace]:
        match = HEADER.match(cell)
        if not match:
            raise LitmusError(f"'{cell}' is not a thread; write P0@cta 0,gpu 0", line)
        place = {"gpu": 0, "cta": 0}
        for part in (match["place"] or "").split(","):
            if not part.strip():
                continue
            words = re.fullmatch(r"(gpu|cluster|cta|warp|sys)\s+(\d+)", part.strip())
            if not words:
                raise LitmusError(f"'{part.strip()}' is not a place; a place has cta, cluster, gpu and warp", line)
            place[words[1]] = int(words[2])
        # Without a cluster in the header each CTA is a cluster.
        cluster = place.get("cluster", place["cta"] if "cluster" not in self.text[: self.text.find("exists")] else 0)
        return match["name"], ThreadPlace(place["gpu"], cluster, place["cta"], place.get("warp", -1))

    def code(self, thread: str, column: list[tuple[int, str]]) -> tuple[ThreadOperation, ...]:
        """Read the statements of one thread."""
        operations: list[ThreadOperation] = []
        labels: dict[str, int] = {}
        branches: list[tuple[Branch, str]] = []
        for line, cell in column:
            text = cell
            while match := LABEL.match(text):
                if match["name"] in labels:
                    raise LitmusError(f"{thread}: the label {match['name']} is defined twice", line)
                labels[match["name"]] = len(operations)
                text = text[match.end() :]
            if text:
                self.statement(text, line, operations, branches)
        for branch, label in branches:
            if label not in labels:
                raise LitmusError(f"{thread}: there is no label {label}", branch.line)
            branch.target = labels[label]
        return tuple(operations)

    def statement(
        self, text: str, line: int, operations: list[ThreadOperation], branches: list[tuple[Branch, str]]
    ) -> None:
        """Read one statement."""
        opcode, _, rest = text.partition(" ")
        operands = [operand.strip() for operand in rest.split(",")] if rest.strip() else []
        name, *modifiers = opcode.split(".")
        common = (line, text)
        if name in PROXIES:
            operations.append(self.access(name, modifiers, operands, common))
        elif name in ("atom", "red"):
            operations.append(self.atomic(name, modifiers, operands, common))
        elif opcode.startswith(("fence.proxy", "membar.proxy")):
            proxy = modifiers[1] if len(modifiers) > 1 else ""
            if proxy not in ("alias", "texture", "surface", "constant", "async"):
                raise LitmusError(f"'{opcode}' names no proxy", line)
            operations.append(ProxyFence(*common, proxy=proxy))
        elif name in ("fence", "membar"):
            order = next((word for word in modifiers if word in ORDERS), "sc" if name == "membar" else "acq_rel")
            operations.append(Fence(*common, order=order, scope=self.scope(modifiers, line)))
        elif name in ("bar", "barrier"):
            operations.append(self.barrier(modifiers, operands, common))
        elif name in COMPUTE:
            self.expect(operands, len(modifiers) and None, line, text)
            sources = tuple(self.value(operand, line) for operand in operands[1:])
            operations.append(Compute(*common, destinations=(operands[0],), function=COMPUTE[name], sources=sources))
        elif name in BRANCHES:
            if len(operands) != 3:
                raise LitmusError(f"'{text}' needs two values and a label", line)
            guard = f"condition of line {line}"
            sources = tuple(self.value(operand, line) for operand in operands[:2])
            operations.append(Compute(*common, destinations=(guard,), function=BRANCHES[name], sources=sources))
            branch = Branch(*common, guard=guard)
            branches.append((branch, operands[2]))
            operations.append(branch)
        elif name in ("goto", "bra"):
            branch = Branch(*common)
            branches.append((branch, operands[0] if operands else ""))
            operations.append(branch)
        elif name in ("ret", "exit"):
            operations.append(Exit(*common))
        else:
            raise LitmusError(f"unknown instruction '{opcode}'", line)

    def expect(self, operands: list[str], count: int | None, line: int, text: str) -> None:
        if len(operands) < 2 or (count is not None and count and len(operands) != count):
            raise LitmusError(f"'{text}' has the wrong number of operands", line)

    def order(self, name: str, modifiers: list[str], line: int) -> tuple[str, str]:
        """Return the order and the scope of an access."""
        order = next((word for word in modifiers if word in ORDERS), "weak" if name in PROXIES else "relaxed")
        if order == "volatile":
            return "relaxed", "sys"
        if order == "mmio":
            order = "relaxed"
        if order == "weak":
            return order, "sys"
        return order, self.scope(modifiers, line)

    def scope(self, modifiers: list[str], line: int) -> str:
        named = [SCOPES[word] for word in modifiers if word in SCOPES]
        if not named:
            raise LitmusError("a strong operation needs a scope: .cta, .cluster, .gpu or .sys", line)
        return named[0]

    def access(self, name: str, modifiers: list[str], operands: list[str], common: tuple[int, str]) -> ThreadOperation:
        line, text = common
        if len(operands) != 2:
            raise LitmusError(f"'{text}' needs two operands", line)
        order, scope = self.order(name, modifiers, line)
        if name in ("ld", "tld", "suld", "cold"):
            if name == "ld" and re.fullmatch(r"-?(0x)?\d+", operands[1]):
                # A load of a number is a move.
                value = (self.number(operands[1], line) & MASK,)
                return Compute(line, text, destinations=(operands[0],), function=lambda: value)
            address = self.place_of(operands[1], line)
            return Load(
                line, text, destinations=(operands[0],),
                access=Access(address, SIZE, order, scope, PROXIES[name]),
            )  # fmt: skip
        address = self.place_of(operands[0], line)
        access = Access(address, SIZE, order, scope, PROXIES[name])
        return Store(line, text, values=(self.value(operands[1], line),), access=access)

    def atomic(self, name: str, modifiers: list[str], operands: list[str], common: tuple[int, str]) -> ThreadOperation:
        line, text = common
        order, scope = self.order(name, modifiers, line)
        kind = next((word for word in modifiers if word in ATOMICS or word == "cas"), "")
        first = 0 if name == "red" else 1
        values = [self.value(operand, line) for operand in operands[first + 1 :]]
        if not kind or len(values) != (2 if kind == "cas" else 1):
            raise LitmusError(f"'{text}' is not an atomic operation with its operands", line)
        access = Access(self.place_of(operands[first], line), SIZE, order, scope)
        operation = Atomic(line, text, reduction=name == "red", access=access)
        if first:
            operation.destination = operands[0]
        if kind == "cas":
            operation.compare, operation.operands = values[0], (values[1],)
        else:
            operation.update, operation.operands = ATOMICS[kind], tuple(values)
        return operation

    def barrier(self, modifiers: list[str], operands: list[str], common: tuple[int, str]) -> ThreadOperation:
        line, text = common
        if "cluster" in modifiers:
            role = "arrive" if "arrive" in modifiers else "wait"
            return Barrier(line, text, level="cluster", role=role, relaxed="relaxed" in modifiers)
        role = "arrive" if "arrive" in modifiers else "sync"
        count = self.number(operands[2], line) if len(operands) > 2 else None
        key = tuple(self.value(operand, line) for operand in operands[:2]) or (0,)
        level = "warp" if "warp" in modifiers else "cta"
        return Barrier(line, text, level=level, role=role, key=key, count=count)

    def place_of(self, text: str, line: int) -> AddressOperand:
        """Return an address operand."""
        words = text.strip("[] ")
        match = re.fullmatch(r"([A-Za-z_]\w*)\s*(?:\+\s*(\d+))?", words)
        if not match:
            raise LitmusError(f"'{text}' is not an address", line)
        name = match[1]
        if name not in self.variables and not self.is_register(name):
            self.variable(name)
        return AddressOperand(name, int(match[2] or 0))

    def is_register(self, name: str) -> bool:
        return bool(re.fullmatch(r"%?[rR]d?\d+", name))

    def value(self, text: str, line: int) -> Number:
        """Return a value operand."""
        if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)", text):
            return int(text, 0) & MASK
        if re.fullmatch(r"%?[A-Za-z_]\w*", text):
            return text
        raise LitmusError(f"'{text}' is not a register or number", line)

    def questions(self, start: int) -> tuple[Condition, Condition | None]:
        """Read the question and the filter after the threads."""
        restriction: Condition | None = None
        text = re.sub(r"(?s)^\s*locations\s*\[.*?\]", "", self.text[start:])
        try:
            match = re.match(r"(?s)\s*filter\b(.*?)(?=~\s*exists|exists|forall)", text)
            if match:
                restriction = Condition("exists", parse_formula(match[1]))
                text = text[match.end() :]
            words = re.sub(r"\"[^\"]*\"", "", text).strip()
            words = re.sub(r"^~\s*exists", "~exists", words)
            if not words:
                raise FormulaError("the test asks nothing; end it with exists, ~exists or forall")
            return parse_condition(words), restriction
        except FormulaError as error:
            raise LitmusError(str(error), self.line(start)) from error
