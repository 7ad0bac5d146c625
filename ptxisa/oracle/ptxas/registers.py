"""Statements that read special registers: those that are legal, and near ones that are not."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.isa import types
from ptxisa.isa.language import SpecialRegister
from ptxisa.oracle.ptxas.assembler import Probe

# The declared type of a register that takes any type of that many bits.
_HOLDERS = {1: "pred", 16: "b16", 32: "b32", 64: "b64"}


def legal_reads(register: SpecialRegister) -> Iterator[Probe]:
    """Every element read with every type that may read it, and a vector read whole."""
    for type_ in register.read_as:
        holder = _HOLDERS[types.known()[type_].bits]
        name = f"r_{holder}"
        for element in _elements(register):
            yield Probe(f"mov.{type_} {name}, {element};", ((name, holder),))
        if register.elements:
            vector = ", ".join([name] * len(register.elements))
            yield Probe(f"mov.v{len(register.elements)}.{type_} {{{vector}}}, {register.name};", ((name, holder),))


def wrong_uses(register: SpecialRegister) -> Iterator[tuple[str, Probe]]:
    """What no version allows, each with its name: other types, writing, and use by another instruction."""
    element, *_ = _elements(register)
    for type_ in types.known().values():
        if type_.declarable and type_.name not in register.read_as:
            holder = type_.registers[0]
            yield type_.name, Probe(f"mov.{type_.name} r_{holder}, {element};", ((f"r_{holder}", holder),))
    holder = _HOLDERS[types.known()[register.type].bits]
    name = f"r_{holder}"
    yield "destination", Probe(f"mov.{register.type} {element}, {name};", ((name, holder),))
    if register.elements:
        yield "vector", Probe(f"mov.{register.type} {name}, {register.name};", ((name, holder),))
    bits = "pred" if holder == "pred" else holder
    yield "operand", Probe(f"and.{bits} {name}, {name}, {element};", ((name, holder),))


def _elements(register: SpecialRegister) -> list[str]:
    return [f"{register.name}.{element}" for element in register.elements] or [register.name]
