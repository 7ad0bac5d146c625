"""Number formats: the bits of floating-point numbers. Records of types (`isa/types`) have the values.

known()["e4m3"].largest == 0x7E
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Format(NamedTuple):
    """A floating-point format; from the most significant bit: sign, exponent, fraction, unused bits.

    Attributes:
        name: Name of its type.
        bits: Width of a pattern.
        exponent: Bits of the exponent.
        fraction: Bits of the fraction.
        bias: Bias of the exponent.
        signed: False for a format without a sign bit.
        infinities: True if the highest exponent contains infinities and NaNs, as in IEEE 754; False if it contains
            numbers.
        nan: NaN that operations return; without infinities it is the only NaN, apart from its sign. None if every
            pattern is a number.
        low: Unused bits below the fraction: tf32 in a register of 32 bits.
        zero: False if exponent 0 is an exponent like any other, without zero and subnormal numbers (ue8m0).
    """

    name: str
    bits: int
    exponent: int
    fraction: int
    bias: int
    signed: bool = True
    infinities: bool = True
    nan: int | None = None
    low: int = 0
    zero: bool = True

    @property
    def precision(self) -> int:
        """Bits of a significand, with the hidden bit."""
        return self.fraction + 1

    @property
    def least(self) -> int:
        """Exponent of the last bit of the smallest numbers: each number is a multiple of `2**least`."""
        return (1 if self.zero else 0) - self.bias - self.fraction

    @property
    def exponent_mask(self) -> int:
        """Highest exponent field."""
        return (1 << self.exponent) - 1

    @property
    def fraction_mask(self) -> int:
        """Highest fraction field."""
        return (1 << self.fraction) - 1

    @property
    def sign_bit(self) -> int:
        """Position of the sign bit."""
        return self.exponent + self.fraction + self.low

    @property
    def no_number(self) -> int:
        """Result of invalid operations: a NaN, or the greatest number of a format without NaN."""
        return self.largest if self.nan is None else self.nan

    @property
    def largest(self) -> int:
        """Pattern of the greatest finite number."""
        top = ((1 << (self.exponent + self.fraction)) - 1) << self.low
        if self.infinities:
            return ((self.exponent_mask << self.fraction) - 1) << self.low
        return top - (1 << self.low) if self.nan is not None else top

    @property
    def landmarks(self) -> tuple[tuple[str, int], ...]:
        """Names and patterns of the positive numbers at which the format ends or loses precision."""
        if not self.zero:
            return ("largest", self.largest), ("smallest", 0)
        normal = 1 << (self.fraction + self.low)
        smallest = (("smallest subnormal", 1 << self.low),) if self.fraction else ()
        return ("largest", self.largest), ("smallest normal", normal), *smallest


@cache
def known() -> dict[str, Format]:
    """Return every number format by the name of its type."""
    from ptxisa._generated.number_formats import FORMATS

    return FORMATS
