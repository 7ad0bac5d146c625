"""Tensor copies that replace properties of the tensor map: forms, registers and places."""

from __future__ import annotations

import pytest

import ptxisa

REPLACED = (
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes.override::global_address"
    ".override::global_dim_stride [s], [map, address, {{n0, n1}}, {{low}}, high, {{0, 0}}], [bar];"
)
MODULE = """\
.version {version}
.target {target}
.address_size 64
.entry k () {{
  .reg .b64 map, address; .reg .b32 s, bar, low; .reg .b16 high; .reg .{sizes} n0, n1;
  {statement}
}}
"""


def codes(sizes: str = "b8", version: str = "9.4", target: str = "sm_107f", statement: str = REPLACED) -> set[str]:
    """Return the codes of the errors in a kernel with one statement."""
    text = MODULE.format(sizes=sizes, version=version, target=target, statement=statement.format())
    return {diagnostic.code for diagnostic in ptxisa.check_module(text) if diagnostic.severity == "error"}


@pytest.mark.parametrize("sizes", ["b8", "u8", "b16", "s16"])
def test_sizes_are_in_registers_of_8_or_16_bits(sizes: str) -> None:
    assert codes(sizes) == set()


@pytest.mark.parametrize("sizes", ["b32", "u64"])
def test_wider_registers_of_sizes_are_errors(sizes: str) -> None:
    assert codes(sizes) == {"operand-type"}


@pytest.mark.parametrize(("version", "target"), [("9.3", "sm_100f"), ("9.4", "sm_100a"), ("9.4", "sm_107")])
def test_other_places_have_no_overrides(version: str, target: str) -> None:
    assert codes(version=version, target=target)


def test_strides_need_two_dimensions() -> None:
    assert codes(statement=REPLACED.replace(".2d.", ".1d."))
