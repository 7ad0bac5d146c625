"""Calls of the CUDA driver that run a kernel, through ctypes, so that a GPU needs neither CUDA nor a Python package.

    with GpuContext() as context, context.load(ptx) as module:
        context.exchange(module.function("probe"), [numbers, results], grid=1, block=32)

Start with `GpuContext`. Numbers below are enumerators of `cuda.h`.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
# CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES and CU_JIT_OPTIMIZATION_LEVEL.
_JIT_ERROR_LOG, _JIT_ERROR_SIZE, _JIT_OPTIMIZATION = 5, 6, 7
# CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
_MAJOR, _MINOR = 75, 76
_LOG_BYTES = 16384
# CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP.
_HOST_MAPPED = 3
TENSOR_MAP_BYTES = 128
"""Size and alignment of a CUtensorMap."""
THREADS = 256
"""Threads of a CTA of kernels on arrays; a multiple of the warp, so that the lanes of a warp are adjacent values."""


class GpuError(Exception):
    """Error of a missing GPU, or of a call of the driver."""


class Trapped(GpuError):
    """Error of a kernel that trapped; the context is lost, and every further call of the process fails."""


class GpuContext:
    """The first GPU's primary context: load PTX, launch kernels, copy arrays."""

    def __init__(self) -> None:
        for library in _LIBRARIES:
            with contextlib.suppress(OSError):
                self._cuda = ctypes.CDLL(library)
                break
        else:
            raise GpuError("no CUDA driver was found on this machine; verify-gpu needs an NVIDIA GPU")
        self._trapped = False
        self._call("cuInit", 0)
        # The primary context is also that of the CUDA runtime: a process with another CUDA library has one context.
        self._device = ctypes.c_int()
        self._call("cuDeviceGet", ctypes.byref(self._device), 0)
        self._context = ctypes.c_void_p()
        self._call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._device)
        self._call("cuCtxSetCurrent", self._context)

    def __enter__(self) -> GpuContext:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release("cuDevicePrimaryCtxRelease_v2", self._device)

    def name(self) -> str:
        """Marketing name of the device."""
        buffer = ctypes.create_string_buffer(256)
        self._call("cuDeviceGetName", buffer, 256, self._device)
        return buffer.value.decode()

    def target(self) -> str:
        """Return the base target of the device, such as sm_90."""
        return f"sm_{self._attribute(_MAJOR)}{self._attribute(_MINOR)}"

    def driver(self) -> str:
        """Return the newest CUDA release that the driver supports."""
        version = ctypes.c_int()
        self._call("cuDriverGetVersion", ctypes.byref(version))
        return f"{version.value // 1000}.{version.value % 1000 // 10}"

    def load(self, image: str | bytes, optimization: int = 4) -> GpuModule:
        """Compile a PTX module or load a cubin; raise `GpuError` with the log of the driver if that fails.

        Args:
            image: The module.
            optimization: Level from 0 to 4; the driver's default is 4.
        """
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(_LOG_BYTES)
        options = (ctypes.c_int * 3)(_JIT_ERROR_LOG, _JIT_ERROR_SIZE, _JIT_OPTIMIZATION)
        # The driver takes the values of options as pointers, also those that are numbers.
        values = (ctypes.c_void_p * 3)(ctypes.addressof(log), _LOG_BYTES, optimization)
        data = image.encode() + b"\0" if isinstance(image, str) else image
        # Not by `_call`: the log has the message of the compiler, the status only its class.
        status = self._cuda.cuModuleLoadDataEx(ctypes.byref(module), data, 3, options, values)
        if status:
            raise GpuError(f"the driver rejects the module: {log.value.decode(errors='replace').strip()[:2000]}")
        return GpuModule(self, module)

    def launch(
        self,
        function: ctypes.c_void_p,
        threads: int,
        inputs: Sequence[NDArray[np.generic]],
        outputs: Sequence[NDArray[np.generic]],
    ) -> None:
        """Run a kernel whose parameters are the input pointers, the output pointers and the thread count."""
        pointers = [self._upload(array) for array in inputs] + [self._allocate(array.nbytes) for array in outputs]
        try:
            self.run(function, (*pointers, ctypes.c_uint32(threads)), -(-threads // THREADS), THREADS)
            for array, pointer in zip(outputs, pointers[len(inputs) :], strict=True):
                DeviceMemory(self, pointer).read(array)
        finally:
            for pointer in pointers:
                self._release("cuMemFree_v2", pointer)

    def exchange(
        self,
        function: ctypes.c_void_p,
        arrays: Sequence[NDArray[np.generic]],
        grid: int,
        block: int,
        values: Sequence[Any] = (),
    ) -> None:
        """Run a kernel on copies of arrays, and read the last array back.

        Args:
            function: The kernel; its parameters are a pointer to each copy, then `values`.
            arrays: Arrays of any type; the last one is overwritten with what the kernel leaves there.
            grid: Number of CTAs.
            block: Number of threads of a CTA.
            values: Further parameters, ctypes values.
        """
        with contextlib.ExitStack() as stack:
            memories = [stack.enter_context(self.memory(array)) for array in arrays]
            self.run(function, (*(memory.pointer for memory in memories), *values), grid, block)
            memories[-1].read(arrays[-1])

    def run(
        self,
        function: ctypes.c_void_p,
        values: Sequence[Any],
        grid: int | tuple[int, int, int],
        block: int | tuple[int, int, int],
        *,
        shared: int = 0,
        cooperative: bool = False,
    ) -> None:
        """Run a kernel on these parameters, ctypes values, and wait for its end.

        Args:
            function: The kernel.
            values: Its arguments.
            grid: Number of CTAs, in x or in three dimensions.
            block: Number of threads of a CTA, likewise.
            shared: Bytes of dynamic shared memory.
            cooperative: All CTAs are resident, so that they may wait for each other.

        Raises:
            Trapped: The kernel ended with an error.
        """
        sizes = [length for size in (grid, block) for length in (size if isinstance(size, tuple) else (size, 1, 1))]
        # The driver reads each parameter through a pointer; its size is that of the `.param` of the kernel.
        parameters = [ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values]
        packed = (ctypes.c_void_p * len(parameters))(*parameters)
        if cooperative:
            self._call("cuLaunchCooperativeKernel", function, *sizes, shared, None, packed)
        else:
            self._call("cuLaunchKernel", function, *sizes, shared, None, packed, None)
        try:
            # Launches are asynchronous: an error of the kernel is the status of the next call that waits for it.
            self._call("cuCtxSynchronize")
        except GpuError as error:
            self._trapped = True
            raise Trapped(str(error).removeprefix("cuCtxSynchronize failed: ")) from None

    @contextlib.contextmanager
    def memory(self, array: NDArray[np.generic]) -> Iterator[DeviceMemory]:
        """Device memory as large as the array, which is copied there."""
        pointer = self._upload(array)
        try:
            yield DeviceMemory(self, pointer)
        finally:
            self._release("cuMemFree_v2", pointer)

    def mapped(self, size: int) -> tuple[ctypes.c_uint64, NDArray[np.uint64]]:
        """Return words of host memory that kernels write and that survive a trap; they are never released."""
        pointer = ctypes.c_uint64()
        self._call("cuMemHostAlloc", ctypes.byref(pointer), ctypes.c_size_t(8 * size), ctypes.c_uint(_HOST_MAPPED))
        words = (ctypes.c_uint64 * size).from_address(pointer.value)
        return pointer, np.ctypeslib.as_array(words)

    def tensor_map(self, encoder: str, *arguments: object) -> bytes:
        """Return a tensor map of 128 bytes that a function of the driver encodes; raise `GpuError` if it fails."""
        # ctypes does not align buffers; encoders fail unless the map is aligned.
        buffer = ctypes.create_string_buffer(2 * TENSOR_MAP_BYTES)
        offset = -ctypes.addressof(buffer) % TENSOR_MAP_BYTES
        self._call(encoder, ctypes.c_void_p(ctypes.addressof(buffer) + offset), *arguments)
        return buffer.raw[offset : offset + TENSOR_MAP_BYTES]

    def _upload(self, array: NDArray[np.generic]) -> ctypes.c_uint64:
        packed = np.ascontiguousarray(array)
        pointer = self._allocate(packed.nbytes)
        self._call("cuMemcpyHtoD_v2", pointer, packed.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(packed.nbytes))
        return pointer

    def _allocate(self, size: int) -> ctypes.c_uint64:
        pointer = ctypes.c_uint64()
        # The driver has no allocation of 0 bytes.
        self._call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(max(size, 1)))
        return pointer

    def _attribute(self, number: int) -> int:
        value = ctypes.c_int()
        self._call("cuDeviceGetAttribute", ctypes.byref(value), number, self._device)
        return value.value

    def _release(self, name: str, *arguments: object) -> None:
        """Release a resource; a trap has released every resource of the context."""
        if not self._trapped:
            self._call(name, *arguments)

    def _call(self, name: str, *arguments: object) -> None:
        status = getattr(self._cuda, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self._cuda.cuGetErrorString(status, ctypes.byref(text))
            raise GpuError(f"{name} failed: {(text.value or b'unknown error').decode()}")


class DeviceMemory:
    """Device memory; `pointer` is a parameter for kernels."""

    def __init__(self, context: GpuContext, pointer: ctypes.c_uint64) -> None:
        self._context, self.pointer = context, pointer

    def read(self, array: NDArray[np.generic]) -> None:
        """Copy from its beginning into the array."""
        place, size = array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)
        self._context._call("cuMemcpyDtoH_v2", place, self.pointer, size)


class GpuModule:
    """A compiled module; as a context manager, it is unloaded at the end of the block."""

    def __init__(self, context: GpuContext, handle: ctypes.c_void_p) -> None:
        self._context, self._handle = context, handle

    def __enter__(self) -> GpuModule:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unload()

    def function(self, name: str) -> ctypes.c_void_p:
        """Return a kernel of the module."""
        function = ctypes.c_void_p()
        self._context._call("cuModuleGetFunction", ctypes.byref(function), self._handle, name.encode())
        return function

    def unload(self) -> None:
        """Release the module."""
        self._context._release("cuModuleUnload", self._handle)
