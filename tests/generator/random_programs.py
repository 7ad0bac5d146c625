"""Random texts of the semantics language, and what they mean when Python itself runs them.

Python runs the same surface syntax on `Number`, an integer whose brackets take bits, with functions stated
here. That shares nothing with the compiler but Python's parser.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from typing import Any

from ptxisa.isa.forms import Form
from tests.generator.programs import TYPES, make_form, number

SCALARS = ("u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64")
CONSTANTS = (0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 255, 256, -1, -2, 2**16 - 1, 2**31, 2**32 - 1, 2**64 - 1)
FUNCTIONS = (
    "quotient({x}, {y})",
    "remainder({x}, {y})",
    "abs({x})",
    "min({x}, {y})",
    "max({x}, {y})",
    "clamp({x}, {y}, {z})",
    "popcount(unsigned({x}, {n}))",
    "leading_zeros(unsigned({x}, {n}), {n})",
    "highest_bit(unsigned({x}, {n}))",
    "reverse_bits({x}, {n})",
    "signed({x}, {n})",
    "unsigned({x}, {n})",
    "signed({x}, {small})",
    "unsigned({x}, {small})",
    "({x} << {small})",
    "({x} >> {small})",
    "(-{x})",
    "(~{x})",
    "({x} + 0)[{high}:{low}]",
    "({x} + 0)[{small}]",
    "({x} if {test} else {y})",
    "({test})",
)


class Writer:
    """Writes one random text and the form that it is for."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        reads = {name: self.pick(SCALARS) for name in "abc"}
        reads |= {"q": "pred", "m": "u32", "v": self.pick(("u16x2", "s16x2"))}
        writes = {"d": self.pick(SCALARS), "e": self.pick(SCALARS), "p": "pred"}
        self.form: Form = make_form(writes, reads, required=("m",), carry="rw")
        self.locals: list[str] = []

    def pick(self, choices: Any) -> Any:
        return self.random.choice(choices)

    def text(self) -> str:
        first = [f"d = {self.expression(2)}", f"e = {self.expression(2)}"]
        body = self.block(2, "")
        last = [f"p = {self.pick((self.test(2), self.expression(2)))}", f"CF = {self.expression(2)}"]
        return "\n".join([*first, *body, *last])

    def name(self) -> str:
        return str(self.pick(["a", "b", "c", "a", "b", "c", "m", "q", "CF", "v[0]", "v[1]", *self.locals * 2]))

    def small(self) -> str:
        """Return a number of bits."""
        name = self.pick(["a", "b", "c", "m", *self.locals])
        return str(self.pick([f"{name}[5:0]", f"{name}[7:0]", "min(m, 40)", f"unsigned({name}, 3)", "13"]))

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.name() if self.random.random() < 0.8 else str(self.pick(CONSTANTS))
        x, y, z = (self.expression(depth - self.random.randint(1, 2)) for _ in range(3))
        if self.random.random() < 0.4:
            return f"({x} {self.pick('+-*&|^')} {y})"
        low = self.random.randrange(70)
        parts = {"n": self.pick((8, 16, 31, 32, 64)), "high": low + self.random.randrange(60), "low": low}
        template = str(self.pick(FUNCTIONS))
        return template.format(x=x, y=y, z=z, small=self.small(), test=self.test(depth - 1), **parts)

    def test(self, depth: int) -> str:
        kind = self.random.randrange(6)
        if depth <= 0 or kind < 2:
            sign = self.pick(("==", "!=", "<", "<=", ">", ">="))
            return f"{self.expression(depth - 1)} {sign} {self.expression(depth - 1)}"
        if kind == 2:
            return str(self.pick(["q", "CF", "m[3]", "m > 5", "a[0]"]))
        if kind == 3:
            return f"not ({self.test(depth - 1)})"
        return f"(({self.test(depth - 1)}) {self.pick(('and', 'or', '&', '|', '^'))} ({self.test(depth - 1)}))"

    def block(self, depth: int, margin: str) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.randrange(7 if depth else 4)
            if kind < 2:
                lines.append(f"{margin}{self.local()} = {self.expression(3)}")
            elif kind == 2:
                lines.append(f"{margin}{self.pick('de')} = {self.expression(3)}")
            elif kind == 3:
                lines.append(f"{margin}d[{self.pick(('3:1', '15:8', '7:7'))}] = {self.expression(2)}")
            else:
                lines.extend(self.branch(depth, margin))
        return lines

    def local(self) -> str:
        """Return a local variable, which the expression beside it does not see yet."""
        return f"t{self.random.randrange(4)}"

    def branch(self, depth: int, margin: str) -> list[str]:
        """Return a branch; what only one side assigns is not used afterwards."""
        before = list(self.locals)
        yes = [f"{margin}if {self.test(2)}:", *self.block(depth - 1, margin + "    ")]
        self.locals = before
        return [*yes, f"{margin}else:", *self.block(depth - 1, margin + "    ")]


