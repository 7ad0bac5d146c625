"""Functions that records define for texts of semantics (`isa/functions/`), and the replacement of their calls.

A function is a text with parameters, which assigns its value to `result`. The statements of the function replace a
call: they are inserted before the statement with the call, with unique names and the place of the call. Later passes
see no functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from generator.records.yaml_reader import Located
from generator.semantics import table, tree
from generator.semantics.language import parse
from generator.semantics.source import SemanticsError, TextPlace, source_of

RESULT = "result"


@dataclass(frozen=True)
class RecordFunction:
    """Function with its parameters, its statements without calls of other functions, and its text in the record."""

    name: str
    parameters: tuple[str, ...]
    statements: tuple[tree.Statement, ...]
    text: str

    @property
    def local(self) -> frozenset[str]:
        """Names that the function assigns."""
        return frozenset(_assigned(self.statements))

    @property
    def whole(self) -> bool:
        """Return True if every assignment of the result assigns all of it, not bits of it."""
        nodes = (node for node in tree.walk_all(self.statements) if isinstance(node, tree.AssignmentNode))
        return all(isinstance(node.target, tree.NameNode) for node in nodes)


Functions = Mapping[str, RecordFunction]
NONE: Functions = MappingProxyType({})


def arities(functions: Functions) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest number of arguments of each function."""
    return {name: (len(function.parameters), len(function.parameters)) for name, function in functions.items()}


def functions_of(isa: Isa) -> Functions:
    """Return the functions that the records define; raise `RecordError` with their problems."""
    return read_functions(isa.records("function"))


def read_functions(records: Iterable[Located]) -> Functions:
    """Return the functions of the records, which may call one another; raise `RecordError` with their problems."""
    functions: dict[str, RecordFunction] = {}
    pending = {record.data["name"]: record for record in records}
    problems = [
        record.problem(("name",), f"{name} is a function of the language")
        for name, record in pending.items()
        if name in table.FUNCTIONS
    ]
    while pending and not problems:
        # A function is read after the functions that its text seems to call; in a circle, the parser reports the rest.
        ready = [
            name
            for name, record in pending.items()
            if not any(re.search(rf"\b{other}\(", record.data["semantics"]) for other in pending if other != name)
        ]
        for name in ready or list(pending)[:1]:
            record = pending.pop(name)
            try:
                functions[name] = _function(record, functions)
            except RecordError as error:
                problems.extend(error.problems)
    if problems:
        raise RecordError(problems)
    return functions


def _function(record: Located, known: Functions) -> RecordFunction:
    data, source = record.data, source_of(record, ("semantics",))
    parsed = parse(data["semantics"], source, arities(known))
    problems = list(_check_function(record, parsed))
    if problems:
        raise RecordError(problems)
    try:
        statements = inlined(parsed, known).statements
    except SemanticsError as error:
        raise source.error(error) from None
    return RecordFunction(data["name"], tuple(data["parameters"]), statements, data["semantics"])


def _check_function(record: Located, text: tree.ParsedText) -> Iterator[Problem]:
    """Check that a function assigns its result, uses its parameters, and does not change them."""
    nodes = list(tree.walk_all(text.statements))
    assigned = set(_assigned(text.statements))
    read = {node.name for node in nodes if isinstance(node, tree.NameNode)}
    if RESULT not in assigned:
        yield record.problem(("semantics",), f"the function does not assign {RESULT}")
    for index, name in enumerate(record.data["parameters"]):
        if name in assigned:
            yield record.problem(("parameters", index), f"parameter {name!r} is assigned")
        elif name not in read:
            yield record.problem(("parameters", index), f"parameter {name!r} is not used")


def _assigned(statements: Iterable[tree.Statement]) -> Iterator[str]:
    """Yield the names that statements assign, whole or in part."""
    for node in tree.walk_all(tuple(statements)):
        if isinstance(node, tree.AssignmentNode):
            target: Any = node.target
            while not isinstance(target, tree.NameNode):
                target = target.base
            yield target.name
        elif isinstance(node, tree.LoopNode):
            yield node.variable


def inlined(text: tree.ParsedText, functions: Functions) -> tree.ParsedText:
    """Return the text with the statements of functions in place of their calls."""
    if not any(
        isinstance(node, tree.CallNode) and node.function in functions for node in tree.walk_all(text.statements)
    ):
        return text
    taken = {node.name for node in tree.walk_all(text.statements) if isinstance(node, tree.NameNode)}
    return replace(text, statements=tuple(_Inliner(functions, taken).block(text.statements)))


