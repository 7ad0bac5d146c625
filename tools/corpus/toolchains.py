"""Compilers that write PTX, fetched as pip packages into a cache and never installed anywhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class ToolchainError(Exception):
    """A compiler is not available."""


def _cuda11(release: str) -> tuple[str, ...]:
    return tuple(f"nvidia-cuda-{part}-cu11=={release}" for part in ("nvcc", "runtime", "nvrtc"))


def _cuda12(nvcc: str, runtime: str, cccl: str, nvrtc: str) -> tuple[str, ...]:
    given = {"nvcc": nvcc, "runtime": runtime, "cccl": cccl, "nvrtc": nvrtc}
    return tuple(f"nvidia-cuda-{part}-cu12=={release}" for part, release in given.items())


def _cuda13(release: str, runtime: str, cccl: str) -> tuple[str, ...]:
    compilers = [f"nvidia-cuda-{part}=={release}" for part in ("nvcc", "crt", "nvrtc")]
    return (*compilers, f"nvidia-nvvm=={release}", f"nvidia-cuda-runtime=={runtime}", f"nvidia-cuda-cccl=={cccl}")


CUDA: Mapping[str, tuple[str, ...]] = {
    "11.7": _cuda11("11.7.99"),
    "11.8": _cuda11("11.8.89"),
    "12.0": _cuda12("12.0.140", "12.0.146", "12.0.140", "12.0.140"),
    "12.1": _cuda12("12.1.105", "12.1.105", "12.1.109", "12.1.105"),
    "12.2": _cuda12("12.2.140", "12.2.140", "12.2.140", "12.2.140"),
    "12.3": _cuda12("12.3.107", "12.3.101", "12.3.101.post1", "12.3.107"),
    "12.4": _cuda12("12.4.131", "12.4.127", "12.4.127.post1", "12.4.127"),
    "12.5": _cuda12("12.5.82", "12.5.82", "12.5.39.post1", "12.5.82"),
    "12.6": _cuda12("12.6.85", "12.6.77", "12.6.77", "12.6.85"),
    "12.8": _cuda12("12.8.93", "12.8.90", "12.8.90", "12.8.93"),
    "12.9": _cuda12("12.9.86", "12.9.79", "12.9.27", "12.9.86"),
    "13.0": _cuda13("13.0.88", "13.0.96", "13.0.85"),
    "13.1": _cuda13("13.1.115", "13.1.80", "13.1.115"),
    "13.2": _cuda13("13.2.86", "13.2.86", "13.2.86"),
    "13.3": _cuda13("13.3.33", "13.3.29", "13.3.3.3.1"),
    "13.4": _cuda13("13.4.92", "13.4.92", "13.3.5.0.6"),
    "13.5": _cuda13("13.5.37", "13.5.37", "13.3.5.0.6"),
}

PACKAGES: Mapping[str, tuple[str, ...]] = {
    **{f"cuda-{release}": packages for release, packages in CUDA.items()},
    "cutlass-4.2": ("nvidia-cutlass==4.2.0.0",),
    "triton-3.0": ("triton==3.0.0", "filelock==3.20.0"),
    "triton-3.4": ("triton==3.4.0",),
    "triton-3.9": ("triton==3.9.0",),
    "llvm-20": ("llvmlite==0.46.0",),
    "llvm-22": ("llvmlite==0.50.0",),
    "zig-0.17": ("ziglang==0.17.1",),
    "warp-1.19": ("warp-lang==1.19.0", "numpy==2.4.6"),
    "cutile-1.7": (
        "cuda-tile==1.7.0",
        "nvidia-cuda-tileiras==13.5.37",
        "nvidia-cuda-nvcc==13.5.37",
        "nvidia-nvvm==13.5.37",
        "typing-extensions==4.16.0",
    ),
    "cute-4.8": (
        *(f"nvidia-cutlass-dsl{part}==4.8.1" for part in ("", "-libs-base", "-libs-core", "-libs-cu12")),
        "numpy==2.4.6",
        "cuda-bindings==13.5.0",
        "cuda-pathfinder==1.9.0",
        "typing-extensions==4.16.0",
    ),
    "cuobjdump-13.5": ("nvidia-cuda-cuobjdump==13.5.37",),
    "curand-10.4": ("nvidia-curand==10.4.5.25",),
    "cusparse-12.9": ("nvidia-cusparse==12.9.4.2",),
    "npp-13.2": ("nvidia-npp==13.2.0.93",),
    "nccl-2.32": ("nvidia-nccl-cu13==2.32.3",),
    "nvshmem-3.8": ("nvidia-nvshmem-cu13==3.8.0",),
    "xla-0.12": ("jax-cuda13-pjrt==0.12.0.1",),
    "xgboost-3.2": ("xgboost==3.2.0",),
    "ctranslate2-4.8": ("ctranslate2==4.8.5",),
    "cublas-13.10": ("nvidia-cublas==13.10.0.20",),
    "cusolver-12.4": ("nvidia-cusolver==12.4.1.2",),
    "dali-2.4": ("nvidia-dali-cuda130==2.4.0",),
    "numba-0.68": (
        "numba==0.68.1",
        "numba-cuda==0.30.4",
        "llvmlite==0.50.0",
        "numpy==2.4.6",
        "cuda-bindings==13.5.0",
        "cuda-core==1.2.2",
        "cuda-pathfinder==1.9.0",
        "packaging==26.3",
    ),
}


def fetch(name: str, cache: Path) -> Path:
    """Return the folder of a toolchain, fetched on first use."""
    folder = cache / "toolchains" / name
    if not folder.exists():
        partial = folder.with_suffix(".part")
        shutil.rmtree(partial, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", partial]
        done = subprocess.run([*command, *PACKAGES[name]], capture_output=True, text=True, check=False)
        if done.returncode:
            raise ToolchainError(f"{name}: {(done.stderr.strip().splitlines() or ['pip gave no reason'])[-1]}")
        partial.rename(folder)
    return folder


def library(folder: Path, stem: str) -> Path:
    """Return a shared library of a toolchain, such as libnvrtc."""
    return next(path for path in sorted(folder.rglob(f"{stem}.so*")) if "alt" not in path.name)


def include_options(folder: Path) -> list[str]:
    """`-I` options for every folder of headers of a toolchain."""
    folders = [path for path in sorted(folder.glob("nvidia/*/include")) if path.is_dir()]
    return [f"-I{path}" for path in (*folders, *(path / "cccl" for path in folders)) if path.is_dir()]


def run(command: Sequence[str | Path], path: Path | None = None, libraries: Path | None = None, **more: str) -> str:
    """Return the output of a compiler; if it fails, its messages are the text of the error.

    Compilers run in the root folder, since debug information names it, and at fixed addresses, since some
    write variables in the order of addresses.
    """
    environment = {**os.environ, "PYTHONHASHSEED": "0", **more}
    steady = ["setarch", "-R"] if shutil.which("setarch") else []
    if path:
        environment["PYTHONPATH"] = str(path)
    if libraries:
        environment["LD_LIBRARY_PATH"] = str(libraries)
    done = subprocess.run(
        [*steady, *map(str, command)], capture_output=True, text=True, check=False, env=environment, cwd="/"
    )
    if done.returncode:
        raise ToolchainError((done.stderr or done.stdout).strip()[-2000:] or f"exit status {done.returncode}")
    return done.stdout
