"""Run the trials of `trials` on the GPU of this machine and keep what they leave.

    python -m ptxisa.oracle.gpu.matrix.statements FOLDER

writes `statements.json.gz` (a digest and a few words of the results of each trial, which the tests compare with
`ptxisa.execute`), `results.npz` (all words), and `fragments.npz` (which element of memory each place of a `wmma`
fragment has). Needs an NVIDIA GPU of sm_90a.
"""

from __future__ import annotations

import contextlib
import ctypes
import gzip
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ptxisa.oracle.gpu.driver import Context, Module
from ptxisa.oracle.gpu.matrix import trials
from ptxisa.oracle.gpu.matrix.trials import SHARED_BYTES, Trial, Words
from ptxisa.run.execute import execute

_KEPT = 24
"""Words of each result that are kept besides the digest."""
_DESCRIPTOR_SHIFT = 4

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


def kernel(trial: Trial, entry: str) -> str:
    """A kernel of one block that has the inputs of a trial in registers and shared memory, and runs its text."""
    names = set(re.findall(r"\b[a-e]\d+\b|\be\b", trial.text))
    longs = {name for name in names if _is_long(trial, name)} | {*trial.descriptors, *trial.addresses}
    words = sorted(names - longs) or ["unused"]
    copy = {"words": SHARED_BYTES // 4, "threads": trial.threads}
    into = "ld.global.b32 %word, [%near]; st.shared.b32 [%place], %word;"
    out_of = "ld.shared.b32 %word, [%place]; st.global.b32 [%near], %word;"
    return _ENTRY.format(
        entry=entry,
        words=", ".join(words),
        longs=", ".join(sorted(longs) or ["%unused"]),
        bytes=SHARED_BYTES,
        copy_in=_COPY.format(label="IN", memory="%image", move=into, **copy),
        load="\n    ".join([*_loads(trial), *_values(trial)]),
        text=trial.text.replace("; ", ";\n    "),
        store=" ".join(_stores(trial))
        if trial.outputs
        else _COPY.format(label="OUT", memory="%found", move=out_of, **copy),
    )


def _is_long(trial: Trial, name: str) -> bool:
    doubles = ".f64" in trial.text and ".m8n8k4." in trial.text
    return doubles or trial.registers.get(name, "").endswith(":64")


def _size(trial: Trial, name: str) -> int:
    return 8 if _is_long(trial, name) else 4


def _places(trial: Trial, names: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """Registers with their size in bytes and the place of the first thread's; those of all threads are adjacent."""
    place = 0
    for name in names:
        size = _size(trial, name)
        yield name, size, place
        place += size * trial.threads


def _loads(trial: Trial) -> list[str]:
    return [
        f"mad.wide.u32 %near, %thread, {size}, %given; ld.global.b{8 * size} {name}, [%near+{place}];"
        + (f" add.u64 {name}, {name}, %start;" if name in trial.addresses else "")
        for name, size, place in _places(trial, trial.registers)
    ]


def _values(trial: Trial) -> list[str]:
    found = []
    for name, value in trial.values.items():
        if name in trial.addresses:
            found.append(f"add.u64 {name}, %start, {value};")
        elif name in trial.descriptors:
            found.append(f"shr.u64 {name}, %start, {_DESCRIPTOR_SHIFT}; add.u64 {name}, {name}, {value:#x};")
        else:
            found.append(f"setp.eq.u32 {name}, {value}, 1;")
    return found


def _stores(trial: Trial) -> list[str]:
    return [
        f"mad.wide.u32 %near, %thread, {size}, %found; st.global.b{8 * size} [%near+{place}], {name};"
        for name, size, place in _places(trial, trial.outputs)
    ]


def run(context: Context, module: Module, trial: Trial, entry: str) -> Words:
    """What a trial leaves, as bytes: its output registers, each of all threads, or shared memory."""
    given = [one.view(np.uint8) for one in trials.inputs(trial).values()]
    size = sum(_size(trial, name) for name in trial.outputs) * trial.threads or SHARED_BYTES
    found = np.zeros(size, np.uint8)
    arrays = [np.concatenate([*given, np.zeros(8, np.uint8)]), trials.shared(trial), found]
    with contextlib.ExitStack() as stack:
        memories = [stack.enter_context(context.memory(one)) for one in arrays]
        values = [ctypes.c_uint64(one.pointer.value) for one in memories]
        context.run(module.function(entry), values, 1, trial.threads)
        memories[-1].read(found)
    return found


def executed(trial: Trial) -> Words:
    """What `ptxisa.execute` leaves, as bytes."""
    long = {*trial.descriptors, *trial.addresses}
    values = {name: np.uint64(value) if name in long else value for name, value in trial.values.items()}
    shared = trials.shared(trial).copy()
    given = {**trials.inputs(trial), **values}
    out = execute(trial.text, given, memory={"shared": shared}, target="sm_90a", threads=trial.threads)
    return np.concatenate([out[name].view(np.uint8) for name in trial.outputs]) if trial.outputs else shared


def kept(trial: Trial, found: Words) -> dict[str, Any]:
    """A trial and what tells its results."""
    return {**trial._asdict(), "digest": digest(found), "some": some_words(found)}


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keep trials with their results; the same rows give the same bytes."""
    path.write_bytes(gzip.compress(json.dumps(rows).encode(), mtime=0))


def read(path: Path) -> list[tuple[Trial, str, list[int]]]:
    """Trials with the digest and some words of what each leaves."""
    found = []
    for row in json.loads(gzip.decompress(path.read_bytes())):
        digest, some = row.pop("digest"), row.pop("some")
        found.append((Trial(**row), digest, some))
    return found


def some_words(found: Words) -> list[int]:
    """Words that show where results differ."""
    every: list[int] = found.view(np.uint32)[:: max(1, found.size // 4 // _KEPT)][:_KEPT].tolist()
    return every


def digest(found: Words) -> str:
    """The digest of results."""
    return hashlib.sha256(found.tobytes()).hexdigest()


def measured(context: Context, trial: Trial) -> Words:
    """What a GPU leaves, as bytes."""
    module = context.load(HEADER + kernel(trial, "trial"))
    try:
        return run(context, module, trial, "trial")
    finally:
        module.unload()


def _all(context: Context, some: Sequence[Trial]) -> dict[str, Words]:
    return {trial.name: measured(context, trial) for trial in some}


def elements(found: Mapping[str, Words]) -> dict[str, Words]:
    """The numbers of the elements that loads leave in registers, [lane, register, element], by the opcode."""
    whole: dict[str, Words] = {}
    for trial in trials.layouts():
        kind, _, first = trial.shared.removeprefix("index").partition("@")
        opcode, bits, word = trial.text.partition(" ")[0], int(kind), 64 if ".f64" in trial.text else 32
        registers = found[trial.name].view(f"u{word // 8}").reshape(len(trial.outputs), trial.threads, 1).swapaxes(0, 1)
        shifts = np.arange(word // bits, dtype=registers.dtype) * registers.dtype.type(bits % word)
        digits = registers >> shifts & registers.dtype.type(min(0xFFFF, (1 << bits) - 1))
        whole[opcode] = whole.get(opcode, np.uint16(0)) | digits.astype(np.uint16) << np.uint16(int(first))
    return whole


def _save(path: Path, arrays: Mapping[str, Words]) -> None:
    numbered: dict[str, Any] = {str(index): one for index, one in enumerate(arrays.values())}
    np.savez_compressed(path, names=list(arrays), **numbered)


def main(arguments: list[str] | None = None) -> int:
    """Run all trials."""
    folder = Path((sys.argv[1:] if arguments is None else arguments)[0])
    folder.mkdir(parents=True, exist_ok=True)
    some = trials.trials()
    with Context() as context:
        found = _all(context, some)
        fragments = elements(_all(context, list(trials.layouts())))
    write(folder / "statements.json.gz", [kept(one, found[one.name]) for one in some])
    _save(folder / "results.npz", found)
    _save(folder / "fragments.npz", fragments)
    print(f"{len(found)} trials, {len(fragments)} fragments")
    return 0


if __name__ == "__main__":
    sys.exit(main())
