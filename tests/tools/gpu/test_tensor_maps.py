"""What is put to a GPU: kernels that ptxas takes, and cases that keep every limit."""

from __future__ import annotations

import contextlib
import ctypes
import json
import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from ptxisa.isa.targets import target
from ptxisa.objects.tensor_copies import load_tile, places, store_tile
from ptxisa.objects.tensor_maps import problems
from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.gpu.driver import GpuContext
from ptxisa.oracle.gpu.kernels import HEADER
from tools.gpu.tensor_maps import BOX, GROUPS, REGION, UNTOUCHED, VERSION, Case, GroupRun, kernel, limits

FLAT = ("tile-gather4", "tile-scatter4")
KERNELS = [(name, rank) for name in GROUPS for rank in ((2,) if name in FLAT else (3, 4, 5))]


@pytest.mark.parametrize(("name", "rank"), KERNELS)
def test_kernels_are_accepted(name: str, rank: int, ptxas: Ptxas) -> None:
    accelerated = GROUPS[name].accelerated
    head = HEADER.format(version=VERSION if accelerated else "8.3", target="sm_100a" if accelerated else "sm_90")
    operation = "add" if name == "reduce" else ""
    text = head + kernel("k", rank, GROUPS[name].mode, stores=GROUPS[name].stores, operation=operation)
    assert ptxas.rejection(text, target("sm_100a" if accelerated else "sm_90")) == ""


@pytest.mark.parametrize("name", GROUPS)
def test_cases_fit_their_memories(name: str) -> None:
    memory, shared = np.zeros(REGION, np.uint8), np.zeros(BOX, np.uint8)
    for index in range(40):
        case = GROUPS[name].case(random.Random(index))
        assert problems(case.tensor) == []
        assert places(case.tensor, case.access, case.place).shared.max() < BOX
        (store_tile if GROUPS[name].stores else load_tile)(memory, shared, case.tensor, case.access, case.place)


class Device:
    """GPU that follows `tensor_copy` except for given faults."""

    def __init__(self, name: str, *, wrong: bool = False) -> None:
        self.name, self.wrong = name, wrong
        self.cases = iter([GROUPS[name].case(random.Random(f"1/{name}/{index}")) for index in range(30)])

    def target(self) -> str:
        return "sm_100"

    def load(self, text: str) -> Device:
        return self

    def function(self, name: str) -> ctypes.c_void_p:
        return ctypes.c_void_p()

    def unload(self) -> None:
        pass

    def tensor_map(self, encoder: str, *arguments: object) -> bytes:
        return bytes(128)

    @contextlib.contextmanager
    def memory(self, array: NDArray[Any]) -> Iterator[Any]:
        kept = array.copy()
        yield SimpleNamespace(pointer=SimpleNamespace(value=0), array=kept, read=lambda into: np.copyto(into, kept))


class Follower(GroupRun):
    """A group on that device, which knows the cases themselves."""

    def launch(self, function: ctypes.c_void_p, made: Any, cases: Sequence[Case], further: Any) -> None:
        assert made.shape == (len(cases), 128)
        for row, case in enumerate(cases if not self.group.stores else ()):
            further.array[row, :BOX] = UNTOUCHED
            load_tile(self.memory, further.array[row, :BOX], case.tensor, case.access, case.place)
            further.array[row, BOX] = 1
            further.array[row, 0] ^= self.context.wrong  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if not group.stores])
def test_a_device_that_agrees_has_no_differences(name: str) -> None:
    result = Follower(cast(GpuContext, Device(name)), name, "sm_100a").result(range(30), 1)
    assert (result.run, result.equal, result.rejected, result.incomplete) == (30, 30, 0, 0)


def test_a_wrong_byte_is_a_difference() -> None:
    result = Follower(cast(GpuContext, Device("tile", wrong=True)), "tile", "sm_100a").result(range(30), 1)
    assert (result.run, result.equal, len(result.different)) == (30, 0, 8)
    assert all(difference["wrong"] == 1 and len(difference["words"]) == 1 for difference in result.different)
    json.dumps(result)


def test_stores_that_store_nothing_are_differences() -> None:
    result = Follower(cast(GpuContext, Device("tile-store")), "tile-store", "sm_90").result(range(30), 1)
    assert result.run == 30
    assert result.equal < result.run // 2


def test_limits_lie_on_both_sides() -> None:
    judged = [bool(problems(tensor)) for _, tensor in limits()]
    assert 20 < sum(judged) < len(judged) - 20
