"""Compile LLVM IR with the LLVM of llvmlite: `llvm.py FILE SM PTX LEVEL` prints PTX; PTX is 78 for 7.8."""

import sys
from pathlib import Path


def main(path: str, target: str, ptx: str, level: str) -> None:
    """Run the compiler, and write PTX."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = llvm.parse_assembly(Path(path).read_text())
    backend = llvm.Target.from_triple("nvptx64-nvidia-cuda")
    machine = backend.create_target_machine(cpu=target, features=f"+ptx{ptx}", opt=int(level), reloc="default")
    sys.stdout.write(machine.emit_assembly(module))


if __name__ == "__main__":
    main(*sys.argv[1:])
