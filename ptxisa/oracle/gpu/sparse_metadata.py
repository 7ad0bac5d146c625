"""Words of tensor memory that are the metadata of `tcgen05.mma.sp`: a GPU of sm_100a against `ptxisa.execute`.

Manuals have the sparsity selector in figures alone (section 9.7.16.10.8.4), so that both selectors, 16-bit and `.tf32`
elements and each M are run with legal metadata that differ in every word of two pairs. Elements are small integers, so
that sums are exact in any order. No GPU of sm_100a has run the kernels yet.

`measure` compares all trials of a form; `executed` is the expected and `measured` the measured result of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ptxisa.isa.targets import Target
from ptxisa.objects.descriptors import descriptor
from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.outcomes import Outcome, ResultMismatch
from ptxisa.run.execute import execute
from ptxisa.run.fragments import ORDERED

_TARGET = "sm_100"
_SUFFIX = "a"
"""Kernels need the accelerated target, since `tcgen05` is one of its features."""
_SIZES = {"tcgen05.mma.sp": ((64, 16), (128, 16)), "tcgen05.mma.ws.sp": ((32, 64), (64, 64), (128, 64))}
"""M and N of the trials of each instruction."""
_STORED = {"f16": 16, "tf32": 8}
"""Elements that a row of A stores."""
_A, _B, _SHARED_BYTES = 0, 8192, 16384
"""Bytes of shared memory: where A and B begin, and all."""
_GROUP = 128
"""Bytes of a core matrix, 8 rows of 16 bytes: the next one follows at once."""
_PAIRS, _D, _COLUMNS = 32, 128, 256
"""Columns of tensor memory: where two pairs of words of metadata begin, where D begins, and all."""
_WORDS = 4
"""Words of metadata in a lane, in two pairs."""
UNTOUCHED = 0x7FC0DEAD
"""Word of D that the instruction does not write: a NaN, which no sum of small integers is."""
_LANES = 128
"""Lanes of tensor memory, and threads of a kernel: each fills and reads one lane."""

_KERNEL = """.version 8.6
.target {target}
.address_size 64
.visible .entry probe(.param .u64 of_image, .param .u64 of_words, .param .u64 of_found) {{
    .reg .pred p, first, one; .reg .b32 thread, at, word, room, lane, base, barrier, holder, d, e, i;
    .reg .b32 w<4>, r<{width}>; .reg .b64 near, image, words, found, a, b;
    .shared .align 1024 .b8 matrices[{bytes}]; .shared .align 8 .b64 done; .shared .align 4 .b32 slot;
    ld.param.u64 image, [of_image]; ld.param.u64 words, [of_words]; ld.param.u64 found, [of_found];
    mov.u32 thread, %tid.x; mov.u32 room, matrices; mov.u32 barrier, done; mov.u32 holder, slot;
    setp.lt.u32 first, thread, 32; setp.eq.u32 one, thread, 0;
    mov.u32 at, thread;
COPY:
    mul.wide.u32 near, at, 4; add.u64 near, near, image; ld.global.b32 word, [near];
    shl.b32 e, at, 2; add.u32 e, e, room; st.shared.b32 [e], word;
    add.u32 at, at, {lanes}; setp.lt.u32 p, at, {shared_words}; @p bra COPY;
    @one mbarrier.init.shared.b64 [barrier], 1;
    @!first bra ALLOCATED;
    tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [holder], {columns};
ALLOCATED:
    fence.proxy.async; tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
    ld.shared.b32 base, [holder];
    shr.u32 lane, thread, 5; shl.b32 lane, lane, 21; add.u32 lane, lane, base;
    mad.wide.u32 near, thread, 16, words; ld.global.v4.b32 {{w0, w1, w2, w3}}, [near];
    add.u32 e, lane, {pairs}; tcgen05.st.sync.aligned.32x32b.x4.b32 [e], {{w0, w1, w2, w3}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
    @!one bra ISSUED;
    add.u32 d, base, {d}; add.u32 e, base, {pairs}; mov.b32 i, {i:#x};
    cvt.u64.u32 near, room; shr.u64 near, near, 4; add.u64 a, near, {a:#x}; add.u64 b, near, {b:#x};
    setp.ne.u32 p, thread, thread;
    {statement}
    tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [barrier];
ISSUED:
    mbarrier.try_wait.parity.shared::cta.b64 p, [barrier], 0; @!p bra ISSUED;
    tcgen05.fence::after_thread_sync;
    add.u32 d, lane, {d}; tcgen05.ld.sync.aligned.32x32b.x{width}.b32 {{{results}}}, [d];
    tcgen05.wait::ld.sync.aligned;
    mul.wide.u32 near, thread, {row}; add.u64 near, near, found;
    {stores}
    bar.sync 0;
    @!first bra LEFT;
    tcgen05.dealloc.cta_group::1.sync.aligned.b32 base, {columns};
LEFT:
    ret;
}}
"""


class SparseProduct(NamedTuple):
    """One multiplication: the instruction, the type of A and B, M, N, and the sparsity selector."""

    instruction: str
    kind: str
    m: int
    n: int
    selector: int

    @property
    def width(self) -> int:
        """Columns of D in tensor memory; `.ws` spreads the N columns of few rows over all lanes."""
        return self.n * self.m // _LANES if ".ws" in self.instruction else self.n

    @property
    def statement(self) -> str:
        """Statement that multiplies."""
        return f"{self.instruction}.cta_group::1.kind::{self.kind} [d], a, b, [e], i, p;"

    @property
    def operands(self) -> dict[str, int]:
        """Instruction descriptor, and matrix descriptors relative to the start of shared memory."""
        types = {"dtype": "f32", "atype": self.kind, "btype": self.kind, "sparse": "sparse"}
        instruction = descriptor(f"tcgen05.instruction.{self.kind}")
        matrix = descriptor("tcgen05.matrix")
        a, b = (
            matrix.encode(start=start, leading=rows * 16, stride=_GROUP, swizzle="none")
            for start, rows in ((_A, self.m), (_B, self.n))
        )
        return {"i": instruction.encode(**types, m=self.m, n=self.n, selector=self.selector), "a": a, "b": b}


def trials(instruction: str) -> Iterator[SparseProduct]:
    """Yield the trials of a form whose A is in shared memory."""
    for m, n in _SIZES.get(instruction, ()):
        for kind in _STORED:
            for selector in (0, 1):
                yield SparseProduct(instruction, kind, m, n, selector)


def measures(form: str, on: Target) -> bool:
    """Return True if there are trials of a form for a GPU."""
    return form in _SIZES and on.name == _TARGET


def measure(form: str, context: GpuContext) -> Outcome:
    """Compare D of every trial of a form, in the lanes that it has."""
    run, wrong = 0, list[ResultMismatch]()
    for trial in trials(form):
        results, wanted = measured(context, trial), executed(trial)
        written = wanted != UNTOUCHED
        run += int(written.sum())
        for lane, column in np.argwhere(written & (results != wanted)).tolist():
            place = {"lane": lane, "column": column}
            name = f"{trial.statement.split()[0]} m{trial.m} selector {trial.selector}"
            values = int(wanted[lane, column]), int(results[lane, column])
            wrong.append(ResultMismatch(name, "trial", place, "d", *values))
    return Outcome(form, run, run - len(wrong), 0, tuple(wrong[:8]))


def kernel(trial: SparseProduct) -> str:
    """Return a kernel that runs a trial and stores the lanes of D."""
    registers = [f"r{index}" for index in range(trial.width)]
    return _KERNEL.format(
        target=_TARGET + _SUFFIX,
        statement=trial.statement,
        **trial.operands,
        width=trial.width,
        results=", ".join(registers),
        stores=" ".join(f"st.global.b32 [near+{4 * index}], {register};" for index, register in enumerate(registers)),
        row=4 * trial.width,
        bytes=_SHARED_BYTES,
        shared_words=_SHARED_BYTES // 4,
        lanes=_LANES,
        columns=_COLUMNS,
        pairs=_PAIRS,
        d=_D,
    )


def image(trial: SparseProduct) -> NDArray[np.uint8]:
    """Return the content of shared memory: small integers in any place of A and B."""
    random = np.random.default_rng([trial.m, trial.n, trial.selector])
    numbers = random.integers(-4, 5, _SHARED_BYTES // 4)
    if trial.kind == "tf32":
        return numbers.astype(np.float32).view(np.uint8)
    return np.repeat(numbers, 2).astype(np.float16).view(np.uint8)


def metadata(trial: SparseProduct) -> NDArray[np.uint32]:
    """Return words of metadata (lanes, two pairs), each block with one of the legal values."""
    random = np.random.default_rng([trial.m, trial.n])
    legal = np.array([0b0100, 0b1110] if trial.kind == "tf32" else sorted(ORDERED), np.uint64)
    shifts = np.arange(0, 32, 4, dtype=np.uint64)
    words: Any = (random.choice(legal, (_LANES, _WORDS, len(shifts))) << shifts).sum(axis=-1)
    return np.asarray(words, np.uint32)


def executed(trial: SparseProduct) -> NDArray[np.uint32]:
    """Return the lanes of D by `ptxisa.execute`; words that the instruction does not write are `UNTOUCHED`."""
    tensor = np.full((_LANES, 512), UNTOUCHED, np.uint32)
    tensor[:, _PAIRS : _PAIRS + _WORDS] = _metadata_lanes(trial)
    # One thread issues the instruction.
    registers = {**trial.operands, "d": _D, "e": _PAIRS, "p": 0, "q": np.arange(32) == 0}
    execute(f"@q {trial.statement}", registers, memory={"tensor": tensor, "shared": image(trial)})
    return tensor[:, _D : _D + trial.width]


def _metadata_lanes(trial: SparseProduct) -> NDArray[np.uint32]:
    """Return the metadata in all lanes: with `.ws`, each part of M lanes has a copy."""
    parts = _LANES // trial.m if ".ws" in trial.instruction else 1
    return np.tile(metadata(trial)[: _LANES // parts], (parts, 1))


def measured(context: GpuContext, trial: SparseProduct) -> NDArray[np.uint32]:
    """Return the lanes of D that the GPU writes."""
    results = np.zeros((_LANES, trial.width), np.uint32)
    with context.load(kernel(trial)) as module:
        context.exchange(module.function("probe"), [image(trial), _metadata_lanes(trial), results], 1, _LANES)
    return results
