"""Parse a text of the semantics language: Python's surface syntax, of which this keeps a small part.

Python's own parser reads the text; it is never compiled or run. What is outside the language is rejected at
its place. Size and nesting are bounded, so that no text can exhaust the stack.
"""

from __future__ import annotations

import ast
import io
import tokenize
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from generator.records.problems import near
from generator.semantics import tree
from generator.semantics.intervals import LIMIT
from generator.semantics.source import RecordText, SemanticsError, TextPlace
from generator.semantics.table import arities

MAX_CHARACTERS = 20_000
MAX_DEPTH = 100
PROPERTIES = ("bits", "signed", "elements", "element", "min", "max", "index", "mask")

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "-", ast.Invert: "~", ast.Not: "not"}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}
_OUTSIDE = {
    "AnnAssign": "an annotation",
    "Assert": "assert",
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "Await": "await",
    "Break": "break",
    "ClassDef": "class",
    "Continue": "continue",
    "Delete": "del",
    "Dict": "a dictionary",
    "DictComp": "a comprehension",
    "Expr": "an expression that is not assigned",
    "FunctionDef": "def",
    "GeneratorExp": "a comprehension",
    "Global": "global",
    "Import": "import",
    "ImportFrom": "import",
    "JoinedStr": "a formatted string",
    "Lambda": "lambda",
    "List": "a list",
    "ListComp": "a comprehension",
    "Match": "match",
    "NamedExpr": ":=",
    "Nonlocal": "nonlocal",
    "Pass": "pass",
    "Raise": "raise",
    "Return": "return",
    "Set": "a set",
    "SetComp": "a comprehension",
    "Starred": "*",
    "Try": "try",
    "TryStar": "try",
    "Tuple": "a tuple",
    "While": "while",
    "With": "with",
    "Yield": "yield",
    "YieldFrom": "yield",
}
_OPERATOR_SIGNS = {
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "MatMult": "@",
    "UAdd": "unary +",
    "Is": "is",
    "IsNot": "is not",
}
_INSTEAD = {
    "/": "; use quotient(a, b)",
    "//": "; use quotient(a, b) or >>",
    "%": "; use remainder(a, b)",
    "**": "; use <<",
    "is": "; use ==",
    "is not": "; use !=",
}


def parse(text: str, source: RecordText, more: Mapping[str, tuple[int, int]] = {}) -> tree.ParsedText:
    """Parse a text; raise `RecordError` with the position in the record of the first thing that is not allowed.

    `more` are functions that it may call beside those of the language, with the least and greatest number of arguments.
    """
    try:
        if len(text) > MAX_CHARACTERS:
            message = f"the text has {len(text)} characters; at most {MAX_CHARACTERS} are allowed"
            raise SemanticsError(TextPlace(1, 1), message)
        module = _python(text)
        _check_depth(module)
        statements = _Converter(text, {**arities(), **more}).block(module.body)
        if not statements:
            raise SemanticsError(TextPlace(1, 1), "the text has no statement")
        comments = []  # Documentation keeps them.
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                alone = not token.line[:column].strip()
                comments.append(tree.Comment(TextPlace(line, column + 1), token.string.lstrip("#").strip(), alone))
        return tree.ParsedText(statements, tuple(comments))
    except SemanticsError as error:
        raise source.error(error) from None


