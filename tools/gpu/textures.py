"""Read textures on a GPU through texture objects, and write the results.

    python -m tools.gpu.textures OUT.npz [COUNT]

Every combination of format, channels, address mode, filter and kind of coordinates is read at COUNT coordinates.
`python -m tools.gpu.textures --compare OUT.npz` counts the results that `ptxisa.launch` does not have; a test does the
same with few coordinates.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ptxisa
from ptxisa.oracle.gpu.driver import GpuContext

WIDTH, HEIGHT = 13, 7
ADDRESSES = ("wrap", "clamp", "mirror", "border")
"""Address modes in the order of the driver's numbers."""
FORMATS = {
    "u8": (0x01, "u1"), "u16": (0x02, "u2"), "u32": (0x03, "u4"), "s8": (0x08, "i1"), "s16": (0x09, "i2"),
    "s32": (0x0A, "i4"), "f16": (0x10, "f2"), "f32": (0x20, "f4"),
}  # fmt: skip
"""Number of the driver and NumPy type of each format."""
READS = {
    "tex_1d": (1, "ld.global.f32 x, [at];", "tex.1d.v4.{}.f32 {{r, g, b, a}}, [handle, {{x}}];"),
    "tex_2d": (2, "ld.global.v2.f32 {{x, y}}, [at];", "tex.2d.v4.{}.f32 {{r, g, b, a}}, [handle, {{x, y}}];"),
    "tex_2d_integer": (2, "ld.global.v2.b32 {{i, k}}, [at];", "tex.2d.v4.{}.s32 {{r, g, b, a}}, [handle, {{i, k}}];"),
    "tld4_2d": (2, "ld.global.v2.f32 {{x, y}}, [at];", "tld4.g.2d.v4.{}.f32 {{r, g, b, a}}, [handle, {{x, y}}];"),
}
"""Coordinates of a thread, load of the coordinates, and read, by kernel."""


class Case(NamedTuple):
    """A kernel, a texture and its options; `whole` integers are not fractions."""

    kernel: str
    format: str
    channels: int
    address: str
    linear: bool
    normalized: bool
    whole: bool

    @property
    def name(self) -> str:
        """Text that identifies the case."""
        return "|".join(map(str, self))


def cases() -> Iterator[Case]:
    """Yield every combination that the driver accepts."""
    options = itertools.product(READS, FORMATS, (1, 4), ADDRESSES, *[(False, True)] * 3)
    for case in itertools.starmap(Case, options):
        integer = case.format[0] != "f"
        wide = case.format in ("u32", "s32")
        fetched = case.kernel == "tex_2d_integer"
        if (
            case.whole == (integer and (wide or case.whole))
            and not (case.linear and (case.whole or fetched))
            and not (not case.normalized and case.address in ("wrap", "mirror"))
            and not (fetched and case.normalized)
        ):
            yield case


def source(whole: bool) -> str:
    """Return the module with all kernels, for integers or floating-point numbers."""
    kind, register = ("s32", "b32") if whole else ("f32", "f32")
    text = ".version 7.0\n.target sm_80\n.address_size 64\n"
    for name, (axes, load, read) in READS.items():
        text += f""".visible .entry {name}(.param .u64 texture, .param .u64 coordinates, .param .u64 results) {{
  .reg .u32 t, n, c, i, k; .reg .f32 x, y; .reg .{register} r, g, b, a; .reg .u64 handle, at, out, offset;
  mov.u32 t, %tid.x; mov.u32 n, %ntid.x; mov.u32 c, %ctaid.x; mad.lo.u32 t, c, n, t;
  ld.param.u64 handle, [texture]; ld.param.u64 at, [coordinates]; ld.param.u64 out, [results];
  mul.wide.u32 offset, t, {4 * axes}; add.u64 at, at, offset; mul.wide.u32 offset, t, 16; add.u64 out, out, offset;
  {load.format()}
  {read.format(kind)}
  st.global.v4.{register} [out], {{r, g, b, a}};
  ret;
}}
"""
    return text


def texels(case: Case) -> NDArray[Any]:
    """Return the array of a case, with all bits of integers random."""
    rng = np.random.default_rng(case.channels)
    shape = (WIDTH, case.channels) if case.kernel == "tex_1d" else (HEIGHT, WIDTH, case.channels)
    dtype = FORMATS[case.format][1]
    if case.format[0] == "f":
        return rng.normal(0, 100, shape).astype(dtype)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, int(limits.max) + 1, shape).astype(dtype)


