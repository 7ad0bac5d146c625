"""Tensor modes and layouts: the choices of tensor maps.

The generator prints these tables from the records; `ptxisa.objects.tensor_copies` computes with them.
"""

from __future__ import annotations

from typing import NamedTuple


class TensorElement(NamedTuple):
    """A type of tensor elements, in containers of these sizes in bytes, in global and in shared memory.

    `padding` bits of shared memory follow each element, or each container if `padded` is "container". The last five
    are limits of packed types: the only bytes of a box in dimension 0, multiples of the bytes of the tensor in it,
    of the first coordinate and of the address, and the only swizzles; 0 or none where there is no such limit.
    `rounds` is the type to which copies to shared memory round.
    """

    name: str
    field: int
    bits: int
    elements: int
    global_bytes: int
    shared_bytes: int
    padding: int = 0
    padded: str = ""
    loads: bool = True
    stores: bool = True
    rounds: str = ""
    box_bytes: int = 0
    tensor_bytes: int = 0
    coordinate: int = 1
    alignment: int = 16
    swizzles: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Swizzle(NamedTuple):
    """An order of chunks in shared memory: each pair of `exchanges` is a bit of the address and the bit it flips by."""

    name: str
    fields: tuple[int, int]
    span: int = 0
    atom: int = 16
    exchanges: tuple[tuple[int, int], ...] = ()


class Interleave(NamedTuple):
    """Channels in slices of this many bytes, 0 for all channels side by side; `excludes` are modes of access."""

    name: str
    field: int
    slice_bytes: int = 0
    dimensions: tuple[int, ...] = (1, 2, 3, 4, 5)
    excludes: tuple[str, ...] = ()


class Fill(NamedTuple):
    """Repeated pattern in place of elements outside the tensor."""

    name: str
    field: int
    bits: int
    pattern: int
    excludes: tuple[str, ...] = ()


class Bound(NamedTuple):
    """The range of a number, for tensors of this many dimensions; 0 for all."""

    dimensions: int
    least: int
    most: int


class Information(NamedTuple):
    """A further operand of an access, or one for each dimension of the image in between channels and images."""

    name: str
    per_dimension: bool
    bounds: tuple[Bound, ...]


class Mode(NamedTuple):
    """A mode of access; `coordinates` is the number of coordinates of an access, 0 for one per dimension.

    `stores` is its spelling in instructions that write global memory, "" if none does.
    """

    name: str
    spelling: str
    dimensions: tuple[int, ...]
    coordinates: int
    corners: tuple[Bound, ...]
    information: tuple[Information, ...]
    interleaved: bool
    loads: bool
    stores: str


def elements() -> dict[str, TensorElement]:
    """Return every element type by name, such as "f16"."""
    from ptxisa._generated.tensors import ELEMENTS

    return ELEMENTS


def swizzles() -> dict[str, Swizzle]:
    """Return every swizzle by name, such as "128b-atom-32b", and "none"."""
    from ptxisa._generated.tensors import SWIZZLES

    return SWIZZLES


def interleaves() -> dict[str, Interleave]:
    """Return every interleave by name: "none", "16b" and "32b"."""
    from ptxisa._generated.tensors import INTERLEAVES

    return INTERLEAVES


def fills() -> dict[str, Fill]:
    """Return every fill by name: "zero" and "oob-nan"."""
    from ptxisa._generated.tensors import FILLS

    return FILLS


def modes() -> dict[str, Mode]:
    """Return every mode by name, such as "tile-gather4"."""
    from ptxisa._generated.tensors import MODES

    return MODES
