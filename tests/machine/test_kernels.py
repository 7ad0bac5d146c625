"""Kernels of nvcc, Triton, Numba and by hand leave the bits that an H100 left, without findings."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ptxisa
from tools.gpu.whole_kernels import KERNELS, Launch, decode, launches

RESULTS = {result["kernel"]: result for result in map(json.loads, (KERNELS / "results.jsonl").read_text().splitlines())}


@pytest.mark.parametrize("launch", list(launches()), ids=lambda launch: launch.name)
def test_a_kernel_leaves_the_bits_of_the_gpu(launch: Launch) -> None:
    values, measured = launch.values(), RESULTS[launch.name]
    run = ptxisa.launch(
        KERNELS / f"{launch.module}.ptx",
        launch.entry,
        launch.grid,
        launch.block,
        values,
        shared=launch.shared,
        cooperative=launch.cooperative,
    )
    assert [str(finding) for finding in run.findings] == []
    assert run.complete, run.unmodeled
    assert run.printed == measured["printed"]
    for index, (value, before) in enumerate(zip(values, launch.values(), strict=True)):
        if isinstance(value, np.ndarray):
            assert isinstance(before, np.ndarray)
            text = measured["arguments"].get(str(index))
            expected = before if text is None else decode(text, before)
            assert value.tobytes() == expected.tobytes()