def coordinates(case: Case, count: int) -> NDArray[Any]:
    """Return the coordinates of a case: a quarter are multiples of 1/64, a quarter ties of the filter."""
    rng = np.random.default_rng(7)
    axes = READS[case.kernel][0]
    if case.kernel == "tex_2d_integer":
        return rng.integers(-9, 22, (count, axes)).astype(np.int32)
    points = rng.uniform(-1.5, 2.5, (count, axes)).astype(np.float32)
    part = count // 4
    points[:part] = rng.integers(-64, 128, (part, axes)) / 64
    points[part : 2 * part] = np.round(points[part : 2 * part] * 512) / 512
    return points if case.normalized else points * np.array([WIDTH, HEIGHT][:axes], np.float32)


def read(gpu: GpuContext, module: Any, case: Case, count: int) -> NDArray[np.uint32]:
    """Return the results of a case on the GPU, four words for each coordinate."""
    data, points = np.ascontiguousarray(texels(case)), coordinates(case, count)
    flat = case.kernel == "tex_1d"
    handle, array = ctypes.c_uint64(), ctypes.c_void_p()
    described = _Described(WIDTH, 0 if flat else HEIGHT, FORMATS[case.format][0], case.channels)
    gpu._call("cuArrayCreate_v2", ctypes.byref(array), ctypes.byref(described))
    pitch = data.nbytes // (1 if flat else HEIGHT)
    copy = _Copy(source_kind=1, source=data.ctypes.data, source_pitch=pitch, target_kind=3, target_array=array.value)
    copy.width, copy.height = pitch, 1 if flat else HEIGHT
    gpu._call("cuMemcpy2D_v2", ctypes.byref(copy))
    resource, options = (ctypes.c_uint32 * 36)(), (ctypes.c_uint32 * 32)()
    ctypes.memmove(ctypes.addressof(resource) + 8, ctypes.byref(array), 8)
    options[0] = options[1] = options[2] = ADDRESSES.index(case.address)
    options[3], options[4] = int(case.linear), int(case.whole) | 2 * int(case.normalized)
    gpu._call("cuTexObjectCreate", ctypes.byref(handle), ctypes.byref(resource), ctypes.byref(options), None)
    results = np.zeros((count, 4), np.uint32)
    with gpu.memory(points) as at, gpu.memory(results) as out:
        gpu.run(module.function(case.kernel), (handle, at.pointer, out.pointer), count // 32, 32)
        out.read(results)
    return results


class _Described(ctypes.Structure):
    _fields_ = [("w", ctypes.c_size_t), ("h", ctypes.c_size_t), ("f", ctypes.c_int), ("c", ctypes.c_uint)]


class _Copy(ctypes.Structure):
    """CUDA_MEMCPY2D of the driver."""

    _fields_ = [
        *(("source_x", ctypes.c_size_t), ("source_y", ctypes.c_size_t), ("source_kind", ctypes.c_int)),
        *(("source", ctypes.c_void_p), ("source_device", ctypes.c_uint64), ("source_array", ctypes.c_void_p)),
        *(("source_pitch", ctypes.c_size_t), ("target_x", ctypes.c_size_t), ("target_y", ctypes.c_size_t)),
        *(("target_kind", ctypes.c_int), ("target", ctypes.c_void_p), ("target_device", ctypes.c_uint64)),
        *(("target_array", ctypes.c_void_p), ("target_pitch", ctypes.c_size_t)),
        *(("width", ctypes.c_size_t), ("height", ctypes.c_size_t)),
    ]


def launched(case: Case, count: int) -> NDArray[np.uint32]:
    """Return the results of a case on the machine of ptxisa."""
    data = texels(case)
    array = data if case.channels > 1 else np.ascontiguousarray(data[..., 0])
    options = ("linear" if case.linear else "nearest", case.normalized, case.whole)
    results = np.zeros((count, 4), np.uint32)
    texture = ptxisa.Texture(array, case.format, case.channels, case.address, *options)
    run = ptxisa.launch(source(case.whole), case.kernel, count // 32, 32, [texture, coordinates(case, count), results])
    assert run.complete, run.unmodeled
    assert not run.findings, run.findings
    return results


def main(arguments: list[str]) -> None:
    """Read every case on the GPU, or compare what was read."""
    if arguments[0] == "--compare":
        different: Counter[str] = Counter()
        for name, results in np.load(arguments[1]).items():
            case = next(case for case in cases() if case.name == name)
            kind = f"{case.kernel}{' linear' if case.linear else ''} {case.format}"
            different[kind] += int((launched(case, len(results)) != results).any(axis=1).sum())
            different["all"] += len(results)
        print("\n".join(f"{kind}: {count:,}" for kind, count in different.items()))
        return
    count = int(arguments[1]) if len(arguments) > 1 else 32
    with GpuContext() as gpu:
        modules = {whole: gpu.load(source(whole)) for whole in (False, True)}
        results = {case.name: read(gpu, modules[case.whole], case, count) for case in cases()}
    np.savez_compressed(arguments[0], **results)
    print(f"{len(results)} cases, {len(results) * count:,} reads")


if __name__ == "__main__":
    main(sys.argv[1:])
