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


def matmul(a, b, c, n):
    sa = cuda.shared.array((16, 16), float32)
    sb = cuda.shared.array((16, 16), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x = cuda.blockIdx.x * 16 + tx
    y = cuda.blockIdx.y * 16 + ty
    acc = float32(0)
    for t in range(n // 16):
        sa[ty, tx] = a[y * n + t * 16 + tx]
        sb[ty, tx] = b[(t * 16 + ty) * n + x]
        cuda.syncthreads()
        for k in range(16):
            acc += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[y * n + x] = acc


def scan(x, out):
    s = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    s[t] = x[t] & 1023
    cuda.syncthreads()
    d = 1
    while d < 128:
        v = int32(0)
        if t >= d:
            v = s[t - d]
        cuda.syncthreads()
        s[t] += v
        cuda.syncthreads()
        d *= 2
    out[t] = s[t]


def life(x, out, w, h):
    i = cuda.grid(1)
    if i < w * h:
        r = i // w
        c = i % w
        n = int32(0)
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if dr != 0 or dc != 0:
                    n += x[((r + dr + h) % h) * w + (c + dc + w) % w] & 1
        out[i] = 1 if n == 3 or (n == 2 and (x[i] & 1) == 1) else 0


def ballots(x, out):
    t = cuda.threadIdx.x
    v = x[t]
    m = cuda.ballot_sync(0xFFFFFFFF, v > 0)
    a = cuda.match_any_sync(0xFFFFFFFF, v & 3)
    out[t] = m ^ a ^ cuda.popc(a)


def local_sort(x, out):
    a = cuda.local.array(8, int32)
    t = cuda.grid(1)
    for i in range(8):
        a[i] = x[t * 8 + i]
    for i in range(8):
        for j in range(7 - i):
            if a[j] > a[j + 1]:
                q = a[j]
                a[j] = a[j + 1]
                a[j + 1] = q
    for i in range(8):
        out[t * 8 + i] = a[i]


def pointer(kind):
    return types.CPointer(kind)


KERNELS = {
    "clamp_sum": (clamp_sum, (pointer(float32), pointer(float32), int32)),
    "shared_reverse": (shared_reverse, (pointer(int32), pointer(int32))),
    "greatest_divisor": (greatest_divisor, (pointer(uint64), pointer(uint64), pointer(uint64))),
    "polynomial": (polynomial, (pointer(float64), pointer(float64))),
    "atomic_bins": (atomic_bins, (int32[::1], int32[::1])),
    "warp_sum": (warp_sum, (pointer(int32), pointer(int32))),
    "matmul": (matmul, (pointer(float32), pointer(float32), pointer(float32), int32)),
    "scan": (scan, (pointer(int32), pointer(int32))),
    "life": (life, (pointer(int32), pointer(int32), int32, int32)),
    "ballots": (ballots, (pointer(int32), pointer(int32))),
    "local_sort": (local_sort, (pointer(int32), pointer(int32))),
}


def main(folder: str) -> None:
    """Compile every kernel."""
    for name, (function, signature) in KERNELS.items():
        text, _ = cuda.compile_ptx(function, (*signature,), cc=(9, 0), device=False)
        mangled = re.search(r"\.entry (\w+)", text)[1]
        Path(folder, f"numba_{name}.ptx").write_text(text.replace(mangled, name))


if __name__ == "__main__":
    main(sys.argv[1])
