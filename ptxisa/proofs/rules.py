"""Rewrite rules: pairs of snippets with type variables, constants and preconditions, each instance of which is proved.

    rules = read([{"name": "double", "types": {"T": ["u32", "u64"]},
                   "from": "mul.lo.{T} d, x, 2;", "to": "shl.b{T.bits} d, x, 1;"}])
    for rule in rules:
        for instance in rule.instances():
            instance.proof(timeout=10)

In texts and conditions, `{T}` is a type, `{T.bits}` its width, and `{C}` a constant; between braces may be any integer
expression of constants and widths, such as `{1 << C}`. Other braces belong to PTX.
"""

from __future__ import annotations

import ast
import itertools
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ptxisa.isa.names import suggestion
from ptxisa.isa.types import known as types
from ptxisa.proofs.equality import OPEN, Proof, prove
from ptxisa.proofs.inputs import ProofError

MOST_INSTANCES = 4_096
"""Instances of a rule."""
_KEYS = ("name", "types", "constants", "from", "to", "when", "inputs", "outputs", "open", "target", "expect", "source")
_BRACES = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_ANSWERS = ("equal", "different", "unknown")
_LONGEST = 200
"""Characters of an expression between braces."""


class ProofRule(NamedTuple):
    """A rule.

    Attributes:
        name: Name.
        types: Types by type variable.
        constants: Values by name of a constant.
        before: Snippet that is replaced.
        after: Snippet that replaces it.
        when: Precondition; empty if there is none.
        inputs: Types by input, perhaps with type variables.
        outputs: Registers that are compared; None for those that both snippets write.
        open: "refine", the question of a compiler, or "exact".
        target: Target whose results are used; None for any.
        expect: Answer that the author of the rule expects.
    """

    name: str
    types: Mapping[str, tuple[str, ...]]
    constants: Mapping[str, tuple[int, ...]]
    before: str
    after: str
    when: str = ""
    inputs: Mapping[str, str] = {}
    outputs: tuple[str, ...] | None = None
    open: str = "refine"
    target: str | None = None
    expect: str = "equal"

    def instances(self) -> Iterator[Instance]:
        """Yield the rule with every combination of types and constants."""
        choices: dict[str, tuple[str | int, ...]] = {**self.types, **self.constants}
        for values in itertools.product(*choices.values()):
            yield Instance(self, dict(zip(choices, values, strict=True)))


class Instance(NamedTuple):
    """A rule with a type for each type variable and a value for each constant."""

    rule: ProofRule
    values: Mapping[str, str | int]

    @property
    def title(self) -> str:
        """Types and constants, such as `T=u32 C=3`."""
        return " ".join(f"{name}={value}" for name, value in self.values.items())

    def text(self, template: str) -> str:
        """Return a text with the values of types and constants."""
        return _BRACES.sub(self._replaced, template)

    def _replaced(self, match: re.Match[str]) -> str:
        inner = match[1].strip()
        if inner in self.values:
            return str(self.values[inner])
        if not any(re.search(rf"(?<![\w.%$]){re.escape(name)}\b", inner) for name in self.values):
            return match[0]
        try:
            # The syntax of Python, but never executed: `_number` computes integers and nothing else.
            tree = ast.parse(inner[:_LONGEST], mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return match[0]  # A vector or a block of PTX, such as `{a, b}`.
        if isinstance(tree, (ast.Tuple, ast.Set)):
            return match[0]
        return str(self._number(tree, inner))

    def _number(self, node: ast.expr, text: str) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name) if isinstance(value := self.values.get(name), int):
                return value
            case ast.Attribute(value=ast.Name(id=name), attr="bits") if isinstance(self.values.get(name), str):
                return types()[str(self.values[name])].bits
            case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
                return _UNARY[type(sign)](self._number(operand, text))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BINARY:
                x, y = self._number(left, text), self._number(right, text)
                if isinstance(sign, (ast.LShift, ast.RShift)) and not 0 <= y <= 256:
                    raise ProofError(f"rule {self.rule.name}: {{{text}}} shifts by {y}")
                if isinstance(sign, (ast.FloorDiv, ast.Mod)) and not y:
                    raise ProofError(f"rule {self.rule.name}: {{{text}}} divides by zero")
                return _BINARY[type(sign)](x, y)
        raise ProofError(f"rule {self.rule.name}: {{{text[:60]}}} is not an integer expression of types and constants")

    def proof(self, timeout: float = 10, solver: str = "auto") -> Proof:
        """Return the answer for the instance; arguments and errors as for `prove`."""
        rule = self.rule
        return prove(
            self.text(rule.before),
            self.text(rule.after),
            {name: self.text(type_) for name, type_ in rule.inputs.items()},
            rule.outputs,
            self.text(rule.when) or None,
            rule.target,
            timeout,
            rule.open,
            solver=solver,
        )


