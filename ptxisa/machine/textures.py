"""Textures and surfaces: arrays that kernels read by coordinates, and the instructions that access them.

    run = ptxisa.launch(text, "k", 1, 32, [ptxisa.Texture(image, filter="linear", normalized=True), out])
    run = ptxisa.launch(text, "k", 1, 32, [out], symbols={"tex": ptxisa.Texture(image)})

An array has the dimensions of the texture, the innermost last: (depth, height, width), layers or the six faces of a
cube first, and channels last if there are several. Texels are in global memory, so that surfaces are written in place.
Results follow the formulas of the CUDA programming guide (texture fetching): without a filter, the texel at the floor
of the coordinates; with it, the mean of the neighbors with weights of 8 fractional bits. What the guide leaves open is
that of an H100: positions are rounded to 1/256 before the neighbors are chosen, means have the precision of the format
(16 bits for integers that are read as fractions), and channels that the array does not have are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from ptxisa.isa.diagnostics import PtxError, error
from ptxisa.machine.address import VALUED
from ptxisa.machine.image import Variable
from ptxisa.machine.lanes import Lanes
from ptxisa.machine.operation import Context, Operation, Unmodeled, results_of
from ptxisa.numbers.patterns import dtype_of
from ptxisa.run.memory import MemorySection
from ptxisa.run.operands import Read, Write
from ptxisa.syntax import tree

HANDLE_BASE, HANDLE_STEP = 0x7C00_0000_0000, 0x100
"""Handle of the first texture that is an argument, and the distance to the next one."""
_DTYPES = {"u8": "u1", "s8": "i1", "u16": "u2", "s16": "i2", "u32": "u4", "s32": "i4", "f16": "f2", "f32": "f4"}
_MODES = ("wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border")
"""Address modes of PTX in the order of their numbers."""
_ADDRESSES = ("wrap", "mirror", "clamp", "border")
_OF_SAMPLERS = {"clamp_ogl": "clamp", "clamp_to_edge": "clamp", "clamp_to_border": "border"}
_FILTERS = ("nearest", "linear")
_AXES = {"1d": 1, "2d": 2, "3d": 3, "a1d": 1, "a2d": 2, "cube": 2, "acube": 2}
_FRACTION = 256
"""Steps of a filter weight: numbers with 9 bits, 8 of them after the point."""
_UNSIGNED, _SIGNED = 65535, 32767
"""Steps of means of fractions."""


class Texture(NamedTuple):
    """An array as a texture or surface: an argument of a kernel, or the value of a symbol.

    Attributes:
        array: NumPy array; surfaces write it in place.
        format: Type of the elements, such as "f16" or "u8"; by default that of the array.
        channels: Number of channels: 1, or 2 or 4, which are the last axis of the array.
        address: Treatment of coordinates outside: "wrap", "mirror", "clamp" or "border".
        filter: "nearest" or "linear".
        normalized: True if coordinates are fractions of the size.
        as_integer: True if integers of 8 and 16 bits are read as such, not as fractions.
    """

    array: Any
    format: str = ""
    channels: int = 1
    address: str = "clamp"
    filter: str = "nearest"
    normalized: bool = False
    as_integer: bool = False


class Sampler(NamedTuple):
    """Treatment of coordinates: address modes of x, y and z, linear filter, and normalized coordinates."""

    modes: tuple[str, str, str]
    linear: bool
    normalized: bool


class Texels(NamedTuple):
    """A texture in memory.

    Attributes:
        place: Place of its first byte.
        shape: Elements in each dimension, the outermost first, without channels.
        format: Type of an element.
        channels: Number of channels.
        sampler: How coordinates are treated.
        fractions: True if integers are read as fractions of their largest value.
        name: Name for messages.
    """

    place: int
    shape: tuple[int, ...]
    format: str
    channels: int
    sampler: Sampler
    fractions: bool
    name: str

    @property
    def size(self) -> int:
        """Bytes of a texel."""
        return np.dtype(_DTYPES[self.format]).itemsize * self.channels

    def axes(self, geometry: str) -> tuple[int, ...]:
        """Return width, height and depth as far as a geometry has them."""
        return tuple(reversed(self.shape))[: _AXES[geometry]]

    def layers(self, geometry: str) -> int:
        """Return the number of layers, or faces."""
        return int(np.prod(self.shape[: len(self.shape) - _AXES[geometry]]))

    def fits(self, geometry: str) -> bool:
        """Return True if the array has the dimensions of a geometry."""
        layered = geometry not in ("1d", "2d", "3d")
        outer = len(self.shape) - _AXES.get(geometry, 9)
        return (outer in (1, 2) if layered else outer == 0) and (
            "cube" not in geometry or self.layers(geometry) % 6 == 0
        )


def bound(name: str, texture: Texture, place: int) -> Texels:
    """Return a texture in memory.

    Raises:
        PtxError: The array does not fit the options (code ``launch``).
    """

    def wrong(message: str) -> PtxError:
        return PtxError([error("launch", f"texture {name}: {message}")])

    dtype: Any = getattr(texture.array, "dtype", None)
    kinds = {np.dtype(code): kind for kind, code in _DTYPES.items()}
    format_ = str(texture.format) or kinds.get(dtype, "")
    if format_ not in _DTYPES:
        raise wrong(f"format must be one of {', '.join(_DTYPES)}, not {(format_ or str(dtype))[:40]!r}")
    if dtype is None or np.dtype(_DTYPES[format_]).itemsize != dtype.itemsize:
        raise wrong(f"elements of an array of {dtype} do not have the size of {format_}")
    if texture.address not in _ADDRESSES or texture.filter not in _FILTERS:
        raise wrong(f"address is one of {', '.join(_ADDRESSES)}, and filter one of {', '.join(_FILTERS)}")
    if texture.channels not in (1, 2, 4):
        raise wrong(f"a texture has 1, 2 or 4 channels, not {str(texture.channels)[:20]}")
    shape = tuple(texture.array.shape)
    if texture.channels > 1:
        if not shape or shape[-1] != texture.channels:
            raise wrong(f"the last axis of the array has the {texture.channels} channels")
        shape = shape[:-1]
    if not 1 <= len(shape) <= 4 or 0 in shape:
        raise wrong(f"the array has the shape {shape}; a texture has 1 to 3 dimensions, and layers")
    whole = format_ in ("u32", "s32") or (texture.as_integer and format_[0] != "f")
    if whole and texture.filter == "linear":
        raise wrong("integers cannot be filtered; use filter='nearest', or as_integer=False")
    sampler = Sampler((texture.address,) * 3, texture.filter == "linear", bool(texture.normalized))
    return Texels(place, shape, format_, texture.channels, sampler, not whole and format_[0] != "f", name)


# --- coordinates ---


def _indices(position: Any, size: int, mode: str) -> tuple[Any, Any]:
    """Return the index of texels along an axis, and True where they are inside."""
    if mode == "wrap":
        return position % size, np.ones(len(position), bool)
    if mode == "mirror":
        folded = position % (2 * size)
        return np.where(folded < size, folded, 2 * size - 1 - folded), np.ones(len(position), bool)
    inside = (position >= 0) & (position < size)
    return np.clip(position, 0, size - 1), inside | (mode == "clamp")


def _face(direction: list[Any]) -> tuple[Any, Any, Any]:
    """Return the face of a cube at which directions point, and the coordinates there from 0 to 1."""
    x, y, z = direction
    ax, ay, az = np.abs(x), np.abs(y), np.abs(z)
    on_z, on_y = (az >= ax) & (az >= ay), ay >= ax
    major = np.where(on_z, z, np.where(on_y, y, x))
    face = np.where(on_z, 4, np.where(on_y, 2, 0)) + (major < 0)
    s = np.select([face == 0, face == 1, face == 5], [-z, z, -x], x)
    t = np.select([face == 2, face == 3], [z, -z], -y)
    length = np.where(major == 0, 1, np.abs(major))
    return face, (s / length + 1) / 2, (t / length + 1) / 2


# --- operations ---


class _Image(Operation):
    """An instruction on a texture or surface.

    `handles` has the texture and the sampler: a variable, or the register with the handle.
    """

    __slots__ = ("geometry", "guard", "handles", "modifiers", "operands", "results")

    def __init__(self, context: Context) -> None:
        super().__init__(context.pc, context.procedure, context.node)
        self.guard = context.binder.guard()
        self.modifiers = context.statement.modifiers
        self.geometry = str(self.modifiers.get("geom") or "")
        self.handles: dict[str, Variable | Read] = {}
        self.operands: dict[str, Any] = {}
        lists: dict[str, list[Read]] = {}
        self.results: dict[str, list[Write]] = {}
        declared = context.declared()
        for operand in context.statement.operands:
            if operand.node is None:
                continue
            name = operand.operand.name
            if operand.operand.kind in ("texture", "sampler", "surface"):
                assert isinstance(operand.node, tree.Name)
                variable = context.code.image.variable(context.procedure, operand.node.text)
                self.handles[name] = variable or Read(name, operand.node.text, bits=64)
                continue
            for part, element in context.binder.elements(operand):
                if operand.operand.access == "write":
                    write = context.binder.write(part, element)
                    width = declared.bits(write.register) if write.register else write.width
                    self.results.setdefault(name, []).append(write._replace(width=width))
                else:
                    lists.setdefault(name, []).append(context.binder.read(part, element))
        self.operands.update(lists)
        registers = [read.register for reads in lists.values() for read in reads]
        registers += [handle.register for handle in self.handles.values() if isinstance(handle, Read)]
        registers += [self.guard[0] if self.guard else None]
        self.reads = tuple(name for name in registers if name)
        self.writes = tuple(write.register for writes in self.results.values() for write in writes if write.register)

    def run(self, lanes: Lanes) -> Any:
        """Access the texture of each thread."""
        mask = lanes.executing(self.guard)
        chosen = np.arange(lanes.count) if mask is None else np.flatnonzero(mask)
        results = [write for writes in self.results.values() for write in writes]
        outputs = {write.name: np.zeros(lanes.count, dtype_of(write.bits)) for write in results}
        handles = self._handles(lanes, self.handles["a"])[chosen]
        for handle in np.unique(handles).tolist():
            own = chosen[handles == handle]
            texels = lanes.machine.textures.get(handle)
            if texels is None:
                variable = self.handles["a"]
                name = f"of {variable.name}" if isinstance(variable, Variable) else f"at the handle {handle:#x}"
                message = f"{self.text} needs the texture {name}, and there is none"
                hint = "give a ptxisa.Texture as the argument, or in symbols"
                lanes.machine.fault("texture", message, int(lanes.slots[own[0]]), hint)
                continue
            if self.geometry and not texels.fits(self.geometry):
                message = f"{self.text} is for a .{self.geometry} texture; {texels.name} has the shape {texels.shape}"
                lanes.machine.fault("texture", message, int(lanes.slots[own[0]]), "use the geometry of the texture")
                continue
            values = self.access(lanes, own, self._sampled(lanes, texels))
            for write, value in zip(results, values, strict=False):
                outputs[write.name][own] = value
        for write in results:
            lanes.write(write, outputs[write.name], mask)

    def access(self, lanes: Lanes, own: Any, texels: Texels) -> list[Any]:
        """Access a texture in some lanes; return the values of all results."""
        raise NotImplementedError

    def columns(self, lanes: Lanes, name: str, own: Any, dtype: str) -> list[Any]:
        """Return the elements of an operand in some lanes as numbers of a type."""
        return [
            np.broadcast_to(lanes.read(read), lanes.count)[own].astype(f"u{np.dtype(dtype).itemsize}").view(dtype)
            for read in self.operands.get(name, ())
        ]

    def coordinates(self, lanes: Lanes, own: Any, name: str, dtype: str, texels: Texels) -> tuple[Any, list[Any]]:
        """Return the layer of each lane, and the coordinates."""
        layered, columns = self.geometry[0] == "a", self.columns(lanes, name, own, dtype)
        layer = np.zeros(len(own), np.int64)
        if layered:
            layer = columns[0].view(np.uint32).astype(np.int64)
            most = texels.layers(self.geometry) // (6 if "cube" in self.geometry else 1) - 1
            layer = np.minimum(layer, most)
        return layer, columns[1 if layered else 0 :]

    def _handles(self, lanes: Lanes, handle: Variable | Read) -> Any:
        if isinstance(handle, Read):
            return np.broadcast_to(lanes.read(handle), lanes.count)
        address = handle.address
        return np.full(lanes.count, address, np.uint64)

    def _sampled(self, lanes: Lanes, texels: Texels) -> Texels:
        """Return the texture with the sampler of the instruction, if it has one."""
        if "b" not in self.handles:
            return texels
        handle = int(self._handles(lanes, self.handles["b"])[0])
        sampler = lanes.machine.samplers.get(handle)
        other = lanes.machine.textures.get(handle)
        if sampler is None:
            sampler = other.sampler if other is not None else Sampler(("clamp",) * 3, False, False)
        return texels._replace(sampler=sampler._replace(normalized=sampler.normalized and texels.sampler.normalized))

    def elements(self, lanes: Lanes, own: Any, texels: Texels, layer: Any, index: list[Any], inside: Any) -> Any:
        """Return texels as (lanes, channels); those outside are zero."""
        axes = texels.axes(self.geometry)
        linear = layer
        for position, size in reversed(list(zip(index, axes, strict=True))):
            linear = linear * size + position
        places = texels.place + linear * texels.size
        memory, slots = lanes.flat, lanes.slots[own]
        section = MemorySection("global", memory.bytes, places.astype(np.uint64), own, own)
        width = texels.size // texels.channels
        for channel in range(texels.channels):
            lanes.machine.accessed(places[inside] + channel * width, slots[inside], width, False, section)
        raw = memory.bytes[places[:, None] + np.arange(texels.size)].view(_DTYPES[texels.format])
        return np.where(inside[:, None], raw, raw.dtype.type(0))


class Fetch(_Image):
    """`tex` and `tld4`: read texels at coordinates."""

    __slots__ = ()

    def access(self, lanes: Lanes, own: Any, texels: Texels) -> list[Any]:
        """Return the texel of each lane, filtered if the sampler filters."""
        real = self.node.opcode.mnemonic == "tld4" or self.modifiers.get("ctype") == "f32"
        layer, columns = self.coordinates(lanes, own, "c", "f4" if real else "i4", texels)
        sampler, axes = texels.sampler, texels.axes(self.geometry)
        if "cube" in self.geometry:
            face, *columns = _face([column.astype(np.float64) for column in columns[:3]])
            layer = layer * 6 + face
            sampler = sampler._replace(normalized=True)
        offsets = self.columns(lanes, "e", own, "i4") or [np.int64(0)] * len(axes)
        steps = [offset if np.ndim(offset) == 0 else offset.astype(np.int64) for offset in offsets]
        if not real:
            modes = ("border",) * 3  # On an H100, whatever the sampler has.
            places = [column.astype(np.int64) + step for column, step in zip(columns, steps, strict=False)][: len(axes)]
            return self._values(texels, self._texel(lanes, own, texels, layer, places, modes))
        # Coordinates that are not normalized cannot be repeated.
        u, v, w = (mode if sampler.normalized or mode == "border" else "clamp" for mode in sampler.modes)
        modes = u, v, w
        real_columns = (np.nan_to_num(column.astype(np.float64), nan=0.0) for column in columns)
        position = [
            np.clip(column, -1e9, 1e9) * (size if sampler.normalized else 1)
            for column, size in zip(real_columns, axes, strict=False)
        ]
        gathers = self.node.opcode.mnemonic == "tld4"
        if not sampler.linear and not gathers:
            places = [np.floor(at).astype(np.int64) + step for at, step in zip(position, steps, strict=False)]
            return self._values(texels, self._texel(lanes, own, texels, layer, places, modes))
        position = [np.floor((at - 0.5) * _FRACTION + 0.5) / _FRACTION for at in position]
        position = [at + step for at, step in zip(position, steps, strict=False)]
        if not gathers:  # On an H200, filters clamp coordinates before they compute weights.
            limits = zip(position, axes, modes, strict=False)
            position = [np.clip(at, 0, size - 1) if mode == "clamp" else at for at, size, mode in limits]
        low = [np.floor(at) for at in position]
        weights = [at - start for at, start in zip(position, low, strict=True)]
        first = [start.astype(np.int64) for start in low]
        if gathers:
            component = "rgba".index(str(self.modifiers["comp"]))
            corners = [[first[0] + x, first[1] + y] for x, y in ((0, 1), (1, 1), (1, 0), (0, 0))]
            gathered = [self._texel(lanes, own, texels, layer, corner, modes)[:, component] for corner in corners]
            numbers = np.stack(gathered, axis=1)
            if texels.fractions:
                numbers = _mean(numbers[None], np.ones((1, len(own))), texels)
            return self._values(texels, numbers)
        shares = _weights(weights)
        neighbors = ([start + bit for start, bit in zip(first, corner, strict=True)] for corner in shares)
        values = [self._texel(lanes, own, texels, layer, places, modes) for places in neighbors]
        return self._values(texels, _mean(np.stack(values), np.stack(list(shares.values())), texels))

    def _texel(self, lanes: Lanes, own: Any, texels: Texels, layer: Any, places: list[Any], modes: Any) -> Any:
        """Return texels as numbers (lanes, 4): a channel that is missing is 0."""
        axes = texels.axes(self.geometry)
        indices = [_indices(at, size, mode) for at, size, mode in zip(places, axes, modes, strict=False)]
        inside = np.logical_and.reduce([within for _, within in indices])
        raw = self.elements(lanes, own, texels, layer, [index for index, _ in indices], inside)
        numbers = np.zeros((len(own), 4), np.float64)
        if texels.fractions:
            # Integers are fractions of their largest value.
            raw = raw.astype(np.float64) / np.iinfo(_DTYPES[texels.format]).max
        numbers[:, : texels.channels] = raw
        return numbers

    def _values(self, texels: Texels, numbers: Any) -> list[Any]:
        """Return numbers as bits of the type of the results; the last one is the predicate that texels are present."""
        integers = not texels.fractions and texels.format[0] != "f"
        if texels.fractions:
            numbers = np.maximum(numbers, -1)  # An H100 filters the least integer as it is.
        kind = str(self.modifiers["dtype"])
        words: list[Any]
        if integers:
            words = [(numbers[:, at].astype(np.int64) & 0xFFFFFFFF).astype(np.uint32) for at in range(4)]
        elif kind in ("f16", "f16x2"):
            with np.errstate(over="ignore"):
                words = [numbers[:, at].astype(np.float32).astype(np.float16).view(np.uint16) for at in range(4)]
        else:
            words = [numbers[:, at].astype(np.float32).view(np.uint32) for at in range(4)]
        if kind == "f16x2" and not integers:
            words = [words[at].astype(np.uint32) | words[at + 1].astype(np.uint32) << np.uint32(16) for at in (0, 2)]
        count = len(self.results.get("d", ()))
        return [*words[:count], *([np.ones(len(numbers), np.uint8)] if "p" in self.results else [])]


def _weights(alphas: list[Any]) -> dict[tuple[int, ...], Any]:
    """Return the weight of each corner, from the weights of the upper neighbors along the axes; their sum is 1.

    Weights are multiples of 1/256. The weights of the two neighbors along z are divided along x, and then along y.
    There, ties go to the upper neighbor on the right side, and to the lower one on the left. An H200 has these weights
    at all 6,144 places of a 3-D filter that were measured.
    """
    x, y, z = (*alphas, *[np.float64(0)] * 2)[:3]
    weights = {}
    for far, depth in ((0, 1 - z), (1, z)):
        right = np.floor(depth * x * _FRACTION + 0.5) / _FRACTION
        left = depth - right
        for side, width, up in (
            (0, left, np.ceil(left * y * _FRACTION - 0.5) / _FRACTION),
            (1, right, np.floor(right * y * _FRACTION + 0.5) / _FRACTION),
        ):
            weights[side, 1, far], weights[side, 0, far] = up, width - up
    axes = len(alphas)
    return {corner[:axes]: weight for corner, weight in weights.items() if not any(corner[axes:])}


def _mean(texels: Any, weights: Any, format_: Texels) -> Any:
    """Return weighted means (lanes, 4) of texels (corners, lanes, 4), as an H200 rounds them.

    Fractions become multiples of 1/65535 or 1/32767; ties are rounded up. Floating-point texels are aligned with the
    largest one that has a weight, and keep four bits more than their format has. The sum of their products is rounded
    once, and ties away from zero.
    """
    if format_.fractions:
        most = _SIGNED if format_.format[0] == "s" else _UNSIGNED
        steps = np.sum(np.round(texels * (most * 1024)) / 1024 * weights[..., None], axis=0)
        return np.floor(steps + 0.5) / most
    with np.errstate(all="ignore"):
        bits, least = (11, -24) if format_.format == "f16" else (24, -149)
        exponent = np.frexp(np.abs(np.where(weights[..., None] != 0, texels, 0)).max(axis=0))[1]
        aligned = np.ldexp(np.trunc(np.ldexp(texels, bits + 4 - exponent)), exponent - bits - 4)
        mean = np.sum(aligned * weights[..., None], axis=0)
        unit = np.maximum(np.frexp(mean)[1] - bits, least)
        rounded = np.ldexp(np.copysign(np.floor(np.abs(np.ldexp(mean, -unit)) + 0.5), mean), unit)
        return np.where(np.isfinite(mean), rounded, np.sum(texels * weights[..., None], axis=0))


class Query(_Image):
    """`txq` and `suq`: read an attribute."""

    __slots__ = ()

    def access(self, lanes: Lanes, own: Any, texels: Texels) -> list[Any]:
        """Return the attribute."""
        query, sampler = str(self.modifiers["query"]), texels.sampler
        shape = tuple(reversed(texels.shape))
        sizes = {"width": 0, "height": 1, "depth": 2}
        if query in sizes:
            value = shape[sizes[query]] if sizes[query] < len(shape) else 0
        elif query.startswith("addr_mode"):
            mode = sampler.modes[int(query[-1])]
            value = _MODES.index({"clamp": "clamp_to_edge", "border": "clamp_to_border"}.get(mode, mode))
        else:
            value = {
                "normalized_coords": int(sampler.normalized),
                "force_unnormalized_coords": int(not sampler.normalized),
                "filter_mode": int(sampler.linear),
                "array_size": texels.shape[0] if len(texels.shape) > 1 else 0,
                "memory_layout": 1,
            }.get(query, 0)
        return [np.full(len(own), value, np.uint32)]


class SurfaceAccess(_Image):
    """`suld`, `sust` and `sured`: access a surface, unformatted by bytes or formatted by elements."""

    __slots__ = ()

    def access(self, lanes: Lanes, own: Any, texels: Texels) -> list[Any]:
        """Access the bytes of each lane."""
        mnemonic, bytewise = self.node.opcode.mnemonic, self.modifiers.get("b") == "b"
        type_ = str(self.modifiers.get("dtype") or self.modifiers.get("ctype") or "b32")
        width, count = int(type_[1:]) // 8, len(self.results.get("d") or self.operands["c"])
        size = width * count if bytewise else texels.size
        places, running = self._places(lanes, own, texels, size, bytewise=bytewise)
        memory, slots = lanes.flat, lanes.slots[own]
        section = MemorySection("global", memory.bytes, places.astype(np.uint64), own, own)
        step = min(size, 8)
        for start in range(0, size, step):
            lanes.machine.accessed(places[running] + start, slots[running], step, mnemonic != "suld", section)
        index = places[:, None] + np.arange(size)
        if mnemonic == "suld":
            data = np.where(running[:, None], memory.bytes[index], 0).astype(np.uint8)
            return list(np.ascontiguousarray(data).view(f"u{width}").T)
        words = self.columns(lanes, "c", own, f"u{width}")
        if mnemonic == "sured":
            # A formatted reduction has the type of the elements.
            kind = texels.format if not bytewise and texels.format in ("u32", "s32") else type_
            dtype = np.dtype(f"{'i' if kind[0] == 's' else 'u'}{int(kind[1:]) // 8}")
            functions: dict[str, Any] = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and}
            function = functions.get(str(self.modifiers["op"]), np.bitwise_or)
            # Threads that reduce the same element do so one after the other.
            function.at(memory.bytes.view(dtype), places[running] // dtype.itemsize, words[0][running].view(dtype))
        else:
            data = np.stack(words, axis=1)
            if not bytewise:
                # Components in the format of the surface; those that are missing are zero.
                elements = np.zeros((len(data), texels.channels), _DTYPES[texels.format])
                count = min(data.shape[1], texels.channels)
                with np.errstate(over="ignore"):
                    half = texels.format == "f16"
                    present = data.view(np.float32).astype(np.float16) if half else data.view(elements.dtype)
                elements[:, :count] = present[:, :count]
                data = elements
            memory.bytes[index[running]] = np.ascontiguousarray(data[running]).view(np.uint8).reshape(-1, size)
        memory.flags[index[running]] |= VALUED
        return []

    def _places(self, lanes: Lanes, own: Any, texels: Texels, size: int, *, bytewise: bool) -> tuple[Any, Any]:
        """Return the place that each lane accesses, and True where it accesses one."""
        layer, columns = self.coordinates(lanes, own, "pos", "i4", texels)
        axes, slots = texels.axes(self.geometry), lanes.slots[own]
        position = [column.astype(np.int64) for column in columns[: len(axes)]]
        last = [axes[0] * texels.size - size if bytewise else axes[0] - 1, *(size - 1 for size in axes[1:])]
        inside = np.ones(len(own), bool)
        for index, limit in enumerate(last):
            inside &= (position[index] >= 0) & (position[index] <= limit)
            position[index] = np.clip(position[index], 0, max(limit, 0))
        bounds = str(self.modifiers["bounds"])
        if bounds == "trap" and not inside.all():
            first = int(np.flatnonzero(~inside)[0])
            place = tuple(int(column[first]) for column in columns[: len(axes)])
            message = f"{self.text} accesses {texels.name} at {place}, outside of its {axes} elements"
            lanes.machine.fault("out-of-bounds", message, int(slots[first]), "compare the coordinates with the surface")
        rows = layer
        for index in range(len(axes) - 1, 0, -1):
            rows = rows * axes[index] + position[index]
        places = texels.place + rows * axes[0] * texels.size + position[0] * (1 if bytewise else texels.size)
        running = np.ones(len(own), bool) if bounds == "clamp" else inside
        misaligned = running & (places % size != 0)
        if bytewise and misaligned.any():
            first = int(np.flatnonzero(misaligned)[0])
            at = int(columns[0][first])
            message = f"{self.text} accesses {size} bytes of {texels.name} at byte {at}, which is not aligned"
            lanes.machine.fault("misaligned-access", message, int(slots[first]))
            places -= places % size
        return places, running


class FormattedStore(SurfaceAccess):
    """`sust.p`: its conversions to formats of 8 and 16 bits are not documented."""

    __slots__ = ()

    def access(self, lanes: Lanes, own: Any, texels: Texels) -> list[Any]:
        """Store elements."""
        if texels.format not in ("u32", "s32", "f16", "f32") or len(self.operands["c"]) < texels.channels:
            lanes.machine.note_unmodeled(self, f"the conversion to elements of {texels.format} is not documented")
            return []
        return super().access(lanes, own, texels)


def _fetch(context: Context) -> Operation | None:
    names = {operand.operand.name for operand in context.statement.operands if operand.node is not None}
    reason = ""
    if "f" in names:
        reason = "the function that compares depths belongs to the sampler, and no argument has it"
    elif str(context.modifier("geom")) not in _AXES:
        reason = "textures with several samples are not covered yet"
    if reason:
        return Unmodeled(context.pc, context.procedure, context.node, reason, results_of(context.statement))
    return Fetch(context)


def _query(context: Context) -> Operation | None:
    if context.modifier("query") in ("channel_data_type", "channel_order"):
        reason = "the numbers of channel types depend on the source language"
        return Unmodeled(context.pc, context.procedure, context.node, reason, results_of(context.statement))
    return Query(context)


class IsType(_Image):
    """`istypep`: test if a register has the handle of a texture, sampler or surface."""

    __slots__ = ("kind",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.kind = next(word for word in context.node.opcode.modifiers if word.endswith("ref"))

    def run(self, lanes: Lanes) -> Any:
        """Compare the handle with those of the launch."""
        (read,), (write,) = self.operands["a"], self.results["p"]
        handles = np.broadcast_to(lanes.read(read), lanes.count)
        known = lanes.machine.samplers if self.kind == "samplerref" else lanes.machine.textures
        result = np.isin(handles, np.array(list(known), np.uint64)).astype(np.uint8)
        lanes.write(write, result, lanes.executing(self.guard))


CONSTRUCTORS: Mapping[str, Callable[[Context], Operation | None]] = {
    "tex": _fetch,
    "tld4": _fetch,
    "txq": _query,
    "suq": _query,
    "suld": SurfaceAccess,
    "sust.b": SurfaceAccess,
    "sust.p": FormattedStore,
    "sured": SurfaceAccess,
    "istypep": IsType,
}
"""Constructors by the id of a form or a prefix of it."""


def samplers(variables: list[Variable]) -> Iterator[tuple[int, Sampler]]:
    """Yield the address and the state of each sampler that a module initializes."""
    for variable in variables:
        if variable.type != "samplerref":
            continue
        initializer = variable.declarator.initializer if variable.declarator is not None else None
        elements = initializer.elements if isinstance(initializer, tree.Values) else ()
        fields = {
            element.name.text: getattr(element.value, "text", None) or getattr(element.value, "value", 0)
            for element in elements
            if isinstance(element, tree.Field)
        }
        modes = [str(fields.get(f"addr_mode_{axis}", "clamp_to_edge")) for axis in range(3)]
        x, y, z = (_OF_SAMPLERS.get(mode, mode) for mode in modes)
        normalized = not fields.get("force_unnormalized_coords", 0)
        yield variable.address, Sampler((x, y, z), fields.get("filter_mode") == "linear", normalized)
