"""Run the kernels of a plan on the GPU of this machine: `python -m tools.hardware.runner FOLDER OUT`.

FOLDER is that of `tools.hardware.plan`. OUT gets `results.npz`, the outputs of every kernel, and `device.json`.
Nothing generated is imported, so that a machine with a GPU needs NumPy and its driver alone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ptxisa.oracle.gpu.driver import GpuContext

QUAD = np.dtype([("low", np.uint64), ("high", np.uint64)])
SIZES = {1: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64, 128: QUAD}


def run(folder: Path, context: GpuContext) -> dict[str, Any]:
    """Return the outputs of every kernel, as `<number of the kernel>.<output>`."""
    inputs = np.load(folder / "inputs.npz")
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    if context.target() != plan["target"]:
        raise SystemExit(f"the kernels are for {plan['target']}, the GPU is {context.target()}")
    pools = read_pools(inputs)
    results: dict[str, Any] = {}
    number = 0
    for index, entries in enumerate(plan["modules"]):
        module = context.load((folder / f"m{index}.cubin").read_bytes())
        for entry in entries:
            pool = pools.get(entry["pool"], {})
            rows = max((len(pool[name]) for name in entry["inputs"]), default=1)
            outputs = {name: np.zeros(rows, SIZES[bits]) for name, bits in entry["outputs"].items()}
            given = [np.ascontiguousarray(pool[name]) for name in entry["inputs"]]
            context.launch(module.function(f"k{number}"), rows, given, list(outputs.values()))
            results |= {f"{number}.{name}": array for name, array in outputs.items()}
            number += 1
        module.unload()
        print(f"module {index + 1} of {len(plan['modules'])}: {number} kernels", flush=True)
    return results


def read_pools(inputs: Any) -> dict[int, dict[str, Any]]:
    """Return the arrays of `inputs.npz` by pool and name."""
    pools: dict[int, dict[str, Any]] = {}
    for key in inputs.files:
        pool, _, name = key.partition(".")
        pools.setdefault(int(pool), {})[name] = inputs[key]
    return pools


def main() -> int:
    """Run the command and return its exit status."""
    folder, out = map(Path, sys.argv[1:3])
    with GpuContext() as context:
        results = run(folder, context)
        device = {"device": context.name(), "driver": context.driver(), "target": context.target()}
    np.savez_compressed(out / "results.npz", **results)
    (out / "device.json").write_text(json.dumps(device), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
