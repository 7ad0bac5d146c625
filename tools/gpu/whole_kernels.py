"""Run the kernels of tests/machine/kernels on a GPU, and write the contents of their arguments afterwards.

    python -m tools.gpu.whole_kernels CUBINS RESULTS

CUBINS contains a cubin for each module of the plan, named as the module; `ptxas -fmad=false` makes them, since the
machine does not contract products and sums by default. `launches` and `make_argument` serve the tests as well.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import json
import multiprocessing
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from ptxisa.oracle.gpu.driver import GpuContext

KERNELS = Path(__file__).parents[2] / "tests" / "machine" / "kernels"
_DTYPES = {"f16": "f2", "f32": "f4", "f64": "f8", "bf16": "u2"}


Argument = NDArray[np.generic] | bytes | int | float | None


class Launch(NamedTuple):
    """A kernel of the plan with its launch."""

    module: str
    entry: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    cooperative: bool
    arguments: list[str | float | None]

    @property
    def name(self) -> str:
        """Module and entry, which identify the launch."""
        return f"{self.module}.{self.entry}"

    def values(self) -> list[Argument]:
        """Return the arguments: arrays for pointers, bytes for aggregates, numbers, and None for null pointers."""
        return [make_argument(argument, seed) for seed, argument in enumerate(self.arguments)]


def launches(folder: Path = KERNELS) -> Iterator[Launch]:
    """Yield the launches of the plan in order."""
    for module, entries in yaml.safe_load((folder / "plan.yaml").read_text()).items():
        for entry, launch in entries.items():
            grid, block = (three(launch[key]) for key in ("grid", "block"))
            shared, cooperative = launch.get("shared", 0), launch.get("cooperative", False)
            yield Launch(module, entry, grid, block, shared, cooperative, launch["arguments"])


def make_argument(argument: str | float | None, seed: int) -> Argument:
    """Return the value of an argument of the plan.

    Random integers have all their bits; random floats are multiples of 2**-20 (f32, f64), 2**-8 (f16) or 2**-5 (bf16)
    below 8 in magnitude, so that few results overflow. With limits, integers are in them, and floats are their eighths.
    """
    if not isinstance(argument, str):
        return argument
    kind, _, rest = argument.partition(":")
    if kind == "bytes":
        return bytes.fromhex(rest)
    type_, count, *limits = rest.split(":")
    dtype = np.dtype(_DTYPES.get(type_) or f"{'i' if type_[0] == 's' else 'u'}{int(type_[1:]) // 8}")
    if kind == "zeros":
        return np.zeros(int(count), dtype)
    if kind == "values":
        return np.array([float(text) if type_[0] == "f" else int(text) for text in count.split()], dtype)
    bits = _random_bits(int(count), seed)
    if limits:
        low, high = map(int, limits)
        whole = (bits >> np.uint64(32)).astype(np.int64) % (high - low) + low
        limited: NDArray[np.generic] = (whole / 8 if type_[0] == "f" else whole).astype(dtype)
        return limited
    values: NDArray[np.generic] = bits.astype(f"u{dtype.itemsize}").view(dtype)
    if type_ == "bf16":
        values = ((((bits >> np.uint64(56)).astype("f4") - 128) / 32).view("u4") >> np.uint32(16)).astype("u2")
    elif type_ == "f16":
        values = (((bits >> np.uint64(53)).astype("f4") - 1024) / 256).astype("f2")
    elif type_[0] == "f":
        values = (((bits >> np.uint64(40)).astype("f8") - 2**23) / 2**20).astype(dtype)
    return values


def encode(array: NDArray[np.generic]) -> str:
    """Return the bytes of an array as compressed text."""
    return base64.b85encode(zlib.compress(array.tobytes(), 9)).decode()


def decode(text: str, like: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return the array that `encode` wrote."""
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), like.dtype)


def three(size: int | list[int]) -> tuple[int, int, int]:
    """Return a size in three dimensions; those that the plan omits are 1."""
    x, y, z, *_ = [*(size if isinstance(size, list) else [size]), 1, 1]
    return x, y, z


def _random_bits(count: int, seed: int) -> NDArray[np.uint64]:
    """Return words of splitmix64, which no release of NumPy changes."""
    with np.errstate(over="ignore"):
        word: NDArray[np.uint64] = np.uint64(0x9E3779B97F4A7C15) * (
            np.arange(1, count + 1, dtype=np.uint64) + np.uint64(seed << 32)
        )
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        word ^= word >> np.uint64(31)
    return word


def _run(launch: Launch, cubin: bytes) -> dict[str, object]:
    """Launch a kernel on the GPU; return the changed arguments and what it printed."""
    with GpuContext() as context, tempfile.TemporaryFile() as printed, contextlib.ExitStack() as stack:
        function = context.load(cubin).function(launch.entry)
        arguments = launch.values()
        arrays = {index: value for index, value in enumerate(arguments) if isinstance(value, np.ndarray)}
        before = {index: array.tobytes() for index, array in arrays.items()}
        memories = {index: stack.enter_context(context.memory(array)) for index, array in arrays.items()}
        values: list[object] = []
        for index, argument in enumerate(arguments):
            if index in memories:
                values.append(memories[index].pointer)
            elif isinstance(argument, bytes):
                values.append((ctypes.c_ubyte * len(argument)).from_buffer_copy(argument))
            elif isinstance(argument, float):
                values.append(ctypes.c_float(argument))
            else:
                assert not isinstance(argument, np.ndarray)
                values.append(ctypes.c_uint64(argument or 0))  # a parameter of 32 bits reads the low half
        stdout = os.dup(1)
        os.dup2(printed.fileno(), 1)
        try:
            context.run(
                function, values, launch.grid, launch.block, shared=launch.shared, cooperative=launch.cooperative
            )
        finally:
            ctypes.CDLL(None).fflush(None)  # the driver prints through the buffers of C
            os.dup2(stdout, 1)
        outputs = {}
        for index, memory in memories.items():
            memory.read(arrays[index])
            if arrays[index].tobytes() != before[index]:
                outputs[index] = encode(arrays[index])
        printed.seek(0)
        return {"kernel": launch.name, "gpu": context.name(), "arguments": outputs, "printed": printed.read().decode()}


def main(cubins: str, results: str) -> None:
    """Run every launch of the plan, each in a process of its own, because a fault ends the context of its process."""
    with Path(results).open("w") as file, multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for launch in launches():
            try:
                job = pool.apply_async(_run, (launch, Path(cubins, f"{launch.module}.cubin").read_bytes()))
                file.write(json.dumps(job.get(60)) + "\n")
            except Exception as error:
                print(f"{launch.name}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
