"""Results of the special-function units of a GPU for every input: tables and digests, from PTX alone.

Every instruction of `FUNCTIONS` has one operand of 32 bits (of 64 bits only the upper half counts, of 16 bits there
are few), so all of its inputs can be run. Results are kept losslessly where that is short: inputs are taken in
blocks of one sign and exponent, blocks that differ by a constant only are kept once, and of the others the difference
from a piecewise parabola is packed. Digests over all inputs tell later whether a model of an instruction is right.

    python -m tools.gpu.special_functions FOLDER [NAME…]

runs on the GPU of this machine; `read` gives back what was kept.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.oracle.gpu.driver import GpuContext

Words = NDArray[np.uint32]
Digests = NDArray[np.uint64]

BLOCK = 1 << 23
"""Inputs in a block: those of one sign and exponent of binary32."""
CHUNK = 1 << 16
"""Inputs that share a parabola, and inputs that share a digest."""
STRIDE = 256
"""Distance of the inputs that are kept of a block that is kept in part."""
_SCALE = 28
_TOGETHER = 8
_MIX = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""Constants of SplitMix64: a digest changes if one bit of one result does, or if two inputs exchange their results."""


class Function(NamedTuple):
    """An instruction with one operand of `bits` bits; `low` fills the lower half of a 64-bit operand.

    `dense` selects the biased exponents whose blocks are kept whole, as long as all of them take less than about
    `limit` bytes; None keeps nothing but digests.
    """

    opcode: str
    bits: int = 32
    dense: Callable[[int], bool] | None = None
    low: bool = False
    limit: int = 6 << 20


def _always(exponent: int) -> bool:
    return True


def _below_sixteen(exponent: int) -> bool:
    return exponent <= 130


def _near_one(exponent: int) -> bool:
    return 123 <= exponent <= 130


FUNCTIONS: dict[str, Function] = {
    "rcp": Function("rcp.approx.ftz.f32", dense=_always),
    "rsq": Function("rsqrt.approx.ftz.f32", dense=_always),
    "sqrt": Function("sqrt.approx.ftz.f32", dense=_always),
    "ex2": Function("ex2.approx.ftz.f32", dense=_always),
    "lg2": Function("lg2.approx.ftz.f32", dense=_near_one),
    "sin": Function("sin.approx.ftz.f32", dense=_below_sixteen, limit=12 << 20),
    "cos": Function("cos.approx.ftz.f32", dense=_below_sixteen, limit=12 << 20),
    "tanh": Function("tanh.approx.f32", dense=_always),
    "rcp64h": Function("rcp.approx.ftz.f64", 64, dense=_always),
    "rsq64h": Function("rsqrt.approx.ftz.f64", 64, dense=_always),
    "tanh.f16": Function("tanh.approx.f16", 16, dense=_always),
    "tanh.bf16": Function("tanh.approx.bf16", 16, dense=_always),
    "ex2.f16": Function("ex2.approx.f16", 16, dense=_always),
    "ex2.bf16": Function("ex2.approx.ftz.bf16", 16, dense=_always),
    "rcp.subnormal": Function("rcp.approx.f32"),
    "rsq.subnormal": Function("rsqrt.approx.f32"),
    "sqrt.subnormal": Function("sqrt.approx.f32"),
    "ex2.subnormal": Function("ex2.approx.f32"),
    "lg2.subnormal": Function("lg2.approx.f32"),
    "sin.subnormal": Function("sin.approx.f32"),
    "cos.subnormal": Function("cos.approx.f32"),
    "rcp64h.low": Function("rcp.approx.ftz.f64", 64, low=True),
    "rsq64h.low": Function("rsqrt.approx.ftz.f64", 64, low=True),
    "rsq64": Function("rsqrt.approx.f64", 64, low=True),
}
"""Instructions by the name of their file; those that end in `.subnormal` compute around the same operation."""


# --- kernels ---

_HEADER = ".version 7.8\n.target sm_90\n.address_size 64\n"
_START = """.reg .pred %p; .reg .b16 %h, %g; .reg .b32 %x, %y, %t, %n, %c, %m, %i;
    .reg .b64 %a, %w, %z, %s, %o, %l;
    mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x; mov.u32 %t, %tid.x;
    mad.lo.u32 %t, %c, %n, %t;
    ld.param.u32 %m, [threads]; setp.ge.u32 %p, %t, %m; @%p bra DONE;"""

_VALUES = """.visible .entry values(.param .u64 base, .param .u64 out, .param .u32 threads)
{{
    {start}
    ld.param.u64 %a, [base]; ld.global.u32 %x, [%a]; add.u32 %x, %x, %t;
    {apply}
    mul.wide.u32 %o, %t, 4; ld.param.u64 %a, [out]; add.u64 %a, %a, %o;
    st.global.u32 [%a], %y;
    DONE: ret;
}}
"""