_UNARY: Mapping[type[ast.unaryop], Callable[[int], int]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_BINARY: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}


def read(data: object) -> list[ProofRule]:
    """Return rules from plain data: a list of mappings, or a mapping with such a list under `rules`.

    Raises:
        ProofError: The data is invalid; the message names the rule and what is wrong.
    """
    if isinstance(data, Mapping):
        data = data.get("rules")
    if not isinstance(data, list) or not data:
        raise ProofError("a file of rules is a list of rules, or has one under `rules`")
    return [_rule(entry, index) for index, entry in enumerate(data, 1)]


def _rule(entry: object, index: int) -> ProofRule:
    if not isinstance(entry, Mapping):
        raise ProofError(f"rule {index} is not a mapping")
    name = str(entry.get("name", index))[:80]
    for key in entry:
        if key not in _KEYS:
            hint = suggestion(str(key), _KEYS)
            raise ProofError(f"rule {name}: unknown key {str(key)[:40]!r}" + (f"; {hint}" if hint else ""))
    for key in ("from", "to"):
        if not isinstance(entry.get(key), str):
            raise ProofError(f"rule {name}: {key} must be a snippet")
    for key in ("types", "constants", "inputs"):
        if not isinstance(entry.get(key, {}), Mapping):
            raise ProofError(f"rule {name}: {key} must be a mapping")
    variables = {str(key): _types(value, name) for key, value in entry.get("types", {}).items()}
    constants = {str(key): _constants(value, name) for key, value in entry.get("constants", {}).items()}
    count = 1
    for choices in (*variables.values(), *constants.values()):
        count *= len(choices)
    if count > MOST_INSTANCES:
        raise ProofError(f"rule {name} has {count:,} instances; at most {MOST_INSTANCES:,} are proved")
    about, expect, outputs = str(entry.get("open", "refine")), str(entry.get("expect", "equal")), entry.get("outputs")
    if about not in OPEN:
        raise ProofError(f"rule {name}: open is {' or '.join(OPEN)}")
    if expect not in _ANSWERS:
        raise ProofError(f"rule {name}: expect is one of {', '.join(_ANSWERS)}")
    if outputs is not None and not isinstance(outputs, list):
        raise ProofError(f"rule {name}: outputs must be a list")
    return ProofRule(
        name,
        variables,
        constants,
        entry["from"],
        entry["to"],
        str(entry.get("when", "")),
        {str(key): str(value) for key, value in entry.get("inputs", {}).items()},
        None if outputs is None else tuple(map(str, outputs)),
        about,
        None if entry.get("target") is None else str(entry["target"]),
        expect,
    )


def _types(value: object, rule: str) -> tuple[str, ...]:
    names = [str(name) for name in value] if isinstance(value, list) else [str(value)]
    for name in names:
        if name not in types():
            hint = suggestion(name, types())
            raise ProofError(f"rule {rule}: {name[:40]} is not a type" + (f"; {hint}" if hint else ""))
    return tuple(names)


def _constants(value: object, rule: str) -> tuple[int, ...]:
    if isinstance(value, str) and (match := _RANGE.fullmatch(value.strip())):
        first, last = int(match[1]), int(match[2])
        if not first <= last < first + MOST_INSTANCES:
            raise ProofError(f"rule {rule}: {value} is not a range of at most {MOST_INSTANCES:,} numbers")
        return tuple(range(first, last + 1))
    numbers: Sequence[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
        raise ProofError(f"rule {rule}: constants are integers, lists of them, or ranges such as 0..31")
    return tuple(numbers)
