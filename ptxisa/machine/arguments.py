"""Arguments of a kernel: texts of the command line, and arrays of the caller in the memory of a launch.

argument_value("n", "1024")                 # 1024
argument_value("x", "range:f32:16x64")      # an array

arguments = LaunchArguments(image, kernel, [1024, 2.0, x, y], symbols)
arguments.place(memory)                     # before the run
arguments.return_to_caller(memory)          # after it

`argument_value` is what `ptxisa run --arg` and the playground accept. `LaunchArguments` gives every array of the caller
an address in global memory; the same array, or a part of it, has one address.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.names import suggestion
from ptxisa.isa.types import known
from ptxisa.machine.address import ALLOCATED, GLOBAL_BASE, GLOBAL_GAP, VALUED, WRITABLE, Allocation, FlatMemory
from ptxisa.machine.dependents import HostArray
from ptxisa.machine.devices import WINDOW_BASE, WINDOW_STEP, Devices, Multimem
from ptxisa.machine.image import Image, Procedure, Variable
from ptxisa.machine.shape import WORKSPACE, WORKSPACE_SIZE, launch_error, shown
from ptxisa.machine.textures import HANDLE_BASE, HANDLE_STEP, Sampler, Texels, Texture, bound, samplers
from ptxisa.numbers import exact
from ptxisa.numbers.formats import known as formats


class Buffer(NamedTuple):
    """An array for a kernel: a pointer to its first byte.

    Attributes:
        array: NumPy array, which the kernel reads and writes in place.
        initialized: False if its contents are undefined until the kernel writes them.
        read_only: True if a store to it is an error of the program.
    """

    array: Any
    initialized: bool = True
    read_only: bool = False


HEAP = 64 << 20
"""Bytes of global memory for `malloc` in a kernel."""
MOST_MEMORY = 1 << 36
"""Largest size of the arrays of a launch in bytes."""
MOST_BYTES = 1 << 34
"""Size of an array of a text, at most."""
LONGEST_NUMBER = 1000
"""Maximum length of the text of a number; Python converts no more than 4,300 digits."""
MOST_DIMENSIONS = 32
"""Largest number of dimensions of an array; NumPy before 2.0 has no more."""
_TYPES = {
    f"{kind}{bits}": f"{name}{bits}"
    for kind, name in (("u", "uint"), ("s", "int"), ("b", "uint"))
    for bits in (8, 16, 32, 64)
}
_TYPES |= {"f16": "float16", "f32": "float32", "f64": "float64"}


class ArgumentError(ValueError):
    """A text that is not an argument; the message has the name of the parameter."""


def argument_value(name: str, text: str, most_bytes: int = MOST_BYTES) -> Any:
    """Return the value of a text: a number, None, bytes, or an array.

    Args:
        name: Name of the parameter, for messages.
        text: `1024`, `1.5`, `null`, `hex:00ff`, or an array as `KIND:TYPE:SHAPE`.
        most_bytes: Size of the largest array.

    Raises:
        ArgumentError: The text is none of these.
    """
    if text == "null":
        return None
    if text.startswith("hex:"):
        try:
            return bytes.fromhex(text[4:])
        except ValueError:
            raise ArgumentError(f"{name}: hex: takes pairs of hexadecimal digits, not {text[4:44]!r}") from None
    if ":" in text:
        return _new_array(name, text, most_bytes)
    if len(text) > LONGEST_NUMBER:
        raise ArgumentError(f"{name}: a number of {len(text):,} characters fits no parameter")
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"{name}: {text[:60]!r} is not a valid value; see ptxisa run --help") from None


def _new_array(name: str, text: str, most_bytes: int) -> Any:
    """Return the array of a text such as zeros:f32:16x64."""
    kind, type_, *rest = text.split(":")
    if type_ not in _TYPES:
        raise ArgumentError(f"{name}: the type {type_[:40]!r} is none of {', '.join(_TYPES)}")
    dtype = np.dtype(_TYPES[type_])
    try:
        shape = tuple(int(part) for part in rest[0].split("x"))
        seed = int(rest[1]) if len(rest) > 1 else 0
    except (ValueError, IndexError):
        raise ArgumentError(f"{name}: {text[:60]!r} is not KIND:TYPE:SHAPE, such as zeros:f32:16x64") from None
    if len(rest) > 2 or (len(rest) > 1 and kind != "random"):
        raise ArgumentError(f"{name}: {text[:60]!r} has more than KIND:TYPE:SHAPE; only random takes a seed after it")
    if seed < 0:
        raise ArgumentError(f"{name}: a seed is a number from 0 on, not {rest[1][:40]}")
    if len(shape) > MOST_DIMENSIONS:
        raise ArgumentError(f"{name}: an array has at most {MOST_DIMENSIONS} dimensions, not {len(shape)}")
    if min(shape) < 0 or math.prod(shape) * dtype.itemsize > most_bytes:
        message = f"an array of {rest[0][:40]} elements cannot be made; it has from 0 to {most_bytes:,} bytes"
        raise ArgumentError(f"{name}: {message}")
    try:
        return _filled(name, kind, dtype, shape, seed)
    except MemoryError:
        message = f"{name}: this machine has too little memory for an array of {rest[0][:40]} elements"
        raise ArgumentError(message) from None


def _filled(name: str, kind: str, dtype: np.dtype[Any], shape: tuple[int, ...], seed: int) -> Any:
    """Return an array with the contents that its kind says."""
    if kind in ("zeros", "empty"):
        array = np.zeros(shape, dtype)
        return Buffer(array, initialized=False) if kind == "empty" else array
    if kind == "ones":
        return np.ones(shape, dtype)
    if kind == "range":
        with np.errstate(over="ignore"):  # Numbers from 65,520 on are infinite in f16.
            return np.arange(math.prod(shape)).astype(dtype).reshape(shape)
    if kind == "random":
        generator = np.random.default_rng(seed)
        if dtype.kind == "f":
            return generator.random(shape).astype(dtype)
        limits = np.iinfo(dtype)
        return generator.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    raise ArgumentError(f"{name}: {kind[:40]!r} is none of zeros, ones, range, random and empty")


# --- arrays in memory ---


class MappedArray(NamedTuple):
    """An array of the caller in global memory: its bytes, the buffer that describes it, and its address."""

    bytes: NDArray[np.uint8]
    buffer: Buffer
    address: int
    start: int
    name: str


class LaunchArguments:
    """Arguments of a launch, and the arrays of the caller in memory."""

    def __init__(self, image: Image, kernel: Procedure, arguments: Any, symbols: Mapping[str, Any]) -> None:
        self._image = image
        self._textures: list[tuple[int, str, Texture, int]] = []
        self.multimem: list[Devices] = []
        self._mapped: list[MappedArray] = []
        self._next = -(-(GLOBAL_BASE + image.global_size) // 256) * 256
        parameters = [parameter for parameter in kernel.parameters if isinstance(parameter, Variable)]
        self._prefix = f"{kernel.name}_"
        values = _by_parameter([self._name(parameter) for parameter in parameters], self._prefix, arguments)
        self._parameters = np.zeros(max(kernel.variables["#parameters"].size, 8), np.uint8)
        self._places = parameters
        for parameter, value in zip(parameters, values, strict=True):
            bits = self._bits(parameter, value)
            self._parameters[parameter.address : parameter.address + parameter.size] = np.frombuffer(bits, np.uint8)
        self._symbols: list[tuple[Variable, NDArray[np.uint8]]] = []
        for name, array in symbols.items():
            if isinstance(array, Texture):
                self._texture(name, array, self._variable(name).address)
                continue
            variable, data = self._variable(name), _bytes_of(name, array)
            if len(data) != variable.size:
                raise launch_error(f"{name} has {variable.size} bytes, and the array for it {len(data)}")
            self._symbols.append((variable, data))
        malloc = "malloc" in image.services(kernel)
        self.global_size = self._next - GLOBAL_BASE + GLOBAL_GAP + (HEAP if malloc else 0)
        self.array_bytes = sum(len(mapped.bytes) for mapped in self._mapped)
        """Size of the arrays of the caller, which exist beside their copies in the memory of the launch."""
        if self.global_size > MOST_MEMORY:
            raise launch_error(f"the arrays take {self.global_size:,} bytes; at most {MOST_MEMORY:,} are supported")

    def textures(self, memory: FlatMemory) -> tuple[dict[int, Texels], dict[int, Sampler]]:
        """Return textures and samplers by handle."""
        start = memory.global_start - GLOBAL_BASE
        textures = {handle: bound(name, texture, start + address) for handle, name, texture, address in self._textures}
        return textures, dict(samplers(self._image.variables))

    def _texture(self, name: str, texture: Texture, handle: int) -> int:
        """Note a texture with a handle."""
        bound(name, texture, 0)
        self._textures.append((handle, name, texture, self._map(name, Buffer(texture.array))))
        return handle

    def _variable(self, name: str) -> Variable:
        """Return the variable that a symbol names."""
        variables = self._image.variables
        known_variables = {variable.name: variable for variable in variables if variable.space in ("global", "const")}
        variable = known_variables.get(name)
        if variable is None:
            hint = suggestion(str(name), known_variables)
            raise launch_error(f"the module has no variable {str(name)[:60]}" + (f"; {hint}" if hint else ""))
        return variable

    def _name(self, parameter: Variable) -> str:
        """Return the name of a parameter; compilers write `kernel_param_0` for what is here `param_0`."""
        return parameter.name.removeprefix(self._prefix)

    def _bits(self, parameter: Variable, value: Any) -> bytes:
        """Return the bytes of a parameter."""
        name, size = self._name(parameter), parameter.size
        if value is None:
            if size < 8:
                raise launch_error(f"parameter {name} has {size} bytes and cannot be a null pointer; give a number")
            return bytes(size)
        if isinstance(value, (bytes, bytearray, memoryview)):
            if len(bytes(value)) != size:
                raise launch_error(f"parameter {name} has {size} bytes; {len(bytes(value))} are given")
            return bytes(value)
        if isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating)):
            return _scalar(name, parameter, value)
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return self._bits(parameter, value[()])
        if isinstance(value, np.void):
            return self._bits(parameter, value.tobytes())
        if isinstance(value, np.generic):
            # As an array, such a scalar would be a pointer to a copy that nobody can read.
            raise launch_error(f"parameter {name} cannot be a {value.dtype} scalar; give an array, a number or bytes")
        if isinstance(value, tuple) and not isinstance(value, (Buffer, Texture, Multimem)):
            from ptxisa.machine.tensors import MapArgument  # Loads tables of tensors.

            if isinstance(value, MapArgument):
                words = value.encoded(self._map(name, Buffer(value.array)))
                if size == len(words):
                    return words
                if size != 8:
                    raise launch_error(f"parameter {name} has {size} bytes; a tensor map has {len(words)}")
                # The parameter is a pointer to the map.
                return self._map(name, Buffer(np.frombuffer(bytearray(words), np.uint8))).to_bytes(8, "little")
        if isinstance(value, Texture):
            opaque = known()[parameter.type].kind == "opaque"
            handle = parameter.address if opaque else HANDLE_BASE + HANDLE_STEP * len(self._textures)
            if size != 8:
                raise launch_error(f"parameter {name} has {size} bytes; the handle of a texture has 8")
            return self._texture(name, value, handle).to_bytes(8, "little")
        if isinstance(value, Multimem):
            address = self._window(name, value)
        else:
            address = self._map(name, value if isinstance(value, Buffer) else Buffer(value))
        if size != 8:
            raise launch_error(f"parameter {name} has {size} bytes and cannot be a pointer")
        return address.to_bytes(8, "little")

    def _window(self, name: str, value: Multimem) -> int:
        """Return the address of a window over arrays of several devices."""
        arrays = list(value.arrays)
        sizes = {len(_bytes_of(name, array)) for array in arrays}
        if len(sizes) != 1:
            raise launch_error(f"{name}: the arrays of a multimem address must have the same size, not {sorted(sizes)}")
        address = WINDOW_BASE + WINDOW_STEP * len(self.multimem)
        copies = tuple(self._map(f"{name}[{at}]", Buffer(array)) for at, array in enumerate(arrays))
        self.multimem.append(Devices(address, sizes.pop(), copies))
        return address

    def _map(self, name: str, buffer: Buffer) -> int:
        """Return the address of an array; the same array, or a part of it, has the same memory."""
        data = _bytes_of(name, buffer.array)
        start = data.ctypes.data
        for mapped in self._mapped:
            if mapped.start <= start and start + len(data) <= mapped.start + len(mapped.bytes) and len(data):
                return mapped.address + start - mapped.start
            if mapped.start < start + len(data) and start < mapped.start + len(mapped.bytes):
                # Both would be copied to the machine and back, and the second would undo what the first one got.
                raise launch_error(
                    f"the arrays {mapped.name} and {name} share only a part of their memory; give one that contains "
                    "both first, or a copy"
                )
        if not data.flags.writeable:
            buffer = buffer._replace(read_only=True)
        address = self._next
        self._next = -(-(address + len(data) + GLOBAL_GAP) // 256) * 256
        self._mapped.append(MappedArray(data, buffer, address, start, name))
        return address

    def place(self, memory: FlatMemory) -> None:
        """Fill global, constant and parameter memory before the first CTAs run."""
        for variable in self._image.variables:
            if variable.space in ("global", "const"):
                flags = ALLOCATED | VALUED | (WRITABLE if variable.space == "global" else 0)
                allocation = memory.allocate(
                    Allocation(variable.source_name, variable.space, variable.address, variable.size), flags
                )
                span = slice(allocation.place, allocation.place + variable.size)
                memory.bytes[span] = self._image.contents(variable)
        for variable, data in self._symbols:
            place = self._place_of(memory, variable)
            memory.bytes[place : place + variable.size] = data
        for mapped in self._mapped:
            buffer, size = mapped.buffer, len(mapped.bytes)
            flags = ALLOCATED | (VALUED if buffer.initialized else 0) | (0 if buffer.read_only else WRITABLE)
            allocation = memory.allocate(Allocation(mapped.name, "global", mapped.address, size), flags)
            memory.bytes[allocation.place : allocation.place + size] = mapped.bytes
        memory.allocate(
            Allocation("barrier of the grid", "global", WORKSPACE, WORKSPACE_SIZE), ALLOCATED | VALUED | WRITABLE
        )
        memory.reserve(self._next - GLOBAL_BASE)
        start = memory.parameter_start
        memory.bytes[start : start + len(self._parameters)] = self._parameters
        for parameter in self._places:
            memory.allocate(
                Allocation(self._name(parameter), "param::entry", parameter.address, parameter.size), ALLOCATED | VALUED
            )

    def _place_of(self, memory: FlatMemory, variable: Variable) -> int:
        if variable.space == "const":
            return memory.const_start + variable.address
        return memory.global_start + variable.address - GLOBAL_BASE

    def host_arrays(self) -> list[HostArray]:
        """Return the arrays of the caller in global memory."""
        arrays = [HostArray(mapped.start, len(mapped.bytes), mapped.address) for mapped in self._mapped]
        symbols = [(variable, data) for variable, data in self._symbols if variable.space == "global"]
        return arrays + [HostArray(data.ctypes.data, len(data), variable.address) for variable, data in symbols]

    def return_to_caller(self, memory: FlatMemory) -> None:
        """Write the memory of arrays and symbols back to the arrays of the caller."""
        for mapped in self._mapped:
            if not mapped.buffer.read_only:
                place = memory.global_start + mapped.address - GLOBAL_BASE
                mapped.bytes[:] = memory.bytes[place : place + len(mapped.bytes)]
        for variable, data in self._symbols:
            if variable.space == "global" and data.flags.writeable:
                place = self._place_of(memory, variable)
                data[:] = memory.bytes[place : place + variable.size]


def _by_parameter(names: Sequence[str], prefix: str, arguments: Any) -> list[Any]:
    """Return the argument of each parameter; a mapping may have its names with or without a prefix."""
    if isinstance(arguments, Mapping):
        given = {}
        for full_name, value in arguments.items():
            name = str(full_name).removeprefix(prefix)
            if name not in names:
                hint = suggestion(name, names) or f"its parameters are {', '.join(names[:8]) or 'none'}"
                raise launch_error(f"the kernel has no parameter {name[:60]}; {hint}")
            if name in given:
                raise launch_error(f"two arguments are given for {name[:60]}")
            given[name] = value
        if missing := [name for name in names if name not in given]:
            raise launch_error(f"no argument is given for {', '.join(missing[:8])}")
        return [given[name] for name in names]
    # Sets have no order that a caller could rely on.
    if isinstance(arguments, (str, bytes, Set)) or not isinstance(arguments, Iterable):
        raise TypeError(f"arguments must be a sequence or a mapping, not {type(arguments).__name__}")
    values = list(arguments)
    if len(values) != len(names):
        plural = "" if len(names) == 1 else "s"
        verb = "is" if len(values) == 1 else "are"
        raise launch_error(
            f"the kernel has {len(names)} parameter{plural} ({', '.join(names[:8])}); {len(values)} {verb} given"
        )
    return values


def _scalar(name: str, parameter: Variable, value: Any) -> bytes:
    """Return the bytes of a number of the type of a parameter."""
    size, type_ = parameter.size, known()[parameter.type]
    if size > 16 or type_.bits // 8 != size:
        raise launch_error(f"parameter {name} has {size} bytes; give bytes instead of a number")
    if isinstance(value, (float, np.floating)):
        format_ = parameter.type if parameter.type in formats() else {8: "f64", 4: "f32", 2: "f16"}.get(size, "")
        if format_ not in formats() or type_.kind in ("signed", "unsigned"):
            raise launch_error(f"parameter {name} is of type .{parameter.type} and cannot be {value!r}")
        bits = int(np.float64(value).view(np.uint64))
        number = exact.round_to(exact.decode(bits, formats()["f64"]), formats()[format_], "rn")
        return int(number).to_bytes(size, "little")
    number = int(value)
    if type_.kind == "float" and abs(number) < 1 << 1023:
        return _scalar(name, parameter, float(number))
    if type_.kind == "float":
        raise launch_error(f"parameter {name} is of type .{parameter.type}; {shown(number)} does not fit; give inf")
    if not -(1 << 8 * size - 1) <= number < 1 << 8 * size:
        least, most = -(1 << 8 * size - 1), (1 << 8 * size) - 1
        message = f"parameter {name} is of type .{parameter.type}; {shown(number)} does not fit"
        raise launch_error(f"{message}, numbers from {least} to {most} do")
    return (number & (1 << 8 * size) - 1).to_bytes(size, "little")


def _bytes_of(name: str, given: Any) -> NDArray[np.uint8]:
    """Return the bytes of an array of the caller, as a view.

    Raises:
        PtxError: The object is not an array in host memory, or its elements do not follow each other.
    """
    array = given
    if not isinstance(array, np.ndarray):
        if hasattr(array, "numpy") and hasattr(array, "detach"):  # A tensor of PyTorch, which is written in place.
            array = array.detach().numpy()
        elif hasattr(array, "__array_interface__"):
            array = np.asarray(array)
        elif hasattr(array, "__dlpack__"):
            try:
                array = np.from_dlpack(array)
            except (BufferError, RuntimeError, TypeError, ValueError) as problem:
                raise launch_error(f"{name}: the array is not in host memory ({problem})") from None
        else:
            raise launch_error(f"{name}: {type(given).__name__} is not an array, a number, bytes or None")
    if array.dtype.hasobject:
        raise launch_error(f"{name}: an array of Python objects has no bytes")
    if not array.dtype.isnative:
        raise launch_error(f"{name}: the array has swapped bytes; memory is little-endian (use .astype)")
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise launch_error(f"{name}: the array must be contiguous (use np.ascontiguousarray)")
    flat = array.reshape(-1, order="A") if array.flags.c_contiguous else array.T.reshape(-1)
    result: NDArray[np.uint8] = flat.view(np.uint8)
    return result
