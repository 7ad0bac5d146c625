"""Shapes: instructions of the records as functions from registers to one register, for searches over all of them.

    for shape in shapes(target, ptx, result_bits=32):
        shape.computed([x, 8])                  # results for an array of register contents, and a constant
        shape.text("d", ["x", "8"], "unused")   # the statement

A shape is a variant of a form with the operands that it reads. Statements on memory, other lanes, the carry flag and
the machine are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from ptxisa.check.binding import template_of, write_statement
from ptxisa.isa import selectors, targets, versions
from ptxisa.isa.forms import Form, Operand, Values, constants_of, is_present, type_of
from ptxisa.isa.instructions import forms_of, mnemonics
from ptxisa.isa.types import Type
from ptxisa.isa.types import known as types
from ptxisa.numbers.formats import known as formats
from ptxisa.numbers.patterns import Bits, dtype_of, scalar_of
from ptxisa.proofs import terms
from ptxisa.proofs.operations import Open
from ptxisa.proofs.terms import Term, word
from ptxisa.run.implementation import (
    SYMBOLIC,
    VECTOR,
    Implementation,
    NotExecutable,
    implementation,
)
from ptxisa.run.operands import CARRY
from ptxisa.run.warp import looks_around

_WIDEST = 64
"""Bits of the widest operand: NumPy has no wider integers."""


class OperandPlace(NamedTuple):
    """An operand that a shape reads.

    Attributes:
        name: Input of the function.
        type: Type of the operand.
        wider: True if a register may be wider; its low bits are read then.
        register: False if the operand must be a constant.
        constant: False if the operand must be a register.
        choices: The only constants that it may be; empty for all constants from `least` to `most`.
    """

    name: str
    type: Type
    wider: bool
    register: bool
    constant: bool
    choices: tuple[int, ...] = ()
    least: int = 0
    most: int = -1

    @property
    def bits(self) -> int:
        """Width of the operand."""
        return self.type.bits

    def fits(self, bits: int) -> bool:
        """Return True if a register of a width may be the operand."""
        return self.register and (bits == self.bits or (self.wider and bits > self.bits > 1))

    def admits(self, constant: int) -> bool:
        """Return True if the operand may be a constant, given as a bit pattern."""
        if not self.constant or constant >> self.bits:
            return False
        return constant in self.choices if self.choices else self.least <= constant <= self.most

    def range(self) -> Sequence[int]:
        """Return all constants that the operand may be."""
        return self.choices or range(self.least, self.most + 1)

    def written(self, constant: int) -> str:
        """Return a bit pattern as a constant of the operand's type."""
        if self.type.name in ("f32", "f64"):
            return f"0f{constant:08X}" if self.bits == 32 else f"0d{constant:016X}"
        signed = terms.signed_value(constant, self.bits)
        if self.type.kind == "signed" and signed < 0:
            return str(signed)
        small = 10 if self.type.kind == "bits" or not self.register else 1024
        return str(constant) if constant < small else hex(constant)


