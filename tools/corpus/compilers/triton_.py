"""Compile a Triton kernel for a target, without a GPU: `triton_.py FILE KERNEL SM` prints PTX."""

import importlib.util
import sys
import tempfile
from pathlib import Path


def main(path: str, kernel: str, number: str) -> None:
    """Run the compiler, and write PTX."""
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    spec = importlib.util.spec_from_file_location("kernels", path)
    kernels = importlib.util.module_from_spec(spec)
    sys.modules["kernels"] = kernels
    spec.loader.exec_module(kernels)
    function, signature, constants = kernels.KERNELS[kernel]
    if tuple(map(int, triton.__version__.split(".")[:2])) < (3, 2):
        names = function.arg_names
        source = ASTSource(
            fn=function,
            signature={names.index(name): type_ for name, type_ in signature.items()},
            constants={names.index(name): value for name, value in constants.items()},
        )
    else:
        all_ = {**signature, **dict.fromkeys(constants, "constexpr")}
        ordered = {name: all_[name] for name in function.arg_names}
        source = ASTSource(fn=function, signature=ordered, constexprs=constants)
    compiled = triton.compile(source, target=GPUTarget("cuda", int(number), 32))
    sys.stdout.write(compiled.asm["ptx"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        import os

        os.environ["TRITON_CACHE_DIR"] = str(Path(cache))
        main(*sys.argv[1:])
