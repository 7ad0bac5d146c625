"""Compile CUDA C++ with a libnvrtc: `nvrtc.py LIBRARY SOURCE NAME OPTION…` prints PTX."""

import ctypes
import sys
from pathlib import Path


def main(library: str, source: str, name: str, *options: str) -> None:
    """Run the compiler, and write PTX."""
    nvrtc = ctypes.CDLL(library)
    program = ctypes.c_void_p()
    text = Path(source).read_bytes()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, name.encode(), 0, None, None)
    given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    if nvrtc.nvrtcCompileProgram(program, len(options), given):
        sys.exit(_text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program))
    sys.stdout.write(_text(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX, program))


def _text(size_of, text_of, program: ctypes.c_void_p) -> str:
    size = ctypes.c_size_t()
    size_of(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    text_of(program, buffer)
    return buffer.value.decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