@dataclass
class _Inliner:
    """Replaces calls; `before` are the statements to insert before the current statement."""

    functions: Functions
    taken: set[str]
    before: list[tree.Statement] = field(default_factory=list)

    def block(self, statements: Iterable[tree.Statement]) -> Iterator[tree.Statement]:
        for statement in statements:
            done = None if self.assigns_call(statement) else self.statement(statement)
            yield from self.before
            self.before = []
            if done is not None:
                yield done

    def assigns_call(self, node: tree.Statement) -> bool:
        """Inline a call whose value a variable gets; return False unless its statements can assign the variable."""
        if not (isinstance(node, tree.AssignmentNode) and isinstance(node.target, tree.NameNode)):
            return False
        call = node.value
        if not (isinstance(call, tree.CallNode) and call.function in self.functions):
            return False
        function = self.functions[call.function]
        read = {
            part.name for argument in call.arguments for part in tree.walk(argument) if isinstance(part, tree.NameNode)
        }
        if node.target.name in read or not function.whole:
            return False
        rebuilt = _rebuilt(call, self.value)
        self.call(rebuilt, function, node.target)
        return True

    def statement(self, node: tree.Statement) -> tree.Statement:
        if isinstance(node, tree.BranchNode):
            test = self.value(node.test)
            waiting, self.before = self.before, []
            yes, no = tuple(self.block(node.yes)), tuple(self.block(node.no))
            self.before = waiting
            return replace(node, test=test, yes=yes, no=no)
        if isinstance(node, tree.LoopNode):
            bounds = tuple(self.value(bound) for bound in node.bounds)
            waiting, self.before = self.before, []
            body = tuple(self.block(node.body))
            self.before = waiting
            return replace(node, bounds=bounds, body=body)
        return replace(node, target=self.value(node.target), value=self.value(node.value))

    def value(self, node: Any) -> Any:
        """Return an expression without calls of functions."""
        rebuilt = _rebuilt(node, self.value)
        if isinstance(rebuilt, tree.CallNode) and rebuilt.function in self.functions:
            return self.call(rebuilt, self.functions[rebuilt.function])
        return rebuilt

    def call(self, node: tree.CallNode, function: RecordFunction, target: tree.NameNode | None = None) -> tree.NameNode:
        """Insert the statements of a function before the current statement, and return the name of its result.

        The name is that of the target, if there is a target.
        """
        names: dict[str, tree.Expression] = {
            name: tree.NameNode(node.place, self.new(f"{function.name}_{name}")) for name in sorted(function.local)
        }
        if target is not None:
            names[RESULT] = target
        for name, argument in zip(function.parameters, node.arguments, strict=True):
            names[name] = (
                argument
                if isinstance(argument, (tree.NameNode, tree.ConstantNode, tree.AttributeNode))
                else self.kept(node.place, f"{function.name}_{name}", argument)
            )
        self.before += [_renamed(statement, names, node.place) for statement in function.statements]
        result = names[RESULT]
        assert isinstance(result, tree.NameNode)
        return result

    def kept(self, place: TextPlace, name: str, value: tree.Expression) -> tree.NameNode:
        """Return a new variable with the value of an argument, which is computed once."""
        variable = tree.NameNode(place, self.new(name))
        self.before.append(tree.AssignmentNode(place, variable, value))
        return variable

    def new(self, name: str) -> str:
        """Return a name that is not taken, made from this name."""
        free, count = name, 1
        while free in self.taken:
            count += 1
            free = f"{name}_{count}"
        self.taken.add(free)
        return free


def _renamed(node: Any, names: Mapping[str, tree.Expression], place: TextPlace) -> Any:
    """Return a statement of a function at the place of the call, with arguments in place of parameters."""
    if isinstance(node, tree.NameNode):
        return replace(names.get(node.name, node), place=place)
    if isinstance(node, tree.LoopNode):
        variable = names[node.variable]
        assert isinstance(variable, tree.NameNode)
        node = replace(node, variable=variable.name)
    rebuilt = _rebuilt(node, lambda child: _renamed(child, names, place))
    if isinstance(rebuilt, tree.AttributeNode) and isinstance(rebuilt.base, tree.ConstantNode):
        raise SemanticsError(place, f".{rebuilt.name} is a property of types, and {rebuilt.base.value} is not a type")
    return replace(rebuilt, place=place)


def _rebuilt(node: Any, change: Any) -> Any:
    """Return a copy of a node with changed children."""
    parts = {}
    for attribute in fields(node):
        value = getattr(node, attribute.name)
        if isinstance(value, tree.Node):
            parts[attribute.name] = change(value)
        elif isinstance(value, tuple) and not isinstance(value, TextPlace):
            parts[attribute.name] = tuple(change(item) for item in value)
    return replace(node, **parts) if parts else node
