"""Compile a Numba kernel: `numba_.py FILE KERNEL SM FOLDER OPTION…` prints PTX; FOLDER contains the CUDA packages."""

import importlib.util
import site
import sys
import warnings


def main(path: str, kernel: str, number: str, folder: str, *options: str) -> None:
    """Run the compiler, and write PTX."""
    for path_entry in sys.path[1:]:
        site.addsitedir(path_entry)  # numba-cuda takes the place of numba.cuda by a .pth file
    site.getsitepackages = lambda prefixes=None: [folder]
    warnings.simplefilter("ignore")
    from numba import cuda

    spec = importlib.util.spec_from_file_location("kernels", path)
    kernels = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernels)
    function, types = kernels.KERNELS[kernel]
    flags = dict.fromkeys(options, True)
    text, _ = cuda.compile_ptx(function, types, cc=divmod(int(number), 10), device=False, **flags)
    sys.stdout.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
