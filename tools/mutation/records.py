"""Seeded faults in records of instructions: each is one small change of a record.

`faults` lists them; `put_in` changes the resolved record and loads the modules that are generated from it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from types import ModuleType
from typing import Any, NamedTuple

from generator.backends import forms
from generator.backends.forms import by_mnemonic
from generator.records.isa import Isa
from generator.records.proofs import prove
from generator.records.resolve import resolve
from generator.semantics.functions import functions_of
from generator.semantics_modules import modules_of
from ptxisa.isa.forms import Form, holds
from ptxisa.isa.language import conversions
from ptxisa.isa.names import module_name
from ptxisa.isa.targets import known as targets
from ptxisa.isa.variants import covering
from ptxisa.isa.versions import known as versions
from ptxisa.isa.versions import order
from ptxisa.query.availability import form_available
from ptxisa.syntax.template import parse_template
from tools.mutation.arithmetic import operator_changes

Edit = Callable[[dict[str, Any]], None]
TYPES = {
    "u32": "u64",
    "s32": "u64",
    "u64": "u32",
    "f32": "f64",
    "f64": "f32",
    "b32": "b64",
    "b64": "b32",
    "f16": "bf16",
}
"""Replacement of each fixed type of an operand; any other becomes b32.

The width or the format changes: no assembler reports the sign of a fixed type, and no result depends on it.
"""


class RecordFault(NamedTuple):
    """A fault in a form."""

    group: str
    form: str
    """Id of the form."""
    mnemonic: str
    words: str
    edit: Edit
    """Changes the data of the form in place."""

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.form}: {self.words}"


def faults(isa: Isa) -> Iterator[RecordFault]:
    """Yield every fault of every form."""
    for record in isa.records("instruction"):
        name = record.data.get("mnemonic", record.data["name"].split(".")[0])
        for form in record.data["forms"]:
            mnemonic = str(form["syntax"]).split()[0].split(".")[0].split("{")[0].rstrip(";") or name
            for edits in (_semantics, _operands, _availability, _rules, _values):
                for group, words, edit in edits(form):
                    yield RecordFault(group, form["id"], mnemonic, words, edit)


def _semantics(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    """Yield changes of operators, conditions and constants of the text."""
    text = form.get("semantics")
    if not isinstance(text, str):
        return
    for index, node in enumerate(ast.walk(ast.parse(text))):
        for number, (words, _) in enumerate(operator_changes(node)):
            yield "semantics", f"{words} in line {getattr(node, 'lineno', '?')}", _change_text(index, number)


def _change_text(index: int, number: int) -> Edit:
    def edit(form: dict[str, Any]) -> None:
        tree = ast.parse(form["semantics"])
        node = list(ast.walk(tree))[index]
        list(operator_changes(node))[number][1](node)
        form["semantics"] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    return edit


def _operands(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    shapes = {name: operand.shape for operand in parse_template(form["syntax"]).operands for name in operand.names}
    for name, operand in form["operands"].items():
        place = "operands", name
        if other := _other_type(form, operand):
            yield "types", f"{name} is {other}", _set((*place, "type"), other)
        # A rule of immediates matters only where a type of the operand has constants, and outside of brackets.
        within_address = shapes.get(name) == "address" and "vector" not in operand
        constants = conversions()["constant_operands"].cells
        if not within_address and any(constants.get(type_) != {} for type_ in _types(form, operand.get("type"))):
            if "immediate" in operand:
                yield "operands", f"{name} has no rule of immediates", _drop((*place, "immediate"))
            elif operand["access"] == "read" and "kind" not in operand:
                yield "operands", f"{name} takes no immediate", _set((*place, "immediate"), "forbidden")
        for key in ("range", "align", "underscore", "negated", "wider_registers"):
            if key in operand:
                yield "operands", f"{name} without {key}", _drop((*place, key))


def _other_type(form: dict[str, Any], operand: dict[str, Any]) -> str:
    """Return the replacement of a type; empty if it is not fixed, or is not that of a value."""
    type_, immediate = operand.get("type", "$"), operand.get("immediate")
    if operand.get("underscore") == "required":
        return ""
    if not isinstance(type_, str) or type_[:1] == "$" or (operand.get("kind") == "address" and "semantics" not in form):
        return ""
    first = immediate[0] if isinstance(immediate, list) else immediate
    # A constant has no width of its own: only a floating-point type changes what may be written.
    constant = first == "required" or (isinstance(first, dict) and first.get("required"))
    return "f64" if constant else TYPES.get(type_, "b32")


def _types(form: dict[str, Any], type_: Any) -> Iterator[str]:
    """Yield the types that an operand may have: a fixed type, those of a slot, those of several cases."""
    if isinstance(type_, list):
        for case in type_:
            yield from _types(form, case["is"])
    elif isinstance(type_, str) and type_[:1] == "$":
        values = form.get("where", {}).get(type_[1:], [type_])
        yield from values.get("values", [type_]) if isinstance(values, dict) else values
    else:
        yield str(type_)


def _availability(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    """Yield floors that are one version or target too early or too late, and clauses without their condition."""
    version_names = list(versions())
    base_targets = [f"{target.name}+" for target in targets().values() if target.variant == "base"]
    for key in ("availability", "requirements"):
        for index, clause in enumerate(form.get(key, ())):
            for field, names in (("ptx", version_names), ("target", base_targets)):
                if clause[field] in names:
                    position = names.index(clause[field])
                    for other in (position - 1, position + 1):
                        if 0 <= other < len(names):
                            words = f"{clause['id']}: {names[other]}"
                            yield "availability", words, _set((key, index, field), names[other])
            if "when" in clause:
                yield "availability", f"{clause['id']} always", _drop((key, index, "when"))


def _rules(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for index, rule in enumerate(form.get("rules", ())):
        place = "rules", index
        yield "rules", f"without rule {rule['id']}", _drop(place)
        for key, other in (("require", "exclude"), ("exclude", "require")):
            if key in rule:
                yield "rules", f"rule {rule['id']}: {other}", _rename(place, key, other)
        for slot, values in rule.get("require", {}).items():
            if isinstance(values, list) and len(values) > 1:
                words = f"rule {rule['id']}: {slot} without {values[-1]}"
                yield "rules", words, _drop_last((*place, "require", slot))


def _values(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for slot, values in form.get("where", {}).items():
        listed = values.get("values") if isinstance(values, dict) else values
        if isinstance(listed, list) and len(listed) > 1:
            place = ("where", slot, "values") if isinstance(values, dict) else ("where", slot)
            yield "modifiers", f"{slot} without {listed[-1]}", _drop_last(place)


# --- edits ---


def _at(form: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        form = form[key]
    return form


def _set(place: tuple[Any, ...], value: Any) -> Edit:
    return lambda form: _at(form, place[:-1]).__setitem__(place[-1], value)


def _drop(place: tuple[Any, ...]) -> Edit:
    return lambda form: _at(form, place[:-1]).__delitem__(place[-1])


def _drop_last(place: tuple[Any, ...]) -> Edit:
    return lambda form: _at(form, place[:-1]).__setitem__(place[-1], _at(form, place)[:-1])


def _rename(place: tuple[Any, ...], key: str, other: str) -> Edit:
    def edit(form: Any) -> None:
        rule = _at(form, place)
        rule[other] = rule.pop(key)

    return edit


# --- putting them in ---


def put_in(fault: RecordFault, isa: Isa) -> bool:
    """Change the record and load the modules that are generated from it.

    Returns:
        False if the modules stay as they are, or every variant is available at the same places as before.

    Raises:
        RecordError: The build reports the fault.
    """
    before, right = _module_of_forms(fault.mnemonic, isa), _form(fault, isa)
    for record in isa.records("instruction"):
        for index, form in enumerate(record.data["forms"]):
            if form["id"] == fault.form:
                changed = deepcopy(form)
                fault.edit(changed)
                record.data["forms"][index] = changed
    wrong = resolve(isa.loaded)
    prove(wrong)
    text = _module_of_forms(fault.mnemonic, wrong)
    if text == before and fault.group != "semantics":
        return False
    if fault.group == "availability" and available_alike(right, _form(fault, wrong)):
        return False
    texts = modules_of(fault.mnemonic, wrong, functions_of(wrong))
    for folder, source in {**texts, "forms": text}.items():
        name = f"ptxisa._generated.{folder}.{module_name(fault.mnemonic)}"
        module = ModuleType(name)
        exec(compile(source, name, "exec"), module.__dict__)
        sys.modules[name] = module
    return True


def available_alike(right: Form, wrong: Form) -> bool:
    """Return True if two forms have every variant at the same places: a clause then repeats another one."""
    clauses = (*right.clauses, *wrong.clauses)
    # Variants under the same clauses are available alike, so one of each suffices.
    distinct = {tuple(holds(clause.when, values) for clause in clauses): values for values in covering(right)}
    numbers = [order(version) for version in versions()]
    places = [(target, version) for target in targets().values() for version in numbers if version >= target.floor]
    return all(
        form_available(right, values, *place) is form_available(wrong, values, *place)
        for values in distinct.values()
        for place in places
    )


def _form(fault: RecordFault, isa: Isa) -> Form:
    return next(form for _, form, _ in isa.forms() if form.id == fault.form)


def _module_of_forms(mnemonic: str, isa: Isa) -> str:
    return forms.emit(mnemonic, by_mnemonic(isa.instructions)[mnemonic])
