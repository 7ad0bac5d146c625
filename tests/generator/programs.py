"""Small forms for tests of the semantics language, and the functions that the backends make of their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from generator.backends import reference, vector
from generator.records.model import FormProgram, RecordedInstruction, TargetModel, TypeRecord
from generator.records.yaml_reader import Located
from generator.semantics import ir
from generator.semantics.compile import Entry, compile_entries, compile_text
from generator.semantics.functions import NONE, Functions
from generator.semantics.source import RecordText
from ptxisa.isa.forms import Form, Operand, Rule, Slot, StateAccess
from ptxisa.numbers.formats import Format
from ptxisa.numbers.lanes import over_lanes
from ptxisa.run.implementation import Implementation, Key

HERE = Path("record.yaml")
CLASSES = {"u": "unsigned", "s": "signed", "b": "bits"}
DTYPES = {1: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def _scalar(name: str) -> TypeRecord:
    return TypeRecord(name, CLASSES[name[0]], int(name[1:]), (), True, "", ())


def _packed(name: str, element: str, elements: int) -> TypeRecord:
    return TypeRecord(name, "packed", 32, (), False, "", (), element, elements)


def _floating(form: Format) -> TypeRecord:
    return TypeRecord(form.name, "float", form.bits, (), True, "", (), format=form)


TYPES: dict[str, TypeRecord] = {
    **{name: _scalar(name) for name in (f"{kind}{bits}" for kind in CLASSES for bits in (8, 16, 32, 64, 128))},
    "u16x2": _packed("u16x2", "u16", 2),
    "s16x2": _packed("s16x2", "s16", 2),
    "s8x4": _packed("s8x4", "s8", 4),
    "pred": TypeRecord("pred", "predicate", 1, (), True, "", ()),
    "f16": _floating(Format("f16", 16, 5, 10, 15, nan=0x7FFF)),
    "f32": _floating(Format("f32", 32, 8, 23, 127, nan=0x7FFFFFFF)),
    "f64": _floating(Format("f64", 64, 11, 52, 1023, nan=0x7FFFFFFFFFFFFFFF)),
}


def operand(name: str, access: str, type_: str, immediate: str = "allowed", kind: str = "register") -> Operand:
    return Operand(name, access, type_, "", kind=kind, immediate=immediate)


def make_form(
    writes: Mapping[str, str],
    reads: Mapping[str, str],
    *,
    slots: Sequence[Slot] = (),
    rules: Sequence[Rule] = (),
    required: Sequence[str] = (),
    carry: str = "",
    syntax: str = "test",
    form_id: str = "test",
    more: Sequence[Operand] = (),
) -> Form:
    """Return a form with written and read operands by name and type; `carry` has r and w for the access to CF."""
    operands = [operand(name, "write", type_) for name, type_ in writes.items()]
    operands += [
        operand(name, "read", type_, "required" if name in required else "allowed") for name, type_ in reads.items()
    ]
    state = tuple(StateAccess("CF", {"r": "read", "w": "write"}[letter], "") for letter in carry)
    return Form(form_id, "family/test", syntax, tuple(slots), (*operands, *more), (), tuple(rules), state)


def types_slot(*values: str, name: str = "type") -> Slot:
    return Slot(name, values, "type")


def mode_slot(*values: str, name: str = "mode", optional: bool = False) -> Slot:
    return Slot(name, values, "mode", optional)


def routine(text: str, form: Form) -> ir.TypedRoutine:
    """Return the typed program of a form with one variant."""
    (variant,) = compile_text(text, RecordText(HERE), form, TYPES).variants
    return variant.routine


def entry(
    text: str | None, form: Form, models: Sequence[TargetModel] = ()
) -> tuple[RecordedInstruction, Form, FormProgram]:
    """Return a form as the build passes it to a backend."""
    program = FormProgram(text, None if text else "no reason", tuple(models))
    record = Located(HERE, {}, {})
    return RecordedInstruction("test", "family", "", {}, record, (form,), (program,)), form, program


class Pair(NamedTuple):
    """Variant in both back ends."""

    form: Form
    reference: Implementation
    vector: Implementation


def emit(backend: ModuleType, entries: list[Entry], functions: Functions = NONE) -> str:
    """Return the module that a back end makes of some forms, whose texts may call `functions`."""
    source: str = backend.emit("test", compile_entries(entries, TYPES, functions), functions)
    return source


def execute_module(text: str) -> dict[str, Any]:
    """Return the names of a generated module."""
    names: dict[str, Any] = {}
    exec(compile(text, "<generated>", "exec"), names)
    return names


def pair(text: str, form: Form, key: Key = (), functions: Functions = NONE) -> Pair:
    """Return the functions of a text from both back ends; `key` has the contents of the slots."""
    open_slots = iter(key)
    values = {
        slot.name: next(open_slots, None) if len(slot.values) > 1 or slot.optional else slot.values[0]
        for slot in form.slots
    }
    scalar, lanes = (
        execute_module(emit(backend, [entry(text, form)], functions))["FORMS"][form.id].bound(values)
        for backend in (reference, vector)
    )
    return Pair(form, scalar, lanes._replace(function=over_lanes(lanes.function)))


def width(form: Form, name: str) -> int:
    return 1 if name == "CF" else TYPES[str(form.operand(name).type)].bits


def run_both(both: Pair, cases: Sequence[Mapping[str, int]]) -> list[tuple[int, ...]]:
    """Return the results of the reference on bit patterns, and check that the vector back end returns the same.

    Constants of the statement must be the same in all cases.
    """
    expected = [both.reference.function(*(case[name] for name in both.reference.inputs)) for case in cases]
    columns = both.vector.function(*(_column(both.form, name, cases) for name in both.vector.inputs))
    for position, (name, column) in enumerate(zip(both.vector.outputs, columns, strict=True)):
        assert column.dtype == DTYPES[width(both.form, name)], name
        for case, row, value in zip(cases, expected, np.broadcast_to(column, len(cases)), strict=True):
            assert int(value) == row[position], (name, case)
    return expected


def _column(form: Form, name: str, cases: Sequence[Mapping[str, int]]) -> Any:
    if name != "CF" and form.operand(name).immediate == "required":
        assert len({case[name] for case in cases}) == 1
        return cases[0][name]
    return np.array([case[name] for case in cases], DTYPES[width(form, name)])


def edges(bits: int) -> list[int]:
    """Return critical bit patterns: around zero, powers of two, widths, and the ends."""
    if bits == 1:
        return [0, 1]
    near = [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256]
    powers = [1 << place for place in (4, bits // 2, bits - 2, bits - 1)]
    natural = [*near, *powers, *(power - 1 for power in powers), 0x5555555555555555, 0x123456789ABCDEF0]
    return sorted({sign * value % (1 << bits) for value in natural for sign in (1, -1)})


def number(pattern: int, type_: str) -> int:
    """Return a bit pattern read by a scalar type, stated anew."""
    bits = TYPES[type_].bits
    return pattern - 2**bits if type_[0] == "s" and pattern >= 2 ** (bits - 1) else pattern


Function = Callable[..., int]