_DIGESTS = """.visible .entry digests(.param .u64 out, .param .u32 threads)
{{
    {start}
    shl.b32 %x, %t, 16; mov.u32 %i, 0; mov.u64 %s, 0;
    NEXT:
    {apply}
    cvt.u64.u32 %o, %x; mad.lo.u64 %z, %o, {mix[0]}, %z;
    shr.u64 %w, %z, 32; xor.b64 %z, %z, %w; mul.lo.u64 %z, %z, {mix[1]};
    shr.u64 %w, %z, 29; xor.b64 %z, %z, %w; mul.lo.u64 %z, %z, {mix[2]};
    add.u64 %s, %s, %z;
    add.u32 %x, %x, 1; add.u32 %i, %i, 1; setp.lt.u32 %p, %i, {chunk}; @%p bra NEXT;
    mul.wide.u32 %o, %t, 8; ld.param.u64 %a, [out]; add.u64 %a, %a, %o;
    st.global.u64 [%a], %s;
    DONE: ret;
}}
"""


def module(function: Function) -> str:
    """PTX of two kernels: results of consecutive inputs, and digests of 65,536 inputs each."""
    apply = _apply(function)
    values = _VALUES.format(start=_START, apply=apply)
    return _HEADER + values + _DIGESTS.format(start=_START, apply=apply, chunk=CHUNK, mix=_MIX)


def _apply(function: Function) -> str:
    """Statements from the input in `%x` to the result in `%z` and its upper 32 bits (all of a narrower one) in `%y`."""
    if function.bits == 16:
        return f"cvt.u16.u32 %h, %x; {function.opcode} %g, %h; cvt.u32.u16 %y, %g; cvt.u64.u32 %z, %y;"
    if function.bits == 32:
        return f"{function.opcode} %y, %x; cvt.u64.u32 %z, %y;"
    low = f"mul.lo.u32 %n, %x, {_MIX[0] & 0xFFFFFFFF};" if function.low else "mov.u32 %n, 0;"
    return f"{low} mov.b64 %l, {{%n, %x}}; {function.opcode} %z, %l; mov.b64 {{%n, %y}}, %z;"


def low_words(x: Words) -> Words:
    """Return the lower halves that `Function.low` gives to 64-bit operands with these upper halves."""
    words: Words = x * np.uint32(_MIX[0] & 0xFFFFFFFF)
    return words


def digests(first: int, results: NDArray[np.uint64]) -> Digests:
    """Return the digests of the results of consecutive inputs from `first` on, a whole number of chunks."""
    inputs = np.arange(first, first + len(results), dtype=np.uint64)
    mixed = results + inputs * np.uint64(_MIX[0])
    for shift, factor in ((32, _MIX[1]), (29, _MIX[2])):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    sums: Digests = mixed.reshape(-1, CHUNK).sum(axis=1, dtype=np.uint64)
    return sums


# --- packing ---


def pack(results: Words) -> bytes:
    """Results of consecutive inputs: a parabola for each chunk, and the differences from it."""
    rows = results.reshape(-1, min(CHUNK, len(results)))
    coefficients = _fit(rows)
    missed = (rows.view(np.int32) - _parabolas(coefficients, rows.shape[1])).ravel()
    folded = ((missed << 1) ^ (missed >> 31)).view(np.uint32)
    planes = folded.view(np.uint8).reshape(-1, 4).T
    return lzma.compress(coefficients.tobytes() + np.ascontiguousarray(planes).tobytes(), preset=2)


