"""Launch kernels of real modules on arguments like those of their hosts, and compare the results with NumPy.

    python -m tools.corpus.launches FOLDER

FOLDER has the modules that `tools.corpus.make` built; kernels of modules that it lacks are left out. Status 0 when all
results are equal and only the known race is found: XLA's TopK waits at a barrier for warps that exit before it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import ptxisa

RNG = np.random.default_rng(1)
DALI = "library-2.4.libdali_operators-so.sm_120.18.ptx"
TRANSLATE = "library-4.8.libctranslate2-a7a60d30-so-4-8-5.sm_86.29.ptx"
SPARSE = "library-12.9.libcusparse-so-12.sm_120.115.ptx"
TOP_K = "library-0.12.xla_cuda_plugin-so.sm_120.48.ptx"
RADIX_SORT = "library-0.12.xla_cuda_plugin-so.sm_120.42.ptx"
KNOWN = {"Run<"}
"""Parts of the names of kernels with races that are errors of the programs."""

Array = np.ndarray[Any, Any]
Run = Callable[..., None]


def entry_alone(text: str, part: str) -> str:
    """Return a module with its declarations and one kernel, whose C++ name contains `part`."""
    head, *entries = re.split(r"(?m)^(?=(?:\.visible |\.weak )?\.entry )", text)
    names = [re.findall(r"\.entry\s+(\w+)", entry)[0] for entry in entries]
    shown = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    return head + next(entry for entry, name in zip(entries, shown.splitlines(), strict=True) if part in name)


def brain(x: Array) -> Array:
    """Return the upper halves of single-precision numbers."""
    return (x.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def wide(x: Array) -> Array:
    """Return the numbers of bfloat16 bits."""
    return (x.astype(np.uint32) << 16).view(np.float32)


# --- image processing of DALI: brightness in CIELAB, histograms of tiles ---

_STEPS = np.arange(256) / 255
LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)
_PARTS = np.arange(4096) / 4095


def cube_root(y: Array) -> Array:
    """Return the function f of CIELAB."""
    return np.where(y > 0.008856, np.cbrt(y), 7.787 * y + 16 / 116)


def brightness(rgb: Array, root: Callable[[Array], Array]) -> Array:
    """Return L of CIELAB from 0 to 255."""
    y = LINEAR[rgb].astype(np.float64) @ np.array([0.2126729, 0.7151522, 0.0721750])
    return np.rint(np.clip((116 * root(y) - 16) * 0.01, 0, 1) * 255)


def tile_histograms(y: Array, columns: int, rows: int) -> Array:
    """Return the histogram of each tile."""
    height, width = -(-len(y) // rows), -(-y.shape[1] // columns)
    tiles = [
        y[row * height : (row + 1) * height, column * width : (column + 1) * width]
        for row in range(rows)
        for column in range(columns)
    ]
    return np.array([np.bincount(tile.ravel(), minlength=256) for tile in tiles], np.uint32)


def images(run: Run) -> Iterator[bool]:
    """Yield the results of image kernels."""
    table = cube_root(_PARTS).astype(np.float32)
    symbols = {"g_srgb_to_linear_lut": LINEAR, "g_xyz_to_lab_lut": table}
    rgb, y, bins = (
        RNG.integers(0, 256, (40, 64, 3), np.uint8),
        np.zeros((40, 64), np.uint8),
        np.zeros((6, 256), np.uint32),
    )
    run(DALI, "rgb_to_y_u8_nhwc_coalesced", 20, 128, [rgb, y, 40, 64], symbols=symbols)
    yield np.array_equal(y, brightness(rgb, lambda x: table[np.rint(np.clip(x, 0, 1) * 4095).astype(int)]))
    run(DALI, "fused_rgb_to_y_hist", (2, 3), 256, [rgb, y, 40, 64, 2, 3, bins], shared=1024, symbols=symbols)
    yield np.array_equal(y, brightness(rgb, cube_root)) and np.array_equal(bins, tile_histograms(y, 2, 3))
    for name, size in (("hist_per_tile_256_kernel", 1024), ("hist_per_tile_256_warp_optimized", 13 * 1024)):
        bins[:] = 0
        run(DALI, name, (2, 3), 256, [y, 40, 64, 2, 3, bins], shared=size)
        yield np.array_equal(bins, tile_histograms(y, 2, 3))
    # Two kernels compute the table of adaptive histogram equalization, from histograms and from the image.
    tables = np.zeros((2, 4, 256), np.uint8)
    sizes = [2, 2, 32, 20, 64, 40, 2.0]
    run(DALI, "clip_cdf_lut_256", (2, 2), 256, [tile_histograms(y, 2, 2), *sizes, tables[0]])
    run(DALI, "mega_fused_hist_clip_cdf_lut", (2, 2), 256, [y, 40, 64, 2, 2, 32, 20, 2.0, tables[1]], shared=16384)
    yield np.array_equal(tables[0], tables[1])


# --- sorts and selections ---


def selections(run: Run) -> Iterator[bool]:
    """Yield the results of sorts, scans, and selections of the largest elements."""
    for name, length, dtype in (("float, 1", 200, "f4"), ("float, 4", 800, "f4"), ("__half, 2", 400, "f2")):
        x = RNG.standard_normal((2, length)).astype(dtype)
        p = np.exp(x.astype(np.float64))
        p, out = (p / p.sum(1, keepdims=True)).astype(dtype), np.zeros_like(x)
        run(TRANSLATE, f"topp_mask_kernel<{name}>", 2, 256, [x, p, out, 0.7, -99.0, length])
        order = np.argsort(-p.astype(np.float64), axis=1, kind="stable")
        before = np.take_along_axis(p, order, 1).astype(np.float64)
        kept = np.zeros(x.shape, bool)
        np.put_along_axis(kept, order, np.cumsum(before, 1) - before < 0.7, 1)
        yield np.array_equal(out, np.where(kept, x, np.array(-99, dtype)))
    for name, length, step in (("256, true", 200, 1), ("256, false", 200, -1), ("512, true", 500, 1)):
        keys = RNG.integers(0, 1 << 40, length, np.uint64)
        ordered, places = keys.copy(), np.arange(length, dtype=np.int32)
        run(SPARSE, f"sortI64_by_oneCTA<{name}>", 1, int(name[:3]), [40, length, ordered, places])
        yield np.array_equal(ordered, np.sort(keys)[::step]) and np.array_equal(keys[places], ordered)
    for largest, type_ in ((1, "unsigned short"), (4, "unsigned short"), (8, "unsigned int")):
        x, count = brain(RNG.standard_normal((2, 1000))), max(largest - 1, 1)
        top, at = np.zeros((2, count), np.uint16), np.zeros((2, count), np.uint32)
        name = f"Run<{largest}ul, Eigen::bfloat16, {type_}>"
        run(TOP_K, name, 2, 64, [x, 1000, top, at, count], shared=32768, stop=False)
        wanted = np.argsort(-wide(x), axis=1, kind="stable")[:, :count]
        yield np.array_equal(at, wanted) and np.array_equal(top, np.take_along_axis(x, wanted, 1))
    counts = RNG.integers(0, 1000, (4, 256), np.uint64)
    sums = counts.copy()
    run(RADIX_SORT, "DeviceRadixSortExclusiveSumKernel", 4, 256, [sums])
    yield np.array_equal(sums, np.cumsum(counts, 1) - counts)
    single, values = RNG.standard_normal(500).astype(np.float32), np.arange(500, dtype=np.uint32)
    out, moved = np.zeros_like(single), np.zeros_like(values)
    run(RADIX_SORT, "DeviceRadixSortSingleTileKernel", 1, 256, [single, out, values, moved, 500, 0, 32, b"\0"])
    yield np.array_equal(out, np.sort(single)[::-1]) and np.array_equal(single[moved], out)


# --- other compilers ---


def vector(x: Array) -> list[Any]:
    """Return the arguments of cuTile for an array of one dimension."""
    return [x, len(x), 1]


def matrix(x: Array) -> list[Any]:
    """Return the arguments of cuTile for an array of two dimensions."""
    return [x, *x.shape, x.shape[1], 1]


def tiles(run: Run) -> Iterator[bool]:
    """Yield the results of cuTile."""
    for name, dtype, close in (("half", "f2", 0.02), ("single", "f4", 2e-5)):
        a, b = RNG.standard_normal((128, 96)).astype(dtype), RNG.standard_normal((96, 64)).astype(dtype)
        c = np.zeros((128, 64), dtype)
        run(f"cutile-1.7.matmul-{name}.sm_80.ptx", "", (2, 1), 128, [*matrix(a), *matrix(b), *matrix(c)])
        yield bool(np.abs(c - a.astype(np.float32) @ b.astype(np.float32)).max() < close)
    x, out = RNG.integers(0, 1000, (32, 32), np.int32), np.zeros((32, 32), np.int32)
    run("cutile-1.7.scans.sm_90.ptx", "", 2, 128, [*matrix(x), *matrix(out)])
    parts = x.reshape(2, 16, 32)
    turned = parts.reshape(2, 32, 16).transpose(0, 2, 1)
    yield np.array_equal(out.reshape(2, 16, 32), np.cumsum(parts, 2) + turned)
    values, places = RNG.standard_normal(200).astype(np.float32), RNG.permutation(200)[:128].astype(np.int32)
    taken, wanted = np.zeros(200, np.float32), np.zeros(200, np.float32)
    run("cutile-1.7.gathers.sm_90.ptx", "", 2, 128, [*vector(values), *vector(places), *vector(taken)])
    wanted[places] = np.abs(values[places])
    yield np.array_equal(taken, wanted)


def cute(run: Run) -> Iterator[bool]:
    """Yield the results of the CuTe DSL."""
    x, out = RNG.standard_normal(512).astype(np.float32), np.zeros(512, np.float32)
    for name, wanted in (("bulk.sm_100a", x[:128]), ("bulk.sm_120a", x[:128]), ("staged.sm_120a", x[::-1][:128])):
        run(f"cute-4.8.{name}.ptx", "", 1, 128, [x, out], shared=4096)
        yield np.array_equal(out[:128], wanted)
    run("cute-4.8.reduction.sm_120a.ptx", "", 1, 128, [x, out])
    sums = x[:128].reshape(4, 32).sum(1)
    yield bool(np.abs(out[:4] - np.where(sums > 0, sums + 32, sums)).max() < 1e-4)
    for name in ("loads.sm_90a", "product.sm_90a"):
        a, b = RNG.standard_normal((16, 16)).astype(np.float16), RNG.standard_normal((8, 16)).astype(np.float16)
        c = np.zeros((16, 8), np.float32)
        run(f"cute-4.8.{name}.ptx", "", 1, 32, [a, b, c], shared=4096)
        yield bool(np.abs(c - a.astype(np.float32) @ b.astype(np.float32).T).max() < 1e-5)


def main() -> int:
    """Print the kernels with other results or findings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    names: list[str] = []
    wrong: list[str] = []

    def run(file: str, part: str, grid: Any, block: Any, arguments: list[Any], **options: Any) -> None:
        names.append(f"{file} {part}".strip())
        text = (folder / file).read_text()
        result = ptxisa.launch(entry_alone(text, part) if part else text, None, grid, block, arguments, **options)
        unexpected = [str(finding) for finding in result.findings if not any(name in part for name in KNOWN)]
        wrong.extend(f"{names[-1]}: {finding}" for finding in [*unexpected, *result.unmodeled])

    for group in (images, selections, tiles, cute):
        try:
            for equal in group(run):
                if not equal:
                    wrong.append(f"{names[-1]}: other results than NumPy")
        except FileNotFoundError as error:
            print(f"left out from here in {group.__name__}: {error.filename}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(names)} launches, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