class FunctionShape(NamedTuple):
    """A variant of a form as a function of the operands that it reads.

    Attributes:
        form: Form.
        values: Modifiers.
        result: Operand with the result.
        type: Type of the result.
        wider: True if the register of the result may be wider.
        places: Operands that it reads.
        others: Further operands that it writes, and which a statement cannot leave out.
        fixed: Inputs with a known value: numbers of selectors, and operands that are left out.
        vector: Function on arrays.
    """

    form: Form
    values: Values
    result: str
    type: Type
    wider: bool
    places: tuple[OperandPlace, ...]
    others: tuple[str, ...]
    fixed: Mapping[str, Any]
    vector: Implementation

    @property
    def opcode(self) -> str:
        """Mnemonic and modifiers."""
        return self.form.opcode(self.values)

    def text(self, destination: str, sources: Sequence[str], unused: str) -> str:
        """Return the statement with texts for the result, the operands, and further results."""
        texts = dict(zip((place.name for place in self.places), sources, strict=True))
        texts[self.result] = destination
        texts.update((name, f"{unused}{index}") for index, name in enumerate(self.others))
        return write_statement(self.opcode, template_of(self.form.syntax).operands, texts)

    def computed(self, sources: Sequence[Bits | int], bits: int) -> Bits:
        """Return the results for contents of registers and for constants, in a register of `bits` bits."""
        values = dict(self.fixed)
        for place, source in zip(self.places, sources, strict=True):
            values[place.name] = _read(place, source)
        results = self.vector.function(*(values[name] for name in self.vector.inputs))
        result = np.asarray(results[self.vector.outputs.index(self.result)])
        if bits == self.type.bits:
            return result
        if self.type.kind == "signed":
            result = result.view(f"i{result.dtype.itemsize}")
            return result.astype(f"i{bits // 8}").view(dtype_of(bits))
        return result.astype(dtype_of(bits))

    def term(self, sources: Sequence[Term], bits: int) -> Term:
        """Return the result for terms of registers and constants, in a register of `bits` bits."""
        symbolic = implementation(self.form, self.values, backend=SYMBOLIC)
        values: dict[str, Any] = {name: word(int(number), 32) for name, number in self.fixed.items()}
        for place, source in zip(self.places, sources, strict=True):
            values[place.name] = terms.low(source, place.bits) if source.width > place.bits else source
        results = symbolic.function(*(values[name] for name in symbolic.inputs))
        result = results[symbolic.outputs.index(self.result)]
        term = result.term if isinstance(result, Open) else result
        return (terms.sign_extend if self.type.kind == "signed" else terms.zero_extend)(term, bits)


def _read(place: OperandPlace, source: Bits | int) -> Any:
    if isinstance(source, int):
        return scalar_of(source, place.bits) if place.register else source
    dtype = dtype_of(place.bits)
    read = source if source.dtype == dtype else source.astype(dtype)
    return read if place.bits in (1, 8, 16, 32, 64) else read & dtype.type((1 << place.bits) - 1)


@lru_cache(maxsize=64)
def shapes(target: str | None, ptx: str | None, bits: int, widths: frozenset[int]) -> tuple[FunctionShape, ...]:
    """Return the shapes that are available, each function once, by the order of the records.

    Args:
        target: Target; None for any.
        ptx: PTX version; None for any.
        bits: Width of the register with the result.
        widths: Widths of registers that may be operands.
    """
    return tuple(_distinct(_every(target, ptx, bits, widths)))


def _every(target: str | None, ptx: str | None, bits: int, widths: frozenset[int]) -> Iterator[FunctionShape]:
    on = targets.target(target) if target else None
    at = versions.version(ptx) if ptx else None
    for mnemonic in mnemonics():
        for form in forms_of(mnemonic):
            plain = not form.operation and not form.events and not form.state
            if not plain or any(
                operand.kind != "register" and operand.immediate != "required" for operand in form.operands
            ):
                continue
            for values in form.variants(target, ptx):
                yield from _shapes_of(form, values, bits, widths, on, at)


