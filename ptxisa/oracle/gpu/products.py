"""Every multiplication of matrices that a GPU of sm_90a runs, as a case to be measured.

`cases` lists them. A case is one instruction with its shape, types and modifiers. Its name is the opcode without
`.sync.aligned`, followed by the choices of its operands: `negate-a`, `without-d`, `shared-a`, `a-col`, `b-row`. Names
seed samples and are keys of stored results.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

BITS = {"f64": 64, "f32": 32, "tf32": 32, "s32": 32, "f16": 16, "bf16": 16, "e4m3": 8, "e5m2": 8}
BITS |= {"s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1}
"""Bits of an element in a register or in memory."""


class ProductCase(NamedTuple):
    """One multiplication.

    Attributes:
        instruction: `mma`, `mma.sp`, `mma.sp::ordered_metadata`, `wmma`, `wgmma` or `wgmma.sp`.
        m: Rows of A and D.
        n: Columns of B and D.
        k: Elements of a row of A, with those that a sparse A leaves out.
        d: Type of D; `a`, `b` and `c` are those of A, B and C.
        modifier: `.satfinite`, an operation of single bits, or a rounding.
        a_layout: "row" or "col", as `b_layout`. A of wgmma is transposed if it is not "row", B if it is not "col".
        accumulate: D is the sum of the products and C rather than of the products alone.
        negate_a: A is negated; `negate_b` likewise. Only wgmma has these.
        a_shared: A of wgmma is in shared memory.
    """

    instruction: str
    m: int
    n: int
    k: int
    d: str
    a: str
    b: str
    c: str
    modifier: str = ""
    a_layout: str = "row"
    b_layout: str = "col"
    accumulate: bool = True
    negate_a: bool = False
    negate_b: bool = False
    a_shared: bool = False

    @property
    def shape(self) -> str:
        """Shape, such as m16n8k16."""
        return f"m{self.m}n{self.n}k{self.k}"

    @property
    def is_sparse(self) -> bool:
        """True if A is sparse."""
        return ".sp" in self.instruction

    @property
    def stored_k(self) -> int:
        """Elements of a row of A that are stored."""
        return self.k // 2 if self.is_sparse else self.k

    @property
    def name(self) -> str:
        """Name of the case."""
        words = [self.instruction, self.shape, self.d, self.a, self.b, self.c]
        choices = {"negate-a": self.negate_a, "negate-b": self.negate_b, "without-d": not self.accumulate}
        choices |= {"shared-a": self.a_shared, "a-col": self.a_layout == "col", "b-row": self.b_layout == "row"}
        return ".".join([*words, *filter(None, [self.modifier.strip(".")]), *(k for k, v in choices.items() if v)])


def cases() -> list[ProductCase]:
    """Return every case."""
    return [*_mma(), *_sparse_mma(), *_wmma(), *_wgmma(), *_sparse_wgmma()]


def wgmma_immediates(d: str, a: str, negated: Sequence[bool], transposed: Sequence[bool]) -> list[str]:
    """Return the immediate operands of a `wgmma`.

    Integers have none, and only 16-bit types can be transposed (PTX ISA 8.7, section 9.7.15.5.2).

    Args:
        d: Type of D.
        a: Type of A.
        negated: Whether A and B are negated.
        transposed: Whether the matrices in shared memory are transposed: A and B, or B alone.
    """
    if d == "s32":
        return []
    immediates = ["-1" if negative else "1" for negative in negated]
    if a in ("f16", "bf16"):
        immediates += [str(int(other)) for other in transposed]
    return immediates


_EIGHT = tuple(itertools.product(("s8", "u8"), repeat=2))
_FOUR = tuple(itertools.product(("s4", "u4"), repeat=2))
_QUARTER = tuple(itertools.product(("e4m3", "e5m2"), repeat=2))
"""Types of A and B: integers of 8 and 4 bits, and numbers of a quarter of single precision; each may be mixed."""
_ALIKE = (("f16", "f16"), ("f32", "f32"))
"""Types of D and C."""


def _mma() -> Iterator[ProductCase]:
    for (d, c), a, b in itertools.product((*_ALIKE, ("f32", "f16")), ("row", "col"), ("row", "col")):
        yield ProductCase("mma", 8, 8, 4, d, "f16", "f16", c, a_layout=a, b_layout=b)
    for k, (d, c) in itertools.product((8, 16), _ALIKE):
        yield ProductCase("mma", 16, 8, k, d, "f16", "f16", c)
    yield from (ProductCase("mma", 16, 8, k, "f32", "bf16", "bf16", "f32") for k in (8, 16))
    yield from (ProductCase("mma", 16, 8, k, "f32", "tf32", "tf32", "f32") for k in (4, 8))
    for k, (d, c), (a, b) in itertools.product((16, 32), _ALIKE, _QUARTER):
        yield ProductCase("mma", 16, 8, k, d, a, b, c)
    yield ProductCase("mma", 8, 8, 4, "f64", "f64", "f64", "f64")
    for k, mode in itertools.product((4, 8, 16), ("", ".rz", ".rm", ".rp")):
        yield ProductCase("mma", 16, 8, k, "f64", "f64", "f64", "f64", mode)
    yield from (ProductCase("mma", 8, 8, 4, "f64", "f64", "f64", "f64", mode) for mode in (".rz", ".rm", ".rp"))
    for types, shapes in ((_EIGHT, ((8, 16), (16, 16), (16, 32))), (_FOUR, ((8, 32), (16, 32), (16, 64)))):
        for (m, k), (a, b), modifier in itertools.product(shapes, types, ("", ".satfinite")):
            yield ProductCase("mma", m, 8, k, "s32", a, b, "s32", modifier)
    for (m, k), modifier in itertools.product(((8, 128), (16, 128), (16, 256)), (".xor", ".and")):
        yield ProductCase("mma", m, 8, k, "s32", "b1", "b1", "s32", modifier)


def _sparse_mma() -> Iterator[ProductCase]:
    for instruction in ("mma.sp", "mma.sp::ordered_metadata"):
        for k, (d, c) in itertools.product((16, 32), _ALIKE):
            yield ProductCase(instruction, 16, 8, k, d, "f16", "f16", c)
        yield from (ProductCase(instruction, 16, 8, k, "f32", "bf16", "bf16", "f32") for k in (16, 32))
        yield from (ProductCase(instruction, 16, 8, k, "f32", "tf32", "tf32", "f32") for k in (8, 16))
        yield from (ProductCase(instruction, 16, 8, 64, "f32", a, b, "f32") for a, b in _QUARTER)
        for types, shapes in ((_EIGHT, (32, 64)), (_FOUR, (64, 128))):
            for k, (a, b), modifier in itertools.product(shapes, types, ("", ".satfinite")):
                yield ProductCase(instruction, 16, 8, k, "s32", a, b, "s32", modifier)


def _wmma() -> Iterator[ProductCase]:
    for m, n in ((16, 16), (8, 32), (32, 8)):
        for d, c in itertools.product(("f16", "f32"), repeat=2):
            yield ProductCase("wmma", m, n, 16, d, "f16", "f16", c)
        yield ProductCase("wmma", m, n, 16, "f32", "bf16", "bf16", "f32")
        for a, modifier in itertools.product(("s8", "u8"), ("", ".satfinite")):
            yield ProductCase("wmma", m, n, 16, "s32", a, a, "s32", modifier)
    yield ProductCase("wmma", 16, 16, 16, "f32", "f16", "f16", "f32", a_layout="col", b_layout="row")
    yield ProductCase("wmma", 16, 16, 8, "f32", "tf32", "tf32", "f32")
    yield from (ProductCase("wmma", 8, 8, 4, "f64", "f64", "f64", "f64", mode) for mode in ("", ".rz", ".rm", ".rp"))
    for a, modifier in itertools.product(("s4", "u4"), ("", ".satfinite")):
        yield ProductCase("wmma", 8, 8, 32, "s32", a, a, "s32", modifier)
    yield from (ProductCase("wmma", 8, 8, 128, "s32", "b1", "b1", "s32", modifier) for modifier in (".xor", ".and"))


_HALF_TYPES = (("f16", "f16"), ("f32", "f16"), ("f32", "bf16"))
"""Types of D, and of A and B, where these have 16 bits."""
_SIGNS = ((True, False), (False, True), (True, True))
"""Signs of A and B, True for a negated matrix; at least one is."""


def _wgmma() -> Iterator[ProductCase]:
    for d, a in _HALF_TYPES:
        case = ProductCase("wgmma", 64, 8, 16, d, a, a, d)
        yield from _choices(case)
        yield from (case._replace(a_shared=True, a_layout=x, b_layout=y) for x, y in _TRANSPOSED)
        yield from (case._replace(n=n) for n in _WIDTHS)
    yield from _choices(ProductCase("wgmma", 64, 8, 8, "f32", "tf32", "tf32", "f32"))
    for d, (a, b) in itertools.product(("f16", "f32"), _QUARTER):
        yield from _choices(ProductCase("wgmma", 64, 8, 32, d, a, b, d))
    for (a, b), modifier in itertools.product(_EIGHT, ("", ".satfinite")):
        case = ProductCase("wgmma", 64, 8, 32, "s32", a, b, "s32", modifier)
        yield from (case, case._replace(a_shared=True, n=16), case._replace(accumulate=False))
        yield from (case._replace(n=n) for n in _INTEGER_WIDTHS)
    case = ProductCase("wgmma", 64, 8, 256, "s32", "b1", "b1", "s32", ".and")
    yield from (case, case._replace(a_shared=True, n=16), case._replace(accumulate=False))


_WIDTHS = tuple(range(16, 257, 8))
"""Every N but the least."""
_INTEGER_WIDTHS = (24, *range(32, 257, 16))
"""Every N of integers but the least two."""
_TRANSPOSED = (("col", "col"), ("row", "row"), ("col", "row"))
"""Layouts of A and B in shared memory, of which at least one is transposed."""


def _choices(case: ProductCase) -> Iterator[ProductCase]:
    """Yield a case of wgmma with everything that operands may choose for every type of floating point."""
    yield case
    yield case._replace(a_shared=True)
    yield case._replace(accumulate=False)
    yield from (case._replace(negate_a=x, negate_b=y) for x, y in _SIGNS)


def _sparse_wgmma() -> Iterator[ProductCase]:
    for d, a in _HALF_TYPES:
        case = ProductCase("wgmma.sp", 64, 8, 32, d, a, a, d)
        yield from (case, case._replace(a_shared=True), case._replace(negate_a=True))
        yield from (case._replace(n=n) for n in _WIDTHS)
    narrow = [("f32", 16, "tf32", "tf32"), *((d, 64, a, b) for d in ("f16", "f32") for a, b in _QUARTER)]
    for d, k, a, b in narrow:
        case = ProductCase("wgmma.sp", 64, 8, k, d, a, b, d)
        yield from (case, case._replace(a_shared=True))
    for (a, b), modifier in itertools.product(_EIGHT, ("", ".satfinite")):
        # The place of A does not depend on the modifier, so that either value of it serves one place.
        yield ProductCase("wgmma.sp", 64, 8, 64, "s32", a, b, "s32", modifier, a_shared=modifier == "")
