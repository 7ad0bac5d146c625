# ruff: noqa
"""Numba kernels; `KERNELS` lists each with the types of its arguments."""

import math

import numpy as np
from numba import cuda, float32, float64, int32, int64, types, uint8


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


def matmul(a, b, c):
    left = cuda.shared.array((16, 16), float32)
    right = cuda.shared.array((16, 16), float32)
    x, y = cuda.grid(2)
    i, j = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for k in range(a.shape[1] // 16):
        left[i, j] = a[x, j + k * 16]
        right[i, j] = b[i + k * 16, y]
        cuda.syncthreads()
        for n in range(16):
            total += left[i, n] * right[n, j]
        cuda.syncthreads()
    c[x, y] = total


def functions(x, out):
    i = cuda.grid(1)
    v = x[i]
    out[0] = math.sin(v) + math.cos(v) * math.exp(v) - math.log(v)
    out[1] = math.sqrt(v) + math.pow(v, 1.5) + math.erf(v) + math.lgamma(v)
    out[2] = math.atan2(v, 2.0) + math.floor(v) + math.fmod(v, 3.0) + math.hypot(v, v)
    out[3] = abs(v) + min(v, 3.0) + max(v, 4.0) + round(v)


def atomics(out, wide, x):
    i = cuda.grid(1)
    cuda.atomic.add(out, i % 7, x[i])
    cuda.atomic.max(wide, 0, i)
    cuda.atomic.min(wide, 1, i)
    cuda.atomic.exch(wide, 2, i)
    cuda.atomic.compare_and_swap(wide[3:], 0, i)
    cuda.atomic.inc(wide, 4, 77)


def warps(out, x):
    i = cuda.grid(1)
    v = x[i]
    v += cuda.shfl_down_sync(0xFFFFFFFF, v, 16)
    v += cuda.shfl_xor_sync(0xFFFFFFFF, v, 1)
    out[i] = v + cuda.popc(cuda.ballot_sync(0xFFFFFFFF, v > 3)) + cuda.clz(v) + cuda.ffs(v) + cuda.brev(v)
    cuda.syncwarp()
    cuda.threadfence()
    out[i] += cuda.all_sync(0xFFFFFFFF, v == 2) + cuda.syncthreads_count(v)


def local_memory(out, n):
    table = cuda.local.array(32, int32)
    for k in range(32):
        table[k] = k * n
    out[0] = table[n % 32] + table[(n * 7) % 32]


def strides(a, b):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        b[j, i] = a[i, j] // 3 + a[-1, 0] % 5


def complexes(a, out):
    i = cuda.grid(1)
    z = a[i]
    c = z
    n = 0
    while n < 100 and z.real * z.real + z.imag * z.imag < 4.0:
        z = z * z + c
        n += 1
    out[i] = n


def bytes_(text, counts):
    i = cuda.grid(1)
    if i < text.size:
        c = text[i]
        if c == 32:
            cuda.atomic.add(counts, 0, 1)
        elif 65 <= c <= 90:
            cuda.atomic.add(counts, 1, 1)
        elif c in (44, 46, 59):
            cuda.atomic.add(counts, 2, 1)


def raises(x, out):
    i = cuda.grid(1)
    if x[i] == 0:
        raise ValueError("zero")
    out[i] = 10 // x[i]


TABLE = np.arange(10, dtype=np.float64) / 3


def constants(out):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    out[i] = table[i % 10]


KERNELS = {
    "saxpy": (saxpy, (float32, float32[:], float32[:])),
    "saxpy-double": (saxpy, (float64, float64[::1], float64[::1])),
    "matmul": (matmul, (float32[:, ::1], float32[:, ::1], float32[:, ::1])),
    "functions": (functions, (float64[:], float64[:])),
    "functions-single": (functions, (float32[:], float32[:])),
    "atomics": (atomics, (float32[:], types.uint64[:], float32[:])),
    "warps": (warps, (int32[:], int32[:])),
    "local_memory": (local_memory, (int32[:], int32)),
    "strides": (strides, (int64[:, :], int64[:, :])),
    "complexes": (complexes, (types.complex64[:], int32[:])),
    "bytes": (bytes_, (uint8[:], int32[:])),
    "raises": (raises, (int32[:], int32[:])),
    "constants": (constants, (float64[:],)),
}
