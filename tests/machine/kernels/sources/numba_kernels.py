"""Numba kernels: `python numba_kernels.py FOLDER` compiles each for sm_90 and writes FOLDER/numba_NAME.ptx."""

import re
import sys
import warnings
from pathlib import Path

from numba import cuda, float32, float64, int32, types, uint64

warnings.simplefilter("ignore")


def clamp_sum(x, y, n):
    i = cuda.grid(1)
    if i < n:
        total = float32(0.0)
        for k in range(i % 5 + 1):
            total += min(max(x[i] * k, float32(-2.0)), float32(3.5))
        y[i] = total


def shared_reverse(x, y):
    stage = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    stage[t] = x[cuda.blockIdx.x * 64 + t]
    cuda.syncthreads()
    y[cuda.blockIdx.x * 64 + t] = stage[63 - t] * 2


def greatest_divisor(x, y, out):
    i = cuda.grid(1)
    a, b = x[i] % uint64(100000), y[i] % uint64(100000)
    while b:
        a, b = b, a % b
    out[i] = a


def polynomial(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[i] = ((v * 1.5 - 0.25) * v + 3.0) / (1.0 + v * v)


def atomic_bins(x, bins):
    i = cuda.grid(1)
    cuda.atomic.add(bins, x[i] & 15, int32(1))
    cuda.atomic.max(bins, 16, x[i])


def warp_sum(x, out):
    v = x[cuda.threadIdx.x]
    offset = 16
    while offset > 0:
        v += cuda.shfl_down_sync(0xFFFFFFFF, v, offset)
        offset //= 2
    if cuda.laneid == 0:
        out[cuda.threadIdx.x // 32] = v


def pointer(kind):
    return types.CPointer(kind)


KERNELS = {
    "clamp_sum": (clamp_sum, (pointer(float32), pointer(float32), int32)),
    "shared_reverse": (shared_reverse, (pointer(int32), pointer(int32))),
    "greatest_divisor": (greatest_divisor, (pointer(uint64), pointer(uint64), pointer(uint64))),
    "polynomial": (polynomial, (pointer(float64), pointer(float64))),
    "atomic_bins": (atomic_bins, (int32[::1], int32[::1])),
    "warp_sum": (warp_sum, (pointer(int32), pointer(int32))),
}


def main(folder: str) -> None:
    """Compile every kernel."""
    for name, (function, signature) in KERNELS.items():
        text, _ = cuda.compile_ptx(function, (*signature,), cc=(9, 0), device=False)
        mangled = re.search(r"\.entry (\w+)", text)[1]
        Path(folder, f"numba_{name}.ptx").write_text(text.replace(mangled, name))


if __name__ == "__main__":
    main(sys.argv[1])
