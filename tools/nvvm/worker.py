"""Child process that loads libNVVM and writes one line of JSON for each line that it reads.

It imports nothing of this package: a module that crashes libNVVM ends this process alone.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import Any

RESULTS = (
    "success",
    "out-of-memory",
    "program-creation-failure",
    "ir-version-mismatch",
    "invalid-input",
    "invalid-program",
    "invalid-ir",
    "invalid-option",
    "no-module",
    "compilation",
)


class Library:
    """The functions of one libNVVM."""

    def __init__(self, path: str) -> None:
        self._nvvm = ctypes.CDLL(path)
        self._nvvm.nvvmAddModuleToProgram.argtypes = (
            ctypes.c_void_p,
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.c_char_p,
        )

    def describe(self) -> dict[str, Any]:
        """Versions of the library, and of the NVVM IR that it reads."""
        numbers = [ctypes.c_int() for _ in range(6)]
        self._nvvm.nvvmVersion(*map(ctypes.byref, numbers[:2]))
        self._nvvm.nvvmIRVersion(*map(ctypes.byref, numbers[2:]))
        values = [number.value for number in numbers]
        return {"version": values[:2], "ir": values[2:4], "debug": values[4:]}

    def answer(self, text: bytes, options: list[str], compiles: bool) -> dict[str, str]:
        """Verify a module, or compile it, with options such as `-arch=compute_90`."""
        program = ctypes.c_void_p()
        status = self._nvvm.nvvmCreateProgram(ctypes.byref(program))
        try:
            status = status or self._nvvm.nvvmAddModuleToProgram(program, text, len(text), b"module.ll")
            status = status or self._act(program, options, compiles)
            ptx = self._text(program, "CompiledResult") if compiles and not status else ""
            return {"status": _name(status), "log": self._text(program, "ProgramLog"), "ptx": ptx}
        finally:
            self._nvvm.nvvmDestroyProgram(ctypes.byref(program))

    def _act(self, program: ctypes.c_void_p, options: list[str], compiles: bool) -> int:
        given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        act = self._nvvm.nvvmCompileProgram if compiles else self._nvvm.nvvmVerifyProgram
        return int(act(program, len(options), given))

    def _text(self, program: ctypes.c_void_p, what: str) -> str:
        size = ctypes.c_size_t()
        if getattr(self._nvvm, f"nvvmGet{what}Size")(program, ctypes.byref(size)) or size.value <= 1:
            return ""
        buffer = ctypes.create_string_buffer(size.value)
        getattr(self._nvvm, f"nvvmGet{what}")(program, buffer)
        return buffer.value.decode("utf-8", "replace")


def _name(status: int) -> str:
    return RESULTS[status] if 0 <= status < len(RESULTS) else f"status-{status}"


def main() -> None:
    """Answer until standard input ends; what libNVVM prints itself goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    library = Library(sys.argv[1])
    print(json.dumps(library.describe()), file=answers)
    for line in sys.stdin:
        asked = json.loads(line)
        text = asked["module"].encode("utf-8", "surrogateescape")
        print(json.dumps(library.answer(text, asked["options"], asked["compile"])), file=answers)


if __name__ == "__main__":
    main()
