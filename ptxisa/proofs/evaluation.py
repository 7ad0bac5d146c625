"""Evaluation of terms on numbers, without a solver.

evaluate([add(x, y)], {"x": [1, 2], "y": [3, 4]}) == [[4, 6]]
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ptxisa.numbers import exact, floating
from ptxisa.numbers.exact import Number
from ptxisa.numbers.formats import known
from ptxisa.proofs.floats import computed
from ptxisa.proofs.terms import Term, postorder, signed_value

Column = list[int]
"""Value of a term for each sample: bits, 0 or 1, or the bit pattern of a number."""


def evaluate(roots: Sequence[Term], values: Mapping[str, Sequence[int]]) -> list[Column]:
    """Return the values of terms for samples of their variables, given as bit patterns.

    Args:
        roots: Terms.
        values: Samples by name of a variable, all of one length.

    Returns:
        For each term its values, one for each sample. Numbers are bit patterns.
    """
    count = len(next(iter(values.values()), [0]))
    columns: dict[Term, Column] = {}
    for term in postorder(roots):
        if term.op == "const":
            columns[term] = [term.data] * count
        elif term.op == "var":
            columns[term] = list(values[term.data])
        else:
            function = operation(term)
            columns[term] = list(map(function, *(columns[argument] for argument in term.args)))
    return [columns[root] for root in roots]


def operation(term: Term) -> Callable[..., int]:
    """Return the function of an operation on integers."""
    if term.op in _ON_WORDS:
        return _ON_WORDS[term.op](term)
    if term.op == "apply":
        name, *rest = term.data
        return functools.lru_cache(maxsize=4096)(lambda *values: int(getattr(floating, name)(*values, *rest)))
    form = known()[str(term.args[0].sort)] if isinstance(term.args[0].sort, str) else None
    if term.op == "to_fp":
        target = known()[str(term.sort)]
        return lambda x: target.no_number if exact.decode(x, target).kind == "nan" else x
    if term.op in (
        "fp.add",
        "fp.mul",
        "fp.fma",
        "fp.div",
        "fp.sqrt",
        "fp.roundToIntegral",
        "fp.to_fp",
        "from_signed",
        "from_unsigned",
    ):
        return lambda *values: _canonical(computed(term, list(values)), str(term.sort))
    assert form is not None, term.op

    def decode(x: int) -> Number:
        return exact.decode(x, form)

    tests: dict[str, Callable[..., int]] = {
        "pattern": lambda x: x,
        "fp.neg": lambda x: _canonical(x ^ 1 << form.sign_bit, form.name),
        "fp.abs": lambda x: _canonical(x & ~(1 << form.sign_bit), form.name),
        "fp.lt": lambda x, y: int(exact.less(decode(x), decode(y))),
        "fp.eq": lambda x, y: int(exact.equal(decode(x), decode(y))),
        "fp.isNaN": lambda x: int(decode(x).kind == "nan"),
        "fp.isInfinite": lambda x: int(decode(x).kind == "infinite"),
        "fp.isZero": lambda x: int(decode(x).is_zero),
        "fp.isSubnormal": lambda x: int(0 < x & ((1 << form.sign_bit) - 1) <= form.fraction_mask),
        "fp.isNegative": lambda x: int(decode(x).kind != "nan" and decode(x).sign),
        "to_signed": lambda x: _whole(decode(x), term.width),
        "to_unsigned": lambda x: _whole(decode(x), term.width),
    }
    return tests[term.op]


def _canonical(x: int, form: str) -> int:
    """Return a pattern, or that of operations for a NaN."""
    return known()[form].no_number if exact.decode(x, known()[form]).kind == "nan" else x


def _whole(number: Number, width: int) -> int:
    """Return an integral number; solvers leave open what is outside of the range, and no term reads that."""
    if number.kind != "finite":
        return 0
    return exact.round_integer(number, "rz") & ((1 << width) - 1)


def _signed(term: Term, compute: Callable[[int, int], int]) -> Callable[..., int]:
    width = term.args[0].width
    return lambda x, y: compute(signed_value(x, width), signed_value(y, width))


def _concat(term: Term) -> Callable[..., int]:
    widths = [part.width for part in term.args]

    def join(*parts: int) -> int:
        result = 0
        for part, width in zip(parts, widths, strict=True):
            result = result << width | part
        return result

    return join


def _ones(term: Term) -> int:
    return (1 << term.width) - 1


_ON_WORDS: dict[str, Callable[[Term], Callable[..., Any]]] = {
    "bvadd": lambda term: lambda *parts: sum(parts) & _ones(term),
    "bvmul": lambda term: lambda *parts: math.prod(parts) & _ones(term),
    "bvudiv": lambda term: lambda x, y: x // y if y else _ones(term),
    # The quotient is rounded toward zero; `//` rounds down.
    "bvsdiv": lambda term: _signed(
        term, lambda x, y: (abs(x) // abs(y) if (x < 0) == (y < 0) else -(abs(x) // abs(y))) & _ones(term)
    ),
    "bvand": lambda term: lambda *parts: functools.reduce(int.__and__, parts),
    "bvor": lambda term: lambda *parts: functools.reduce(int.__or__, parts),
    "bvxor": lambda term: lambda *parts: functools.reduce(int.__xor__, parts),
    "umin": lambda term: min,
    "umax": lambda term: max,
    "smin": lambda term: lambda *parts: min(parts, key=lambda part: signed_value(part, term.width)),
    "smax": lambda term: lambda *parts: max(parts, key=lambda part: signed_value(part, term.width)),
    "bvnot": lambda term: lambda x: ~x & _ones(term),
    "bvshl": lambda term: lambda x, n: x << n & _ones(term) if n < term.width else 0,
    "bvlshr": lambda term: lambda x, n: x >> min(n, term.width),
    "bvashr": lambda term: lambda x, n: signed_value(x, term.width) >> min(n, term.width) & _ones(term),
    "concat": _concat,
    "extract": lambda term: lambda x: x >> term.data[1] & _ones(term),
    "sign_extend": lambda term: lambda x: signed_value(x, term.args[0].width) & _ones(term),
    "ite": lambda term: lambda test, yes, no: yes if test else no,
    "=": lambda term: lambda x, y: int(x == y),
    "bvule": lambda term: lambda x, y: int(x <= y),
    "bvsle": lambda term: _signed(term, lambda x, y: int(x <= y)),
    "and": lambda term: lambda *parts: int(all(parts)),
    "or": lambda term: lambda *parts: int(any(parts)),
    "xor": lambda term: lambda x, y: x ^ y,
    "not": lambda term: lambda x: 1 - x,
}
"""Functions of operations on words and truth values, by the operation."""
