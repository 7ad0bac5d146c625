"""Number formats: how bits stand for numbers, and exact arithmetic on them.

`ptxisa.numbers.exact` is the definition, on Python integers. On NumPy arrays `arithmetic` picks the fastest exact way:
the processor itself, `doubles` for narrow formats, `twofold` for double precision, `parts` for everything else.
"""

from __future__ import annotations

from typing import NamedTuple


class Format(NamedTuple):
    """A floating-point format, from the most significant bit: sign, exponent, fraction.

    `exponent` and `fraction` count bits, `bias` is that of the exponent; `signed` is False where there is no sign
    bit. `low` bits below the fraction are there but count for nothing (tf32 in a 32-bit register). With
    `infinities`, the highest exponent holds infinities and NaNs as IEEE 754 has them; without, it holds numbers, and
    `nan` is the one pattern (sign aside) that is none, or None where every pattern is a number. `nan` is also the
    NaN that operations give. `zero` is False where exponent 0 holds a number as any other does (ue8m0).
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
        """Bits of a significand, the hidden one included."""
        return self.fraction + 1

    @property
    def least(self) -> int:
        """The exponent of the last bit of the smallest numbers: each number is a multiple of 2 to the `least`."""
        return (1 if self.zero else 0) - self.bias - self.fraction

    @property
    def exponent_mask(self) -> int:
        return (1 << self.exponent) - 1

    @property
    def fraction_mask(self) -> int:
        return (1 << self.fraction) - 1

    @property
    def sign_bit(self) -> int:
        """The place of the sign, above everything else."""
        return self.exponent + self.fraction + self.low

    @property
    def no_number(self) -> int:
        """What operations give in place of a number: a NaN, or the greatest number where there is none."""
        return self.largest if self.nan is None else self.nan

    @property
    def largest(self) -> int:
        """The pattern of the greatest finite number."""
        top = ((1 << (self.exponent + self.fraction)) - 1) << self.low
        if self.infinities:
            return ((self.exponent_mask << self.fraction) - 1) << self.low
        return top - (1 << self.low) if self.nan is not None else top


def known() -> dict[str, Format]:
    """Every number format by the name of its type."""
    from ptxisa._generated.number_formats import FORMATS

    return FORMATS