def unpack(packed: bytes, count: int) -> Words:
    """Return the results that `pack` compressed."""
    length = min(CHUNK, count)
    data = lzma.decompress(packed)
    coefficients = np.frombuffer(data, np.int64, 3 * (count // length)).reshape(-1, 3)
    planes = np.frombuffer(data, np.uint8, 4 * count, coefficients.nbytes).reshape(4, -1)
    folded = np.ascontiguousarray(planes.T).view(np.uint32).ravel()
    missed = (folded >> 1).view(np.int32) ^ -(folded & 1).view(np.int32)
    return (_parabolas(coefficients, length) + missed.reshape(-1, length)).ravel().view(np.uint32)


def _fit(rows: Words) -> NDArray[np.int64]:
    """Return the coefficients of the parabola nearest to each row, in units of 2**-28."""
    length = rows.shape[1]
    at = np.linspace(0, length - 1, 129).round().astype(np.int64)
    basis = np.linalg.pinv(np.stack([np.ones(len(at)), at, at * at.astype(np.float64)], axis=1))
    coefficients = rows[:, at].astype(np.int64) @ basis.T
    fitted: NDArray[np.int64] = np.rint(coefficients * 2.0**_SCALE).astype(np.int64)
    return fitted


def _parabolas(coefficients: NDArray[np.int64], length: int) -> NDArray[np.int32]:
    """Return the values of parabolas at 0, 1, …, as integers modulo 2**32."""
    at = np.arange(length, dtype=np.int64)
    c0, c1, c2 = (coefficients[:, index : index + 1] for index in range(3))
    scaled: NDArray[Any] = c0 + np.int64(1 << (_SCALE - 1)) + (c1 + c2 * at) * at
    parabolas: NDArray[np.int32] = np.right_shift(scaled, _SCALE).astype(np.int32)
    return parabolas


# --- dumping ---


class FunctionDump:
    """One function on one GPU, into one file."""

    def __init__(
        self, context: GpuContext, function: Function, file: zipfile.ZipFile, pool: ThreadPoolExecutor
    ) -> None:
        self.context, self.function, self.file, self.pool = context, function, file, pool
        loaded = context.load(module(function))
        self.values, self.digests = loaded.function("values"), loaded.function("digests")
        self.first: dict[str, int] = {}
        self.blocks: list[dict[str, Any]] = []

    def run(self) -> None:
        """Compute digests of all inputs, then keep blocks up to the limit, then samples of blocks."""
        sums = np.zeros((1 << 16) if self.function.bits > 16 else 1, np.uint64)
        self.context.launch(self.digests, len(sums), [], [sums])
        self.file.writestr("digests", lzma.compress(sums.tobytes()))
        if self.function.dense:
            self.dump_blocks()
        self.file.writestr("index.json", json.dumps({"opcode": self.function.opcode, "blocks": self.blocks}))

    def dump_blocks(self) -> None:
        """Yield blocks from the exponent of 1 outward; blocks of one pattern once."""
        count = BLOCK if self.function.bits > 16 else 1 << 16
        numbers = range(512) if self.function.bits > 16 else range(1)
        ordered = sorted(numbers, key=lambda number: abs((number & 255) - 127))
        used = 0
        for start in range(0, len(ordered), _TOGETHER):
            read = list(self.read(ordered[start : start + _TOGETHER], count))
            patterns = list(self.pool.map(_pattern, [results for _, results in read]))
            fresh = [self.place(number, results, key) for (number, results), key in zip(read, patterns, strict=True)]
            packing = [
                (number, self.pool.submit(pack, self.kept(number, results, used < self.function.limit)))
                for (number, results), new in zip(read, fresh, strict=True)
                if new
            ]
            for number, future in packing:
                used += len(future.result())
                self.file.writestr(f"block{number}", future.result())

    def read(self, numbers: list[int], count: int = BLOCK) -> Iterator[tuple[int, Words]]:
        """Yield the results of blocks."""
        for number in numbers:
            results = np.zeros(count, np.uint32)
            self.context.launch(self.values, count, [np.array([number * BLOCK], np.uint32)], [results])
            yield number, results

    def place(self, number: int, results: Words, key: str) -> bool:
        """Add a block, and return True if its pattern is new."""
        new = key not in self.first
        first = self.first.setdefault(key, number)
        self.blocks.append({"block": number, "like": first, "start": int(results[0]), "count": len(results)})
        return new

    def kept(self, number: int, results: Words, room: bool) -> Words:
        """Return the whole block, or a sample of it."""
        assert self.function.dense is not None
        dense = room and (self.function.bits != 32 or self.function.dense(number & 255))
        note = next(block for block in self.blocks if block["block"] == number)
        note["stride"] = 1 if dense else STRIDE
        return results if dense else np.ascontiguousarray(results[::STRIDE])


def _pattern(results: Words) -> str:
    """Return a key that is equal for blocks that differ by a constant."""
    return hashlib.sha1(np.diff(results).tobytes()).hexdigest()


def read(path: Path) -> tuple[Mapping[int, tuple[int, Words]], Digests]:
    """Return a dump: the stride and the results of each block, and the digests of all inputs."""
    with zipfile.ZipFile(path) as file:
        index = json.loads(file.read("index.json"))
        checks = np.frombuffer(lzma.decompress(file.read("digests")), np.uint64)
        blocks = {block["block"]: block for block in index["blocks"]}
        kept = {
            number: unpack(file.read(f"block{number}"), block["count"] // block["stride"])
            for number, block in blocks.items()
            if "stride" in block
        }
    return {
        number: (
            blocks[block["like"]]["stride"],
            kept[block["like"]] + np.uint32((block["start"] - blocks[block["like"]]["start"]) & 0xFFFFFFFF),
        )
        for number, block in blocks.items()
    }, checks


def dump(context: GpuContext, names: list[str], folder: Path) -> None:
    """Write one file a function."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor() as pool:
        for name in names:
            begun = time.monotonic()
            path = folder / f"{name}.zip"
            with zipfile.ZipFile(path, "w") as file:
                FunctionDump(context, FUNCTIONS[name], file, pool).run()
            print(f"{name:16} {path.stat().st_size:>12,} bytes {time.monotonic() - begun:6.1f} s", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Dump the functions named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.gpu.special_functions", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(FUNCTIONS)}; all by default")
    options = parser.parse_args(arguments)
    with GpuContext() as context:
        dump(context, options.names or list(FUNCTIONS), options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
