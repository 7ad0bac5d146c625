"""Pinned releases of libNVVM."""

from __future__ import annotations

import re

from ptxisa.oracle.releases import PINS as PTXAS
from tools.nvvm.releases import LIBNVVM, PINS


def test_pins() -> None:
    assert all(pin.version.startswith(f"{release}.") and len(pin.digest) == 64 for release, pin in PINS.items())
    assert len({pin.digest for pin in PINS.values()}) == len(PINS)


def test_wheels_of_one_release_have_both_tools() -> None:
    assert PINS.keys() == PTXAS.keys()
    assert all(pin.version == PTXAS[release].version for release, pin in PINS.items())


def test_the_library_of_each_wheel_is_found() -> None:
    members = ("nvidia/cuda_nvcc/nvvm/lib64/libnvvm.so", "nvidia/cu13/lib/libnvvm.so.4")
    assert all(re.search(LIBNVVM.member, member) for member in members)
    assert not re.search(LIBNVVM.member, "nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc")
