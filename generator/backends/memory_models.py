"""The memory models: their definitions as data, and each model compiled to straight-line Python.

A compiled model has one function for each level (`ptxisa.memory_model.model`). What a level needs of an earlier level
is an attribute of the execution; a part of an expression that an earlier level can compute moves to that level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.backends.python_module import module
from generator.records.isa import Isa
from generator.records.problems import Problem, RecordError
from ptxisa.memory_model.expressions import Expression, ExpressionError, names, parse, type_of
from ptxisa.memory_model.model import CHOICES, LEVELS, Ambiguity, AxiomTest, Definition, UnknownModel, plan

TESTS = ("empty", "irreflexive", "acyclic")
Data = Mapping[str, Any]


def emit(isa: Isa) -> str:
    """Return the source of `ptxisa/_generated/memory_model.py`."""
    definitions = _definitions(isa)
    overlays = {
        record["name"]: {
            name: _definition(name, definitions[name].kind, data) for name, data in record.get("replaces", {}).items()
        }
        for record in _records(isa, "model")
    }
    ambiguities = {
        record["name"]: Ambiguity(
            record["choice"],
            record.get("concerns", ""),
            {
                name: _definition(name, definitions[name].kind, data)
                for name, data in record.get("replaces", {}).items()
            },
        )
        for record in _records(isa, "ambiguity")
    }
    compiled: list[str] = []
    table: list[str] = []
    for name, overlay in overlays.items():
        functions = list(_functions(name, {**definitions, **overlay}))
        compiled += [text for _, text in functions]
        table.append(f"    {name!r}: ({', '.join(function for function, _ in functions)}),")
    head = module(
        "Models of memory consistency.",
        ["isa/memory_model/"],
        {
            "DEFINITIONS: dict[str, Definition]": definitions,
            "OVERLAYS: dict[str, dict[str, Definition]]": overlays,
            "AMBIGUITIES: dict[str, Ambiguity]": ambiguities,
        },
    )
    head = head.replace("\nfrom ptxisa", "\nfrom typing import Any\n\nfrom ptxisa", 1)
    models = "MODELS = {name: {**DEFINITIONS, **overlay} for name, overlay in OVERLAYS.items()}"
    return "\n".join([head, models, *compiled, "", "COMPILED = {", *table, "}", ""])


def _records(isa: Isa, kind: str) -> list[Data]:
    return [record.data for record in isa.records("memory_model") if record.data["class"] == kind]


def _definitions(isa: Isa) -> dict[str, Definition]:
    """Return the definitions of the newest text, with their expressions checked."""
    definitions = {}
    for record in isa.records("memory_model"):
        data = record.data
        if data["class"] in ("set", "relation", "order", "axiom"):
            try:
                definitions[data["name"]] = _definition(data["name"], data["class"], data)
            except ExpressionError as error:
                raise RecordError([Problem(record.path, 1, 1, str(error))]) from error
    types = {name: "set" if definition.kind == "set" else "relation" for name, definition in definitions.items()}
    for record in isa.records("memory_model"):
        definition = definitions.get(record.data["name"])
        for part in definition.parts() if definition else ():
            try:
                kind = type_of(part, types)
            except ExpressionError as error:
                raise RecordError([Problem(record.path, 1, 1, str(error))]) from error
            if definition and kind != types[definition.name]:
                raise RecordError([Problem(record.path, 1, 1, f"the definition of {definition.name} is a {kind}")])
    try:
        plan(definitions)
    except UnknownModel as error:
        raise RecordError([Problem(record.path, 1, 1, str(error))]) from error
    return definitions


def _definition(name: str, kind: str, data: Data) -> Definition:
    if kind == "axiom":
        parts = data.get("any", [data])
        tests = tuple(
            AxiomTest(test, parse(part[test]), part.get("id", "")) for part in parts for test in TESTS if test in part
        )
        return Definition(name, kind, tests=tests)
    if kind == "order":
        contains = data.get("contains")
        return Definition(name, kind, total=term(data["total"]), contains=term(contains) if contains else None)
    return Definition(name, kind, body=None if data.get("given") else term(data))


def term(data: Data) -> Expression:
    """Return the expression of a term: `expression`, or the union (`any`) or intersection (`all`) of terms."""
    identifier = data.get("id", "")
    if "expression" in data:
        return Expression("term", (parse(data["expression"]),), identifier)
    operator = "any" if "any" in data else "all"
    return Expression(operator, tuple(map(term, data[operator])), identifier)


class _ModelCompiler(NamedTuple):
    """Compiler of the expressions of one model."""

    levels: Mapping[str, int]
    lines: list[list[str]]
    hoisted: dict[tuple[Expression, int], str]

    def level(self, expression: Expression) -> int:
        return max((self.levels[name] for name in names(expression)), default=0)

    def atom(self, expression: Expression, level: int) -> str:
        """Return the source of an operand, computed at an earlier level if that is possible."""
        source = self.source(expression, level)
        if expression.operator != "name":
            needed = self.level(expression)
            if needed < level:
                key = (expression, needed)
                if key not in self.hoisted:
                    self.hoisted[key] = f"x.part_{len(self.hoisted)}"
                    self.lines[needed].append(f"{self.hoisted[key]} = {self.source(expression, needed)}")
                return self.hoisted[key]
        return source

    def source(self, expression: Expression, level: int) -> str:
        """Return the source of an expression."""
        operator, operands = expression.operator, expression.operands
        if operator == "name":
            return f"x.{expression.name}"
        if operator in ("any", "all"):
            mark = " | " if operator == "any" else " & "
            return "(" + (mark.join(self.atom(part, level) for part in operands) or "0") + ")"
        if operator == ";":
            return self.composition(expression, level)
        parts = [self.atom(part, level) for part in operands]
        if operator == "-":
            return f"({parts[0]} & ~{parts[1]})"
        if operator in ("|", "&"):
            return f"({parts[0]} {operator} {parts[1]})"
        if operator == "*":
            return f"(space.spread({parts[0]}) * {parts[1]})"
        if operator == "[]":
            return f"space.diagonal({parts[0]})"
        if operator == "^-1":
            return f"space.inverse({parts[0]})"
        closed = parts[0] if operator == "^?" else f"space.closure({parts[0]})"
        return closed if operator == "^+" else f"({closed} | space.identity)"

    def composition(self, expression: Expression, level: int) -> str:
        """Return the source of a chain of compositions; the identity on a set becomes a mask of its neighbor."""
        factors = list(_chain(expression))
        result = ""
        pending: Expression | None = None
        for factor in factors:
            if factor.operator == "[]":
                mask = self.atom(factor.operands[0], level)
                if result:
                    # Columns of the chain so far: pairs that end in the set.
                    result = f"({result} & space.column * ({mask}))"
                else:
                    pending = (
                        factor
                        if pending is None
                        else Expression("[]", (Expression("&", (pending.operands[0], factor.operands[0])),))
                    )
                continue
            source = self.atom(factor, level)
            if pending is not None:
                rows = self.atom(Expression("*", (pending.operands[0], Expression("name", (), "events"))), level)
                source, pending = f"({source} & {rows})", None
            result = f"compose({result}, {source})" if result else source
        if pending is not None:
            result = self.atom(pending, level)
        return result


def _chain(expression: Expression) -> Iterator[Expression]:
    if expression.operator == ";":
        for operand in expression.operands:
            yield from _chain(operand)
    else:
        yield expression


def _bare(expression: Expression) -> Expression:
    if expression.operator == "name":
        return expression
    operands = tuple(map(_bare, expression.operands))
    if expression.operator == "term" or (expression.operator in ("any", "all") and len(operands) == 1):
        return operands[0]
    return Expression(expression.operator, operands)


def _functions(name: str, definitions: Mapping[str, Definition]) -> Iterator[tuple[str, str]]:
    """Yield the name and source of the function of each level of a model."""
    ordered = plan(definitions)
    levels = dict(CHOICES)
    for number, group in enumerate(ordered):
        levels.update({definition.name: number for definition in group if definition.kind != "order"})
    compiler = _ModelCompiler(levels, [[] for _ in range(LEVELS)], {})
    for number, group in enumerate(ordered):
        for definition in group:
            # Without the ids of their terms, equal expressions are equal, and are computed once.
            plain = definition._replace(
                body=definition.body and _bare(definition.body),
                total=definition.total and _bare(definition.total),
                contains=definition.contains and _bare(definition.contains),
                tests=tuple(test._replace(expression=_bare(test.expression)) for test in definition.tests),
            )
            for line in _statements(compiler, plain, number):
                compiler.lines[number].append(line)
    for number, lines in enumerate(compiler.lines):
        function = f"_model_{name.replace('.', '_')}_level_{number}"
        body = [f"    {line}" for line in ("space = x.space", "compose = space.compose", *lines, "return True")]
        yield function, "\n".join(["", "", f"def {function}(x: Any) -> bool:", *body])


def _statements(compiler: _ModelCompiler, definition: Definition, level: int) -> Iterator[str]:
    if definition.kind == "order":
        for part in ("total", "contains"):
            expression = getattr(definition, part)
            yield f"x.{definition.name}_{part} = {compiler.source(expression, level) if expression else 0}"
    elif definition.kind == "axiom":
        for test in definition.tests:
            source = compiler.source(test.expression, level)
            if test.kind == "empty":
                yield f"if {source}: return False"
            elif test.kind == "irreflexive":
                yield f"if {source} & space.identity: return False"
            else:
                yield f"if space.closure({source}) & space.identity: return False"
    elif definition.body:
        yield f"x.{definition.name} = {compiler.source(definition.body, level)}"
