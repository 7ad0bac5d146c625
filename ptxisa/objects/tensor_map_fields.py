"""Tensor maps as the 128 bytes that an H100 keeps, and `tensormap.replace` on them (PTX ISA, section 9.7.9.26).

    words = replaced(words, "box_dim", 64, ord=1)      # tensormap.replace.tile.box_dim … 1, 64

PTX leaves the layout open. An H100 writes these bits whatever the others hold, so that fields are independent, but for
the codes of element types and swizzles, which share bits with what later targets add.
"""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.isa.names import listing, suggestion

BYTES = 128


class Field(NamedTuple):
    """Where a field lies: `bits` bits from `first` on, of dimension i `apart` bits further for each before it.

    What is kept is the value less `less`, without its last `low` bits. Where that is longer than `bits`, four more bits
    lie at `top_first`, those of dimension i four times i further.
    """

    first: int
    bits: int
    apart: int = 0
    less: int = 0
    low: int = 0
    top_first: int = 0


FIELDS = {
    "global_address": Field(0, 64),
    "rank": Field(68, 3),
    "elemtype": Field(71, 4),
    "interleave_layout": Field(75, 2),
    "swizzle_mode": Field(77, 2),
    "fill_mode": Field(79, 1),
    "global_stride": Field(96, 32, 32, low=4, top_first=224),
    "global_dim": Field(256, 32, 32, less=1),
    "element_stride": Field(416, 3, 3, less=1),
    "box_dim": Field(440, 8, 8, less=1),
}
"""The fields that ``tensormap.replace`` writes on sm_90."""

MOST = {"elemtype": 12, "interleave_layout": 2, "swizzle_mode": 3, "fill_mode": 1}
"""The greatest value of a field that takes a constant."""
DIMENSIONS = 5
_TOP = 4
"""Bits of a stride that lie apart from the others, in each dimension."""
_TF32 = {11: 7, 12: 8}
"""Element types with the code of another and a bit besides."""
_TF32_BIT, _SWIZZLE_BIT = 80, 86


def replaced(words: bytes, field: str, value: int, ord: int = 0) -> bytes:
    """The tensor map after ``tensormap.replace``; `ord` is the dimension of fields that have one for each.

    `value` is a natural number, cut to the field as an H100 does. Raises `ValueError` for a map that has not 128
    bytes, an unknown field, a dimension beyond the fifth, and constants that the instruction does not take.
    """
    _demand(words, field, value, ord)
    place = FIELDS[field]
    bits = int.from_bytes(words, "little")
    if field == "elemtype" and value in _TF32:
        value, bits = _TF32[value], bits | 1 << _TF32_BIT
    if field == "swizzle_mode":
        bits &= ~(1 << _SWIZZLE_BIT)
    kept = value - place.less >> place.low
    bits = _written(bits, place.first + place.apart * ord, place.bits, kept)
    if place.top_first:
        bits = _written(bits, place.top_first + _TOP * ord, _TOP, kept >> place.bits)
    return bits.to_bytes(BYTES, "little")


def value_of(words: bytes, field: str, ord: int = 0) -> int:
    """What a field of a tensor map holds, as ``tensormap.replace`` would be given it."""
    _demand(words, field, 0, ord)
    place = FIELDS[field]
    bits = int.from_bytes(words, "little")
    kept = _read(bits, place.first + place.apart * ord, place.bits)
    if place.top_first:
        kept |= _read(bits, place.top_first + _TOP * ord, _TOP) << place.bits
    if field == "elemtype" and _read(bits, _TF32_BIT, 1):
        kept = next((value for value, code in _TF32.items() if code == kept), kept)
    return (kept << place.low) + place.less


def _demand(words: bytes, field: str, value: int, ord: int) -> None:
    if len(words) != BYTES:
        raise ValueError(f"a tensor map has {BYTES} bytes, not {len(words)}")
    if field not in FIELDS:
        raise ValueError(f"tensormap.replace knows no field {field!r}; {suggestion(field, FIELDS) or listing(FIELDS)}")
    if not 0 <= ord < (DIMENSIONS if FIELDS[field].apart else 1):
        raise ValueError(f"{field} has no dimension {ord}")
    if not 0 <= value <= MOST.get(field, value):
        raise ValueError(f"{field} takes {f'0 to {MOST[field]}' if field in MOST else 'natural numbers'}, not {value}")


def _written(bits: int, first: int, count: int, value: int) -> int:
    mask = (1 << count) - 1 << first
    return bits & ~mask | value << first & mask


def _read(bits: int, first: int, count: int) -> int:
    return bits >> first & (1 << count) - 1
