"""LLVM code that runs: text of functions in, addresses of compiled functions out."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from itertools import count
from threading import Lock
from typing import Any

from ptxisa.machine.native.lowering import NotLowered

REJECTED = "LLVM rejects the code"
Function = Callable[[int, int, int, int], int]
"""Compiled function: address of its arguments, threads, first slot, address of the slots."""
_SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


class Compiler:
    """Compiler for the processor of this machine."""

    def __init__(self) -> None:
        import llvmlite.binding as llvm

        self._llvm = llvm
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        features = llvm.get_host_cpu_features()
        self.features = frozenset(name for name, present in features.items() if present)
        """Features of the processor, as LLVM names them."""
        target = llvm.Target.from_default_triple()
        self._machine = target.create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=features.flatten(), opt=2, jit=True
        )
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._machine)
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = options.slp_vectorization = True
        self._passes = llvm.create_pass_builder(self._machine, options)
        self._numbers = count()
        self._lock = Lock()

    def name(self, kind: str) -> str:
        """Return a name for a function, which no other one has."""
        return f"{kind}{next(self._numbers)}"

    def function(self, name: str, text: str) -> Function:
        """Compile a function; the address of the arguments, threads, first slot and slots are its parameters.

        Raises:
            NotLowered: LLVM rejects the code, so that NumPy executes the instructions.
        """
        with self._lock:
            try:
                module = self._llvm.parse_assembly(text)
            except RuntimeError as error:
                raise NotLowered(f"{REJECTED}: {error}") from None
            module.triple = self._machine.triple
            self._passes.getModulePassManager().run(module, self._passes)
            self._engine.add_module(module)
            self._engine.finalize_object()
            address = self._engine.get_function_address(name)
            # The code remains; without its module a function takes a third of the memory.
            self._engine.remove_module(module)
            module.close()
            return _SIGNATURE(address)


@cache
def compiler() -> Compiler:
    """Return the compiler of this process."""
    return Compiler()


def address_of(array: Any) -> int:
    """Return the address of the first element of a NumPy array."""
    address: int = array.__array_interface__["data"][0]
    return address
