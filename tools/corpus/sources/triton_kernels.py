# ruff: noqa
"""Triton kernels; `KERNELS` lists the types of arguments and the constants with which each is compiled."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask, other=1.0), mask=mask)


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + at, mask=at < n, other=-float("inf"))
    top = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + at, top / tl.sum(top, axis=0), mask=at < n)


@triton.jit
def matmul(a, b, c, m, n, k, am, ak, bk, bn, cm, cn, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    a += rows[:, None] * am + inner[None, :] * ak
    b += inner[:, None] * bk + columns[None, :] * bn
    total = tl.zeros((M, N), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, K)):
        left = tl.load(a, mask=inner[None, :] < k - i * K, other=0.0)
        right = tl.load(b, mask=inner[:, None] < k - i * K, other=0.0)
        total = tl.dot(left, right, total)
        a += K * ak
        b += K * bk
    c += rows[:, None] * cm + columns[None, :] * cn
    tl.store(c, total.to(c.dtype.element_ty), mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def layer_norm(x, w, b, out, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < n
    values = tl.load(x + row * n + at, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(values, axis=0) / n
    centered = tl.where(mask, values - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centered * centered, axis=0) / n + eps)
    result = centered * scale * tl.load(w + at, mask=mask) + tl.load(b + at, mask=mask)
    tl.store(out + row * n + at, result, mask=mask)


@triton.jit
def attention(q, k, v, out, n, scale, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns, depth = tl.arange(0, N), tl.arange(0, D)
    queries = tl.load(q + rows[:, None] * D + depth[None, :])
    total = tl.zeros((M, D), dtype=tl.float32)
    top = tl.zeros((M,), dtype=tl.float32) - float("inf")
    norm = tl.zeros((M,), dtype=tl.float32)
    for start in range(0, n, N):
        keys = tl.load(k + (start + columns)[None, :] * D + depth[:, None])
        scores = tl.dot(queries, keys) * scale
        new_top = tl.maximum(top, tl.max(scores, 1))
        weights = tl.exp(scores - new_top[:, None])
        factor = tl.exp(top - new_top)
        norm = norm * factor + tl.sum(weights, 1)
        values = tl.load(v + (start + columns)[:, None] * D + depth[None, :])
        total = total * factor[:, None] + tl.dot(weights.to(values.dtype), values)
        top = new_top
    tl.store(out + rows[:, None] * D + depth[None, :], (total / norm[:, None]).to(out.dtype.element_ty))


@triton.jit
def atomics(x, out, counts, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    values = tl.load(x + at, mask=mask)
    tl.atomic_add(out + at % 7, values, mask=mask)
    tl.atomic_max(counts + at % 5, at, mask=mask)
    tl.atomic_xchg(counts + at % 3, at)
    tl.atomic_cas(counts, 1, 2)
    tl.atomic_and(counts + 8, 3)


@triton.jit
def scan(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    values = tl.load(x + at)
    tl.store(out + at, tl.cumsum(values, axis=0))
    tl.store(out + BLOCK + at, tl.sort(values))
    tl.store(out + 2 * BLOCK, tl.argmax(values, axis=0).to(tl.float32))


@triton.jit
def random(out, seed, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.where(tl.rand(seed, at) > 0.5, tl.randn(seed, at), 0.0), mask=at < n)


@triton.jit
def casts(x, half, byte, integer, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    values = tl.load(x + at)
    tl.store(half + at, values.to(tl.bfloat16))
    tl.store(byte + at, values.to(tl.int8))
    tl.store(integer + at, (values * 3).to(tl.int64) % n + at // 3 + (at << 2) ^ 5)


@triton.jit
def reductions(x, out, M: tl.constexpr, N: tl.constexpr):
    rows, columns = tl.arange(0, M), tl.arange(0, N)
    values = tl.load(x + rows[:, None] * N + columns[None, :])
    tl.store(out + columns, tl.sum(values, axis=0))
    tl.store(out + N + rows, tl.max(values, axis=1))
    tl.store(out + N + M + rows, tl.xor_sum((values > 0).to(tl.int32), axis=1).to(tl.float32))
    tl.store(out + 4 * N + rows[:, None] * N + columns[None, :], tl.trans(tl.trans(values)))


@triton.jit
def branches(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    i = 0
    while i < n:
        if i % 2 == 0:
            total += tl.load(x + at + i)
        else:
            total = tl.math.exp2(total) if i > 10 else tl.abs(total)
        i += 1
    tl.store(out + at, total)


_MATMUL = {"m": "i32", "n": "i32", "k": "i32", **{f"{name}": "i32" for name in ("am", "ak", "bk", "bn", "cm", "cn")}}

KERNELS = {
    "add": (add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 1024}),
    "add-half": (add, {"x": "*fp16", "y": "*fp16", "out": "*fp16", "n": "i64"}, {"BLOCK": 256}),
    "softmax": (softmax, {"x": "*fp32", "out": "*fp32", "stride": "i32", "n": "i32"}, {"BLOCK": 512}),
    "matmul-half": (
        matmul,
        {"a": "*fp16", "b": "*fp16", "c": "*fp16", **_MATMUL},
        {"M": 64, "N": 64, "K": 32},
    ),
    "matmul-brain": (matmul, {"a": "*bf16", "b": "*bf16", "c": "*fp32", **_MATMUL}, {"M": 128, "N": 64, "K": 64}),
    "matmul-single": (matmul, {"a": "*fp32", "b": "*fp32", "c": "*fp32", **_MATMUL}, {"M": 32, "N": 32, "K": 32}),
    "layer_norm": (
        layer_norm,
        {"x": "*fp16", "w": "*fp32", "b": "*fp32", "out": "*fp16", "n": "i32", "eps": "fp32"},
        {"BLOCK": 1024},
    ),
    "attention": (
        attention,
        {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp16", "n": "i32", "scale": "fp32"},
        {"M": 64, "N": 64, "D": 64},
    ),
    "atomics": (atomics, {"x": "*fp32", "out": "*fp32", "counts": "*i32", "n": "i32"}, {"BLOCK": 128}),
    "scan": (scan, {"x": "*fp32", "out": "*fp32"}, {"BLOCK": 256}),
    "random": (random, {"out": "*fp32", "seed": "i32", "n": "i32"}, {"BLOCK": 256}),
    "casts": (casts, {"x": "*fp32", "half": "*bf16", "byte": "*i8", "integer": "*i64", "n": "i32"}, {"BLOCK": 256}),
    "reductions": (reductions, {"x": "*fp32", "out": "*fp32"}, {"M": 32, "N": 64}),
    "branches": (branches, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 128}),
}