def _python(text: str) -> ast.Module:
    """Parse the text as Python; every exception of the parser becomes one error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        place = TextPlace(error.lineno or 1, error.offset or 1)
        raise SemanticsError(place, f"not well-formed: {error.msg.partition(':')[0]}") from None
    except (RecursionError, MemoryError):
        raise SemanticsError(TextPlace(1, 1), f"nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise SemanticsError(TextPlace(1, 1), f"not well-formed: {error}") from None


def _check_depth(module: ast.Module) -> None:
    """Reject a tree that is too deep for the recursion of later passes; this check does not recurse."""
    level: list[ast.AST] = [module]
    lines: list[int] = []
    for _ in range(MAX_DEPTH + 1):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        lines = [node.lineno for node in level if isinstance(node, (ast.stmt, ast.expr))] or lines
        if not level:
            return
    raise SemanticsError(TextPlace(min(lines), 1), f"nested deeper than {MAX_DEPTH} levels")


class _Converter:
    """Converts Python's tree to the tree of the language, and rejects what the language does not have."""

    def __init__(self, text: str, arities: Mapping[str, tuple[int, int]]) -> None:
        self.arities = arities
        self.lines = [line.encode() for line in text.splitlines()]

    def place(self, node: ast.AST) -> TextPlace:
        """Return the line and column of a node; Python counts columns in bytes."""
        line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        column = len(self.lines[line - 1][:offset].decode(errors="ignore")) if line <= len(self.lines) else 0
        return TextPlace(line, column + 1)

    def reject(self, node: ast.AST) -> SemanticsError:
        name = type(node).__name__
        return SemanticsError(self.place(node), f"{_OUTSIDE.get(name, name)} is not part of the semantics language")

    def reject_operator(self, node: ast.AST, operator: ast.AST) -> SemanticsError:
        name = type(operator).__name__
        sign = _OPERATOR_SIGNS.get(name, name)
        hint = _INSTEAD.get(sign, "")
        return SemanticsError(self.place(node), f"the operator {sign} is not part of the semantics language{hint}")

    # --- statements ---

    def block(self, statements: list[ast.stmt]) -> tuple[tree.Statement, ...]:
        return tuple(self.statement(statement) for statement in statements)

    def statement(self, node: ast.stmt) -> tree.Statement:
        convert = _STATEMENTS.get(type(node))
        if convert is None:
            raise self.reject(node)
        return convert(self, node)

    def assign(self, node: ast.Assign) -> tree.AssignmentNode:
        if len(node.targets) != 1:
            raise SemanticsError(self.place(node), "one assignment has one target")
        return tree.AssignmentNode(self.place(node), self.target(node.targets[0]), self.expression(node.value))

    def aug_assign(self, node: ast.AugAssign) -> tree.AssignmentNode:
        operator = _BINARY.get(type(node.op))
        if operator is None:
            raise self.reject_operator(node, node.op)
        return tree.AssignmentNode(self.place(node), self.target(node.target), self.expression(node.value), operator)

    def target(self, node: ast.expr) -> tree.NameNode | tree.ElementNode | tree.SliceNode:
        if not isinstance(node, (ast.Name, ast.Subscript)):
            raise SemanticsError(self.place(node), "only names, elements and slices can be assigned")
        target = self.expression(node)
        assert isinstance(target, (tree.NameNode, tree.ElementNode, tree.SliceNode))
        name = target if isinstance(target, tree.NameNode) else target.base
        if isinstance(name, tree.NameNode) and name.name in self.arities:
            raise SemanticsError(self.place(node), f"{name.name} is a function of the language")
        return target

    def branch(self, node: ast.If) -> tree.BranchNode:
        return tree.BranchNode(
            self.place(node), self.expression(node.test), self.block(node.body), self.block(node.orelse)
        )

    def loop(self, node: ast.For) -> tree.LoopNode:
        if not isinstance(node.target, ast.Name):
            raise SemanticsError(self.place(node.target), "a loop has one variable")
        if node.orelse:
            raise SemanticsError(self.place(node.orelse[0]), "a loop has no else")
        call = node.iter
        is_range = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
        if not isinstance(call, ast.Call) or not is_range or call.keywords or not 1 <= len(call.args) <= 3:
            raise SemanticsError(self.place(call), "a loop runs over range(…)")
        bounds = tuple(self.expression(bound) for bound in call.args)
        return tree.LoopNode(self.place(node), node.target.id, bounds, self.block(node.body))

    # --- expressions ---

    def expression(self, node: ast.expr) -> tree.Expression:
        convert = _EXPRESSIONS.get(type(node))
        if convert is None:
            raise self.reject(node)
        return convert(self, node)

    def constant(self, node: ast.Constant) -> tree.ConstantNode:
        if not isinstance(node.value, int):
            string = isinstance(node.value, str)
            message = "a string is allowed only in a comparison" if string else f"{ast.unparse(node)} is not an integer"
            raise SemanticsError(self.place(node), message)
        if node.value.bit_length() > LIMIT:
            raise SemanticsError(self.place(node), f"a constant has at most {LIMIT} bits")
        return tree.ConstantNode(self.place(node), node.value)

    def name(self, node: ast.Name) -> tree.NameNode:
        return tree.NameNode(self.place(node), node.id)

    def attribute(self, node: ast.Attribute) -> tree.AttributeNode:
        if node.attr not in PROPERTIES:
            known = ", ".join(PROPERTIES)
            message = f"unknown property .{node.attr}; types have {known}{near(node.attr, PROPERTIES)}"
            raise SemanticsError(self.place(node), message)
        if not isinstance(node.value, (ast.Name, ast.Attribute)):
            raise SemanticsError(self.place(node), f".{node.attr} is a property of types, and this is not a type")
        return tree.AttributeNode(self.place(node), self.expression(node.value), node.attr)

    def unary(self, node: ast.UnaryOp) -> tree.UnaryNode:
        operator = _UNARY.get(type(node.op))
        if operator is None:
            raise self.reject_operator(node, node.op)
        return tree.UnaryNode(self.place(node), operator, self.expression(node.operand))

    def binary(self, node: ast.BinOp) -> tree.BinaryNode:
        operator = _BINARY.get(type(node.op))
        if operator is None:
            raise self.reject_operator(node, node.op)
        return tree.BinaryNode(self.place(node), operator, self.expression(node.left), self.expression(node.right))

    def logic(self, node: ast.BoolOp) -> tree.LogicNode:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        return tree.LogicNode(self.place(node), operator, tuple(self.expression(value) for value in node.values))

    def choice(self, node: ast.IfExp) -> tree.ChoiceNode:
        parts = (self.expression(part) for part in (node.test, node.body, node.orelse))
        return tree.ChoiceNode(self.place(node), *parts)

    def comparison(self, node: ast.Compare) -> tree.ComparisonNode:
        if len(node.ops) != 1:
            raise SemanticsError(self.place(node), "comparisons are not chained; join them with and")
        (sign,), (right,) = node.ops, node.comparators
        operator = _COMPARISONS.get(type(sign))
        if operator is None:
            raise self.reject_operator(node, sign)
        if operator in ("in", "not in"):
            return tree.ComparisonNode(self.place(node), operator, self.compared(node.left), self.constants(right))
        return tree.ComparisonNode(self.place(node), operator, self.compared(node.left), self.compared(right))

    def compared(self, node: ast.expr) -> tree.Expression:
        """Parse a side of a comparison, the only place for a string."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return tree.ConstantNode(self.place(node), node.value)
        return self.expression(node)

    def constants(self, node: ast.expr) -> tree.ConstantsNode:
        items = node.elts if isinstance(node, ast.Tuple) else []
        if not items or not all(isinstance(item, ast.Constant) for item in items):
            raise SemanticsError(self.place(node), '\'in\' is followed by constants in parentheses: ("x", "y")')
        values = tuple(self.compared(item) for item in items)
        return tree.ConstantsNode(
            self.place(node), tuple(item for item in values if isinstance(item, tree.ConstantNode))
        )

    def call(self, node: ast.Call) -> tree.CallNode:
        if not isinstance(node.func, ast.Name):
            raise SemanticsError(self.place(node), "only the functions of the language can be called")
        name = node.func.id
        if name not in self.arities:
            raise SemanticsError(self.place(node), f"unknown function {name}{near(name, self.arities)}")
        if node.keywords:
            raise SemanticsError(self.place(node.keywords[0]), "arguments have no names")
        self.count(node, name)
        return tree.CallNode(self.place(node), name, tuple(self.expression(argument) for argument in node.args))

    def count(self, node: ast.Call, name: str) -> None:
        least, most = self.arities[name]
        if not least <= len(node.args) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise SemanticsError(self.place(node), f"{name} takes {wanted} argument(s), not {len(node.args)}")

    def subscript(self, node: ast.Subscript) -> tree.ElementNode | tree.SliceNode:
        base = self.expression(node.value)
        if not isinstance(node.slice, ast.Slice):
            return tree.ElementNode(self.place(node), base, self.expression(node.slice))
        if node.slice.lower is None or node.slice.upper is None or node.slice.step is not None:
            raise SemanticsError(self.place(node), "a slice is [high:low]")
        high, low = self.expression(node.slice.lower), self.expression(node.slice.upper)
        return tree.SliceNode(self.place(node), base, high, low)


_STATEMENTS: dict[type[ast.stmt], Callable[[_Converter, Any], tree.Statement]] = {
    ast.Assign: _Converter.assign,
    ast.AugAssign: _Converter.aug_assign,
    ast.If: _Converter.branch,
    ast.For: _Converter.loop,
}
_EXPRESSIONS: dict[type[ast.expr], Callable[[_Converter, Any], tree.Expression]] = {
    ast.Constant: _Converter.constant,
    ast.Name: _Converter.name,
    ast.Attribute: _Converter.attribute,
    ast.UnaryOp: _Converter.unary,
    ast.BinOp: _Converter.binary,
    ast.BoolOp: _Converter.logic,
    ast.IfExp: _Converter.choice,
    ast.Compare: _Converter.comparison,
    ast.Call: _Converter.call,
    ast.Subscript: _Converter.subscript,
}
