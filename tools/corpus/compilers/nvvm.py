"""Compile NVVM IR with a libnvvm: `nvvm.py LIBRARY FILE OPTION…` prints PTX."""

import ctypes
import sys
from pathlib import Path


def main(library: str, path: str, *options: str) -> None:
    """Run the compiler, and write PTX."""
    nvvm = ctypes.CDLL(library)
    program = ctypes.c_void_p()
    text = Path(path).read_bytes()
    nvvm.nvvmCreateProgram(ctypes.byref(program))
    nvvm.nvvmAddModuleToProgram(program, text, ctypes.c_size_t(len(text)), Path(path).name.encode())
    given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    if nvvm.nvvmCompileProgram(program, len(options), given):
        sys.exit(_text(nvvm.nvvmGetProgramLogSize, nvvm.nvvmGetProgramLog, program))
    sys.stdout.write(_text(nvvm.nvvmGetCompiledResultSize, nvvm.nvvmGetCompiledResult, program))


def _text(size_of, text_of, program: ctypes.c_void_p) -> str:
    size = ctypes.c_size_t()
    size_of(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    text_of(program, buffer)
    return buffer.value.decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
