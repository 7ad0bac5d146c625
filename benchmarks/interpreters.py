"""Speed of saxpy and of a divergent loop in interpreters of kernels: `python benchmarks/interpreters.py`.

The interpreters are `ptxisa.launch`, the simulator of Numba and the interpreter of Triton; those that are not installed
are left out. Each line has threads for each second of processor time, without the first launch, which compiles. The
interpreter of Triton computes whole blocks, finds no errors, and runs a loop as often as the slowest thread needs.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
import timeit
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["NUMBA_ENABLE_CUDASIM"] = os.environ["TRITON_INTERPRET"] = "1"
# Kernels of Numba and Triton read these from the globals of their module.
cuda: Any = importlib.import_module("numba.cuda") if find_spec("numba") else None
triton: Any = importlib.import_module("triton") if find_spec("triton") else None
tl: Any = importlib.import_module("triton.language") if triton else None
SIZES = 1024, 65_536
"""Threads of a launch."""
MOST = 1024
"""Threads of the slow ones: Numba has a thread of the system for each, and a loop in Triton takes minutes for more."""
BLOCK = 256
HOT = 1 << 17
"""Threads after which the native engine has compiled an instruction."""
LOOP = """.version 8.0
.target sm_90
.address_size 64
.visible .entry collatz(.param .u32 n, .param .u64 out)
{
    .reg .pred p, odd;
    .reg .b32 i, t, x, steps, limit;
    .reg .b64 at, offset;
    ld.param.u32 limit, [n];
    ld.param.u64 at, [out];
    mov.u32 i, %ctaid.x;
    mov.u32 t, %ntid.x;
    mov.u32 x, %tid.x;
    mad.lo.u32 i, i, t, x;
    setp.ge.u32 p, i, limit;
    @p bra END;
    add.u32 x, i, 1;
    mov.u32 steps, 0;
LOOP:
    setp.le.u32 p, x, 1;
    @p bra STORE;
    and.b32 t, x, 1;
    setp.ne.u32 odd, t, 0;
    @odd mad.lo.u32 x, x, 3, 1;
    @!odd shr.u32 x, x, 1;
    add.u32 steps, steps, 1;
    bra LOOP;
STORE:
    mul.wide.u32 offset, i, 4;
    add.u64 at, at, offset;
    st.global.u32 [at], steps;
END:
    ret;
}
"""
Launches = dict[str, Callable[[], np.ndarray]]


def of_ptxisa(count: int, watch: str, engine: str) -> Launches:
    """Return launches of the two kernels by name; the native engine has compiled what they execute."""
    import ptxisa

    kernels = ROOT / "tests" / "machine" / "kernels" / "basic.ptx"
    x, y, out = np.arange(count, dtype=np.float32), np.zeros(count, np.float32), np.zeros(count, np.uint32)
    grid = count // BLOCK

    def saxpy() -> np.ndarray:
        y[:] = 1
        ptxisa.launch(kernels, "saxpy", grid, BLOCK, [count, 2.0, x, y], watch=watch, engine=engine)
        return y

    def collatz() -> np.ndarray:
        ptxisa.launch(LOOP, "collatz", grid, BLOCK, [count, out], watch=watch, engine=engine)
        return out

    if engine == "native":
        for _ in range(-(-HOT // count)):
            saxpy()
            collatz()
    return {"saxpy": saxpy, "loop": collatz}


def of_numba(count: int) -> Launches:
    """Return launches of the two kernels in the simulator of Numba."""

    @cuda.jit
    def saxpy_kernel(n, a, x, y):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < n:
            y[i] = a * x[i] + y[i]

    @cuda.jit
    def collatz_kernel(n, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < n:
            x, steps = i + 1, 0
            while x > 1:
                x = 3 * x + 1 if x % 2 else x // 2
                steps += 1
            out[i] = steps

    x, y, out = np.arange(count, dtype=np.float32), np.zeros(count, np.float32), np.zeros(count, np.uint32)

    def saxpy() -> np.ndarray:
        y[:] = 1
        saxpy_kernel[count // BLOCK, BLOCK](count, 2.0, x, y)
        return y

    def collatz() -> np.ndarray:
        collatz_kernel[count // BLOCK, BLOCK](count, out)
        return out

    return {"saxpy": saxpy, "loop": collatz}


class HostArray:
    """An array with the methods of tensors of PyTorch that the interpreter of Triton calls."""

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.dtype = array, array.dtype

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return int(self.array.ctypes.data)

    def untyped_storage(self) -> HostArray:
        """Return the array itself."""
        return self

    cpu = untyped_storage

    def new_empty(self, count: int, device: str) -> HostArray:
        """Return an array for `set_`."""
        return HostArray(self.array)

    def set_(self, storage: HostArray, *_: Any) -> None:
        """Use the memory of another array."""
        self.array = storage.array

    def copy_(self, other: HostArray) -> None:
        """Do nothing: both are the same array."""

    def storage_offset(self) -> int:
        """Return 0, which also serves as size and stride: `set_` ignores them."""
        return 0

    size = stride = storage_offset


def of_triton(count: int) -> Launches:
    """Return launches of the two kernels in the interpreter of Triton."""

    @triton.jit
    def saxpy_kernel(n, a, x, y, size: tl.constexpr):  # type: ignore[no-untyped-def]
        i = tl.program_id(0) * size + tl.arange(0, size)
        inside = i < n
        tl.store(y + i, a * tl.load(x + i, inside) + tl.load(y + i, inside), inside)

    @triton.jit
    def collatz_kernel(n, out, size: tl.constexpr):  # type: ignore[no-untyped-def]
        i = tl.program_id(0) * size + tl.arange(0, size)
        x = i + 1
        steps = tl.zeros((size,), tl.int32)
        while tl.max(x, 0) > 1:
            more = x > 1
            steps = tl.where(more, steps + 1, steps)
            x = tl.where(more, tl.where(x % 2 == 1, 3 * x + 1, x // 2), x)
        tl.store(out + i, steps, i < n)

    x, y, out = np.arange(count, dtype=np.float32), np.zeros(count, np.float32), np.zeros(count, np.int32)

    def saxpy() -> np.ndarray:
        y[:] = 1
        saxpy_kernel[(count // BLOCK,)](count, 2.0, HostArray(x), HostArray(y), BLOCK)
        return y

    def collatz() -> np.ndarray:
        collatz_kernel[(count // BLOCK,)](count, HostArray(out), BLOCK)
        return out

    return {"saxpy": saxpy, "loop": collatz} if count <= MOST else {"saxpy": saxpy}


def interpreters(count: int) -> Iterator[tuple[str, Launches]]:
    """Yield the interpreters that are installed, and their launches."""
    for engine in ("numpy", "native") if find_spec("llvmlite") else ("numpy",):
        yield f"ptxisa {engine}, all watches", of_ptxisa(count, "all", engine)
        yield f"ptxisa {engine}, no watch", of_ptxisa(count, "none", engine)
    if cuda and count <= MOST:
        yield "Numba's simulator", of_numba(count)
    if triton:
        yield "Triton's interpreter", of_triton(count)


def main() -> None:
    """Print the rates; the results of all interpreters must be equal."""
    for count in SIZES:
        expected: dict[str, np.ndarray] = {}
        for interpreter, launches in interpreters(count):
            for name, launch in launches.items():
                first = launch().copy()
                assert np.array_equal(first, expected.setdefault(name, first)), f"{interpreter}: {name}"
                best = min(timeit.repeat(launch, timer=time.process_time, number=1, repeat=3))
                print(f"{name:6} {count:7,} threads  {interpreter:26} {count / best:14,.0f} threads a second")


if __name__ == "__main__":
    main()
