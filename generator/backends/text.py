"""The text backend: pseudo-code of a form's semantics for documentation, all variants in one.

d ← a + b                       for i in 0 .. type.elements - 1:
if .mode = .hi:                     d[i] ← a[i] + b[i]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from generator.backends.code import COMPARE, LEVELS, CodeText, call, choice, infix, literal, prefix
from generator.records.model import FormProgram, TargetModel
from generator.semantics import tree
from generator.semantics.functions import NONE, Functions, arities
from generator.semantics.language import parse
from generator.semantics.source import RecordText
from generator.semantics.table import FUNCTIONS
from ptxisa.isa.forms import Form

_INDENT = "    "
_SYMBOLS = {"*": "×", "==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "in": "∈", "not in": "∉"}


def render(form: Form, program: FormProgram, functions: Functions = NONE) -> str:
    """Return the pseudo-code of the contract of a form, or an empty text without executable semantics."""
    return rendered(form, program.semantics, functions) if program.semantics is not None else ""


def render_model(form: Form, model: TargetModel, functions: Functions = NONE) -> str:
    """Return the pseudo-code of a model, or an empty text if it is that of the contract."""
    return rendered(form, model.semantics, functions) if model.semantics is not None else ""


def rendered(form: Form, text: str, functions: Functions) -> str:
    """Return a text as pseudo-code; calls of functions that records define stay calls."""
    parsed = parse(text, RecordText(Path("isa") / "instructions" / f"{form.record}.yaml"), arities(functions))
    modifiers = frozenset(slot.name for slot in form.slots if slot.group != "type")
    return "\n".join(_TextRenderer(modifiers, parsed).lines()) + "\n"


class _TextRenderer:
    """Renders statements with their comments."""

    def __init__(self, modifiers: frozenset[str], text: tree.ParsedText) -> None:
        self.modifiers = modifiers
        self.text = text
        self.alone = [comment for comment in text.comments if comment.alone]
        self.beside = {comment.place.line: comment.text for comment in text.comments if not comment.alone}

    def lines(self) -> Iterator[str]:
        yield from self.block(self.text.statements, "")
        yield from self.above(None, "")

    def block(self, statements: tuple[tree.Statement, ...], margin: str) -> Iterator[str]:
        for statement in statements:
            yield from self.above(statement.place.line, margin)
            yield from _STATEMENTS[type(statement)](self, statement, margin)

    def above(self, line: int | None, margin: str) -> Iterator[str]:
        """Return the comments on lines of their own before a line, or all remaining comments."""
        while self.alone and (line is None or self.alone[0].place.line < line):
            yield f"{margin}# {self.alone.pop(0).text}"

    def with_comment(self, text: str, node: tree.Node) -> str:
        comment = self.beside.pop(node.place.line, None)
        return f"{text}  # {comment}" if comment else text

    # --- statements ---

    def assignment(self, node: tree.AssignmentNode, margin: str) -> Iterator[str]:
        value = node.value
        if node.operator is not None:
            value = tree.BinaryNode(node.place, node.operator, node.target, value)
        text = f"{margin}{self.code(node.target)} ← {self.code(value)}"
        yield self.with_comment(text, node)

    def branch(self, node: tree.BranchNode, margin: str, word: str = "if") -> Iterator[str]:
        yield self.with_comment(f"{margin}{word} {self.code(node.test)}:", node)
        yield from self.block(node.yes, margin + _INDENT)
        if len(node.no) == 1 and isinstance(node.no[0], tree.BranchNode):
            yield from self.above(node.no[0].place.line, margin)
            yield from self.branch(node.no[0], margin, "else if")
        elif node.no:
            yield f"{margin}else:"
            yield from self.block(node.no, margin + _INDENT)

    def loop(self, node: tree.LoopNode, margin: str) -> Iterator[str]:
        first = self.code(node.bounds[0]) if len(node.bounds) > 1 else CodeText("0")
        end = node.bounds[1] if len(node.bounds) > 1 else node.bounds[0]
        step = f" step {self.code(node.bounds[2])}" if len(node.bounds) == 3 else ""
        yield self.with_comment(f"{margin}for {node.variable} in {first} .. {self.last(end)}{step}:", node)
        yield from self.block(node.body, margin + _INDENT)

    def last(self, end: tree.Expression) -> CodeText:
        """Return the last number before the end of a range."""
        if isinstance(end, tree.ConstantNode):
            return CodeText(str(int(end.value) - 1))
        return infix("-", self.code(end), CodeText("1"))

    # --- expressions ---

    def code(self, node: tree.Expression) -> CodeText:
        return _EXPRESSIONS[type(node)](self, node)

    def constant(self, node: tree.ConstantNode) -> CodeText:
        return CodeText(f".{node.value}") if isinstance(node.value, str) else literal(node.value)

    def constants(self, node: tree.ConstantsNode) -> CodeText:
        return CodeText(f"{{{', '.join(str(self.constant(item)) for item in node.items)}}}")

    def name(self, node: tree.NameNode) -> CodeText:
        return CodeText(f".{node.name}" if node.name in self.modifiers else node.name)

    def attribute(self, node: tree.AttributeNode) -> CodeText:
        return CodeText(f"{self.code(node.base)}.{node.name}")

    def unary(self, node: tree.UnaryNode) -> CodeText:
        return prefix("not " if node.operator == "not" else node.operator, self.code(node.operand))

    def binary(self, node: tree.BinaryNode | tree.ComparisonNode) -> CodeText:
        left, right = self.code(node.left), self.code(node.right)
        symbol = _SYMBOLS.get(node.operator, node.operator)
        if node.operator not in LEVELS:
            return CodeText(f"{left} {symbol} {right}", COMPARE)
        return infix(node.operator, left, right, symbol=symbol)

    def logic(self, node: tree.LogicNode) -> CodeText:
        result, *others = (self.code(operand) for operand in node.operands)
        for other in others:
            result = infix(node.operator, result, other)
        return result

    def choice(self, node: tree.ChoiceNode) -> CodeText:
        return choice(self.code(node.test), self.code(node.yes), self.code(node.no))

    def call(self, node: tree.CallNode) -> CodeText:
        row = FUNCTIONS.get(node.function)
        name = (row.text if row else "") or node.function
        return call(name, [self.code(argument) for argument in node.arguments])

    def element(self, node: tree.ElementNode) -> CodeText:
        return CodeText(f"{self.bracketed(node.base)}[{self.code(node.index)}]")

    def slice(self, node: tree.SliceNode) -> CodeText:
        high, low = self.code(node.high), self.code(node.low)
        colon = ":" if isinstance(node.high, tree.ConstantNode) and isinstance(node.low, tree.ConstantNode) else " : "
        return CodeText(f"{self.bracketed(node.base)}[{high}{colon}{low}]")

    def bracketed(self, node: tree.Expression) -> str:
        """Return the code before an index, in parentheses if necessary."""
        code = self.code(node)
        return (
            str(code)
            if isinstance(node, (tree.NameNode, tree.CallNode, tree.ElementNode, tree.SliceNode))
            else f"({code})"
        )


_STATEMENTS: dict[type[Any], Callable[[_TextRenderer, Any, str], Iterator[str]]] = {
    tree.AssignmentNode: _TextRenderer.assignment,
    tree.BranchNode: _TextRenderer.branch,
    tree.LoopNode: _TextRenderer.loop,
}
_EXPRESSIONS: dict[type[Any], Callable[[_TextRenderer, Any], CodeText]] = {
    tree.ConstantNode: _TextRenderer.constant,
    tree.ConstantsNode: _TextRenderer.constants,
    tree.NameNode: _TextRenderer.name,
    tree.AttributeNode: _TextRenderer.attribute,
    tree.UnaryNode: _TextRenderer.unary,
    tree.BinaryNode: _TextRenderer.binary,
    tree.ComparisonNode: _TextRenderer.binary,
    tree.LogicNode: _TextRenderer.logic,
    tree.ChoiceNode: _TextRenderer.choice,
    tree.CallNode: _TextRenderer.call,
    tree.ElementNode: _TextRenderer.element,
    tree.SliceNode: _TextRenderer.slice,
}
