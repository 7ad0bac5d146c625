"""Records as typed values, built from the plain data of validated files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.records.problems import Problem
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.forms import (
    Advisory,
    Case,
    Choice,
    Clause,
    Condition,
    Constraint,
    Contract,
    End,
    Form,
    Limit,
    Operand,
    Promise,
    Rule,
    StateAccess,
    Stride,
)
from ptxisa.numbers.formats import Format
from ptxisa.syntax.template import Template


@dataclass(frozen=True)
class TypeRecord:
    """A data type: width, elements, and the declared types of registers that may hold it."""

    name: str
    kind: str
    bits: int
    registers: tuple[str, ...]
    declarable: bool
    summary: str
    availability: tuple[Clause, ...]
    element: str | None = None
    elements: int = 1
    stride: int = 0
    format: Format | None = None

    @property
    def signed(self) -> bool:
        """True for signed integers."""
        return self.kind == "signed"


@dataclass(frozen=True)
class ModifierValue:
    """Value of a modifier group."""

    value: str
    summary: str
    group: str
    repeatable: bool = False
    reinterpreted: tuple[str, ...] = ()
    meanings: tuple[tuple[tuple[str, ...], str], ...] = ()

    def meaning_in(self, instruction: str) -> str:
        """Return what the value means in an instruction."""
        return next((summary for names, summary in self.meanings if instruction in names), self.summary)


@dataclass(frozen=True)
class TargetModel:
    """Bit-exact behavior of the targets that `target` admits.

    Without `semantics` it is that of the contract, and what that leaves open is the value that it names.
    With `until`, it applies to modules of PTX up to that version.
    """

    target: str
    when: Condition
    summary: str
    semantics: str | None = None
    until: str = ""


@dataclass(frozen=True)
class FormProgram:
    """The executable part of a form: its contract, the models of named targets, or why there is none."""

    semantics: str | None
    no_semantics: str | None
    models: tuple[TargetModel, ...]


@dataclass(frozen=True)
class FormRecord:
    """Form of a record with its syntax parsed."""

    record: Located
    index: int
    template: Template

    @property
    def data(self) -> Mapping[str, Any]:
        """Data of the form in its record."""
        form: Mapping[str, Any] = self.record.data["forms"][self.index]
        return form

    def problem(self, steps: Steps, message: str) -> Problem:
        """Return a problem at a place in the form."""
        return self.record.problem(("forms", self.index, *steps), message)


def condition(data: Mapping[str, Any] | None) -> dict[str, bool | tuple[str, ...]]:
    """Return a condition with lists as tuples."""
    return {slot: value if isinstance(value, bool) else tuple(value) for slot, value in (data or {}).items()}


def by_case(data: Any) -> Any:
    """Return a plain value, or a tuple of cases."""
    if isinstance(data, list):
        return tuple(Case(condition(case.get("when")), case["is"]) for case in data)
    return data


def sources(data: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    """Yield every section of a document that a record cites, including those of its facts and statements."""
    yield from data.get("sources", ())
    yield from (fact["source"] for fact in data.get("facts", ()) if "document" in fact["source"])
    for statement in data.get("statements", ()):
        yield from statement["sources"]


def clauses(data: Mapping[str, Any], key: str = "availability") -> tuple[Clause, ...]:
    """Return the clauses of availability, or of another key."""
    return tuple(
        Clause(clause["id"], clause["ptx"], clause["target"], condition(clause.get("when")))
        for clause in data.get(key, ())
    )


def operand(name: str, data: Mapping[str, Any]) -> Operand:
    """Return an operand of a form."""
    # A register that is read may be a constant by default. A list has a case for each condition on modifiers.
    given = data.get("immediate", "allowed" if data["access"] == "read" else "forbidden")
    case = given[0] if isinstance(given, list) else given
    bounds = given if isinstance(given, dict) else {}
    return Operand(
        name=name,
        access=data["access"],
        type=by_case(data.get("type", "")),
        summary=data["summary"],
        kind=data.get("kind", "register"),
        immediate=case if isinstance(case, str) else "required" if case.get("required") else "allowed",
        minimum=bounds.get("min"),
        maximum=bounds.get("max"),
        choices=choices(given),
        exclusive_minimum=bounds.get("exclusive_min"),
        underscore=data.get("underscore") in ("required", "whole_vector") or by_case(data.get("underscore", False)),
        underscore_required=data.get("underscore") == "required",
        underscore_for_vector=data.get("underscore") == "whole_vector",
        multiple_of=bounds.get("multiple_of", 1),
        window=by_case(data.get("window", "")),
        object=data.get("object", ""),
        special_registers=data.get("special_registers", data.get("kind") == "address"),
        vector=by_case(data.get("vector")),
        wider_registers=data.get("wider_registers", False),
        widest_register=data.get("widest_register", ""),
        braces=data.get("braces", False),
        space=by_case(data.get("space")),
        alignment=by_case(data.get("alignment")),
        stride_of=stride(data["stride_of"]) if "stride_of" in data else None,
        array_element=data.get("array_element", False),
        longer_vectors=data.get("longer_vectors", False),
        index_elements=by_case(data.get("index_elements")),
        member_mask=data.get("member_mask", False),
        present_when=condition(data["present_when"]) if "present_when" in data else None,
    )


def stride(data: Mapping[str, Any]) -> Stride:
    """Return the lines of a stride; their type is named as in a record, `$type`."""
    return Stride(data["address"], data["elements"].removeprefix("$"), data["alignment"])


def choices(given: Any) -> tuple[int, ...] | tuple[Choice, ...]:
    """Return the only constants that an operand may have, perhaps by case."""
    if isinstance(given, list):
        return tuple(Choice(condition(case.get("when")), tuple(case["values"])) for case in given)
    return tuple(given.get("values", ())) if isinstance(given, dict) else ()


def rule(data: Mapping[str, Any], constraint: Callable[[Mapping[str, Any]], Constraint]) -> Rule:
    """Return a restriction; `constraint` resolves alternatives and comparisons of its conditions."""
    return Rule(
        why=data["why"],
        when=constraint(data.get("when", {})),
        require=constraint(data["require"]) if "require" in data else None,
        exclude=constraint(data["exclude"]) if "exclude" in data else None,
        same=tuple(data.get("same", ())),
        together=tuple(data.get("together", ())),
        id=data["id"],
    )


def limits(data: Mapping[str, Any], constraint: Callable[[Mapping[str, Any]], Constraint]) -> tuple[Limit, ...]:
    """Return the limits of a form; `constraint` resolves alternatives and comparisons of their conditions."""
    return tuple(
        Limit(limit["id"], limit["require"], limit["why"], constraint(limit.get("when", {})))
        for limit in data.get("limits", ())
    )


def ends(data: Mapping[str, Any], key: str) -> tuple[End, ...]:
    """Return the deprecations or removals of a form or record."""
    return tuple(
        End(end.get("ptx"), end.get("target"), condition(end.get("when")), end.get("note", ""))
        for end in data.get(key, ())
    )


def advisories(data: Mapping[str, Any]) -> tuple[Advisory, ...]:
    """Return what ptxas advises about statements of a form."""
    return tuple(
        Advisory(
            advice["id"],
            advice["since"],
            advice["severity"],
            advice["text"],
            advice["why"],
            condition(advice.get("when")),
            advice.get("except_target", ""),
        )
        for advice in data.get("advisories", ())
    )


def states(data: Mapping[str, Any]) -> tuple[StateAccess, ...]:
    """Return the state that a form reads or writes besides its operands."""
    return tuple(
        StateAccess(state["name"], state["access"], state["summary"], condition(state.get("when")))
        for state in data.get("state", ())
    )


PROMISES = ("result", "ulp", "relative", "absolute")
"""Keys of which each row of a contract has one."""


def contract(data: Mapping[str, Any]) -> Contract | None:
    """Return the contract of a form with several permitted results, or None."""
    if "contract" not in data:
        return None
    described = data["contract"]
    flush = {} if described.get("flush") == "always" else described.get("flush")
    return Contract(
        described["function"],
        tuple(map(promise, described["rows"])),
        None if flush is None else condition(flush),
        described.get("upper_bits"),
    )


def promise(data: Mapping[str, Any]) -> Promise:
    """Return one promise of a contract."""
    kind = next(key for key in PROMISES if key in data)
    given = {
        name: tuple(classes) if isinstance(classes, list) else classes
        for name, classes in data.get("operands", {}).items()
    }
    return Promise(kind, str(data[kind]), condition(data.get("when")), given)


def program(data: Mapping[str, Any]) -> FormProgram:
    """Return the executable part of a form."""
    models = tuple(
        TargetModel(
            model["target"],
            condition(model.get("when")),
            model["summary"],
            model.get("semantics"),
            model.get("until", ""),
        )
        for model in data.get("models", ())
    )
    return FormProgram(data.get("semantics"), data.get("no_semantics"), models)


def type_record(record: Located) -> TypeRecord:
    """Return the type of a record."""
    data = record.data
    return TypeRecord(
        name=data["name"],
        kind=data["class"],
        bits=data["bits"],
        registers=tuple(data["registers"]),
        declarable=data["declarable"],
        summary=data["summary"],
        availability=clauses(data),
        element=data.get("element"),
        elements=data.get("elements", 1),
        stride=data.get("stride", 0),
        format=Format(data["name"], data["bits"], **data["format"]) if "format" in data else None,
    )


@dataclass(frozen=True)
class RecordedInstruction:
    """An instruction record with its forms resolved."""

    name: str
    family: str
    summary: str
    data: Mapping[str, Any]
    located: Located
    forms: tuple[Form, ...]
    programs: tuple[FormProgram, ...]

    @property
    def identity(self) -> str:
        """`family/name`, unique among instruction records."""
        return f"{self.family}/{self.name}"

    @property
    def mnemonic(self) -> str:
        """First word of the opcodes."""
        return self.forms[0].mnemonic
