"""Zero-column masks: which columns of matrix B count as zero, from a zero-column mask descriptor.

The pattern of a mask has `skip_span` columns that count as zero and `use_span` columns that are used, by turns. Each
part of the mask starts with one of them, and leaves out `start_count` columns of it. Section 9.7.16.3.3 of the manual.
"""

from __future__ import annotations

import operator

from ptxisa.isa.descriptors import MaskParts
from ptxisa.isa.names import listing
from ptxisa.objects.descriptor_format import Fields, Format
from ptxisa.objects.descriptor_values import DescriptorError

MOST_COLUMNS = 256


def count(name: str, number: object) -> int | None:
    """A number of rows or columns, or None for one that is not given; raises `DescriptorError` for anything else."""
    try:
        return None if number is None else operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise DescriptorError(f"{name} is {number!r:.40}; it must be an integer", name.lower()) from None


def generate(descriptor: Format, fields: Fields, m: int, n: int) -> int:
    """The mask of `n` bits for M = `m`, bit 0 for column 0; a bit of 1 makes its column count as zero."""
    parts = parts_of(descriptor, m)
    if not 0 < n <= MOST_COLUMNS or n % parts.parts:
        raise DescriptorError(f"N is {n}; with M = {m} it must be a multiple of {parts.parts} up to {MOST_COLUMNS}")
    if not fields.raw["non_zero_mask"]:
        return 0
    size = n // parts.parts
    return sum(_part(fields, index, size) << index * size for index in range(parts.parts))


def parts_of(descriptor: Format, m: int) -> MaskParts:
    """The parts of a mask for M = `m`."""
    for one in descriptor.layout.mask:
        if one.rows == m:
            return one
    if not descriptor.layout.mask:
        raise DescriptorError(f"{descriptor.name} has no mask of columns")
    known = listing(str(one.rows) for one in descriptor.layout.mask)
    raise DescriptorError(f"M is {m}; a zero-column mask exists for M = {known}")


def _part(fields: Fields, index: int, size: int) -> int:
    """One part: the repeated spans without their first columns."""
    skip, use = fields.raw["skip_span"] + 1, fields.raw["use_span"] + 1
    start = fields.raw[f"start_count{index}"] + (0 if fields.raw[f"first_span{index}"] else skip)
    return sum(1 << column for column in range(size) if (start + column) % (skip + use) < skip)


def columns(mask: int) -> str:
    """The columns whose bits are set, as `4-6, 11-13`."""
    runs: list[list[int]] = []
    for column in (one for one in range(mask.bit_length()) if mask >> one & 1):
        if runs and runs[-1][1] == column - 1:
            runs[-1][1] = column
        else:
            runs.append([column, column])
    return ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in runs) or "none"
