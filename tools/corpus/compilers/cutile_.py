"""Compile a cuTile kernel for a target, without a GPU: `cutile_.py FILE KERNEL SM` prints PTX.

tileiras hands its PTX to the ptxas beside it; a script that keeps the PTX and fails takes its place.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

KEEPER = '#!/bin/sh\nfor one; do case "$one" in *.ptx) cp "$one" "$KEPT";; esac; done\nexit 1\n'


def main(path: str, kernel: str, number: str) -> None:
    """Run the compiler, and write PTX."""
    from cuda.tile import compilation, int32

    spec = importlib.util.spec_from_file_location("kernels", path)
    kernels = importlib.util.module_from_spec(spec)
    sys.modules["kernels"] = kernels
    spec.loader.exec_module(kernels)
    function, arrays = kernels.KERNELS[kernel]
    constraints = [
        compilation.ArrayConstraint(
            dtype,
            ndim,
            index_dtype=int32,
            stride_lower_bound_incl=0,
            alias_groups=[],
            may_alias_internally=False,
            stride_constant=[None] * (ndim - 1) + [1],
            stride_divisible_by=[16] * (ndim - 1) + [1],
            base_addr_divisible_by=16,
        )
        for dtype, ndim in arrays
    ]
    convention = compilation.CallingConvention.cutile_python_v1()
    signature = compilation.KernelSignature(constraints, convention, kernel.replace("-", "_"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        code = folder / "kernel.tileirbc"
        compilation.export_kernel(
            function, [signature], str(code), gpu_code=f"sm_{number}", output_format="tileir_bytecode"
        )
        sys.stdout.write(assembled(folder, code, number))


def assembled(folder: Path, code: Path, number: str) -> str:
    """Return the PTX that tileiras makes of bytecode."""
    root = (
        next(Path(place) for place in sys.path if (Path(place) / "nvidia/cu13/bin/tileiras").exists()) / "nvidia/cu13"
    )
    kept, toolkit = folder / "kept.ptx", folder / "toolkit"
    (toolkit / "bin").mkdir(parents=True)
    for name in ("lib", "nvvm"):
        (toolkit / name).symlink_to(root / name)
    (toolkit / "bin/ptxas").write_text(KEEPER)
    (toolkit / "bin/ptxas").chmod(0o755)
    place(root / "bin/tileiras", toolkit / "bin/tileiras")
    command = [toolkit / "bin/tileiras", code, "-o", folder / "out.cubin", "--gpu-name", f"sm_{number}", "--lineinfo"]
    environment = {**os.environ, "KEPT": str(kept), "TMPDIR": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if not kept.exists():
        raise SystemExit(done.stderr or done.stdout or "tileiras ran no ptxas")
    return kept.read_text()


def place(program: Path, target: Path) -> None:
    """Return a program at another place; it looks for others beside itself, so that a symbolic link is not enough."""
    program.chmod(0o755)
    try:
        target.hardlink_to(program)
    except OSError:
        shutil.copy(program, target)


if __name__ == "__main__":
    main(*sys.argv[1:])
