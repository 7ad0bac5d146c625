"""Command lines of the compilers; the output of each is the module."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.corpus import atoms, wrappers
from tools.corpus.plan import Job
from tools.corpus.toolchains import ToolchainError, fetch, include_options, library, run

HERE = Path(__file__).parent
SOURCES = HERE / "sources"
COMPILERS = HERE / "compilers"

# Compilers get this folder alone, a link to the cache, since modules hold the names of files.
FIXED = Path(tempfile.gettempdir()) / "ptxisa-corpus"


def settle(cache: Path) -> None:
    """Link the fixed name to the cache of this machine, and put the sources there."""
    cache.mkdir(parents=True, exist_ok=True)
    for link, place in ((FIXED, cache.resolve()), (cache / "sources", SOURCES)):
        if link.is_symlink():
            link.unlink()
        link.symlink_to(place)


def make(job: Job) -> str:
    """Return the module of a job; paths of compilers that follow links are corrected."""
    text = MAKERS[job.maker](job, FIXED)
    return text.replace(str(FIXED.resolve()), str(FIXED)).replace("\0", "")


def _arch(job: Job) -> str:
    return job.target.replace("sm", "compute")


def _nvrtc(job: Job, cache: Path) -> str:
    return _run_nvrtc(job, cache, cache / "sources" / job.source)


def _run_nvrtc(job: Job, cache: Path, source: Path) -> str:
    folder = fetch(job.toolchain, cache)
    built = library(folder, "libnvrtc")
    command = [sys.executable, COMPILERS / "nvrtc.py", built, source, source.name, "-default-device"]
    options = [*include_options(folder), f"-arch={_arch(job)}", "-std=c++17", *job.options]
    return run([*command, *options], libraries=built.parent)


def _wrappers(job: Job, cache: Path) -> str:
    """`source` is the beginning of the names of headers of libcu++."""
    headers = next(fetch(job.toolchain, cache).glob("nvidia/*/include/**/cuda/__ptx/instructions/generated"), None)
    major, minor = map(int, job.toolchain.rpartition("-")[2].split("."))
    ptx = (major - 4, minor) if major > 12 else (8, minor - 1)  # CUDA from release 12.8 on writes this version.
    text = wrappers.source(headers, job.source, job.target, ptx) if headers else ""
    if not text:
        raise ToolchainError("nothing in these headers is for this target")
    return _run_nvrtc(job, cache, _written(cache, f"{job.name}.cu", text))


def _written(cache: Path, name: str, text: str) -> Path:
    path = cache / "written" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def _nvcc(job: Job, cache: Path) -> str:
    return _run_nvcc(job, cache, cache / "sources" / job.source)


def _run_nvcc(job: Job, cache: Path, source: Path, more: tuple[str, ...] = ()) -> str:
    root = fetch(job.toolchain, cache) / "nvidia/cu13"
    flags = ["-ptx", f"-arch={job.target}", "-std=c++17", "--extended-lambda", "--expt-relaxed-constexpr"]
    output = cache / "written" / f"{job.name}.ptx"
    output.parent.mkdir(exist_ok=True)
    run([root / "bin/nvcc", *flags, *job.options, *more, "-o", output, source], libraries=root / "lib")
    return output.read_text()


def _cutlass(job: Job, cache: Path) -> str:
    """`source` is gemm.cu, or `atoms-` with a part of the atoms."""
    headers = fetch("cutlass-4.2", cache) / "cutlass_library/source"
    folders = (f"-I{headers / 'include'}", f"-I{headers / 'tools/util/include'}")
    if not job.source.startswith("atoms-"):
        return _run_nvcc(job, cache, cache / "sources" / job.source, folders)
    part = job.source.removeprefix("atoms-")
    kernels = (SOURCES / "atoms.cu").read_text()
    text = atoms.source(kernels, headers / "include/cute/arch", part, int(job.target.strip("smaf_")))
    return _run_nvcc(job, cache, _written(cache, f"{job.name}.cu", text), folders)


def _nvvm(job: Job, cache: Path) -> str:
    """`source` is a file of LLVM IR, or `libdevice`, the mathematical library that comes with the compiler."""
    folder = fetch(job.toolchain, cache)
    built = library(folder, "libnvvm")
    source = next(folder.rglob("libdevice.10.bc")) if job.source == "libdevice" else cache / "sources" / job.source
    command = [sys.executable, COMPILERS / "nvvm.py", built, source, f"-arch={_arch(job)}"]
    return run([*command, *job.options], libraries=built.parent)


def _llvm(job: Job, cache: Path) -> str:
    """Compile with llvmlite; the options are the PTX version and the optimization level."""
    command = [sys.executable, COMPILERS / "llvm.py", cache / "sources" / job.source, job.target, *job.options]
    return run(command, path=fetch(job.toolchain, cache))


def _zig(job: Job, cache: Path) -> str:
    zig = fetch(job.toolchain, cache) / "ziglang/zig"
    source, output = cache / "sources" / job.source, cache / "written" / f"{job.name}.ptx"
    output.parent.mkdir(exist_ok=True)
    target = ["-target", "nvptx64-cuda-none", f"-mcpu={job.target}"]
    if job.source.endswith(".c"):
        command = [zig, "cc", *target, "-S", "-o", output, *job.options, source]
    else:
        command = [zig, "build-obj", *target, "-fno-emit-bin", f"-femit-asm={output}", *job.options, source]
    caches = {f"ZIG_{which}_CACHE_DIR": str(cache / "written/zig") for which in ("LOCAL", "GLOBAL")}
    run(command, **caches)
    return output.read_text()


def _triton(job: Job, cache: Path) -> str:
    command = [sys.executable, COMPILERS / "triton_.py", cache / "sources/triton_kernels.py", job.source]
    return run([*command, job.target.strip("smaf_")], path=fetch(job.toolchain, cache))


def _numba(job: Job, cache: Path) -> str:
    """Compile with Numba; the first option names its CUDA toolchain."""
    cuda, *options = job.options
    command = [sys.executable, COMPILERS / "numba_.py", cache / "sources/numba_kernels.py", job.source]
    place = [job.target.strip("smaf_"), fetch(f"cuda-{cuda}", cache)]
    return run([*command, *place, *options], path=fetch(job.toolchain, cache))


def _warp(job: Job, cache: Path) -> str:
    command = [sys.executable, COMPILERS / "warp_.py", cache / "sources" / job.source, job.target.strip("smaf_")]
    return run(command, path=fetch(job.toolchain, cache))


def _cutile(job: Job, cache: Path) -> str:
    command = [sys.executable, COMPILERS / "cutile_.py", cache / "sources/cutile_kernels.py", job.source]
    return run([*command, job.target.strip("smaf_")], path=fetch(job.toolchain, cache))


def _cute(job: Job, cache: Path) -> str:
    command = [sys.executable, COMPILERS / "cute_.py", cache / "sources/cute_kernels.py", job.source, job.target]
    return run(command, path=fetch(job.toolchain, cache))


def _library(job: Job, cache: Path) -> str:
    """`source` is a library, the option the number of a module in it, in the order of cuobjdump."""
    folder = cache / "written" / f"{job.toolchain}-{job.source}"
    if not folder.exists():
        program = fetch("cuobjdump-13.5", cache) / "nvidia/cu13/bin/cuobjdump"
        binary = next(fetch(job.toolchain, cache).rglob(job.source))
        folder.parent.mkdir(exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=folder.parent))
        run(["sh", "-c", 'cd "$1" && "$2" -xptx all "$3" > log', "sh", partial, program, binary])
        partial.rename(folder)
    path = next(folder.glob(f"*.{job.options[0]}.{job.target}.ptx"), None)
    if path is None:
        raise ToolchainError(f"{job.source} holds no such module")
    return path.read_text()


MAKERS: Mapping[str, Callable[[Job, Path], str]] = {
    "nvrtc": _nvrtc,
    "wrappers": _wrappers,
    "nvcc": _nvcc,
    "cutlass": _cutlass,
    "nvvm": _nvvm,
    "llvm": _llvm,
    "zig": _zig,
    "triton": _triton,
    "numba": _numba,
    "warp": _warp,
    "cutile": _cutile,
    "cute": _cute,
    "library": _library,
}
