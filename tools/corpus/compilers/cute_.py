"""Compile a CuTe DSL kernel for a target, without a GPU: `cute_.py FILE KERNEL TARGET` prints PTX."""

import importlib.util
import os
import site
import sys
import tempfile


def main(path: str, kernel: str, target: str) -> None:
    """Run the compiler, and write PTX."""
    # The compiler reads both when it is imported.
    os.environ |= {"CUTE_DSL_ARCH": target, "CUTE_DSL_KEEP_PTX": "1"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.stdout.write(compiled(path, kernel))


def compiled(path: str, kernel: str) -> str:
    """Return the PTX of a kernel."""
    site.addsitedir(os.environ["PYTHONPATH"])  # A file beside the packages says where theirs are.
    import cutlass.cute as cute
    from cutlass.cute.runtime import make_fake_compact_tensor

    spec = importlib.util.spec_from_file_location("kernels", path)
    kernels = importlib.util.module_from_spec(spec)
    sys.modules["kernels"] = kernels
    spec.loader.exec_module(kernels)
    function, arrays, options = kernels.KERNELS[kernel]
    given = [
        make_fake_compact_tensor(type_, shape, stride_order=tuple(reversed(range(len(shape)))), assumed_align=128)
        for type_, shape in arrays
    ]
    return cute.compile(kernels.launched(function, **options)[len(given)], *given).__ptx__


if __name__ == "__main__":
    main(*sys.argv[1:])