def _shapes_of(
    form: Form,
    values: Values,
    bits: int,
    widths: frozenset[int],
    on: targets.Target | None,
    at: versions.Version | None,
) -> Iterator[FunctionShape]:
    """Yield a variant as a shape for each result; none if its operands have other widths or are not registers alone."""
    present = [operand for operand in form.operands if is_present(operand, values)]
    if any(operand.vector or operand.access == "readwrite" for operand in present):
        return
    written = [operand for operand in present if operand.access == "write"]
    results = []
    for operand in written:
        size = types()[type_of(operand, values)].bits
        if size <= _WIDEST and (size == bits or (operand.wider_registers and bits > size > 1)):
            results.append(operand)
    if not results:
        return
    places = []
    fixed: dict[str, Any] = dict(selectors.inputs(form, selectors.plainest(form)))
    for operand in present:
        if operand.access != "read":
            continue
        type_ = types()[type_of(operand, values)]
        if operand.name in form.condition_operands and values.get(operand.name) is None:
            fixed[operand.name] = scalar_of(0, type_.bits)
            continue
        place = _place(operand, values, type_)
        if place.bits > _WIDEST or not (place.constant or any(place.fits(width) for width in widths)):
            return
        places.append(place)
    try:
        vector = implementation(form, values, backend=VECTOR, on=on, ptx=at)
        if any(not place.register for place in places):
            places = list(_limited(places, implementation(form, values, backend=SYMBOLIC), fixed))
    except NotExecutable:
        return
    named = {*fixed, *(place.name for place in places)}
    if looks_around(vector.inputs) or CARRY in (*vector.inputs, *vector.outputs) or not named >= set(vector.inputs):
        return
    # A second result such as `q` of `p|q` may be left out.
    optional = {place.names[-1] for place in template_of(form.syntax).operands if place.optional_second}
    for result in results:
        others = (operand for operand in written if operand is not result)
        unavoidable = tuple(operand.name for operand in others if operand.name not in optional)
        type_ = types()[type_of(result, values)]
        yield FunctionShape(
            form, values, result.name, type_, result.wider_registers, tuple(places), unavoidable, fixed, vector
        )


def _limited(
    places: Sequence[OperandPlace], symbolic: Implementation, fixed: Mapping[str, Any]
) -> Iterator[OperandPlace]:
    """Yield places; a constant of which only low bits count, as those of a truth table, has no others."""
    values: dict[str, Any] = {name: word(int(number), 32) for name, number in fixed.items()}
    values |= {place.name: terms.variable(place.name, place.bits) for place in places}
    results = symbolic.function(*(values[name] for name in symbolic.inputs))
    order = terms.postorder(result.term if isinstance(result, Open) else result for result in results)
    for place in places:
        uses = [term for term in order if values[place.name] in term.args]
        if place.register or any(use.op != "extract" for use in uses):
            yield place
        else:
            most = (2 << max((use.data[0] for use in uses), default=0)) - 1
            yield place._replace(most=min(place.most, most))


def _place(operand: Operand, values: Values, type_: Type) -> OperandPlace:
    least = operand.minimum or 0
    if operand.exclusive_minimum is not None:
        least = operand.exclusive_minimum + 1
    most = (1 << type_.bits) - 1 if operand.maximum is None else operand.maximum
    # Constants of narrow formats have no spelling of their own.
    writable = type_.name in ("f32", "f64") or type_.name not in formats()
    writable = writable and type_.kind not in ("packed", "predicate") and operand.multiple_of == 1
    return OperandPlace(
        operand.name,
        type_,
        operand.wider_registers,
        operand.immediate != "required",
        operand.immediate != "forbidden" and (writable or operand.immediate == "required"),
        constants_of(operand, values),
        max(least, 0),
        most,
    )


def _distinct(every: Iterator[FunctionShape]) -> Iterator[FunctionShape]:
    """Yield the first shape of each function on operands of the same widths."""
    seen = set()
    for shape in every:
        places = tuple(
            (place.bits, place.wider, place.register, place.constant, place.choices) for place in shape.places
        )
        signed = shape.type.kind == "signed" and shape.wider
        key = (
            identity(shape.vector.function),
            shape.result,
            places,
            shape.type.bits,
            shape.wider,
            signed,
            tuple(shape.fixed),
        )
        if key not in seen:
            seen.add(key)
            yield shape


def identity(function: Callable[..., Any]) -> object:
    """Return a key that functions with the same results share: a generated function and the arguments that are set."""
    # `over_lanes` wraps each implementation anew.
    function = getattr(function, "__wrapped__", function)
    if isinstance(function, partial):
        return function.func, tuple(sorted((name, str(value)) for name, value in function.keywords.items()))
    return function
