"""Seeded faults in records of instructions: each is one small change of what a record says."""

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
from ptxisa.isa.instructions import module_of
from ptxisa.isa.language import conversions
from ptxisa.isa.targets import known as targets
from ptxisa.isa.variants import covering
from ptxisa.isa.versions import known as versions
from ptxisa.isa.versions import order
from ptxisa.query.availability import form_available
from ptxisa.syntax.template import parse_template
from tools.mutation.arithmetic import _changes

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

The width changes, or the format: no assembler tells the sign of a type that is fixed, and no result depends on it.
"""


class Fault(NamedTuple):
    """One fault: the sort, the form it is in, what it does in words; `edit` changes the data of the form."""

    group: str
    form: str
    mnemonic: str
    what: str
    edit: Edit

    @property
    def name(self) -> str:
        """Name in reports."""
        return f"{self.form}: {self.what}"


def faults(isa: Isa) -> Iterator[Fault]:
    """Every fault of every form."""
    for record in isa.records("instruction"):
        mnemonic = record.data["name"].split(".")[0] if "mnemonic" not in record.data else record.data["mnemonic"]
        for form in record.data["forms"]:
            for group, what, edit in _edits(form):
                yield Fault(group, form["id"], _mnemonic(form, mnemonic), what, edit)


def _mnemonic(form: dict[str, Any], otherwise: str) -> str:
    return str(form["syntax"]).split()[0].split(".")[0].split("{")[0].rstrip(";") or otherwise


def _edits(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    yield from _semantics(form)
    yield from _operands(form)
    yield from _availability(form)
    yield from _rules(form)
    yield from _values(form)


def _semantics(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    """Operators, conditions and constants of the text, and operands that change places."""
    text = form.get("semantics")
    if not isinstance(text, str):
        return
    for index, node in enumerate(ast.walk(ast.parse(text))):
        for number, (what, _) in enumerate(_changes(node)):
            yield "semantics", f"{what} in line {getattr(node, 'lineno', '?')}", _in_text(index, number)
        if isinstance(node, ast.IfExp):
            yield "semantics", f"the other choice in line {node.lineno}", _in_text(index, 0)


def _in_text(index: int, number: int) -> Edit:
    def edit(form: dict[str, Any]) -> None:
        tree = ast.parse(form["semantics"])
        node = list(ast.walk(tree))[index]
        list(_changes(node))[number][1](node)
        form["semantics"] = ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    return edit


def _operands(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for name, operand in form["operands"].items():
        if other := _other_type(form, operand):
            yield "types", f"{name} is {other}", _set(("operands", name, "type"), other)
        yield from _immediates(form, name)
        for key in ("range", "align", "underscore", "negated", "wider_registers"):
            if key in operand:
                yield "operands", f"{name} without {key}", _drop(("operands", name, key))


def _other_type(form: dict[str, Any], operand: dict[str, Any]) -> str:
    """Yield the replacements of a type; none if it is not fixed, or is not that of a value."""
    type_, given = operand.get("type", "$"), operand.get("immediate")
    if operand.get("underscore") == "required":
        return ""
    if not isinstance(type_, str) or type_[:1] == "$" or (operand.get("kind") == "address" and "semantics" not in form):
        return ""
    first = given[0] if isinstance(given, list) else given
    constant = first == "required" or (isinstance(first, dict) and first.get("required"))
    return "f64" if constant else TYPES.get(type_, "b32")


def _immediates(form: dict[str, Any], name: str) -> Iterator[tuple[str, str, Edit]]:
    """Yield a rule of constants only matters where a type of the operand takes some, and outside of brackets."""
    operand, place = form["operands"][name], ("operands", name, "immediate")
    written = next((one for one in parse_template(form["syntax"]).operands if name in one.names), None)
    if written is not None and written.shape == "address" and "vector" not in operand:
        return
    if all(conversions()["constant_operands"].cells.get(type_) == {} for type_ in _types(form, operand.get("type"))):
        return
    if "immediate" in operand:
        yield "operands", f"{name} has no rule of immediates", _drop(place)
    elif operand["access"] == "read" and "kind" not in operand:
        yield "operands", f"{name} takes no immediate", _set(place, "forbidden")


def _types(form: dict[str, Any], type_: Any) -> Iterator[str]:
    """Yield the types that an operand may have: a fixed one, those of a slot, those of several cases."""
    if isinstance(type_, list):
        for case in type_:
            yield from _types(form, case["is"])
    elif isinstance(type_, str) and type_[:1] == "$":
        values = form.get("where", {}).get(type_[1:], [type_])
        yield from values.get("values", [type_]) if isinstance(values, dict) else values
    else:
        yield str(type_)


def _availability(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for key in ("availability", "needs"):
        for index, clause in enumerate(form.get(key, ())):
            order = list(versions())
            if clause["ptx"] in order:
                for step in (-1, 1):
                    at = order.index(clause["ptx"]) + step
                    if 0 <= at < len(order):
                        yield "availability", f"{clause['id']}: {order[at]}", _set((key, index, "ptx"), order[at])
            for other in _near_targets(clause["target"]):
                yield "availability", f"{clause['id']}: {other}", _set((key, index, "target"), other)
            if "when" in clause:
                yield "availability", f"{clause['id']} always", _drop((key, index, "when"))


def _near_targets(text: str) -> Iterator[str]:
    base = [f"{one.name}+" for one in targets().values() if one.variant == "base"]
    if text in base:
        at = base.index(text)
        yield from (base[other] for other in (at - 1, at + 1) if 0 <= other < len(base))


def _rules(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for index, rule in enumerate(form.get("rules", ())):
        yield "rules", f"without rule {rule['id']}", _drop(("rules", index))
        for key, other in (("require", "exclude"), ("exclude", "require")):
            if key in rule:
                yield "rules", f"rule {rule['id']}: {other}", _rename(("rules", index), key, other)
        for slot, wanted in rule.get("require", {}).items():
            if isinstance(wanted, list) and len(wanted) > 1:
                yield (
                    "rules",
                    f"rule {rule['id']}: {slot} without {wanted[-1]}",
                    _pop(("rules", index, "require", slot)),
                )


def _values(form: dict[str, Any]) -> Iterator[tuple[str, str, Edit]]:
    for slot, values in form.get("where", {}).items():
        listed = values.get("values") if isinstance(values, dict) else values
        if isinstance(listed, list) and len(listed) > 1:
            place = ("where", slot, "values") if isinstance(values, dict) else ("where", slot)
            yield "modifiers", f"{slot} without {listed[-1]}", _pop(place)


# --- edits ---


def _at(form: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        form = form[key]
    return form


def _set(place: tuple[Any, ...], value: Any) -> Edit:
    return lambda form: _at(form, place[:-1]).__setitem__(place[-1], value)


def _drop(place: tuple[Any, ...]) -> Edit:
    return lambda form: _at(form, place[:-1]).__delitem__(place[-1])


def _pop(place: tuple[Any, ...]) -> Edit:
    return lambda form: _at(form, place[:-1]).__setitem__(place[-1], _at(form, place)[:-1])


def _rename(place: tuple[Any, ...], key: str, other: str) -> Edit:
    def edit(form: Any) -> None:
        rule = _at(form, place)
        rule[other] = rule.pop(key)

    return edit


# --- putting them in ---


def put_in(fault: Fault, isa: Isa) -> bool:
    """Change the record and load the modules that are made of it; raise `RecordError` if the build fails.

    False where they stay as they are, or have every variant at the same places: the record says the same otherwise.
    """
    before, right = _forms(fault.mnemonic, isa), _form(fault, isa)
    for record in isa.records("instruction"):
        for index, form in enumerate(record.data["forms"]):
            if form["id"] == fault.form:
                changed = deepcopy(form)
                fault.edit(changed)
                record.data["forms"][index] = changed
    wrong = resolve(isa.loaded)
    prove(wrong)
    text = _forms(fault.mnemonic, wrong)
    if text == before and fault.group != "semantics":
        return False
    if fault.group == "availability" and available_alike(right, _form(fault, wrong)):
        return False
    texts = modules_of(fault.mnemonic, wrong, functions_of(wrong))
    for folder, source in {**texts, "forms": text}.items():
        _replace(f"ptxisa._generated.{folder}.{module_of(fault.mnemonic)}", source)
    return True


def available_alike(right: Form, wrong: Form) -> bool:
    """Return True if two forms have every variant at the same places: a clause then repeats another one."""
    clauses = (*right.clauses, *wrong.clauses)
    every = {tuple(holds(one.when, values) for one in clauses): values for values in covering(right)}
    numbers = [order(version) for version in versions()]
    places = [(target, version) for target in targets().values() for version in numbers if version >= target.floor]
    return all(
        form_available(right, values, *place) is form_available(wrong, values, *place)
        for values in every.values()
        for place in places
    )


def _form(fault: Fault, isa: Isa) -> Form:
    return next(form for _, form, _ in isa.forms() if form.id == fault.form)


def _forms(mnemonic: str, isa: Isa) -> str:
    """Return the forms of a mnemonic, as its module has them."""
    return forms.emit(mnemonic, by_mnemonic(isa.instructions)[mnemonic])


def _replace(name: str, source: str) -> None:
    """Replace the module of this name."""
    module = ModuleType(name)
    exec(compile(source, name, "exec"), module.__dict__)
    sys.modules[name] = module
