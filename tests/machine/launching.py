"""Kernels of the tests: CUDA C++ in `kernels/*.cu`, and what nvcc 13.0 made of it with -arch=sm_90a -ptx -O3."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ptxisa

FOLDER = Path(__file__).parent / "kernels"
HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"


def clean(file: str, entry: str, grid: Any, block: Any, arguments: Any, **options: Any) -> Any:
    """Run a compiled kernel, which must have no findings, and return the run."""
    run = ptxisa.launch(FOLDER / f"{file}.ptx", entry, grid, block, arguments, **options)
    assert [str(finding) for finding in run.findings] == []
    assert run.complete, run.unmodeled
    return run


def kernel(body: str, parameters: str = "", before: str = "") -> str:
    """Return a module with one kernel `k`, whose registers are declared."""
    registers = (
        ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<30>; .reg .f32 %f<9>; .reg .b64 %rd<20>; .reg .f64 %d<9>;"
    )
    return f"{HEAD}{before}\n.visible .entry k({parameters})\n{{\n{registers}\n{body}\nret;\n}}\n"
