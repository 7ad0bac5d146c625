"""Models of memory consistency: definitions from records, and their evaluation over one execution.

A model is a list of definitions in levels. Level 0 follows from the program alone; each further level needs one more
choice: which write each read returns (1), the order of ``fence.sc`` (2), and coherence order (3). Evaluating a level
sets an attribute of the execution for each definition, and tests the axioms of that level.

The same definitions are evaluated in two ways. The generator compiles the models of the records to straight-line Python
(`ptxisa._generated.memory_model`); the interpreter here evaluates any model, also one that a user changed.

    model = MemoryModel.of("8.7")                        # compiled
    model = MemoryModel.of("8.7", without=["scopes"])    # interpreted
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ptxisa.memory_model.expressions import Expression, names, without
from ptxisa.memory_model.relations import Space

CHOICES = {"reads_from": 1, "sc_fence_order": 2, "coherence_order": 3, "from_reads": 3}
"""Level at which each choice becomes known."""
LEVELS = 4
"""Levels of evaluation: a choice that breaks an axiom ends before the choices of later levels multiply it."""


class AxiomTest(NamedTuple):
    """Test of an axiom: "empty", "irreflexive" or "acyclic", and the relation that must be so."""

    kind: str
    expression: Expression
    identifier: str = ""


class Definition(NamedTuple):
    """Definition of a set, a relation, an order or an axiom.

    A set or relation has a `body`, or none if it follows from the program. An order has the pairs that it must relate
    (`total`) and those that it must contain (`contains`). An axiom has `tests`.
    """

    name: str
    kind: str
    body: Expression | None = None
    total: Expression | None = None
    contains: Expression | None = None
    tests: tuple[AxiomTest, ...] = ()

    def parts(self) -> list[Expression]:
        """Return every expression of the definition."""
        expressions = [self.body, self.total, self.contains, *(test.expression for test in self.tests)]
        return [expression for expression in expressions if expression]


class Ambiguity(NamedTuple):
    """A place where the text allows two readings, a and b.

    `replaces` has the definitions of the reading that is not chosen; an ambiguity without definitions concerns the
    events, and `concerns` names what a test must contain for the readings to differ.
    """

    choice: str
    concerns: str = ""
    replaces: Mapping[str, Definition] = {}


class UnknownModel(ValueError):
    """Error: there is no such model, or no such record or term in a model."""


class MemoryModel:
    """Model of memory consistency."""

    def __init__(
        self,
        name: str,
        definitions: Mapping[str, Definition],
        compiled: tuple[Callable[[Any], bool], ...] | None = None,
        choices: Mapping[str, str] | None = None,
        dropped: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.definitions = definitions
        self.choices: Mapping[str, str] = choices or {}
        """Reading of each ambiguity that was chosen, by its id."""
        self.dropped = dropped
        """Ids of records and terms that were left out."""
        self._compiled = compiled
        self.plan = plan(definitions)

    @staticmethod
    def of(name: str = "8.7", without: Iterable[str] = (), choose: Mapping[str, str] | None = None) -> MemoryModel:
        """Return a model by its PTX version.

        Args:
            name: PTX version of the model.
            without: Ids of records and of terms that the model shall not have.
            choose: Reading ("a" or "b") of each ambiguity by its id.

        Raises:
            UnknownModel: There is no such model, record, term or reading.
        """
        return _model(name, tuple(without), tuple(sorted((choose or {}).items())))

    def level(self, number: int, execution: Any) -> bool:
        """Evaluate a level, and return whether its axioms hold.

        Args:
            number: Level; the levels before must have been evaluated.
            execution: Execution with the attribute `space`, and every set and relation that the program or a choice
                gives.
        """
        if self._compiled:
            return self._compiled[number](execution)
        return not any(self.violations(number, execution))

    def violations(self, number: int, execution: Any) -> Iterable[tuple[Definition, AxiomTest, int]]:
        """Evaluate a level by interpretation; yield each violated axiom with its test and the offending relation."""
        space: Space = execution.space
        for definition in self.plan[number]:
            if definition.kind == "axiom":
                for test in definition.tests:
                    relation = evaluate(test.expression, execution)
                    if not holds(test.kind, relation, space):
                        yield definition, test, relation
            elif definition.kind == "order":
                setattr(execution, f"{definition.name}_total", _value(definition.total, execution))
                setattr(execution, f"{definition.name}_contains", _value(definition.contains, execution))
            elif definition.body:
                setattr(execution, definition.name, evaluate(definition.body, execution))


def _value(expression: Expression | None, execution: Any) -> int:
    return evaluate(expression, execution) if expression else 0


def holds(kind: str, relation: int, space: Space) -> bool:
    """Return True if a relation is empty, irreflexive or acyclic."""
    if kind == "empty":
        return not relation
    return space.irreflexive(relation) if kind == "irreflexive" else space.acyclic(relation)


def evaluate(expression: Expression, execution: Any) -> int:
    """Return the value of an expression by interpretation."""
    operator, operands = expression.operator, expression.operands
    space: Space = execution.space
    if operator == "name":
        return int(getattr(execution, expression.name))
    if operator == "all":
        result = space.everything
        for operand in operands:
            result &= evaluate(operand, execution)
        return result
    values = [evaluate(operand, execution) for operand in operands]
    if operator in ("any", "|"):
        return functools.reduce(int.__or__, values, 0)
    if operator == "term":
        return values[0]
    if operator == "&":
        return values[0] & values[1]
    if operator == "-":
        return values[0] & ~values[1]
    if operator == ";":
        return space.compose(values[0], values[1])
    if operator == "*":
        return space.product(values[0], values[1])
    if operator == "[]":
        return space.diagonal(values[0])
    if operator == "^-1":
        return space.inverse(values[0])
    closed = values[0] if operator == "^?" else space.closure(values[0])
    return closed if operator == "^+" else closed | space.identity


def plan(definitions: Mapping[str, Definition]) -> tuple[tuple[Definition, ...], ...]:
    """Return the definitions of each level, each after those that it refers to.

    Raises:
        UnknownModel: Definitions refer to each other in a circle.
    """
    levels: dict[str, int] = dict(CHOICES)
    ordered: list[list[Definition]] = [[] for _ in range(LEVELS)]
    visiting: set[str] = set()

    def level_of(name: str) -> int:
        if name in levels:
            return levels[name]
        if name in visiting:
            raise UnknownModel(f"the definition of {name} refers to itself")
        definition = definitions[name]
        visiting.add(name)
        # Sorted, so that the generated module does not depend on the hashes of texts.
        level = max((level_of(used) for part in definition.parts() for used in sorted(names(part))), default=0)
        levels[name] = level
        ordered[level].append(definition)
        return level

    for definition in definitions.values():
        if definition.kind != "order":
            level_of(definition.name)
    for definition in definitions.values():
        if definition.kind == "order":
            # An order is chosen after what it must contain is known, and before its own level.
            needed = max((level_of(used) for part in definition.parts() for used in sorted(names(part))), default=0)
            ordered[min(needed, CHOICES[definition.name] - 1)].append(definition)
    return tuple(map(tuple, ordered))


@functools.lru_cache(maxsize=256)
def _model(name: str, dropped: tuple[str, ...], chosen: tuple[tuple[str, str], ...]) -> MemoryModel:
    from ptxisa._generated import memory_model as generated

    if name not in generated.MODELS:
        raise UnknownModel(f"there is no memory model {name!r}; choose one of {', '.join(generated.MODELS)}")
    definitions: dict[str, Definition] = dict(generated.MODELS[name])
    if not dropped and not chosen:
        return MemoryModel(name, definitions, generated.COMPILED[name])
    for identifier, reading in chosen:
        if identifier not in generated.AMBIGUITIES:
            raise UnknownModel(f"there is no ambiguity {identifier!r}; they are {', '.join(generated.AMBIGUITIES)}")
        if reading not in ("a", "b"):
            raise UnknownModel(f"an ambiguity has the readings a and b, not {reading!r}")
        if reading != generated.AMBIGUITIES[identifier].choice:
            definitions.update(generated.AMBIGUITIES[identifier].replaces)
    for identifier in dropped:
        definitions = _without(definitions, identifier)
    return MemoryModel(name, definitions, choices=dict(chosen), dropped=dropped)


def ambiguities() -> Mapping[str, Ambiguity]:
    """Return the ambiguities of the text by their ids."""
    from ptxisa._generated import memory_model as generated

    return generated.AMBIGUITIES


def _without(definitions: dict[str, Definition], identifier: str) -> dict[str, Definition]:
    """Return the definitions without a record or a term."""
    for name, definition in definitions.items():
        if name == identifier:
            if definition.kind == "axiom":
                empty = definition._replace(tests=())
            elif definition.kind == "order":
                empty = definition._replace(total=None, contains=None)
            else:
                empty = definition._replace(body=Expression("any"))
            return {**definitions, name: empty}
        shorter = _without_term(definition, identifier)
        if shorter:
            return {**definitions, name: shorter}
    raise UnknownModel(f"the model has no record or term {identifier!r}")


def _without_term(definition: Definition, identifier: str) -> Definition | None:
    body = definition.body
    if body:
        if body.name == identifier and body.operator == "term":
            return definition._replace(body=Expression("any"))
        shorter = without(body, identifier)
        return definition._replace(body=shorter) if shorter else None
    if definition.total and definition.total.name == identifier:
        return definition._replace(total=None)
    if definition.contains and definition.contains.name == identifier:
        return definition._replace(contains=None)
    tests = tuple(test for test in definition.tests if test.identifier != identifier)
    return definition._replace(tests=tests) if len(tests) < len(definition.tests) else None
