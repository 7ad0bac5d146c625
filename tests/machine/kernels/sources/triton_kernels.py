"""Triton kernels: `python triton_kernels.py FOLDER` compiles each for sm_90 and writes FOLDER/triton_NAME.ptx."""

import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def layer_norm(x, weight, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, i < n, 0.0)
    mean = tl.sum(v) / n
    centered = tl.where(i < n, v - mean, 0.0)
    variance = tl.sum(centered * centered) / n
    tl.store(out + row * n + i, centered / tl.sqrt_rn(variance + 1e-5) * tl.load(weight + i, i < n), i < n)


@triton.jit
def product(a, b, c, K: tl.constexpr, M: tl.constexpr, N: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    sums = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        left = tl.load(a + m[:, None] * K + k[None, :])
        right = tl.load(b + k[:, None] * N + n[None, :])
        sums = tl.dot(left, right, sums)
    tl.store(c + m[:, None] * N + n[None, :], sums)


@triton.jit
def running_sum(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + i, tl.cumsum(v) ^ tl.sum(v))


@triton.jit
def sorted_rows(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    i = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def dropout(x, out, seed, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > 0.3
    tl.store(out + i, tl.where(keep, tl.load(x + i, i < n) / 0.7, 0.0), i < n)


@triton.jit
def histogram(x, bins, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, i < n, 0)
    tl.atomic_add(bins + (v & 31), 1, i < n, sem="relaxed")


@triton.jit
def largest(x, values, places, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, i < n, float("-inf"))
    best, place = tl.max(v, 0, return_indices=True)
    tl.store(values + row, best)
    tl.store(places + row, place)


@triton.jit
def softmax(x, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, i < n, float("-inf"))
    e = tl.exp(v - tl.max(v))
    tl.store(out + row * n + i, e / tl.sum(e), i < n)


@triton.jit
def attention(q, k, v, out, N: tl.constexpr, D: tl.constexpr, BN: tl.constexpr, BM: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    qt = tl.load(q + m[:, None] * D + d[None, :])
    acc = tl.zeros((BM, D), tl.float32)
    top = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    for start in range(0, N, BN):
        n = start + tl.arange(0, BN)
        kt = tl.load(k + n[None, :] * D + d[:, None])
        s = tl.dot(qt, kt) * 0.01
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        scale = tl.exp2(top - new)
        total = total * scale + tl.sum(p, 1)
        acc = acc * scale[:, None] + tl.dot(p.to(tl.float16), tl.load(v + n[:, None] * D + d[None, :]))
        top = new
    tl.store(out + m[:, None] * D + d[None, :], acc / total[:, None])


@triton.jit
def fp8_product(a, b, c, K: tl.constexpr, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        kk = start + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + kk[None, :]).to(tl.float8e4nv, bitcast=True)
        y = tl.load(b + kk[:, None] + n[None, :] * K).to(tl.float8e4nv, bitcast=True)
        acc = tl.dot(x, y, acc)
    tl.store(c + m[:, None] * N + n[None, :], acc)


@triton.jit
def softmax_backward(y, dy, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(y + row * n + i, i < n, 0.0)
    b = tl.load(dy + row * n + i, i < n, 0.0)
    tl.store(out + row * n + i, a * (b - tl.sum(a * b)), i < n)


@triton.jit
def gather(x, index, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(out + i, tl.gather(v, tl.load(index + i) & (BLOCK - 1), 0))


@triton.jit
def matrix_sum(x, rows, columns, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + i)
    tl.store(rows + tl.arange(0, M), tl.sum(v, 1))
    tl.store(columns + tl.arange(0, N), tl.sum(v, 0))


KERNELS = {
    "add": (add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 256}),
    "layer_norm": (layer_norm, {"x": "*fp32", "weight": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 128}),
    "product": (product, {"a": "*fp16", "b": "*fp16", "c": "*fp32"}, {"K": 64, "M": 16, "N": 16, "BLOCK_K": 32}),
    "product_tf32": (product, {"a": "*fp32", "b": "*fp32", "c": "*fp32"}, {"K": 32, "M": 16, "N": 16, "BLOCK_K": 16}),
    "product_wide": (product, {"a": "*bf16", "b": "*bf16", "c": "*fp32"}, {"K": 64, "M": 64, "N": 32, "BLOCK_K": 32}),
    "running_sum": (running_sum, {"x": "*i32", "out": "*i32"}, {"BLOCK": 256}),
    "sorted_rows": (sorted_rows, {"x": "*i32", "out": "*i32"}, {"ROWS": 4, "COLUMNS": 64}),
    "dropout": (dropout, {"x": "*fp32", "out": "*fp32", "seed": "i32", "n": "i32"}, {"BLOCK": 128}),
    "histogram": (histogram, {"x": "*i32", "bins": "*i32", "n": "i32"}, {"BLOCK": 128}),
    "largest": (largest, {"x": "*fp32", "values": "*fp32", "places": "*i32", "n": "i32"}, {"BLOCK": 64}),
    "softmax": (softmax, {"x": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 256}),
    "softmax_backward": (softmax_backward, {"y": "*fp32", "dy": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 128}),
    "attention": (
        attention,
        {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp32"},
        {"N": 128, "D": 32, "BN": 32, "BM": 64},
    ),
    "attention_wide": (
        attention,
        {"q": "*fp16", "k": "*fp16", "v": "*fp16", "out": "*fp32"},
        {"N": 128, "D": 64, "BN": 64, "BM": 64},
    ),
    "fp8_product": (fp8_product, {"a": "*u8", "b": "*u8", "c": "*fp32"}, {"K": 128, "M": 64, "N": 32, "BK": 64}),
    "gather": (gather, {"x": "*i32", "index": "*i32", "out": "*i32"}, {"BLOCK": 128}),
    "matrix_sum": (matrix_sum, {"x": "*i32", "rows": "*i32", "columns": "*i32"}, {"M": 32, "N": 64}),
}


def main(folder: str) -> None:
    """Compile every kernel."""
    for name, (function, signature, constants) in KERNELS.items():
        types = {**signature, **dict.fromkeys(constants, "constexpr")}
        ordered = {argument: types[argument] for argument in function.arg_names}
        source = ASTSource(fn=function, signature=ordered, constexprs=constants)
        compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": 4})
        lines = [
            line for line in compiled.asm["ptx"].splitlines() if not line.lstrip().startswith((".file", ".loc", "//"))
        ]
        text = "\n".join(lines)
        text = text[: text.index("\t.section")] + "\n" if "\t.section" in text else text + "\n"
        Path(folder, f"triton_{name}.ptx").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1])
