"""Matrix layouts, with which `ptxisa.objects.layouts` computes.

A layout is a map from the coordinates of a place to the coordinates of a matrix element, or the reverse. Each
input coordinate is a number in mixed radix: its digits, from the lowest, have a size, an output and a step. A digit
adds step * digit to its output. That is CuTe's shape and stride, written digit by digit.
"""

from __future__ import annotations

from typing import NamedTuple


class Digit(NamedTuple):
    """A digit of an input: `size` values, each of which adds `step` to the output `to`.

    Without `to`, all values of the digit have the same element, unless `select` names a parameter: then only the value
    with step * value equal to the parameter has elements. `size` and `step` are expressions in symbols.
    """

    size: str
    to: str = ""
    step: str = "1"
    select: str = ""


class Axis(NamedTuple):
    """An input coordinate and its digits, the lowest first."""

    name: str
    digits: tuple[Digit, ...]


class LayoutParameter(NamedTuple):
    """A number that the caller chooses: one of `values`, or a multiple of `multiple` from `least` to `most`.

    `multiple` and `default` are expressions; without a default, the caller must choose.
    """

    name: str
    values: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    multiple: str = "1"
    default: str = ""


class MatrixElement(NamedTuple):
    """An element type of a layout: bits of an element, bits of its storage, and its lowest bit in the storage."""

    name: str
    bits: int
    storage: int
    offset: int = 0


class Use(NamedTuple):
    """Instructions, operands and types with a layout.

    `shape` are the sizes in the name of the instruction (M, N, K, num); `let` are further symbols, expressions in the
    earlier ones. `variant` are options that choose between layouts of the same operand. `sparsity` is (nonzero, block):
    the number of stored elements of each block of a row. The `default` of an operand and type is used without options.
    """

    instruction: str
    operands: tuple[str, ...]
    types: tuple[MatrixElement, ...]
    shape: tuple[tuple[str, int], ...] = ()
    let: tuple[tuple[str, str], ...] = ()
    variant: tuple[tuple[str, str], ...] = ()
    parameters: tuple[LayoutParameter, ...] = ()
    warps: int = 1
    sparsity: tuple[int, int] = (1, 1)
    default: bool = False


class Pattern(NamedTuple):
    """A map with its uses.

    `tile` are the sizes of the box of outputs; without it, outputs are addresses. `exchanges` are pairs of bits of the
    byte address: the first becomes its exclusive or with the second. `origin` is added to outputs.
    """

    name: str
    category: str
    summary: str
    axes: tuple[Axis, ...]
    uses: tuple[Use, ...]
    tile: tuple[tuple[str, str], ...] = ()
    exchanges: tuple[tuple[int, int], ...] = ()
    origin: tuple[tuple[str, str], ...] = ()


def patterns() -> tuple[Pattern, ...]:
    """Return every layout, in the order of the records."""
    from ptxisa._generated.matrix_layouts import PATTERNS

    return PATTERNS
