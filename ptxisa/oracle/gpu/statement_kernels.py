"""Kernels of one block that run a statement on matrices, on a GPU or by `ptxisa.execute`.

`measured` is the result of a GPU and `executed` that of `ptxisa.execute`, as the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from ptxisa.oracle.gpu.driver import GpuContext, GpuModule
from ptxisa.oracle.gpu.matrix_statements import SHARED_BYTES, MatrixStatement, Words, inputs, shared
from ptxisa.run.execute import execute

_DESCRIPTOR_SHIFT = 4
"""Addresses in descriptors are in units of 16 bytes."""

HEADER = ".version 8.4\n.target sm_90a\n.address_size 64\n"
_ENTRY = """.visible .entry {entry}(.param .u64 given, .param .u64 image, .param .u64 found)
{{
    .reg .pred %more, p; .reg .b32 %at, %thread, %place, %word, %room, {words};
    .reg .b64 %given, %image, %found, %near, %start, {longs};
    .shared .align 1024 .b8 room[{bytes}];
    ld.param.u64 %given, [given]; ld.param.u64 %image, [image]; ld.param.u64 %found, [found];
    mov.u32 %thread, %tid.x; mov.u32 %room, room; cvt.u64.u32 %start, %room;
    {copy_in}
    {load}
    fence.proxy.async; bar.sync 0;
    {text}
    bar.sync 0;
    {store}
    ret;
}}
"""
_COPY = """mov.u32 %at, %thread;
    {label}: mul.wide.u32 %near, %at, 4; add.u64 %near, %near, {memory}; shl.b32 %place, %at, 2;
    add.u32 %place, %place, %room; {move}
    add.u32 %at, %at, {threads}; setp.lt.u32 %more, %at, {words}; @%more bra {label};"""


def kernel(trial: MatrixStatement, entry: str) -> str:
    """Return a kernel of one block that has the inputs of a trial in registers and shared memory, and runs its text."""
    # Registers of fragments, such as `d0`, and the metadata `e`; `p` is declared by the frame.
    names = set(re.findall(r"\b[a-e]\d+\b|\be\b", trial.text))
    longs = {name for name in names if _is_long(trial, name)} | {*trial.descriptors, *trial.addresses}
    words = sorted(names - longs) or ["unused"]
    copy = {"words": SHARED_BYTES // 4, "threads": trial.threads}
    into = "ld.global.b32 %word, [%near]; st.shared.b32 [%place], %word;"
    out_of = "ld.shared.b32 %word, [%place]; st.global.b32 [%near], %word;"
    loads = [
        f"mad.wide.u32 %near, %thread, {size}, %given; ld.global.b{8 * size} {name}, [%near+{place}];"
        + (f" add.u64 {name}, {name}, %start;" if name in trial.addresses else "")
        for name, size, place in _places(trial, trial.registers)
    ]
    stores = [
        f"mad.wide.u32 %near, %thread, {size}, %found; st.global.b{8 * size} [%near+{place}], {name};"
        for name, size, place in _places(trial, trial.outputs)
    ]
    # Shared memory of the CTA does not start at 0, so that its start is added to addresses and descriptors.
    for name, value in trial.values.items():
        if name in trial.addresses:
            loads.append(f"add.u64 {name}, %start, {value};")
        elif name in trial.descriptors:
            loads.append(f"shr.u64 {name}, %start, {_DESCRIPTOR_SHIFT}; add.u64 {name}, {name}, {value:#x};")
        else:
            loads.append(f"setp.eq.u32 {name}, {value}, 1;")
    return _ENTRY.format(
        entry=entry,
        words=", ".join(words),
        longs=", ".join(sorted(longs) or ["%unused"]),
        bytes=SHARED_BYTES,
        copy_in=_COPY.format(label="IN", memory="%image", move=into, **copy),
        load="\n    ".join(loads),
        text=trial.text.replace("; ", ";\n    "),
        store=" ".join(stores) if trial.outputs else _COPY.format(label="OUT", memory="%found", move=out_of, **copy),
    )


def _is_long(trial: MatrixStatement, name: str) -> bool:
    doubles = ".f64" in trial.text and ".m8n8k4." in trial.text
    return doubles or trial.registers.get(name, "").endswith(":64")


def _size(trial: MatrixStatement, name: str) -> int:
    return 8 if _is_long(trial, name) else 4


def _places(trial: MatrixStatement, names: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """Yield registers, their size in bytes and the place of the first thread's; those of all threads are adjacent."""
    place = 0
    for name in names:
        size = _size(trial, name)
        yield name, size, place
        place += size * trial.threads


def run(context: GpuContext, module: GpuModule, trial: MatrixStatement, entry: str) -> Words:
    """Return the results of a trial as bytes: its output registers, each of all threads, or shared memory."""
    registers = [words.view(np.uint8) for words in inputs(trial).values()]
    size = sum(_size(trial, name) for name in trial.outputs) * trial.threads or SHARED_BYTES
    results = np.zeros(size, np.uint8)
    # A trial without registers still has a parameter for them: 8 bytes that nothing reads.
    arrays = [np.concatenate([*registers, np.zeros(8, np.uint8)]), shared(trial), results]
    context.exchange(module.function(entry), arrays, 1, trial.threads)
    return results


def executed(trial: MatrixStatement) -> Words:
    """Return the results of `ptxisa.execute` as bytes."""
    long = {*trial.descriptors, *trial.addresses}
    values = {name: np.uint64(value) if name in long else value for name, value in trial.values.items()}
    memory = shared(trial).copy()
    registers = {**inputs(trial), **values}
    out = execute(trial.text, registers, memory={"shared": memory}, target="sm_90a", threads=trial.threads)
    return np.concatenate([out[name].view(np.uint8) for name in trial.outputs]) if trial.outputs else memory


def measured(context: GpuContext, trial: MatrixStatement) -> Words:
    """Return the results of a GPU as bytes."""
    with context.load(HEADER + kernel(trial, "trial")) as module:
        return run(context, module, trial, "trial")