class Number(int):
    """An unbounded integer whose brackets take bits of its two's complement form."""

    def __getitem__(self, index: Any) -> Number:
        if isinstance(index, slice):
            return Number(int(self) // 2**index.stop % 2 ** (index.start - index.stop + 1))
        return Number(int(self) // 2**index % 2)


def _lifted(name: str) -> Any:
    method = getattr(int, name)
    return lambda self, *others: Number(method(int(self), *map(int, others)))


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "neg", "invert"):
    setattr(Number, f"__{_name}__", _lifted(f"__{_name}__"))


class Pairs:
    """A packed register of two 16-bit elements."""

    def __init__(self, pattern: int, element: str) -> None:
        self.pattern, self.element = pattern, element

    def __getitem__(self, index: int) -> Number:
        return Number(number(self.pattern // 2 ** (16 * index) % 2**16, self.element))


def _signed(x: int, n: int) -> Number:
    return Number((x % 2**n + 2**n // 2) % 2**n - 2**n // 2 if n else 0)


def _quotient(a: int, b: int) -> Number:
    return Number(0 if b == 0 else abs(a) // abs(b) * (1 if a * b > 0 else -1))


MEANINGS: dict[str, Any] = {
    "Number": Number,
    "signed": _signed,
    "unsigned": lambda x, n: Number(x % 2**n),
    "quotient": _quotient,
    "remainder": lambda a, b: Number(0 if b == 0 else int(a) - int(b) * int(_quotient(a, b))),
    "abs": lambda x: Number(abs(int(x))),
    "min": lambda *numbers: Number(sorted(numbers)[0]),
    "max": lambda *numbers: Number(sorted(numbers)[-1]),
    "clamp": lambda x, lo, hi: Number(min(max(int(x), lo), hi)),
    "popcount": lambda x: Number(f"{x:b}".count("1")),
    "leading_zeros": lambda x, n: Number(n - int(x).bit_length()),
    "highest_bit": lambda x: Number(int(x).bit_length() - 1),
    "reverse_bits": lambda x, n: Number(int(f"{x % 2**n:0{n}b}"[::-1], 2)),
}


class _Cutting(ast.NodeTransformer):
    """Constants and truth values become `Number`; what is assigned to an operand is cut to its type."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Call(ast.Name("Number", ast.Load()), [node], [])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("Number", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("Number", ast.Load()), [node], [])

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, ast.Name):
            node.value = ast.Call(ast.Name(f"to_{target.id}", ast.Load()), [node.value], [])
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            bounds = [target.slice.lower, target.slice.upper]
            node.targets = [ast.Name("d", ast.Store())]
            node.value = ast.Call(ast.Name("into_d", ast.Load()), [ast.Name("d", ast.Load()), *bounds, node.value], [])
        return node


def meaning(text: str, form: Form, case: Mapping[str, int]) -> dict[str, int]:
    """Return the bit patterns that a text gives its outputs when Python runs it."""
    kinds = {operand.name: str(operand.type) for operand in form.operands} | {"CF": "pred"}
    names = dict(MEANINGS)
    for name, pattern in case.items():
        packed = kinds[name].endswith("x2")
        names[name] = Pairs(pattern, kinds[name][:3]) if packed else Number(_read(pattern, kinds[name]))
    for name in ("d", "e", "p", "CF"):
        names[f"to_{name}"] = lambda value, kind=kinds[name]: Number(_read(value % 2 ** TYPES[kind].bits, kind))
    for name in ("t0", "t1", "t2", "t3"):
        names[f"to_{name}"] = Number
    names["into_d"] = lambda d, high, low, value: names["to_d"](
        Number(d) - Number(d)[high:low] * 2**low + value % 2 ** (high - low + 1) * 2**low
    )
    program = ast.fix_missing_locations(_Cutting().visit(ast.parse(text)))
    exec(compile(program, "<random program>", "exec"), names)
    return {name: int(names[name]) % 2 ** TYPES[kinds[name]].bits for name in ("d", "e", "p", "CF")}


def _read(pattern: int, kind: str) -> int:
    return pattern if kind == "pred" else number(pattern, kind)
