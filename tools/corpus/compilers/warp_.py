"""Compile the kernels of a file with NVIDIA Warp, without a GPU: `warp_.py FILE SM` prints PTX."""

import contextlib
import importlib.util
import io
import sys
import tempfile
from pathlib import Path


def main(path: str, number: str) -> None:
    """Run the compiler, and write PTX."""
    spec = importlib.util.spec_from_file_location("kernels", path)
    kernels = importlib.util.module_from_spec(spec)
    sys.modules["kernels"] = kernels
    with contextlib.redirect_stdout(io.StringIO()), tempfile.TemporaryDirectory() as folder:
        import warp

        warp.config.quiet = True
        warp.config.kernel_cache_dir = folder
        spec.loader.exec_module(kernels)
        arch = int(number)
        warp.compile_aot_module(kernels, device=None, arch=arch, module_dir=folder, use_ptx=True, strip_hash=True)
        text = next(Path(folder).glob("*.ptx")).read_text()
    sys.stdout.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
