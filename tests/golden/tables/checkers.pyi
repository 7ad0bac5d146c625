"""The checkers of `ptxisa.checkers`, for type checkers alone; written by the generator from the records."""

from ptxisa.check.statement import Checker

__all__ = [
    "cvt",
    "ld",
    "mma",
    "tcgen05",
    "tex",
]

cvt: Checker
"""Convert a value from one type to another."""
ld: Checker
"""Load from memory into registers."""
mma: Checker
"""Multiply two matrices and add a third, as a warp."""
tcgen05: Checker
"""Start a matrix product on the fifth-generation tensor core."""
tex: Checker
"""Look a value up in a texture."""
